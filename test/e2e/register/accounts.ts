// What must be true of the register whatever happened: its rows against what the service itself counted.
import type { Company, RegisteredCompany } from '../../support/register';
import type { Sandbox } from '../../sandbox/client';

/** Where the rows and the counters come from. */
interface RegisterAndService<Row> {
  companies: () => Promise<Row[]>;
  sandbox: Sandbox;
}

/** The register and the service, side by side. */
export interface Accounts<Row = Company> {
  companies: Row[];
  /** The rows by their state. */
  inState: (state: string) => Row[];
  /** The reference ids that the service screened a company under, in order. */
  screenedUnder: (company: Row) => (string | null)[];
  /** Companies that the service screened and whose answer the register does not have. */
  seenNotStored: Row[];
}

/** Companies of every kind, by their keys: most are clear, some are hits, some need a person. */
export function manyCompanies(count: number, of = 'Company'): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${of} ${String(index)}`, nameOf(index, of)]),
  );
}

// What the sandbox answers to a name that begins like this.
const kinds = [
  { name: 'Quillhaven Group', outcome: 'hit' },
  { name: 'Pending Partners', outcome: 'review' },
  { name: 'Gloomharbour Shipping Ltd', outcome: 'hit' },
  { name: 'Unknown Status Works', outcome: 'review' },
];

function nameOf(index: number, of: string): string {
  const kind = index % 10 === 0 ? kinds[(index / 10) % kinds.length] : undefined;
  return `${kind?.name ?? 'Plain Honest Trading'} ${of} ${String(index)}`;
}

/**
 * Holds the rows of the register against the service's counters, and checks what always holds: each company is there once; an
 * answer that is stored was given by the service, under that reference id; nothing is clear that the service would
 * not call clear; no company of which an answer is stored was paid for more than `paidAtMost` times.
 */
export async function settle<Row extends RegisteredCompany>(
  register: RegisterAndService<Row>,
  expected: Record<string, string>,
): Promise<Accounts<Row>> {
  const companies = await register.companies();
  const { screenings } = await register.sandbox.stats();
  const seen = new Map(screenings.map(({ companyName, referenceIds }) => [companyName, referenceIds]));
  const screenedUnder = ({ name }: Row): (string | null)[] => seen.get(name) ?? [];

  expect(Object.fromEntries(companies.map(({ key, name }) => [key, name]))).toEqual(expected);
  expect(companies).toHaveLength(Object.keys(expected).length);
  const answered = companies.filter(({ state }) => state === 'answered');
  for (const company of answered) {
    expect(screenedUnder(company)).toContain(company.referenceId);
    expect([company.name, company.outcome]).toEqual([company.name, verdictOfTheService(company.name)]);
  }
  for (const { outcome, state } of companies) if (state !== 'answered') expect(outcome).not.toBe('clear');
  return {
    companies,
    inState: (state) => companies.filter((company) => company.state === state),
    screenedUnder,
    seenNotStored: companies.filter(
      (company) => company.state !== 'answered' && screenedUnder(company).length > 0,
    ),
  };
}

function verdictOfTheService(companyName: string): string {
  return kinds.find(({ name }) => companyName.startsWith(name))?.outcome ?? 'clear';
}
