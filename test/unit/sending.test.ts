// What a run sends, how often and when, and what an item says of its charge after several attempts.
import type { RequestOperation } from '../../nodes/CompanyScreening/operations/shared/operation';
import type {
  RequestSpec,
  RequestProgress,
  Task,
} from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { nothingSent } from '../../nodes/CompanyScreening/run/state/itemState';
import { runItems } from '../../nodes/CompanyScreening/run/run';
import { readRunOptions, runOptions } from '../../nodes/CompanyScreening/operations/shared/options';
import { Sender, type SendingPorts } from '../../nodes/CompanyScreening/run/sending';
import { RunStopped } from '../../nodes/CompanyScreening/run/state/runStop';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { screeningEndpoint } from '../../nodes/CompanyScreening/service/endpoints';
import { testTime } from '../support/testTime';
import { virtualTime } from '../support/virtualTime';
import { aHit, aRecord, aRecordWithHits } from './builders';
import { runOf } from './itemStates';
import {
  aContext,
  clear,
  failedRecord,
  inTime,
  json,
  refusedKey,
  timeout,
  type Scenario,
  type Screening,
  screening,
} from './screeningRuns';
import { Attempts } from '../../nodes/CompanyScreening/run/state/attempts';

/** When each request was sent, in milliseconds from the beginning of the run. */
async function sendTimes(scenario: Scenario, operation = screenCompany) {
  const time = virtualTime();
  const begin = time.monotonicMs();
  const times: [company: string, at: number][] = [];
  const { answer = clear } = scenario;
  const { context, ...seen } = aContext({
    ...scenario,
    answer: (company, attempt) => {
      times.push([company, time.monotonicMs() - begin]);
      return answer(company, attempt);
    },
  });
  const run = await time.finish(runItems(context, operation, inTime(time)));
  return { times, run, ...seen };
}

const RETRIED = { retryUncertain: true };
const refused = json({ message: 'no' }, 400);
const answersInTurn = (first: unknown, then: unknown) => (_: string, attempt: number) =>
  attempt === 0 ? first : then;
const withoutEarlier = expect.not.stringContaining('earlier attempt') as string;
/** The reply to the first request for A, and to any other. */
const asking = (status: number, seconds?: number) => (company: string, attempt: number) =>
  company === 'A' && attempt === 0
    ? json('', status, seconds === undefined ? {} : { 'retry-after': String(seconds) })
    : clear(company);
const WITH_CONTROL = { controlName: 'Listed', concurrency: 1 };
const listed = json(aRecordWithHits([aHit()], { id: 'id-Listed' }));
const answerWith = (control: unknown) => (company: string) =>
  company === 'Listed' ? control : clear(company);
const ONE_BY_ONE = { concurrency: 1 };
const TWO_WIDE = { concurrency: 2 };

const TEN = Array.from({ length: 10 }, (_, number) => `Company ${number}`);

