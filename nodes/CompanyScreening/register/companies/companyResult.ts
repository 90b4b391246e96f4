// register/companies/: what the register says of each company: its result, how it is when somebody looks, the news that readers have still to
// be told, and a failure that the service reports later.
//
// The result of one company in a run: its answer or why it has none, and whether that may come out as clear.
import { reviewIfInDoubt, type ReviewReason, type Verdict } from '../../service/outcome';
import { casesOf, type Case, type CaseFacts } from '../cases/cases';
import {
  type AnswerChanges,
  changesOf,
  changesOfDoubtful,
  isSuccessful,
  answersSinceVerdict,
} from '../facts/history';
import type { Knowledge } from '../facts/knowledge';
import { newsOf, type News } from '../facts/news';
import { hasVerdict, type Doubt, type KnownState } from '../facts/companyState';
import type { IntactAnswer } from '../rows/answerRows';
import type { CompanyHash } from '../rows/identity';

export type CompanyResult =
  | {
      is: 'answer';
      company: CompanyHash;
      answer: IntactAnswer;
      /** The answer was in the register before this run. */
      remembered: boolean;
      /** False if nobody knows that it is in the register: then nothing is clear. */
      stored: boolean;
      doubt: Doubt | null;
      changes: AnswerChanges;
      news: News;
      cases: Case[];
    }
  | {
      is: 'withoutVerdict';
      company: CompanyHash;
      doubt: Doubt | 'beingScreened';
      /** False if nothing of its answers stays in the register. */
      stored: boolean;
      /** The claim that a person's `sendAgain` has to name; empty with `beingScreened`. */
      claimId: string;
      referenceId: string;
      /** The time at which it was asked for; empty if that is not known. */
      askedAt: string;
      /** Answers that it has all the same: their hits have to be shown. */
      answers: IntactAnswer[];
      cases: Case[];
      /** Changes of the hits of these answers. Without a verdict, none is gone. */
      changes: AnswerChanges;
    }
  /** It cannot have been paid for: the run ended before its turn, it could not be sent, or the service did not do it. */
  | { is: 'notCharged'; company: CompanyHash };

export type ScreenedResult = Exclude<CompanyResult, { is: 'notCharged' }>;
type WithoutVerdict = Extract<CompanyResult, { is: 'withoutVerdict' }>;

/**
 * The result of a company that was in the register before this run.
 *
 * @param around `nowMs` in epoch milliseconds; `readers` by their hashes: news are for them
 */
export function companyResultOf(
  known: Knowledge,
  company: CompanyHash,
  companyState: KnownState,
  { nowMs, readers }: { nowMs: number; readers: readonly string[] },
): ScreenedResult {
  if (companyState.is === 'remembered')
    return resultOfAnswer(known, { ...companyState, remembered: true }, { nowMs, readers });
  const { doubt, claimId, answers } = companyState;
  const claim = known.claims.find((one) => one.claimId === claimId);
  const none = answers.find((one) => one.claimId === claimId);
  const referenceId = none?.data.referenceId ?? claim?.referenceIds[company] ?? '';
  const askedAt = none?.screenedAt ?? claim?.claimedAt ?? '';
  return resultWithoutVerdict(known, { company, doubt, claimId, referenceId, askedAt, answers }, nowMs);
}

/** The result of a company without a verdict. @param nowMs epoch milliseconds */
export function resultWithoutVerdict(
  known: Knowledge,
  asked: Pick<WithoutVerdict, 'answers' | 'askedAt' | 'company' | 'claimId' | 'doubt' | 'referenceId'>,
  nowMs: number,
): WithoutVerdict {
  const { company, doubt, answers } = asked;
  // A later answer is missing in these two cases.
  const areInDoubt = doubt !== 'noAnswer' && doubt !== 'beingScreened';
  return {
    ...asked,
    is: 'withoutVerdict',
    stored: true,
    changes: changesOfDoubtful(known, company, answers, areInDoubt),
    cases: casesIn(known, { ...asked, current: answers }, nowMs),
  };
}

/** The result of a company with this answer. @param around as in `companyResultOf` */
export function resultOfAnswer(
  known: Knowledge,
  { answer, doubt, remembered }: { answer: IntactAnswer; doubt: Doubt | null; remembered: boolean },
  { nowMs, readers }: { nowMs: number; readers: readonly string[] },
): ScreenedResult {
  const { company, claimId, screenedAt: askedAt } = answer;
  const hasItsVerdict = doubt === null && hasVerdict(answer);
  const facts = { company, doubt, claimId: hasItsVerdict ? '' : claimId, askedAt, current: [answer] };
  return {
    is: 'answer',
    company,
    answer,
    remembered,
    stored: true,
    doubt,
    changes: changesOf(known, answer),
    cases: casesIn(known, facts, nowMs),
    news: newsOf(known, answer, readers),
  };
}

function casesIn(known: Knowledge, facts: Omit<CaseFacts, 'history'>, nowMs: number): Case[] {
  const history = known.answers.get(facts.company) ?? [];
  return casesOf({ ...facts, history, current: withEarlier(known, facts.current) }, known.chain, nowMs);
}

/** Adds the answers before: until there is a verdict again, their hits are to be decided about. */
export function withEarlier(known: Knowledge, answers: readonly IntactAnswer[]): IntactAnswer[] {
  return answers.flatMap((one) => (isSuccessful(one) ? [one] : [one, ...answersSinceVerdict(known, one)]));
}

/** The answer that says who it is; undefined if none is stored. */
export function newestAnswerOf(result: ScreenedResult): IntactAnswer | undefined {
  return result.is === 'answer' ? result.answer : result.answers.at(-1);
}

/** The reason why a company of the register has no verdict, besides the reasons of the service's record. */
export type RegisterReason = Doubt | 'beingScreened' | 'notStored' | 'staleAnswer';

/** Sentences for the reasons that `service/outcome.ts` does not know. */
export const REGISTER_EXPLANATIONS: Record<Exclude<RegisterReason, ReviewReason>, string> = {
  noAnswer:
    "The company may have been screened and paid for, but no answer came or could be kept. It is not sent again automatically, because you might pay for it twice. Ask the service's support, and quote the reference ID. To have it sent anyway, choose Send again at the review desk (in Record Decision: sendAgain).",
  beingScreened:
    'Another run is screening this company and has not finished. Run the list again later: it will have the answer, and nothing is paid for twice.',
  contradiction:
    'The company was screened twice at the same time, and the answers contradict each other. Look at both.',
  damagedRow:
    'The row of this answer in the register was changed, or another row contradicts it, so it proves nothing. Find out who changed the register.',
  notStored:
    'The service answered, but the answer could not be kept in the register, or could not be compared there with the answers of other runs, so it is not shown as clear. Keep the screening ID. Later runs do not send the company again automatically, unless it was forgotten while the answer was on its way: then nothing of it was kept.',
};

export type RegisterVerdict = Verdict<IntactAnswer['outcome']>;

/**
 * The verdict of an answer of the register.
 *
 * @param said what the operation reads from the payload of the answer, today
 * @returns never less careful than what was stored, and never less careful than what is read today
 */
export function verdictOfAnswer(
  { stored, doubt, answer }: Pick<Extract<CompanyResult, { is: 'answer' }>, 'answer' | 'doubt' | 'stored'>,
  said: RegisterVerdict,
): RegisterVerdict {
  return reviewIfInDoubt(said.outcome, {
    reasons: [stored ? doubt : 'notStored', answer.reason, said.reason],
    isContradicted: said.outcome !== answer.outcome,
    defaultReason: 'damagedRow',
  });
}
