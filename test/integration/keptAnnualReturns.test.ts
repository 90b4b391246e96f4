// Request Annual Returns with Keep in Register, over HTTP, with the register's tables in memory: an accepted request is made once.
import { plainText } from '../../nodes/CompanyScreening/names/plainText';
import type { IDataObject } from 'n8n-workflow';

import { RegisterFailure, type Statement } from '../../nodes/CompanyScreening/register/port/tables';
import { MemoryTables } from '../unit/register/memoryTables';
import { jsons } from './attacks';
import { runNode, type NodeRun, type RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const NUMBERS = ['12345678901234', '22345678901234', '32345678901234'];
const setup = (parameters: RunSetup['parameters']): Omit<RunSetup, 'items'> => ({
  credential: sandbox().credential,
  onError: 'continueRegularOutput',
  register: () => Promise.resolve({ tables, isNew: false }),
  parameters: parameters ?? {},
});
const request = (numbers: readonly string[], parameters: RunSetup['parameters'] = {}): Promise<NodeRun> =>
  runNode({
    ...setup({
      resource: 'annualReturns',
      operation: 'requestAnnualReturns',
      registrationNumber: '={{ $json.number }}',
      keepInRegister: true,
      ...parameters,
    }),
    items: numbers.map((number) => ({ number })),
  });
const get = (records: string) =>
  runNode({ ...setup({ resource: 'register', operation: 'getFromRegister', records }), items: [{}] });
const sendAgain = (caseId: unknown) =>
  runNode({
    ...setup({
      ...{ resource: 'register', operation: 'recordDecision', caseId: '={{ $json.caseId }}' },
      ...{
        decision: 'sendAgain',
        reason: 'Asked the service',
        decidedBy: 'u1',
        decidedByAddress: 'ann@example.com',
      },
    }),
    items: [{ caseId: String(caseId) }],
  });
const sent = async () => (await sandbox().stats()).operations.annualReturns.requests;

test('an accepted request comes from the register afterwards, with its id and its address, and is not made again', async () => {
  const first = await request(NUMBERS);
  const again = await request(NUMBERS);

  expect(await sent()).toBe(3);
  expect(jsons(first)).toMatchObject(
    NUMBERS.map((registrationNumber) => ({
      registrationNumber,
      id: expect.any(String) as string,
      requestUri: expect.stringContaining('http') as string,
      status: 'Pending',
      remembered: false,
      requestedAt: expect.stringMatching(/Z$/) as string,
    })),
  );
  expect(jsons(again)).toEqual(jsons(first).map((json) => ({ ...json, remembered: true })));
  expect(first.hints[0]).toContain('3 requested now, 0 from the register');
  expect(again.hints[0]).toMatch(
    /^Nothing was requested in this run: no registration number was due\. .*0 requested now, 3 from the register/,
  );
  expect(again.hints[0]).toContain('pass requestUri to the operation');
});

test('the same number in other spellings, and twice in a list, is one request', async () => {
  const run = await request(['12-345678901234', '12345678901234', '12.345.678.901.234']);
  expect(await sent()).toBe(1);
  expect(new Set(jsons(run).map(({ id }) => id)).size).toBe(1);
});

test('an old acknowledgement is for review on every later day, and is not requested again by itself', async () => {
  const headers = { date: new Date(Date.now() - 3 * 24 * 3_600_000).toUTCString() };
  await sandbox().faults([{ on: 'annualReturns', fault: { kind: 'record', headers } }]);
  const [first] = jsons(await request(NUMBERS.slice(0, 1)));
  await sandbox().faults([]);
  const [later] = jsons(await request(NUMBERS.slice(0, 1)));
  expect(first).toMatchObject({ outcome: 'review', reason: 'staleAnswer', remembered: false });
  expect(later).toEqual({ ...first, remembered: true });
  expect(later?.['explanation']).toMatch(/more than a day before it was asked for.*sendAgain/);
  expect(jsons(await get('openCases'))).toMatchObject([{ companyKey: NUMBERS[0] }]);
  expect(await sent()).toBe(1);
});

test('two runs of one list at once request each number once, and both have every id and address', async () => {
  const numbers = Array.from({ length: 60 }, (_, index) => String(12_345_678_901_234 + index));
  const parameters = { registerSettings: { batchSize: 10 } };
  await sandbox().faults([{ on: 'annualReturns', fault: { kind: 'latency', ms: 5 } }]);
  const [one, other] = await Promise.all([
    request(numbers, parameters),
    request(numbers.toReversed(), parameters),
  ]);

  const accepted = numbers.map((registrationNumber) => ({ registrationNumber, outcome: 'requested' }));
  expect(jsons(one)).toMatchObject(accepted);
  expect(new Set(jsons(one).map(({ id }) => id)).size).toBe(numbers.length);
  const without = (json: IDataObject) => ({ ...json, remembered: null });
  expect(jsons(other).toReversed().map(without)).toEqual(jsons(one).map(without));
  expect(jsons(one).filter(({ remembered }) => remembered).length).not.toBe(numbers.length);
  expect(new Set((await sandbox().stats()).annualReturns.map(({ times }) => times))).toEqual(new Set([1]));
  expect(await sent()).toBe(numbers.length);
});

test('a request whose answer never came is an error, and for review on every later day, and is not made again', async () => {
  await sandbox().faults([{ on: 'annualReturns', fault: { kind: 'resetAfter' } }]);
  const [first] = jsons(await request(['12345678901234']));
  await sandbox().faults([]);
  const [later] = jsons(await request(['12345678901234']));

  expect(first).toMatchObject({ outcome: 'error', mayBeCharged: true });
  expect(later).toMatchObject({
    outcome: 'review',
    reason: 'noAnswer',
    registrationNumber: '12345678901234',
  });
  expect(later?.['explanation']).toMatch(
    /^This number was requested at 20.*may have charged.*not requested again by itself.*record the decision sendAgain/,
  );
  const [open] = jsons(await get('openCases'));
  expect(later?.['caseId']).toBe(open?.['caseId']);
  expect(await sent()).toBe(1);
});

test('the acknowledgement of another number is no request, in one run and over several', async () => {
  const replay = (patch: Record<string, unknown>) =>
    sandbox().faults([{ on: 'annualReturns', match: '22345678901234', fault: { kind: 'record', patch } }]);
  const [first] = jsons(await request(NUMBERS.slice(0, 1)));
  const { id, requestUri } = first ?? {};
  await replay({ id, requestUri });
  const doubtful = { outcome: 'review', reason: 'otherRequest', id, requestUri };
  const another = { ...doubtful, registrationNumber: '22345678901234' };
  expect(jsons(await request(NUMBERS.slice(1, 2)))).toMatchObject([another]);
  await sandbox().faults([]);
  expect(jsons(await request(NUMBERS))).toMatchObject([doubtful, another, { status: 'Pending' }]);
  expect(await sent()).toBe(3);

  tables = new MemoryTables('sqlite');
  await sandbox().faults([{ on: 'annualReturns', fault: { kind: 'record', patch: { id, requestUri } } }]);
  for (const keepInRegister of [true, false]) {
    const run = await request(NUMBERS.slice(0, 2), { keepInRegister });
    expect(jsons(run)).toMatchObject([doubtful, another]);
  }
});

test.each([
  ['the same id', (first: Record<string, unknown>) => ({ id: String(first['id']).toUpperCase() })],
  [
    'the same address, relative',
    (first: Record<string, unknown>) => ({ requestUri: new URL(String(first['requestUri'])).pathname }),
  ],
])(
  'a number that gets %s as another one, in a later run, is for review, and so is the other one then',
  async (_, patchOf) => {
    const [first] = jsons(await request(NUMBERS.slice(0, 1)));
    await sandbox().faults([{ on: 'annualReturns', fault: { kind: 'record', patch: patchOf(first ?? {}) } }]);
    const doubtful = { outcome: 'review', reason: 'otherRequest' };
    expect(jsons(await request(NUMBERS.slice(1, 2)))).toMatchObject([doubtful]);
    expect(jsons(await request(NUMBERS.slice(0, 2)))).toMatchObject([doubtful, doubtful]);
    expect(await sent()).toBe(2);
  },
);

test('an odd acknowledgement is for review, keeps its id and address, and is an open case until a person has it requested again', async () => {
  await sandbox().faults([
    { on: 'annualReturns', times: 1, fault: { kind: 'record', patch: { status: null } } },
    { on: 'annualReturns', times: 1, fault: { kind: 'record', patch: { requestUri: null } } },
  ]);
  const odd = { outcome: 'review', reason: 'unknownStatus', id: expect.any(String) as string };
  const addressless = { outcome: 'requested', reason: 'noAddress', requestUri: null };
  for (const remembered of [false, true]) {
    const items = jsons(await request(NUMBERS.slice(0, 2)));
    expect(items).toMatchObject([
      { ...odd, remembered, requestUri: expect.stringContaining('http') as string },
      { ...addressless, remembered },
    ]);
    const cases = jsons(await get('openCases')).map(({ caseId }) => caseId);
    expect(new Set(items.map(({ caseId }) => caseId))).toEqual(new Set(cases));
    if (remembered) for (const caseId of cases) await sendAgain(caseId);
  }
  expect(jsons(await request(NUMBERS.slice(0, 2)))).toMatchObject([
    { outcome: 'requested', reason: null, remembered: false },
    { outcome: 'requested', reason: null, remembered: false },
  ]);
  expect(await sent()).toBe(4);
});

test('a request that failed says so on every later day, is an open case, and is made again by sendAgain', async () => {
  await sandbox().faults([
    { on: 'annualReturns', times: 1, fault: { kind: 'record', patch: { status: 'FAILED' } } },
  ]);
  const [first] = jsons(await request(NUMBERS.slice(0, 1)));
  const [later] = jsons(await request(NUMBERS.slice(0, 1)));
  const [open] = jsons(await get('openCases'));
  expect(first).toMatchObject({ outcome: 'error', requestUri: expect.stringContaining('http') as string });
  expect(later).toMatchObject({
    ...{ outcome: 'error', caseId: open?.['caseId'], requestId: first?.['requestId'] },
    requestUri: expect.stringContaining('http') as string,
    error: expect.stringContaining('reports that it failed') as string,
    description: expect.stringMatching(/It was requested at 20.*sendAgain/) as string,
  });
  expect(later?.['description']).not.toMatch(/Try again later/);
  expect(await sent()).toBe(1);
  await sendAgain(open?.['caseId']);
  expect(jsons(await request(NUMBERS.slice(0, 1)))).toMatchObject([
    { outcome: 'requested', remembered: false },
  ]);
  expect(await sent()).toBe(2);
  expect(jsons(await get('openCases'))).toEqual([]);
});

describe('a request that fails after it was accepted', () => {
  const ask = (items: IDataObject[], setupChanges: Partial<RunSetup> = {}) =>
    runNode({
      ...setup({
        ...{ resource: 'annualReturns', operation: 'getAnnualReturnsRequest' },
        ...{ requestUri: '={{ $json.requestUri }}', keepInRegister: true },
      }),
      items,
      ...setupChanges,
    });
  const failing = (patch: object = {}) =>
    sandbox().faults([
      { on: 'requestState', fault: { kind: 'record', patch: { status: 'Failed', ...patch } } },
    ]);
  const failed = { outcome: 'error', error: expect.stringContaining('reports that it failed') as string };

  test.each([
    ['by its id', (item: IDataObject) => item],
    ['by its address alone', ({ requestUri }: IDataObject) => ({ requestUri })],
    [
      'by its relative address',
      ({ requestUri }: IDataObject) => ({ requestUri: new URL(plainText(requestUri)).pathname }),
    ],
  ])('known %s, is an open case, and is made again by sendAgain and by nothing else', async (_, itemOf) => {
    const accepted = jsons(await request(NUMBERS.slice(0, 2)));
    const items = accepted.slice(0, 1).map(itemOf);
    expect(jsons(await ask(items))).toMatchObject([{ outcome: 'pending' }]);
    expect(jsons(await get('openCases'))).toEqual([]);
    await failing({ id: undefined });
    // Seen twice, and on two items, it is one case.
    const first = await ask([...items, ...items]);
    expect(jsons(first)).toMatchObject([failed, failed]);
    expect(first.hints[0]).toMatch(/failed requests are open cases in the register/);
    await ask(items, { onError: 'stopWorkflow' });

    const cases = jsons(await get('openCases'));
    expect(cases).toMatchObject([{ companyKey: NUMBERS[0] }]);
    const { id, requestedAt } = accepted[0] ?? {};
    const { requestUri } = items[0] ?? {};
    const [later, other] = jsons(await request(NUMBERS.slice(0, 2)));
    expect(later).toMatchObject({ ...failed, requestUri, caseId: cases[0]?.['caseId'] });
    expect(later?.['description']).toContain(`It was requested at ${plainText(requestedAt)}`);
    expect(later?.['description']).toContain('sendAgain');
    expect(other).toMatchObject({ outcome: 'requested', remembered: true });
    expect(jsons(await get('annualReturns'))).toMatchObject([
      { outcome: 'error', requestedAt, requestUri },
      {},
    ]);
    expect(await sent()).toBe(2);

    await sendAgain(cases[0]?.['caseId']);
    const [again] = jsons(await request(NUMBERS.slice(0, 1)));
    expect(again).toMatchObject({ outcome: 'requested', remembered: false });
    expect(again?.['id']).not.toBe(id);
    // That the old one has failed says nothing of the new one.
    expect((await ask(items)).hints[0]).toMatch(/knows nothing, or something newer/);
    expect(jsons(await request(NUMBERS.slice(0, 1)))).toMatchObject([{ outcome: 'requested' }]);
    expect(jsons(await get('openCases'))).toEqual([]);
    expect(await sent()).toBe(3);
  });

  test('is no case of a register that does not know it, nor where two numbers have its address', async () => {
    const [first] = jsons(await request(NUMBERS.slice(0, 1), { keepInRegister: false }));
    await failing();
    const run = await ask([first ?? {}]);
    expect(run.hints[0]).toMatch(/Of 1 failed request the register .* knows nothing/);
    expect(jsons(await get('openCases'))).toEqual([]);

    await sandbox().faults([
      { on: 'annualReturns', fault: { kind: 'record', patch: { requestUri: first?.['requestUri'] } } },
    ]);
    await request(NUMBERS.slice(0, 2));
    const before = jsons(await get('openCases'));
    await failing();
    await ask([{ requestUri: first?.['requestUri'] ?? '' }]);
    expect(jsons(await get('openCases'))).toEqual(before);
  });

  test("stays an error where the register cannot be written, and says so, with the service's own words", async () => {
    const accepted = jsons(await request(NUMBERS.slice(0, 2)));
    await failing();
    const refusing = {
      run: (statements: readonly Statement[]) =>
        statements.some(({ do: does }) => does === 'insert')
          ? Promise.reject(new RegisterFailure('full', 'The tables are full.', 'Make room.'))
          : tables.run(statements),
      runWithoutWaiting: () => undefined,
    };
    const register = () => Promise.resolve({ tables: refusing, isNew: false });
    const unkept =
      /^That could not be kept in the register "[^"]+"\. .*Try again later.*There is no open case about it: .*ask again, which costs nothing/;
    const items = jsons(await ask(accepted, { register }));
    expect(items).toMatchObject([failed, failed]);
    for (const { description } of items) expect(description).toMatch(unkept);
    const { error } = await ask(accepted, { register, onError: 'stopWorkflow' });
    expect(plainText(error?.description)).toMatch(/That could not be kept in the register/);
    expect(jsons(await get('openCases'))).toEqual([]);
  });

  test('is not asked about where the register cannot be opened', async () => {
    const accepted = jsons(await request(NUMBERS.slice(0, 2)));
    const run = await ask(accepted, {
      register: () => Promise.reject(new RegisterFailure('unreachable', 'It is gone.', 'Put it back.')),
    });
    expect(jsons(run)).toMatchObject([
      { outcome: 'error', error: 'It is gone.' },
      { outcome: 'error', error: 'It is gone.' },
    ]);
    expect((await sandbox().stats()).operations.requestState.requests).toBe(0);
  });
});

