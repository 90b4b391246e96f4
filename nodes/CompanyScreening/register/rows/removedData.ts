// The data of a removal, left when rows were deleted on purpose: how many of each table, and enough to tell later that they were not
// deleted by hand. Nothing of a customer: no name, no key, no id as it was given out.
import { strFromU8 } from 'fflate/browser';
import * as z from 'zod/v4';

import { hash, mark, time } from './cells';
import { hashOf } from './identity';

/** Ids in short: 48 bits of the hash of each. */
const shortIds = z.string().transform((text, context): IdIndex => {
  const ids = unpackIds(text);
  if (ids) return ids;
  context.addIssue({ code: 'custom', message: 'is no list of ids' });
  return z.NEVER;
});

/** Rows of each table that went, or were written again without the company; for the archive, closings. */
const countsSchema = z.object({
  answers: z.int(),
  claims: z.int(),
  closings: z.int(),
  decisions: z.int(),
  reports: z.int(),
  runs: z.int(),
});
export const removedDataSchema = z.object({
  /** Prune: the time before which rows went (ISO 8601). */
  before: z.union([time, z.literal('')]),
  counts: countsSchema,
  /** Open cases about it: a hit that nobody had decided about, for example. */
  openCases: z.int(),
  /** The answers, and the companies of claims, by the hashes of their ids. */
  answers: shortIds,
  /** Screening ids that no index has: the same id again is that of another screening. */
  screenings: shortIds,
  /** Hashes of screening ids that other companies have as well: these stay in doubt. */
  shared: z.array(hash),
  decisions: z.array(hash),
  /** The seals of the closings that are gone, or were written again. */
  seals: z.array(hash),
  /** The closings whose packs are gone, and whose ids stay. */
  closings: z.array(mark),
  /** Readers, by their names, that were not waited for any more. */
  readers: z.array(z.string()),
});
export type RemovedData = z.infer<typeof removedDataSchema>;

/** The data as they are written. */
export interface RemovedFacts extends Omit<RemovedData, 'answers' | 'screenings'> {
  answers: readonly string[];
  /** The hashes of screening ids. */
  screenings: readonly string[];
}

export function removedText({ answers, screenings, ...facts }: RemovedFacts): string {
  return JSON.stringify({
    ...facts,
    answers: packIds(answers.map(answerIdHash)),
    screenings: packIds(screenings),
  });
}

/** All deletions on purpose, by the rows that say so. */
export interface RemovedEver extends Record<
  'closings' | 'decisions' | 'seals' | 'shared',
  ReadonlySet<string>
> {
  /** True if an answer with this id was deleted. */
  hasAnswer: (answerId: string) => boolean;
}

export function removedOf(removals: readonly { removed: RemovedData }[] = []): RemovedEver {
  const answers = mergeIds(removals.map(({ removed }) => removed.answers));
  const all = (column: 'closings' | 'decisions' | 'seals' | 'shared') =>
    new Set(removals.flatMap(({ removed }) => removed[column]));
  return {
    hasAnswer: (answerId) => mayHaveId(answers, answerIdHash(answerId)),
    decisions: all('decisions'),
    seals: all('seals'),
    closings: all('closings'),
    shared: all('shared'),
  };
}

const answerIdHash = (answerId: string): string => hashOf(['answer id', 1, answerId]);

const DIGITS = 12;
/** Base64. */
const CHARACTERS = 8;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Values by the code of the character. */
const BASE64_VALUES = Float64Array.from({ length: 128 }, (_, code) => {
  const value = BASE64.indexOf(String.fromCharCode(code));
  return value < 0 ? NaN : value;
});

/** Numbers of 48 bits, sorted. */
export type IdIndex = Float64Array;

/** Writes six bytes for each id, as base64. @param hashes as `screeningHash` gives them */
export function packIds(hashes: readonly string[]): string {
  const digits = [...new Set(hashes.map((one) => one.slice(0, DIGITS)))].sort().join('');
  const bytes = Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  );
  return btoa(strFromU8(bytes, true));
}

/**
 * Undefined for a text that is none. Reads digit by digit, since an archive has millions: decoding to bytes first takes four times as long.
 */
export function unpackIds(text: string): IdIndex | undefined {
  if (text.length % CHARACTERS > 0) return undefined;
  const ids = new Float64Array(text.length / CHARACTERS);
  for (let place = 0; place < ids.length; place++) {
    let id = 0;
    for (let at = place * CHARACTERS; at < (place + 1) * CHARACTERS; at++)
      id = id * 64 + (BASE64_VALUES[text.charCodeAt(at)] ?? NaN);
    if (Number.isNaN(id)) return undefined;
    ids[place] = id;
  }
  return ids;
}

export function mergeIds(indexes: readonly IdIndex[]): IdIndex {
  const all = new Float64Array(indexes.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const index of indexes) {
    all.set(index, from);
    from += index.length;
  }
  return all.sort();
}

/** True if the id may be among them: one of 281 trillion others looks the same. */
export function mayHaveId(index: IdIndex, hash: string): boolean {
  const wanted = parseInt(hash.slice(0, DIGITS), 16);
  let from = 0;
  let to = index.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((index[middle] ?? 0) < wanted) from = middle + 1;
    else to = middle;
  }
  return index[from] === wanted;
}
