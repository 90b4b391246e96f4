// A run of Test Screening: what is sent, what comes of a failure, what is kept, and what it says.
import type { IDataObject } from 'n8n-workflow';

import { plainText } from '../../nodes/CompanyScreening/names/plainText';
import { testScreening } from '../../nodes/CompanyScreening/operations/testScreening/testScreening';
import { readKnownName, readPlan } from '../../nodes/CompanyScreening/operations/testScreening/plan';
import { outputsOf } from '../../nodes/CompanyScreening/output/output';
import { PLAIN } from '../../nodes/CompanyScreening/output/presentation';
import { runHint } from '../../nodes/CompanyScreening/output/runHint';
import { equal, RegisterFailure, type Tables } from '../../nodes/CompanyScreening/register/port/tables';
import { countStates } from '../../nodes/CompanyScreening/run/state/runCounts';
import { runTest } from '../../nodes/CompanyScreening/run/testing';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { hitFingerprint } from '../../nodes/CompanyScreening/service/hitFingerprint';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import { testTime } from '../support/testTime';
import { aCredential, aHit, aRecordWithHits, localTools, parametersOf } from './builders';
import { isInsert, MemoryTables, rowsOf, watched } from './register/memoryTables';
import { aContext, clear, inTime, json, refusedKey, timeout, type Scenario } from './screeningRuns';

const MADE_UP = 'Zqyvantrel Oxmiprudel Kwefthundra';
/** Ids are alike in either case, and these names are not. */
const found = (name: string) =>
  json(aRecordWithHits([aHit()], { id: `id-${Buffer.from(name).toString('hex')}` }));
/** Everything is listed but what is made up. */
const honest = (name: string) => (name === MADE_UP ? clear(name) : found(name));

let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

type More = Partial<Scenario> & { register?: Tables; isTool?: boolean };

async function run(
  names: Scenario['companies'],
  { register = tables, isTool = false, ...scenario }: More = {},
) {
  const { parameters, options, ...others } = scenario;
  const { context, ...seen } = aContext({
    companies: [],
    answer: honest,
    options: { concurrency: 1, ...options },
    ...others,
    ofItems: { knownName: (itemIndex) => names[itemIndex], ...others.ofItems },
    parameters: {
      ...{ additionalFields: {}, keepTest: true, register: 'Screening register', binaryPropertyName: 'test' },
      ...parameters,
    },
  });
  const getInputData = () => names.map(() => ({ json: {} }));
  Object.assign(context, { getInputData, isToolExecution: () => isTool });
  const n8n = localTools(context, {
    findRegister: () => Promise.resolve(register),
    now: () => Date.parse('2026-03-02T01:00:00Z'),
  });
  const ran = await runTest(testScreening, n8n, inTime(testTime()));
  const [items = []] = outputsOf(context, testScreening, ran, { split: undefined, presentation: PLAIN });
  const jsons = items.map(({ json: item }): IDataObject => item);
  return {
    ...seen,
    run: ran,
    items: jsons,
    outcomes: jsons.map(({ outcome, reason }) => [outcome, reason].map(plainText).join(' ').trim()),
    summary: jsons.at(-1),
    hint: runHint(testScreening, ran, countStates(ran.items)),
    error: ran.stoppedBy?.error,
  };
}
const kept = () => rowsOf(tables, 'runs');

const sentNames = (...names: string[]) => names.map((companyName) => ({ companyName }));
const answers: Record<string, unknown> = { Alder: timeout, Birch: json({}, 400), Cedar: clear('Cedar') };
const arabic = aHit({ name: 'غلوم', aliasNames: [], tlName: null });
const listed = (name: string) =>
  name === MADE_UP
    ? clear(name)
    : json(aRecordWithHits([name === 'Alder' ? arabic : aHit({ name })], { id: `id of ${name}` }));
const text = (part: RegExp | string) =>
  (part instanceof RegExp ? expect.stringMatching(part) : expect.stringContaining(part)) as string;

