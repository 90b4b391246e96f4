// A run over several items: what is sent, what is not, and what is reported afterwards.
import { createHash } from 'node:crypto';

import { NodeOperationError } from 'n8n-workflow';
import * as z from 'zod/v4';

import { plainText } from '../../nodes/CompanyScreening/names/plainText';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import type { RequestOperation } from '../../nodes/CompanyScreening/operations/shared/operation';
import { outputsOf, splitOf } from '../../nodes/CompanyScreening/output/output';
import { PLAIN } from '../../nodes/CompanyScreening/output/presentation';
import { runItems } from '../../nodes/CompanyScreening/run/run';
import type { RunResult } from '../../nodes/CompanyScreening/run/state/itemState';
import { countRun } from '../../nodes/CompanyScreening/run/state/runCounts';
import { stopError } from '../../nodes/CompanyScreening/output/stopError';
import { runHint } from '../../nodes/CompanyScreening/output/runHint';
import { testTime } from '../support/testTime';
import { virtualTime } from '../support/virtualTime';
import { aHit, aNode, aRecord, aRecordWithHits } from './builders';
import {
  aContext,
  clear,
  failedRecord,
  inTime,
  json,
  refusedKey,
  timeout,
  screening,
  type Scenario,
  type Screening,
} from './screeningRuns';