test.each<[string, Screening, seen: object]>([
  [
    'equal companies of which none is to be sent any more do not wait until the service answers again',
    {
      ...{ companies: [...TEN, ...TEN], answer: () => timeout, continueOnFail: true },
      options: { ...ONE_BY_ONE, screenDuplicatesOnce: true },
    },
    { names: TEN },
  ],
  [
    'an item that was refused after an attempt without a clear answer may be charged, and says so',
    { companies: ['A'], answer: answersInTurn(timeout, refused), options: RETRIED, continueOnFail: true },
    {
      names: ['A', 'A'],
      items: [
        {
          ...{ outcome: 'error', mayBeCharged: true, screeningId: null, httpStatus: 400 },
          description: expect.stringMatching(
            /^An earlier attempt had no clear answer; this is the result of the last one\. The service says: no\. Check the values of this item\. The service may have done the work anyway/,
          ) as string,
        },
      ],
    },
  ],
  [
    'one that failed at the service after such an attempt keeps its screening id',
    {
      ...{ companies: ['A'], options: RETRIED, continueOnFail: true },
      answer: answersInTurn(timeout, failedRecord('A')),
    },
    { items: [{ mayBeCharged: true, screeningId: 'id-A' }] },
  ],
  [
    'one that was refused after an attempt that cannot have been charged cannot be charged',
    {
      ...{ companies: ['A'], options: RETRIED, continueOnFail: true },
      answer: answersInTurn(json('', 503), refused),
    },
    { items: [{ outcome: 'error', mayBeCharged: false, description: withoutEarlier }] },
  ],
  [
    'one that was refused is not repeated, and cannot be charged',
    { companies: ['A'], answer: () => refused, options: RETRIED, continueOnFail: true },
    { names: ['A'], items: [{ outcome: 'error', mayBeCharged: false, description: withoutEarlier }] },
  ],
  [
    'one whose answer cannot be read is not repeated',
    { companies: ['A'], answer: () => json('what?'), options: RETRIED, continueOnFail: true },
    { names: ['A'] },
  ],
  [
    'one whose last attempt has no clear answer either is in doubt by itself, and says nothing of the earlier one',
    {
      ...{ companies: ['A'], answer: () => timeout, continueOnFail: true },
      options: { ...RETRIED, maxRetries: 1 },
    },
    { names: ['A', 'A'], items: [{ mayBeCharged: true, description: withoutEarlier }] },
  ],
  [
    'a wait of two minutes that the service asks for ends no run, even if this item is not sent again',
    {
      ...{ companies: ['A', 'B'], answer: asking(503, 120), continueOnFail: true },
      options: { ...ONE_BY_ONE, maxRetries: 0 },
    },
    { names: ['A', 'B'], items: [{ outcome: 'error', scope: 'item' }, { outcome: 'clear' }] },
  ],
  [
    'a wait of more than two minutes ends the run, which says when to go on',
    { companies: ['A', 'B', 'C'], answer: asking(503, 121), options: ONE_BY_ONE, continueOnFail: true },
    {
      names: ['A'],
      items: [
        {
          ...{ scope: 'run', mayBeCharged: false },
          description:
            'It asks you to wait 3 minutes. Try again later. Nothing more is sent in this run: run the items without a result again after that time.',
        },
        {
          ...{ scope: 'run', mayBeCharged: false },
          description: expect.stringMatching(
            /^Nothing was sent for this item: the run had stopped before its turn\./,
          ) as string,
        },
        { scope: 'run', mayBeCharged: false },
      ],
    },
  ],
  [
    'the control of a run is sent before the items, and comes out as none of them',
    { companies: ['A', 'B'], answer: answerWith(listed), options: WITH_CONTROL },
    {
      names: ['Listed', 'A', 'B'],
      items: [
        { companyName: 'A', outcome: 'clear' },
        { companyName: 'B', outcome: 'clear' },
      ],
      run: {
        before: {
          ...{ state: 'done', subject: { name: 'Listed' }, binary: {} },
          result: { receipt: { id: 'id-Listed', outcome: 'hit', hits: 1 } },
        },
        notes: ['The Control Name "Listed" is a hit, as it should be (screening ID id-Listed).'],
      },
    },
  ],
  [
    'a control that every item would fail like ends the run before the first of them',
    {
      ...{ companies: ['A', 'B'], answer: answerWith(refusedKey), continueOnFail: true },
      options: WITH_CONTROL,
    },
    {
      names: ['Listed', 'Listed'],
      run: {
        stoppedBy: { itemIndex: 0, subject: { name: 'Listed' } },
        items: [{ state: 'notSent' }, { state: 'notSent' }],
      },
    },
  ],
  [
    'the turn of an item did not come once the run has stopped, whatever it holds',
    { companies: ['A', ''], answer: failedRecord, options: ONE_BY_ONE },
    {
      run: {
        items: [
          { state: 'failed', sent: true },
          { state: 'notSent', subject: { name: '' } },
        ],
      },
    },
  ],
  [
    'no file is kept of a failure unless the option says so',
    { companies: ['A'], answer: failedRecord, continueOnFail: true },
    { run: { items: [{ state: 'failed', binary: {} }] }, filesKept: [] },
  ],
])('%s', async (_, scenario, seen) => {
  expect(await screening(scenario)).toMatchObject(seen);
});

test.each([
  ['goes on after a failure waits for the end of an outage', true, 5_000],
  ['stops at a failure does not wait for it', false, 500],
])('a run that %s', async (_, continueOnFail, againAtMs) => {
  const answer = answersInTurn(json('', 503), clear('A'));
  const { times } = await sendTimes({ companies: TEN, answer, continueOnFail, options: { concurrency: 10 } });
  expect(new Set(times.map(([, ms]) => ms))).toEqual(new Set([0, againAtMs]));
});