test('a request that the service refused is made by the next run', async () => {
  await sandbox().faults([{ on: 'annualReturns', times: 1, fault: { kind: 'status', status: 400 } }]);
  const [refused] = jsons(await request(['12345678901234']));
  const [accepted] = jsons(await request(['12345678901234']));
  expect([refused?.['outcome'], accepted?.['status']]).toEqual(['error', 'Pending']);
});

test('a number that was screened and one that was requested have nothing to do with each other', async () => {
  const screen = () =>
    runNode({
      ...setup({ companyName: '={{ $json.number }}', keepInRegister: true }),
      items: [{ number: '12345678901234' }],
    });
  const [screened] = jsons(await screen());
  const [requested] = jsons(await request(['12345678901234']));
  const [screenedAgain] = jsons(await screen());

  expect([screened?.['outcome'], screenedAgain?.['outcome']]).toEqual(['clear', 'clear']);
  expect(requested).toMatchObject({ remembered: false, status: 'Pending' });
  expect(jsons(await get('companies')).map(({ companyName }) => companyName)).toEqual(['12345678901234']);
  expect(jsons(await get('annualReturns'))).toEqual([{ ...requested, remembered: true }]);
});

test('what was requested is never shown as a verdict, whatever somebody writes into the tables', async () => {
  await request(['12345678901234']);
  const edit: Statement = {
    do: 'update',
    table: 'answers',
    where: [],
    match: 'all',
    set: { outcome: 'clear' },
  };
  await tables.run([edit]);

  const [item] = jsons(await request(['12345678901234']));
  expect(item).toMatchObject({ outcome: 'review', reason: 'damagedRow' });
  expect(item?.['explanation']).toMatch(/was changed or contradicts itself/);
  expect(jsons(await get('companies'))).toMatchObject([{ outcome: 'review', reason: 'damagedRow' }]);
});

