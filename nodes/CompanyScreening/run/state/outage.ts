// The outage of the service, as a run meets it: which failure counts for the circuit breaker, how a request passes it, and the words for a run
// that it ended.
import type { IExecuteFunctions } from 'n8n-workflow';

import { CircuitBreaker, Outage, type Permit } from '../../flowControl/circuitBreaker';
import type { RequestEnd } from '../../flowControl/outageRules';
import type { Slot } from '../../flowControl/pool';
import { ONE_HOUR_MS, type Cancellation, type Time } from '../../flowControl/time';
import { quantity } from '../../names/plainText';
import type { Operation } from '../../operations/shared/operation';
import { failedRun, OperationFailure } from '../../service/failure';
import type { Calendar } from './runContext';
import {
  failedBeforeSending,
  mayBeCharged,
  wasSent,
  type ItemState,
  type StoppedBy,
  type UnfinishedItem,
} from './itemState';

/** Gives the end of a request that failed like this. */
export function endOf(error: unknown): { how: RequestEnd; problem: string } {
  if (!(error instanceof OperationFailure)) return { how: 'notSent', problem: '' };
  return { how: howItEnded(error), problem: error.message };
}

function howItEnded({ details }: OperationFailure): RequestEnd {
  const { state, errorType, isForeign } = details;
  switch (state) {
    case 'unsendable':
      return 'notSent';
    case 'safe':
      return 'notCharged';
    case 'uncertain':
    case 'staysUncertain':
      return 'unanswered';
    case 'refused':
    case 'failedAtService':
      // Fatal is the catalog's word for a failure of the service itself.
      return isForeign || errorType === 'Fatal' ? 'unanswered' : 'answered';
  }
}

/** The failure of everything that is not sent any more. Its message has no counts yet: see `withOutageCounted`. */
export function outageFailure({ sinceMs, problem }: Outage): OperationFailure {
  return failedRun({
    isUnreachable: true,
    outage: { sinceMs, problem },
    message: 'No answers come from the service, so this run sends no more.',
  });
}

export interface EndedRun {
  items: ItemState[];
  stoppedBy?: StoppedBy;
}

export interface OutageWords {
  nouns: Operation['nouns'];
  calendar: Calendar;
  /** Gives the company of an item by its number: a company in several rows counts once. */
  companyOf: (itemIndex: number) => string | null;
  isInRegister: boolean;
}

/** Requests that the breaker refused in an outage count as not sent like the rest, and all of it says how many were. */
export function withOutageCounted({ items, stoppedBy }: EndedRun, words: OutageWords): EndedRun {
  const outage = outageOf(stoppedBy?.error);
  if (!stoppedBy || !outage) return { items, ...(stoppedBy ? { stoppedBy } : {}) };
  const counted = items.map((item): ItemState =>
    isRefused(item) ? { state: 'notSent', subject: item.subject } : item,
  );
  const message = sentenceOf(outage, counted, words);
  const error = new OperationFailure({
    ...outageFailure(new Outage(outage.sinceMs, outage.problem)).details,
    ...{ message, ...(words.isInRegister ? { advice: KEPT_ADVICE } : plainAdvice(message)) },
  });
  return { items: counted, stoppedBy: { ...stoppedBy, error } };
}

const outageOf = (error: unknown) => (error instanceof OperationFailure ? error.details.outage : undefined);

function isRefused(item: ItemState): boolean {
  if (item.state !== 'failed' || item.partialResult) return false;
  return (
    item.error instanceof OperationFailure &&
    item.error.details.state === 'unsendable' &&
    outageOf(item.error) !== undefined
  );
}

const KEPT_ADVICE =
  'Once the service answers, run this again: what was answered is in the register, and is neither sent nor paid for again.';
const plainAdvice = (message: string) => ({
  advice:
    'Once the service answers, run this again with what was not sent: the rest would be sent and paid for again.',
  forColleagues: `${message} Try again later with what was not sent: the rest would be paid for again.`,
});