test('a company whose first name was answered before the run stopped counts as sent, and says what is paid for', async () => {
  const { run, names } = await screening({
    companies: ['A', 'B'],
    answer: (company) => (company === 'A' ? failedRecord(company) : clear(company)),
    additionalFields: { otherNames: 'Old B' },
    options: { concurrency: 2 },
  });
  expect(names).toEqual(['A', 'B']);
  expect(run.items).toMatchObject([
    { state: 'failed', sent: true },
    { state: 'failed', sent: true, error: { details: { after: { answered: [{ id: 'id-B' }] } } } },
  ]);
});

/** Which is never satisfied. */
const unsatisfied: RequestSpec = {
  subject: { name: 'A', referenceId: 'r' },
  toRequest: (settings) =>
    screeningEndpoint(settings, { companyName: 'A', referenceId: 'r', requesterId: 'me', option: 'Both' }),
  read: () => ({ kind: 'askAgain', afterMs: 0 }),
};
const later = json({ message: 'later' }, 503);
const laterFailure = new OperationFailure({ state: 'safe', message: 'Later.' });

/** Asks for A once by itself, outside of a run. */
function askOnce(
  answer: NonNullable<Scenario['answer']>,
  {
    ask = unsatisfied,
    options = {},
    ...how
  }: Partial<SendingPorts> & { ask?: RequestSpec; options?: object },
) {
  const { context, sent } = aContext({ companies: ['A'], answer });
  const sender = new Sender(context, readRunOptions(runOptions, { ...options }), {
    ...{ stopped: new AbortController().signal, breaker: undefined, time: testTime() },
    beforeSend: () => Promise.resolve(),
    ...how,
  });
  const attempts = new Attempts();
  return { sent, attempts, asked: sender.ask(ask, { times: 1, sinceMs: 0 }, attempts) };
}

test('a request that may have been paid for is not forgotten if the register lets no other attempt begin', async () => {
  let turns = 0;
  const { asked, sent } = askOnce(() => timeout, {
    options: { retryUncertain: true },
    beforeSend: () => ((turns += 1) === 1 ? Promise.resolve() : Promise.reject(new RunStopped())),
  });
  await expect(asked).rejects.toMatchObject({ details: { state: 'uncertain' } });
  expect(sent).toHaveLength(1);
});

test('nothing is sent if the run is stopped while a request waits for the register', async () => {
  const stopped = new AbortController();
  const beforeSend = async () => {
    await Promise.resolve();
    stopped.abort(new RunStopped());
  };
  const { asked, sent } = askOnce(clear, { stopped: stopped.signal, beforeSend });
  await expect(asked).rejects.toThrow(RunStopped);
  expect(sent).toEqual([]);
});

test('a request counts from the moment at which it goes out, after every wait for its turn', async () => {
  const time = virtualTime();
  const outAt: number[] = [];
  const { asked, attempts } = askOnce(
    (company, attempt) => {
      outAt.push(time.epochMs());
      return attempt === 0 ? later : clear(company);
    },
    {
      time,
      // The register, for instance.
      beforeSend: () => time.sleep(60_000, new AbortController().signal),
      ask: {
        ...unsatisfied,
        read: ({ status }) => {
          if (status === 503) throw laterFailure;
          return { kind: 'askAgain', afterMs: 0 };
        },
      },
    },
  );
  await time.finish(asked);
  expect(outAt).toHaveLength(2);
  expect([attempts.askedAt, attempts.replied?.sentAt].map((at) => at?.getTime())).toEqual(outAt);
});

test('a request that is refused while it waits for its turn was not sent', async () => {
  const { asked, attempts } = askOnce(clear, { beforeSend: () => Promise.reject(new RunStopped()) });
  await expect(asked).rejects.toThrow(RunStopped);
  expect(attempts.askedAt).toBeUndefined();
});

