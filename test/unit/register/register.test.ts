// One run after the other over the register, on tables in memory: what is sent, what is remembered, what is left to a person.
import { equal, RegisterFailure, type Tables } from '../../../nodes/CompanyScreening/register/port/tables';
import { readAnswers } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import { readDoubt } from '../../../nodes/CompanyScreening/register/rows/doubtRows';
import type { ListedCompany } from '../../../nodes/CompanyScreening/register/rows/identity';
import type { SentResult, RunSettings } from '../../../nodes/CompanyScreening/register/protocol/messages';
import { beginRun, type RegisterPorts } from '../../../nodes/CompanyScreening/register/protocol/register';
import { aCompany, hit } from './anAnswer';
import { cleared, portsOn, screened, settingsWith, wanted } from './aList';
import { MemoryTables, rowsOf, tablesOf, watched } from './memoryTables';

/** It is never told to end, and would show for ever that it lives. */
const never = () => new Promise<never>(() => undefined);

const list = ['A', 'B', 'C', 'D', 'E'].map((key) => wanted(aCompany(key)));

const settings = settingsWith(4);
const dueAgain: RunSettings = { ...settings, due: { again: { is: 'age', ms: 0 }, dateOf: String } };

const screen = (
  tables: Tables,
  companies: ListedCompany[],
  answer: (one: ListedCompany) => SentResult = cleared,
  by: RunSettings = settings,
  ports: Partial<RegisterPorts> = {},
) => screened(tables, companies, { answer, settings: by, ports });

test('what is stored when a control fails is sent again by the next run whose own holds, and what was found is found', async () => {
  const tables = new MemoryTables('postgres');
  const [first, ...others] = list;
  const listed = (one: ListedCompany): SentResult =>
    one === first ? { ...cleared(one), outcome: 'hit', hits: [hit] } : cleared(one);
  let controlHolds = true;
  const failing = (one: ListedCompany): SentResult => {
    if (one !== others.at(-1)) return listed(one);
    controlHolds = false;
    return { ...cleared(one), outcome: 'review', reason: 'controlFailed' };
  };
  await screen(tables, list, failing, settings, { controlFailed: () => !controlHolds });
  const { sent, settled } = await screen(tables, list, listed);
  expect(sent.flat()).toEqual(others);
  const outcomes = settled.map((one) =>
    one.is === 'answer' ? one.answer.reason || one.answer.outcome : one.is,
  );
  expect(outcomes.toSorted()).toEqual([...others.map(() => 'clear'), 'hit']);
  expect((await screen(tables, list)).sent).toEqual([]);
});

test('a control that fails later leaves nothing clear that was stored before the run was taken for dead, and began again', async () => {
  const companies = [...list.slice(0, 4), wanted(aCompany('F', 'last'))];
  const tables = new MemoryTables('sqlite');
  let controlHolds = true;
  let clockMs = Date.now();
  const wallClock = () => (clockMs += 1_000);
  const ports = portsOn(tables, { controlFailed: () => !controlHolds, wallClock });
  const run = await beginRun(ports, settings, companies);
  const first = await run.first();
  const sent = first.is === 'send' ? first.companies : [];
  await tables.change('runs', { state: 'presumedDead' }, equal('run', run.id));
  let turn = await run.next({ results: sent.map(cleared), companyMs: Infinity });
  while (turn.is === 'wait') turn = await run.next(null);
  expect(turn).toMatchObject({ is: 'send', companies: companies.slice(4) });
  controlHolds = false;
  await run.next({ results: companies.slice(4).map(cleared), companyMs: Infinity });

  const runs = await rowsOf(tables, 'runs');
  expect(runs.map(({ state, control }) => [state, control])).toEqual([
    ['presumedDead', 'failed'],
    ['ended', 'failed'],
  ]);
  // They belong to the date on which it began first.
  const answers = (await rowsOf(tables, 'answers')).flatMap(readAnswers);
  expect(new Set(answers.map((one) => one.kind !== 'damaged' && one.data.begunAt)).size).toBe(1);
  const stillFails = { controlFailed: () => true };
  const { settled } = await screen(tables, companies, cleared, settings, stillFails);
  expect(settled).toMatchObject(companies.map(() => ({ is: 'answer', answer: { reason: 'controlFailed' } })));
});

