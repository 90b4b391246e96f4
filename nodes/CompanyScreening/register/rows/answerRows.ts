// register/rows/: each table of the register in one file, with its cells, how a row of it is read and how it is written. What follows from
// rows is decided outside it.
//
// The table `answers`: a row for each company with replies to all of its names, or with a request that may have been paid for; and whether
// a row can be believed.
import * as z from 'zod/v4';

import { screeningOptionSchema } from '../../service/contract';
import type { StoredRow, TableRow } from '../port/tables';
import { hash, jsonText, mark, SealedTable, text, time } from './cells';
import { companyHash, type CompanyHash } from './identity';

const companySchema = z.object({
  key: z.string(),
  names: z.tuple([z.string()], z.string()).readonly(),
  option: z.enum([...screeningOptionSchema.options, 'AnnualReturns']),
  environment: z.enum(['production', 'sandbox']),
  baseUrl: z.string(),
});

/** The fields that tell a hit from another one of the same company. */
const knownHitSchema = z.object({
  fingerprint: hash,
  sourceId: z.string(),
  sourceType: z.string(),
  name: z.string(),
});
export type KnownHit = z.infer<typeof knownHitSchema>;

const answerDataSchema = z.object({
  company: companySchema,
  referenceId: z.string(),
  screeningId: z.string(),
  /** The beginning of the run that asked for it: the date to which it belongs. */
  begunAt: time,
  hits: z.array(knownHitSchema),
  /** Data with which the operation gives out the same items again. The register does not look into it. */
  payload: z.json(),
  /** Hashes of the screening ids after the one in `screening`, for several names. */
  otherScreenings: z.array(hash).optional(),
  /** The screening ids as the service gave them. */
  otherScreeningIds: z.array(z.string()).optional(),
  /** The names of the doubts that were stored before it: see `doubtRows.ts`. */
  lateDoubtNames: z.array(mark).optional(),
});

const answerCells = {
  answer: mark,
  mark,
  company: hash,
  /** The same for all companies under one key, see `keyHash`. */
  keyHash: hash,
  run: mark,
  /** `unanswered`: it was sent, and no answer came, or not for all of its names. */
  kind: z.enum(['answer', 'unanswered']),
  /** The answers that were the latest when this was asked, and the repeats that were known before them. */
  previousAnswers: jsonText(z.array(mark)),
  /** The last originals before this one: see `history.ts`. */
  previousOriginals: jsonText(z.array(mark)),
  /** The mark again if this says the same as the one in `previousOriginals`; empty for an original. */
  repeatMark: text,
  /** The claims without an answer that a person decided to ask again for. */
  replacesClaims: jsonText(z.array(mark)),
  /** The hash of its screening id; for several names, of the first known one. */
  screening: z.union([hash, z.literal('')]),
  /** `requested`: annual returns were, which is no verdict. */
  outcome: z.enum(['clear', 'error', 'hit', 'requested', 'review']),
  reason: text,
  screenedAt: time,
  data: jsonText(answerDataSchema),
};
export const ANSWER_TABLE = new SealedTable('answer', answerCells);

const answerSchema = z
  .object(answerCells)
  .transform(({ answer: answerId, run: runId, mark: claimId, repeatMark, ...cells }) => ({
    answerId,
    runId,
    claimId,
    isRepeat: repeatMark !== '',
    ...cells,
  }));
/** The answer about one company, or that there is none. */
export type IntactAnswer = z.infer<typeof answerSchema>;
/** A row that proves nothing: it was changed, or a doubt about it was. Its content makes others doubtful all the same. */
interface DamagedAnswer {
  kind: 'damaged';
  answerId: string;
  claimId: string;
  company: CompanyHash;
  /** Null if it cannot be read. */
  screenedAt: string | null;
  /** Hashes as `screeningHashesOf` gives them, as far as they can be read: another company with one of them is in doubt all the same. */
  screenings: readonly string[];
  /** Doubts as `doubtsNamedBy` gives them. */
  doubts: readonly string[];
}
export type StoredAnswer = DamagedAnswer | IntactAnswer;

