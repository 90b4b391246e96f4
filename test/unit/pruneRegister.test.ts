// Prune as people use it: what it asks for, what it refuses, and what it says.
import type { IDataObject } from 'n8n-workflow';

import { pruneRegister } from '../../nodes/CompanyScreening/operations/upkeep/pruneRegister';
import { goingRow } from '../../nodes/CompanyScreening/register/rows/runRows';
import type { Statement } from '../../nodes/CompanyScreening/register/port/tables';
import { aDesk } from './desk';
import { aCompany } from './register/anAnswer';
import { isInsert, MemoryTables, rowsOf } from './register/memoryTables';
import { complaintOf, running } from './register/perform';
import { expectNoRoom } from './register/removal/noRoom';
import { playNight } from './register/playedNights';

const NOW_MS = Date.parse('2026-01-01T12:00:00.000Z');
const who = { reason: 'Over.', decidedBy: 'u-1', decidedByAddress: 'ann@company.example' };
const alder = aCompany('Alder');
const register = new MemoryTables('sqlite');
let tables: MemoryTables;
beforeAll(async () => {
  for (const [at, letters] of [
    ['2019-01-01', 'a'],
    ['2020-01-01', 'b'],
    ['2021-01-01', ''],
    ['2025-01-01', ''],
  ] as const) {
    const readers = { readers: ['Slack', 'Old mailbox'], told: at < '2020' ? ['Old mailbox'] : ['Slack'] };
    await playNight(register, {
      ...{ companies: [alder], at: `${at}T02:00:00.000Z`, found: () => letters },
      ...readers,
    });
  }
});
beforeEach(() => {
  tables = register.copy();
});

const performIn = (context: object, parameters: IDataObject) =>
  aDesk(() => ({ tables, nowMs: NOW_MS, context })).perform(pruneRegister, {
    ...{ before: '2024-01-01', ...parameters },
  });
const perform = (parameters: IDataObject) => performIn({}, parameters);

test('without a plain "no" it is a dry run, and names nobody who decided it', async () => {
  for (const dryRun of [undefined, true, 'false', '={{ false }}', 0]) {
    const before = await rowsOf(tables, 'answers');
    const { items, counts } = await perform({ dryRun, readersToGiveUp: 'Old mailbox, , Slack' });
    expect(items[0]?.json).toEqual({
      ...{ outcome: 'dryRun', register: 'Screening register', before: '2024-01-01T00:00:00.000Z' },
      ...{ oldest: '2019-01-01T02:00:00.000Z', newest: '2020-01-01T02:00:00.000Z' },
      ...{ screenings: 2, decisions: 0, runs: 2, reports: 4, megabytes: 0, waitingReaders: null },
      message: items[0]?.json['message'],
    });
    expect(items[0]?.json['message']).toMatch(
      /^Nothing was deleted: this is a dry run\. From before 2024-01-01, this would be deleted/,
    );
    expect(counts).toEqual(['2 screenings would be deleted']);
    expect(await rowsOf(tables, 'answers')).toEqual(before);
  }
});

test('says for whom something stays, and what to do about it', async () => {
  const { items } = await perform({});
  expect(items[0]?.json['waitingReaders']).toContain('for the reader Old mailbox, last told on 2019-01-01');
  expect(items[0]?.json['message']).toContain('enter the name under Readers to Give Up');
});

test('deletes, and History says who decided that and why', async () => {
  const { items, counts } = await perform({ ...who, dryRun: false, readersToGiveUp: 'Old mailbox, Slack' });
  expect(items[0]?.json).toMatchObject({ outcome: 'pruned', screenings: 2, deleted: true });
  expect(items[0]?.json['message']).toMatch(
    /^From before 2024-01-01, this was deleted: 2 screenings from 2019-01-01/,
  );
  expect(counts).toEqual(['2 screenings deleted']);
  expect(Object.keys(items[0]?.json ?? {}).join(' ')).toBe(
    'outcome register before oldest newest screenings decisions runs reports megabytes waitingReaders message deleted',
  );
  const desk = aDesk(() => ({ tables, nowMs: NOW_MS }));
  const history = await desk.get('history', { filters: { companyKey: 'Alder' } });
  expect(history.items).toHaveLength(2);
  expect(history.note).toBe(
    'Data from before 2024-01-01 that was no longer needed was pruned on 2026-01-01: 2 screenings, as ann@company.example decided (Over.).',
  );
});