test('the id of an annual returns request may come again for the same number, and may be that of a screening', async () => {
  const tables = new MemoryTables('sqlite');
  const requests = [wanted({ ...aCompany('12345678901234'), option: 'AnnualReturns' })];
  const withId = (one: ListedCompany) => ({ ...cleared(one), screeningId: 'the same' });
  const requested = (one: ListedCompany): SentResult => ({ ...withId(one), outcome: 'requested' });
  await screen(tables, list.slice(0, 1), withId);
  await screen(tables, requests, requested);
  const { settled, sent } = await screen(tables, requests, requested, dueAgain);
  expect(sent).toHaveLength(1);
  expect(settled).toMatchObject([{ doubt: null, answer: { outcome: 'requested', reason: '' } }]);
});

describe('a screening id of another name than the first', () => {
  const several = (one: ListedCompany, ids: readonly [string, string]) => ({
    ...cleared(one),
    screeningId: ids[0],
    otherScreeningIds: [ids[1]],
  });
  const [one, another] = [wanted(aCompany('A')), wanted(aCompany('B'))];
  const stale = [{ is: 'answer', answer: { outcome: 'review', reason: 'staleAnswer' } }];

  test('makes a clear one a review when the company gets it again, whichever name it is for', async () => {
    for (const ids of [
      ['new', 'second'],
      ['second', 'new'],
    ] as const) {
      const tables = new MemoryTables('sqlite');
      await screen(tables, [one], (each) => several(each, ['first', 'second']));
      const again = await screen(tables, [one], (each) => several(each, ids), dueAgain);
      expect(again.settled).toMatchObject(stale);
    }
  });

  test('makes a clear one a review where another company of the list gets it', async () => {
    const tables = new MemoryTables('sqlite');
    await screen(tables, [one], (each) => several(each, ['first', 'second']));
    const { settled } = await screen(tables, [one, another], (each) => ({
      ...cleared(each),
      screeningId: 'second',
    }));
    expect(settled.filter(({ company: of }) => of === another.hash)).toMatchObject(stale);
    expect((await screen(tables, [one])).settled).toMatchObject([{ is: 'answer', doubt: 'otherRequest' }]);
  });

  test('counts although a later name was not answered', async () => {
    const tables = new MemoryTables('sqlite');
    const screeningIds = ['first', 'second'];
    await screen(tables, [one], ({ hash }) => ({
      is: 'unanswered',
      company: hash,
      sentAt: new Date().toISOString(),
      screeningIds,
    }));
    for (const screeningId of screeningIds) {
      const { settled } = await screen(tables, [one, another], (each) => ({ ...cleared(each), screeningId }));
      expect(settled.filter(({ company: of }) => of === another.hash)).toMatchObject(stale);
    }
  });
});

test.each([
  ['busy', [1_000, 2_000, 4_000, 8_000]],
  ['unreachable', [1_000, 2_000, 4_000, 8_000]],
  ['full', []],
  ['readOnly', []],
  ['stopped', []],
] as const)('a store that is %s is tried again after so many milliseconds: %j', async (problem, waits) => {
  const slept: number[] = [];
  const refusing = tablesOf(() => Promise.reject(new RegisterFailure(problem, 'It failed.', 'Wait.')));
  const sleep = (ms: number) => {
    slept.push(ms);
    return Promise.resolve(true);
  };
  const run = await beginRun(portsOn(refusing, { sleep }), settings, list);
  expect(await run.first()).toMatchObject({ is: 'over', failing: { why: { is: 'notStored' } } });
  expect(slept).toEqual(waits);
});