const damagedSchema = z.object({
  id: z.number(),
  answer: mark.catch(''),
  mark: mark.catch('unreadable'),
  company: hash.optional().catch(undefined),
  keyHash: text.catch(''),
  screening: hash.transform((one) => [one]).catch([]),
  screenedAt: time.nullable().catch(null),
  data: jsonText(
    z.object({
      company: companySchema.transform(companyHash).optional().catch(undefined),
      otherScreenings: z.array(hash).catch([]),
      lateDoubtNames: z.array(mark).catch([]),
    }),
  ).catch({ otherScreenings: [], lateDoubtNames: [] }),
});

/**
 * Gives one answer. A row that contradicts itself is a damaged one of each company that it may be about: that of its column, and that of
 * its data. Empty where neither is known.
 */
export function readAnswers(row: StoredRow): StoredAnswer[] {
  return readAnswersAmong(row, () => NOBODY);
}

const NOBODY: ReadonlySet<CompanyHash> = new Set();

/**
 * Gives them as `readAnswers` does. If the data of a damaged row do not say whom it is about, and its column names none of the companies
 * under its key, it may be about any of these.
 *
 * @param underKey the companies under the key with this hash, as far as they are known
 */
export function readAnswersAmong(
  row: StoredRow,
  underKey: (keyHash: string) => ReadonlySet<CompanyHash>,
): StoredAnswer[] {
  const answer = answerSchema.safeParse(row).data;
  if (answer && ANSWER_TABLE.isIntact(row) && answersItsCompany(answer)) return [answer];
  const damaged = damagedSchema.safeParse(row).data;
  if (!damaged) return [];
  const { id, mark: claimId, company, keyHash, screening, screenedAt, data } = damaged;
  const screenings = [...screening, ...data.otherScreenings];
  const doubts = data.lateDoubtNames;
  // A changed id may be one that another answer follows: nobody may forget the row for that.
  const answerId = damaged.answer.startsWith(`${claimId}.`) ? damaged.answer : `unreadable-${id}`;
  const alike = underKey(keyHash);
  const isKnown = data.company !== undefined || (company !== undefined && alike.has(company));
  return [...new Set([company, data.company, ...(isKnown ? [] : alike)])].flatMap((one) =>
    one === undefined
      ? []
      : { kind: 'damaged', answerId, claimId, company: one, screenedAt, screenings, doubts },
  );
}

/** Hashes of the ids of all its screenings. */
export function screeningHashesOf(answer: StoredAnswer): readonly string[] {
  if (answer.kind === 'damaged') return answer.screenings;
  const { screening, data } = answer;
  return [screening, ...(data.otherScreenings ?? [])].filter((one) => one !== '');
}

export function doubtsNamedBy(answer: StoredAnswer): readonly string[] {
  return answer.kind === 'damaged' ? answer.doubts : (answer.data.lateDoubtNames ?? []);
}

/** The answer as damaged: a doubt about it is gone. */
export function asDamaged(intact: IntactAnswer): DamagedAnswer {
  const { answerId, claimId, company, screenedAt } = intact;
  const [screenings, doubts] = [screeningHashesOf(intact), doubtsNamedBy(intact)];
  return { kind: 'damaged', answerId, claimId, company, screenedAt, screenings, doubts };
}

export function answerRow({ answerId, runId, claimId, isRepeat, ...cells }: IntactAnswer): TableRow {
  const repeatMark = isRepeat ? claimId : '';
  return ANSWER_TABLE.rowOf({ ...cells, answer: answerId, run: runId, mark: claimId, repeatMark });
}

function answersItsCompany({ company, kind, outcome, data }: IntactAnswer): boolean {
  if (companyHash(data.company) !== company) return false;
  // Some of several names may have been answered.
  const mayHaveHits = data.company.names.length > 1;
  if (kind === 'unanswered') return outcome === 'error' && (mayHaveHits || data.hits.length === 0);
  const isRequest = data.company.option === 'AnnualReturns';
  const mayBeEither = outcome === 'error' || outcome === 'review';
  if (isRequest !== (outcome === 'requested') && !mayBeEither) return false;
  return outcome === 'hit' ? data.hits.length > 0 : data.hits.length === 0;
}
