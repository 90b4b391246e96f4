// Every trace of a company goes, nothing of others, and nobody becomes clear by it.
import { historyOf } from '../../../../nodes/CompanyScreening/register/archive/pastScreenings';
import { newestSeals } from '../../../../nodes/CompanyScreening/register/facts/archivedIds';
import {
  companyHash,
  hashOf,
  keyHash,
  type Company,
} from '../../../../nodes/CompanyScreening/register/rows/identity';
import { forget, type ForgetOrder } from '../../../../nodes/CompanyScreening/register/removal/forget';
import { prune } from '../../../../nodes/CompanyScreening/register/removal/prune';
import { readArchive, removalsAmong } from '../../../../nodes/CompanyScreening/register/rows/archiveRows';
import { claimRow } from '../../../../nodes/CompanyScreening/register/rows/claimRows';
import { goingRow } from '../../../../nodes/CompanyScreening/register/rows/runRows';
import { equal, TABLE_NAMES, type Tables } from '../../../../nodes/CompanyScreening/register/port/tables';
import { succeeds } from '../../../support/waiting';
import { aCompany } from '../anAnswer';
import { REMOVED_BY, removing } from '../aRemoval';
import { isInsert, MemoryTables, rowsOf, tablesOf } from '../memoryTables';
import { killedAfterStoring, killedBetween, playNight } from '../playedNights';
import { decideAbout, saidOfAll, wholeRegisterIn } from '../wholeRegister';

const ALDER = aCompany('Zanzibar Trading', 'KEY-ALDER');
const RENAMED: Company = { ...ALDER, names: ['Zanzibar Holding', 'Quagga'] };
const BIRCH = aCompany('Birch', 'KEY-BIRCH');
const OTHERS = Array.from({ length: 26 }, (_, number) => aCompany(`Company ${number}`));
const OWN = [companyHash(ALDER), companyHash(RENAMED)];
/** Whatever is about it, in any cell. */
const TRACES = ['zanzibar', 'quagga', 'key-alder', 'hit d', ...OWN.map((one) => one.slice(0, 10))];
const NOW_MS = Date.parse('2026-02-01T12:00:00.000Z');
const night = (day: number) => `2026-01-${String(day).padStart(2, '0')}T02:00:00.000Z`;
const order: ForgetOrder = { key: 'KEY-ALDER', by: REMOVED_BY, evenIfOpen: true };

let tables: MemoryTables;
const played = new MemoryTables('sqlite');
const world = removing(NOW_MS);

/** Ten nights: the company has a hit, is decided about, gets another name, and at the end has no answer. */
beforeAll(async () => {
  tables = played;
  for (let day = 1; day <= 10; day++) {
    const own = day < 7 ? ALDER : RENAMED;
    await playNight(tables, {
      companies: [own, BIRCH, ...OTHERS],
      at: night(day),
      found: ({ key }) =>
        key === BIRCH.key ? 'b' : key !== ALDER.key ? '' : day === 10 ? '!' : day < 4 ? 'd' : '',
      readers: ['Slack'],
      // The service gave one id to two companies.
      screeningIdOf: ({ key, names }) =>
        day === 8 && (key === ALDER.key || key === 'Company 7') ? 'shared' : `${day}-${names.join()}`,
    });
    const decision = { decided: 'trueMatch', atMs: Date.parse(night(day)) + 1_000 } as const;
    if (day === 2) await decideAbout(tables, ALDER, decision);
    if (day === 3) await decideAbout(tables, BIRCH, decision);
  }
  await insertLostClaim();
});
beforeEach(() => {
  tables = played.copy();
});

/** That of a run which was killed: nobody knows whether its companies were paid for. */
async function insertLostClaim(): Promise<void> {
  const companies = [companyHash(ALDER), ...OTHERS.slice(9, 10).map(companyHash)];
  const facts = { claimId: 'lost', runId: 'killed', claimedAt: night(9), requests: {}, companies };
  const referenceIds = Object.fromEntries(companies.map((one) => [one, 'reference']));
  const row = goingRow(night(9), { runId: 'killed', beat: '1', startedBy: '', companies: 2, about: {} });
  await tables.insert('runs', { ...row, state: 'presumedDead' });
  const screenings = JSON.stringify(Object.fromEntries(companies.map((one) => [one, [hashOf(['id', 1])]])));
  await tables.insert('claims', { ...claimRow({ ...facts, referenceIds }), screenings });
}

const forgotten = (by: Partial<ForgetOrder> = {}, on: Tables = tables) =>
  forget(on, { ...order, ...by }, world);