test('a mistake of ours in a later attempt is not hidden behind the failure before it', async () => {
  const mistake = new TypeError('a mistake');
  let replies = 0;
  const read = () => {
    throw (replies += 1) > 1 ? mistake : laterFailure;
  };
  const { asked, sent } = askOnce((company, attempt) => (attempt === 0 ? later : clear(company)), {
    ask: { ...unsatisfied, read },
  });
  await expect(asked).rejects.toBe(mistake);
  expect(sent).toHaveLength(2);
});

describe('a wait that the service asks for', () => {
  test('of two minutes is waited for', async () => {
    const { times } = await sendTimes({ companies: ['A'], answer: asking(503, 120) });
    expect(times).toEqual([
      ['A', 0],
      ['A', 120_000],
    ]);
  });
  test.each([
    ['is for the whole run if there were too many requests, though no time was named', 429, undefined, true],
    ['is for the whole run if a time was named', 503, 2, true],
    ['is for this item alone if it is only not available', 503, undefined, false],
  ])('%s', async (_, status, seconds, holdsAll) => {
    const companies = ['A', 'B', 'C'];
    const { times } = await sendTimes({ companies, answer: asking(status, seconds), options: TWO_WIDE });
    const [, atOfThird = -1] = times.find(([company]) => company === 'C') ?? [];
    expect(times.slice(0, 2)).toEqual([
      ['A', 0],
      ['B', 0],
    ]);
    expect(atOfThird > 0).toBe(holdsAll);
  });

  test('after too many requests makes the rest of the run slower', async () => {
    const companies = ['A', 'B', 'C', 'D', 'E'];
    const { times } = await sendTimes({ companies, answer: asking(429, 1), options: TWO_WIDE });
    const starts = times.slice(2).map(([, at]) => at);
    for (const [index, at] of starts.entries())
      if (index > 0) expect(at - (starts[index - 1] ?? 0)).toBeGreaterThan(100);
  });
});

describe('a run that ends while a retry waits for its turn', () => {
  test('reports what was really sent, since that may be looked up', async () => {
    const { times, run } = await sendTimes({
      companies: ['A', 'B'],
      answer: (company) => (company === 'A' ? json('', 503) : failedRecord(company)),
      options: { concurrency: 2, requestsPerSecond: 0.5 },
    });
    expect(times).toEqual([
      ['A', 0],
      ['B', 2000],
    ]);
    expect(run.items).toMatchObject([
      { state: 'failed', sent: true, error: { details: { state: 'safe', httpStatus: 503 } } },
      { state: 'failed', sent: true },
    ]);
  });

  test("does so if it is n8n that cancels it, and does not wait for the retry's time", async () => {
    const controller = new AbortController();
    const { context, sent } = aContext({
      ...{ companies: ['A'], answer: () => json('', 503), continueOnFail: true },
      cancelled: controller.signal,
    });
    const running = runItems(context, screenCompany, inTime(virtualTime()));
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    controller.abort(new Error('cancelled'));
    const { items } = await running;
    expect(sent).toHaveLength(1);
    expect(items).toMatchObject([{ state: 'failed', error: { details: { httpStatus: 503 } } }]);
  });
});

test('a task that is not done yet is asked again after the time it says, and knows how often and since when', async () => {
  const all: RequestProgress[] = [];
  const operation = withTask(screenCompany, (task) => ({
    ...task,
    read(reply, asked) {
      all.push(asked);
      return asked.times < 3 ? { kind: 'askAgain', afterMs: 1500 * asked.times } : task.read(reply, asked);
    },
  }));
  const { times, run } = await sendTimes({ companies: ['A'] }, operation);
  expect(times).toEqual([
    ['A', 0],
    ['A', 1500],
    ['A', 4500],
  ]);
  const service = { environment: 'sandbox', baseUrl: 'https://api.example.com' };
  expect(all).toEqual([
    { times: 1, sinceMs: 0, ...service },
    { times: 2, sinceMs: 1500, ...service },
    { times: 3, sinceMs: 4500, ...service },
  ]);
  expect(run.items).toMatchObject([{ state: 'done' }]);
});

test('a control that is not done yet is asked again, too', async () => {
  const operation = withTask(
    screenCompany,
    (task) => task,
    (task) => ({
      ...task,
      read: (reply, asked) =>
        asked.times === 1 ? { kind: 'askAgain', afterMs: 1000 } : task.read(reply, asked),
    }),
  );
  const scenario = { companies: ['A'], answer: answerWith(listed), options: WITH_CONTROL };
  expect((await sendTimes(scenario, operation)).times).toEqual([
    ['Listed', 0],
    ['Listed', 1000],
    ['A', 1000],
  ]);
});

