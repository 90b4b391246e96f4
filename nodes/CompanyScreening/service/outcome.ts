// Every verdict on a screening is decided by one rule, `reviewIfInDoubt`:
//   A hit stays a hit, and an error an error, whatever is in doubt.
//   Anything else stands only if there is no reason to doubt it, and nothing contradicts it. Otherwise a person has to look: review.
// It is applied each time that more is known:
//   1. to one reply: `hitsAndVerdict` in this file. `reviewReasonFor` has every reason that a reply can give;
//   2. to a company under all of its names: `verdictOver` in `operations/screening/verdict.ts`;
//   3. with a register, to the stored answer beside what is read of it today: `verdictOfAnswer` in `register/companies/companyResult.ts`.
//      `withRegisterVerdict` in `screeningResult.ts` joins it with 2.
// A doubt about a stored answer changes its outcome by the same rule (`outcomeInDoubt`). What is `review` from the beginning needs no rule:
// replies that cannot be read, or that are some of several (`operations/shared/storedVerdict.ts`), and what a workbook does not believe.
import { normalized } from '../names/plainText';
import { hitSchema, MAX_HITS, type ScreeningRecord } from './contract';
import {
  contradictsItself,
  ERROR_NAMES,
  errorCodeSchema,
  HIT_NAMES,
  holdsHitsElsewhere,
  undocumentedFieldsIn,
  PROGRESS_NAMES,
  saysItFailed,
  saysItIsAPart,
  STATUS_NAMES,
  valuesIn,
  type UndocumentedFields,
} from './contradictions';
import type { ScreeningRequestBody } from './endpoints';
import { type ReplyAge, stalenessOf } from './staleness';

export interface Verdict<Said extends string = string, Reason extends string = string> {
  outcome: Said | 'review';
  /** The reason for a review, or for a doubt beside a hit; null if there is none. */
  reason: Reason | null;
}

/** Reasons against what was said. */
export interface ReviewGrounds<Reason extends string> {
  /** The first reason that is there is given. */
  reasons: readonly (Reason | '' | null | undefined)[];
  /** True if something else says another outcome. */
  isContradicted?: boolean;
  /** The reason for a review for which `reasons` has none. */
  defaultReason?: Reason;
}

/** The rule of every verdict, at the head of this file. A hit and an error have the reason beside them. */
export function reviewIfInDoubt<Said extends string, Reason extends string>(
  said: Said,
  { reasons, isContradicted = false, defaultReason }: ReviewGrounds<Reason>,
): Verdict<Said, Reason> {
  const reason =
    reasons.find((one): one is Reason => one !== undefined && one !== null && one !== '') ?? null;
  if (said === 'hit' || said === 'error') return { outcome: said, reason };
  if (!isContradicted && reason === null && said !== 'review') return { outcome: said, reason };
  return { outcome: 'review', reason: reason ?? defaultReason ?? null };
}

/** The outcome that stays beside a doubt; an empty one is none. */
export function outcomeInDoubt<Said extends string>(doubt: string, said: Said): Said | 'review' {
  return reviewIfInDoubt(said, { reasons: [doubt] }).outcome;
}

export type Outcome = 'clear' | 'error' | 'hit' | 'review';

/** Reasons for a person to look, each with the sentence that explains it. */
export const REVIEW_EXPLANATIONS = {
  pending:
    "The service has not finished this screening. Screen the company again later, or contact the service's support and quote the screening ID.",
  unknownStatus:
    'The service gave a status that it does not document, so nobody can tell whether the screening is complete. Contact its support and quote the screening ID.',
  errorsReported:
    "The service reported an error together with this result, so hits may be missing. Screen the company again, or contact the service's support and quote the screening ID.",
  otherRequest:
    'The reply does not belong to this request: its option, requester, reference or company is different, its ID is empty, or another screening of the run got the same ID. Screen the company again.',
  staleAnswer:
    "The reply, or the screening in it, is dated more than a day before it was asked for, its dates cannot be read, or the register had its screening ID before, so the answer may be an old one, perhaps from a cache on the way. Screen the company again. If it happens again, compare the clocks of the service and of its authorization server, and contact the service's support and quote the screening ID.",
  partialAnswer:
    "The reply says that it is only a part of the answer, or that it was changed on its way, so hits may be missing. Screen the company again, or contact the service's support and quote the screening ID.",
  hitCountMismatch:
    'The number of hits that the service counted is not the number that it listed, or it listed more than 10,000, of which only the first come out. So hits may be missing. Contact its support and quote the screening ID.',
  malformedHit:
    'A field of a hit has an unexpected type, so the hit may be shown incompletely. Look at it with Content set to Raw.',
  controlFailed:
    "The control of this run, a name that you know to be listed, was not found as it should be, so a screening without hits proves nothing. Check that the name is still listed, contact the service's support, and screen the companies again.",
  mixedScripts:
    'The name mixes letters of different alphabets that look alike, consists of letters that look like Latin ones, or shows its letters in an unusual form or order, so a watchlist may not find it. Check how the company really spells its name, and screen that.',
} as const;
export type ReviewReason = keyof typeof REVIEW_EXPLANATIONS;

