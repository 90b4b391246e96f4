// Runs that keep their answers: what an earlier one got as Pending is asked for by its id, and is not paid for again.
import { z } from 'zod';

import { screenCompany } from '../../nodes/CompanyScreening/operations/screenCompany/screenCompany';
import { outputsOf } from '../../nodes/CompanyScreening/output/output';
import { PLAIN } from '../../nodes/CompanyScreening/output/presentation';
import type { Statement, Tables } from '../../nodes/CompanyScreening/register/tables';
import { runItems } from '../../nodes/CompanyScreening/run/run';
import { testTime } from '../support/testTime';
import { aHit, aRecord, aRecordWithHits } from './builders';
import { MemoryTables } from './register/memoryTables';
import { aContext, json, type Scenario } from './screeningRuns';

const ONE_DAY_S = 86_400;
const time = testTime();
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const pending = (company: string) => json(aRecord({ id: `id-${company}`, status: 'Pending' }));
const done = (id: string) => json(aRecord({ id }));
const listed = (id: string) => json(aRecordWithHits([aHit()], { id }));

/** A run over this list that does not wait for what is Pending. */
async function night(
  companies: string[],
  { register = tables, ...more }: Partial<Scenario> & { register?: Tables } = {},
) {
  const { context, ...seen } = aContext({
    companies,
    answer: pending,
    continueOnFail: true,
    credential: { screeningDetailsPath: '/details/{id}' },
    options: { waitForPendingSeconds: 0 },
    ...more,
    parameters: { keepInRegister: true },
  });
  const openRegister = () => Promise.resolve({ tables: register, isNew: false });
  const run = await runItems(context, screenCompany, { time, openRegister });
  const [items = []] = outputsOf(context, screenCompany, run, { split: undefined, presentation: PLAIN });
  return {
    said: items.map(({ json: { outcome, reason } }) => reason ?? outcome),
    items: items.map((item) => item.json),
    sent: seen.sent.map(({ companyName }) => companyName),
    asked: seen.asked,
    run,
  };
}
const answers = async () =>
  (await tables.run([{ do: 'read', table: 'answers', where: [], match: 'all' }]))[0] ?? [];

test('each is asked for by its own id, and comes out as the service says it now', async () => {
  expect(await night(['A', 'B'])).toMatchObject({
    said: ['pending', 'pending'],
    sent: ['A', 'B'],
    asked: [],
  });
  const details = (id: string) => (id === 'id-A' ? listed(id) : done(id));
  const second = await night(['A', 'B'], { details });

  expect(second).toMatchObject({ said: ['hit', 'clear'], sent: [], asked: ['id-A', 'id-B'] });
  expect(second.items[0]).toMatchObject({ remembered: true, change: 'new', screeningId: 'id-A' });
  expect(second.run.notes).toEqual([
    '2 Pending screenings were asked for again by ID, which is no new screening: 2 have an answer now.',
  ]);
  expect(await night(['A', 'B'], { details })).toMatchObject({ said: ['hit', 'clear'], sent: [], asked: [] });
});

test('the answers are stored batch by batch, each as one statement', async () => {
  const names = Array.from({ length: 25 }, (_, number) => `Company ${number}`);
  await night(names);
  const inserted: number[] = [];
  const register: Tables = {
    run: (statements) => {
      for (const one of statements)
        if (one.do === 'insert' && one.table === 'answers') inserted.push(one.rows.length);
      return tables.run(statements);
    },
    runWithoutWaiting: () => undefined,
  };
  await night(names, { details: done, register, registerSettings: { batchSize: 10 } });

  expect(inserted).toEqual([10, 10, 5]);
});

test('a company that is not in the list is not asked for', async () => {
  await night(['A', 'B']);
  expect((await night(['B'], { details: done })).asked).toEqual(['id-B']);
});

test.each([0.5, 2])('an answer is as old as its screening, which is due after %s days', async (days) => {
  const registerSettings = { screenAgainAfterDays: days };
  const first = await night(['A'], { registerSettings });
  time.later((days / 2) * ONE_DAY_S);
  const second = await night(['A'], { registerSettings, details: done });
  expect([second.said, second.sent]).toEqual([['clear'], []]);
  const timeOf = ([item]: typeof first.items) => z.coerce.date().parse(item?.['screenedAt']).getTime();
  expect(timeOf(second.items)).toBe(timeOf(first.items) + 1);
  time.later((days / 2) * ONE_DAY_S);
  expect((await night(['A'], { registerSettings })).sent).toEqual(['A']);
});

test.each([0.5, 1, 30])('one that is due after %s days is screened again and not asked for', async (days) => {
  const registerSettings = { screenAgainAfterDays: days };
  await night(['A'], { registerSettings });
  time.later(days * ONE_DAY_S);
  const second = await night(['A'], { registerSettings, details: done });

  expect([second.sent, second.asked]).toEqual([['A'], []]);
});

