// Request Annual Returns with Keep in Register, over HTTP, with the register's tables in memory: an accepted request is made once.
import { plainText } from '../../nodes/CompanyScreening/names/plainText';
import type { IDataObject } from 'n8n-workflow';

import { RegisterFailure } from '../../nodes/CompanyScreening/register/port/tables';
import { refusingInserts } from '../unit/register/memoryTables';
import { jsons, opening } from './attacks';
import type { NodeRun, RunSetup } from './nodeInN8nCore';
import { useRegister } from './registerRuns';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const register = useRegister(sandbox);

const NUMBERS = ['12345678901234', '22345678901234', '32345678901234'];
const request = (numbers: readonly string[], keepInRegister = true): Promise<NodeRun> =>
  register.run(
    {
      ...{ resource: 'annualReturns', operation: 'requestAnnualReturns' },
      ...{ registrationNumber: '={{ $json.number }}', keepInRegister },
    },
    numbers.map((number) => ({ number })),
  );
const sendAgain = (caseId: unknown) =>
  register.inRegister('recordDecision', {
    ...{ caseId: String(caseId), decision: 'sendAgain', reason: 'Asked the service' },
    ...{ decidedBy: 'u1', decidedByAddress: 'ann@example.com' },
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

test('an old acknowledgement is for review on every later day, and is not requested again by itself', async () => {
  const headers = { date: new Date(Date.now() - 3 * 24 * 3_600_000).toUTCString() };
  await sandbox().faults([{ on: 'annualReturns', fault: { kind: 'record', headers } }]);
  const [first] = jsons(await request(NUMBERS.slice(0, 1)));
  await sandbox().faults([]);
  const [later] = jsons(await request(NUMBERS.slice(0, 1)));
  expect(first).toMatchObject({ outcome: 'review', reason: 'staleAnswer', remembered: false });
  expect(later).toEqual({ ...first, remembered: true });
  expect(later?.['explanation']).toMatch(/more than a day before it was asked for.*sendAgain/);
  expect(await register.get('openCases')).toMatchObject([{ companyKey: NUMBERS[0] }]);
  expect(await sent()).toBe(1);
});

describe('a request that fails after it was accepted', () => {
  const ask = (items: IDataObject[], more: Partial<RunSetup> = {}) =>
    register.run(
      {
        ...{ resource: 'annualReturns', operation: 'getAnnualReturnsRequest' },
        ...{ requestUri: '={{ $json.requestUri }}', keepInRegister: true },
      },
      items,
      more,
    );
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
    expect(await register.get('openCases')).toEqual([]);
    await failing({ id: undefined });
    // Seen twice, and on two items, it is one case.
    const first = await ask([...items, ...items]);
    expect(jsons(first)).toMatchObject([failed, failed]);
    expect(first.hints[0]).toMatch(/failed requests are open cases in the register/);
    await ask(items, { onError: 'stopWorkflow' });

    const cases = await register.get('openCases');
    expect(cases).toMatchObject([{ companyKey: NUMBERS[0] }]);
    const { id, requestedAt } = accepted[0] ?? {};
    const { requestUri } = items[0] ?? {};
    const [later, other] = jsons(await request(NUMBERS.slice(0, 2)));
    expect(later).toMatchObject({ ...failed, requestUri, caseId: cases[0]?.['caseId'] });
    expect(later?.['description']).toContain(`It was requested at ${plainText(requestedAt)}`);
    expect(later?.['description']).toContain('sendAgain');
    expect(other).toMatchObject({ outcome: 'requested', remembered: true });
    expect(await register.get('annualReturns')).toMatchObject([
      { outcome: 'error', requestedAt, requestUri },
      {},
    ]);
    expect(await sent()).toBe(2);

    await sendAgain(cases[0]?.['caseId']);
    const [again] = jsons(await request(NUMBERS.slice(0, 1)));
    expect(again).toMatchObject({ outcome: 'requested', remembered: false });
    expect(again?.['id']).not.toBe(id);
    // That the old one has failed says nothing of the new one.
    expect((await ask(items)).hints[0]).toMatch(/or the register has something newer/);
    expect(jsons(await request(NUMBERS.slice(0, 1)))).toMatchObject([{ outcome: 'requested' }]);
    expect(await register.get('openCases')).toEqual([]);
    expect(await sent()).toBe(3);
  });

  test('is no case of a register that does not know it', async () => {
    const [first] = jsons(await request(NUMBERS.slice(0, 1), false));
    await failing();
    const run = await ask([first ?? {}]);
    expect(run.hints[0]).toMatch(/1 failed request is not in the register/);
    expect(await register.get('openCases')).toEqual([]);
  });

  test("stays an error where the register cannot be written, and says so, with the service's own words", async () => {
    const accepted = jsons(await request(NUMBERS.slice(0, 2)));
    await failing();
    const full = new RegisterFailure('full', 'The tables are full.', 'Make room.');
    const refusing = opening(refusingInserts(register.tables(), full));
    const unkept =
      /^That could not be kept in the register "[^"]+"\. .*Try again later.*There is no open case about it: .*ask again, which costs nothing/;
    const items = jsons(await ask(accepted, { register: refusing }));
    expect(items).toMatchObject([failed, failed]);
    for (const { description } of items) expect(description).toMatch(unkept);
    const { error } = await ask(accepted, { register: refusing, onError: 'stopWorkflow' });
    expect(plainText(error?.description)).toMatch(/That could not be kept in the register/);
    expect(await register.get('openCases')).toEqual([]);
  });

  test('is not asked about where the register cannot be opened', async () => {
    const accepted = jsons(await request(NUMBERS.slice(0, 2)));
    const run = await ask(accepted, {
      register: () => Promise.reject(new RegisterFailure('unreachable', 'It is gone.', 'Put it back.')),
    });
    expect(jsons(run).map(({ error }) => error)).toEqual(['It is gone.', 'It is gone.']);
    expect((await sandbox().stats()).operations.requestState.requests).toBe(0);
  });
});
