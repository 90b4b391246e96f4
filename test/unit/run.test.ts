// A run over several items: what is sent, what is not, and what is reported afterwards.
import { createHash } from 'node:crypto';

import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import type { RequestOperation } from '../../nodes/CompanyScreening/operations/shared/operation';
import { outputsOf, splitOf, type OutputPlan } from '../../nodes/CompanyScreening/output/output';
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
  type Scenario,
} from './screeningRuns';

const IN_ONE: OutputPlan = { split: undefined, presentation: PLAIN };

/** Something that is waited for until it happens. */
class Latch {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

const screening = (): RequestOperation => screenCompany;
const itemsOf = (context: IExecuteFunctions, run: RunResult) =>
  outputsOf(context, screening(), run, { split: splitOf(context, screening()), presentation: PLAIN }).map(
    (output) => output.map((item) => item.json),
  );
const stopOf = (context: IExecuteFunctions, run: RunResult) => {
  if (!run.stoppedBy) throw new Error('The run was expected to stop.');
  return stopError(context, screening(), run, run.stoppedBy);
};
const receiptsSchema = z.object({
  screened: z.array(
    z.object({
      companyName: z.string(),
      referenceId: z.string(),
      screeningId: z.string(),
      outcome: z.string(),
    }),
  ),
  failed: z.array(z.record(z.string(), z.unknown())),
  unknown: z.array(z.record(z.string(), z.unknown())),
  notSent: z.array(z.record(z.string(), z.unknown())),
  notSentInAll: z.number(),
});

// Parses without a copy, so that what is written into it is written into the item.
const rawSchema = z.object({
  hit: z.custom<{ aliasNames: unknown[] }>((value) => typeof value === 'object'),
  screening: z.custom<{ errors: unknown[] }>((value) => typeof value === 'object'),
});

const runOver = async (context: IExecuteFunctions) =>
  await runItems(context, screening(), inTime(testTime()));

test('items come out in their order, each linked to its own, whatever order the answers come in', async () => {
  const companies = Array.from({ length: 12 }, (_, index) => `Company ${index}`);
  const { context } = aContext({
    companies,
    answer: async (company) => {
      for (let turn = Number(company.slice(8)) % 5; turn > 0; turn--) await new Promise(setImmediate);
      return json(aRecordWithHits([aHit(), aHit()], { id: `id-${company}` }));
    },
  });
  const [output] = outputsOf(context, screening(), await runOver(context), IN_ONE);
  expect(output?.map((item) => item.json['companyName'])).toEqual(companies.flatMap((name) => [name, name]));
  expect(output?.map(({ pairedItem }) => pairedItem)).toEqual(
    companies.flatMap((_, item) => [{ item }, { item }]),
  );
});

describe('a run that stops', () => {
  const stopping: Scenario = {
    companies: ['A', 'B', 'C', 'D', 'E', 'F'],
    answer: (company) => (company === 'B' ? failedRecord(company) : clear(company)),
    options: { concurrency: 1 },
  };

  test('does not send what was still waiting for its turn', async () => {
    const { context, sent } = aContext({
      companies: ['B', 'C', 'D'],
      answer: failedRecord,
      options: { requestsPerSecond: 20 },
    });
    const { items } = await runOver(context);
    expect(sent.map(({ companyName }) => companyName)).toEqual(['B']);
    expect(items.map(({ state }) => state)).toEqual(['failed', 'notSent', 'notSent']);
  });

  test('tells what was paid for, each id with the company and reference id that were really sent', async () => {
    const { context, sent } = aContext(stopping);
    const error = stopOf(context, await runOver(context));
    expect(error.context['itemIndex']).toBe(1);
    expect(receiptsSchema.parse(error.context['data'])).toEqual({
      screened: [{ ...sent[0], screeningId: 'id-A', outcome: 'clear' }],
      failed: [{ ...sent[1], screeningId: 'id-B', outcome: 'failed' }],
      unknown: [],
      notSent: ['C', 'D', 'E', 'F'].map((companyName) => ({
        companyName,
        referenceId: expect.any(String) as string,
        outcome: 'notSent',
      })),
      notSentInAll: 4,
    });
    expect(error.description).toContain('details of this error');
  });

  test('reports that the outcome of every request in progress is unknown', async () => {
    const companies = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
    const underWay = new Latch();
    let count = 0;
    const { context, sent } = aContext({
      companies,
      answer: async () => {
        count += 1;
        if (count === 5) underWay.open();
        await underWay.opened;
        return timeout;
      },
    });
    const error = stopOf(context, await runOver(context));
    const { screened, failed, unknown, notSent } = receiptsSchema.parse(error.context['data']);
    expect(sent).toHaveLength(5);
    expect(unknown).toEqual(sent.map((request) => ({ ...request, outcome: 'unknown' })));
    expect([screened, failed]).toEqual([[], []]);
    expect(notSent.map(({ companyName }) => companyName)).toEqual(['F', 'G']);
    expect(error.description).toContain('5 companies may have been processed although no answer came');
    expect(error.description).toContain(sent[0]?.referenceId);
  });

  test('tells of a duplicate once', async () => {
    const { context } = aContext({
      companies: ['A', 'A', 'A', 'B'],
      answer: (company) => (company === 'B' ? failedRecord(company) : clear(company)),
      options: { concurrency: 1, screenDuplicatesOnce: true },
    });
    const { screened } = receiptsSchema.parse(stopOf(context, await runOver(context)).context['data']);
    expect(screened).toHaveLength(1);
  });

  test('on an expression does not touch the credential', async () => {
    const { context, credentialsRead } = aContext({
      companies: [new Error('expression')],
      credential: { realm: '' },
    });
    const run = await runOver(context);
    expect(run.stoppedBy).toMatchObject({ itemIndex: 0 });
    expect(credentialsRead()).toBe(0);
  });
});

describe('a run that continues', () => {
  test('has an item for every company, failed or not', async () => {
    const { context } = aContext({
      companies: ['A', '', 'B', new Error('expression'), 'C'],
      answer: (company) => (company === 'B' ? failedRecord(company) : clear(company)),
      continueOnFail: true,
    });
    const run = await runOver(context);
    const outcomes = itemsOf(context, run)[0]?.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['clear', 'error', 'error', 'error', 'clear']);
    expect(run.stoppedBy).toBeUndefined();
  });

  test('stops sending on a refused key; the rest fail with the same error, and no reference id is made up', async () => {
    const { context, sent } = aContext({
      companies: ['A', 'B', 'C', 'D', 'E'],
      answer: (company) => (company === 'B' ? refusedKey : clear(company)),
      options: { concurrency: 1 },
      continueOnFail: true,
    });
    const items = itemsOf(context, await runOver(context))[0] ?? [];
    // The 401 is repeated once, with a new token.
    expect(sent.map(({ companyName }) => companyName)).toEqual(['A', 'B', 'B']);
    expect(items.map(({ outcome }) => outcome)).toEqual(['clear', 'error', 'error', 'error', 'error']);
    expect(new Set(items.slice(1).map(({ error }) => error)).size).toBe(1);
    expect(items[1]).toMatchObject({
      errorCode: 'S0003',
      httpStatus: 401,
      environment: 'sandbox',
      referenceId: sent[1]?.referenceId,
    });
    for (const { description } of items.slice(2)) expect(description).toContain('Nothing was sent');
  });

  test('fails every item if an option cannot be used, and sends nothing', async () => {
    const { context, sent } = aContext({
      companies: ['A', 'B'],
      options: { concurrency: 99 },
      continueOnFail: true,
    });
    const items = itemsOf(context, await runOver(context))[0] ?? [];
    expect(items.map(({ outcome }) => outcome)).toEqual(['error', 'error']);
    expect(items[0]?.['error']).toContain('Concurrency');
    expect(items[0]).toMatchObject({ environment: null, screeningId: null });
    expect(sent).toEqual([]);
  });

  test('fails every item if no credential is chosen, and says where to choose one', async () => {
    const { context, sent } = aContext({ companies: ['A', 'B'], continueOnFail: true });
    // As n8n does it.
    context.getCredentials = async () =>
      await Promise.reject(new NodeOperationError(aNode(), 'Node does not have any credentials set'));
    const run = await runOver(context);
    const errors = run.items.map((item) => (item.state === 'failed' ? item.error : undefined));
    expect(errors[0]).toMatchObject({
      details: { message: 'No credential is chosen.', failsEveryItem: true },
    });
    expect(run.items.map(({ state }) => state)).not.toContain('done');
    expect(sent).toEqual([]);
  });
});

