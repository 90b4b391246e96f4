// Rows that somebody deletes or edits, and what a second place knows of them: the doubt of a run whose control failed late.
import type { ListedCompany } from '../../../nodes/CompanyScreening/register/rows/identity';
import type { CompanyResult } from '../../../nodes/CompanyScreening/register/companies/companyResult';
import { doubtRow, failedControl, readDoubt } from '../../../nodes/CompanyScreening/register/rows/doubtRows';
import { equal, type TableName, type TableRow } from '../../../nodes/CompanyScreening/register/port/tables';
import { aCompany } from './anAnswer';
import { cleared, screened, settingsWith, wanted } from './aList';
import { MemoryTables, rowsOf } from './memoryTables';
import { wholeRegisterIn } from './wholeRegister';

const settings = settingsWith(2);
const first = [wanted(aCompany('A')), wanted(aCompany('B'))];
const second = [wanted(aCompany('C')), wanted(aCompany('D'))];
const long = Array.from({ length: 501 }, (_, number) => wanted(aCompany(`Long ${number}`)));

let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

/** @param failing with the answers of these, the control fails */
async function screen(companies: readonly ListedCompany[], failing: readonly ListedCompany[] = []) {
  let holds = true;
  const answer = (one: ListedCompany) => {
    if (!failing.includes(one)) return cleared(one);
    holds = false;
    return { ...cleared(one), outcome: 'review' as const, reason: 'controlFailed' };
  };
  const ports = { controlFailed: () => !holds };
  const { sent, settled } = await screened(tables, companies, { answer, settings, ports });
  const said = new Map(settled.map((one) => [one.company, saidOf(one)]));
  return {
    sent: sent.flat().length,
    said: (list: typeof companies) => list.map(({ hash }) => said.get(hash)),
  };
}

function saidOf(one: CompanyResult): string {
  if (one.is === 'notCharged') return one.is;
  return one.is === 'withoutVerdict' ? one.doubt : (one.doubt ?? (one.answer.reason || one.answer.outcome));
}

/** As Get Many has them. */
async function getMany(list: readonly ListedCompany[]) {
  const every = await wholeRegisterIn(tables, Date.now());
  const said = new Map(every.companies.map((one) => [one.company, saidOf(one)]));
  return { said: list.map(({ hash }) => said.get(hash)), unreadable: every.unreadable.length };
}

const deleting = (table: TableName, column: string, value: string) =>
  tables.remove(table, equal(column, value));
const editing = (table: TableName, column: string, value: string, set: TableRow) =>
  tables.change(table, set, equal(column, value));

describe('a control that fails when answers of its run are stored', () => {
  beforeEach(() => screen([...first, ...second], second));
  const twice = <One>(one: One) => [one, one];

  test('a control that fails late leaves a doubt that is no answer, and no company of its run is clear', async () => {
    const rows = await rowsOf(tables, 'answers', equal('kind', 'doubt'));
    expect(rows.map(readDoubt)).toEqual([
      { name: rows[0]?.['run'], runId: rows[0]?.['run'], old: null, isIntact: true },
    ]);
    const all = await getMany([...first, ...second]);
    expect(all).toEqual({ said: [...twice('controlFailed'), ...twice('controlFailed')], unreadable: 0 });
  });

  test('is known although the row of its run says that it held', async () => {
    await editing('runs', 'control', 'failed', { control: 'held' });
    expect((await getMany(first)).said).toEqual(twice('controlFailed'));
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is deleted', () => deleting('answers', 'kind', 'doubt')],
    ['is edited', () => editing('answers', 'kind', 'doubt', { outcome: 'clear' })],
    [
      'is about another run now',
      () => editing('answers', 'kind', 'doubt', doubtRow(failedControl('another'), '2026-01-01T00:00:00Z')),
    ],
  ])(
    'if the doubt about a run %s, no company is clear because of that run, in a list or elsewhere',
    async (_, edit) => {
      await editing('runs', 'control', 'failed', { control: 'held' });
      await edit();
      expect((await getMany(first)).said).toEqual(twice('damagedRow'));
      for (const list of [first, [...first, ...long]]) {
        const { sent, said } = await screen(list);
        expect(said(first)).toEqual(twice('damagedRow'));
        expect(sent).toBe(list.length - first.length);
      }
    },
  );

  test.each(['outcome', 'run', 'mark'])(
    'a doubt of which somebody edited the %s is one all the same, although no answer that names it is left',
    async (column) => {
      await editing('runs', 'control', 'failed', { control: 'held' });
      await editing('answers', 'kind', 'doubt', { [column]: 'clear' });
      for (const { hash } of second) await deleting('answers', 'company', hash);
      expect((await getMany(first)).said).toEqual(twice('damagedRow'));
    },
  );

  test('the row of a run says of its control what no row of answers says any more: its companies are sent again', async () => {
    await deleting('answers', 'kind', 'doubt');
    for (const { hash } of second) await deleting('answers', 'company', hash);
    expect((await getMany(first)).said).toEqual(twice('controlFailed'));
    expect((await screen(first)).sent).toBe(2);
  });

  test('an answer that names the doubt tells of it although that answer was edited as well', async () => {
    await editing('runs', 'control', 'failed', { control: 'held' });
    await deleting('answers', 'kind', 'doubt');
    for (const { hash } of second) await editing('answers', 'company', hash, { reason: 'seen by Ann' });
    expect((await getMany(first)).said).toEqual(twice('damagedRow'));
    expect((await screen(first)).said(first)).toEqual(twice('damagedRow'));
  });
});
