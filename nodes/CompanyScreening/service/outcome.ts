// What a screening record says about the company. A company is clear only when the service said so.
import * as z from 'zod/v4';

import { ONE_DAY_MS } from '../batch/time';
import { carefulVerdict, type Verdict } from './carefulVerdict';
import { hitSchema, RECORD_FIELDS, type ScreeningOption, type ScreeningRecord } from './contract';

export type Outcome = 'clear' | 'error' | 'hit' | 'review';

/** The reasons for a person to look, each with the sentence that explains it. */
export const REVIEW_EXPLANATIONS = {
  pending:
    'The service has not finished this screening. Screen the company again later, or contact the support of the service and quote the screening id.',
  unknownStatus:
    'The service gave a status that it does not document, so nobody can tell whether the screening is complete. Contact its support and quote the screening id.',
  errorsReported:
    'The service reported an error together with this result, so hits may be missing. Screen the company again, or contact the support of the service and quote the screening id.',
  otherRequest:
    'The reply does not belong to this request: its option, requester, reference or company is different, its id is empty, or another screening of the run got the same id. Screen the company again.',
  staleAnswer:
    'The service created or processed this screening more than a day before it was asked for, so the answer is an old one, perhaps from a cache on the way. Screen the company again. If it happens again, compare the clocks of the service and of this n8n, and contact the support of the service and quote the screening id.',
  partialAnswer:
    'The reply says that it is only a part of the answer, or that it was changed on its way, so hits may be missing. Screen the company again, or contact the support of the service and quote the screening id.',
  hitCountMismatch:
    'The number of hits that the service counted is not the number that it listed, so hits may be missing. Contact its support and quote the screening id.',
  malformedHit:
    'A field of a hit has an unexpected type, so the hit may be shown incompletely. Look at it with Content set to Raw.',
  controlFailed:
    'The control of this run, a name that you know to be listed, was not simply a hit, so to find nothing means nothing. Check that the name is still listed, contact the support of the service, and screen the companies again.',
  mixedScripts:
    'The name mixes letters of different alphabets that look alike, or shows its letters in an unusual form or order, so a watchlist may not find it. Check how the company really spells its name, and screen that.',
} as const;
export type ReviewReason = keyof typeof REVIEW_EXPLANATIONS;

/** What was asked, as far as the record must agree with it, and how it was answered. */
export interface ScreeningQuestion {
  option: ScreeningOption;
  /** Empty if none was sent. */
  requesterId: string;
  referenceId: string;
  companyName: string;
  /** A watchlist may not find the name, although a person can read it. */
  mayBeMissed: boolean;
  /** Another company of the run got the same id. */
  idIsShared: boolean;
  /** A name that is known to be listed was not found in this run. */
  controlFailed: boolean;
  /** False if the reply says that it is a part, or that it was changed on its way. */
  isWhole: boolean;
  /** When the reply was given, in epoch milliseconds. */
  repliedAt: number;
  /** If the record was asked for by its id, some time after the screening: that id. */
  screeningId?: string | undefined;
}

/** One thing that a record says: a hit, or a verdict on the record as a whole. */
export type Finding =
  /** The entry of `details` as received, and its number from 1. */
  | { outcome: 'hit'; hit: unknown; hitNumber: number }
  | { outcome: 'review'; reason: ReviewReason }
  | { outcome: 'clear' | 'error' };

/**
 * Reads a screening record (docs/design/service.md, Screening record). Each entry of `details` is a hit, whatever else the record
 * says. Unless the record is finished and consistent with its hits, one more finding follows: `clear`, `review` or `error`.
 * Never empty, never throws.
 */
export function findingsOf(record: ScreeningRecord, question: ScreeningQuestion): Finding[] {
  const hits = (record.details ?? []).map((hit, index): Finding => ({
    outcome: 'hit',
    hit,
    hitNumber: index + 1,
  }));
  const { outcome, reason } = verdictOn(record, question, hits.length);
  if (outcome === 'error' || outcome === 'clear') return [{ outcome }];
  return reason === null ? hits : [...hits, { outcome: 'review', reason }];
}

// The service lists Completed, and shows Successful in a sample. Compared exactly: any other spelling is an unknown
// status, and goes to a person.
const FINISHED = new Set(['Completed', 'Successful']);

function verdictOn(
  record: ScreeningRecord,
  question: ScreeningQuestion,
  hitCount: number,
): Verdict<'clear' | 'error' | 'hit', ReviewReason> {
  // That another screening has failed says nothing of this one.
  const hasFailed =
    hitCount === 0 && (record.status === 'Failed' || record.isError) && !hasAnotherId(record, question);
  const said = hasFailed ? 'error' : hitCount > 0 ? 'hit' : 'clear';
  const reasons = [doubtAbout(record, question, hitCount)];
  return carefulVerdict(said, { reasons, isProven: true, unproven: null });
}

