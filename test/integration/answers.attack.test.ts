// Attacks on the answer: one that is old, or only a part of one, is no answer.
import type { Fault } from '../sandbox/client';
import { jsons, screening } from './attacks';
import { runNode, type RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const CLEAN = 'Honest Bakery';

const lie = (fault: Fault['fault']) => sandbox().faults([{ on: 'screening', fault }]);
const verdictsOf = async (company: string) =>
  jsons(await screening(sandbox(), [company])).map(({ outcome, reason }) => [outcome, reason]);
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000);

describe('a record of long before the request', () => {
  test('is not clear', async () => {
    await lie({ kind: 'record', patch: { createdAt: '2019-05-01T10:00:00Z' } });
    const [json] = jsons(await screening(sandbox(), [CLEAN]));

    expect(json).toMatchObject({ outcome: 'review', reason: 'staleAnswer' });
    expect(json?.['explanation']).toMatch(/more than a day before/);
  });

  test('is judged by the clock of the service, if its reply says the time', async () => {
    const headers = { date: daysAgo(-10).toUTCString() };
    const createdIn = (days: number) => ({ createdAt: daysAgo(-days).toISOString(), processedAt: null });
    await lie({ kind: 'record', patch: createdIn(10), headers });
    expect(await verdictsOf(CLEAN)).toEqual([['clear', null]]);

    await lie({ kind: 'record', patch: createdIn(8), headers });
    expect(await verdictsOf(CLEAN)).toEqual([['review', 'staleAnswer']]);
  });

  test('is not clear if the reply itself is as old: the authorization server says what day it is', async () => {
    const old = daysAgo(3);
    const dates = { createdAt: old.toISOString(), processedAt: old.toISOString() };
    await lie({ kind: 'record', patch: dates, headers: { date: old.toUTCString() } });

    expect(await verdictsOf(CLEAN)).toEqual([['review', 'staleAnswer']]);
  });
});

describe('an old reply about annual returns', () => {
  const number = '12345678901234';
  const run = (parameters: RunSetup['parameters'], items: RunSetup['items']) =>
    runNode({
      credential: sandbox().credential,
      onError: 'continueRegularOutput',
      parameters: { resource: 'annualReturns', ...parameters },
      items,
    });
  const request = (numbers: readonly string[] = [number]) =>
    run(
      { operation: 'requestAnnualReturns', registrationNumber: '={{ $json.number }}' },
      numbers.map((one) => ({ number: one })),
    );
  const ask = (items: RunSetup['items'], options = {}) =>
    run({ operation: 'getAnnualReturnsRequest', requestUri: '={{ $json.requestUri }}', options }, items);
  const stale = { outcome: 'review', reason: 'staleAnswer' };
  const old = { date: daysAgo(3).toUTCString() };

  test.each([
    ['its date', old],
    ['the Age that a cache adds', { age: String(2 * 24 * 3600) }],
  ])('is for review by %s, keeps id and address, and takes no failure away', async (_, headers) => {
    await sandbox().faults([{ on: 'annualReturns', fault: { kind: 'record', headers } }]);
    const [accepted] = jsons(await request());
    expect(accepted).toMatchObject({ ...stale, status: 'Pending', id: expect.any(String) as string });
    expect(accepted?.['explanation']).toMatch(/more than a day before it was asked for/);

    const patches = [{ status: 'Pending' }, { status: 'Successful', files: ['a.pdf'] }];
    for (const patch of patches) {
      await sandbox().faults([{ on: 'requestState', fault: { kind: 'record', headers, patch } }]);
      expect(jsons(await ask([accepted ?? {}]))).toMatchObject([{ ...stale, ...patch }]);
    }
    const patch = { status: 'Failed' };
    await sandbox().faults([{ on: 'requestState', fault: { kind: 'record', headers, patch } }]);
    expect(jsons(await ask([accepted ?? {}]))).toMatchObject([{ outcome: 'error' }]);
  });

  test('is asked for again with Wait for Completion, until a new one comes', async () => {
    const accepted = jsons(await request());
    await sandbox().faults([
      { on: 'requestState', times: 1, fault: { kind: 'record', headers: old, patch: { status: 'Pending' } } },
    ]);
    const options = { waitForCompletion: true, pollIntervalSeconds: 1 };
    expect(jsons(await ask(accepted, options))).toMatchObject([{ outcome: 'files' }]);
  });
});
