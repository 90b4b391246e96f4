// Sends the requests of one run: each waits for its turn, passes the circuit breaker, and is sent again where `RetryDecision` says so. All of
// them share one start rate and one connection.
import type { IExecuteFunctions } from 'n8n-workflow';

import { AT_ONCE, type CircuitBreaker, type Start } from '../flowControl/circuitBreaker';
import { createPace, type Pace } from '../flowControl/pace';
import { OWN_SLOT, type Slot } from '../flowControl/pool';
import { withRetries } from '../flowControl/retry';
import { createSleep, Cancellation, type Time } from '../flowControl/time';
import type { RunOptions } from '../operations/shared/options';
import type { RequestSpec, RequestProgress, ReplyResult } from '../operations/shared/requestTask';
import type { OperationFailure } from '../service/failure';
import type { ServiceSettings } from '../service/settings';
import { StaleStreak } from '../service/staleness';
import { connect, type Connection } from '../transport/transport';
import { RetryDecision } from './retryDecision';
import { GuardedRequest } from './state/outage';
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
  /** The failure with which stale replies have ended the run; undefined while they have not. */
  private staleFailure: OperationFailure | undefined;
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
    slot: Slot = OWN_SLOT,
  ): Promise<ReplyResult> {
    const { time } = this.ports;
    const { settings, send } = await this.connected();
    const { baseUrl, environment } = settings;
    const request = spec.toRequest(settings);
    const guarded = new GuardedRequest(this.ports.breaker, slot, this.cancellation, time);
    const attempt = async () => {
      this.throwIfStale();
      await guarded.waitUntilAllowed();
      attempts.count += 1;
      return await guarded.sendAndReport(async () => {
        let sentAt = new Date(time.epochMs());
        const reply = await send(request, async () => {
          await this.turnToStart(guarded);
          sentAt = new Date(time.epochMs());
          attempts.askedAt ??= sentAt;
        });
        attempts.replied = { environment, request, sentAt, answeredAt: new Date(time.epochMs()), reply };
        const result = spec.read(reply, { baseUrl, environment, ...progress });
        if (result.kind === 'result' && result.staleness !== undefined) {
          this.staleFailure ??= this.staleStreak.see(result.staleness);
        }
        return result;
      });
    };
    const decision = new RetryDecision(this.options, () => this.cancellation.isCancelled);
    return await withRetries(attempt, {
      advise: (error) => decision.advise(error),
      maxRetries: this.options.maxRetries,
      sleep: this.sleep,
      random: time.random,
      slowAll: (ms, reason) => {
        if (reason === 'tooMany') this.pace.pauseAndSlow(ms);
        else this.pace.pauseOnly(ms);
      },
    }).catch((error: unknown) => {
      throw decision.failureOf(error);
    });
  }

  private async turnToStart(guarded: GuardedRequest): Promise<void> {
    do {
      await guarded.waitUntilAllowed();
      await this.pace.turn();
      this.cancellation.throwIfCancelled();
      this.throwIfStale();
      await this.ports.beforeSend();
      // It may have waited for the register.
      this.cancellation.throwIfCancelled();
    } while (!guarded.isAllowed);
    guarded.goesOut();
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

  /** True for the failure with which stale replies to other items have ended the run. */
  isStaleFailure(error: unknown): boolean {
    return this.staleFailure !== undefined && error === this.staleFailure;
  }

  private throwIfStale(): void {
    if (this.staleFailure) throw this.staleFailure;
  }

  /** Connects only once something is to be sent, or a register is opened: a credential that cannot be used fails that item, or the run. */
  private async connected(): Promise<Connection> {
    this.connection ??= connect(this.context, { timeoutMs: this.options.timeout, clock: this.ports.time });
    const connection = await this.connection;
    this.knownEnvironment = connection.settings.environment;
    return connection;
  }
}