test.each<[string, names: string[], More, seen: object]>([
  [
    'a test sends the made-up name, and each text once',
    ['Alder Ltd', 'Alder Ltd', 'Birch'],
    { parameters: { additionalFields: { spellings: ['capitals', 'withoutLegalForm'] } } },
    {
      sent: sentNames(MADE_UP, 'Alder Ltd', 'ALDER LTD', 'Alder', 'Birch', 'BIRCH'),
      summary: { names: 3, screenings: 6, found: 8, missed: 0 },
    },
  ],
  [
    'a request that fails is a result of its own, and the others are sent',
    ['Alder', 'Birch', 'Cedar', 'Dogwood'],
    { answer: (name) => answers[name] ?? honest(name) },
    {
      outcomes: ['noAnswer failed', 'noAnswer failed', 'missed nothingFound', 'found', 'summary'],
      items: [
        { mayBeCharged: true, explanation: text(/./) },
        ...[{ mayBeCharged: false }, { mayBeCharged: false }, { mayBeCharged: false }],
        expect.not.objectContaining({ mayBeCharged: expect.anything() as unknown }),
      ],
      summary: { screenings: 3, chargedPerhaps: 1, found: 1, missed: 1, noAnswer: 2 },
      error: undefined,
      hint: "4 known names in the sandbox, not real results: 1 found, 1 missed, 2 without an answer. 2 spellings have no answer, which proves nothing: the items say why. There is no earlier test to compare it with. 3 screenings were answered, and paid for. 1 more may have been charged without an answer: look for mayBeCharged in the items, and quote the reference ID to the service's support.",
    },
  ],
  [
    'a failure that every name would meet ends the sending; what was paid for before comes out',
    ['Alder', 'Birch', 'Cedar'],
    { answer: (name) => (name === 'Birch' ? refusedKey : honest(name)) },
    {
      // A refused request is sent again once, with another token.
      sent: sentNames(MADE_UP, 'Alder', 'Birch', 'Birch'),
      outcomes: ['found', 'noAnswer failed', 'noAnswer notSent', 'summary'],
      items: [{}, {}, { explanation: text(/^It was not sent\. .*subscription key/i) }, {}],
      error: undefined,
    },
  ],
  [
    'if nothing was paid for, it is the error of the run, and no test',
    ['Alder', 'Birch'],
    { answer: () => refusedKey },
    { error: expect.any(OperationFailure) as Error, outcomes: ['error', 'error'], kept: [] },
  ],
  [
    'a test without any answer that proves something is not kept, and says so',
    ['Alder'],
    { answer: (name) => (name === MADE_UP ? clear(name) : timeout) },
    { summary: { problem: text(/does not count as a test/) }, kept: [] },
  ],
  [
    'a made-up name without an answer is told',
    ['Alder'],
    { answer: (name) => (name === MADE_UP ? timeout : found(name)) },
    {
      outcomes: ['found', 'summary'],
      summary: {
        ...{ madeUpFound: null, found: 1 },
        problem: text(/nobody knows whether the service finds any name/),
      },
    },
  ],
  [
    'what is found by its list only is counted apart',
    ['Alder', 'Birch'],
    { answer: listed, parameters: { additionalFields: { expectedId: 'list-7' } } },
    {
      summary: {
        ...{ found: 2, foundByItsListOnly: 1 },
        explanation: text('2 found (1 of them by its list only)'),
      },
    },
  ],
  [
    'an agent cannot start a test',
    ['Alder'],
    { isTool: true },
    { error: { message: 'An agent cannot test the screening.' }, sent: [] },
  ],
  [
    'an unusable name stops the test before anything is sent',
    ['Alder', '#REF!'],
    {},
    {
      error: { message: text(/spreadsheet error/) },
      run: { stoppedBy: { itemIndex: 1 } },
      sent: [],
    },
  ],
  [
    'an unusable name is an error where errors do not stop',
    ['#REF!', 'Alder'],
    { continueOnFail: true },
    { outcomes: ['error', 'found', 'summary'] },
  ],
  [
    'of unusable names only, nothing is sent',
    ['#REF!', ''],
    { continueOnFail: true },
    { outcomes: ['error', 'error'], sent: [] },
  ],
  [
    'a test of more screenings than it may have is not begun',
    ['Alder', 'Birch'],
    { options: { maxScreenings: 2 } },
    {
      error: { message: text(/^The test would be 3 screenings, and Max Screenings per Test is 2\./) },
      sent: [],
    },
  ],
  [
    'a made-up name that is a known one stops the test',
    ['Alder', 'Birch'],
    { options: { madeUpName: 'ALDER' } },
    { error: { message: text(/^The Made-Up Name "ALDER" is one of the known names/) }, sent: [] },
  ],
  [
    'an empty made-up name stops the test',
    ['Alder', 'Birch'],
    { options: { madeUpName: '' } },
    { error: { message: text(/^Made-Up Name is empty/) }, sent: [] },
  ],
  [
    'a list that is no text is refused',
    ['Alder'],
    { parameters: { additionalFields: { list: ['a'] } } },
    { error: { message: 'List is neither text nor a number.' } },
  ],
  [
    'an ID that is no text is refused',
    ['Alder'],
    { parameters: { additionalFields: { expectedId: {} } } },
    { error: { message: 'ID That Must Be Found is neither text nor a number.' } },
  ],
  [
    'other spellings that are no texts are refused',
    ['Alder'],
    { parameters: { additionalFields: { otherSpellings: true } } },
    { error: { message: 'Other Spellings is neither text nor a list of texts.' } },
  ],
])('%s', async (_, names, more, seen) => {
  const ran = await run(names, more);
  expect({ ...ran, kept: await kept() }).toMatchObject(seen);
});

