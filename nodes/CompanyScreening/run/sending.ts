// Sends what one run has to send, and decides how often: its start rate, its retries, its one connection.
import type { IExecuteFunctions } from 'n8n-workflow';

import { createSleep, Ending } from '../batch/ending';
import { createPace, type Pace } from '../batch/pace';
import { MAX_RETRY_AFTER_MS, RetryQuota, withRetries, type RetryAdvice } from '../batch/retry';
import type { Time } from '../batch/time';
import type { RunOptions } from '../operations/options';
import type { Inquiry, InquiryHistory, Reading } from '../operations/requestTask';
import { mayBeCharged, OperationFailure, receiptIdOf } from '../service/failure';
import type { ServiceSettings } from '../service/settings';
import { connect, type Connection } from '../transport/transport';
import type { Attempts } from './attempts';
import { RunStopped } from './runStop';

/** What the sending of a run takes from outside. */
export interface SendingPorts {
  /** Aborted when nothing more is to be sent in this run. */
  stopped: AbortSignal;
  /** Asked before each request; rejects when none may start. */
  mayStart: () => Promise<void>;
  time: Time;
}

export class Sender {
  private readonly ending: Ending;
  private readonly sleep: (ms: number) => Promise<void>;
  private readonly pace: Pace;
  private readonly quota: RetryQuota;
  /** A details path that does not work takes no retries from what is screened. */
  private readonly detailsQuota: RetryQuota;
  private connection: Promise<Connection> | undefined;
  private knownEnvironment: ServiceSettings['environment'] | null = null;

  constructor(
    private readonly context: IExecuteFunctions,
    private readonly options: RunOptions,
    private readonly ports: SendingPorts,
  ) {
    const { stopped, time } = ports;
    const cancelled = context.getExecutionCancelSignal();
    this.ending = new Ending(cancelled ? AbortSignal.any([stopped, cancelled]) : stopped);
    this.sleep = createSleep(this.ending, time.sleep);
    this.pace = createPace({
      startsPerSecond: options.requestsPerSecond,
      sleep: this.sleep,
      now: time.monotonicMs,
    });
    const quota = () => new RetryQuota(10 + context.getInputData().length / 10, options.concurrency);
    this.quota = quota();
    this.detailsQuota = quota();
  }

  /** Sends a request, as often as the options allow, and reads the reply. Writes down what it does in `attempts`. */
  async ask(
    inquiry: Inquiry,
    asked: Omit<InquiryHistory, 'environment'>,
    attempts: Attempts,
  ): Promise<Reading> {
    const { time } = this.ports;
    const { settings, send } = await this.connected();
    const { environment } = settings;
    const request = inquiry.toRequest(settings);
    const attempt = async () => {
      attempts.count += 1;
      const sentAt = new Date(time.epochMs());
      attempts.askedAt ??= sentAt;
      const reply = await send(request);
      attempts.answered = { environment, request, sentAt, answeredAt: new Date(time.epochMs()), reply };
      return inquiry.read(reply, { environment, ...asked });
    };
    let earlierMayBeCharged = false;
    const advise = (error: unknown) => {
      const advice = retryAdvice(error, this.options, this.ending.ended);
      const mayRepeat = advice.reason !== 'interrupted' && advice.mayRepeat;
      earlierMayBeCharged ||= mayRepeat && failureMayBeCharged(error);
      return advice;
    };
    return await withRetries(attempt, {
      advise,
      maxRetries: this.options.maxRetries,
      quota: request.screeningId === undefined ? this.quota : this.detailsQuota,
      sleep: this.sleep,
      random: time.random,
      slowAll: (ms, reason) => {
        if (reason === 'tooMany') this.pace.pause(ms);
        else this.pace.hold(ms);
      },
    }).catch((error: unknown) => {
      throw endingTheRun(earlierMayBeCharged ? unresolvedAfterAll(error) : error);
    });
  }

  /** Waits so many milliseconds, or until the run ends; never rejects. */
  async wait(ms: number): Promise<void> {
    await this.sleep(ms).catch(() => undefined);
  }

  /** Reads the credential. @throws OperationFailure where it cannot be used */
  async settings(): Promise<ServiceSettings> {
    return (await this.connected()).settings;
  }

  /** Known once the credential has been read. */
  get environment(): ServiceSettings['environment'] | null {
    return this.knownEnvironment;
  }

  /** Connects only once something is to be sent: a credential that cannot be used is then a failure of that item. */
  private async connected(): Promise<Connection> {
    this.connection ??= connect(this.context, {
      timeoutMs: this.options.timeout,
      clock: this.ports.time,
      beforeEach: async () => {
        await this.pace.turn();
        this.ending.throwIfEnded();
        await this.ports.mayStart();
        // It may have waited for the register.
        this.ending.throwIfEnded();
      },
    });
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
  const { state, retryAfterMs, pauseMs, httpStatus } = error.details;
  const mayRepeat = !ended && (state === 'safe' || (state === 'uncertain' && retryUncertain));
  const askedMs = Math.max(retryAfterMs ?? 0, pauseMs ?? 0);
  if (httpStatus === 429) return { reason: 'tooMany', mayRepeat, askedMs };
  // An outage says nothing about how much the service takes.
  const isUnavailable = retryAfterMs !== undefined || pauseMs !== undefined;
  return isUnavailable ? { reason: 'unavailable', mayRepeat, askedMs } : { reason: 'failed', mayRepeat };
}

const failureMayBeCharged = (error: unknown) =>
  error instanceof OperationFailure && mayBeCharged(error.details);

// With Retry When Uncertain, an attempt that was refused does not undo an earlier one that may have been charged.
function unresolvedAfterAll(error: unknown): unknown {
  if (!(error instanceof OperationFailure) || mayBeCharged(error.details)) return error;
  const { details } = error;
  return new OperationFailure({
    ...details,
    state: 'unresolved',
    receiptId: receiptIdOf(details),
    sending: 'earlierUnanswered',
  });
}

// The service asked for a long wait: the next request would get the same reply.
function endingTheRun(error: unknown): unknown {
  if (!(error instanceof OperationFailure)) return error;
  const { details } = error;
  if ((details.retryAfterMs ?? 0) <= MAX_RETRY_AFTER_MS) return error;
  return new OperationFailure({ ...details, endsRun: true });
}
