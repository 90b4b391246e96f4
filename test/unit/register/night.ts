// The answers of one key, night after night, as tests need them.
import type { Company } from '../../../nodes/CompanyScreening/register/rows/identity';
import {
  knowingNothing,
  takeInAnswer,
  type Knowledge,
} from '../../../nodes/CompanyScreening/register/facts/knowledge';
import type { StoredAnswer, IntactAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import { anAnswer, hit } from './anAnswer';

export const alder: Company = {
  key: 'P-1',
  names: ['Alder Ltd'],
  option: 'Both',
  environment: 'production',
  baseUrl: 'https://service',
};
export const renamed: Company = { ...alder, names: ['Alder Limited'] };
export const aHit = (letter: string) => ({ ...hit, fingerprint: letter.repeat(64), name: `Hit ${letter}` });

/** An answer with a hit for each letter; in doubt if there is a `?` behind them. */
export function night(
  mark: string,
  letters: string,
  by: { of?: Company; after?: string[] } = {},
): IntactAnswer {
  const company = by.of ?? alder;
  const isDoubtful = letters.endsWith('?');
  const hits = Array.from(letters.replace('?', ''), aHit);
  const outcome = hits.length > 0 ? 'hit' : isDoubtful ? 'review' : 'clear';
  const data = {
    company,
    referenceId: 'r',
    screeningId: mark,
    begunAt: '2026-01-01T00:00:00.000Z',
    hits,
    payload: null,
  };
  const reason = !isDoubtful ? '' : hits.length > 0 ? 'hitCountMismatch' : 'pending';
  return anAnswer(company, mark, { outcome, reason, previousAnswers: by.after ?? [], data });
}

export function knowing(...answers: StoredAnswer[]): Knowledge {
  const known = knowingNothing();
  for (const answer of answers) takeInAnswer(known, answer);
  return known;
}
