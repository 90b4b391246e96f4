// Request Annual Returns with Keep in Register, over HTTP, with the register's tables in memory: an accepted request is made once.
import { RegisterFailure } from '../../nodes/CompanyScreening/register/registerProblem';
import type { Statement } from '../../nodes/CompanyScreening/register/tables';
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
  expect(again.hints[0]).toContain('0 requested now, 3 from the register');
  expect(again.hints[0]).toContain('pass requestUri to the operation');
});

test('the same number in other spellings, and twice in a list, is one request', async () => {
  const run = await request(['12-345678901234', '12345678901234', '12.345.678.901.234']);
  expect(await sent()).toBe(1);
  expect(new Set(jsons(run).map(({ id }) => id)).size).toBe(1);
});

test('a request whose answer never came is an error that names it, on every later day too, and is not made again', async () => {
  await sandbox().faults([{ on: 'annualReturns', fault: { kind: 'resetAfter' } }]);
  const [first] = jsons(await request(['12345678901234']));
  await sandbox().faults([]);
  const [later] = jsons(await request(['12345678901234']));

  expect(first).toMatchObject({ outcome: 'error', mayBeCharged: true });
  expect(later).toMatchObject({
    outcome: 'error',
    registrationNumber: '12345678901234',
    mayBeCharged: true,
    scope: 'item',
  });
  expect(later?.['error']).toMatch(
    /^Request Annual Returns: this number was sent at 20.*no answer is in the register/,
  );
  expect(later?.['description']).toMatch(/not requested again by itself.*record the decision sendAgain/);
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
  const doubtful = { outcome: 'error', mayBeCharged: true, requestId: id };
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
  expect(jsons(await get('annualReturns'))).toEqual([{ ...requested, remembered: true, problem: null }]);
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
  expect(item).toMatchObject({ outcome: 'error', mayBeCharged: true });
  expect(item?.['error']).toMatch(/was changed or contradicts itself/);
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
