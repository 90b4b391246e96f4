// What people learn of every company of a register, and what they decide about one of them.
import { readCaseId } from '../../../nodes/CompanyScreening/register/cases/cases';
import {
  everyCompany,
  REGISTER_QUERIES,
} from '../../../nodes/CompanyScreening/register/companies/everyCompany';
import { storeDecision } from '../../../nodes/CompanyScreening/register/decisions/record';
import type { Tables } from '../../../nodes/CompanyScreening/register/port/tables';
import type { DecisionKind } from '../../../nodes/CompanyScreening/register/rows/decisionRows';
import { companyHash, type Company } from '../../../nodes/CompanyScreening/register/rows/identity';

type Every = Exclude<ReturnType<typeof everyCompany>, { table: unknown }>;

export async function wholeRegisterIn(tables: Tables, nowMs: number): Promise<Every> {
  const every = everyCompany(await tables.run(REGISTER_QUERIES), nowMs);
  if (!('companies' in every)) throw new Error(`A row of ${every.table} cannot be read.`);
  return every;
}

/** As plain data, in an order that does not depend on that of the rows, and what is wrong with the decisions. */
export async function saidOfAll(
  tables: Tables,
  nowMs: number,
  isWanted: (company: string) => boolean = () => true,
): Promise<unknown> {
  const { companies: all, chain } = await wholeRegisterIn(tables, nowMs);
  const companies = all
    .filter(({ company }) => isWanted(company))
    .toSorted((one, other) => (one.company < other.company ? -1 : 1));
  return JSON.parse(
    JSON.stringify({ companies, problems: chain.problems }, (_, value: unknown) =>
      value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value,
    ),
  );
}

/** Ann decides about the first such case of a company. */
export async function decideAbout(
  tables: Tables,
  of: Company,
  { about = 'hit', decided, atMs }: { about?: string; decided: DecisionKind; atMs: number },
): Promise<void> {
  const { companies } = await wholeRegisterIn(tables, atMs);
  const cases = companies.find(({ company }) => company === companyHash(of))?.cases ?? [];
  const seen = readCaseId(cases.find((one) => one.about === about)?.caseId ?? '');
  if (!seen) throw new Error('There is no such case.');
  const by = { reason: 'known', decidedBy: 'u-1', decidedByAddress: 'ann@company.example' };
  const world = { uuid: crypto.randomUUID(), nowMs: atMs };
  expect((await storeDecision(tables, { seen, decided, ...by }, world)).is).toBe('recorded');
}
