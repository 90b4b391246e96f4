// What a run does not accept: replies that never finish, replies without a limit, and long waits.
import { until } from '../support/waiting';
import { deadlineOfRequest, deadlineOfToken, useTime } from './useTime';
import { runNode, type NodeRun } from './nodeInN8nCore';
import { requestsByCompany, screeningsByCompany, useSandbox } from './sandbox';

const sandbox = useSandbox();
const time = useTime();

const companies = (...names: string[]) => names.map((company) => ({ company }));
const json = ({ outputs }: NodeRun, index = 0) => outputs[0]?.[index]?.json ?? {};

test('a reply that trickles does not prolong the timeout, is really aborted, and is not sent again', async () => {
  await sandbox().faults([
    { on: 'screening', match: 'Birch', fault: { kind: 'trickle', chunkDelayMs: 300 } },
  ]);
  const running = runNode({
    time,
    credential: sandbox().credential,
    items: companies('Alder Ltd', 'Birch Ltd'),
    parameters: { options: { concurrency: 1 } },
    onError: 'continueRegularOutput',
  });
  await until('both were screened', async () => (await sandbox().summary()).screeningsDone === 2);
  deadlineOfRequest(time, 1).pass();
  const run = await running;

  expect(json(run)['outcome']).toBe('clear');
  expect(json(run, 1)['error']).toMatch(/did not answer in time/);
  expect(json(run, 1)['description']).toMatch(/may have done the work/);
  expect(requestsByCompany(await sandbox().stats())).toEqual({ 'Alder Ltd': 1, 'Birch Ltd': 1 });
  await until('nothing is in flight', async () => {
    return (await sandbox().summary()).operations.screening.inFlight === 0;
  });
});

test('a token that trickles is not waited for longer than the timeout, and nothing was sent', async () => {
  const { credential } = sandbox();
  await sandbox().faults([{ on: 'token', times: 1, fault: { kind: 'trickle', chunkDelayMs: 20 } }]);
  const running = runNode({
    time,
    credential,
    items: companies('Alder Ltd'),
    parameters: { options: { maxRetries: 0 } },
    onError: 'continueRegularOutput',
  });
  await until('the exchange is under way', async () => {
    return (await sandbox().summary()).operations.token.inFlight === 1;
  });
  deadlineOfRequest(time, 0).pass();
  const impatient = await running;
  expect(json(impatient)['error']).toBe('The authorization server did not issue an access token in time.');
  expect(json(impatient)['description']).toMatch(/^Nothing was sent/);

  // The exchange that goes on meanwhile is ended by its own deadline, and does not hold up the next run.
  deadlineOfToken(time).pass();
  const next = await runNode({ time, credential, items: companies('Alder Ltd') });
  expect(json(next)['outcome']).toBe('clear');
  expect(screeningsByCompany(await sandbox().stats())).toEqual({ 'Alder Ltd': 1 });
});

describe('a reply without end', () => {
  test('is read up to 16 MB, however small it was compressed', async () => {
    await sandbox().faults([
      { on: 'screening', match: 'Alder', fault: { kind: 'gzipBomb', megabytes: 200 } },
    ]);
    const before = process.memoryUsage().rss;
    const run = await runNode({
      time,
      credential: sandbox().credential,
      items: companies('Alder Ltd', 'Birch Ltd'),
      onError: 'continueRegularOutput',
    });

    expect(json(run)['error']).toBe(`The reply from ${new URL(sandbox().url).host} is larger than 16 MB.`);
    expect(json(run)['description']).toMatch(/not read completely.*may have done the work/);
    expect(json(run, 1)['outcome']).toBe('clear');
    expect(requestsByCompany(await sandbox().stats())['Alder Ltd']).toBe(1);
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  });

  test('of the authorization server is no token', async () => {
    await sandbox().faults([{ on: 'token', fault: { kind: 'gzipBomb', megabytes: 100 } }]);
    const { error } = await runNode({
      time,
      credential: sandbox().credential,
      items: companies('Alder Ltd'),
      parameters: { options: { maxRetries: 0 } },
    });
    expect(error?.message).toMatch(/did not issue an access token/);
  });

  test('just below the bound is read', async () => {
    await sandbox().faults([{ on: 'screening', fault: { kind: 'gzipBomb', megabytes: 15 } }]);
    const run = await runNode({
      time,
      credential: sandbox().credential,
      items: companies('Alder Ltd'),
    });
    expect(json(run)['outcome']).toBe('clear');
  });

  test.each([
    [1, 'error'],
    [3, 'requested'],
  ])('that is a file is bounded by Max File Size: %i MB', async (maxFileMb, outcome) => {
    const body = { base64: Buffer.alloc(2_000_000, 7).toString('base64') };
    await sandbox().faults([
      { on: 'requestState', fault: { kind: 'raw', status: 200, contentType: 'application/pdf', body } },
    ]);
    const run = await runNode({
      time,
      credential: sandbox().credential,
      items: [{ uri: '/verify-business/api/business/requests/none' }],
      parameters: {
        operation: 'getAnnualReturnsRequest',
        requestUri: '={{ $json.uri }}',
        options: { maxFileMb },
      },
      onError: 'continueRegularOutput',
    });
    if (outcome === 'error') expect(json(run)['error']).toMatch(/larger than 1 MB/);
    else expect(run.outputs[0]?.[0]?.binary?.['data']?.mimeType).toBe('application/pdf');
  });
});

describe.each([429, 503, 403])('a wait of an hour that is asked for with status %i', (status) => {
  test('ends the run, also under Continue, and the other items say when to come back', async () => {
    await sandbox().faults([
      {
        on: 'screening',
        after: 2,
        fault: { kind: 'status', status, headers: { 'Retry-After': '3600' } },
      },
    ]);
    const names = Array.from({ length: 50 }, (_, index) => `Company ${index}`);
    const run = await runNode({
      time,
      credential: sandbox().credential,
      items: companies(...names),
      parameters: { options: { concurrency: 2 } },
      onError: 'continueRegularOutput',
    });

    const items = run.outputs[0] ?? [];
    expect(items).toHaveLength(50);
    // The two that reached the service first. Requests that are sent side by side may arrive in any order.
    const isClear = (item: (typeof items)[number]) => item.json['outcome'] === 'clear';
    expect(items.filter(isClear)).toHaveLength(2);
    for (const item of items.filter((one) => !isClear(one))) {
      expect(item.json['outcome']).toBe('error');
      expect(item.json['description']).toMatch(/60 minutes/);
    }
    // Those that were in progress when the first one was refused.
    expect((await sandbox().stats()).operations.screening.requests).toBeLessThanOrEqual(4);
  });
});