test('an id and an address that could not be stored come out all the same, and the run stops', async () => {
  const full = new RegisterFailure('full', 'The tables are full.', 'Make room.');
  const refusing = {
    run: (statements: readonly Statement[]) =>
      statements.some(({ do: does, table }) => does === 'insert' && table === 'answers')
        ? Promise.reject(full)
        : tables.run(statements),
    runWithoutWaiting: () => undefined,
  };
  const run = await runNode({
    ...setup({
      resource: 'annualReturns',
      operation: 'requestAnnualReturns',
      registrationNumber: '12345678901234',
      keepInRegister: true,
    }),
    register: () => Promise.resolve({ tables: refusing, isNew: false }),
    items: [{}],
  });
  expect(jsons(run)).toMatchObject([{ registrationNumber: '12345678901234', status: 'Pending' }]);
});

test('a request that is old enough is made again', async () => {
  const parameters = { registerSettings: { requestAgainAfterDays: 0.000_000_000_1 } };
  await request(['12345678901234'], parameters);
  const [again] = jsons(await request(['12345678901234'], parameters));
  expect(again).toMatchObject({ remembered: false });
  expect(await sent()).toBe(2);
});

test('Get Many tells of a request whose row was changed, where it can no longer say which one it is', async () => {
  await request(NUMBERS.slice(0, 1));
  await tables.run([{ do: 'update', table: 'answers', where: [], match: 'all', set: { outcome: 'clear' } }]);
  const requests = await get('annualReturns');
  expect(jsons(requests)).toEqual([]);
  expect(requests.hints[0]).toMatch(
    /0 annual returns requests, 1 to review that may be others: choose Companies/,
  );
  expect(jsons(await get('companies'))).toMatchObject([{ reason: 'damagedRow' }]);
});
