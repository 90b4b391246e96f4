// What is pruned, what never is, and what is known of it afterwards.
import { historyOf } from '../../../../nodes/CompanyScreening/register/archive/pastScreenings';
import { companyHash } from '../../../../nodes/CompanyScreening/register/rows/identity';
import { deletingGroups } from '../../../../nodes/CompanyScreening/register/removal/deleting';
import { prune, type PruneOrder } from '../../../../nodes/CompanyScreening/register/removal/prune';
import { removalsAmong } from '../../../../nodes/CompanyScreening/register/rows/archiveRows';
import { addressedTo, runReportRows } from '../../../../nodes/CompanyScreening/register/rows/reportRows';
import { goingRow } from '../../../../nodes/CompanyScreening/register/rows/runRows';
import { equal, TABLE_NAMES, type Tables } from '../../../../nodes/CompanyScreening/register/port/tables';
import { succeeds } from '../../../support/waiting';
import { aCompany } from '../anAnswer';
import { REMOVED_BY, removing } from '../aRemoval';
import { isInsert, MemoryTables, rowsOf, tablesOf } from '../memoryTables';
import { killedAfterStoring, playNight, type PlayedNight } from '../playedNights';
import { decideAbout, saidOfAll, wholeRegisterIn } from '../wholeRegister';

const COMPANIES = Array.from({ length: 40 }, (_, number) => aCompany(`Company ${number}`));
const FEW = COMPANIES.slice(0, 20);
const [ALDER = aCompany(''), BIRCH = aCompany(''), CEDAR = aCompany('')] = COMPANIES;
const NOW_MS = Date.parse('2026-01-01T12:00:00.000Z');
const BEFORE = '2023-01-01T00:00:00.000Z';
const order: PruneOrder = { before: BEFORE, givenUp: [], by: REMOVED_BY };
const night = (year: number, month = 1) => `${year}-${String(month).padStart(2, '0')}-01T02:00:00.000Z`;
/** 2018 to 2025, two nights in each. */
const NIGHTS = Array.from({ length: 16 }, (_, number) =>
  night(2018 + Math.floor(number / 2), 1 + (number % 2)),
);

let tables: MemoryTables;
/** Hits of one company in some of the years. */
const played = new MemoryTables('sqlite');
const world = removing(NOW_MS);
beforeAll(async () => {
  tables = played;
  await playYears({ 2018: 'a', 2020: 'b', 2021: 'b', 2024: 'c' }, COMPANIES);
});
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

/** Hits of one company, by year. */
const byYear =
  (years: Record<number, string>, at: string, of = ALDER) =>
  ({ key }: { key: string }) =>
    key === of.key ? (years[Number(at.slice(0, 4))] ?? '') : '';
/** Plays every night, with twenty companies unless told otherwise. */
async function playNights(by: (at: string) => Partial<PlayedNight>) {
  for (const at of NIGHTS) await playNight(tables, { companies: FEW, at, ...by(at) });
}
const playYears = (years: Record<number, string>, companies = FEW) =>
  playNights((at) => ({ companies, found: byYear(years, at) }));
/** The news of one company for a reader who is not told of them. */
async function newsFor(reader: string, found = '') {
  const asked = { companies: [ALDER], at: '2026-01-01T11:00:00.000Z', readers: [reader], told: [] };
  const settled = await playNight(tables.copy(), { ...asked, found: () => found });
  return settled.flatMap((one) => (one.is === 'answer' ? [one.news] : []));
}
const pruned = async (by: Partial<PruneOrder> = {}, on: Tables = tables) => {
  const done = await prune(on, { ...order, ...by }, world);
  if (!('plan' in done)) throw new Error(done.is);
  return done.plan;
};
const history = (key?: string) =>
  historyOf(tables, {
    isWanted: ({ data }) => key === undefined || data.company.key === key,
    mayBeWanted: () => true,
  });
const standings = () => saidOfAll(tables, NOW_MS);
const whole = async () => {
  const names = ['answers', 'archive', 'decisions', 'reports', 'runs'] as const;
  return await Promise.all(names.map((table) => rowsOf(tables, table)));
};

test('a dry run says what would go, and deletes nothing', async () => {
  tables = played.copy();
  const before = await whole();
  const done = await prune(tables, { ...order, by: null }, world);
  expect(done).toMatchObject({ is: 'planned', plan: { oldest: NIGHTS[0], waiting: [] } });
  expect(await whole()).toEqual(before);
});