test('a test that somebody stopped is not kept', async () => {
  const stopped = new AbortController();
  const { summary } = await run(['Alder', 'Birch'], {
    cancelled: stopped.signal,
    answer: (name) => {
      if (name === 'Birch') stopped.abort();
      return honest(name);
    },
  });
  expect(summary).toMatchObject({ found: expect.any(Number) as number });
  expect(await kept()).toEqual([]);
});

test('the row says who started it, and a write that failed although it was done is not repeated', async () => {
  const register = watched(tables, async (statements) => {
    if (!isInsert(statements)) return;
    await tables.run(statements);
    throw new RegisterFailure('unexpected', 'lost', 'Try again.');
  });
  const { summary } = await run(['Alder'], { register });
  expect(summary?.['problem']).toBeNull();
  expect(await kept()).toMatchObject([
    { kind: 'test', startedBy: 'Nightly, execution execution-1 (manual)', state: 'ended' },
  ]);
});

test('an earlier test that was changed by hand counts for nothing, and is told', async () => {
  await run(['Alder']);
  await tables.change('runs', { environment: 'production' }, equal('kind', 'test'));
  const { summary, items } = await run(['Alder'], { answer: clear });
  expect(items[0]).toMatchObject({ outcome: 'missed', lastTest: null });
  expect(summary?.['problem']).toMatch(/1 earlier test in the table of runs cannot be read/);
});

test.each<[string, first: More, names: string[], then: More, summary: object]>([
  [
    'in production is not compared with one in the sandbox',
    {},
    ['Alder'],
    { credential: { environment: 'production' }, answer: clear },
    { environment: 'production', lastTestAt: null, noLongerFound: 0, missed: 1 },
  ],
  [
    'counts what was missed and is found now',
    { answer: clear },
    ['Alder'],
    {},
    { foundNow: 1, noLongerFound: 0, problem: null },
  ],
  [
    'does not count as found now what was found before',
    {},
    ['Alder', 'Birch'],
    {},
    { found: 2, foundNow: 0, noLongerFound: 0 },
  ],
  [
    'counts a name once that is in the list twice, and is found no longer',
    {},
    ['Alder', 'Alder'],
    { answer: clear },
    { noLongerFound: 1 },
  ],
])('a second test %s', async (_, first, names, then, summary) => {
  await run(['Alder'], first);
  expect((await run(names, then)).summary).toMatchObject(summary);
});

