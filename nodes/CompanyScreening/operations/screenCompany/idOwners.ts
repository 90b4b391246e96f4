// Which company of a run has which id. The same id for two companies is a contradiction.

export class IdOwners {
  private readonly companies = new Map<string, string>();
  private readonly shared = new Set<string>();

  /** Returns false if another company already has the id. */
  add(id: string, companyName: string): boolean {
    const owner = this.companies.get(id) ?? companyName;
    this.companies.set(id, owner);
    if (owner !== companyName) this.shared.add(id);
    return owner === companyName;
  }

  /** Whether several companies have the id. */
  isShared(id: string): boolean {
    return this.shared.has(id);
  }
}