describe('a retry', () => {
  test('sends the same reference id', async () => {
    const { context, sent } = aContext({
      companies: ['A'],
      answer: (company, attempt) => (attempt < 2 ? json('', 503) : clear(company)),
    });
    await runOver(context);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ referenceId }) => referenceId)).size).toBe(1);
  });

  test.each([
    ['a timeout', timeout],
    ['an empty 500', json('', 500)],
  ])('does not follow %s, which may have been paid for, unless the user asks for it', async (_, failure) => {
    const answer = (company: string, attempt: number) => (attempt === 0 ? failure : clear(company));
    const careful = aContext({ companies: ['A'], answer });
    expect((await runOver(careful.context)).stoppedBy).toBeDefined();
    expect(careful.sent).toHaveLength(1);
    const daring = aContext({ companies: ['A'], answer, options: { retryUncertain: true } });
    expect((await runOver(daring.context)).stoppedBy).toBeUndefined();
    expect(daring.sent).toHaveLength(2);
  });

  test('that was in progress when the run ended is reported by its result', async () => {
    const underWay = new Latch();
    const ended = new Latch();
    const { context } = aContext({
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
    const items = itemsOf(context, await runOver(context))[0] ?? [];
    expect(items[0]?.['error']).toContain('did not answer in time');
    expect(items[0]?.['description']).toContain('may have done the work');
  });
});

