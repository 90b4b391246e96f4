// The age of a reply. A reply from a cache, or one that somebody sends again, looks like a new one in all but its dates. The clock of this
// machine is often wrong, and must not cost a night: it is asked only where there is no other date.
import { ONE_DAY_MS } from '../batch/time';
import { cachedForMs, httpDate, isSuccess, repliedAt, type AgeHeaders } from './http';

/** The clock that shows that a reply is old. */
type OtherClock = 'anotherReply' | 'authorizationServer' | 'cache' | 'thisMachine';

/** A date that is more than a day before another one, in epoch milliseconds. */
export interface OldDate {
  date: number;
  other: number;
  clock: OtherClock;
}

export interface ReplyAge {
  /** Null unless the reply's own date is old. Asked again when the run is over: a later reply may show it. */
  oldDate(): OldDate | null;
  /** True once any reply of the run has turned out to be old since it came. */
  anyCameToBeOld(): boolean;
  /** Nothing has a date, so repliedAt is of this machine's clock. */
  isByThisMachine: boolean;
}

/** The arrival of a reply, and what is known of the time then. */
interface Arrival {
  status: number;
  headers: Pick<AgeHeaders, 'age' | 'date'>;
  /** Time of the authorization server when it issued the token, which no reply can precede; 0 if it gave none. */
  tokenDate: number;
  /** By this machine. */
  epochMs: number;
  /** By a clock of this machine that is never corrected. */
  monotonicMs: number;
}

/** The dates of one run's replies. */
export class ReplyDates {
  /** The lead of the service's clock over the monotonic one, by the latest date that is not old itself. */
  private latest: number | undefined;
  /** The same lead by the earliest date that was not old when it came. */
  private earliest: number | undefined;

  see(arrival: Arrival): { repliedAt: number; age: ReplyAge } {
    const { headers, tokenDate, epochMs, monotonicMs, status } = arrival;
    const date = httpDate(headers.date?.trim() ?? '');
    const others = [
      ...(tokenDate > 0 ? [tokenDate] : []),
      ...(this.latest === undefined ? [] : [this.latest + monotonicMs]),
    ];
    const given = repliedAt(headers) ?? (others.length > 0 ? Math.max(...others) : epochMs);
    const old = oldInCache(given, headers) ?? (date === undefined ? null : this.oldAtArrival(date, arrival));
    if (date !== undefined && old === null) {
      this.earliest = Math.min(this.earliest ?? Infinity, date - monotonicMs);
      if (isSuccess(status)) this.latest = Math.max(this.latest ?? -Infinity, date - monotonicMs);
    }
    return {
      repliedAt: given,
      age: {
        oldDate: () => old ?? (date === undefined ? null : this.olderThanAnother(date, monotonicMs)),
        anyCameToBeOld: () => isBefore(this.earliest ?? Infinity, this.latest ?? -Infinity),
        isByThisMachine: date === undefined && others.length === 0,
      },
    };
  }

  private oldAtArrival(date: number, { tokenDate, epochMs, monotonicMs }: Arrival): OldDate | null {
    if (tokenDate > 0 && isBefore(date, tokenDate)) {
      return { date, other: tokenDate, clock: 'authorizationServer' };
    }
    if (this.latest !== undefined) return this.olderThanAnother(date, monotonicMs);
    if (tokenDate > 0 || !isBefore(date, epochMs)) return null;
    return { date, other: epochMs, clock: 'thisMachine' };
  }

  private olderThanAnother(date: number, monotonicMs: number): OldDate | null {
    const other = (this.latest ?? -Infinity) + monotonicMs;
    return isBefore(date, other) ? { date, other, clock: 'anotherReply' } : null;
  }
}

/**
 * Finds a reply that a cache itself says it has held for long, whatever the clocks say. @param given the moment when it gave the reply out,
 * in epoch milliseconds
 */
function oldInCache(given: number, headers: AgeHeaders): OldDate | null {
  const date = given - cachedForMs(headers);
  return isBefore(date, given) ? { date, other: given, clock: 'cache' } : null;
}

const isBefore = (date: number, other: number): boolean => date < other - ONE_DAY_MS;
