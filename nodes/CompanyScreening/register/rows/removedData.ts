// What a row of the archive says that was left when rows were deleted on purpose: how many of each table, and enough to tell later that
// they were not deleted by hand. Nothing of a customer: no name, no key, no id as it was given out.
import * as z from 'zod/v4';

import { hashOf } from './identity';
import { mayHaveId, mergeIds, packIds, unpackIds, type IdIndex } from './idIndex';
import { hash, mark, time } from './cells';

/** Ids in short: 48 bits of the hash of each. */
const shortIds = z.string().transform((text, context): IdIndex => {
  const ids = unpackIds(text);
  if (ids) return ids;
  context.addIssue({ code: 'custom', message: 'is no list of ids' });
  return z.NEVER;
});

/** How many rows of each table went, or were written again without the company; of the archive, how many closings. */
const countsSchema = z.object({
  answers: z.int(),
  claims: z.int(),
  closings: z.int(),
  decisions: z.int(),
  reports: z.int(),
  runs: z.int(),
});
export const removedDataSchema = z.object({
  /** Of a prune: what was before this time (ISO 8601). */
  before: z.union([time, z.literal('')]),
  counts: countsSchema,
  /** How many cases about it were open: a hit that nobody had decided about, for example. */
  openCases: z.int(),
  /** The answers, and the companies of claims, by the hashes of their ids. */
  answers: shortIds,
  /** Their screening ids, where no index has them: the same id again is that of another screening. */
  screenings: shortIds,
  /** The hashes of those that other companies have as well: these stay in doubt. */
  shared: z.array(hash),
  /** The seals of the decisions. */
  decisions: z.array(hash),
  /** The seals of the closings that are gone, or were written again. */
  seals: z.array(hash),
  /** The closings whose packs are gone, and whose ids stay. */
  closings: z.array(mark),
  /** Readers, by their names, that were not waited for any more. */
  readers: z.array(z.string()),
});
export type RemovedData = z.infer<typeof removedDataSchema>;

/** The same as it is written. */
export interface RemovedFacts extends Omit<RemovedData, 'answers' | 'screenings'> {
  /** Ids of answers. */
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

/** What was deleted on purpose, by all rows that say so. */
export interface RemovedEver {
  /** Whether an answer with this id was. */
  hasAnswer: (answer: string) => boolean;
  decisions: ReadonlySet<string>;
  seals: ReadonlySet<string>;
  closings: ReadonlySet<string>;
  shared: ReadonlySet<string>;
}

export function removedEver(all: readonly RemovedData[]): RemovedEver {
  const answers = mergeIds(all.map((one) => one.answers));
  return {
    hasAnswer: (answer) => mayHaveId(answers, answerIdHash(answer)),
    decisions: new Set(all.flatMap(({ decisions }) => decisions)),
    seals: new Set(all.flatMap(({ seals }) => seals)),
    closings: new Set(all.flatMap(({ closings }) => closings)),
    shared: new Set(all.flatMap(({ shared }) => shared)),
  };
}

const answerIdHash = (answer: string): string => hashOf(['answer id', 1, answer]);