describe('an item that fails although nobody foresaw it', () => {
  /** Screen Company with a mistake in one of its parts. */
  function withMistakeIn(part: 'decide' | 'read' | 'readAll' | 'toRequest'): ReturnType<typeof screening> {
    const operation = screening();
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
                return reading.kind === 'answer' ? { ...reading, decide: broken } : reading;
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
    ['while it is decided what its answer means, may be charged', 'decide', true],
  ] as const)('%s', async (_, part, mayBeCharged) => {
    const { context } = aContext({ companies: ['A'], continueOnFail: true });
    const run = await runItems(context, withMistakeIn(part), inTime(testTime()));
    expect(itemsOf(context, run)[0]).toMatchObject([
      { outcome: 'error', companyName: 'A', error: 'a mistake', mayBeCharged },
    ]);
  });

  test('while it reads the answer of an equal one, may be charged, and leaves that one as it is', async () => {
    const { context, sent } = aContext({ companies: ['A', 'A'], continueOnFail: true });
    const run = await runItems(context, withMistakeIn('readAll'), inTime(testTime()));
    expect(sent).toHaveLength(1);
    expect(run.items).toMatchObject([
      { state: 'done' },
      { state: 'failed', sent: true, subject: { name: 'A' }, error: new TypeError('a mistake') },
    ]);
  });

  test('stops the run, but takes no answer of another item with it', async () => {
    const { context } = aContext({ companies: ['A', 'B'] });
    const run = await runItems(context, withMistakeIn('decide'), inTime(testTime()));
    expect(run.stoppedBy).toMatchObject({ itemIndex: 0 });
    expect(run.items.map(({ state }) => state)).toEqual(['failed', 'failed']);
  });

  test('because its evidence could not be stored, may be charged, and names its screening', async () => {
    const { context } = aContext({
      companies: ['A'],
      output: { evidence: true },
      continueOnFail: true,
      diskIsFull: true,
    });
    expect(itemsOf(context, await runOver(context))[0]).toMatchObject([
      { outcome: 'error', screeningId: 'id-A', mayBeCharged: true },
    ]);
  });
});