test('an answer that a later reply shows to be old is in doubt, and none of an earlier run is', async () => {
  const tables = new MemoryTables('sqlite');
  const [a] = list;
  await screen(tables, list.slice(0, 1));
  let asked = 0;
  const foundOld = () => ((asked += 1) === 2 && a ? [a.hash] : []);
  await screen(tables, list, cleared, dueAgain, { foundOld });
  const [doubt] = (await rowsOf(tables, 'answers')).flatMap((row) => readDoubt(row) ?? []);
  const [, later] = await rowsOf(tables, 'answers', equal('company', a?.hash ?? ''));
  expect(doubt).toMatchObject({ isIntact: true, old: [later?.['answer']] });
});

test('a list is compared with that of the run of its node which began last, whoever ended last, and not with an empty one', async () => {
  const tables = new MemoryTables('sqlite');
  let nowMs = Date.now();
  const ports = portsOn(tables, { wallClock: () => (nowMs += 1) });
  const begin = (companies: ListedCompany[]) =>
    beginRun(ports, settingsWith(4, { nodeHash: 'node' }), companies);
  const together = [await begin(list), await begin(list.slice(3))];
  for (const run of together) await run.stop(null);
  const before: (number | null)[] = [];
  for (const companies of [[], list]) {
    const run = await begin(companies);
    before.push(run.companiesBefore);
    await run.stop(null);
  }
  expect(before).toEqual([2, 2]);
});

test('the answers to all claims of runs that were killed are read by one call', async () => {
  const tables = new MemoryTables('sqlite');
  for (const one of list.slice(0, 2)) {
    const killed = await beginRun(portsOn(tables, { sleep: never }), settings, [one]);
    await killed.first();
    await tables.change('runs', { state: 'presumedDead' }, equal('run', killed.id));
  }
  const read: number[] = [];
  const seen = watched(tables, (statements) => {
    for (const one of statements)
      if (one.do === 'read' && one.table === 'claims' && one.where.length > 0) read.push(one.where.length);
  });
  const { settled } = await screened(seen, list, { settings });
  expect(settled.filter((one) => one.is === 'withoutVerdict')).toHaveLength(2);
  expect(read).toEqual([2]);
});

test('each name of a company is a screening, of what is to be sent and in the claim', async () => {
  const tables = new MemoryTables('sqlite');
  const several = wanted({ ...aCompany('A'), names: ['A', 'Alder', 'A'] });
  const run = await beginRun(portsOn(tables), settings, [several, ...list]);
  expect(run.toSend).toEqual({ companies: 6, requests: 7 });
  await run.first();
  const [claim] = await rowsOf(tables, 'claims');
  expect(claim?.['requests']).toBe(JSON.stringify({ [several.hash]: 2 }));
  await run.stop([several, ...list].slice(0, 4).map(({ hash }) => ({ is: 'notCharged', company: hash })));
});

test('what another run holds may be left to this one, so it counts among what is sent at most', async () => {
  const tables = new MemoryTables('sqlite');
  const first = await beginRun(portsOn(tables), settings, list);
  const turn = await first.first();
  const second = await beginRun(portsOn(tables), settings, list);
  expect([turn.is, second.toSend.companies]).toEqual(['send', 5]);
  // Otherwise it would go on showing that it lives.
  await first.stop(list.slice(0, 4).map(({ hash }) => ({ is: 'notCharged', company: hash })));
});

test('a claim is not closed while the result of one of its companies is missing: it would be sent again', async () => {
  const tables = new MemoryTables('sqlite');
  const run = await beginRun(portsOn(tables, { sleep: never }), settings, list.slice(0, 4));
  const turn = await run.first();
  const results = turn.is === 'send' ? turn.companies.map(cleared) : [];
  await expect(run.next({ results: results.slice(0, 3), companyMs: 1 })).rejects.toThrow('not the results');
  expect(await rowsOf(tables, 'claims')).toMatchObject([{ state: 'open' }]);
});

test('a list may have more companies than a call can have arguments', async () => {
  // A hash of each would take longer than all the rest.
  const one = wanted(aCompany('One'));
  const many = Array.from({ length: 150_000 }, (_, number) => ({ ...one, hash: String(number) }));
  const run = await beginRun(portsOn(new MemoryTables('postgres')), settings, many);
  expect(run.toSend.companies).toBe(many.length);
  expect((await run.stop(null)).concluded).toHaveLength(many.length);
});
