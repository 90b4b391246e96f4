// Decides which of several runs that claim the same company at the same time sends it.
import type { Claim } from '../rows/claimRows';
import type { CompanyHash } from '../rows/identity';

export interface ClaimResolution {
  /** Nobody else holds it: it may be sent. */
  free: CompanyHash[];
  /** Other runs hold it too, but this one comes first. It waits until they give it back, or conclude it. */
  contested: CompanyHash[];
  /** A run that comes first holds it too. */
  lost: CompanyHash[];
}

/**
 * Resolves an own claim against every other open claim, all of them read after the own one was stored. Of two runs, at least one stored its
 * claim before the other one read, so at most one of them finds a company free. Of two that both see it, the one with the smaller uuid
 * wins it. It must not send yet, because the other one may have read too early to know.
 *
 * @param others open claims of other runs that live
 */
export function resolveClaim(
  mine: Pick<Claim, 'companies' | 'id' | 'run'>,
  others: readonly Claim[],
): ClaimResolution {
  const resolution: ClaimResolution = { free: [], contested: [], lost: [] };
  for (const company of mine.companies) {
    const holders = others.filter(({ companies }) => companies.includes(company));
    const comesFirst = holders.every(({ run }) => mine.run < run);
    resolution[holders.length === 0 ? 'free' : comesFirst ? 'contested' : 'lost'].push(company);
  }
  return resolution;
}