test.each<[string, IDataObject, RegExp]>([
  ['no date', { before: '' }, /^Before is not a date or a time/],
  ['a date that is none', { before: '2024-02-30' }, /^Before is not a date or a time/],
  ['a moment less than 31 days ago', { before: '2025-12-01T12:00:01Z' }, /^Before is less than 31 days ago/],
  ['a date of this month', { before: '2025-12-05' }, /^Before is less than 31 days ago/],
  ['no reason', { ...who, dryRun: false, reason: ' ' }, /^Reason has an invalid value\. Nothing was deleted/],
  ['nobody', { ...who, dryRun: false, decidedBy: '' }, /^Decided By \(ID\) has an invalid value/],
  ['no address', { ...who, dryRun: false, decidedByAddress: 'Ann' }, /^Decided By \(Address\)/],
])('refuses %s', async (_, parameters, message) => {
  const before = await rowsOf(tables, 'archive');
  const [said, advice] = await complaintOf(perform(parameters));
  expect(said).toMatch(message);
  expect(said).toContain('Nothing was deleted');
  expect(advice).not.toBe('');
  expect(await rowsOf(tables, 'archive')).toEqual(before);
});

test.each([
  ['UTC', '2025-12-01T12:00:00', '2025-12-01T12:00:00.000Z'],
  ['Europe/Berlin', '2024-01-01', '2023-12-31T23:00:00.000Z'],
])('in %s, %s is a time before which it deletes', async (timezone, before, time) => {
  const { items } = await performIn({ getTimezone: () => timezone }, { before });
  expect(items[0]?.json).toMatchObject({ outcome: 'dryRun', before: time });
});

test('does not name a row of the archive if there was nothing to delete', async () => {
  const before = await rowsOf(tables, 'archive');
  const { items } = await perform({ ...who, dryRun: false, before: '2018-01-01' });
  expect(items[0]?.json['message']).toMatch(
    /^From before 2018-01-01, this was deleted: 0 screenings, 0 decisions, 0 runs\. There was nothing to delete\. /,
  );
  expect(items[0]?.json).not.toHaveProperty('deleted');
  expect(await rowsOf(tables, 'archive')).toEqual(before);
});

test('refuses an agent, dry run or not', async () => {
  for (const dryRun of [true, false]) {
    const [said] = await complaintOf(performIn({ isToolExecution: () => true }, { ...who, dryRun }));
    expect(said).toBe('An agent cannot delete anything from a register.');
  }
});

test('names a run that goes on', async () => {
  const at = new Date(NOW_MS - 60_000).toISOString();
  const run = { runId: 'other', beat: '1', startedBy: 'Nightly, execution 7 (trigger)', companies: 1 };
  await tables.insert('runs', goingRow(at, { ...run, about: {} }));
  const beating = (ms: number) => tables.change('runs', { beat: String(ms) });
  const context = { getTimezone: () => 'UTC' };
  const beside = running(pruneRegister, { tables, nowMs: NOW_MS, context, sleep: beating });
  const [said, advice] = await complaintOf(beside.perform({ before: '2024-01-01', ...who, dryRun: false }));
  expect(said).toContain('(Nightly, execution 7 (trigger))');
  expect(advice).toMatch(/^Wait until it has ended/);
  expect((await perform({})).items[0]?.json).toMatchObject({ outcome: 'dryRun' });
});

test('of a run that began a moment ago, it says that what goes is written down already', async () => {
  const at = new Date(NOW_MS - 1_000).toISOString();
  const row = goingRow(at, { runId: 'other', beat: '1', startedBy: 'Nightly', companies: 1, about: {} });
  const inner = tables;
  tables = Object.assign(inner.copy(), {
    run: async (statements: readonly Statement[]) => {
      const found = await inner.run(statements);
      if (isInsert(statements, 'archive')) await inner.insert('runs', row);
      return found;
    },
  });
  await expect(perform({ ...who, dryRun: false })).rejects.toMatchObject({
    message: expect.stringMatching(/^Nothing was deleted yet: a run has begun in the meantime/) as unknown,
    advice: expect.stringContaining('run this again unchanged') as unknown,
    // Nothing of sending.
    notDone: '',
  });
});

test('says which row cannot be read', async () => {
  await tables.insert('claims', { mark: 'm' });
  const [said] = await complaintOf(perform({}));
  expect(said).toMatch(/^A row of the data table "Screening register claims" cannot be read/);
});

test('says what to do where n8n takes no row any more, and deletes nothing', () =>
  expectNoRoom(tables, (full) =>
    aDesk(() => ({ tables: full, nowMs: NOW_MS })).perform(pruneRegister, {
      ...{ before: '2024-01-01', ...who, dryRun: false },
    }),
  ));