/** Cells of all tables that say something of the company. */
async function tracesLeft(): Promise<string[]> {
  const found: string[] = [];
  for (const table of TABLE_NAMES)
    for (const row of await rowsOf(tables, table))
      for (const [column, cell] of Object.entries(row))
        if (TRACES.some((one) => String(cell).toLowerCase().includes(one))) found.push(`${table}.${column}`);
  return [...new Set(found)].sort();
}
const history = () => historyOf(tables, { isWanted: () => true, mayBeWanted: () => true });
/** What anybody learns of all other companies. */
const standings = () => saidOfAll(tables, NOW_MS, (company) => !OWN.includes(company));
const outcomeOf = async (company: Company) => {
  const { companies } = await wholeRegisterIn(tables, NOW_MS);
  const stands = companies.find((one) => one.company === companyHash(company));
  return stands?.is === 'answer' && stands.doubt === null && stands.answer.reason === ''
    ? stands.answer.outcome
    : stands && 'review';
};

test('before, it is in every table', async () => {
  const withIt = new Set((await tracesLeft()).map((cell) => cell.split('.')[0]));
  expect(withIt).toEqual(new Set(['answers', 'claims', 'decisions', 'reports']));
  expect(await outcomeOf(RENAMED)).toBe('review');
});

test('after Forget Company no cell of any table names the company, and all other companies say what they said', async () => {
  const before = await standings();
  const screenings = (await history()).screenings;
  const done = await forgotten();
  expect(done).toMatchObject({ is: 'forgotten', plan: { screenings: 10, openCases: 2, sameNames: 0 } });
  expect(await tracesLeft()).toEqual([]);
  expect(await standings()).toEqual(before);
  const after = await history();
  expect(after.problems).toEqual([]);
  expect(after.screenings).toEqual(screenings.filter(({ answer }) => answer.data.company.key !== ALDER.key));
  const at = '2026-02-01T12:00:00.000Z';
  const removed = { openCases: 2, counts: { decisions: 1, claims: 1 } };
  const said = { kind: 'forgotten', at, oldest: at, screenings: 10, removed };
  expect(after.removals).toMatchObject([{ ...REMOVED_BY, ...said }]);
  expect(await forgotten()).toEqual({ is: 'unknown', mayBeAnswered: 0, leftUnanswered: 0 });
  // Each closing follows the one before it, also where both were written again.
  const closings = (await rowsOf(tables, 'archive', equal('kind', 'index'))).map(readArchive);
  const rows = closings.flatMap((one) => (one?.kind === 'index' ? [one] : []));
  expect([rows.length > 1, newestSeals({ rows, removals: [] }).length]).toEqual([true, 1]);
});

test('closings that cannot be read are counted: nobody can tell whether it is in them', async () => {
  const unreadable = (await rowsOf(tables, 'archive', equal('kind', 'index'))).length;
  await tables.change('archive', { data: '' }, equal('kind', 'pack'));
  expect(await forgotten({ by: null })).toMatchObject({ plan: { archived: { unreadable } } });
});

const AN_HOUR_AGO = new Date(NOW_MS - 60 * 60_000).toISOString();
const TWO_DAYS_AGO = new Date(NOW_MS - 48 * 60 * 60_000).toISOString();
test.each([
  ['a run that goes on may still answer', 'going', AN_HOUR_AGO, 'mayBeAnswered'],
  ['a run that was taken for dead may still answer', 'presumedDead', AN_HOUR_AGO, 'mayBeAnswered'],
  ['a run that was killed days ago has left', 'going', TWO_DAYS_AGO, 'leftUnanswered'],
  ['a run that was taken for dead days ago has left', 'presumedDead', TWO_DAYS_AGO, 'leftUnanswered'],
  ['a run that has ended has left', 'ended', AN_HOUR_AGO, 'leftUnanswered'],
])('a company of which nothing is known may be among those that %s', async (_, state, at, where) => {
  const companies = [aCompany('Cedar', 'K-9'), aCompany('Dogwood', 'K-8'), BIRCH].map(companyHash);
  const run = goingRow(at, { runId: 'other', beat: '1', startedBy: '', companies: 3, about: {} });
  const claim = { claimId: 'm', runId: 'other', companies, referenceIds: {}, requests: {}, claimedAt: at };
  await tables.run([
    { do: 'insert', table: 'runs', rows: [{ ...run, state }] },
    { do: 'insert', table: 'claims', rows: [claimRow(claim)] },
  ]);
  const unknown = { is: 'unknown', mayBeAnswered: 0, leftUnanswered: 0, [where]: 2 };
  expect(await forgotten({ key: 'K-9' })).toEqual(unknown);
  expect(await forgotten({ key: 'K-9', by: null })).toEqual(unknown);
});

