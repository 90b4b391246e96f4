// Decides which of several runs that claim the same company at the same time sends it.
import type { Claim } from '../rows/claimRows';
import type { CompanyHash } from '../rows/identity';

export interface ClaimJudgement {
  /** Nobody else holds it: it may be sent. */
  free: CompanyHash[];
  /** Only runs that have to give it back hold it too, unless one of them is sending it: look again. */
  keep: CompanyHash[];
  /** A run that comes first holds it too. */
  giveBack: CompanyHash[];
}

/**
 * Judges an own claim against every other open claim, all of them read after the own one was stored. Of two runs, at least one stored its
 * claim before the other one read, so at most one of them finds a company free. Of two that both see it, the one with the smaller uuid
 * keeps it. It must not send yet, because the other one may have read too early to know.
 *
 * @param others open claims of other runs that live
 */
export function judge(
  mine: Pick<Claim, 'companies' | 'id' | 'run'>,
  others: readonly Claim[],
): ClaimJudgement {
  const judgement: ClaimJudgement = { free: [], keep: [], giveBack: [] };
  for (const company of mine.companies) {
    const holders = others.filter(({ companies }) => companies.includes(company));
    const comesFirst = holders.every(({ run }) => mine.run < run);
    judgement[holders.length === 0 ? 'free' : comesFirst ? 'keep' : 'giveBack'].push(company);
  }
  return judgement;
}
