// What the companies under one key are worth, without reading the whole register: their own rows, and whatever may change what they say.
import { READING_EVERYTHING } from './everyCompany';
import { keyHash } from '../rows/identity';
import { answersWith, readingIds } from '../facts/readingAnswers';
import { readAnswers, screeningsOf } from '../rows/answerRows';
import { readClaim } from '../rows/claimRows';
import type { Statement, StoredRow } from '../port/tables';

type Found = readonly (readonly StoredRow[])[];

const ANSWERS = READING_EVERYTHING.findIndex(({ table }) => table === 'answers');

/** The first of two calls: `READING_EVERYTHING`, but of the answers only those under the key. */
export function readingOfKey(key: string): Statement[] {
  return READING_EVERYTHING.map((statement, index) =>
    index === ANSWERS ? answersWith('keyHash', [keyHash(key)]) : statement,
  );
}

/**
 * The second one: what another company has with the same screening ids; rows of these companies whose key was changed; and whose the
 * open claims are.
 *
 * @param first the rows of each statement of the first call
 */
export function readingBeside(first: Found): Statement[] {
  const answers = (first[ANSWERS] ?? []).flatMap(readAnswers);
  const claims = first.flat().flatMap((row) => readClaim(row) ?? []);
  const claimed = claims.filter(({ state }) => state === 'open').flatMap(({ companies }) => companies);
  const companies = new Set([...answers.map(({ company }) => company), ...claimed]);
  return [answersWith('company', [...companies]), ...readingIds([...new Set(answers.flatMap(screeningsOf))])];
}

/** Pure. The rows of both calls, as those of each statement of `READING_EVERYTHING`. */
export function rowsOfKey(first: Found, beside: Found): StoredRow[][] {
  const answers = [...(first[ANSWERS] ?? []), ...beside.flat()];
  const each = [...new Map(answers.map((row) => [row.id, row])).values()];
  return first.map((rows, index) =>
    index === ANSWERS ? each.toSorted((one, other) => one.id - other.id) : [...rows],
  );
}