test('whoever shared a screening id with it stays in doubt, now and in the nights to come', async () => {
  const other = OTHERS[7];
  if (!other) throw new Error('There is one.');
  tables = new MemoryTables('sqlite');
  const shared = { companies: [ALDER, other], at: night(1), screeningIdOf: () => 'shared' };
  await playNight(tables, shared);
  expect(await outcomeOf(other)).toBe('review');
  expect(await forgotten()).toMatchObject({ is: 'forgotten' });
  expect(await outcomeOf(other)).toBe('review');
  const nextDay = await playNight(tables, { companies: [other], at: '2026-01-01T03:00:00.000Z' });
  expect(nextDay).toMatchObject([{ is: 'answer', remembered: true, doubt: 'otherRequest' }]);
});

test('so does a screening in the archive whose id it got later', async () => {
  const other = OTHERS[5];
  if (!other) throw new Error('There is one.');
  await playNight(tables, { companies: [BIRCH], at: night(11), screeningIdOf: () => '3-Company 5' });
  const third = async () => {
    const { screenings } = await history();
    const ofOther = screenings.filter(({ answer }) => answer.company === companyHash(other));
    return ofOther.map(({ answer: { outcome, reason }, inArchive }) => [outcome, reason, inArchive])[2];
  };
  expect(await third()).toEqual(['review', 'otherRequest', true]);
  expect(await forgotten({ key: BIRCH.key })).toMatchObject({ is: 'forgotten' });
  expect(await third()).toEqual(['review', 'otherRequest', true]);
});

test('an answer with an id that it had is an old one that came again', async () => {
  const ids = ['2-Zanzibar Trading', '9-Zanzibar Holding,Quagga'];
  await forgotten();
  for (const [number, id] of ids.entries()) {
    const at = `2026-02-0${number + 3}T02:00:00.000Z`;
    const settled = await playNight(tables, { companies: [BIRCH], at, screeningIdOf: () => id });
    expect(settled).toMatchObject([{ is: 'answer', answer: { outcome: 'review', reason: 'staleAnswer' } }]);
  }
});

test('a dry run deletes nothing', async () => {
  const whole = () => Promise.all(TABLE_NAMES.map((table) => rowsOf(tables, table)));
  const before = await whole();
  expect(await forgotten({ by: null })).toMatchObject({ is: 'planned', plan: { screenings: 10 } });
  expect(await whole()).toEqual(before);
});

test('not while a case of it is open or a true match, unless that is wanted', async () => {
  const before = await tracesLeft();
  for (const evenIfOpen of [false, 'trueMatches'] as const)
    expect(await forgotten({ evenIfOpen })).toMatchObject({ is: 'openCases', plan: { openCases: 2 } });
  expect(await forgotten({ key: BIRCH.key, evenIfOpen: false })).toMatchObject({ is: 'openCases' });
  expect(await tracesLeft()).toEqual(before);
  const clear = { key: 'Company 3', evenIfOpen: false };
  expect(await forgotten(clear)).toMatchObject({ is: 'forgotten', plan: { openCases: 0 } });
});

test.each(['Mr. A of zanzibar  trading asked', 'for KEY ALDER', 'Quagga'])(
  'a reason that names it is refused: %s',
  async (reason) => {
    expect(await forgotten({ by: { ...REMOVED_BY, reason } })).toEqual({ is: 'reasonNames' });
    expect(removalsAmong(await rowsOf(tables, 'archive'))).toEqual([]);
  },
);

const at = new Date(NOW_MS - 5_000).toISOString();
const other = goingRow(at, { runId: 'other', beat: '1', startedBy: 'somebody', companies: 1, about: {} });

test('while a run goes on, nothing is deleted, and nothing says that it will be', async () => {
  await tables.insert('runs', other);
  const before = await tracesLeft();
  let waitedMs = 0;
  const sleep = async (ms: number) => {
    waitedMs += ms;
    // It was taken for dead, and could not show for a while that it lives.
    if (waitedMs === 105_000) await tables.change('runs', { beat: '2' });
  };
  const going = { is: 'runGoing', isSaid: false, run: { runId: 'other' } };
  expect(await forget(tables, order, { ...world, sleep })).toMatchObject(going);
  expect(waitedMs).toBe(105_000);
  expect(await tracesLeft()).toEqual(before);
  expect(removalsAmong(await rowsOf(tables, 'archive'))).toEqual([]);
});

test('nobody waits any more: nothing is deleted', async () => {
  await tables.insert('runs', other);
  const before = await tracesLeft();
  const sleep = () => Promise.reject(new Error('It was cancelled.'));
  await expect(forget(tables, order, { ...world, sleep })).rejects.toThrow('It was cancelled.');
  expect(await tracesLeft()).toEqual(before);
});

