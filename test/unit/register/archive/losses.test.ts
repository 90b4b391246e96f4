// What somebody deleted by hand, or lost by putting back tables of different times, is noticed without reading the whole archive; what was
// pruned or forgotten is no loss.
import {
  archivedIds,
  ARCHIVE_INDEX_QUERY,
} from '../../../../nodes/CompanyScreening/register/facts/archivedIds';
import { lossesIn, type Loss } from '../../../../nodes/CompanyScreening/register/watch/losses';
import {
  REGISTER_QUERIES,
  wholeRegister,
} from '../../../../nodes/CompanyScreening/register/companies/everyCompany';
import { companyHash } from '../../../../nodes/CompanyScreening/register/rows/identity';
import { forget } from '../../../../nodes/CompanyScreening/register/removal/forget';
import { prune } from '../../../../nodes/CompanyScreening/register/removal/prune';
import type { IndexRow } from '../../../../nodes/CompanyScreening/register/rows/archiveRows';
import { readReport } from '../../../../nodes/CompanyScreening/register/rows/reportRows';
import { equal, type TableName } from '../../../../nodes/CompanyScreening/register/port/tables';
import { aCompany } from '../anAnswer';
import { aRemoval, REMOVED_BY, removing } from '../aRemoval';
import { MemoryTables, rowsOf } from '../memoryTables';
import { playNight } from '../playedNights';

const COMPANIES = Array.from({ length: 40 }, (_, number) => aCompany(`Company ${number}`));
const [ALDER = aCompany('')] = COMPANIES;
const NOW_MS = Date.parse('2027-01-01T12:00:00.000Z');
const night = (day: number) => `2026-01-${String(day).padStart(2, '0')}T02:00:00.000Z`;
/** After each of nine nights; the company has a hit from the fourth on. */
const nights: MemoryTables[] = [];
let tables: MemoryTables;
beforeAll(async () => {
  const played = new MemoryTables('sqlite');
  for (let day = 1; day <= 9; day++) {
    const found = ({ key }: { key: string }) => (key === ALDER.key && day > 3 ? 'a' : '');
    const readers = day === 1 ? ['Slack'] : [];
    await playNight(played, { companies: COMPANIES, at: night(day), found, readers });
    nights.push(played.copy());
  }
});
beforeEach(() => {
  tables = after(9);
});
const after = (day: number) => (nights[day - 1] ?? new MemoryTables('sqlite')).copy();

async function losses(originals?: number, oldest: Partial<IndexRow> = {}): Promise<Loss[]> {
  const reports = (await rowsOf(tables, 'reports')).flatMap((row) => readReport(row) ?? []);
  const found = await tables.run([...REGISTER_QUERIES, ARCHIVE_INDEX_QUERY]);
  const register = wholeRegister(found, NOW_MS);
  const archived = archivedIds(found.at(-1) ?? []);
  if (!('known' in register) || typeof archived === 'number') throw new Error('A row cannot be read.');
  // A list of this length has not read all answers, so it has counted none.
  const closings = archived.rows.map((row, place) => ({
    ...row,
    originals: originals ?? row.originals,
    ...(place === 0 ? oldest : {}),
  }));
  return lossesIn(register, closings, reports);
}
const remove = (table: TableName, column: string, value: string) =>
  tables.remove(table, equal(column, value));
/** As if somebody had put back one table of another night. */
async function putBack(table: TableName, day: number): Promise<void> {
  const rows = await rowsOf(after(day), table);
  await tables.remove(table);
  await tables.insert(table, ...rows);
}

test('in no night is anything missing', async () => {
  for (const one of nights) {
    tables = one.copy();
    expect(await losses()).toEqual([]);
  }
  expect(await losses(41)).toEqual([]);
  expect((await rowsOf(tables, 'archive')).length).toBeGreaterThan(3);
});

