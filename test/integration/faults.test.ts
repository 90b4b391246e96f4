// The fault matrix: every fault of the service × every On Error setting. The counts are the service's own.
import type { OnError } from 'n8n-workflow';

import type { Fault } from '../sandbox/client';
import { until } from '../support/waiting';
import { runNode } from './nodeInN8nCore';
import { requestsByCompany, screeningsByCompany, useSandbox } from './sandbox';
import { deadlineOfRequest, useTime } from './useTime';

const sandbox = useSandbox();

const COMPANIES = ['Alder Ltd', 'Birch Ltd', 'Cedar Ltd', 'Dogwood Ltd', 'Elm Ltd', 'Fir Ltd'];
const VICTIM = 'Cedar Ltd';
const time = useTime();

interface More {
  /** For the company; one unless said. */
  requests?: number;
  /** Hits the first request only. */
  once?: boolean;
  /** Its deadline passes when the service has done the work. */
  timesOut?: boolean;
}
/** How many screenings the service does for the company, and what its item is, or says if it fails. */
type Row = [fault: string, Fault['fault'], done: 0 | 1, says: RegExp | 'clear' | 'review', More?];

const WAIT = { 'Retry-After': '1' };
const NO_TEXT = { body: { base64: '/wD+fw==' }, contentType: 'application/json' };
const CLOSED = /was closed before a reply arrived/;
const LATE = /did not answer in time/;
const ODD = /cannot be understood \(HTTP status 200\)/;

const ROWS: Row[] = [
  ['latency', { kind: 'latency', ms: 20 }, 1, 'clear'],
  ['429 once', { kind: 'status', status: 429, headers: WAIT }, 1, 'clear', { once: true, requests: 2 }],
  [
    '429 for ever',
    { kind: 'status', status: 429 },
    0,
    /for fewer requests \(HTTP status 429/,
    { requests: 3 },
  ],
  ['503 once', { kind: 'status', status: 503 }, 1, 'clear', { once: true, requests: 2 }],
  ['500 without a body', { kind: 'status', status: 500 }, 0, /the service failed \(HTTP status 500\)/],
  ['a reset before the work', { kind: 'resetBefore' }, 0, CLOSED],
  ['a reset after the work', { kind: 'resetAfter' }, 1, CLOSED],
  ['a hang past the timeout', { kind: 'hang' }, 1, LATE, { timesOut: true }],
  ["a gateway's page", { kind: 'html' }, 0, /HTTP status 502/],
  ['a page with status 200', { kind: 'html', status: 200 }, 0, ODD],
  ['truncated JSON', { kind: 'truncated' }, 1, ODD],
  ['a wrong shape', { kind: 'wrongShape' }, 1, ODD],
  ['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }, 0, /redirects to another address/],
  ['a key that comes twice', { kind: 'record', append: '"details":[]' }, 1, ODD],
  ['bytes that are no text', { kind: 'raw', status: 200, work: true, ...NO_TEXT }, 1, ODD],
  ['a reply that trickles', { kind: 'trickle', chunkDelayMs: 1000 }, 1, LATE, { timesOut: true }],
  ['a reply that unpacks to much', { kind: 'gzipBomb', megabytes: 50 }, 1, /large/],
  ['a 524 of a gateway', { kind: 'raw', status: 524, body: 'Timeout', work: true }, 1, /HTTP status 524/],
  ['a 403 that is a quota', { kind: 'status', status: 403, headers: WAIT }, 0, /HTTP status 403/],
  ['a record that answers another question', { kind: 'record', patch: { option: 'Aml' } }, 1, 'review'],
  ['a record with an error code', { kind: 'record', patch: { code: 'S0005' } }, 1, 'review'],
  ['a record without an id', { kind: 'record', patch: { id: '' } }, 1, 'review'],
];

describe.each(ROWS)('%s', (_name, fault, screened, says, more = {}) => {
  const message = typeof says === 'string' ? undefined : says;
  const runWith = async (onError: OnError) => {
    await sandbox().faults([{ on: 'screening', match: VICTIM, fault, ...(more.once ? { times: 1 } : {}) }]);
    const running = runNode({
      time,
      credential: sandbox().credential,
      parameters: { options: { concurrency: 2, maxRetries: 2 } },
      items: COMPANIES.map((company) => ({ company })),
      onError,
    });
    if (more.timesOut) {
      await until('the service has done the work', async () => {
        return VICTIM in screeningsByCompany(await sandbox().stats());
      });
      deadlineOfRequest(time, COMPANIES.indexOf(VICTIM)).pass();
    }
    const run = await running;
    return { ...run, stats: await sandbox().stats() };
  };

  test('continue: the other companies are unharmed, in order, and nothing is paid for twice', async () => {
    const { outputs, stats } = await runWith('continueRegularOutput');

    const [items = []] = outputs;
    expect(items.map(({ json }) => json['companyName'])).toEqual(COMPANIES);
    expect(items.map(({ json }) => json['outcome'])).toEqual(
      COMPANIES.map((company) => (company !== VICTIM ? 'clear' : message ? 'error' : says)),
    );
    expect(items[2]?.json['error'] ?? '').toMatch(message ?? /^$/);
    expect(requestsByCompany(stats)[VICTIM]).toBe(more.requests ?? 1);
    expect(screeningsByCompany(stats)).toEqual({
      ...Object.fromEntries(COMPANIES.map((company) => [company, 1])),
      ...(screened === 0 ? { [VICTIM]: undefined } : {}),
    });
    expect(stats.tokens.issued).toBeLessThanOrEqual(1);
  });

  test('error output: the failed company is there, and nowhere else', async () => {
    const { outputs } = await runWith('continueErrorOutput');

    const others = COMPANIES.filter((company) => !message || company !== VICTIM);
    expect(outputs[0]?.map(({ json }) => json['companyName'])).toEqual(others);
    expect((outputs[1] ?? []).map(({ json, pairedItem }) => ({ json, pairedItem }))).toEqual(
      message
        ? [
            {
              pairedItem: { item: 2 },
              json: expect.objectContaining({
                company: VICTIM,
                error: expect.stringMatching(message) as string,
                outcome: 'error',
                companyName: VICTIM,
              }) as object,
            },
          ]
        : [],
    );
  });

  test('stop: the error says what was paid for, and nothing is sent after it', async () => {
    const { error, outputs, stats } = await runWith('stopWorkflow');

    if (!message) {
      expect(error).toBeUndefined();
      expect(outputs[0]).toHaveLength(COMPANIES.length);
      return;
    }
    expect(error?.message).toMatch(message);
    const listed = error && 'context' in error ? error.context['data'] : undefined;
    // In the order of the items: requests that go out together may arrive in any order.
    const paid = screeningsByCompany(stats);
    const done = COMPANIES.filter((company) => company !== VICTIM && company in paid);
    expect(listed).toMatchObject({
      screened: done.map((companyName) => ({
        companyName,
        screeningId: expect.any(String) as string,
        referenceId: expect.any(String) as string,
        outcome: 'clear',
      })),
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(requestsByCompany(await sandbox().stats())).toEqual(requestsByCompany(stats));
  });
});
