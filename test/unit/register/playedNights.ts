// A register that runs have filled, night after night, as tests of what is deleted need it.
import type { Company, ListedCompany } from '../../../nodes/CompanyScreening/register/rows/identity';
import type { CompanyResult } from '../../../nodes/CompanyScreening/register/companies/companyResult';
import type { SentResult, RunSettings } from '../../../nodes/CompanyScreening/register/protocol/messages';
import { TIMES } from '../../../nodes/CompanyScreening/register/facts/liveness';
import {
  addressedTo,
  runReportRows,
  readerHash,
  toldRow,
} from '../../../nodes/CompanyScreening/register/rows/reportRows';
import { owesNothing } from '../../../nodes/CompanyScreening/register/rows/runRows';
import type { Statement, StoredRow, Tables } from '../../../nodes/CompanyScreening/register/port/tables';
import { screened, wanted } from './aList';
import { aHit } from './night';

const DAY_MS = 24 * 60 * 60 * 1000;

interface PlayedNight {
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

/** What came out. */
export async function playNight(
  tables: Tables,
  { at, companies, found = () => '', screeningIdOf, readers = [], told = readers }: PlayedNight,
): Promise<CompanyResult[]> {
  const nowMs = Date.parse(at);
  const name = at.replaceAll(/\D/g, '');
  let uuids = 0;
  const uuid = () => `n${name}-${(uuids += 1)}`;
  const settings: RunSettings = {
    ...{ runId: `run${name}`, batchSize: 10, concurrency: 10, startedBy: 'a test', times: TIMES },
    due: { again: { is: 'age', ms: DAY_MS / 2 }, dateOf: String },
    readers: readers.map(readerHash),
    nodeHash: 'node',
  };
  const resultOf = ({ hash, company }: ListedCompany, place: number): SentResult => {
    const letters = found(company);
    if (letters === '!') return { is: 'unanswered', company: hash, sentAt: at };
    const hits = letters === '?' ? [] : Array.from(letters, aHit);
    return {
      ...{ is: 'answered', company: hash, screenedAt: new Date(nowMs + place).toISOString() },
      screeningId: screeningIdOf?.(company) ?? `${name}-${company.names.join()}`,
      outcome: letters === '?' ? 'review' : hits.length > 0 ? 'hit' : 'clear',
      ...{ reason: letters === '?' ? 'pending' : '', hits, payload: { reply: company.names[0] } },
    };
  };
  // Only waiting for others takes time.
  let waitedMs = 0;
  const clock = { now: () => nowMs + waitedMs, wallClock: () => nowMs + waitedMs };
  const waits = () => (waitedMs += TIMES.poll);
  const about = () => ({ reportId: readers.length > 0 ? `report${name}` : '', screenedNow: 1 });
  const ports = { uuid, ...clock, waits, about };
  const { settled } = await screened(tables, companies.map(wanted), { answer: resultOf, settings, ports });
  await report(tables, { name, at, readers, told, uuid }, settled);
  return settled;
}

async function report(
  tables: Tables,
  about: {
    name: string;
    at: string;
    readers: readonly string[];
    told: readonly string[];
    uuid: () => string;
  },
  settled: readonly CompanyResult[],
): Promise<void> {
  const { name, at, readers, told, uuid } = about;
  if (readers.length === 0) return;
  const news = settled.flatMap((one) => (one.is === 'answer' ? [one.news] : []));
  const given = news.flatMap((one) => (one.is === 'something' ? [one.reportEntry] : []));
  const facts = { report: `report${name}`, at, uuid };
  const rows = [
    ...runReportRows({ ...facts, ...addressedTo(readers), nodeHash: '', runId: `run${name}` }, given),
    ...told.map((reader) => toldRow({ ...facts, tells: given.length > 0 ? 'companies' : 'nothing' }, reader)),
  ];
  await tables.run([{ do: 'insert', table: 'reports', rows }, ...owesNothing([`run${name}`])]);
}

/** Tables that n8n does not reach any more after it has stored or deleted something by so many statements. */
export function killedAfterStoring(tables: Tables, times: number): Tables {
  let left = times;
  return {
    run: async (statements: readonly Statement[]) => {
      if ((left -= statements.filter((one) => one.do !== 'read').length) < 0)
        throw new Error('n8n was killed.');
      return await tables.run(statements);
    },
    runWithoutWaiting: () => undefined,
  };
}

/** The same, but it may be killed in the middle of a call. */
export function killedBetween(tables: Tables, times: number): Tables {
  const one = killedAfterStoring(tables, times);
  return {
    ...one,
    run: async (statements) => {
      const rows: StoredRow[][] = [];
      for (const statement of statements) rows.push(...(await one.run([statement])));
      return rows;
    },
  };
}
