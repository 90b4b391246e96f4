// Attacks on the purse: no screening is lost after it was paid for, and none is paid for twice.
import { until } from '../support/waiting';
import { jsons, listedIn, screenCompanies, sentTo, wordsOf } from './attacks';
import { runNode } from './nodeInN8nCore';
import { requestsByCompany, screeningsByCompany, useSandbox } from './sandbox';
import { deadlineOfRequest, useTime } from './useTime';

const sandbox = useSandbox();
const time = useTime();
const companies = (count: number) => Array.from({ length: count }, (_, index) => `Company ${index}`);

test('a run that stops lists every request in progress, with the reference ids that the service received', async () => {
  await sandbox().faults([{ on: 'screening', fault: { kind: 'hang' } }]);
  const running = screenCompanies(sandbox(), companies(5), {
    time,
    onError: 'stopWorkflow',
    parameters: { options: { concurrency: 5 } },
  });
  await until('all five are there', async () => (await sandbox().summary()).screeningsDone === 5);
  deadlineOfRequest(time, 0).pass();
  // The others are waited for.
  for (const number of [1, 2, 3, 4]) deadlineOfRequest(time, number).pass();
  const { error } = await running;

  const sent = await sentTo(sandbox());
  expect(sent).toHaveLength(5);
  const unknown = listedIn(error).filter(({ entry }) => entry['outcome'] === 'unknown');
  expect(unknown.map(({ entry }) => [entry['companyName'], entry['referenceId']]).sort()).toEqual(
    sent.map(({ companyName, referenceId }) => [companyName, referenceId]).sort(),
  );
});

test('what is answered after the stop is listed as screened, with its screening id', async () => {
  await sandbox().faults([
    { on: 'screening', match: 'Company 0', fault: { kind: 'html' } },
    { on: 'screening', match: 'Company 1', fault: { kind: 'latency', ms: 500 } },
  ]);
  const { error } = await screenCompanies(sandbox(), companies(2), {
    onError: 'stopWorkflow',
    parameters: { options: { concurrency: 2 } },
  });

  expect(listedIn(error).map(({ entry }) => entry)).toContainEqual(
    expect.objectContaining({
      companyName: 'Company 1',
      outcome: 'clear',
      screeningId: expect.stringMatching(/\S/) as string,
    }),
  );
});

test.each([
  ['a number among the company numbers', { companyNumber: [123] }],
  ['a name that is no text', { name: { en: 'Gloomharbour' } }],
  ['a list that is a text', { jurisdiction: 'Velmoria' }],
])('%s costs neither the hit nor the screening id', async (_oddity, patchDetails) => {
  await sandbox().faults([{ on: 'screening', fault: { kind: 'record', patchDetails } }]);
  const run = await screenCompanies(sandbox(), ['Gloomharbour Shipping Ltd']);

  expect(jsons(run).map(({ outcome }) => outcome)).toEqual(['hit', 'review']);
  expect(jsons(run)[1]?.['explanation']).toMatch(/\S/);
  expect(jsons(run)[0]).toMatchObject({ sourceType: 'Sanction', totalHits: 1 });
  for (const json of jsons(run)) expect(json['screeningId']).toMatch(/^[0-9a-f-]{36}$/);
});

test('raw output keeps an odd detail as received', async () => {
  await sandbox().faults([
    { on: 'screening', fault: { kind: 'record', patchDetails: { companyNumber: [123] } } },
  ]);
  const run = await screenCompanies(sandbox(), ['Gloomharbour Shipping Ltd'], {
    parameters: { output: { content: 'raw' } },
  });

  expect(jsons(run)[0]).toMatchObject({
    outcome: 'hit',
    hit: { name: 'Gloomharbour Shipping Ltd', companyNumber: [123] },
  });
});