describe('what a run says of its items', () => {
  test('nothing else is said of a run in which nothing was sent', () => {
    const error = new Error('no');
    const item = { state: 'notSent', subject: undefined } as const;
    const nothing = runOf([item, item], { stoppedBy: { itemIndex: 0, error }, environment: null });
    expect(nothingSent(2, error)).toEqual(nothing);
  });

  test('its progress counts the hits of what was answered', async () => {
    const time = testTime();
    const { context, lines } = aContext({
      companies: ['A', 'B', 'C'],
      answer: (company) => {
        time.later(6);
        return company === 'A' ? json(aRecordWithHits([aHit(), aHit()], { id: '1' })) : failedRecord(company);
      },
      options: { concurrency: 1 },
      continueOnFail: true,
    });
    await runItems(context, screenCompany, inTime(time));
    expect(lines).toEqual([
      expect.stringContaining('1 of 3 companies done, 2 hits, 0 failed') as string,
      expect.stringContaining('2 of 3 companies done, 2 hits, 1 failed') as string,
    ]);
  });
});

describe('the evidence of a company whose answer is doubted later', () => {
  const evidenceOf = (file: string | undefined) => JSON.parse(file ?? 'null') as unknown;
  const more = { options: { concurrency: 1 }, output: { evidence: true } };

  test.each([
    ['a clear one', aRecord({ id: 'one' }), { outcome: 'review', reason: 'otherRequest' }],
    ['a hit', aRecordWithHits([aHit()], { id: 'one' }), { outcome: 'hit', reason: 'otherRequest' }],
  ])('is written again: %s', async (_, record, verdict) => {
    const { filesKept } = await screening({ companies: ['A', 'B'], answer: () => json(record), ...more });
    expect(filesKept).toHaveLength(3);
    expect(evidenceOf(filesKept[0])).toMatchObject({ reason: null });
    expect(evidenceOf(filesKept[2])).toMatchObject(verdict);
  });

  test('is written again a few at a time, however many there are', async () => {
    const companies = Array.from({ length: 40 }, (_, index) => `Company ${index}`);
    const { context, filesKept } = aContext({
      companies,
      // The last company gets the id of the control, which then proves nothing.
      answer: (company) =>
        json(
          company === 'Listed'
            ? aRecordWithHits([aHit()], { id: 'one' })
            : aRecord({ id: company === 'Company 39' ? 'one' : company }),
        ),
      options: { concurrency: 2, controlName: 'Listed' },
      output: { evidence: true },
    });
    const { helpers } = context;
    const prepareBinaryData = helpers.prepareBinaryData.bind(helpers);
    let open = 0;
    let mostOpen = 0;
    helpers.prepareBinaryData = async (...file) => {
      mostOpen = Math.max(mostOpen, (open += 1));
      await new Promise(setImmediate);
      open -= 1;
      return await prepareBinaryData(...file);
    };
    await runItems(context, screenCompany, inTime(testTime()));
    expect(filesKept).toHaveLength(79);
    expect(evidenceOf(filesKept.at(-1))).toMatchObject({ reason: 'controlFailed' });
    expect(mostOpen).toBe(2);
  });

  test('is written once if nobody doubts it', async () => {
    const { filesKept } = await screening({ companies: ['A', 'B'], ...more });
    expect(filesKept).toHaveLength(2);
  });
});

/** The operation with other tasks for its items, and for its control. */
function withTask(
  operation: RequestOperation,
  change: (task: Task) => Task,
  changeControl: (task: Task) => Task = (task) => task,
): RequestOperation {
  return {
    ...operation,
    begin: (first, all) => {
      const begun = operation.begin(first, all);
      return {
        ...begun,
        ...(begun.control ? { control: { ...begun.control, task: changeControl(begun.control.task) } } : {}),
        prepare: (parameter) => {
          const item = begun.prepare(parameter);
          return { subject: item.subject, toTask: () => change(item.toTask()) };
        },
      };
    },
  };
}