describe('the evidence of a company', () => {
  const fileOf = (item: RunResult['items'][number] | undefined) => {
    const file = item && item.state !== 'notSent' ? item.binary['evidence'] : undefined;
    return file && evidenceSchema.parse(JSON.parse(Buffer.from(file.data, 'base64').toString()));
  };
  const evidenceSchema = z.record(z.string(), z.unknown());
  const output = { evidence: true };

  test('says what was asked and answered, byte for byte', async () => {
    const answered = clear('A');
    const { context, sent } = aContext({ companies: ['A'], answer: () => answered, output });
    const { items } = await runOver(context);
    expect(fileOf(items[0])).toEqual({
      package: { name: 'n8n-nodes-company-screening', version: expect.stringMatching(/^\d/) as string },
      environment: 'sandbox',
      workflowId: 'workflow-1',
      executionId: 'execution-1',
      request: {
        method: 'POST',
        address: 'https://api.example.com/aml-pep/screening/company/aml?v=2.0',
        body: expect.objectContaining(sent[0]) as object,
      },
      sentAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      answeredAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      attempts: 1,
      httpStatus: 200,
      reply: answered.body,
      replySha256: createHash('sha256').update(answered.body).digest('hex'),
      outcome: 'clear',
      reason: null,
      limits: expect.stringContaining('not an approval of the business') as string,
    });
    expect(items[0]).toMatchObject({
      binary: { evidence: { fileName: 'evidence.json', mimeType: 'application/json' } },
    });
  });

  test('of a failure says "error", with what was answered and after how many attempts', async () => {
    const { context } = aContext({
      companies: ['A'],
      answer: (company, attempt) => (attempt === 0 ? json('', 503) : failedRecord(company)),
      output,
      continueOnFail: true,
    });
    const { items } = await runOver(context);
    expect(fileOf(items[0])).toMatchObject({ outcome: 'error', reason: null, attempts: 2 });
  });

  test('is written again when another company got the same id', async () => {
    const { context } = aContext({ companies: ['A', 'B'], answer: () => clear('one'), output });
    const { items } = await runOver(context);
    for (const item of items)
      expect(fileOf(item)).toMatchObject({ outcome: 'review', reason: 'otherRequest', attempts: 1 });
  });

  test('is not there without an answer, nor without the option', async () => {
    const failing = aContext({ companies: ['A'], answer: () => timeout, output, continueOnFail: true });
    expect((await runOver(failing.context)).items[0]).toMatchObject({ state: 'failed', binary: {} });
    const without = aContext({ companies: ['A'] });
    expect((await runOver(without.context)).items[0]).toMatchObject({ state: 'done', binary: {} });
  });
});

describe('the pace of a run', () => {
  /** When each request was sent, in milliseconds from the beginning of the run. */
  async function sendTimes(scenario: Scenario): Promise<[company: string, at: number][]> {
    const time = virtualTime();
    const begin = time.monotonicMs();
    const times: [company: string, at: number][] = [];
    const { answer = clear } = scenario;
    const { context } = aContext({
      ...scenario,
      answer: (company, attempt) => {
        times.push([company, time.monotonicMs() - begin]);
        return answer(company, attempt);
      },
    });
    const running = runItems(context, screening(), inTime(time));
    await time.pass();
    await running;
    return times;
  }

  test('after a 503 that asks to wait the whole run waits, and goes on as fast as before', async () => {
    const times = await sendTimes({
      companies: ['A', 'B', 'C', 'D', 'E'],
      answer: (company, attempt) =>
        company === 'A' && attempt === 0 ? json('', 503, { 'retry-after': '2' }) : clear(company),
      options: { concurrency: 2 },
    });
    expect(new Set(times.slice(2).map(([, at]) => at))).toEqual(new Set([2000]));
  });
});

describe('equal companies', () => {
  const options = { screenDuplicatesOnce: true };

  test('are sent once if the option says so, and every item gets the result', async () => {
    const { context, sent } = aContext({ companies: ['A', 'B', 'A', ' A '], options });
    const items = itemsOf(context, await runOver(context))[0] ?? [];
    expect(sent.map(({ companyName }) => companyName).sort()).toEqual(['A', 'B']);
    expect(items.map(({ screeningId }) => screeningId)).toEqual(['id-A', 'id-B', 'id-A', 'id-A']);
  });

  test('that fail quote the reference id that was really sent', async () => {
    const { context, sent } = aContext({
      companies: ['A', 'A', 'A'],
      answer: () => timeout,
      options,
      continueOnFail: true,
    });
    const items = itemsOf(context, await runOver(context))[0] ?? [];
    expect(sent).toHaveLength(1);
    expect(items.map(({ referenceId }) => referenceId)).toEqual(Array(3).fill(sent[0]?.referenceId));
    for (const { description } of items) expect(description).toContain(sent[0]?.referenceId);
  });

  test('do not share one item: what a later node writes into one stays there', async () => {
    const { context } = aContext({ companies: ['A', 'A'], options });
    const [output] = outputsOf(context, screening(), await runOver(context), IN_ONE);
    expect(output?.[0]?.json).not.toBe(output?.[1]?.json);
  });

  test('do not share what is inside an item as received, either', async () => {
    const { context } = aContext({
      companies: ['A', 'A'],
      options,
      output: { content: 'raw' },
      answer: () => json(aRecordWithHits([aHit()])),
    });
    const [one, other] = itemsOf(context, await runOver(context))[0] ?? [];
    const before = structuredClone(other);
    const { hit, screening: record } = rawSchema.parse(one);
    hit.aliasNames.push('changed');
    record.errors.push('changed');
    expect(other).toEqual(before);
  });
});

