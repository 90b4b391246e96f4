// Rows that somebody deletes or edits, and what a second place knows of them: the doubt of a run whose control failed late.
import {
  everyCompany,
  REGISTER_QUERIES,
} from '../../../nodes/CompanyScreening/register/companies/everyCompany';
import type { ListedCompany } from '../../../nodes/CompanyScreening/register/rows/identity';
import type { CompanyResult } from '../../../nodes/CompanyScreening/register/companies/companyResult';
import { beginRun } from '../../../nodes/CompanyScreening/register/protocol/register';
import { doubtRow, failedControl, readDoubt } from '../../../nodes/CompanyScreening/register/rows/doubtRows';
import { equal, type TableName, type TableRow } from '../../../nodes/CompanyScreening/register/port/tables';
import { aCompany } from './anAnswer';
import { cleared, portsOn, settingsWith, wanted } from './aList';
import { MemoryTables } from './memoryTables';

const settings = settingsWith(2);
const first = [wanted(aCompany('A')), wanted(aCompany('B'))];
const second = [wanted(aCompany('C')), wanted(aCompany('D'))];
const long = Array.from({ length: 501 }, (_, number) => wanted(aCompany(`Long ${number}`)));

let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

/** @param failsAfter the control fails when so many have been sent */
async function screen(companies: readonly ListedCompany[], failsAfter?: number) {
  let sent = 0;
  const controlHolds = () => failsAfter === undefined || sent < failsAfter;
  const run = await beginRun(portsOn(tables, { controlHolds }), settings, companies);
  const settled: CompanyResult[] = [];
  const underWay: (readonly ListedCompany[])[] = [];
  for (let turn = await run.first(); ;) {
    settled.push(...turn.concluded);
    if (turn.is === 'over') break;
    if (turn.is === 'send') {
      sent += turn.companies.length;
      underWay.push(turn.companies);
      turn = await run.next(null);
      continue;
    }
    const results = (underWay.shift() ?? []).map((one) =>
      controlHolds()
        ? cleared(one)
        : { ...cleared(one), outcome: 'review' as const, reason: 'controlFailed' },
    );
    turn = await run.next({ results, companyMs: 0 });
  }
  const said = new Map(settled.map((one) => [one.company, saidOf(one)]));
  return { sent, said: (list: readonly ListedCompany[]) => list.map(({ hash }) => said.get(hash)) };
}

function saidOf(one: CompanyResult): string {
  if (one.is === 'notSent') return one.is;
  return one.is === 'withoutVerdict' ? one.doubt : (one.doubt ?? (one.answer.reason || one.answer.outcome));
}

/** As Get Many has them. */
async function getMany(list: readonly ListedCompany[]) {
  const found = await tables.run(REGISTER_QUERIES);
  const every = everyCompany(found, Date.now());
  if (!('companies' in every)) throw new Error('A row cannot be read.');
  const said = new Map(every.companies.map((one) => [one.company, saidOf(one)]));
  return { said: list.map(({ hash }) => said.get(hash)), unreadable: every.unreadable.length };
}

const deleting = (table: TableName, column: string, value: string) =>
  tables.run([{ do: 'delete', table, where: [equal(column, value)], match: 'all' }]);
const editing = (table: TableName, column: string, value: string, set: TableRow) =>
  tables.run([{ do: 'update', table, where: [equal(column, value)], match: 'all', set }]);

describe('a control that fails when answers of its run are stored', () => {
  beforeEach(async () => {
    await screen([...first, ...second], 4);
  });
  const twice = <One>(one: One) => [one, one];

  test('leaves a doubt that is no answer, and no company is clear', async () => {
    const [rows = []] = await tables.run([
      { do: 'read', table: 'answers', where: [equal('kind', 'doubt')], match: 'all' },
    ]);
    expect(rows.map(readDoubt)).toEqual([
      { name: rows[0]?.['run'], run: rows[0]?.['run'], old: null, isIntact: true },
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

  test('a doubt about a run that was edited is one all the same, although no answer that names it is left', async () => {
    await editing('runs', 'control', 'failed', { control: 'held' });
    await editing('answers', 'kind', 'doubt', { outcome: 'clear' });
    for (const { hash } of second) await deleting('answers', 'company', hash);
    expect((await getMany(first)).said).toEqual(twice('damagedRow'));
  });

  test('an answer that names the doubt tells of it although that answer was edited as well', async () => {
    await editing('runs', 'control', 'failed', { control: 'held' });
    await deleting('answers', 'kind', 'doubt');
    for (const { hash } of second) await editing('answers', 'company', hash, { reason: 'seen by Ann' });
    expect((await getMany(first)).said).toEqual(twice('damagedRow'));
    expect((await screen(first)).said(first)).toEqual(twice('damagedRow'));
  });
});
