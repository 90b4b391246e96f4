// A list of companies of every kind, and what the service says of each.

// What the sandbox answers to a name that begins like this.
const KINDS = [
  { name: 'Quillhaven Group', outcome: 'hit' },
  { name: 'Pending Partners', outcome: 'review' },
  { name: 'Gloomharbour Shipping Ltd', outcome: 'hit' },
  { name: 'Unknown Status Works', outcome: 'review' },
] as const;

/** So many names: most are clear, some are hits, some need a person. `word` makes them other companies. */
export function manyCompanies(count: number, word = 'Company'): string[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = index % 10 === 0 ? KINDS[(index / 10) % KINDS.length] : undefined;
    return `${kind?.name ?? 'Plain Honest Trading'} ${word} ${String(index)}`;
  });
}

/** What the service says of a company with this name. */
export function verdictOfTheService(companyName: string): 'clear' | 'hit' | 'review' {
  return KINDS.find(({ name }) => companyName.startsWith(name))?.outcome ?? 'clear';
}