test('Prune deletes what was screened before the date, and every company says what it said', async () => {
  tables = played.copy();
  const [before, all] = [await standings(), await history()];
  const plan = await pruned();
  expect(await standings()).toEqual(before);
  const left = await history();
  expect(left.problems).toEqual([]);
  const said = { kind: 'pruned', at: '2026-01-01T12:00:00.000Z', removed: { before: BEFORE } };
  expect(left.removals).toMatchObject([{ ...REMOVED_BY, ...said, screenings: plan.screenings }]);
  expect(left.screenings.length + plan.screenings).toBe(all.screenings.length);
  expect(plan.screenings).toBeGreaterThan(250);
  // The first answers of companies that never changed are what their verdicts rest on.
  const old = left.screenings.filter(({ answer }) => answer.screenedAt < '2022-11-01');
  expect(old.every(({ answer, inArchive }) => !inArchive && !answer.isRepeat)).toBe(true);
  const alder = old.filter(({ answer }) => answer.data.company.key === ALDER.key);
  expect(alder.map(({ answer }) => answer.screenedAt.slice(0, 4))).toEqual(['2022']);
  expect(await pruned()).toMatchObject({ screenings: 0, answers: [], closings: [] });
  expect(removalsAmong(await rowsOf(tables, 'archive'))).toHaveLength(1);
});

test('nothing goes that was screened since the date, wherever among the packs of the archive that falls', async () => {
  for (const before of NIGHTS.slice(8, 11)) {
    tables = played.copy();
    const since = async () =>
      (await history()).screenings.filter(({ answer }) => answer.screenedAt >= before);
    const all = await since();
    await pruned({ before });
    expect(await since()).toEqual(all);
    expect((await history()).problems).toEqual([]);
  }
});

test('the nights after it say what they would have said', async () => {
  const found = byYear({ 2020: 'b' }, '2020');
  await playNights(() => ({ found }));
  const other = tables.copy();
  await pruned();
  const plain = (value: unknown) =>
    JSON.stringify(value, (key, one: unknown) =>
      key === 'previousAnswers' ? undefined : one instanceof Map || one instanceof Set ? [...one] : one,
    );
  for (const at of [night(2026, 2), night(2026, 3), night(2026, 4)]) {
    const both = await Promise.all(
      [tables, other].map((one) =>
        playNight(one, { companies: FEW, at, found: ({ key }) => (key === ALDER.key ? 'bc' : '') }),
      ),
    );
    expect(plain(both[0])).toBe(plain(both[1]));
  }
  expect((await history()).problems).toEqual([]);
});

test('a hit that is open since then keeps the answer in which it was found first', async () => {
  await playYears({
    2018: 'a',
    2019: 'ab',
    2020: 'b',
    2021: 'bc',
    2022: 'bc',
    2023: 'bc',
    2024: 'bc',
    2025: 'bc',
  });
  const before = await standings();
  await pruned();
  expect(await standings()).toEqual(before);
  const alder = (await history(ALDER.key)).screenings.map(({ answer }) => answer.screenedAt.slice(0, 4));
  expect(alder).not.toContain('2018');
  expect(alder).toContain('2019');
});

test('nothing of a company without a verdict goes, nor of one that shares a screening id', async () => {
  await playNights((at) => ({
    found: (one) =>
      byYear({ 2018: 'a', 2019: 'a', 2020: 'b', 2025: '?' }, at)(one) ||
      byYear({ 2018: 'a', 2019: 'b' }, at, BIRCH)(one),
    screeningIdOf: ({ key }) =>
      at === NIGHTS[0] && [BIRCH.key, CEDAR.key].includes(key) ? 'shared' : `${at}-${key}`,
  }));
  const answersOf = async () =>
    (await rowsOf(tables, 'answers')).filter((row) =>
      [ALDER, BIRCH].some((one) => row['company'] === companyHash(one)),
    );
  const before = await answersOf();
  const said = await standings();
  await pruned();
  const originals = before.filter((row) => row['repeatMark'] === '');
  expect(await answersOf()).toEqual(expect.arrayContaining(originals));
  expect(await standings()).toEqual(said);
});