/** Something that is waited for until it happens. */
class Latch {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

/** What n8n shows of a run that must stop. */
const stopOf = async (scenario: Scenario) => {
  const { context, run, sent } = await screening(scenario);
  if (!run.stoppedBy) throw new Error('The run was expected to stop.');
  return { error: stopError(context, screenCompany, run, run.stoppedBy), sent };
};

// Parses without a copy, so that what is written into it is written into the item.
const rawSchema = z.object({
  hit: z.custom<{ aliasNames: unknown[] }>((value) => typeof value === 'object'),
  screening: z.custom<{ errors: unknown[] }>((value) => typeof value === 'object'),
});

test('items come out in their order, each linked to its own, whatever order the answers come in', async () => {
  const companies = Array.from({ length: 12 }, (_, index) => `Company ${index}`);
  const { given } = await screening({
    companies,
    answer: async (company) => {
      for (let turn = Number(company.slice(8)) % 5; turn > 0; turn--) await new Promise(setImmediate);
      return json(aRecordWithHits([aHit(), aHit()], { id: `id-${company}` }));
    },
  });
  expect(given.map((item) => item.json['companyName'])).toEqual(companies.flatMap((name) => [name, name]));
  expect(given.map(({ pairedItem }) => pairedItem)).toEqual(
    companies.flatMap((_, item) => [{ item }, { item }]),
  );
});

const ONE_BY_ONE = { concurrency: 1 };
const onlyBFails = (company: string) => (company === 'B' ? failedRecord(company) : clear(company));
const twiceUnavailable = (company: string, attempt: number) => (attempt < 2 ? json('', 503) : clear(company));
const text = (part: RegExp | string) =>
  (part instanceof RegExp ? expect.stringMatching(part) : expect.stringContaining(part)) as string;

test.each<[string, Screening, seen: object]>([
  [
    'a run that stops does not send what was still waiting for its turn',
    { companies: ['B', 'C', 'D'], answer: failedRecord, options: { requestsPerSecond: 20 } },
    { names: ['B'], run: { items: [{ state: 'failed' }, { state: 'notSent' }, { state: 'notSent' }] } },
  ],
  [
    'a run that continues has an item for every company, failed or not',
    {
      companies: ['A', '', 'B', new Error('expression'), 'C'],
      ...{ answer: onlyBFails, continueOnFail: true },
    },
    { said: ['clear', 'error', 'error', 'error', 'clear'], stop: undefined },
  ],
  [
    'a run that continues fails every item if an option cannot be used, and sends nothing',
    { companies: ['A', 'B'], options: { concurrency: 99 }, continueOnFail: true },
    {
      ...{ said: ['error', 'error'], sent: [] },
      items: [{ error: text('Concurrency'), environment: null, screeningId: null }, {}],
    },
  ],
  [
    'an item whose evidence could not be stored may be charged, and names its screening',
    { companies: ['A'], output: { evidence: true }, continueOnFail: true, diskIsFull: true },
    { items: [{ outcome: 'error', screeningId: 'id-A', mayBeCharged: true }] },
  ],
  [
    'equal companies are sent once if the option says so, and every item gets the result',
    { companies: ['A', 'B', 'A', ' A '], options: { screenDuplicatesOnce: true } },
    {
      names: ['A', 'B'],
      items: ['id-A', 'id-B', 'id-A', 'id-A'].map((screeningId) => ({ screeningId })),
    },
  ],
  [
    'the same Reference ID for another company is refused, and what was not refused is sent',
    { companies: ['A', 'B', 'A'], additionalFields: { referenceId: 'ref-1' }, continueOnFail: true },
    { said: ['clear', 'error', 'clear'], names: ['A', 'A'] },
  ],
  [
    'a name for all items stops a run before anything is sent',
    { companies: ['A', 'B'], parameters: { companyName: 'Acme Ltd' }, continueOnFail: true },
    {
      ...{ names: [], run: { items: [{ state: 'notSent' }, { state: 'notSent' }] } },
      stop: { message: text(/^Company Name is the same for all 2 items/) },
    },
  ],
  [
    'a key for all items stops a run before anything is sent',
    {
      ...{ companies: ['A', 'B'], continueOnFail: true },
      parameters: { keepInRegister: true, companyKey: 'P-1' },
    },
    {
      ...{ names: [], run: { items: [{ state: 'notSent' }, { state: 'notSent' }] } },
      stop: { message: text(/^Company Key is the same/) },
    },
  ],
  [
    'every item counts for Max Companies per Run, with each of its names',
    {
      ...{ companies: ['A', 'B'], additionalFields: { otherNames: 'C; D' }, continueOnFail: true },
      options: { maxCompanies: 5 },
    },
    { names: [], stop: { message: text('The list has 6 screenings') } },
  ],
  [
    'an empty name is reported, even if the credential cannot be used either',
    { companies: [''], credential: { subscriptionKey: '' }, continueOnFail: true },
    { items: [{ error: 'Company Name is empty.' }] },
  ],
  [
    'there is no evidence without an answer',
    { companies: ['A'], answer: () => timeout, output: { evidence: true }, continueOnFail: true },
    { run: { items: [{ state: 'failed', binary: {} }] } },
  ],
  [
    'there is no evidence without the option',
    { companies: ['A'] },
    { run: { items: [{ state: 'done', binary: {} }] } },
  ],
])('%s', async (_, scenario, seen) => {
  expect(await screening(scenario)).toMatchObject(seen);
});

describe('a run that stops', () => {
  test('tells what was paid for, each id with the company and reference id that were really sent', async () => {
    const companies = ['A', 'B', 'C', 'D', 'E', 'F'];
    const { error, sent } = await stopOf({ companies, answer: onlyBFails, options: ONE_BY_ONE });
    expect(error.context['itemIndex']).toBe(1);
    const ofNotSent = { referenceId: expect.any(String) as string, outcome: 'notSent' };
    expect(error.context['data']).toEqual({
      screened: [{ ...sent[0], screeningId: 'id-A', outcome: 'clear' }],
      failed: [{ ...sent[1], screeningId: 'id-B', outcome: 'failed' }],
      unknown: [],
      notSent: ['C', 'D', 'E', 'F'].map((companyName) => ({ companyName, ...ofNotSent })),
      notSentInAll: 4,
    });
    expect(error.description).toContain('details of this error');
  });

  test('reports that the outcome of every request in progress is unknown', async () => {
    const companies = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
    const underWay = new Latch();
    let count = 0;
    const { error, sent } = await stopOf({
      companies,
      answer: async () => {
        count += 1;
        if (count === 5) underWay.open();
        await underWay.opened;
        return timeout;
      },
    });
    expect(sent).toHaveLength(5);
    expect(error.context['data']).toMatchObject({
      ...{ screened: [], failed: [], notSent: [{ companyName: 'F' }, { companyName: 'G' }] },
      unknown: sent.map((request) => ({ ...request, outcome: 'unknown' })),
    });
    expect(error.description).toContain('5 companies may have been processed although no answer came');
    expect(error.description).toContain(sent[0]?.referenceId);
  });

  test('tells of a duplicate once', async () => {
    const { error } = await stopOf({
      companies: ['A', 'A', 'A', 'B'],
      answer: onlyBFails,
      options: { ...ONE_BY_ONE, screenDuplicatesOnce: true },
    });
    expect(error.context['data']).toMatchObject({ screened: [{}] });
  });

  test('on an expression does not touch the credential', async () => {
    const companies = [new Error('expression')];
    const { run, credentialsRead } = await screening({ companies, credential: { realm: '' } });
    expect(run.stoppedBy).toMatchObject({ itemIndex: 0 });
    expect(credentialsRead()).toBe(0);
  });
});

describe('a run that continues', () => {
  test('stops sending on a refused key; the rest fail with the same error, and no reference id is made up', async () => {
    const { items, sent, names, said } = await screening({
      companies: ['A', 'B', 'C', 'D', 'E'],
      answer: (company) => (company === 'B' ? refusedKey : clear(company)),
      options: ONE_BY_ONE,
      continueOnFail: true,
    });
    // The 401 is repeated once, with a new token.
    expect(names).toEqual(['A', 'B', 'B']);
    expect(said).toEqual(['clear', 'error', 'error', 'error', 'error']);
    expect(new Set(items.slice(1).map(({ error }) => error)).size).toBe(1);
    const { referenceId } = sent[1] ?? {};
    expect(items[1]).toMatchObject({
      ...{ errorCode: 'S0003', httpStatus: 401, environment: 'sandbox', referenceId },
    });
    for (const { description } of items.slice(2)) expect(description).toContain('Nothing was sent');
  });

  test('fails every item if no credential is chosen, and says where to choose one', async () => {
    const { context, sent } = aContext({ companies: ['A', 'B'], continueOnFail: true });
    // As n8n does it.
    context.getCredentials = async () =>
      await Promise.reject(new NodeOperationError(aNode(), 'Node does not have any credentials set'));
    const run = await runItems(context, screenCompany, inTime(testTime()));
    const details = { message: 'No credential is chosen.', failsEveryItem: true };
    expect(run.items[0]).toMatchObject({ state: 'failed', error: { details } });
    expect(run.items.map(({ state }) => state)).not.toContain('done');
    expect(sent).toEqual([]);
  });
});

describe('a retry', () => {
  test('sends the same reference id', async () => {
    const { sent } = await screening({ companies: ['A'], answer: twiceUnavailable });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ referenceId }) => referenceId)).size).toBe(1);
  });

  test.each([
    ['a timeout', timeout],
    ['an empty 500', json('', 500)],
  ])('does not follow %s, which may have been paid for, unless the user asks for it', async (_, failure) => {
    const answer = (company: string, attempt: number) => (attempt === 0 ? failure : clear(company));
    const careful = await screening({ companies: ['A'], answer });
    expect([careful.names, careful.stop]).toEqual([['A'], expect.any(Error)]);
    const daring = await screening({ companies: ['A'], answer, options: { retryUncertain: true } });
    expect([daring.names, daring.stop]).toEqual([['A', 'A'], undefined]);
  });

  test('that was in progress when the run ended is reported by its result', async () => {
    const underWay = new Latch();
    const ended = new Latch();
    const { items } = await screening({
      companies: ['A', 'B'],
      answer: async (company, attempt) => {
        if (company === 'A' && attempt === 0) return json('', 503);
        if (company === 'A') {
          underWay.open();
          await ended.opened;
          return timeout;
        }
        await underWay.opened;
        // The 401 is repeated once; the second one ends the run.
        if (attempt === 1)
          setImmediate(() => {
            ended.open();
          });
        return refusedKey;
      },
      continueOnFail: true,
    });
    expect(items[0]?.['error']).toContain('did not answer in time');
    expect(items[0]?.['description']).toContain('may have done the work');
  });
});