describe('with a Control Name', () => {
  const options = { waitForPendingSeconds: 0, controlName: 'Known Listed' };
  const control = (company: string) => (company === 'Known Listed' ? listed('id-control') : pending(company));
  const empty = (company: string) => json(aRecord({ id: `id-${company}-empty` }));

  test('it is screened before what came is believed', async () => {
    await night(['A'], { options, answer: control });
    const second = await night(['A'], { options, answer: control, details: done });

    expect(second).toMatchObject({ said: ['clear'], sent: ['Known Listed'] });
    expect(second.run.control).toEqual({ name: 'Known Listed', result: 'held' });
    expect(second.run.notes.join(' ')).toMatch(/The Control Name "Known Listed" is a hit/);
  });

  test('nothing is believed that came in a run whose control has failed, and the next one asks again', async () => {
    await night(['A'], { options, answer: control });
    const second = await night(['A'], { options, answer: empty, details: done });
    expect(second).toMatchObject({ said: ['pending'], sent: ['Known Listed'] });
    expect(second.run.control).toMatchObject({ result: 'failed' });

    const third = await night(['A'], { options, answer: control, details: listed });
    expect(third).toMatchObject({ said: ['hit'], asked: ['id-A'] });
  });

  test('it is sent once in a run that has others to send', async () => {
    await night(['A'], { options, answer: control });
    const second = await night(['A', 'B'], { options, answer: control, details: done });
    expect(second.sent).toEqual(['Known Listed', 'B']);
  });

  test('it is not screened if there is nothing to believe', async () => {
    await night(['A'], { options, answer: control });
    const second = await night(['A'], {
      options,
      answer: control,
      details: (id) => pending(id.slice('id-'.length)),
    });
    expect(second.sent).toEqual([]);
    expect(second.run.control).toMatchObject({ result: 'notScreened' });
  });
});

test('an address that answers nothing holds nobody up', async () => {
  const names = Array.from({ length: 100 }, (_, number) => `Company ${number}`);
  await night(names);
  const { asked } = await night(names, {
    details: () => json({}, 404),
    options: { waitForPendingSeconds: 0, concurrency: 2 },
  });
  expect(asked.length).toBeLessThan(20);
});

test('of several names, each Pending one is asked for, and the others keep their replies', async () => {
  const additionalFields = { otherNames: 'B; C' };
  const answer = (company: string) => (company === 'B' ? listed(`id-${company}`) : pending(company));
  expect((await night(['A'], { additionalFields, answer })).said).toEqual(['hit', 'pending']);
  const details = (id: string) => (id === 'id-A' ? done(id) : json({}, 404));
  expect(await night(['A'], { additionalFields, details })).toMatchObject({
    said: ['hit', 'pending'],
    asked: ['id-A', 'id-C'],
  });
  expect(await night(['A'], { additionalFields, details: done })).toMatchObject({ said: ['hit'], sent: [] });
});

test('of several names, one that has failed takes no hit of the others away', async () => {
  const additionalFields = { otherNames: 'B' };
  const answer = (company: string) => (company === 'B' ? listed(`id-${company}`) : pending(company));
  await night(['A'], { additionalFields, answer });
  const details = (id: string) => json(aRecord({ id, status: 'Failed', isError: true }));

  expect((await night(['A'], { additionalFields, details })).said).toEqual(['hit', 'pending']);
});

test('that a screening has failed is stored as such', async () => {
  await night(['A']);
  const details = (id: string) => json(aRecord({ id, status: 'Failed', isError: true }));

  expect((await night(['A'], { details })).said).toEqual(['error']);
  expect((await answers()).map(({ outcome }) => outcome)).toEqual(['review', 'error']);
});

test('hits that a Pending screening has by now are told at once', async () => {
  await night(['A']);
  const details = (id: string) => json(aRecordWithHits([aHit()], { id, status: 'Pending' }));

  expect((await night(['A'], { details })).said).toEqual(['hit', 'pending']);
});

test.each<[string, Scenario['details']]>([
  ['is still Pending', (id) => pending(id.slice('id-'.length))],
  ['is not found', () => json({ statusCode: 404 }, 404)],
  ['cannot be read', () => json('half')],
])('what %s leaves the register as it was', async (_, details) => {
  await night(['A']);
  const before = await answers();

  expect(await night(['A'], { ...(details ? { details } : {}) })).toMatchObject({
    said: ['pending'],
    sent: [],
  });
  expect(await answers()).toEqual(before);
});

test('a register that cannot be read or written is no reason to lose anything', async () => {
  await night(['A']);
  for (const table of ['answers', 'companies'] as const) {
    const isRefused = (one: Statement) => one.do === 'insert' && one.table === table;
    const register: Tables = {
      run: (statements) =>
        statements.some(isRefused) ? Promise.reject(new Error('full')) : tables.run(statements),
      runWithoutWaiting: () => undefined,
    };
    expect((await night(['A'], { register, details: done })).said).toEqual(['pending']);
  }
  expect((await night(['A'], { details: done })).said).toEqual(['clear']);
});

test('without the path nothing is asked, and the register is read no more than before', async () => {
  await night(['A']);
  const calls: (readonly Statement[])[] = [];
  const register: Tables = {
    run: (statements) => {
      calls.push(statements);
      return tables.run(statements);
    },
    runWithoutWaiting: () => undefined,
  };
  const without = await night(['A'], { register, credential: {}, details: done });

  expect(without).toMatchObject({ said: ['pending'], asked: [] });
  // The run enters with its first call.
  expect(calls[0]?.[0]).toMatchObject({ do: 'insert', table: 'runs' });
});
