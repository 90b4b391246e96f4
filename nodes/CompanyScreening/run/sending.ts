// Sends the requests of one run, and decides how often: its start rate, its retries, its one connection.
import type { IExecuteFunctions } from 'n8n-workflow';

import { AT_ONCE, type CircuitBreaker, type Start } from '../flowControl/circuitBreaker';
import { createPace, type Pace } from '../flowControl/pace';
import { NO_POOL, type Slot } from '../flowControl/pool';
import { MAX_RETRY_AFTER_MS, withRetries, type RetryAdvice } from '../flowControl/retry';
import { createSleep, Cancellation, type Time } from '../flowControl/time';
import type { RunOptions } from '../operations/shared/options';
import type { RequestSpec, RequestProgress, ReplyResult } from '../operations/shared/requestTask';
import { mayHaveBeenDone, OperationFailure, asUnresolved } from '../service/failure';
import type { ServiceSettings } from '../service/settings';
import { StaleStreak } from '../service/staleness';
import { connect, type Connection } from '../transport/transport';
import { BreakerPass } from './state/outage';
import { RunStopped } from './state/runStop';
import type { Attempts } from './state/attempts';

export interface SendingPorts {
  /** Aborts when nothing more is to be sent in this run. */
  stopped: AbortSignal;
  /** Permits each request; rejects when none may start. */
  beforeSend: () => Promise<void>;
  /** The breaker that every request passes; undefined in a run that the first failure stops. */
  breaker: CircuitBreaker | undefined;
  time: Time;
}

export class Sender {
  private readonly cancellation: Cancellation;
  private readonly sleep: (ms: number) => Promise<void>;
  private readonly pace: Pace;
  private readonly staleStreak = new StaleStreak();
  /** The failure by which old replies end the run; undefined while they do not. */
  private staleEnd: OperationFailure | undefined;
  private connection: Promise<Connection> | undefined;
  private knownEnvironment: ServiceSettings['environment'] | null = null;

  constructor(
    private readonly context: IExecuteFunctions,
    private readonly options: RunOptions,
    private readonly ports: SendingPorts,
  ) {
    const { stopped, time } = ports;
    const cancelled = context.getExecutionCancelSignal();
    this.cancellation = new Cancellation(cancelled ? AbortSignal.any([stopped, cancelled]) : stopped);
    this.sleep = createSleep(this.cancellation, time.sleep);
    this.pace = createPace({
      startsPerSecond: options.requestsPerSecond,
      sleep: this.sleep,
      now: time.monotonicMs,
    });
  }

  /** Sends a request, as often as the options allow, and reads the reply. Writes down what it does in `attempts`. */
  async ask(
    spec: RequestSpec,
    progress: Pick<RequestProgress, 'sinceMs' | 'times'>,
    attempts: Attempts,
    slot: Slot = NO_POOL,
  ): Promise<ReplyResult> {
    const { time } = this.ports;
    const { settings, send } = await this.connected();
    const { baseUrl, environment } = settings;
    const request = spec.toRequest(settings);
    const passage = new BreakerPass(this.ports.breaker, slot, this.cancellation, time);
    const attempt = async () => {
      this.throwIfStale();
      await passage.wait();
      attempts.count += 1;
      return await passage.sendAndReport(async () => {
        let sentAt = new Date(time.epochMs());
        const reply = await send(request, async () => {
          await this.turnToStart(passage);
          sentAt = new Date(time.epochMs());
          attempts.askedAt ??= sentAt;
        });
        attempts.answered = { environment, request, sentAt, answeredAt: new Date(time.epochMs()), reply };
        const result = spec.read(reply, { baseUrl, environment, ...progress });
        if (result.kind === 'result' && result.staleness !== undefined) {
          this.staleEnd ??= this.staleStreak.see(result.staleness);
        }
        return result;
      });
    };
    let earlierMayBeDone = false;
    const advise = (error: unknown) => {
      const advice = retryAdvice(error, this.options, this.cancellation.isCancelled);
      const mayRepeat = advice.reason !== 'interrupted' && advice.mayRepeat;
      earlierMayBeDone ||= mayRepeat && error instanceof OperationFailure && mayHaveBeenDone(error.details);
      return advice;
    };
    return await withRetries(attempt, {
      advise,
      maxRetries: this.options.maxRetries,
      sleep: this.sleep,
      random: time.random,
      slowAll: (ms, reason) => {
        if (reason === 'tooMany') this.pace.pauseAndSlow(ms);
        else this.pace.pauseOnly(ms);
      },
    }).catch((error: unknown) => {
      throw markedAsEndingRun(earlierMayBeDone ? unresolvedAfterAll(error) : error);
    });
  }

