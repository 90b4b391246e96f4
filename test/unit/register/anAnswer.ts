// A company and an answer in the register, as tests need them.
import { companyHash, keyHash, type Company } from '../../../nodes/CompanyScreening/register/rows/identity';
import type { KnownHit, IntactAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';

export const hit: KnownHit = {
  fingerprint: 'f'.repeat(64),
  sourceId: 'list',
  sourceType: 'PEP',
  name: 'Somebody',
};

/** Under its own name as the key, unless that is given. */
export const aCompany = (name: string, key = name): Company => ({
  key,
  names: [name],
  option: 'Both',
  environment: 'sandbox',
  baseUrl: 'https://service.example',
});

/** A row of which somebody changed so much that nothing but its names can be read. */
export const aDamaged = ({
  answerId,
  claimId,
  company,
}: Pick<IntactAnswer, 'answerId' | 'claimId' | 'company'>) =>
  ({ kind: 'damaged', answerId, claimId, company, screenedAt: null, screenings: [], doubts: [] }) as const;

/** Clear unless changed, with a hit if it is one. */
export function anAnswer(company: Company, mark: string, by: Partial<IntactAnswer> = {}): IntactAnswer {
  return {
    answerId: `${mark}.0`,
    claimId: mark,
    company: companyHash(company),
    keyHash: keyHash(company.key),
    runId: 'run',
    kind: 'answer',
    previousAnswers: [],
    previousOriginals: by.previousAnswers ?? [],
    isRepeat: false,
    replacesClaims: [],
    screening: 'e'.repeat(64),
    outcome: 'clear',
    reason: '',
    screenedAt: '2026-01-01T00:00:00.000Z',
    data: {
      company,
      referenceId: 'r',
      screeningId: 'id',
      begunAt: '2026-01-01T00:00:00.000Z',
      hits: by.outcome === 'hit' ? [hit] : [],
      payload: null,
    },
    ...by,
  };
}
