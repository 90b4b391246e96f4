// The answers of one key, night after night, as tests need them.
import {
  screeningHash,
  type Company,
  type ListedCompany,
} from '../../../nodes/CompanyScreening/register/rows/identity';
import type { SentResult } from '../../../nodes/CompanyScreening/register/protocol/messages';
import {
  knowingNothing,
  takeInAnswer,
  type Knowledge,
} from '../../../nodes/CompanyScreening/register/facts/knowledge';
import type { StoredAnswer, IntactAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import { latestOf } from '../../../nodes/CompanyScreening/register/facts/companyState';
import { withPast } from '../../../nodes/CompanyScreening/register/facts/history';
import { aCompany, anAnswer, hit } from './anAnswer';

export const alder: Company = {
  key: 'P-1',
  names: ['Alder Ltd'],
  option: 'Both',
  environment: 'production',
  baseUrl: 'https://service',
};
export const renamed: Company = { ...alder, names: ['Alder Limited'] };
export const aHit = (letter: string) => ({ ...hit, fingerprint: letter.repeat(64), name: `Hit ${letter}` });

/** What is found: a hit for each letter, in doubt if there is a `?` behind them. */
function foundBy(letters: string) {
  const isDoubtful = letters.endsWith('?');
  const hits = Array.from(letters.replace('?', ''), aHit);
  const outcome = hits.length > 0 ? 'hit' : isDoubtful ? 'review' : 'clear';
  return {
    outcome,
    reason: !isDoubtful ? '' : hits.length > 0 ? 'hitCountMismatch' : 'pending',
    hits,
  } as const;
}

/** What the service says of a company, by letters; `!` is no answer. */
export function resultOf(
  { hash: company }: ListedCompany,
  letters: string,
  {
    at,
    ids,
    payload = null,
  }: { at: string; ids: readonly string[]; payload?: IntactAnswer['data']['payload'] },
): SentResult {
  if (letters === '!') return { is: 'unanswered', company, sentAt: at };
  const [screeningId = '', ...otherScreeningIds] = ids;
  const others = otherScreeningIds.length > 0 ? { otherScreeningIds } : {};
  const answered = { is: 'answered', company, screenedAt: at, screeningId, payload } as const;
  return { ...answered, ...others, ...foundBy(letters) };
}

/** An answer that has found this. */
export function night(
  mark: string,
  letters: string,
  by: { of?: Company; after?: string[] } = {},
): IntactAnswer {
  const company = by.of ?? alder;
  const { outcome, reason, hits } = foundBy(letters);
  const asked = { company, referenceId: 'r', screeningId: mark, begunAt: '2026-01-01T00:00:00.000Z' };
  const data = { ...asked, hits, payload: null };
  return anAnswer(company, mark, { outcome, reason, previousAnswers: by.after ?? [], data });
}

/** The answers of a company, each after those before it that nothing follows yet, and after the repeats. */
export function nights(
  letters: readonly string[],
  of: Company = aCompany('Alder'),
  { marks = 'm', by = () => ({}) }: { marks?: string; by?: (number: number) => Partial<IntactAnswer> } = {},
): IntactAnswer[] {
  const known: IntactAnswer[] = [];
  for (const [number, found] of letters.entries()) {
    const before = [...latestOf(known), ...known.filter((one) => one.isRepeat)];
    const after = [...new Set(before.map(({ answerId }) => answerId))];
    const {
      previousOriginals: _,
      isRepeat: __,
      data,
      ...answer
    } = night(`${marks}${number}`, found, { of, after });
    const screeningId = `${of.key}-${number}`;
    const asked = { screening: screeningHash(of, screeningId), data: { ...data, screeningId } };
    known.push(withPast(known, { ...answer, ...asked, ...by(number) }));
  }
  return known;
}

export function knowing(...answers: StoredAnswer[]): Knowledge {
  const known = knowingNothing();
  for (const answer of answers) takeInAnswer(known, answer);
  return known;
}