/** Facts beside a record on which its verdict depends: the question, and what is known of its reply and of its run. */
export interface VerdictFacts extends ScreeningRequestBody {
  /** A watchlist may not find the name, although a person can read it. */
  watchlistMayMissName: boolean;
  /** Another company of the run got the same id. */
  idIsShared: boolean;
  /** A name that is known to be listed was not found in this run. */
  controlFailed: boolean;
  /** False if the reply says that it is a part, or that it was changed on its way. */
  isWhole: boolean;
  /** The moment of the reply, in epoch milliseconds. */
  repliedAt: number;
  age?: ReplyAge | undefined;
}

export interface HitsAndVerdict<Reason extends string = ReviewReason> extends Verdict<Outcome, Reason> {
  /** The first entries of `details` as received. */
  hits: readonly unknown[];
}

/** The entries of `details` that come out as hits: the first ones, if there are too many. */
export const hitsIn = ({ details }: Pick<ScreeningRecord, 'details'>): unknown[] =>
  details?.slice(0, MAX_HITS) ?? [];

/**
 * Reads a screening record (docs/design/service.md, Screening record). Each of the first entries of `details` is a hit, whatever else the
 * record says. Never throws.
 */
export function hitsAndVerdict(record: ScreeningRecord, facts: VerdictFacts): HitsAndVerdict {
  const hits = hitsIn(record);
  const hasFailed = hits.length === 0 && (record.status === 'Failed' || record.isError);
  const said = hasFailed ? 'error' : hits.length > 0 ? 'hit' : 'clear';
  const reasons = [reviewReasonFor(record, facts, hits.length)];
  return {
    ...reviewIfInDoubt<Outcome, ReviewReason>(said, { reasons }),
    hits,
  };
}

// The service lists Completed, and shows Successful in a sample. They are compared exactly: any other spelling is an unknown status, and
// goes to a person.
const FINISHED = new Set(['Completed', 'Successful']);
export const isFinished = (status: string): boolean => FINISHED.has(status);

/** Gives null if nothing speaks against the record. */
function reviewReasonFor(
  record: ScreeningRecord,
  facts: VerdictFacts,
  hitCount: number,
): ReviewReason | null {
  const failed = record.status === 'Failed';
  const fields = undocumentedFieldsIn(record);
  if (answersAnother(record, fields, facts)) return 'otherRequest';
  if (!facts.isWhole || saysItIsAPart(fields)) return 'partialAnswer';
  if (stalenessOf(record, facts) !== null) return 'staleAnswer';
  if (record.status === 'Pending') return 'pending';
  if (!failed && !isFinished(record.status)) return 'unknownStatus';
  const goesOn = valuesIn(fields, PROGRESS_NAMES).some(
    (status) => typeof status === 'string' && !isFinished(status),
  );
  if (contradictsItself(fields, STATUS_NAMES) || goesOn) return 'unknownStatus';
  // A record that lists errors, or has an error code, is not free of errors, whatever its isError says.
  if (
    failed ||
    record.isError ||
    (record.errors?.length ?? 0) > 0 ||
    !errorCodeSchema.safeParse(record).success
  ) {
    return 'errorsReported';
  }
  if (contradictsItself(fields, ERROR_NAMES) || saysItFailed(fields)) return 'errorsReported';
  const listed = record.details ?? [];
  if (listed.length > hitCount || record.totalHits !== hitCount || contradictsItself(fields, HIT_NAMES))
    return 'hitCountMismatch';
  if (hitCount > 0) return listed.every((hit) => hitSchema.safeParse(hit).success) ? null : 'malformedHit';
  if (holdsHitsElsewhere(fields)) return 'hitCountMismatch';
  if (facts.watchlistMayMissName) return 'mixedScripts';
  return facts.controlFailed ? 'controlFailed' : null;
}

// The nil UUID, and words such as null, which programs write where they have no id.
const NO_ID = /^\W*(?:nan|nil|none|null|undefined)\W*$/i;
const HOLDS_ID = /(?!0)[\p{Letter}\p{Number}]/u;
/** True if the text can be the id of a screening. */
export const isScreeningId = (text: string): boolean => HOLDS_ID.test(text) && !NO_ID.test(text);

/** True if the record contradicts the request. A missing field contradicts nothing. */
function answersAnother(
  record: ScreeningRecord,
  { direct, nested, beside }: UndocumentedFields,
  facts: VerdictFacts,
): boolean {
  return (
    !isScreeningId(record.id) ||
    facts.idIsShared ||
    contradicts(record.option, facts.option) ||
    (facts.requesterId !== '' && contradicts(record.requesterId, facts.requesterId)) ||
    [...direct, ...nested].some(([letters, value]) => echoesAnother(letters, value, facts)) ||
    beside.some(([letters, value]) => letters === 'companyname' && echoesAnother(letters, value, facts))
  );
}

/** True if a field repeats the question under nearly the same name, and says something different. */
function echoesAnother(letters: string, value: unknown, facts: VerdictFacts): boolean {
  switch (letters) {
    case 'companyname':
      return contradicts(value, facts.companyName, lettersOf);
    case 'option':
      return contradicts(value, facts.option);
    case 'referenceid':
      return contradicts(value, facts.referenceId);
    case 'requesterid':
      return facts.requesterId !== '' && contradicts(value, facts.requesterId);
    default:
      return false;
  }
}

/** The part of a name in which two spellings of one company must agree. */
function lettersOf(name: string): string {
  return normalized(name, 'NFKD').replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function contradicts(answered: unknown, asked: string, compared = (text: string) => text.trim()): boolean {
  if (answered === undefined || answered === null) return false;
  return typeof answered !== 'string' || compared(answered).toLowerCase() !== compared(asked).toLowerCase();
}