test.each([408, 499, 500, 501, 502, 504, 505, 507, 520, 522, 524, 599])(
  'HTTP status %i says that the service may have charged, and quotes the reference id',
  async (status) => {
    await sandbox().faults([{ on: 'screening', fault: { kind: 'status', status } }]);
    const run = await screenCompanies(sandbox(), ['Honest Bakery']);

    const [sent, ...more] = await sentTo(sandbox());
    expect(more).toEqual([]);
    expect(jsons(run)).toMatchObject([{ outcome: 'error', httpStatus: status }]);
    expect(wordsOf(jsons(run)[0])).toMatch(/may have/);
    expect(wordsOf(jsons(run)[0])).toContain(sent?.referenceId);
  },
);

test.each([400, 403, 404, 429, 503])('HTTP status %i does not say so', async (status) => {
  await sandbox().faults([{ on: 'screening', fault: { kind: 'status', status } }]);
  const run = await screenCompanies(sandbox(), ['Honest Bakery'], {
    parameters: { options: { maxRetries: 0 } },
  });

  expect(jsons(run)).toMatchObject([{ outcome: 'error', httpStatus: status }]);
  expect(wordsOf(jsons(run)[0])).not.toMatch(/may have/);
});

test('a Reference ID that is given to different companies is only sent for the first one', async () => {
  const items = ['One Ltd', 'Two Ltd', 'One Ltd', 'Three Ltd'].map((company) => ({ company, ref: 'REF1' }));
  const run = await runNode({
    credential: sandbox().credential,
    onError: 'continueRegularOutput',
    items,
    parameters: { additionalFields: { referenceId: '={{ $json.ref }}' }, options: { concurrency: 4 } },
  });

  expect(jsons(run).map(({ outcome }) => outcome)).toEqual(['clear', 'error', 'clear', 'error']);
  expect(wordsOf(jsons(run)[1])).toMatch(/Reference ID/);
  expect(requestsByCompany(await sandbox().stats())).toEqual({ 'One Ltd': 2 });
});

describe('options that no clock can keep', () => {
  test.each([
    ['Timeout', { timeout: 3_000_000_000 }],
    ['Timeout', { timeout: 2 ** 31 }],
    ['Requests per Second', { requestsPerSecond: 1e-7 }],
    ['Requests per Second', { requestsPerSecond: 1e300 }],
  ])('%s: %j is refused before anything is sent', async (option, options) => {
    const { error } = await screenCompanies(sandbox(), ['Honest Bakery'], {
      onError: 'stopWorkflow',
      parameters: { options },
    });

    expect(error?.message).toContain(option);
    expect((await sandbox().stats()).operations.screening.requests).toBe(0);
  });

  test.each([{ pollIntervalSeconds: 1e9 }, { maxWaitSeconds: 1e12 }, { pollIntervalSeconds: 0.000_001 }])(
    '%j of the waiting is refused before anything is sent',
    async (options) => {
      const { error } = await runNode({
        credential: sandbox().credential,
        items: [{}],
        parameters: {
          operation: 'getAnnualReturnsRequest',
          requestUri: '/verify-business/api/business/requests/1',
          options: { waitForCompletion: true, ...options },
        },
      });

      expect(error?.message).toMatch(/Poll Interval|Max Wait/);
      expect((await sandbox().stats()).operations.requestState.requests).toBe(0);
    },
  );
});

test('items that were never sent say so, whatever stopped the run', async () => {
  const refused = { code: 'S0003', message: 'INVALID_CREDENTIALS' };
  await sandbox().faults([
    { on: 'screening', after: 2, fault: { kind: 'status', status: 500, body: refused } },
  ]);
  const run = await screenCompanies(sandbox(), companies(10), {
    parameters: { options: { concurrency: 1 } },
  });

  const sent = requestsByCompany(await sandbox().stats());
  const notSent = jsons(run).filter(
    ({ companyName }) => !Object.keys(sent).some((name) => name === companyName),
  );
  expect(notSent.length).toBeGreaterThanOrEqual(6);
  for (const json of notSent) {
    expect(json['outcome']).toBe('error');
    expect(wordsOf(json)).toMatch(/[Nn]othing was sent|was not sent/);
    expect(wordsOf(json)).not.toMatch(/may have/);
  }
  const failed = jsons(run).find(({ companyName }) => companyName === 'Company 2');
  expect(wordsOf(failed)).toMatch(/may have/);
});

