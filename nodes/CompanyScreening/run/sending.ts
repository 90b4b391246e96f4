// Sends what one run has to send, and decides how often: its start rate, its retries, its one connection.
import type { IExecuteFunctions } from 'n8n-workflow';

import { createSleep, Ending } from '../batch/ending';
import { createPace } from '../batch/pace';
import { MAX_RETRY_AFTER_MS, RetryQuota, withRetries, type RetryAdvice } from '../batch/retry';
import type { Time } from '../batch/time';
import type { Ask, Asked, Reading } from '../operations/operation';
import type { RunOptions } from '../operations/options';
import type { ServiceRequest } from '../service/endpoints';
import { mayBeCharged, OperationFailure, receiptIdOf } from '../service/failure';
import type { ServiceReply } from '../service/reply';
import type { ServiceSettings } from '../service/settings';
import { connect, type Connection } from '../transport/transport';
import { RunStopped } from './several';

/** What was sent for a task, and what came back last. */
export class Attempts {
  /** Of the request that was begun last. */
  count = 0;
  /** When it was asked for first; a request may have gone out since. */
  askedAt: Date | undefined;
  /** The last time that the request which was begun last was answered. */
  answered: AnsweredRequest | undefined;
  /** Those of the task's requests that were answered before it was begun. */
  readonly earlier: Array<AnsweredRequest & { count: number }> = [];

  /** Begins the next of several requests. The last one was answered. */
  beginNext(): void {
    if (!this.answered) throw new Error('The request before has no answer.');
    this.earlier.push({ ...this.answered, count: this.count });
    this.answered = undefined;
    this.count = 0;
  }

  /** Every request that was answered, in their order. */
  get allAnswered(): ReadonlyArray<AnsweredRequest & { count: number }> {
    return this.answered ? [...this.earlier, { ...this.answered, count: this.count }] : this.earlier;
  }
}
export interface AnsweredRequest {
  environment: Environment;
  request: ServiceRequest;
  sentAt: Date;
  answeredAt: Date;
  reply: ServiceReply;
}
type Environment = ServiceSettings['environment'];

export interface Sender {
  /** Sends a request, as often as the options allow, and reads the reply. Writes down what it does. */
  ask: (task: Ask, asked: Omit<Asked, 'environment'>, attempts: Attempts) => Promise<Reading>;
  /** Waits so many milliseconds, or until the run ends; never rejects. */
  wait: (ms: number) => Promise<void>;
  /** Reads the credential. @throws OperationFailure where it cannot be used */
  settings: () => Promise<ServiceSettings>;
  /** Known once the credential has been read. */
  environment: () => Environment | null;
}

/**
 * @param around `stopped` is aborted when nothing more is to be sent in this run; `mayStart` is asked before each request, and
 * rejects when none may start
 */
export function createSender(
  context: IExecuteFunctions,
  options: RunOptions,
  { stopped, mayStart, time }: { stopped: AbortSignal; mayStart: () => Promise<void>; time: Time },
): Sender {
  const cancelled = context.getExecutionCancelSignal();
  const ending = new Ending(cancelled ? AbortSignal.any([stopped, cancelled]) : stopped);
  const endableSleep = createSleep(ending, time.sleep);
  const pace = createPace({
    startsPerSecond: options.requestsPerSecond,
    sleep: endableSleep,
    now: time.monotonicMs,
  });
  const retryOptions = {
    maxRetries: options.maxRetries,
    quota: new RetryQuota(10 + context.getInputData().length / 10, options.concurrency),
    sleep: endableSleep,
    random: time.random,
    slowAll: (ms: number, tooMany: boolean) => {
      if (tooMany) pace.pause(ms);
      else pace.hold(ms);
    },
  };

  // Only once something is to be sent: a credential that cannot be used is then a failure of that item.
  let environment: Environment | null = null;
  let connection: Promise<Connection> | undefined;
  const connected = () =>
    (connection ??= connect(context, {
      timeoutMs: options.timeout,
      clock: time,
      beforeEach: async () => {
        await pace.turn();
        ending.throwIfEnded();
        await mayStart();
        // It may have waited for the register.
        ending.throwIfEnded();
      },
    }));

  return {
    async ask(task, asked, attempts) {
      const { settings, send } = await connected();
      environment = settings.environment;
      const request = task.toRequest(settings);
      const attempt = async () => {
        attempts.count += 1;
        const sentAt = new Date(time.epochMs());
        attempts.askedAt ??= sentAt;
        const reply = await send(request);
        attempts.answered = {
          environment: settings.environment,
          request,
          sentAt,
          answeredAt: new Date(time.epochMs()),
          reply,
        };
        return task.read(reply, { environment: settings.environment, ...asked });
      };
      let earlierMayBeCharged = false;
      const advise = (error: unknown) => {
        const advice = retryAdvice(error, options, ending.ended);
        earlierMayBeCharged ||= advice.retry && failureMayBeCharged(error);
        return advice;
      };
      return await withRetries(attempt, { advise, ...retryOptions }).catch((error: unknown) => {
        throw endingTheRun(earlierMayBeCharged ? unresolvedAfterAll(error) : error);
      });
    },
    wait: (ms) => endableSleep(ms).catch(() => undefined),
    async settings() {
      const { settings } = await connected();
      ({ environment } = settings);
      return settings;
    },
    environment: () => environment,
  };
}

function retryAdvice(error: unknown, { retryUncertain }: RunOptions, ended: boolean): RetryAdvice {
  // The register may be the first to say that nothing more is to begin.
  const interrupted = ended || error instanceof RunStopped;
  if (!(error instanceof OperationFailure)) return { retry: false, interrupted };
  const { state, retryAfterMs, pauseMs, httpStatus } = error.details;
  const waitMs = retryAfterMs === undefined ? pauseMs : Math.max(retryAfterMs, pauseMs ?? 0);
  return {
    retry: !ended && (state === 'safe' || (state === 'uncertain' && retryUncertain)),
    retryAfterMs: waitMs,
    slowsAll: httpStatus === 429 || waitMs !== undefined,
    // An outage says nothing about how much the service takes.
    tooMany: httpStatus === 429,
  };
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