test('what a reader was not told stays, the reader is named, and can be given up', async () => {
  const readers = ['Slack', 'Old mailbox'];
  await playNights((at) => ({
    ...{ readers, told: at < '2019' ? readers : ['Slack'] },
    found: byYear({ 2018: 'a', 2019: 'b', 2020: 'c' }, at),
  }));
  const plan = await pruned({ by: null });
  expect(plan.waiting).toMatchObject([{ name: 'Old mailbox', lastTold: '2018-02-01T02:00:00.000Z' }]);
  const without = await pruned({ by: null, givenUp: ['old MAILBOX'] });
  expect(without.waiting).toEqual([]);
  expect(without.answers.length).toBe(plan.answers.length + (plan.waiting[0]?.answers ?? 0));
  const before = await newsFor('Old mailbox');
  await pruned();
  expect(await newsFor('Old mailbox')).toEqual(before);
  await pruned({ givenUp: ['Old mailbox'] });
  const removals = removalsAmong(await rowsOf(tables, 'archive'));
  expect(removals.map(({ removed }) => removed.readers)).toEqual([[], ['Old mailbox']]);
});

test('a reader who was asked for once and never told is known for ever, until it is given up', async () => {
  await playNights((at) => ({
    found: byYear({ 2019: 'a', 2020: 'b' }, at),
    ...{ readers: at === NIGHTS[0] ? ['Slack', 'Old mailbox'] : ['Slack'] },
    told: at === NIGHTS[0] ? [] : ['Slack'],
  }));
  const before = await newsFor('Old mailbox');
  const waiting = [{ name: 'Old mailbox', lastTold: '' }];
  await pruned({ before: '2019-01-01T00:00:00.000Z' });
  expect((await pruned()).waiting).toMatchObject(waiting);
  expect(await newsFor('Old mailbox')).toEqual(before);
  expect((await pruned({ givenUp: ['Old mailbox'] })).waiting).toEqual([]);
  const readers = (await rowsOf(tables, 'reports')).map((row) => row['reportedTo']);
  expect(readers).not.toContain('Slack, Old mailbox');
});

test.each([
  ['stays, although it tells nothing', [], ['Old mailbox']],
  ['goes if the reader is given up', ['Old mailbox'], []],
])('the last row that names a reader %s', async (_, givenUp, readers) => {
  tables = played.copy();
  const about = { report: 'report-1', nodeHash: '', runId: 'gone', at: night(2018), uuid: world.uuid };
  const rows = [1, 2].flatMap(() => runReportRows({ ...about, ...addressedTo(['Old mailbox']) }, []));
  await tables.insert('reports', ...rows);
  await pruned({ givenUp });
  expect((await rowsOf(tables, 'reports')).map(({ reportedTo }) => reportedTo)).toEqual(readers);
});

test('old reports go when later ones tell as much, and nothing comes out again that was told', async () => {
  const readers = ['Slack'];
  await playNights((at) => ({ readers, found: byYear({ 2018: 'a', 2020: 'b' }, at) }));
  const before = await rowsOf(tables, 'reports');
  const { reports } = await pruned();
  const left = await rowsOf(tables, 'reports');
  expect(reports.length).toBeGreaterThan(10);
  expect(left).toHaveLength(before.length - reports.length);
  // The first one told of companies that have said nothing new since.
  expect(left.some((row) => row['at'] === NIGHTS[0] && row['kind'] === 'given')).toBe(true);
  const settled = await playNight(tables, { companies: FEW, at: night(2026, 2), readers });
  expect(settled.every((one) => one.is === 'answer' && one.news.is === 'nothing')).toBe(true);
});

const givenUpOr = [
  ['stays', []],
  ['goes if it is given up', ['Slack']],
] as const;

test.each(givenUpOr)(
  'what a reader was not told of a company that has left the list %s',
  async (what, givenUp) => {
    await playNights((at) => {
      const isFirst = at === NIGHTS[0];
      const companies = isFirst ? [ALDER, BIRCH] : [BIRCH];
      const told = isFirst ? [] : ['Slack'];
      return { companies, readers: ['Slack'], told, found: () => (isFirst ? 'a' : '') };
    });
    await pruned({ givenUp: [...givenUp] });
    const left = await rowsOf(tables, 'reports');
    const named = left.some((row) => String(row['data']).includes(companyHash(ALDER)));
    expect(named).toBe(what === 'stays');
  },
);

