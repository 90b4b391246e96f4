// Screening Details Path, over HTTP: a Pending screening is asked for again by its id instead of being paid for again.
import type { INodeParameters } from 'n8n-workflow';

import type { Statement } from '../../nodes/CompanyScreening/register/tables';
import { credentialFor } from '../sandbox/account';
import type { Fault } from '../sandbox/client';
import { MemoryTables } from '../unit/register/memoryTables';
import { jsons, screenCompanies, sentTo } from './attacks';
import type { NodeRun, RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';
import { useTime } from './useTime';

const sandbox = useSandbox();
const time = useTime();

const PATH = '/screenings/company/{id}?v=2.0';
const LISTED = 'Pending Gloomharbour Shipping Ltd';
const HONEST = 'Pending Honest Bakery';
const OTHER_ID = '11111111-1111-4111-8111-111111111111';

const credentialWith = (screeningDetailsPath = PATH) => ({
  ...credentialFor(sandbox().url),
  screeningDetailsPath,
});
const screen = (names: string[], options: INodeParameters = {}, setup: Partial<RunSetup> = {}) =>
  screenCompanies(sandbox(), names, {
    time,
    credential: credentialWith(),
    ...setup,
    parameters: { ...setup.parameters, options },
  });
const verdicts = (run: NodeRun) => jsons(run).map(({ outcome, reason }) => [outcome, reason]);
const operations = async () => (await sandbox().stats()).operations;
const asked = async () => (await operations()).screeningDetails.requests;
const lie = (fault: Fault['fault']) => sandbox().faults([{ on: 'screeningDetails', fault }]);
const altered = (patch: Record<string, unknown>) => lie({ kind: 'record', patch });
const NO_HIT = { totalHits: 0, details: [] };
const ONE_HIT: Fault = {
  on: 'screening',
  fault: { kind: 'record', patch: { totalHits: 1, details: [{ name: 'Gloom' }] } },
};
const HIT_IN_DOUBT = [
  ['hit', null],
  ['review', 'pending'],
];

describe('within the run', () => {
  test('what is finished a little later comes out with its answer, and is one screening', async () => {
    await sandbox().settings({ pendingReplies: 2 });
    const run = await screen([LISTED, HONEST, 'Quiet Mill'], { maxCompanies: 3 });

    expect(verdicts(run)).toEqual([
      ['hit', null],
      ['clear', null],
      ['clear', null],
    ]);
    expect((await sandbox().stats()).screeningsDone).toBe(3);
    expect(await asked()).toBe(6);
    expect(run.hints[0]).toContain('1 with hits (1 hit), 2 clear, 0 to review');
    expect(run.hints[0]).toContain(
      '2 Pending screenings were asked for again by ID, which is no new screening: 2 have an answer now.',
    );
  });

  test('the GET goes to the path of the credential, with its key and a good token', async () => {
    await sandbox().settings({ pendingReplies: 0 });
    for (const subscriptionKeyIn of ['header', 'query'] as const) {
      const run = await screen([HONEST], {}, { credential: { ...credentialWith(), subscriptionKeyIn } });
      const seen = (await operations()).screeningDetails.recent.at(-1);

      expect(seen).toMatchObject({ query: { v: '2.0' }, subscriptionKeyIn, status: 200 });
      expect(seen?.path.replace('/screenings/company/', '')).toBe(jsons(run)[0]?.['screeningId']);
    }
  });

  test('one that never ends is asked for as long as Wait for Pending says, and is then Pending', async () => {
    await sandbox().settings({ pendingReplies: 1000 });
    const run = await screen([HONEST], { waitForPendingSeconds: 30 });

    expect(verdicts(run)).toEqual([['review', 'pending']]);
    expect(await asked()).toBeGreaterThan(2);
    expect(run.hints[0]).toContain('0 have an answer now, 1 is still Pending.');
  });

  test('with 0 seconds, and without the path, nothing is asked', async () => {
    await sandbox().settings({ pendingReplies: 0 });
    const without = await screen([HONEST], {}, { credential: credentialWith('') });

    expect(verdicts(without)).toEqual([['review', 'pending']]);
    expect(verdicts(await screen([HONEST], { waitForPendingSeconds: 0 }))).toEqual([['review', 'pending']]);
    expect(await asked()).toBe(0);
    expect(without.hints[0]).not.toContain('again by ID');
  });

  test.each<[string, Fault['fault'], string]>([
    ['404', { kind: 'status', status: 404, body: { statusCode: 404 } }, 'HTTP status 404'],
    ['401', { kind: 'status', status: 401, body: { statusCode: 401 } }, 'HTTP status 401'],
    ['500 each time', { kind: 'status', status: 500 }, 'HTTP status 500'],
    ['no reply', { kind: 'resetAfter' }, 'was closed before'],
    ['a web page', { kind: 'html', status: 200 }, 'cannot be understood'],
    ['half of a record', { kind: 'truncated' }, 'cannot be understood'],
    ['a redirect', { kind: 'redirect', location: 'https://elsewhere.example/' }, 'redirects'],
    ['an empty reply', { kind: 'status', status: 204 }, 'cannot be understood'],
  ])('%s leaves the Pending answer as it was, and the others go on', async (_, fault, words) => {
    await sandbox().settings({ pendingReplies: 0 });
    await lie(fault);
    const run = await screen([LISTED, 'Quiet Mill'], {}, { onError: 'stopWorkflow' });

    expect(run.error).toBeUndefined();
    expect(verdicts(run)).toEqual([
      ['review', 'pending'],
      ['clear', null],
    ]);
    expect(run.hints[0]).toContain('1 Pending screening could not be asked for again by ID');
    expect(run.hints[0]).toContain(words);
    expect((await sandbox().stats()).screeningsDone).toBe(2);
  });

  test('where the key is refused, one screening is asked for, with one new token, and all stay Pending', async () => {
    await sandbox().settings({ pendingReplies: 0 });
    await lie({ kind: 'status', status: 401, body: { statusCode: 401 } });
    const names = Array.from({ length: 12 }, (_, index) => `Pending Honest Bakery ${index}`);
    const run = await screen(names, { concurrency: 1 });

    expect(verdicts(run)).toEqual(names.map(() => ['review', 'pending']));
    expect(await asked()).toBe(2);
    expect((await sandbox().stats()).tokens.issued).toBe(2);
    expect(run.hints[0]).toContain('12 Pending screenings could not be asked for again by ID');
  });

  test('what passes is tried again: asking costs nothing', async () => {
    await sandbox().settings({ pendingReplies: 0 });
    await sandbox().faults([
      { on: 'screeningDetails', times: 1, fault: { kind: 'status', status: 502 } },
      { on: 'screeningDetails', times: 1, fault: { kind: 'resetAfter' } },
    ]);

    expect(verdicts(await screen([LISTED]))).toEqual([['hit', null]]);
  });

  test('where the service asks for a long wait, it is asked no more', async () => {
    await sandbox().settings({ pendingReplies: 0 });
    await lie({ kind: 'status', status: 429, headers: { 'Retry-After': '3600' } });

    expect(verdicts(await screen([HONEST]))).toEqual([['review', 'pending']]);
    expect(await asked()).toBe(1);
  });

  test.each<[string, Record<string, unknown>]>([
    ['id', { id: OTHER_ID }],
    ['id, which has failed', { id: OTHER_ID, status: 'Failed', isError: true }],
    ['option', { option: 'Pep' }],
    ['requester', { requesterId: 'somebody else' }],
    ['company', { companyName: 'Another Ltd' }],
  ])('the record of another %s is no answer to this screening, which stays Pending', async (_, patch) => {
    await sandbox().settings({ pendingReplies: 0 });
    await altered(patch);
    const officer = { parameters: { additionalFields: { requesterId: 'officer' } } };
    const run = await screen([HONEST], {}, officer);

    expect(verdicts(run)).toEqual([['review', 'pending']]);
    expect(run.hints[0]).toContain('Screening details: the reply is about another screening.');
    await sandbox().faults([
      ONE_HIT,
      { on: 'screeningDetails', fault: { kind: 'record', patch: { ...patch, totalHits: 1, details: [{}] } } },
    ]);
    const [first] = verdicts(await screen([HONEST], {}, officer));
    // A hit is not left out, whosever record names it.
    expect(first).toEqual(['hit', null]);
  });

  test.each([
    ['of ten years ago', { createdAt: '2016-01-01T00:00:00Z', processedAt: '2016-01-01T00:00:00Z' }, 'clear'],
    ['with hits that are not listed', { totalHits: 3 }, 'hitCountMismatch'],
    ['with an unknown status', { status: 'OnHold' }, 'unknownStatus'],
    ['with errors', { errors: [{ code: 'S0005' }] }, 'errorsReported'],
  ])('a record %s is read by the contract', async (_, patch, expected) => {
    await sandbox().settings({ pendingReplies: 0 });
    await altered(patch);
    const [[outcome, reason] = []] = verdicts(await screen([HONEST]));

    expect(reason ?? outcome).toBe(expected);
  });

  test.each([
    ['finished', {}],
    ['failed', { status: 'Failed', isError: true }],
  ])('a hit that it named while it was Pending is not lost when it has %s without one', async (_, patch) => {
    await sandbox().settings({ pendingReplies: 0 });
    const later = { kind: 'record', patch: { ...NO_HIT, ...patch } } as const;
    await sandbox().faults([ONE_HIT, { on: 'screeningDetails', fault: later }]);
    const run = await screen([HONEST]);

    expect(verdicts(run)).toEqual(HIT_IN_DOUBT);
    expect(run.hints[0]).toContain('0 have an answer now, 1 is still Pending.');
  });

  test('a path that does not work takes no retries from what is screened', async () => {
    await sandbox().faults([
      { on: 'screeningDetails', fault: { kind: 'status', status: 500 } },
      { on: 'screening', match: 'Quiet', times: 1, fault: { kind: 'status', status: 503 } },
    ]);
    const pending = Array.from({ length: 12 }, (_, number) => `${HONEST} ${number}`);
    const run = await screen([...pending, 'Quiet Mill'], { concurrency: 1 });

    expect(verdicts(run).at(-1)).toEqual(['clear', null]);
  });

  test('a screening that has failed is an error, with its id', async () => {
    await sandbox().settings({ pendingReplies: 0 });
    await altered({ status: 'Failed', isError: true, errors: [{ code: 'S0005', message: 'UNKNOWN_ERROR' }] });
    const [item] = jsons(await screen([HONEST]));

    expect(item).toMatchObject({ outcome: 'error', errorCode: 'S0005' });
    expect(item?.['screeningId']).toMatch(/^[\da-f-]{36}$/);
  });

  test.each(['../../verify?x=1#y', 'a b/c', '%2e%2e', 'é&v=3.0', String.raw`a\..\b`])(
    'the id %s stays in its place of the path',
    async (id) => {
      await sandbox().settings({ pendingReplies: 0 });
      await sandbox().faults([{ on: 'screening', fault: { kind: 'record', patch: { id } } }]);
      const run = await screen([HONEST]);

      expect(verdicts(run)).toEqual([['review', 'pending']]);
      const { recent } = (await operations()).screeningDetails;
      expect(recent).toMatchObject([
        { path: `/screenings/company/${encodeURIComponent(id)}`, query: { v: '2.0' } },
      ]);
      expect((await operations()).annualReturns.requests).toBe(0);
    },
  );

  test.each(['..', '', ' . ', 'a\ud800', 'x'.repeat(201)])('the id %j is not asked for', async (id) => {
    await sandbox().settings({ pendingReplies: 0 });
    await sandbox().faults([{ on: 'screening', fault: { kind: 'record', patch: { id } } }]);
    const run = await screen([HONEST]);

    expect(verdicts(run)[0]?.[0]).toBe('review');
    expect(await asked()).toBe(0);
  });

  test('each of several names is asked for by its own id', async () => {
    await sandbox().settings({ pendingReplies: 1 });
    const run = await screen([HONEST], {}, { parameters: { additionalFields: { otherNames: LISTED } } });

    expect(verdicts(run)).toEqual([['hit', null]]);
    expect((await sandbox().stats()).screeningsDone).toBe(2);
    expect(new Set((await operations()).screeningDetails.recent.map(({ path }) => path)).size).toBe(2);
  });

  test('duplicates that are screened once are asked for once', async () => {
    await sandbox().settings({ pendingReplies: 0 });
    const run = await screen([LISTED, LISTED], { screenDuplicatesOnce: true });

    expect(verdicts(run)).toEqual([
      ['hit', null],
      ['hit', null],
    ]);
    expect([await asked(), (await sentTo(sandbox())).length]).toEqual([1, 1]);
  });

  test('a control that is Pending is asked for as well', async () => {
    await sandbox().settings({ pendingReplies: 1 });

    expect(verdicts(await screen(['Quiet Mill'], { controlName: LISTED }))).toEqual([['clear', null]]);
    await sandbox().settings({ pendingReplies: 1000 });
    expect(verdicts(await screen(['Quiet Mill'], { controlName: LISTED }))).toEqual([
      ['review', 'controlFailed'],
    ]);
  });

  test('the evidence has what was screened, and what was answered later', async () => {
    await sandbox().settings({ pendingReplies: 0 });
    const run = await screen([HONEST], {}, { parameters: { output: { evidence: true } } });
    const { data = '' } = run.outputs[0]?.[0]?.binary?.['evidence'] ?? {};
    const evidence: unknown = JSON.parse(Buffer.from(data, 'base64').toString());

    expect(evidence).toMatchObject({
      request: { method: 'POST', body: { companyName: HONEST } },
      reply: expect.stringContaining('"status":"Pending"') as string,
      askedAgain: {
        request: { method: 'GET', body: null },
        httpStatus: 200,
        reply: expect.stringContaining('"status":"Completed"') as string,
      },
      outcome: 'clear',
    });
  });

  test.each([
    '//elsewhere.example/{id}',
    'https://elsewhere.example/{id}',
    String.raw`/\elsewhere.example/{id}`,
    '/screenings/company/',
    '/{id}/{id}',
    '/../{id}',
    '/a\n/{id}',
    '/{id}?subscription-key=x',
  ])('with the path %j nothing is sent, and the error names the field', async (path) => {
    const run = await screen([HONEST], {}, { credential: credentialWith(path), onError: 'stopWorkflow' });

    expect(run.error?.message).toMatch(/^Screening Details Path must /);
    expect((await operations()).screening.requests).toBe(0);
  });
});

describe('in a later run that keeps its answers', () => {
  let tables: MemoryTables;
  beforeEach(async () => {
    tables = new MemoryTables('sqlite');
    await sandbox().settings({ pendingReplies: 1000 });
  });

  /** A night that asks for nothing within the run. */
  const night = (names: string[], setup: Partial<RunSetup> = {}, options: INodeParameters = {}) =>
    screen(
      names,
      { waitForPendingSeconds: 0, ...options },
      {
        register: () => Promise.resolve({ tables, isNew: false }),
        ...setup,
        parameters: { keepInRegister: true, ...setup.parameters },
      },
    );
  const finish = () => sandbox().settings({ pendingReplies: 0 });
  const paid = async () => (await sandbox().stats()).screeningsDone;
  const rowsOf = async (table: 'answers' | 'claims' | 'companies' | 'hits') =>
    (await tables.run([{ do: 'read', table, where: [], match: 'all' }]))[0] ?? [];

  test.each<[string, Fault['fault']]>([
    ['another id', { kind: 'record', patch: { id: OTHER_ID } }],
    [
      'another id, which has failed',
      { kind: 'record', patch: { id: OTHER_ID, status: 'Failed', isError: true } },
    ],
    ['another option', { kind: 'record', patch: { option: 'Pep' } }],
    ['a part of an answer', { kind: 'record', status: 206 }],
  ])('a reply with %s is not taken for its answer: the next night asks again', async (_, fault) => {
    await night([HONEST]);
    await finish();
    await lie(fault);
    expect(verdicts(await night([HONEST]))).toEqual([['review', 'pending']]);
    await sandbox().faults([]);
    expect(verdicts(await night([HONEST]))).toEqual([['clear', null]]);
    expect(await paid()).toBe(1);
  });

  test('it is asked for by its id, comes out with its answer, and is not paid for again', async () => {
    expect(verdicts(await night([LISTED, HONEST, 'Quiet Mill']))).toEqual([
      ['review', 'pending'],
      ['review', 'pending'],
      ['clear', null],
    ]);
    await finish();
    const second = await night([LISTED, HONEST, 'Quiet Mill'], {}, { maxCompanies: 1 });

    expect(verdicts(second)).toEqual([
      ['hit', null],
      ['clear', null],
      ['clear', null],
    ]);
    expect([await paid(), await asked()]).toEqual([3, 2]);
    expect(jsons(second).map(({ remembered, change }) => [remembered, change])).toEqual([
      [true, 'new'],
      [true, null],
      [true, null],
    ]);
    expect(second.hints[0]).toContain('2 Pending screenings were asked for again by ID');
    expect(await rowsOf('answers')).toHaveLength(5);
    expect((await rowsOf('companies')).map(({ outcome }) => outcome).toSorted()).toEqual([
      'clear',
      'clear',
      'hit',
    ]);
    expect(await rowsOf('hits')).toHaveLength(1);
    // The next night has nothing to ask for.
    expect(verdicts(await night([LISTED, HONEST, 'Quiet Mill']))).toEqual(verdicts(second));
    expect([await paid(), await asked()]).toEqual([3, 2]);
  });

  test('what it found is news of that night, and no screening of it', async () => {
    await night([LISTED, 'Quiet Mill']);
    await finish();
    const parameters = {
      output: { summaryItem: true },
      registerSettings: { companiesToReturn: 'thisRun' },
    };
    const [hit, summary] = jsons(await night([LISTED, 'Quiet Mill'], { parameters }));

    expect(hit).toMatchObject({ outcome: 'hit', change: 'new' });
    expect(summary).toMatchObject({ outcome: 'summary', screenedNow: 0, remembered: 2, newHits: 1 });
    const [later] = jsons(await night([LISTED, 'Quiet Mill'], { parameters }));
    expect(later).toMatchObject({ outcome: 'summary', newHits: 0 });
  });

  test('a reader who is told only what is not yet reported is told of it', async () => {
    const parameters = { registerSettings: { companiesToReturn: 'notReported' } };
    await night([LISTED], { parameters });
    await finish();

    expect(verdicts(await night([LISTED], { parameters }))).toEqual([['hit', null]]);
  });

  test.each<[string, Fault['fault']]>([
    ['a 404', { kind: 'status', status: 404, body: { statusCode: 404 } }],
    ['no reply', { kind: 'resetAfter' }],
    ['a reply that cannot be read', { kind: 'truncated' }],
  ])('after %s it stands as Pending, and is asked for again in the next run', async (_, fault) => {
    await night([LISTED]);
    await finish();
    await lie(fault);
    const second = await night([LISTED]);

    expect(verdicts(second)).toEqual([['review', 'pending']]);
    expect(second.hints[0]).toContain('could not be asked for again by ID');
    await sandbox().faults([]);
    expect(verdicts(await night([LISTED]))).toEqual([['hit', null]]);
    expect(await paid()).toBe(1);
  });

  test('a hit that it named while it was Pending is not lost', async () => {
    await sandbox().faults([ONE_HIT]);
    await night([HONEST]);
    await finish();
    await altered(NO_HIT);

    expect(verdicts(await night([HONEST]))).toEqual(HIT_IN_DOUBT);
    expect([await paid(), await asked()]).toEqual([1, 1]);
  });

  test('a batch is not kept from being stored for longer than ten seconds', async () => {
    const run = await night([LISTED], {}, { waitForPendingSeconds: 3600 });

    expect(verdicts(run)).toEqual([['review', 'pending']]);
    expect(time.slept.filter((ms) => ms > 10_000)).toEqual([]);
    expect(await asked()).toBeLessThan(6);
    expect(await asked()).toBeGreaterThan(0);
  });

  test('what is still Pending adds no row', async () => {
    await night([LISTED]);
    const before = await rowsOf('answers');

    expect(verdicts(await night([LISTED]))).toEqual([['review', 'pending']]);
    expect(await asked()).toBe(1);
    expect(await rowsOf('answers')).toEqual(before);
  });

  test('a record of any age is an answer to it', async () => {
    await night([HONEST]);
    await finish();
    await altered({ createdAt: '2016-01-01T00:00:00Z', processedAt: '2016-01-01T00:00:00Z' });

    expect(verdicts(await night([HONEST]))).toEqual([['clear', null]]);
    await sandbox().faults([]);
    expect(verdicts(await night([HONEST]))).toEqual([['clear', null]]);
  });

  test('the record of another company is never clear, and casts no doubt on that one', async () => {
    const first = await night([HONEST, 'Quiet Mill']);
    await finish();
    await altered({ id: jsons(first)[1]?.['screeningId'] });
    const wanted = [
      ['review', 'pending'],
      ['clear', null],
    ];

    expect(verdicts(await night([HONEST, 'Quiet Mill']))).toEqual(wanted);
    expect(verdicts(await night([HONEST, 'Quiet Mill']))).toEqual(wanted);
    expect(await paid()).toBe(2);
  });

  test('a screening that has failed is remembered as an error', async () => {
    await night([HONEST]);
    await finish();
    await altered({ status: 'Failed', isError: true, errors: [{ code: 'S0005' }] });

    expect(jsons(await night([HONEST]))[0]).toMatchObject({ outcome: 'error', errorCode: 'S0005' });
    expect(jsons(await night([HONEST]))[0]).toMatchObject({ outcome: 'error', errorCode: 'S0005' });
    expect(await paid()).toBe(1);
  });

  test('what a run screened whose control had failed is not asked for', async () => {
    await sandbox().faults([
      { on: 'screening', match: 'Zorblax', fault: { kind: 'record', patch: { totalHits: 0, details: [] } } },
    ]);
    await night([HONEST], {}, { controlName: 'Zorblax Arms Export' });
    await finish();

    expect(verdicts(await night([HONEST]))).toEqual([['review', 'pending']]);
    expect(await asked()).toBe(0);
  });

  test('each of several names is asked for by its own id', async () => {
    const parameters = { additionalFields: { otherNames: LISTED } };
    await night([HONEST], { parameters });
    await finish();

    expect(verdicts(await night([HONEST], { parameters }))).toEqual([['hit', null]]);
    expect([await paid(), await asked()]).toEqual([2, 2]);
  });

  test('two runs side by side may both ask, and do not contradict each other', async () => {
    await night([LISTED, HONEST]);
    await finish();
    await sandbox().settings({ latencyMs: 20 });
    const both = await Promise.all([night([LISTED, HONEST]), night([LISTED, HONEST])]);

    const wanted = [
      ['hit', null],
      ['clear', null],
    ];
    expect(both.map(verdicts)).toEqual([wanted, wanted]);
    expect(await asked()).toBe(4);
    expect(await rowsOf('answers')).toHaveLength(6);
    expect(verdicts(await night([LISTED, HONEST]))).toEqual(wanted);
    expect(await paid()).toBe(2);
  });

  test('what cannot be stored does not come out', async () => {
    await night([LISTED]);
    await finish();
    const failing = {
      run: (statements: readonly Statement[]) =>
        statements.some((one) => one.do === 'insert' && one.table === 'answers')
          ? Promise.reject(new Error('full'))
          : tables.run(statements),
      runWithoutWaiting: () => undefined,
    };
    const second = await night([LISTED], {
      register: () => Promise.resolve({ tables: failing, isNew: false }),
    });

    expect(verdicts(second)).toEqual([['review', 'pending']]);
    expect(verdicts(await night([LISTED]))).toEqual([['hit', null]]);
  });

  test('without the path nothing is asked', async () => {
    await night([LISTED]);
    await finish();

    expect(verdicts(await night([LISTED], { credential: credentialWith('') }))).toEqual([
      ['review', 'pending'],
    ]);
    expect(await asked()).toBe(0);
  });
});