describe('an item that fails although nobody foresaw it', () => {
  /** Screen Company with a mistake in one of its parts. */
  function withMistakeIn(part: 'interpret' | 'read' | 'readAll' | 'toRequest'): RequestOperation {
    const operation = screenCompany;
    const broken = () => {
      throw new TypeError('a mistake');
    };
    return {
      ...operation,
      begin: (first, all) => {
        const begun = operation.begin(first, all);
        return {
          prepare: (parameter) => {
            const item = begun.prepare(parameter);
            const toTask = () => {
              const task = item.toTask();
              if (part === 'toRequest') return { ...task, toRequest: broken };
              if (part === 'readAll') return { ...task, readAll: broken, duplicateKey: 'the same' };
              const read: typeof task.read = (reply, asked) => {
                if (part === 'read') return broken();
                const reading = task.read(reply, asked);
                return reading.kind === 'result' ? { ...reading, interpret: broken } : reading;
              };
              return { ...task, read };
            };
            return { subject: item.subject, toTask };
          },
        };
      },
    };
  }

  test.each([
    ['before it was sent, cannot be charged', 'toRequest', false],
    ['while its answer is read, may be charged', 'read', true],
    ['while it is decided what its answer means, may be charged', 'interpret', true],
  ] as const)('%s', async (_, part, mayBeCharged) => {
    const operation = withMistakeIn(part);
    const { items } = await screening({ companies: ['A'], continueOnFail: true, operation });
    expect(items).toMatchObject([{ outcome: 'error', companyName: 'A', error: 'a mistake', mayBeCharged }]);
  });

  test('while it reads the answer of an equal one, may be charged, and leaves that one as it is', async () => {
    const operation = withMistakeIn('readAll');
    const { run, sent } = await screening({ companies: ['A', 'A'], continueOnFail: true, operation });
    expect(sent).toHaveLength(1);
    expect(run.items).toMatchObject([
      { state: 'done' },
      { state: 'failed', sent: true, subject: { name: 'A' }, error: new TypeError('a mistake') },
    ]);
  });

  test('stops the run, but takes no answer of another item with it', async () => {
    const { run } = await screening({ companies: ['A', 'B'], operation: withMistakeIn('interpret') });
    expect(run.stoppedBy).toMatchObject({ itemIndex: 0 });
    expect(run.items.map(({ state }) => state)).toEqual(['failed', 'failed']);
  });
});