test('nothing is missing of what was pruned or forgotten', async () => {
  const [by, world] = [REMOVED_BY, removing(NOW_MS)];
  await prune(tables, { before: night(6), givenUp: [], by }, world);
  for (const key of ['Company 3', ALDER.key]) await forget(tables, { key, by, evenIfOpen: true }, world);
  expect(await losses(41)).toEqual([]);
  await playNight(tables, { companies: COMPANIES, at: '2027-01-02T02:00:00.000Z' });
  expect(await losses(41)).toEqual([]);
});

test('an answer that another one names is missed if it is deleted, be it an original or a repeat', async () => {
  await remove('reports', 'kind', 'given');
  const rows = await rowsOf(tables, 'answers');
  const repeat = rows.find(
    (row) =>
      row['repeatMark'] !== '' &&
      rows.some((other) => String(other['previousAnswers']).includes(String(row['answer']))),
  );
  await remove('answers', 'answer', String(repeat?.['answer']));
  expect(await losses()).toEqual([{ is: 'answersGone', answers: 1 }]);
  const original = rows.find((row) => row['repeatMark'] === '' && row['company'] !== companyHash(ALDER));
  await remove('answers', 'answer', String(original?.['answer']));
  expect(await losses()).toEqual([{ is: 'answersGone', answers: 2 }]);
});

test('a company whose rows were all deleted by hand is missed where a reader was told of it', async () => {
  await remove('answers', 'company', companyHash(ALDER));
  expect(await losses()).toEqual([{ is: 'answersGone', answers: 1 }]);
});

test('one of which nobody was told is missed by a closing that has counted, whatever was pruned before', async () => {
  await remove('reports', 'kind', 'given');
  const counts = {
    answers: 2,
    claims: 0,
    closings: 0,
    companies: 0,
    decisions: 0,
    hits: 0,
    reports: 0,
    runs: 0,
  };
  await tables.insert('archive', aRemoval({ at: night(1) }, [], { counts }));
  expect(await losses(41)).toEqual([]);
  await remove('answers', 'company', companyHash(ALDER));
  expect(await losses(41)).toMatchObject([{ is: 'originalsGone', answers: 2 }]);
  // An older one has counted before the hit was there.
  expect(await losses(41, { at: night(2), originals: 40 })).toMatchObject([{ answers: 2 }]);
});

test('a row that was edited, and may be about two companies, is missed for none', async () => {
  await remove('reports', 'kind', 'given');
  const [company, other] = ['Company 5', 'Company 6'].map((key) => companyHash(aCompany(key)));
  const [row] = (await rowsOf(tables, 'answers')).filter((one) => one['company'] === company);
  await tables.change('answers', { company: other ?? '' }, equal('answer', String(row?.['answer'])));
  expect(await losses(41)).toEqual([]);
  await remove('answers', 'company', companyHash(ALDER));
  expect(await losses(41)).toMatchObject([{ is: 'originalsGone', answers: 2 }]);
});

test('an archive that is older than the answers, or empty, is told', async () => {
  await putBack('archive', 6);
  expect(await losses()).toMatchObject([{ is: 'answersGone' }]);
  await putBack('archive', 1);
  expect(await losses()).toMatchObject([{ is: 'answersGone' }]);
});

test('an archive that is newer than the answers is told where the answers had more, and loses nothing else', async () => {
  await putBack('answers', 3);
  expect(await losses(41)).toMatchObject([{ is: 'originalsGone', answers: 1 }]);
  tables = after(9);
  // Nothing new was found since then.
  await putBack('answers', 8);
  expect(await losses(41)).toEqual([]);
});

test('a closing that a later one names is missed', async () => {
  const index = (await rowsOf(tables, 'archive')).filter((row) => row['kind'] === 'index');
  expect(index.length).toBeGreaterThan(1);
  await remove('archive', 'mark', String(index[0]?.['mark']));
  expect((await losses()).at(-1)).toEqual({ is: 'closingsGone', closings: 1 });
});
