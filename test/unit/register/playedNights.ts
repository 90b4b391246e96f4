// A register that runs have filled, night after night, as tests of what is deleted need it.
import type { Company, ListedCompany } from '../../../nodes/CompanyScreening/register/rows/identity';
import type { CompanyResult } from '../../../nodes/CompanyScreening/register/companies/companyResult';
import {
  addressedTo,
  runReportRows,
  readerHash,
  toldRow,
  type ReportCompany,
} from '../../../nodes/CompanyScreening/register/rows/reportRows';
import { noLongerUnreported } from '../../../nodes/CompanyScreening/register/rows/runRows';
import type { Tables } from '../../../nodes/CompanyScreening/register/port/tables';
import { clockAt, screened, settingsWith, wanted } from './aList';
import { oneByOne, tablesOf } from './memoryTables';
import { resultOf } from './night';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface PlayedNight {
  /** When it begins (ISO 8601): also its name. */
  at: string;
  companies: readonly Company[];
  /** The hits of each company, by their letters; `?` without a verdict, `!` without an answer. */
  found?: (company: Company) => string;
  screeningIdOf?: (company: Company) => string;
  /** Who is to be told, and is told. */
  readers?: readonly string[];
  told?: readonly string[];
}

export async function playNight(
  tables: Tables,
  { at, companies, found = () => '', screeningIdOf, readers = [], told = readers }: PlayedNight,
): Promise<CompanyResult[]> {
  const nowMs = Date.parse(at);
  const name = at.replaceAll(/\D/g, '');
  let uuids = 0;
  const uuid = () => `n${name}-${(uuids += 1)}`;
  const runId = `run${name}`;
  const due = { again: { is: 'age', ms: DAY_MS / 2 }, dateOf: String } as const;
  const settings = settingsWith(10, { runId, due, readers: readers.map(readerHash), nodeHash: 'node' });
  const answer = (one: ListedCompany, place: number) =>
    resultOf(one, found(one.company), {
      at: new Date(nowMs + place).toISOString(),
      ids: [screeningIdOf?.(one.company) ?? `${name}-${one.company.names.join()}`],
      payload: { reply: one.company.names[0] },
    });
  const about = () => ({ reportId: readers.length > 0 ? `report${name}` : '', screenedNow: 1 });
  const ports = { uuid, ...clockAt(nowMs), about };
  const { settled } = await screened(tables, companies.map(wanted), { answer, settings, ports });
  await report(tables, { report: `report${name}`, runId, at, readers, told, uuid }, newsIn(settled));
  if (readers.length > 0) await tables.run(noLongerUnreported([runId]));
  return settled;
}

interface Reported {
  report: string;
  runId: string;
  at: string;
  readers: readonly string[];
  told: readonly string[];
  uuid: () => string;
}

/** What a run gave out for these readers, and who of them was told. */
export async function report(
  tables: Tables,
  { readers, told, runId, ...facts }: Reported,
  given: readonly ReportCompany[],
): Promise<void> {
  if (readers.length === 0) return;
  const tells = given.length > 0 ? 'companies' : 'nothing';
  const rows = [
    ...runReportRows({ ...facts, ...addressedTo(readers), nodeHash: '', runId }, given),
    ...told.map((reader) => toldRow({ ...facts, tells }, reader)),
  ];
  await tables.run([{ do: 'insert', table: 'reports', rows }]);
}

export const newsIn = (settled: readonly CompanyResult[]): ReportCompany[] =>
  settled.flatMap((one) =>
    one.is === 'answer' && one.news.is === 'something' ? [one.news.reportEntry] : [],
  );

/** Tables that n8n does not reach any more after it has stored or deleted something by so many statements. */
export function killedAfterStoring(tables: Tables, times: number): Tables {
  let left = times;
  return tablesOf(async (statements) => {
    if ((left -= statements.filter((one) => one.do !== 'read').length) < 0)
      throw new Error('n8n was killed.');
    return await tables.run(statements);
  });
}

/** The same, but it may be killed in the middle of a call. */
export function killedBetween(tables: Tables, times: number): Tables {
  const one = killedAfterStoring(tables, times);
  return oneByOne((statement) => one.run([statement]));
}