test.each(givenUpOr)('the row of a killed run that has to be told of %s', async (what, givenUp) => {
  await playNights(() => ({ companies: [ALDER], readers: ['Slack'] }));
  const run = `run${NIGHTS[0]?.replaceAll(/\D/g, '') ?? ''}`;
  await tables.change('runs', { unreportedRunOfNode: 'node' }, equal('run', run));
  await pruned({ givenUp: [...givenUp] });
  expect((await rowsOf(tables, 'runs')).some((row) => row['run'] === run)).toBe(what === 'stays');
});

test('a reader that a killed prune gave up, and the next one does not, keeps what it was told', async () => {
  await playNights((at) => ({
    ...{ companies: [ALDER], readers: ['Slack'], told: at < '2019' ? ['Slack'] : [] },
    found: byYear({ 2018: 'a', 2019: 'b', 2020: 'bc' }, at),
  }));
  const before = await newsFor('Slack', 'bc');
  const killed = prune(killedAfterStoring(tables, 1), { ...order, givenUp: ['Slack'] }, world);
  await expect(killed).rejects.toThrow('killed');
  await pruned();
  expect(await newsFor('Slack', 'bc')).toEqual(before);
  const told = (await rowsOf(tables, 'reports')).filter(({ kind }) => kind === 'told');
  expect(told.map(({ at }) => at)).toEqual([NIGHTS[0]]);
});

test('an id of what is gone is still known a year later, and not for ever', async () => {
  tables = played.copy();
  const oldIds = (at: string) => `${at.replaceAll(/\D/g, '')}-${BIRCH.names[0]}`;
  await pruned();
  const again = async (id: string, at: string) => {
    const [settled] = await playNight(tables, { companies: [ALDER], at, screeningIdOf: () => id });
    return settled?.is === 'answer' ? settled.answer.reason : settled?.is;
  };
  expect(await again(oldIds(NIGHTS[9] ?? ''), night(2026, 2))).toBe('staleAnswer');
  expect(await again(oldIds(NIGHTS[3] ?? ''), night(2026, 3))).toBe('');
});

test('a true match that nobody has closed stays while its hit is listed again: it is a case when that goes', async () => {
  for (const at of NIGHTS) {
    await playNight(tables, { companies: FEW, at, found: () => (at.startsWith('2019') ? '' : 'a') });
    if (at === NIGHTS[1])
      await decideAbout(tables, ALDER, { decided: 'trueMatch', atMs: Date.parse(at) + 1_000 });
  }
  await pruned();
  await playNight(tables, { companies: FEW, at: night(2026, 2) });
  const { companies } = await wholeRegisterIn(tables, NOW_MS);
  const alder = companies.find(({ company }) => company === companyHash(ALDER));
  expect(alder?.cases).toMatchObject([{ about: 'goneHit', standing: { is: 'trueMatch' } }]);
});

