// Which company of a run has which id. The same id for two companies is a contradiction.

export class IdOwners {
  private readonly companies = new Map<string, string>();
  private readonly shared = new Set<string>();

  /** Returns false if another company already has the id. */
  add(id: string, company: string): boolean {
    const owner = this.companies.get(id) ?? company;
    this.companies.set(id, owner);
    if (owner !== company) this.shared.add(id);
    return owner === company;
  }

  /** Whether several companies have the id. */
  isShared(id: string): boolean {
    return this.shared.has(id);
  }
}