describe('the evidence of a company', () => {
  const fileOf = (item: RunResult['items'][number] | undefined) => {
    const file = item && item.state !== 'notSent' ? item.binary['evidence'] : undefined;
    return file && evidenceSchema.parse(JSON.parse(Buffer.from(file.data, 'base64').toString()));
  };
  const evidenceSchema = z.record(z.string(), z.unknown());
  const A_TIME = expect.stringMatching(/^\d{4}-.*Z$/) as string;
  const output = { evidence: true };

  test('says what was asked and answered, byte for byte', async () => {
    const answered = clear('A');
    const { run, sent } = await screening({ companies: ['A'], answer: () => answered, output });
    const { items } = run;
    expect(fileOf(items[0])).toEqual({
      package: { name: 'n8n-nodes-company-screening', version: expect.stringMatching(/^\d/) as string },
      ...{ environment: 'sandbox', workflowId: 'workflow-1', executionId: 'execution-1', attempts: 1 },
      request: {
        method: 'POST',
        address: 'https://api.example.com/aml-pep/screening/company/aml?v=2.0',
        body: expect.objectContaining(sent[0]) as object,
      },
      ...{ sentAt: A_TIME, answeredAt: A_TIME, httpStatus: 200, outcome: 'clear', reason: null },
      reply: answered.body,
      replySha256: createHash('sha256').update(answered.body).digest('hex'),
      limits: expect.stringContaining('not an approval of the business') as string,
    });
    expect(items[0]).toMatchObject({
      binary: { evidence: { fileName: 'evidence.json', mimeType: 'application/json' } },
    });
  });

  test('of a failure says "error", with what was answered and after how many attempts', async () => {
    const { run } = await screening({
      companies: ['A'],
      answer: (company, attempt) => (attempt === 0 ? json('', 503) : failedRecord(company)),
      output,
      continueOnFail: true,
    });
    expect(fileOf(run.items[0])).toMatchObject({ outcome: 'error', reason: null, attempts: 2 });
  });

  test('is written again when another company got the same id', async () => {
    const { run } = await screening({ companies: ['A', 'B'], answer: () => clear('one'), output });
    for (const item of run.items)
      expect(fileOf(item)).toMatchObject({ outcome: 'review', reason: 'otherRequest', attempts: 1 });
  });
});