test('a company whose screening failed is listed once, and not as screened', async () => {
  const { error } = await screenCompanies(sandbox(), ['Honest Bakery', 'Failing Ltd', 'Never Sent Ltd'], {
    onError: 'stopWorkflow',
    parameters: { options: { concurrency: 1 } },
  });

  const of = (name: string) => listedIn(error).filter(({ entry }) => entry['companyName'] === name);
  expect(of('Honest Bakery')).toMatchObject([{ list: 'screened', entry: { outcome: 'clear' } }]);
  expect(of('Failing Ltd').map(({ list }) => list)).not.toContain('screened');
  expect(of('Failing Ltd').length).toBeLessThanOrEqual(1);
  expect(of('Never Sent Ltd').map(({ entry }) => entry['outcome'])).not.toContain('unknown');
  expect(Object.keys(screeningsByCompany(await sandbox().stats()))).toEqual(['Honest Bakery', 'Failing Ltd']);
});

test('a 401 that contains a record is not sent again, and its screening id is reported', async () => {
  const id = '7b0f3c3e-5a53-4c92-9a35-0b8a7f7d1c11';
  const record = { id, status: 'Completed', totalHits: 0, isError: false, details: [], errors: [] };
  const fault = { kind: 'raw', status: 401, body: JSON.stringify(record), work: true } as const;
  await sandbox().faults([{ on: 'screening', fault }]);
  const { outputs } = await screenCompanies(sandbox(), ['Alder Ltd'], { onError: 'continueRegularOutput' });

  expect(screeningsByCompany(await sandbox().stats())).toEqual({ 'Alder Ltd': 1 });
  expect(outputs[0]?.map(({ json }) => [json['outcome'], json['screeningId']])).toEqual([['error', id]]);
});

test('each error item says whether its company may be charged, as the service counts it', async () => {
  await sandbox().faults([
    { on: 'screening', match: 'Lost', fault: { kind: 'resetAfter' } },
    { on: 'screening', match: 'Half', fault: { kind: 'truncated' } },
    { on: 'screening', match: 'Failed', fault: { kind: 'record', patch: { status: 'Failed' } } },
    { on: 'screening', match: 'Refused', fault: { kind: 'status', status: 400 } },
  ]);
  const names = ['Lost Ltd', 'Half Ltd', 'Failed Ltd', 'Refused Ltd', ''];
  const items = jsons(await screenCompanies(sandbox(), names));

  const screened = screeningsByCompany(await sandbox().stats());
  expect(items.map(({ companyName, mayBeCharged }) => [companyName, mayBeCharged])).toEqual(
    names.map((name) => [name, screened[name] === 1]),
  );
  expect(Object.keys(screened)).toHaveLength(3);
});

test('an attempt that was refused does not undo an earlier one that may have been charged', async () => {
  await sandbox().faults([
    { on: 'screening', times: 1, fault: { kind: 'resetAfter' } },
    { on: 'screening', fault: { kind: 'status', status: 400 } },
  ]);
  const [item] = jsons(
    await screenCompanies(sandbox(), ['Alder Ltd'], { parameters: { options: { retryUncertain: true } } }),
  );

  expect(item).toMatchObject({ outcome: 'error', httpStatus: 400, mayBeCharged: true });
  expect(wordsOf(item)).toMatch(/earlier attempt had no clear answer.*may have done the work/s);
});

test.each([401, 429, 503])(
  'HTTP status %i with an id and a status is not sent again, however odd the rest of the record is',
  async (status) => {
    const body = JSON.stringify({ id: 'paid-1', status: 'Completed', totalHits: '0' });
    await sandbox().faults([{ on: 'screening', fault: { kind: 'raw', status, body, work: true } }]);
    const [item] = jsons(await screenCompanies(sandbox(), ['Alder Ltd']));

    expect(screeningsByCompany(await sandbox().stats())).toEqual({ 'Alder Ltd': 1 });
    expect(item).toMatchObject({ outcome: 'error', screeningId: 'paid-1', mayBeCharged: true });
  },
);
