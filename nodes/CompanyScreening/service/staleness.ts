// The age of a reply and of a record. A reply from a cache, or one that somebody sends again, looks like a new one in all but its dates. The
// clock of this machine is often wrong, and must not cost a night: it is asked only where there is no other date.
import { ONE_DAY_MS } from '../flowControl/time';
import { toTheMinute } from '../names/plainText';
import type { ScreeningRecord } from './contract';
import { DATE_NAMES, undocumentedFieldsIn, valuesIn } from './contradictions';
import { failedRun, type OperationFailure } from './failure';
import { cachedForMs, httpDate, isSuccess, repliedAt, type AgeHeaders } from './http';

// Seconds from September 2001 on; milliseconds have three digits more.
const MIN_SECONDS = 1e9;
const MAX_SECONDS = 1e11;
const MAX_MS = 1e14;
const JSON_DATE = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/;
const DIGITS = /^\d{10,14}(?:\.\d+)?$/;

/** Epoch milliseconds of an ISO date, of a number of seconds or milliseconds, or of `/Date(ms)/`. Undefined if it is none of them. */
export function readDate(value: unknown): number | undefined {
  if (typeof value === 'number') return epochMs(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const [, inJson] = JSON_DATE.exec(text) ?? [];
  if (inJson !== undefined) return Number(inJson);
  if (DIGITS.test(text)) return epochMs(Number(text));
  // Date.parse finds a date in nearly every text, even in "7"; one that is meant has a year.
  const parsed = /\d{4}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(parsed) ? undefined : parsed;
}

function epochMs(value: number): number | undefined {
  if (value >= MIN_SECONDS && value < MAX_SECONDS) return value * 1000;
  return value >= MAX_SECONDS && value < MAX_MS ? value : undefined;
}

/** Evidence that a reply is an old one: a date, or a text in the place of a date that cannot be read as one. */
export type Staleness =
  | { is: 'oldReply'; dates: OldDate }
  | { is: 'oldRecord'; date: number; repliedAt: number; isByThisMachine: boolean }
  | { is: 'unreadable'; texts: string[] };

/**
 * Gives null if nothing shows that the record was there more than a day before it was asked for. A missing date shows nothing. The day also
 * covers a date without a time zone.
 */
export function stalenessOf(
  record: Pick<ScreeningRecord, 'createdAt' | 'processedAt'>,
  { repliedAt, age }: { repliedAt: number; age?: ReplyAge | undefined },
): Staleness | null {
  const dates = age?.oldDate();
  if (dates) return { is: 'oldReply', dates };
  const given = givenDates(record);
  const read = given.flatMap((date) => readDate(date) ?? []);
  const date = read.find((one) => one < repliedAt - ONE_DAY_MS);
  if (date !== undefined)
    return { is: 'oldRecord', date, repliedAt, isByThisMachine: age?.isByThisMachine ?? false };
  return given.length > 0 && read.length === 0 ? { is: 'unreadable', texts: given.map(dateText) } : null;
}

/** The dates of a record as they came, for people; empty if it has none. */
export function shownDates(record: Pick<ScreeningRecord, 'createdAt' | 'processedAt'>): string {
  return givenDates(record).map(dateText).join(', ');
}

/** Includes dates under nearly the same names. */
function givenDates(record: Pick<ScreeningRecord, 'createdAt' | 'processedAt'>) {
  const { createdAt, processedAt } = record;
  return [createdAt, processedAt, ...valuesIn(undocumentedFieldsIn(record), DATE_NAMES)].filter(
    (date) => date !== undefined && date !== null && date !== '',
  );
}

const MAX_SHOWN = 60;

function dateText(date: unknown): string {
  const text = typeof date === 'string' ? date : JSON.stringify(date);
  return `"${text.slice(0, MAX_SHOWN).replaceAll(/\s+/g, ' ')}"`;
}

// One company may get an old reply. So many in a row are no accident, and every further one would be paid for and be of no use.
const MAX_IN_A_ROW = 10;

/** Old replies in a row of one run. */
export class StaleStreak {
  private inARow = 0;

  /** @returns why nothing more is to be sent; undefined if the run goes on */
  see(staleness: Staleness | null): OperationFailure | undefined {
    this.inARow = staleness === null ? 0 : this.inARow + 1;
    if (staleness === null) return undefined;
    if (isByThisMachine(staleness)) return ending('The service gave an old answer', staleness);
    return this.inARow === MAX_IN_A_ROW
      ? ending(`The last ${MAX_IN_A_ROW} answers of the service were old`, staleness)
      : undefined;
  }
}

function isByThisMachine(staleness: Staleness): boolean {
  return staleness.is === 'oldReply'
    ? staleness.dates.clock === 'thisMachine'
    : staleness.is === 'oldRecord' && staleness.isByThisMachine;
}

function ending(what: string, staleness: Staleness): OperationFailure {
  return failedRun({
    message: `${what}, so nothing more is sent: ${datesIn(staleness)}.`,
    explanation:
      staleness.is === 'unreadable'
        ? 'A date that cannot be read may be from any day. What was answered is for review.'
        : `${isByThisMachine(staleness) ? 'There is no other date to compare with, so one of the two clocks may be wrong' : 'One of the two clocks is wrong'}, or old answers come from a cache or a gateway on the way. What was answered is for review.`,
    advice:
      "Compare the clocks, ask the service's support and whoever runs this network, and start the run again with what has no result.",
  });
}

function datesIn(staleness: Staleness): string {
  switch (staleness.is) {
    case 'oldReply': {
      const { date, other, clock } = staleness.dates;
      return `the service dated its reply ${shownTime(date)}, and ${CLOCKS[clock]} ${shownTime(other)}`;
    }
    case 'oldRecord':
      return `the service created or processed the screening ${shownTime(staleness.date)}, and ${staleness.isByThisMachine ? CLOCKS.thisMachine : 'answered'} ${shownTime(staleness.repliedAt)}`;
    case 'unreadable':
      return `the service dated the screening ${staleness.texts.join(' and ')}, which cannot be read as a date`;
  }
}

const CLOCKS: Record<OldDate['clock'], string> = {
  authorizationServer: 'the authorization server issued the access token',
  anotherReply: 'by the date of another reply it was',
  cache: 'by its header Age a cache on the way gave it out',
  thisMachine: 'the clock of this n8n said',
};

const shownTime = (ms: number): string => `${toTheMinute(new Date(ms).toISOString())} UTC`;

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
  /** The time of this machine. */
  epochMs: number;
  /** The time of a clock of this machine that is never corrected. */
  monotonicMs: number;
}

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