test('what was found once and is missed again and again is told each time', async () => {
  await run(['Alder']);
  for (const _ of ['second', 'third'])
    expect((await run(['Alder'], { answer: clear })).summary).toMatchObject({ noLongerFound: 1 });
});

test('a test says how many spellings were compared, and with which test; capitals of the ID make no other', async () => {
  const having = (expectedId: string, names: string[], more: More = {}) =>
    run(names, { ...more, parameters: { additionalFields: { expectedId }, ...more.parameters } });
  const first = await having('V-100', ['Alder']);
  expect(first.summary?.['explanation']).toContain('There is no earlier test to compare it with.');

  const { summary } = await having('v-100', ['Alder', 'Birch'], { answer: clear });
  expect(summary).toMatchObject({ noLongerFound: 1 });
  expect(summary?.['explanation']).toContain(
    `1 of 2 spellings compared with earlier tests with the Screening Option Both, the last of which began at ${plainText(summary?.['lastTestAt'])}.`,
  );

  const other = await having('V-100', ['Alder'], { parameters: { screeningOption: 'Aml' } });
  expect(other.summary).toMatchObject({ lastTestAt: null, foundNow: 0 });
  expect(other.summary?.['explanation']).toContain(
    'None of 1 spelling was in an earlier test with the Screening Option Aml, so nothing was compared: another option, ID or spelling is another test.',
  );
});

test('each thing is under its own name, in the items and in the summary', async () => {
  const hits = [aHit(), aHit({ name: 'Another', sourceId: 'list-8' })];
  const more = {
    parameters: { additionalFields: { list: 'EU', expectedId: 'v-100', spellings: ['capitals'] } },
    answer: (name: string) => (name === 'Alder' ? json(aRecordWithHits(hits, { id: 'id-1' })) : clear(name)),
  };
  await run(['Alder'], more);
  const { items, summary } = await run(['Alder'], more);
  expect(items[0]).toEqual({
    ...{ outcome: 'found', reason: null, explanation: null, environment: 'sandbox', knownName: 'Alder' },
    ...{ list: 'EU', spelling: 'asItIs', screenedName: 'Alder', expectedId: 'v-100', lastTest: 'found' },
    ...{ lastFoundAt: '2026-03-02T01:00:00.000Z', hits: 2, hitNames: `${aHit().name}; Another` },
    ...{ sourceIds: 'list-7; list-8', hitFingerprints: hits.map(hitFingerprint).join('; ') },
    ...{ screeningOption: 'Both', screeningId: 'id-1', referenceId: text(/./) },
    ...{ screenedAt: '2025-03-01T08:00:00Z', mayBeCharged: false },
  });
  expect(items[1]).toMatchObject({ outcome: 'missed', lastTest: 'missed', lastFoundAt: null });
  expect(summary).toMatchObject({
    ...{ names: 1, screenings: 3, chargedPerhaps: 0, found: 1, missed: 1, noAnswer: 0 },
    byList: 'EU: 1 found, 1 missed, 0 without an answer',
    bySpelling:
      'As It Is: 1 found, 0 missed, 0 without an answer; In Capitals: 0 found, 1 missed, 0 without an answer',
    ...{ madeUpName: MADE_UP, madeUpFound: false, register: 'Screening register' },
  });
});

test('each text is asked for with the option and the requester of the test', () => {
  const options = { requesterId: 'team' };
  const read = parametersOf({ knownName: 'Alder', screeningOption: 'Aml', options });
  const [madeUp] = readPlan(read, [read]).texts;
  const { body } = madeUp?.requestSpec.toRequest(readSettings(aCredential())) ?? {};
  expect(body).toMatchObject({ companyName: MADE_UP, option: 'Aml', requesterId: 'team' });
});

test('an ID is kept without signs that nobody sees, so that the next test is compared with this one', () => {
  const additionalFields = { expectedId: '\u200Blist-7 ' };
  const read = parametersOf({ knownName: 'Alder', additionalFields });
  expect(readKnownName(read, []).expectedId).toBe('list-7');
});