describe('decisions', () => {
  /** A true match that went in 2020 and was closed, and one that is listed. */
  const decidedNights = new MemoryTables('sqlite');
  beforeAll(async () => {
    tables = decidedNights;
    for (const at of NIGHTS) {
      const years = { 2018: 'a', 2019: 'a', 2021: 'b', 2022: 'b', 2023: 'b', 2024: 'b', 2025: 'b' };
      await playNight(tables, { companies: FEW, at, found: byYear(years, at) });
      const atMs = Date.parse(at) + 1_000;
      if (at === night(2018, 2) || at === night(2021, 2))
        await decideAbout(tables, ALDER, { decided: 'trueMatch', atMs });
      if (at === night(2020, 2))
        await decideAbout(tables, ALDER, { about: 'goneHit', decided: 'close', atMs });
    }
  });
  beforeEach(() => {
    tables = decidedNights.copy();
  });

  test('about what is over go; those that count stay, and the chain holds', async () => {
    const before = await standings();
    const { decisions } = await pruned();
    expect(decisions.map(({ decidedAt }) => decidedAt.slice(0, 4))).toEqual(['2018', '2020']);
    expect(await standings()).toEqual(before);
    expect(await rowsOf(tables, 'decisions')).toHaveLength(1);
    await playNight(tables, { companies: FEW, at: night(2026, 2), found: () => 'b' });
    expect(await standings()).toMatchObject({ problems: [] });
  });

  test('killed between any two statements, it goes on when it is run again, and every table is as if it had not been killed', async () => {
    const told = { readers: ['Slack', 'e-mail'], told: ['Slack'] };
    const found = byYear({ 2026: 'b' }, '2026');
    await playNight(tables, { companies: FEW, at: night(2020, 3), found, ...told });
    await playNight(tables, { companies: FEW, at: night(2022, 3), found, ...told });
    await playNight(tables, { companies: FEW, at: night(2026), found, readers: told.readers });
    const start = tables;
    const before = await standings();
    tables = start.copy();
    await pruned();
    const wanted = await left();
    expect(wanted['runs']?.length).toBeLessThan((await rowsOf(start, 'runs')).length - 5);
    let killedAfter = 0;
    for (let isDone = false; !isDone; killedAfter += 1) {
      tables = start.copy();
      isDone = await succeeds(prune(killedAfterStoring(tables, killedAfter), order, world));
      expect({ killedAfter, says: await standings() }).toEqual({ killedAfter, says: before });
      expect((await history()).problems).toEqual([]);
      await pruned();
      expect({ killedAfter, left: await left() }).toEqual({ killedAfter, left: wanted });
    }
    expect(killedAfter).toBeGreaterThan(5);
  });

  /** The rows of each table, without what says that they were pruned. */
  async function left(): Promise<Record<string, unknown[]>> {
    const rows = await Promise.all(TABLE_NAMES.map((table) => rowsOf(tables, table)));
    return Object.fromEntries(
      TABLE_NAMES.map((table, at) => [table, (rows[at] ?? []).filter(({ kind }) => kind !== 'pruned')]),
    );
  }

  test('stay as long as one of the table is missing or was changed', async () => {
    const [first] = await rowsOf(tables, 'decisions');
    await tables.remove('decisions', { column: 'id', is: 'atMost', value: first?.id ?? 0 });
    const problems = await standings();
    expect(problems).toMatchObject({ problems: [{ is: 'missing' }] });
    expect(await pruned()).toMatchObject({ decisions: [] });
    expect(await standings()).toEqual(problems);
  });

  test('and the removal that explains them is missed when somebody deletes it', async () => {
    await pruned();
    await tables.remove('archive', equal('kind', 'pruned'));
    expect(await standings()).toMatchObject({ problems: [{ is: 'missing' }] });
  });
});

test('what goes together goes with one statement, unless that had too many conditions', () => {
  const groups = [300, 200, 1].map((length) => Array.from({ length }, (_, number) => `id${number}`));
  const deletes = deletingGroups('answers', 'answer', groups);
  expect(deletes.map((one) => one.do === 'delete' && one.where.length)).toEqual([500, 1]);
});

test('of runs, the newest of each node stay, the last that sent anything, and one whose control had failed', async () => {
  tables = played.copy();
  const runOf = (at = '') => equal('run', `run${at.replaceAll(/\D/g, '')}`);
  await tables.change('runs', { screenedNow: 0 });
  await tables.change('runs', { screenedNow: 1 }, runOf(NIGHTS[3]));
  await tables.change('runs', { control: 'failed' }, runOf(NIGHTS[1]));
  await pruned({ before: '2025-11-01T00:00:00.000Z' });
  const left = (await rowsOf(tables, 'runs')).map((row) => row['startedAt']);
  expect(left).toEqual([1, 3, 14, 15].map((number) => NIGHTS[number]));
});

test('while a run is going, nothing is deleted, also if it began a moment ago', async () => {
  tables = played.copy();
  const at = new Date(NOW_MS - 5_000).toISOString();
  const facts = { beat: '1', startedBy: 'somebody', companies: 1, about: {} };
  const run = goingRow(at, { runId: 'other', ...facts });
  await tables.insert('runs', goingRow(BEFORE, { runId: 'killed', ...facts }));
  const before = await whole();
  const beginsMeanwhile = tablesOf(async (statements) => {
    const found = await tables.run(statements);
    if (isInsert(statements)) await tables.insert('runs', run);
    return found;
  });
  const isSeen = { is: 'runGoing', run: { runId: 'other' } };
  expect(await prune(beginsMeanwhile, order, world)).toMatchObject({ ...isSeen, isSaid: true });
  const [answers, archive] = await whole();
  expect(answers).toEqual(before[0]);
  expect(archive).toHaveLength((before[1]?.length ?? 0) + 1);
  const beats = (ms: number) => tables.change('runs', { beat: String(ms) });
  expect(await prune(tables, order, { ...world, sleep: beats })).toMatchObject({ ...isSeen, isSaid: false });
  expect(removalsAmong(await rowsOf(tables, 'archive'))).toHaveLength(1);
});
