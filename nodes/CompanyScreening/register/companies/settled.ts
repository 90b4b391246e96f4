// How a company comes out of what the register knows of it.
import { casesOf, type Case } from '../cases/cases';
import { changesOf, changesOfDoubtful, isSuccessful, stillStanding } from '../facts/history';
import type { CompanyHash } from '../rows/identity';
import type { Knowledge } from '../facts/knowledge';
import type { CompanySettlement } from './companyResult';
import { newsOf } from '../facts/news';
import type { SoundAnswer } from '../rows/answerRows';
import { hasVerdict, type Doubt, type Standing } from '../facts/standing';

/** That of a company which is not to be sent. */
export type FinalStanding = Exclude<Standing, { is: 'toSend' }>;

/**
 * Pure. What comes out was in the register before.
 *
 * @param around `nowMs` in epoch milliseconds; `readers` who are to be told what they were not, by their hashes
 */
export function settlementOf(
  known: Knowledge,
  company: CompanyHash,
  standing: FinalStanding,
  { nowMs, readers }: { nowMs: number; readers: readonly string[] },
): CompanySettlement {
  if (standing.is === 'remembered') {
    const { answer, doubt } = standing;
    const changes = changesOf(known, answer);
    const cases = casesOfAnswer(known, answer, doubt, nowMs);
    const news = newsOf(known, answer, readers);
    return { is: 'answer', company, answer, remembered: true, stored: true, doubt, changes, cases, news };
  }
  const { doubt, mark, answers } = standing;
  const claim = known.claims.find((one) => one.mark === mark);
  const none = answers.find((one) => one.mark === mark);
  const referenceId = none?.data.referenceId ?? claim?.referenceIds[company] ?? '';
  const askedAt = none?.screenedAt ?? claim?.claimedAt ?? '';
  const changes = changesOfDoubtful(known, company, answers, doubt !== 'noAnswer');
  const history = known.answers.get(company) ?? [];
  const current = withEarlier(known, answers);
  const cases = casesOf({ company, history, current, doubt, mark, askedAt }, known.chain, nowMs);
  return { is: 'withoutVerdict', company, doubt, mark, referenceId, askedAt, answers, changes, cases };
}

/** The cases of a company whose standing is this answer. @param nowMs epoch milliseconds */
export function casesOfAnswer(
  known: Knowledge,
  answer: SoundAnswer,
  doubt: Doubt | null,
  nowMs: number,
): Case[] {
  const { company, screenedAt } = answer;
  const history = known.answers.get(company) ?? [];
  const mark = doubt === null && hasVerdict(answer) ? '' : answer.mark;
  return casesOf(
    { company, history, current: withEarlier(known, [answer]), doubt, mark, askedAt: screenedAt },
    known.chain,
    nowMs,
  );
}

/** Until there is a verdict again, the hits of the answers before it are to be decided about. */
export function withEarlier(known: Knowledge, answers: readonly SoundAnswer[]): SoundAnswer[] {
  return answers.flatMap((one) => (isSuccessful(one) ? [one] : [one, ...stillStanding(known, one)]));
}

/** The answer that says who it is; undefined if none is stored. */
export function newestAnswerOf(settled: CompanySettlement): SoundAnswer | undefined {
  return settled.is === 'answer' ? settled.answer : settled.answers.at(-1);
}