test('after a 503 that asks to wait the whole run waits, and goes on as fast as before', async () => {
  const time = virtualTime();
  const begin = time.monotonicMs();
  const sentAt: number[] = [];
  const running = screening({
    ...{ companies: ['A', 'B', 'C', 'D', 'E'], options: { concurrency: 2 }, time },
    answer: (company, attempt) => {
      sentAt.push(time.monotonicMs() - begin);
      return company === 'A' && attempt === 0 ? json('', 503, { 'retry-after': '2' }) : clear(company);
    },
  });
  await time.finish(running);
  expect(sentAt).toEqual([0, 0, 2000, 2000, 2000, 2000]);
});

describe('equal companies', () => {
  const options = { screenDuplicatesOnce: true };

  test('that fail quote the reference id that was really sent', async () => {
    const { items, sent } = await screening({
      ...{ companies: ['A', 'A', 'A'], answer: () => timeout, options, continueOnFail: true },
    });
    expect(sent).toHaveLength(1);
    expect(items.map(({ referenceId }) => referenceId)).toEqual(Array(3).fill(sent[0]?.referenceId));
    for (const { description } of items) expect(description).toContain(sent[0]?.referenceId);
  });

  test('do not share what is inside an item: what a later node writes into one stays there', async () => {
    const answer = () => json(aRecordWithHits([aHit()]));
    const { items } = await screening({
      ...{ companies: ['A', 'A'], options, output: { content: 'raw' }, answer },
    });
    const [one, other] = items;
    const before = structuredClone(other);
    const { hit, screening: record } = rawSchema.parse(one);
    hit.aliasNames.push('changed');
    record.errors.push('changed');
    expect(other).toEqual(before);
  });
});

test.each([
  [
    ['A', 'A ', 'A'],
    {},
    /All 3 items are the same company, "A": check .*\. Screen Duplicates Once in the options pays for it only once\.$/,
  ],
  [
    ['A', 'A'],
    { screenDuplicatesOnce: true },
    /All 2 items are the same company, "A": check that the name comes from the right column\.$/,
  ],
  [['A', 'B', 'A'], {}, /^2 companies in 3 rows in the sandbox.*0 to review\.$/],
  [['A'], {}, /^1 company in the sandbox.*0 to review\.$/],
])(
  'the line above the output says whether all of %j are one company',
  async (companies, options, expected) => {
    const answer = (company: string, attempt: number) =>
      json(aRecord({ id: `${company}-${String(attempt)}` }));
    const { run } = await screening({ companies, options, answer });
    expect(runHint(screenCompany, run, countRun(run))).toMatch(expected);
  },
);

describe('the scope of an error item', () => {
  const scopesOf = async (scenario: Scenario) => {
    const { context, run } = await screening({ ...scenario, continueOnFail: true });
    const plan = { split: splitOf(context, screenCompany), presentation: PLAIN };
    const items = outputsOf(context, screenCompany, run, plan).flat();
    const scopes: Record<string, unknown> = {};
    for (const { json: said } of items) scopes[plainText(said['companyName'])] = said['scope'];
    return scopes;
  };

  describe.each([
    ['one output', {}],
    ['three outputs', { output: { outputs: 'byOutcome' } }],
    ['one item per company', { output: { itemsPer: 'company' } }],
  ])('with %s', (_, form) => {
    test('is the item if only this company failed', async () => {
      const answer = (company: string) =>
        company === 'A' ? failedRecord(company) : json({ message: 'no' }, 400);
      const scopes = await scopesOf({ companies: ['A', '', 'B'], answer, ...form });
      expect(scopes).toEqual({ A: 'item', '': 'item', B: 'item' });
    });

    test('is the run if every company would fail alike, also for those that were not sent', async () => {
      const all = { companies: ['A', 'B', 'C'], options: { concurrency: 1 }, answer: () => refusedKey };
      expect(await scopesOf({ ...all, ...form })).toEqual({ A: 'run', B: 'run', C: 'run' });
    });
  });
});
