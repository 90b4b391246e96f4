// What has to be in a report of each company that has come out, so that nobody forgets that it was there.
import type { CompanyHash } from '../../register/rows/identity';
import type { Settlement } from '../../register/companies/companyResult';
import type { GivenCompany } from '../../register/rows/reportRows';
import { owedOf, type Untold } from '../../register/companies/untold';

export class OwedCompanies {
  private readonly seen = new Map<CompanyHash, readonly GivenCompany[]>();
  private isFailing = false;

  /** @param isNamedBefore whether a report from before the run names a company for all of its readers */
  constructor(private readonly isNamedBefore: (company: CompanyHash) => boolean) {}

  see(settled: Settlement): void {
    if (settled.is !== 'notSent' && settled.doubt !== 'beingScreened')
      this.seen.set(settled.company, owedOf(settled));
  }

  /** What could not be stored may be there all the same: the row of the run goes on saying that something is to be told. */
  fail(): void {
    this.isFailing = true;
  }

  /** @param changes how many hits of it are to be told */
  of(company: CompanyHash, changes: number): readonly GivenCompany[] {
    if (this.isFailing) return [];
    return (this.seen.get(company) ?? []).filter((one) => changes > 0 || !this.isNamed(one));
  }

  /**
   * @param ownRuns the uuids of the run
   * @param others runs that are over
   * @param isListed whether a company is in the list of this run
   * @returns what is owed, and the runs of which nothing is left to tell once that is written down
   */
  allOf(
    ownRuns: readonly string[],
    others: Untold['over'],
    isListed: (company: CompanyHash) => boolean,
  ): { owed: readonly GivenCompany[]; over: readonly string[] } {
    if (this.isFailing) return { owed: [], over: [] };
    const isSaid = (company: CompanyHash) => this.seen.has(company) || !isListed(company);
    const left = others.filter(({ companies }) => [...companies].every(isSaid)).map(({ run }) => run);
    const owed = [...this.seen.values()].flat().filter((one) => !this.isNamed(one));
    return { owed, over: [...ownRuns, ...left] };
  }

  /** Of a company without a verdict, it is enough that any report names it. */
  private isNamed({ company, hits }: GivenCompany): boolean {
    return hits !== undefined && this.isNamedBefore(company);
  }
}
