// Attacks on a run's life: it neither dies of a passing failure, nor hangs, nor crawls.
import type { SandboxOperation } from '../sandbox/protocol';
import type { Fault } from '../sandbox/client';
import { until } from '../support/waiting';
import { jsons, screening, wordsOf } from './attacks';
import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';
import { deadlineOfRequest, deadlineOfToken, useTime } from './useTime';

const sandbox = useSandbox();
const time = useTime();
const companies = (count: number) => Array.from({ length: count }, (_, index) => `Company ${index}`);

const untilInFlight = async (operation: SandboxOperation, count: number) => {
  await until(`${count} ${operation} requests are in flight`, async () => {
    const { inFlight } = (await sandbox().summary()).operations[operation];
    return inFlight === count;
  });
};

test.each([
  ['that trickles', { kind: 'trickle', chunkDelayMs: 200 }],
  ['that hangs', { kind: 'hang' }],
] as const)('a token reply %s ends, and the next run gets a token', async (_manner, fault) => {
  await sandbox().faults([{ on: 'token', fault }]);
  const running = screening(sandbox(), companies(2), { time, parameters: { options: { maxRetries: 0 } } });
  await untilInFlight('token', 1);
  deadlineOfRequest(time, 0).pass();
  deadlineOfRequest(time, 1).pass();
  const run = await running;
  expect(jsons(run).map(({ outcome }) => outcome)).toEqual(['error', 'error']);
  expect(wordsOf(jsons(run)[0])).toMatch(/access token in time.*Nothing was sent/);

  // The exchange belongs to all runs: it goes on until its own time is up, and its request ends with it.
  deadlineOfToken(time).pass();
  await untilInFlight('token', 0);
  await sandbox().faults([]);
  const next = await screening(sandbox(), companies(2), { time });
  expect(jsons(next).map(({ outcome }) => outcome)).toEqual(['clear', 'clear']);
});

const WAIT: Fault['fault'] = { kind: 'status', status: 429, headers: { 'Retry-After': '3600' } };

test.each([
  ['429', WAIT],
  ['503', { ...WAIT, status: 503 }],
  ['403, which is a quota', { ...WAIT, status: 403 }],
  [
    '429 with a date',
    { ...WAIT, headers: { 'Retry-After': new Date(Date.now() + 3_600_000).toUTCString() } },
  ],
])(
  'a wait that is too long to sit out: %s: nothing more is sent, and every item says when to come back',
  async (_status, fault) => {
    await sandbox().faults([{ on: 'screening', after: 3, fault }]);
    const run = await screening(sandbox(), companies(300), { parameters: { options: { concurrency: 5 } } });

    expect((await sandbox().summary()).operations.screening.requests).toBeLessThanOrEqual(3 + 5);
    const outcomes = jsons(run).map(({ outcome }) => outcome);
    expect(outcomes).toHaveLength(300);
    expect(outcomes.filter((outcome) => outcome === 'clear')).toHaveLength(3);
    for (const json of jsons(run).filter(({ outcome }) => outcome === 'error')) {
      expect(wordsOf(json)).toMatch(/(5\d|6\d) minutes|hour/);
    }
    expect(wordsOf(jsons(run).at(-1))).toMatch(/[Nn]othing was sent|was not sent/);
  },
);

test.each([
  ['that never ends', { kind: 'hang' }],
  ['one byte at a time', { kind: 'trickle', chunkDelayMs: 200 }],
  [
    'of the other side, one byte at a time',
    { kind: 'raw', status: 500, body: 'x'.repeat(1000), chunkDelayMs: 200 },
  ],
] as const)('a reply %s ends at the timeout, and its request with it', async (_manner, fault) => {
  await sandbox().faults([{ on: 'screening', match: 'Slow', fault }]);
  const running = screening(sandbox(), ['Honest Bakery', 'Slow Ltd'], {
    time,
    parameters: { options: { concurrency: 1 } },
  });
  await until('the second request is there', async () => {
    const { requests } = (await sandbox().summary()).operations.screening;
    return requests === 2;
  });
  deadlineOfRequest(time, 1).pass();
  const run = await running;

  expect(jsons(run).map(({ outcome }) => outcome)).toEqual(['clear', 'error']);
  expect(wordsOf(jsons(run)[1])).toMatch(/in time/);
  expect(wordsOf(jsons(run)[1])).toMatch(/may have/);
  await untilInFlight('screening', 0);
  expect((await sandbox().summary()).operations.screening.requests).toBe(2);
});

const askForFile = (request: string, options: Record<string, number>) =>
  runNode({
    credential: sandbox().credential,
    onError: 'continueRegularOutput',
    items: [{}],
    parameters: {
      operation: 'getAnnualReturnsRequest',
      requestUri: `/verify-business/api/business/requests/${request}`,
      options,
    },
  });

// In real time, and as it was built: nothing has to be answered within it.
test('a file that trickles ends at the timeout', async () => {
  await sandbox().faults([
    {
      on: 'requestState',
      fault: {
        kind: 'raw',
        status: 200,
        body: '%PDF-1.4'.repeat(1000),
        contentType: 'application/pdf',
        chunkDelayMs: 200,
      },
    },
  ]);
  const run = await askForFile('1', { timeout: 200, maxRetries: 0 });

  expect(wordsOf(jsons(run)[0])).toMatch(/in time/);
});

describe('a small reply that decompresses to a lot', () => {
  test('is refused as too large, and the other companies are unharmed', async () => {
    await sandbox().faults([{ on: 'screening', match: 'Bomb', fault: { kind: 'gzipBomb', megabytes: 200 } }]);
    const before = process.memoryUsage().rss;
    const run = await screening(sandbox(), ['Bomb Ltd', 'Honest Bakery']);

    expect(jsons(run).map(({ outcome }) => outcome)).toEqual(['error', 'clear']);
    const { host } = new URL(sandbox().url);
    expect(wordsOf(jsons(run)[0])).toContain(`The reply from ${host} is larger than 16 MB.`);
    expect(wordsOf(jsons(run)[0])).toMatch(/not read completely.*may have done the work/);
    expect((await sandbox().summary()).operations.screening.requests).toBe(2);
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  });

  test('is not refused below the bound', async () => {
    await sandbox().faults([{ on: 'screening', fault: { kind: 'gzipBomb', megabytes: 15 } }]);

    expect(jsons(await screening(sandbox(), ['Honest Bakery']))).toMatchObject([{ outcome: 'clear' }]);
  });

  test('is refused as a token too', async () => {
    await sandbox().faults([{ on: 'token', fault: { kind: 'gzipBomb', megabytes: 200 } }]);
    const run = await screening(sandbox(), ['Honest Bakery'], {
      time,
      parameters: { options: { maxRetries: 0 } },
    });

    expect(jsons(run)).toMatchObject([{ outcome: 'error' }]);
    expect(wordsOf(jsons(run)[0])).toMatch(/did not issue an access token/);
  });
});

test.each([
  [1, 'error'],
  [3, 'requested'],
])('a file is bounded by Max File Size: %i MB', async (maxFileMb, outcome) => {
  const body = { base64: Buffer.alloc(2_000_000, 7).toString('base64') };
  await sandbox().faults([
    { on: 'requestState', fault: { kind: 'raw', status: 200, contentType: 'application/pdf', body } },
  ]);
  const run = await askForFile('none', { maxFileMb });
  if (outcome === 'error') expect(jsons(run)[0]?.['error']).toMatch(/larger than 1 MB/);
  else expect(run.outputs[0]?.[0]?.binary?.['data']?.mimeType).toBe('application/pdf');
});
