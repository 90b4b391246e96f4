// Filters of the companies, hits and runs of a register, and the register as a whole.
import { tryToParseDateTime } from 'n8n-workflow';
import * as z from 'zod/v4';

import { cleanText } from '../../names/companyName';
import { InvalidItem } from '../../names/invalidItem';
import { compact, isDay, plainText } from '../../names/plainText';
import {
  companiesIn,
  REGISTER_QUERIES,
  relatedQueries,
  companyKeyQueries,
  rowsOfBothCalls,
  wholeRegister,
  type EveryCompany,
  type WholeRegister,
} from '../../register/companies/everyCompany';
import { damagedRow, type StoredRow, type Tables } from '../../register/port/tables';
import type { Outcome } from '../../service/outcome';

export type Filters = ReturnType<typeof readFilters>;

const OUTCOMES = ['clear', 'error', 'hit', 'review'] as const satisfies readonly Outcome[];

const filtersSchema = z.object({
  companyKey: z.unknown().transform(cleanText),
  outcome: z.array(z.enum(OUTCOMES)).default([]),
  from: z.unknown(),
  before: z.unknown(),
  case: z.unknown().transform(plainText),
  notProposedBy: z.unknown().transform(plainText),
});

/**
 * Everything passes a test whose filter is not set.
 *
 * @param timezone of the workflow: a time without a zone of its own, as the editor writes it, is in this one
 * @throws InvalidItem for a value that cannot be used
 */
export function readFilters(collection: unknown, timezone: string) {
  const given = filtersSchema.safeParse(collection ?? {});
  if (!given.success) throw invalidFilter('Outcome', `It must be one or several of ${OUTCOMES.join(', ')}.`);
  const { companyKey, outcome } = given.data;
  const from = timeOf('From', given.data.from, timezone);
  const before = timeOf('Before', given.data.before, timezone);
  const hasKey = (key: string) => companyKey === '' || key === '' || cleanText(key) === companyKey;
  /** @param time ISO 8601, or empty where no time is known: what might belong to a span of time is not left out. */
  const isInTime = (time: string) => {
    const ms = Date.parse(time);
    return Number.isNaN(ms) || (ms >= (from ?? -Infinity) && ms < (before ?? Infinity));
  };
  /** True if any time from the first to the last one is in time (ISO 8601). */
  const mayBeInTime = (first: string, last: string) =>
    Date.parse(last) >= (from ?? -Infinity) && Date.parse(first) < (before ?? Infinity);
  return {
    /** The key as `cleanText` gives it; empty if not set. */
    companyKey,
    /** The time of Before, in epoch milliseconds; undefined if it is empty. */
    beforeMs: before,
    /** The name of an open case, and the person who may not confirm; empty if not set. */
    caseName: given.data.case,
    notProposedBy: given.data.notProposedBy,
    /** The companies, decisions and runs that are left out, in words; empty if none are. */
    inWords: compact(
      companyKey && `company key ${companyKey}`,
      from !== undefined && `from ${new Date(from).toISOString()}`,
      before !== undefined && `before ${new Date(before).toISOString()}`,
    ).join(', '),
    hasOutcome: (one: string) => outcome.length === 0 || outcome.some((wanted) => wanted === one),
    isInTime,
    mayBeInTime,
    /** True for the company, in time. @param one its key is empty where none is known: that is not left out either. */
    isWanted: (one: { key: string; time: string }) => hasKey(one.key) && isInTime(one.time),
  };
}

// n8n's own kind of time and a Date are texts as JSON.
const timeSchema = z
  .unknown()
  .transform((value): unknown => JSON.parse(JSON.stringify(value ?? '')))
  .pipe(z.string());

/** A date, alone or with a time, which may have a zone of its own. */
const ISO_TIME =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;

/** Epoch milliseconds; undefined if the filter is empty. */
function timeOf(name: string, value: unknown, timezone: string): number | undefined {
  const time = readTime(value, timezone);
  if (time === null) throw invalidFilter(name, TIME_FORMS);
  return time;
}

export const TIME_FORMS = 'It must be a date, or a date and a time, such as 2026-01-31 or 2026-01-31T18:00.';

/**
 * The value of a field for a date: epoch milliseconds, undefined if it is empty, or null if it is no time.
 *
 * @param timezone that of a time without one
 */
export function readTime(value: unknown, timezone: string): number | null | undefined {
  const text = timeSchema.safeParse(value).data;
  if (text === '') return undefined;
  const day = ISO_TIME.exec(text ?? '')?.groups?.['day'];
  const isTime = text !== undefined && day !== undefined && isDay(day);
  return isTime ? tryToParseDateTime(text, timezone).toMillis() : null;
}

function invalidFilter(filter: string, advice: string): InvalidItem {
  return new InvalidItem(`The filter ${filter} has an invalid value.`, `Correct it in this node. ${advice}`);
}

export interface RegisterReading extends EveryCompany {
  /** The register from which the companies follow. */
  whole: WholeRegister;
  /** The rows of each statement of `REGISTER_QUERIES`. */
  found: readonly (readonly StoredRow[])[];
}

/**
 * @param nowMs epoch milliseconds
 * @param key as the filter Company Key has it; empty for all companies
 * @returns with a key, the companies under it as they are in the whole register, and some others
 * @throws RegisterFailure if a row cannot be read on which the others depend
 */
export async function readRegister(
  tables: Tables,
  register: string,
  nowMs: number,
  key = '',
): Promise<RegisterReading> {
  const first = await tables.run(key === '' ? REGISTER_QUERIES : companyKeyQueries(key));
  const found = key === '' ? first : rowsOfBothCalls(first, await tables.run(relatedQueries(first)));
  const whole = wholeRegister(found, nowMs);
  if (!('known' in whole)) throw damagedRow(register, whole);
  return { ...companiesIn(whole, nowMs), whole, found };
}