test('a run that shows for two minutes nothing of itself is told that it is taken for dead', async () => {
  await tables.insert('runs', other);
  let waitedMs = 0;
  const sleep = (ms: number) => Promise.resolve(void (waitedMs += ms));
  expect(await forget(tables, order, { ...world, sleep })).toMatchObject({ is: 'forgotten' });
  expect(waitedMs).toBe(120_000);
  expect(await tracesLeft()).toEqual([]);
  const [run] = await rowsOf(tables, 'runs', equal('run', 'other'));
  expect(run).toMatchObject({ state: 'presumedDead' });
});

test('a run that began a moment ago is seen before anything is deleted', async () => {
  const before = await tracesLeft();
  const beginsMeanwhile = tablesOf(async (statements) => {
    const found = await tables.run(statements);
    if (isInsert(statements)) await tables.insert('runs', other);
    return found;
  });
  const going = { is: 'runGoing', isSaid: true, run: { runId: 'other' } };
  expect(await forgotten({}, beginsMeanwhile)).toMatchObject(going);
  expect(await tracesLeft()).toEqual(before);
});

test('Forget Company that is killed between any two statements makes nobody clear, and goes on if it is run again', async () => {
  const before = await standings();
  let killedAfter = 0;
  for (let isDone = false; !isDone; killedAfter += 1) {
    tables = played.copy();
    isDone = await succeeds(forgotten({}, killedBetween(tables, killedAfter)));
    expect({ killedAfter, says: await standings() }).toEqual({ killedAfter, says: before });
    for (const one of [ALDER, RENAMED]) expect([undefined, 'review']).toContain(await outcomeOf(one));
    if (!isDone) expect((await forgotten()).is).toMatch(/^(forgotten|unknown)$/);
    expect({ killedAfter, traces: await tracesLeft() }).toEqual({ killedAfter, traces: [] });
    expect((await history()).problems).toEqual([]);
  }
  expect(killedAfter).toBeGreaterThan(10);
});

test('a company that was never answered, and a row that was changed, go as well', async () => {
  tables = new MemoryTables('sqlite');
  const nameless = aCompany('Zanzibar Trading');
  const found = ({ key }: Company) => (key === BIRCH.key ? '' : '!');
  await playNight(tables, { companies: [nameless, BIRCH], at: night(1), found });
  await playNight(tables, { companies: [nameless], at: night(2) });
  await tables.change('answers', { outcome: 'hit' }, { column: 'answer', is: 'contains', value: '.0' });
  expect(await forgotten({ key: 'Zanzibar Trading' })).toMatchObject({ is: 'forgotten' });
  expect(await tracesLeft()).toEqual([]);
});

test('a row that says only by its key whom it is about goes as well', async () => {
  tables = new MemoryTables('sqlite');
  for (const day of [1, 2]) await playNight(tables, { companies: [ALDER, BIRCH], at: night(day) });
  const newest = (await rowsOf(tables, 'answers', equal('company', companyHash(ALDER)))).at(-1);
  await tables.change('answers', { company: '', data: '' }, equal('answer', String(newest?.['answer'])));
  expect(await forgotten()).toMatchObject({ is: 'forgotten' });
  const left = await rowsOf(tables, 'answers');
  expect(new Set(left.map((row) => row['keyHash']))).toEqual(new Set([keyHash(BIRCH.key)]));
});

test('what a run that went on has moved or reported meanwhile goes when it is run again', async () => {
  const before = played.copy();
  await forgotten();
  // As if it had read the register before.
  const late = await rowsOf(before, 'archive');
  const [reported] = (await rowsOf(before, 'reports')).filter((row) =>
    String(row['data']).includes(companyHash(ALDER)),
  );
  await tables.insert('archive', ...late);
  if (reported) await tables.insert('reports', reported);
  expect(await tracesLeft()).toEqual(['reports.data']);
  expect(await forgotten()).toMatchObject({ is: 'forgotten' });
  expect(await tracesLeft()).toEqual([]);
  expect((await history()).problems).toEqual([]);
});

test('what a prune has said to delete, and was killed before it did, goes as well', async () => {
  const removed = { before: night(15), givenUp: ['Slack'], by: REMOVED_BY };
  await expect(prune(killedAfterStoring(tables, 1), removed, world)).rejects.toThrow('killed');
  const packs = async () => (await rowsOf(tables, 'archive')).filter(({ kind }) => kind === 'pack').length;
  expect(await packs()).toBeGreaterThan(0);
  await forgotten();
  expect(await packs()).toBe(0);
});

test('somebody who deletes its rows by hand instead leaves a gap that is named', async () => {
  for (const table of ['answers', 'decisions'] as const)
    for (const company of OWN) await tables.remove(table, equal('company', company));
  const { problems } = await history();
  expect(problems.some(({ is }) => is === 'originalGone')).toBe(true);
  expect(await standings()).toMatchObject({ problems: [{ is: 'missing' }] });
});
