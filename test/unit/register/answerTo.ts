// An answer with what the service replied, as it is read back from the register.
import { knownHit } from '../../../nodes/CompanyScreening/operations/screening/items';
import { payloadOf } from '../../../nodes/CompanyScreening/operations/shared/storedVerdict';
import type { IntactAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import type { Company } from '../../../nodes/CompanyScreening/register/rows/identity';
import type { Hit } from '../../../nodes/CompanyScreening/service/contract';
import { anAnswer } from './anAnswer';

interface Replied extends Partial<IntactAnswer> {
  hits?: readonly Hit[];
  ownData?: Record<string, string>;
}

/** @param replies one for each name of the company */
export function answerTo(
  company: Company,
  mark: string,
  replies: Parameters<typeof payloadOf>[0],
  { hits, ownData, ...by }: Replied = {},
): IntactAnswer {
  const answer = anAnswer(company, mark, { screening: '', ...by });
  const payload = payloadOf(replies, { question: { requesterId: '' }, ...(ownData && { ownData }) });
  answer.data.payload = JSON.parse(JSON.stringify(payload)) as null;
  answer.data.referenceId = 'ref';
  if (hits) answer.data.hits = hits.map(knownHit);
  return answer;
}