/** Null if nothing speaks against the record. */
function doubtAbout(
  record: ScreeningRecord,
  question: ScreeningQuestion,
  hitCount: number,
): ReviewReason | null {
  const failed = record.status === 'Failed';
  if (answersAnother(record, question)) return 'otherRequest';
  if (!question.isWhole) return 'partialAnswer';
  if (isStale(record, question)) return 'staleAnswer';
  if (record.status === 'Pending') return 'pending';
  if (!failed && !FINISHED.has(record.status)) return 'unknownStatus';
  if (contradictsItself(record, STATUS_NAMES)) return 'unknownStatus';
  // A record that lists errors, or has an error code, is not free of errors, whatever its isError says.
  if (failed || record.isError || (record.errors?.length ?? 0) > 0 || carriesErrorCode(record)) {
    return 'errorsReported';
  }
  if (contradictsItself(record, ERROR_NAMES)) return 'errorsReported';
  if (record.totalHits !== hitCount || contradictsItself(record, HIT_NAMES)) return 'hitCountMismatch';
  if (hitCount > 0) return record.details?.every(isWellFormed) ? null : 'malformedHit';
  if (contradictsItself(record, OTHER_HIT_NAMES)) return 'hitCountMismatch';
  if (question.mayBeMissed) return 'mixedScripts';
  return question.controlFailed ? 'controlFailed' : null;
}

/** Whether the record contradicts the request. A missing field contradicts nothing. */
function answersAnother(record: ScreeningRecord, question: ScreeningQuestion): boolean {
  return (
    !/[\p{Letter}\p{Number}]/u.test(record.id) ||
    question.idIsShared ||
    hasAnotherId(record, question) ||
    contradicts(record.option, question.option) ||
    (question.requesterId !== '' && contradicts(record.requesterId, question.requesterId)) ||
    Object.entries(record).some(([name, value]) => echoesAnother(name, value, question))
  );
}

function hasAnotherId({ id }: ScreeningRecord, { screeningId }: ScreeningQuestion): boolean {
  return screeningId !== undefined && contradicts(id, screeningId);
}

/** Whether an undocumented field repeats what was asked, under nearly the same name, and says something different. */
function echoesAnother(name: string, value: unknown, question: ScreeningQuestion): boolean {
  if (RECORD_FIELDS.has(name)) return false;
  switch (lettersInName(name)) {
    case 'companyname':
      return contradicts(value, question.companyName, lettersOf);
    case 'option':
      return contradicts(value, question.option);
    case 'referenceid':
      return contradicts(value, question.referenceId);
    case 'requesterid':
      return question.requesterId !== '' && contradicts(value, question.requesterId);
    default:
      return false;
  }
}

/**
 * Whether the record was there more than a day before it was asked for. Without a date that can be read, nothing is known. The
 * day also covers a date without a time zone. What is asked for by its id may be of any age.
 */
function isStale(
  { createdAt, processedAt }: ScreeningRecord,
  { repliedAt, screeningId }: ScreeningQuestion,
): boolean {
  if (screeningId !== undefined) return false;
  return [createdAt, processedAt].some(
    // Date.parse finds a date in nearly every text, even in "7"; one that can be meant has a year.
    (date) => typeof date === 'string' && /\d{4}/.test(date) && Date.parse(date) < repliedAt - ONE_DAY_MS,
  );
}

/** The part of a name in which two spellings of one company must agree. */
function lettersOf(name: string): string {
  return name.normalize('NFKD').replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function contradicts(answered: unknown, asked: string, compared = (text: string) => text.trim()): boolean {
  if (answered === undefined || answered === null) return false;
  return typeof answered !== 'string' || compared(answered).toLowerCase() !== compared(asked).toLowerCase();
}

const nothing = z.union([z.undefined(), z.null(), z.literal(''), z.literal(false)]);
// The fields of the service's error bodies, none of which belongs to a record.
const errorCodeSchema = z.object({
  code: nothing,
  error: nothing,
  statusCode: z.union([nothing, z.int().min(200).max(299)]),
});

function carriesErrorCode(record: ScreeningRecord): boolean {
  return !errorCodeSchema.safeParse(record).success;
}

// Compared by their letters only: a service that writes "TotalHits" or "error_code" may mean it.
const STATUS_NAMES = new Set(['status']);
const ERROR_NAMES = new Set(['code', 'error', 'errorcode', 'errors', 'iserror', 'statuscode']);
const HIT_NAMES = new Set(['details', 'totalhits']);
// Not documented, and yet nobody would call it clear beside them.
const OTHER_HIT_NAMES = new Set(['hitcount', 'hits', 'matches']);

const nothingMore = z.union([nothing, z.literal(0), z.tuple([])]);

/** Whether a field with nearly the same name as one of these says something different. */
function contradictsItself(record: ScreeningRecord, names: ReadonlySet<string>): boolean {
  return Object.entries(record).some(([name, value]) => {
    if (RECORD_FIELDS.has(name)) return false;
    const letters = lettersInName(name);
    if (!names.has(letters) || nothingMore.safeParse(value).success) return false;
    if (letters === 'statuscode') return carriesErrorCode({ ...record, statusCode: value });
    const known = Object.keys(record).find((key) => RECORD_FIELDS.has(key) && key.toLowerCase() === letters);
    return known === undefined || JSON.stringify(record[known]) !== JSON.stringify(value);
  });
}

function lettersInName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}

function isWellFormed(hit: unknown): boolean {
  return hitSchema.safeParse(hit).success;
}
