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

interface Row {
  fault: Fault['fault'];
  /** Hits the first request only. */
  once?: boolean;
  /** What the item says if it fails; absent if it recovers. */
  message?: RegExp;
  /** What the company's item is if it does not fail: clear, unless a person has to look. */
  outcome?: 'review';
  /** Its deadline passes when the service has done the work. */
  timesOut?: true;
  /** Requests for the company, and screenings that the service did for it. */
  requests: number;
  done: number;
}

const ROWS: Record<string, Row> = {
  latency: { fault: { kind: 'latency', ms: 20 }, requests: 1, done: 1 },
  '429 once, with seconds to wait': {
    fault: { kind: 'status', status: 429, headers: { 'Retry-After': '1' } },
    once: true,
    requests: 2,
    done: 1,
  },
  '429 for ever': {
    fault: { kind: 'status', status: 429 },
    message: /asks for fewer requests \(HTTP status 429\)/,
    requests: 3,
    done: 0,
  },
  '503 once': { fault: { kind: 'status', status: 503 }, once: true, requests: 2, done: 1 },
  '500 without a body': {
    fault: { kind: 'status', status: 500 },
    message: /the service failed \(HTTP status 500\)/,
    requests: 1,
    done: 0,
  },
  'a reset before the work': {
    fault: { kind: 'resetBefore' },
    message: /was closed before a reply arrived/,
    requests: 1,
    done: 0,
  },
  'a reset after the work': {
    fault: { kind: 'resetAfter' },
    message: /was closed before a reply arrived/,
    requests: 1,
    done: 1,
  },
  'a hang past the timeout': {
    fault: { kind: 'hang' },
    timesOut: true,
    message: /did not answer in time/,
    requests: 1,
    done: 1,
  },
  "a gateway's page": { fault: { kind: 'html' }, message: /HTTP status 502/, requests: 1, done: 0 },
  'a page with status 200': {
    fault: { kind: 'html', status: 200 },
    message: /cannot be understood \(HTTP status 200\)/,
    requests: 1,
    done: 0,
  },
  'truncated JSON': {
    fault: { kind: 'truncated' },
    message: /cannot be understood \(HTTP status 200\)/,
    requests: 1,
    done: 1,
  },
  'a wrong shape': {
    fault: { kind: 'wrongShape' },
    message: /cannot be understood \(HTTP status 200\)/,
    requests: 1,
    done: 1,
  },
  'a redirect': {
    fault: { kind: 'redirect', location: 'http://127.0.0.1:9/' },
    message: /redirects to another address/,
    requests: 1,
    done: 0,
  },
  'a key that comes twice': {
    fault: { kind: 'record', append: '"details":[]' },
    message: /cannot be understood \(HTTP status 200\)/,
    requests: 1,
    done: 1,
  },
  'bytes that are no text': {
    fault: {
      kind: 'raw',
      status: 200,
      contentType: 'application/json',
      body: { base64: '/wD+fw==' },
      work: true,
    },
    message: /cannot be understood \(HTTP status 200\)/,
    requests: 1,
    done: 1,
  },
  'a reply that trickles': {
    fault: { kind: 'trickle', chunkDelayMs: 1000 },
    timesOut: true,
    message: /did not answer in time/,
    requests: 1,
    done: 1,
  },
  'a reply that unpacks to much': {
    fault: { kind: 'gzipBomb', megabytes: 50 },
    message: /large/,
    requests: 1,
    done: 1,
  },
  'a 524 of a gateway': {
    fault: { kind: 'raw', status: 524, body: 'A timeout occurred', work: true },
    message: /HTTP status 524/,
    requests: 1,
    done: 1,
  },
  'a 403 that is a quota': {
    fault: { kind: 'status', status: 403, headers: { 'Retry-After': '1' } },
    message: /HTTP status 403/,
    requests: 1,
    done: 0,
  },
  'a record that answers another question': {
    fault: { kind: 'record', patch: { option: 'Aml' } },
    outcome: 'review',
    requests: 1,
    done: 1,
  },
  'a record with an error code': {
    fault: { kind: 'record', patch: { code: 'S0005' } },
    outcome: 'review',
    requests: 1,
    done: 1,
  },
  'a record without an id': {
    fault: { kind: 'record', patch: { id: '' } },
    outcome: 'review',
    requests: 1,
    done: 1,
  },
};

describe.each(Object.entries(ROWS))('%s', (_name, row) => {
  const runWith = async (onError: OnError) => {
    await sandbox().faults([
      { on: 'screening', match: VICTIM, fault: row.fault, ...(row.once ? { times: 1 } : {}) },
    ]);
    const running = runNode({
      time,
      credential: sandbox().credential,
      parameters: { options: { concurrency: 2, maxRetries: 2 } },
      items: COMPANIES.map((company) => ({ company })),
      onError,
    });
    if (row.timesOut) {
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
      COMPANIES.map((company) => {
        if (company !== VICTIM) return 'clear';
        return row.message ? 'error' : (row.outcome ?? 'clear');
      }),
    );
    expect(items[2]?.json['error'] ?? '').toMatch(row.message ?? /^$/);
    expect(requestsByCompany(stats)[VICTIM]).toBe(row.requests);
    expect(screeningsByCompany(stats)).toEqual({
      ...Object.fromEntries(COMPANIES.map((company) => [company, 1])),
      ...(row.done === 0 ? { [VICTIM]: undefined } : {}),
    });
    expect(stats.tokens.issued).toBeLessThanOrEqual(1);
  });

  test('error output: the failed company is there, and nowhere else', async () => {
    const { outputs } = await runWith('continueErrorOutput');

    const others = COMPANIES.filter((company) => !row.message || company !== VICTIM);
    expect(outputs[0]?.map(({ json }) => json['companyName'])).toEqual(others);
    expect((outputs[1] ?? []).map(({ json, pairedItem }) => ({ json, pairedItem }))).toEqual(
      row.message
        ? [
            {
              pairedItem: { item: 2 },
              json: expect.objectContaining({
                company: VICTIM,
                error: expect.stringMatching(row.message) as string,
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

    if (!row.message) {
      expect(error).toBeUndefined();
      expect(outputs[0]).toHaveLength(COMPANIES.length);
      return;
    }
    expect(error?.message).toMatch(row.message);
    const listed = error && 'context' in error ? error.context['data'] : undefined;
    // In the order of the items: requests that go out together may arrive in any order.
    const screened = screeningsByCompany(stats);
    const done = COMPANIES.filter((company) => company !== VICTIM && company in screened);
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