  private async turnToStart(passage: BreakerPass): Promise<void> {
    do {
      await passage.wait();
      await this.pace.turn();
      this.cancellation.throwIfCancelled();
      this.throwIfStale();
      await this.ports.beforeSend();
      // It may have waited for the register.
      this.cancellation.throwIfCancelled();
    } while (!passage.isOpen);
    passage.start();
  }

  /** Gives back an unused slot: another item may be sent. */
  giveBack({ permit }: Slot): void {
    this.ports.breaker?.giveBack(permit);
  }

  /** Waits until an item may be sent that was not begun, or until the run has ended; never rejects. */
  async nextStart(): Promise<Start> {
    return (await this.ports.breaker?.ask('item', this.cancellation).catch(() => undefined)) ?? AT_ONCE;
  }

  /** Waits so many milliseconds, or until the run ends; never rejects. */
  async wait(ms: number): Promise<void> {
    await this.sleep(ms).catch(() => undefined);
  }

  /** Reads the credential. @throws OperationFailure where it cannot be used */
  async settings(): Promise<ServiceSettings> {
    return (await this.connected()).settings;
  }

  /** The environment, once the credential has been read. */
  get environment(): ServiceSettings['environment'] | null {
    return this.knownEnvironment;
  }

  /** True for the failure with which old replies to other items ended the run. */
  isStaleEnd(error: unknown): boolean {
    return this.staleEnd !== undefined && error === this.staleEnd;
  }

  private throwIfStale(): void {
    if (this.staleEnd) throw this.staleEnd;
  }

  /** Connects only once something is to be sent, or a register is opened: a credential that cannot be used fails that item, or the run. */
  private async connected(): Promise<Connection> {
    this.connection ??= connect(this.context, { timeoutMs: this.options.timeout, clock: this.ports.time });
    const connection = await this.connection;
    this.knownEnvironment = connection.settings.environment;
    return connection;
  }
}

function retryAdvice(error: unknown, { retryUncertain }: RunOptions, ended: boolean): RetryAdvice {
  if (!(error instanceof OperationFailure)) {
    // The register may be the first to say that nothing more is to begin.
    const isInterrupted = ended || error instanceof RunStopped;
    return isInterrupted ? { reason: 'interrupted' } : { reason: 'failed', mayRepeat: false };
  }
  const { state, retryAfterMs, httpStatus } = error.details;
  const mayRepeat = !ended && (state === 'safe' || (state === 'uncertain' && retryUncertain));
  const askedMs = retryAfterMs ?? 0;
  if (httpStatus === 429) return { reason: 'tooMany', mayRepeat, askedMs };
  // An outage says nothing about how much the service takes.
  return retryAfterMs !== undefined
    ? { reason: 'unavailable', mayRepeat, askedMs }
    : { reason: 'failed', mayRepeat };
}

// A refused attempt with Retry When Uncertain does not undo an earlier one that may have been charged.
function unresolvedAfterAll(error: unknown): unknown {
  if (!(error instanceof OperationFailure) || mayHaveBeenDone(error.details)) return error;
  return asUnresolved(error.details, { sending: 'earlierUnanswered' });
}

// The service asked for a long wait: the next request would get the same reply.
function markedAsEndingRun(error: unknown): unknown {
  if (!(error instanceof OperationFailure)) return error;
  const { details } = error;
  if ((details.retryAfterMs ?? 0) <= MAX_RETRY_AFTER_MS) return error;
  return new OperationFailure({ ...details, failsEveryItem: true });
}