test('the same Reference ID for another company is refused, and what was not refused is sent', async () => {
  const { context, sent } = aContext({
    companies: ['A', 'B', 'A'],
    additionalFields: { referenceId: 'ref-1' },
    continueOnFail: true,
  });
  const items = itemsOf(context, await runOver(context))[0] ?? [];
  expect(items.map(({ outcome }) => outcome)).toEqual(['clear', 'error', 'clear']);
  expect(sent.map(({ companyName }) => companyName)).toEqual(['A', 'A']);
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
    const { context } = aContext({ companies, options, answer });
    const run = await runOver(context);
    expect(runHint(screening(), run, countRun(run))).toMatch(expected);
  },
);

test.each([
  ['a name for all items', { companyName: 'Acme Ltd' }, /^Company Name is the same for all 2 items/],
  ['a key for all items', { keepInRegister: true, companyKey: 'P-1' }, /^Company Key is the same/],
])('%s stops a run before anything is sent', async (_, parameters, message) => {
  const { context, sent } = aContext({ companies: ['A', 'B'], parameters, continueOnFail: true });
  const run = await runOver(context);
  expect(sent).toEqual([]);
  expect(run.items.map(({ state }) => state)).toEqual(['notSent', 'notSent']);
  expect(run.stoppedBy?.error).toMatchObject({ message: expect.stringMatching(message) as string });
});

test('every item counts for Max Companies per Run, with each of its names', async () => {
  const { context, sent } = aContext({
    companies: ['A', 'B'],
    additionalFields: { otherNames: 'C; D' },
    options: { maxCompanies: 5 },
    continueOnFail: true,
  });
  const run = await runOver(context);
  expect(sent).toEqual([]);
  expect(run.stoppedBy?.error).toMatchObject({
    message: expect.stringContaining('The list has 6 screenings') as string,
  });
});

test('an empty name is reported, even if the credential cannot be used either', async () => {
  const { context } = aContext({
    companies: [''],
    credential: { subscriptionKey: '' },
    continueOnFail: true,
  });
  const items = itemsOf(context, await runOver(context))[0] ?? [];
  expect(items[0]?.['error']).toBe('Company Name is empty.');
});

describe('the scope of an error item', () => {
  const scopesOf = (context: IExecuteFunctions, run: RunResult) =>
    itemsOf(context, run)
      .flat()
      .map(({ companyName, scope }) => [companyName, scope]);

  test.each([
    ['one output', {}],
    ['three outputs', { output: { outputs: 'byOutcome' } }],
    ['one item per company', { output: { itemsPer: 'company' } }],
  ])('is the item if only this company failed: %s', async (_, form) => {
    const { context } = aContext({
      companies: ['A', '', 'B'],
      continueOnFail: true,
      answer: (company) => (company === 'A' ? failedRecord(company) : json({ message: 'no' }, 400)),
      ...form,
    });
    expect(scopesOf(context, await runOver(context))).toEqual([
      ['A', 'item'],
      ['', 'item'],
      ['B', 'item'],
    ]);
  });

  test.each([
    ['one output', {}],
    ['three outputs', { output: { outputs: 'byOutcome' } }],
    ['one item per company', { output: { itemsPer: 'company' } }],
  ])(
    'is the run if every company would fail alike, also for those that were not sent: %s',
    async (_, form) => {
      const { context } = aContext({
        companies: ['A', 'B', 'C'],
        continueOnFail: true,
        options: { concurrency: 1 },
        answer: () => refusedKey,
        ...form,
      });
      expect(scopesOf(context, await runOver(context)).map(([, scope]) => scope)).toEqual([
        'run',
        'run',
        'run',
      ]);
    },
  );
});
