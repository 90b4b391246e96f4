// Attacks on a run's life: it neither dies of a passing failure, nor hangs, nor crawls.
import { startSandbox, type Fault, type Sandbox } from '../sandbox/client';
import { warningsDuring } from '../support/warnings';
import { jsons, screenCompanies, wordsOf } from './attacks';
import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const companies = (count: number) => Array.from({ length: count }, (_, index) => `Company ${index}`);
const untilIdle = async (operation: 'screening' | 'token', of: Sandbox) => {
  while ((await of.summary()).operations[operation].inFlight > 0) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

describe('a token endpoint that fails', () => {
  // A token is kept for each host, so that only a service of its own has none.
  let own: Sandbox;
  beforeEach(async () => {
    own = await startSandbox();
  });
  afterEach(() => own.stop());

  test.each([
    ['a 503', { kind: 'status', status: 503 }],
    ['a 429 with seconds to wait', { kind: 'status', status: 429, headers: { 'Retry-After': '1' } }],
    ['a 500', { kind: 'status', status: 500 }],
    ['a 502 with a page', { kind: 'html' }],
    ['a reset', { kind: 'resetBefore' }],
    ['a reset after the token was made', { kind: 'resetAfter' }],
  ] as const)('%s passes, and the run goes on', async (_failure, fault) => {
    await own.faults([{ on: 'token', times: 1, fault }]);
    const run = await screenCompanies(own, companies(3), { onError: 'stopWorkflow' });

    expect(run.error).toBeUndefined();
    expect(jsons(run).map(({ outcome }) => outcome)).toEqual(['clear', 'clear', 'clear']);
    const summary = await own.summary();
    expect(summary.operations.token.requests).toBe(2);
    expect(summary.screeningsDone).toBe(3);
  });

  test('an outage that passes costs a few exchanges, however many companies wait for it', async () => {
    await own.faults([{ on: 'token', times: 3, fault: { kind: 'status', status: 503 } }]);
    const run = await screenCompanies(own, companies(200), {
      parameters: { options: { concurrency: 10 } },
    });

    expect(new Set(jsons(run).map(({ outcome }) => outcome))).toEqual(new Set(['clear']));
    const { operations, screeningsDone } = await own.summary();
    expect(operations.token.requests).toBe(4);
    expect([operations.screening.requests, screeningsDone]).toEqual([200, 200]);
  });

  test('a server that asks for a long wait is asked once, and nobody blames the realm', async () => {
    await own.faults([
      { on: 'token', fault: { kind: 'status', status: 503, headers: { 'Retry-After': '3600' } } },
    ]);
    const run = await screenCompanies(own, companies(200));

    expect(jsons(run)).toHaveLength(200);
    for (const json of jsons(run)) {
      expect(json['outcome']).toBe('error');
      expect(wordsOf(json)).not.toMatch(/Realm|may have/);
    }
    const { operations } = await own.summary();
    expect(operations.token.requests).toBe(1);
    expect(operations.screening.requests).toBe(0);
  });

  test('a refused client ends the run at once, after one exchange', async () => {
    const run = await screenCompanies(
      { credential: { ...own.credential, clientSecret: 'wrong' } },
      companies(20),
    );

    expect(jsons(run).every(({ outcome }) => outcome === 'error')).toBe(true);
    expect(wordsOf(jsons(run)[0])).toMatch(/Client ID or the Client Secret/);
    expect((await own.summary()).operations.token.requests).toBe(1);
  });

  test.each([
    ['that trickles', { kind: 'trickle', chunkDelayMs: 200 }],
    ['that hangs', { kind: 'hang' }],
  ] as const)('a token reply %s ends, and the next run gets a token', async (_manner, fault) => {
    await own.faults([{ on: 'token', fault }]);
    const run = await screenCompanies(own, companies(2), {
      parameters: { options: { timeout: 1000, maxRetries: 0 } },
    });
    expect(jsons(run).map(({ outcome }) => outcome)).toEqual(['error', 'error']);
    expect(wordsOf(jsons(run)[0])).toMatch(/in time/);
    await untilIdle('token', own);

    await own.faults([]);
    const next = await screenCompanies(own, companies(2));
    expect(jsons(next).map(({ outcome }) => outcome)).toEqual(['clear', 'clear']);
  });
});

describe('a wait that is too long to sit out', () => {
  const WAIT: Fault['fault'] = { kind: 'status', status: 429, headers: { 'Retry-After': '3600' } };

  test.each([
    ['429', WAIT],
    ['503', { ...WAIT, status: 503 }],
    ['403, which is a quota', { ...WAIT, status: 403 }],
    [
      '429 with a date',
      {
        ...WAIT,
        headers: { 'Retry-After': new Date(Date.now() + 3_600_000).toUTCString() },
      },
    ],
  ])('%s: nothing more is sent, and every item says when to come back', async (_status, fault) => {
    await sandbox().faults([{ on: 'screening', after: 3, fault }]);
    const run = await screenCompanies(sandbox(), companies(300), {
      parameters: { options: { concurrency: 5 } },
    });

    expect((await sandbox().summary()).operations.screening.requests).toBeLessThanOrEqual(3 + 5);
    const outcomes = jsons(run).map(({ outcome }) => outcome);
    expect(outcomes).toHaveLength(300);
    expect(outcomes.filter((outcome) => outcome === 'clear')).toHaveLength(3);
    for (const json of jsons(run).filter(({ outcome }) => outcome === 'error')) {
      expect(wordsOf(json)).toMatch(/(5\d|6\d) minutes|hour/);
    }
    expect(wordsOf(jsons(run).at(-1))).toMatch(/[Nn]othing was sent|was not sent/);
  });
});

test.each([
  ['that never ends', { kind: 'hang' }],
  ['one byte at a time', { kind: 'trickle', chunkDelayMs: 200 }],
  [
    'of the other side, one byte at a time',
    { kind: 'raw', status: 500, body: 'x'.repeat(1000), chunkDelayMs: 200 },
  ],
] as const)('a reply %s ends at the timeout, and its request with it', async (_manner, fault) => {
  await sandbox().faults([{ on: 'screening', match: 'Slow', fault }]);
  // Within it the bakery has to be answered, on a slow machine too.
  const run = await screenCompanies(sandbox(), ['Slow Ltd', 'Honest Bakery'], {
    parameters: { options: { timeout: 2000 } },
  });

  expect(jsons(run).map(({ outcome }) => outcome)).toEqual(['error', 'clear']);
  expect(wordsOf(jsons(run)[0])).toMatch(/in time/);
  expect(wordsOf(jsons(run)[0])).toMatch(/may have/);
  await untilIdle('screening', sandbox());
});

test('a file that trickles ends at the timeout', async () => {
  await sandbox().faults([
    {
      on: 'requestState',
      fault: {
        kind: 'raw',
        status: 200,
        body: '%PDF-1.4'.repeat(100),
        contentType: 'application/pdf',
        chunkDelayMs: 200,
      },
    },
  ]);
  const run = await runNode({
    credential: sandbox().credential,
    onError: 'continueRegularOutput',
    items: [{}],
    parameters: {
      operation: 'getAnnualReturnsRequest',
      requestUri: '/verify-business/api/business/requests/1',
      options: { timeout: 1000, maxRetries: 0 },
    },
  });

  expect(wordsOf(jsons(run)[0])).toMatch(/in time/);
});

test('many waits at once print no warning', async () => {
  await sandbox().faults([
    { on: 'screening', times: 30, fault: { kind: 'status', status: 429, headers: { 'Retry-After': '1' } } },
  ]);
  const warnings = await warningsDuring(async () => {
    // Enough companies for the run's quota of retries to allow all the waits.
    const run = await screenCompanies(sandbox(), companies(40), {
      parameters: { options: { concurrency: 30 } },
    });
    expect(new Set(jsons(run).map(({ outcome }) => outcome))).toEqual(new Set(['clear']));
  });

  expect(warnings).toEqual([]);
});

describe('a small reply that decompresses to a lot', () => {
  test('is refused as too large, and the other companies are unharmed', async () => {
    await sandbox().faults([{ on: 'screening', match: 'Bomb', fault: { kind: 'gzipBomb', megabytes: 200 } }]);
    const run = await screenCompanies(sandbox(), ['Bomb Ltd', 'Honest Bakery']);

    expect(jsons(run).map(({ outcome }) => outcome)).toEqual(['error', 'clear']);
    expect(wordsOf(jsons(run)[0])).toMatch(/large|MB/);
    expect(wordsOf(jsons(run)[0])).toMatch(/may have/);
  });

  test('is not refused below the bound', async () => {
    await sandbox().faults([{ on: 'screening', fault: { kind: 'gzipBomb', megabytes: 8 } }]);

    expect(jsons(await screenCompanies(sandbox(), ['Honest Bakery']))).toMatchObject([{ outcome: 'clear' }]);
  });

  test('is refused as a token too', async () => {
    const own = await startSandbox();
    try {
      await own.faults([{ on: 'token', fault: { kind: 'gzipBomb', megabytes: 200 } }]);
      const run = await screenCompanies(own, ['Honest Bakery'], {
        parameters: { options: { maxRetries: 0 } },
      });

      expect(jsons(run)).toMatchObject([{ outcome: 'error' }]);
      expect(wordsOf(jsons(run)[0])).toMatch(/did not issue an access token/);
    } finally {
      await own.stop();
    }
  });
});