function sentenceOf(
  { sinceMs, problem }: { sinceMs: number; problem: string },
  items: readonly ItemState[],
  { nouns, calendar, companyOf }: OutageWords,
): string {
  const counted = (isCounted: (item: ItemState) => boolean) =>
    new Set(items.flatMap((item, index) => (isCounted(item) ? [companyOf(index) ?? index] : []))).size;
  const sent = counted(wasSent);
  const notSent = counted((item) => item.state === 'notSent' || failedBeforeSending(item));
  const charged = counted(
    (item) => wasSent(item) && item.state === 'failed' && mayBeCharged(item.error, true),
  );
  const since = `${calendar.timeOf(sinceMs)} (${calendar.timeZone})`;
  const all = quantity(sent + notSent, nouns.one, nouns.several);
  return [
    `${problem.replace(/\.$/, '')}; no answer has come since ${since}, so nothing more is sent: of ${all}, ${sent} ${were(sent)} sent`,
    `${charged} of these may have been charged`,
    `and ${notSent} ${were(notSent)} not sent and cost nothing.`,
  ].join(', ');
}

const were = (count: number): string => (count === 1 ? 'was' : 'were');

/** The circuit breakers of all executions: the runs of one node in one execution share theirs. */
export class CircuitBreakers {
  private readonly breakers = new Map<string, CircuitBreaker>();

  constructor(private readonly time: Pick<Time, 'epochMs' | 'monotonicMs' | 'sleep'>) {}

  /** The circuit breaker of this execution and node. One that was not used for an hour is forgotten. */
  of(context: Pick<IExecuteFunctions, 'getExecutionId' | 'getNode'>, concurrency: number): CircuitBreaker {
    const nowMs = this.time.monotonicMs();
    for (const [key, { usedAtMs }] of this.breakers)
      if (nowMs - usedAtMs > ONE_HOUR_MS) this.breakers.delete(key);
    const key = JSON.stringify([context.getExecutionId(), context.getNode().id]);
    const breaker = this.breakers.get(key) ?? new CircuitBreaker(concurrency, this.time);
    this.breakers.set(key, breaker);
    return breaker;
  }

  get size(): number {
    return this.breakers.size;
  }
}

/** One request behind the circuit breaker: it waits until it is allowed to go out, and reports its end. */
export class GuardedRequest {
  private permit: Permit;
  private sentAtMs: number | undefined;

  /** @param breaker undefined where everything may start */
  constructor(
    private readonly breaker: CircuitBreaker | undefined,
    private readonly slot: Slot,
    private readonly run: Cancellation,
    private readonly time: Pick<Time, 'monotonicMs'>,
  ) {
    this.permit = slot.permit;
  }

  /** True if it may go out now. */
  get isAllowed(): boolean {
    return this.breaker?.allows(this.permit) ?? true;
  }

  /**
   * Waits, without the slot, until it is allowed.
   *
   * @throws OperationFailure once nothing may start any more
   */
  async waitUntilAllowed(): Promise<void> {
    const { breaker } = this;
    if (!breaker || this.isAllowed) return;
    const asked = breaker.ask('request', this.run).catch((error: unknown) => {
      throw error instanceof Outage ? outageFailure(error) : error;
    });
    ({ permit: this.permit } = await this.slot.yieldWhile(asked));
  }

  /** Notes that the request goes out now. */
  goesOut(): void {
    this.sentAtMs ??= this.time.monotonicMs();
  }

  /** Sends a request, and tells the breaker how it ended. */
  async sendAndReport<T>(send: () => Promise<T>): Promise<T> {
    this.sentAtMs = undefined;
    const sending = send();
    void sending.then(
      () => {
        this.end({ how: 'answered', problem: '' });
      },
      (error: unknown) => {
        this.end(endOf(error));
      },
    );
    return await sending;
  }

  private end(end: ReturnType<typeof endOf>): void {
    const sentAtMs = this.sentAtMs ?? this.time.monotonicMs();
    this.breaker?.end(this.permit, { sentAtMs, ...end });
  }
}

/** True if no reply came, not even one that refuses. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof OperationFailure && error.details.isUnreachable === true;
}

/** Notes since when requests of a run get no reply. */
export class Unreachable {
  /** The beginning of the first request that got no reply, in epoch milliseconds; undefined if there is none. */
  sinceMs: number | undefined;

  /** @param begunAtMs when it was asked for first; undefined if nothing was sent for it */
  note(itemState: UnfinishedItem, begunAtMs: number | undefined): void {
    if (begunAtMs === undefined || itemState.state !== 'failed' || !isUnreachable(itemState.error)) return;
    this.sinceMs = Math.min(this.sinceMs ?? begunAtMs, begunAtMs);
  }
}
