// How a company comes out of what the register knows of it.
import { changesOf, changesOfDoubtful } from './history';
import type { CompanyHash } from './identity';
import type { Known } from './knowledge';
import type { SettledCompany } from './messages';
import { newsOf } from './news';
import type { Standing } from './standing';

/** That of a company which is not to be sent. */
export type SettledStanding = Exclude<Standing, { is: 'toSend' }>;

/** Pure. What comes out was in the register before. */
export function settledOf(
  known: Known,
  company: CompanyHash,
  standing: SettledStanding,
  readers: readonly string[] = [],
): SettledCompany {
  if (standing.is === 'remembered') {
    const { answer, doubt } = standing;
    const changes = changesOf(known, answer);
    const news = newsOf(known, answer, readers);
    return { is: 'answer', company, answer, remembered: true, stored: true, doubt, changes, news };
  }
  const { doubt, mark, answers } = standing;
  const claim = known.claims.find((one) => one.mark === mark);
  const none = answers.find((one) => one.mark === mark);
  const referenceId = none?.data.referenceId ?? claim?.referenceIds[company] ?? '';
  const askedAt = none?.screenedAt ?? claim?.claimedAt ?? '';
  const changes = changesOfDoubtful(known, company, answers, doubt !== 'noAnswer');
  return { is: 'withoutVerdict', company, doubt, mark, referenceId, askedAt, answers, changes };
}
