// A whole run with Keep in Register, over tables in memory: what is sent, what is kept, and what comes out of both.
import * as z from 'zod/v4';

import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { referenceIdIn } from '../../nodes/CompanyScreening/register/rows/identity';
import {
  equal,
  RegisterFailure,
  type Statement,
  type TableRow,
  type Tables,
} from '../../nodes/CompanyScreening/register/port/tables';
import { runItems } from '../../nodes/CompanyScreening/run/run';
import type { RunResult } from '../../nodes/CompanyScreening/run/state/itemState';
import { countRun } from '../../nodes/CompanyScreening/run/state/runCounts';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { testTime } from '../support/testTime';
import { virtualTime } from '../support/virtualTime';
import { aHit, aRecord, aRecordWithHits } from './builders';
import { MemoryTables, rowsOf as rowsIn, watched as watchedTables } from './register/memoryTables';
import {
  aContext,
  clear,
  failedRecord,
  json,
  timeout,
  inTime,
  screening,
  type Screening,
} from './screeningRuns';

const HIT = 'Gloomharbour';
const LIST = [HIT, 'Bakery', 'Mill'];
/** Gloomharbour is listed, and nobody else. */
const honest = (company: string) =>
  company === HIT ? json(aRecordWithHits([aHit()], { id: `id-${company}` })) : clear(company);
const refused = json({ message: 'no' }, 400);

/** By which the runs of a node are found again. */
const NODE_OF_WORKFLOW_1 = '346df5a9337801f54320fa33f0b965a11637e620a3fe57370d6a1c4dd9ba518d';

let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

/** A run over this list that keeps its answers. */
const keep = (companies: Screening['companies'], more: Partial<Screening> = {}) =>
  screening({ companies, register: tables, answer: honest, continueOnFail: true, ...more });

const NEVER = new AbortController().signal;

/** Of a claim. */
const companiesIn = ({ companies }: TableRow) => z.array(z.string()).parse(JSON.parse(String(companies)));

const rowsOf = (table: Statement['table']) => rowsIn(tables, table);

/** Tables of which each call is seen, or delayed, before it is made. */
const watched = (see: (statements: readonly Statement[]) => unknown): Tables => watchedTables(tables, see);

/** Tables that refuse what is wanted. */
const refusing = (isRefused: (statement: Statement) => boolean): Tables =>
  watched((statements) => {
    if (statements.some(isRefused)) throw new Error('full');
  });

describe('a name that reads as Latin', () => {
  const alsoLatin = { options: { alsoScreenLatinReading: true } };
  let screenings = 0;
  const answer = () => json(aRecord({ id: `id-${(screenings += 1)}` }));

  test('is another company with its reading than without it, in the register too', async () => {
    const alone = await keep(['АСМЕ'], { answer });
    expect([alone.names, alone.said]).toEqual([['АСМЕ'], ['mixedScripts']]);
    expect(alone.items[0]?.['explanation']).toContain('In Latin letters it reads "ACME".');
    const both = await keep(['АСМЕ', 'Bakery'], { ...alsoLatin, answer });
    expect([both.names, both.said]).toEqual([
      ['АСМЕ', 'Bakery', 'ACME'],
      ['clear', 'clear'],
    ]);
    expect(both.items.map(({ otherNames }) => otherNames)).toEqual(['ACME', null]);
    expect((await keep(['АСМЕ'])).said).toEqual(['mixedScripts']);
    expect((await keep(['АСМЕ'], alsoLatin)).names).toEqual([]);
  });

  test('has the hits of its reading, with the name under which they were found', async () => {
    const listed = (company: string) =>
      company === 'ACME' ? json(aRecordWithHits([aHit()], { id: 'id-ACME' })) : clear(company);
    const { items } = await keep(['АСМЕ'], { ...alsoLatin, answer: listed });
    expect(items).toMatchObject([{ outcome: 'hit', companyName: 'АСМЕ', screenedName: 'ACME' }]);
  });

  test('is clear as well if the user gives the reading among the Other Names', async () => {
    const { names, said } = await keep(['АСМЕ'], { additionalFields: { otherNames: 'Acme' } });
    expect([names, said]).toEqual([['АСМЕ', 'Acme'], ['clear']]);
  });
});

describe('an answer that only a later reply of its run shows to be old', () => {
  const list = ['Old 1', HIT, 'Old 2', ...Array.from({ length: 17 }, (_, index) => `New ${index}`)];
  const threeDaysLater = 'Tue, 04 Mar 2025 08:00:03 GMT';
  /** All but the first batch are dated three days later. */
  const mixed = (company: string) => {
    const isLater = company.startsWith('New') && Number(company.slice(4)) >= 7;
    const dates = { createdAt: '2025-03-04T08:00:00Z', processedAt: '2025-03-04T08:00:02Z' };
    return isLater
      ? json(aRecord({ id: `id-${company}`, ...dates }), 200, { date: threeDaysLater })
      : honest(company);
  };
  const registerSettings = { batchSize: 10 };
  const said = [
    ...Array.from({ length: 10 }, () => 'staleAnswer'),
    ...Array.from({ length: 10 }, () => 'clear'),
  ];

  test('is a review when it comes from the register, and what was found is found', async () => {
    const first = await keep(list, { answer: mixed, registerSettings });
    expect(first.said.toSpliced(1, 1)).toEqual(said);
    const again = await keep(list);
    expect(again.names).toEqual([]);
    expect(again.said.toSpliced(1, 1)).toEqual(said);
    const [hit] = again.items.filter(({ companyName }) => companyName === HIT);
    expect(hit).toMatchObject({ outcome: 'hit', remembered: true });
    expect((await keep(['Old 1'])).said).toEqual(['staleAnswer']);
  });

  test.each(['killed', 'stored'])('is so in a run that was %s before its end', async (how) => {
    const isEnding = (statement: Statement) =>
      statement.do === 'update' && statement.table === 'runs' && statement.set['state'] === 'ended';
    await keep(list, {
      answer: mixed,
      registerSettings,
      register: refusing((one) => how === 'killed' && isEnding(one)),
    });
    await tables.change('runs', { state: 'presumedDead' });
    expect((await keep(['Old 1', 'Old 2', 'New 9'])).said).toEqual(['staleAnswer', 'staleAnswer', 'clear']);
  });

  test('is not clear if what showed it was deleted', async () => {
    await keep(list, { answer: mixed, registerSettings });
    await tables.remove('answers', equal('kind', 'doubt'));
    expect((await keep(['Old 1'])).said).toEqual(['damagedRow']);
  });

  test('is what nothing shows while all are of one time', async () => {
    await keep(list, { registerSettings });
    expect((await rowsOf('answers')).filter(({ kind }) => kind === 'doubt')).toEqual([]);
  });
});

describe('a list that is run again', () => {
  test('is not sent again, and comes out as before', async () => {
    const first = await keep(LIST);
    const again = await keep(LIST);
    expect([first.names, again.names]).toEqual([LIST, []]);
    expect(first.said).toEqual(['hit', 'clear', 'clear']);
    const remembered = first.items.map((item) => ({ ...item, remembered: true }));
    expect(again.items).toEqual(remembered);
    expect(first.items.map((item) => item['remembered'])).toEqual([false, false, false]);
  });

  test('has its length and that of the run before with it', async () => {
    const first = await keep([...LIST, HIT]);
    const again = await keep(LIST.slice(1), {
      parameters: { registerSettings: { companiesToReturn: 'thisRun' } },
    });
    const facts = {
      waitingCases: { count: 1, oldestMs: expect.any(Number) as number },
      answerTimes: { timeZone: 'Europe/Berlin', oldest: null, dueFrom: null },
      ...{ name: 'Screening register', onlyThisRun: false, companiesBefore: null, formerCompanies: [] },
      ...{ deskAddress: '', reportId: null, noReplySince: null, keys: { renamed: [], several: [] } },
    };
    expect(first.run.register).toEqual(facts);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) as string;
    const oldest = { at, ageMs: expect.any(Number) as number };
    expect(again.run.register).toEqual({
      ...{ ...facts, onlyThisRun: true, companiesBefore: 3, waitingCases: { count: 0, oldestMs: null } },
      answerTimes: { ...facts.answerTimes, oldest },
    });
    expect(again.items).toEqual([]);
  });

  test('is compared with the last list that had companies, and not with an empty one', async () => {
    await keep(LIST);
    await keep(['']);
    expect((await keep(LIST)).run.register?.companiesBefore).toBe(3);
  });

  test('has a row with the open cases that its line says', async () => {
    await keep(LIST);
    await keep(LIST.slice(1));
    const [first, second] = await rowsOf('runs');
    expect(first).toMatchObject({ openCases: 1, oldestCaseAt: expect.stringMatching(/^\d{4}-/) as string });
    expect(second).toMatchObject({ openCases: 0, oldestCaseAt: '' });
  });

  test('has a row that people can read, and by which the next run of the same node finds it', async () => {
    await keep(LIST);
    const [row] = await rowsOf('runs');
    expect(row?.['latestRunOfNode']).toBe(NODE_OF_WORKFLOW_1);
    expect(row).toMatchObject({
      startedBy: 'Nightly, execution execution-1 (manual)',
      ...{ environment: 'sandbox', control: 'none', reportId: '' },
    });
  });

  test('has its row all the same in a workflow that was never saved, and no run before it', async () => {
    await keep(LIST, { workflow: {} });
    const [row] = await rowsOf('runs');
    expect(row).toMatchObject({ startedBy: 'A workflow, execution execution-1 (manual)' });
    expect(row?.['latestRunOfNode']).toBeUndefined();
    expect((await keep(LIST, { workflow: {} })).run.register?.companiesBefore).toBeNull();
  });

  test('does not ask what was reported if everything is to come out', async () => {
    const asked: string[] = [];
    await keep(LIST, { register: watched((all) => asked.push(...all.map(({ table }) => table))) });
    expect(asked).toContain('answers');
    expect(asked).not.toContain('reports');
  });

  test('has a reference id for each company that follows from the run and the company', async () => {
    const { sent } = await keep(['Mill', 'Mill & Co', 'Mill'], { ofItems: { companyKey: () => 'K-7' } });
    const [run] = await rowsOf('runs');
    const inRun = (id: unknown, name: string) =>
      referenceIdIn(String(id), { key: 'K-7', names: [name], option: 'Both' });
    expect(sent.map(({ referenceId }) => referenceId)).toEqual([
      inRun(run?.['run'], 'Mill'),
      inRun(run?.['run'], 'Mill & Co'),
    ]);
    const [answer] = await rowsOf('answers');
    expect(answer).toMatchObject({ run: run?.['run'] });
    expect(sent[0]?.referenceId).not.toBe(inRun('another', 'Mill'));
  });

  test('sends everything to another service, under another option, and for another kind of credential', async () => {
    await keep(['Bakery']);
    for (const more of [
      { credential: { baseUrl: 'https://other.example.com' } },
      { credential: { environment: 'production' } },
      { parameters: { screeningOption: 'Pep' }, answer: () => json({ message: 'no' }, 400) },
    ])
      expect((await keep(['Bakery'], more)).names).toEqual(['Bakery']);
  });
});

describe('companies of a list', () => {
  test('that are there twice are sent once, and each item has the answer', async () => {
    const { names, items } = await keep(['Bakery', HIT, 'Bakery']);
    expect(names).toEqual(['Bakery', HIT]);
    const [bakery, listed, again] = items;
    expect(bakery).toMatchObject({ companyName: 'Bakery', outcome: 'clear' });
    expect(listed).toMatchObject({ companyName: HIT, outcome: 'hit' });
    expect(again).toEqual(bakery);
  });

  test('that are there under two of their names are sent once, and each item has its own name', async () => {
    const others = ['Old Mill', 'Mill'];
    const additionalFields = (item: number) => ({ otherNames: others[item] });
    const ofItems = { companyKey: () => 'K-7', additionalFields };
    const { names, run } = await keep(others.toReversed(), { ofItems });
    expect([names, run.items.map(({ subject }) => subject?.name)]).toEqual([
      ['Mill', 'Old Mill'],
      ['Mill', 'Old Mill'],
    ]);
  });

  // Alone, the service takes 30, 1.5, 44 and 0 s. Every twentieth may take ten times as long. A call of the register takes 0.1 s.
  test.each([
    [1_000, 5, 'each', 20, 32],
    [100, 10, 'each', 60, 2.5],
    [1_000, 5, 'mostly', 20, 58],
    [0, 10, 'each', 100, 2],
  ])(
    'go in parts, so that a kill leaves little in doubt: %s ms, %s wide, %s',
    async (ms, concurrency, takes, mostInDoubt, seconds) => {
      const time = virtualTime();
      const companies = Array.from({ length: 150 }, (_, number) => `Company ${number}`);
      const inDoubt = new Map<string, Set<string>>();
      let most = 0;
      const see = (statement: Statement) => {
        if (statement.do !== 'insert') return;
        for (const row of statement.rows) {
          const mark = String(row['mark']);
          if (statement.table === 'claims') inDoubt.set(mark, new Set(companiesIn(row)));
          if (statement.table === 'answers') inDoubt.get(mark)?.delete(String(row['company']));
        }
        const inAll = [...inDoubt.values()].reduce((sum, { size }) => sum + size, 0);
        most = Math.max(most, inAll);
      };
      const slow = watched(async (statements) => {
        await time.sleep(100, NEVER);
        statements.forEach(see);
      });
      const isSlow = (company: string) =>
        takes === 'mostly' && company.endsWith('7') && Number(company.slice(8)) % 20 === 7;
      const answer = async (company: string) => {
        await time.sleep(isSlow(company) ? 10 * ms : ms, NEVER);
        return clear(company);
      };
      const run = keep(companies, { time, register: slow, answer, options: { concurrency } });
      const begunAtMs = time.monotonicMs();
      const ended = run.then(() => time.monotonicMs());
      const { said, names } = await time.finish(run);
      expect([said, names.length]).toEqual([companies.map(() => 'clear'), 150]);
      expect(most).toBeLessThanOrEqual(mostInDoubt);
      expect((await ended) - begunAtMs).toBeLessThan(seconds * 1_000);
    },
  );

  // A request takes a fiftieth of its timeout here.
  test.each([
    [
      'in whole batches, one after the other, where the register takes longer than the service',
      2,
      [4, 10, 10, 1],
    ],
    ['in parts that hide the calls where the service takes longer', 0.5, [4, 1, 5, 5, 5, 5]],
  ])('go %s', async (_, secondsOfACall, claimed) => {
    const time = testTime();
    const claims: number[] = [];
    const slow = watched((statements) => {
      time.later(secondsOfACall);
      for (const one of statements)
        if (one.do === 'insert' && one.table === 'claims')
          claims.push(...one.rows.map((row) => companiesIn(row).length));
    });
    const companies = Array.from({ length: 25 }, (__, number) => `Company ${number}`);
    const { said } = await keep(companies, {
      ...{ time, register: slow, registerSettings: { batchSize: 10 } },
      options: { concurrency: 1, timeout: 5_000 },
    });
    expect(claims).toEqual(claimed);
    expect(said).toEqual(companies.map(() => 'clear'));
  });

  test.each([
    [['a'], 'The Company Key "a" stands for several companies,'],
    [['a', 'b', 'c'], 'The Company Keys "a", "b", "c" stand for several companies each,'],
    [
      ['a', 'b', 'c', 'd', 'e'],
      'The Company Keys "a", "b", "c" and 2 more stand for several companies each,',
    ],
    [['k'.repeat(60)], `The Company Key "${'k'.repeat(50)}" stands for several companies,`],
  ])('that share a key under two names are told: %j', async (keys, sentence) => {
    const companies = keys.flatMap((key) => [`${key} one`, `${key} two`]);
    const companyKey = (itemIndex: number) => keys[Math.floor(itemIndex / 2)];
    const { run, names } = await keep(companies, { ofItems: { companyKey } });
    expect(names).toEqual(companies);
    expect(run.notes).toEqual([expect.stringContaining(sentence)]);
  });

  test.each([
    [['a'], 'The Company Key "a" is called "new a" now, and was called "old a" before. What was found'],
    [['a', 'b', 'c', 'd'], 'The Company Keys "a", "b", "c" and 1 more have other names than before. What'],
  ])('whose keys have other names than in the run before are told, once: %j', async (keys, sentence) => {
    const companyKey = (itemIndex: number) => keys[itemIndex];
    const under = async (name: string) => {
      const companies = keys.map((key) => `${name} ${key}`);
      return (await keep(companies, { ofItems: { companyKey } })).run.notes;
    };
    expect(await under('old')).toEqual([]);
    expect(await under('new')).toEqual([expect.stringContaining(sentence)]);
    expect(await under('new')).toEqual([]);
  });

  test('that cannot be named are errors, and the others are screened', async () => {
    const { said, names } = await keep(['', ...LIST, new Error('an expression')]);
    expect([said, names]).toEqual([['error', 'hit', 'clear', 'clear', 'error'], LIST]);
    const both = await keep(['', 'Other']);
    expect(both.run.items.map(({ state, subject }) => [state, subject?.name])).toEqual([
      ['failed', ''],
      ['done', 'Other'],
    ]);
  });

  test('that cannot be named stop a run that stops at errors, before anything is sent', async () => {
    const { run, names } = await keep([...LIST, ''], { continueOnFail: false });
    expect([names, run.stoppedBy?.itemIndex]).toEqual([[], 3]);
    expect(run.items.map(({ state }) => state)).toEqual(['notSent', 'notSent', 'notSent', 'failed']);
    expect(await rowsOf('runs')).toEqual([]);
  });
});

const mill = (answer: unknown) => (company: string) => (company === 'Mill' ? answer : honest(company));
const OF_LIST = ['hit', 'clear', 'clear'];
const NAMES = ['Mill', HIT, 'Old Mill'];
const named = { additionalFields: { otherNames: `${HIT}; Old Mill` } };
const NO_FILE = { output: { evidence: true }, diskIsFull: true };
const old = json(aRecord({ id: 'id-old', createdAt: null, processedAt: null }), 200, {
  date: 'Mon, 24 Feb 2025 08:00:00 GMT',
});

/** What was sent, and what came out. */
type Came = [names: string[], said: string[]];
test.each<[string, string[], Partial<Screening>, Came, Partial<Screening>, Came]>([
  [
    'a company that was refused is sent again',
    LIST,
    { answer: mill(refused) },
    [LIST, ['hit', 'clear', 'error']],
    {},
    [['Mill'], OF_LIST],
  ],
  [
    'an answer of which only the file could not be kept is there',
    ['Bakery'],
    NO_FILE,
    [['Bakery'], ['error']],
    {},
    [[], ['clear']],
  ],
  [
    'a run that n8n repeats is not refused, since it sends nothing twice',
    LIST,
    {},
    [LIST, OF_LIST],
    { mode: 'retry' },
    [[], OF_LIST],
  ],
  [
    'an answer whose reply was old stays one',
    ['Mill'],
    { answer: () => old },
    [['Mill'], ['staleAnswer']],
    {},
    [[], ['staleAnswer']],
  ],
  [
    'a company of which the first name was refused was not paid for',
    ['Mill'],
    { ...named, answer: () => refused },
    [['Mill'], ['error']],
    named,
    [NAMES, ['hit']],
  ],
  [
    'a company of several names of which only the file could not be kept has its hits once',
    ['Mill'],
    { ...named, ...NO_FILE },
    [NAMES, ['error']],
    named,
    [[], ['hit']],
  ],
])('in the next run, %s', async (_, list, first, came, then, cameThen) => {
  const before = await keep(list, first);
  expect([before.names, before.said]).toEqual(came);
  const again = await keep(list, then);
  expect([again.names, again.said]).toEqual(cameThen);
});

describe('what was not answered with a verdict', () => {
  test('may have been paid for: it is never sent again, and is to be looked at', async () => {
    const first = await keep(LIST, { answer: mill(timeout) });
    expect(first.items[2]).toMatchObject({ outcome: 'error', mayBeCharged: true });
    const again = await keep(LIST);
    expect(again.names).toEqual([]);
    expect(again.items[2]).toMatchObject({
      ...{ outcome: 'review', reason: 'noAnswer', screeningId: null, remembered: true },
      referenceId: first.sent[2]?.referenceId,
    });
    // Nothing of it came from the register.
    expect(countRun(again.run)).toMatchObject({
      ...{ companies: 3, screenedNow: 0, remembered: 2, unanswered: 1, leftUnanswered: 1 },
    });
  });

  test('failed at the service: it is the same error on every day, and stops no later run', async () => {
    const first = await keep(LIST, { answer: mill(failedRecord('Mill')) });
    const again = await keep(LIST, { continueOnFail: false });
    expect(again.names).toEqual([]);
    expect(again.stop).toBeUndefined();
    expect(again.items[2]).toEqual(first.items[2]);
    expect(first.items[2]).toMatchObject({ outcome: 'error', screeningId: 'id-Mill' });
    expect(again.run.items[2]).toMatchObject({ state: 'failed', sent: true, subject: { name: 'Mill' } });
  });

  test('of a later batch is not claimed by a run that stopped', async () => {
    const companies = Array.from({ length: 25 }, (_, number) => `Company ${number}`);
    const options = { concurrency: 1 };
    const registerSettings = { batchSize: 10 };
    let claims = 0;
    const counting = watched((statements) => {
      claims += statements.filter((one) => one.do === 'insert' && one.table === 'claims').length;
    });
    const { names, run } = await keep(companies, {
      ...{ continueOnFail: false, options, registerSettings, register: counting },
      answer: () => refused,
    });
    expect(names).toEqual(['Company 0']);
    expect(claims).toBe(1);
    expect(run.items.map(({ state }) => state)).toEqual(
      companies.map((_, number) => (number === 0 ? 'failed' : 'notSent')),
    );
    expect((await rowsOf('runs')).map(({ state }) => state)).toEqual(['ended']);
    expect((await keep(companies)).names).toEqual(companies);
  });

  test('was not sent since the run stopped: the next run sends it', async () => {
    const stopping = { continueOnFail: false, options: { concurrency: 1 } };
    const { run } = await keep(LIST, {
      ...stopping,
      answer: (company) => (company === 'Bakery' ? refused : honest(company)),
    });
    expect(run.items.map(({ state }) => state)).toEqual(['done', 'failed', 'notSent']);
    expect(run.stoppedBy?.itemIndex).toBe(1);
    expect((await keep(LIST, stopping)).names).toEqual(['Bakery', 'Mill']);
  });
});

test('what the register knew counts as done', async () => {
  await keep(LIST);
  const time = testTime();
  const register = watched(() => {
    time.later(6);
  });
  const { lines } = await keep(LIST, { time, register });
  expect(lines).toEqual([expect.stringContaining('1 of 3 companies done')]);
});

test('what an operation does not say of its register is that every company comes out, and that nobody decides', async () => {
  const { context } = aContext({ companies: LIST, answer: honest, parameters: { keepInRegister: true } });
  const run = await runItems(
    context,
    {
      ...screenCompany,
      begin: (first, all) => {
        const begun = screenCompany.begin(first, all);
        const { registerSettings } = begun;
        if (!registerSettings) throw new Error('The run keeps its answers.');
        const { onlyThisRun, deskAddress, ...others } = registerSettings;
        expect([onlyThisRun, deskAddress]).toEqual([false, '']);
        return { ...begun, registerSettings: others };
      },
    },
    { ...inTime(testTime()), openRegister: () => Promise.resolve({ tables, isNew: false }) },
  );
  expect(run.register).toMatchObject({ onlyThisRun: false, deskAddress: '' });
});

describe('evidence', () => {
  test('belongs to the answer that was given in this run', async () => {
    const kept = { output: { evidence: true } };
    const filesOf = ({ items }: RunResult) =>
      items.map((item) => item.state === 'done' && Object.keys(item.binary));
    const first = await keep(LIST, kept);
    expect(first.filesKept).toHaveLength(3);
    expect(filesOf(first.run)).toEqual(LIST.map(() => ['evidence']));
    expect(filesOf((await keep(LIST, kept)).run)).toEqual(LIST.map(() => []));
  });

  test('is corrected where the register knows better', async () => {
    const same = () => json(aRecordWithHits([], { id: 'the-same' }));
    await keep(['Bakery'], { answer: same });
    const { said, filesKept } = await keep(['Mill'], { answer: same, output: { evidence: true } });
    expect(said).toEqual(['staleAnswer']);
    expect(filesKept.at(-1)).toContain('staleAnswer');
  });
});

describe('a run that does not begin', () => {
  const advice = 'Wait.';

  test('has more companies to send than it may', async () => {
    const options = { maxCompanies: 2 };
    const register = refusing((one) => one.do === 'insert' && one.table === 'claims');
    const { names, stop } = await keep(LIST, { options, register });
    expect(names).toEqual([]);
    expect(stop).toMatchObject({ message: expect.stringContaining('3 companies') as string });
    await keep(LIST.slice(0, 1));
    expect((await keep(LIST, { options })).said).toEqual(OF_LIST);
  });

  test('would have no room in the tables', async () => {
    const many = Array.from({ length: 1000 }, (_, number) => `Company ${number}`);
    const { names, stop } = await keep(many, { registerSettings: { dataTablesLimitMb: 1 } });
    expect(names).toEqual([]);
    expect(stop).toMatchObject({ message: expect.stringContaining('would become too large') as string });
    expect(await rowsOf('claims')).toEqual([]);
  });

  test('has no register: nothing is sent, and every item says why', async () => {
    const openRegister = () => Promise.reject(new RegisterFailure('full', 'The tables are full.', advice));
    const { names, run, stop } = await keep(LIST, { openRegister });
    expect(names).toEqual([]);
    expect(stop).toBeInstanceOf(OperationFailure);
    expect(run.notes).toEqual([]);
    expect(run.stoppedBy).toMatchObject({
      ...{ itemIndex: 0, subject: { name: '', referenceId: null } },
      error: { details: { message: 'The tables are full.', advice, failsEveryItem: true } },
    });
    expect(run.items.map(({ state, subject }) => [state, subject?.name])).toEqual(
      LIST.map((name) => ['notSent', name]),
    );
  });

  test('meets a mistake of ours: nothing is sent, and it is not hidden', async () => {
    const mistake = new TypeError('a mistake');
    const { names, stop } = await keep(LIST, { openRegister: () => Promise.reject(mistake) });
    expect([names, stop]).toEqual([[], mistake]);
  });
});

describe('a register that fails in mid-run', () => {
  test('by not storing answers ends the run; what was paid for comes out as not stored', async () => {
    const companies = Array.from({ length: 15 }, (_, number) => `Company ${number}`);
    const { names, said, stop, run } = await keep(companies, {
      register: refusing((one) => one.do === 'insert' && one.table === 'answers'),
      registerSettings: { batchSize: 10, companiesToReturn: 'notReported', reportedTo: 'Slack' },
    });
    // The next run looks again for what its readers were not told.
    expect((await rowsOf('runs'))[0]?.['unreportedRunOfNode']).not.toBe('');
    // The first half of the batch, and what of the second one had begun.
    expect(names.length).toBeGreaterThanOrEqual(5);
    expect(names.length).toBeLessThanOrEqual(10);
    expect(stop).toMatchObject({
      details: { message: 'The register "Screening register" could not be written.', sending: 'noMore' },
    });
    expect(run.items.map(({ state }) => state)).toEqual([
      ...companies.slice(0, names.length).map(() => 'done'),
      ...companies.slice(names.length).map(() => 'notSent'),
    ]);
    expect(said.filter((one) => one === 'clear')).toEqual([]);
  });

  test('by not storing what is to be sent sends nothing, and says so', async () => {
    const { names, stop, run } = await keep(LIST, {
      register: refusing((one) => one.do === 'insert' && one.table === 'claims'),
    });
    expect(names).toEqual([]);
    expect(run.items.map(({ state }) => state)).toEqual(['notSent', 'notSent', 'notSent']);
    expect(stop).toMatchObject({
      details: { message: 'The register "Screening register" could not be written.', sending: 'noMore' },
    });
  });

  test('by saying that the run was taken for dead while its machine slept ends it, and the next one pays for the rest only', async () => {
    const time = testTime();
    const { names, items, stop } = await keep(LIST, {
      time,
      options: { concurrency: 1 },
      answer: (company) => {
        void tables.change('runs', { state: 'presumedDead' }, equal('state', 'going'));
        time.later(3_600);
        return honest(company);
      },
    });
    expect(names).toEqual([HIT]);
    expect(items.map(({ outcome, mayBeCharged }) => [outcome, mayBeCharged])).toEqual([
      ['hit', undefined],
      ['error', false],
      ['error', false],
    ]);
    expect(stop).toMatchObject({ message: expect.stringContaining('has taken it for dead') as string });
    expect((await keep(LIST)).names).toEqual(LIST.slice(1));
  });

  test('by not storing that the run lives sends nothing more', async () => {
    const time = testTime();
    let isDown = false;
    const { names, items, stop } = await keep(LIST, {
      time,
      register: refusing(() => isDown),
      options: { concurrency: 1 },
      answer: (company) => {
        isDown = true;
        time.later(60);
        return honest(company);
      },
    });
    expect(names).toEqual([HIT]);
    expect(items.map(({ outcome }) => outcome)).not.toContain('clear');
    expect(stop).toMatchObject({
      message: expect.stringMatching(
        /The register "Screening register" (cannot|could not) be written/,
      ) as string,
    });
  });
});

test('after a mistake of ours, no request of the other half begins, and the run does not go on showing that it lives', async () => {
  const time = testTime();
  const companies = Array.from({ length: 20 }, (_, number) => `Company ${number}`);
  const names: string[] = [];
  let calls = 0;
  const running = keep(companies, {
    time: { ...time, epochMs: () => (names.length < 15 ? time.epochMs() : NaN) },
    registerSettings: { batchSize: 10 },
    options: { concurrency: 1 },
    register: watched(() => (calls += 1)),
    answer: (company) => {
      names.push(company);
      return honest(company);
    },
  });
  await expect(running).rejects.toThrow('Invalid time value');
  const callsThen = calls;
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
  expect(calls - callsThen).toBeLessThanOrEqual(1);
  expect(names.length).toBeLessThanOrEqual(16);
});

describe('a run that n8n stops', () => {
  test('before it begins sends nothing', async () => {
    const controller = new AbortController();
    controller.abort(new Error('stopped by hand'));
    const { names, stop } = await keep(LIST, { cancelled: controller.signal });
    expect([names, stop]).toEqual([[], new Error('stopped by hand')]);
    expect(await rowsOf('claims')).toEqual([]);
  });

  test('in mid-run keeps what was answered, and the next run sends the rest', async () => {
    const controller = new AbortController();
    const { run } = await keep(LIST, {
      cancelled: controller.signal,
      options: { concurrency: 1 },
      answer: (company) => {
        if (company === 'Bakery') controller.abort(new Error('stopped by hand'));
        return honest(company);
      },
    });
    expect(run.items[0]?.state).toBe('done');
    expect(run.items[2]?.state).not.toBe('done');
    const again = await keep(LIST);
    expect(again.names).not.toContain(HIT);
    expect(again.names).toContain('Mill');
  });
});

const never = () => new Promise<never>(() => undefined);

describe('what is told of a run', () => {
  test('is that its register was made', async () => {
    const openRegister = () => Promise.resolve({ tables, isNew: true });
    const { run } = await keep(LIST, { openRegister, registerSettings: { register: 'Mine' } });
    expect(run.notes).toEqual([
      'The register "Mine" was made: its tables are under Data tables in this n8n.',
    ]);
    expect((await keep(LIST)).run.notes).toEqual([]);
  });

  /** A run is killed while it sends: nothing of it is written any more. */
  const killARun = () =>
    new Promise<void>((sends) => {
      let isDead = false;
      void keep(LIST, {
        register: watched(() => isDead && never()),
        answer: () => {
          isDead = true;
          sends();
          return never();
        },
      });
    });

  /** Has something happen when the run has called its tables so many times. */
  const atCall = (number: number, happen: () => unknown): Tables => {
    let calls = 0;
    return watched(() => (calls += 1) === number && happen());
  };

  const endTheOther = () => tables.change('runs', { state: 'ended' }, equal('state', 'going'));

  test('is that it waited no longer than until n8n ended it', async () => {
    await killARun();
    const controller = new AbortController();
    const stopping = () => {
      controller.abort(new Error('stopped by hand'));
    };
    const register = atCall(4, stopping);
    const { run, names, lines, stop } = await keep(LIST, { cancelled: controller.signal, register });
    expect([names, stop]).toEqual([[], new Error('stopped by hand')]);
    expect(run.items.map(({ state }) => state)).toEqual(['notSent', 'notSent', 'notSent']);
    expect(run.notes).toEqual([expect.stringMatching(/^This run waited \d seconds for another run/)]);
    expect(lines.length).toBeLessThanOrEqual(1);
  });

  // Each look takes half a second, and two seconds lie between them.
  test.each([
    ['nothing after less than 5 seconds', 3, []],
    ['5 seconds', 4, ['This run waited 5 seconds for another run']],
    ['88 seconds', 37, ['This run waited 88 seconds for another run']],
    ['2 minutes from 90 seconds on', 38, ['This run waited 2 minutes for another run']],
  ])('is how long it waited for another run: %s', async (_, looks, told) => {
    await killARun();
    const time = testTime();
    const began = time.monotonicMs();
    const inWholeMs = { ...time, monotonicMs: () => Math.round(time.monotonicMs() - began) };
    const ending = atCall(looks, endTheOther);
    const register = watchedTables(ending, () => {
      time.later(0.5);
    });
    const { run } = await keep(LIST, { time: inWholeMs, register });
    expect(run.notes.map((note) => note.split(' that was working')[0])).toEqual(told);
  });

  test('is no wait once n8n has ended it: it ends in the middle of one', async () => {
    await killARun();
    const controller = new AbortController();
    let inVain = 0;
    const time = {
      ...testTime(),
      sleep: async (_: number, signal: AbortSignal) => {
        controller.abort(new Error('stopped by hand'));
        await new Promise((resolve) => setImmediate(resolve));
        if (!signal.aborted) inVain += 1;
      },
    };
    const { run, names } = await keep(LIST, { time, cancelled: controller.signal });
    expect([names, run.stoppedBy?.error, inVain]).toEqual([[], new Error('stopped by hand'), 0]);
  });

  test('is how long it waited for a dead run, and once only, also if the time is over while the run looks', async () => {
    await killARun();
    const time = testTime();
    const slow = watched(() => {
      time.later(1.9);
    });
    const nothing = ['noAnswer', 'noAnswer', 'noAnswer'];
    const { names, said, run, lines } = await keep(LIST, { time, register: slow });
    expect([names, said]).toEqual([[], nothing]);
    expect(run.notes).toEqual([
      expect.stringMatching(
        /^This run waited [23] minutes for another run that was working on some of these/,
      ),
    ]);
    expect(lines[0]).toContain(
      'waits for the answers of another run, which is working on 3 of these companies',
    );
    const again = await keep(LIST, { time });
    expect([again.said, again.run.notes]).toEqual([nothing, []]);
  });
});

describe('a control', () => {
  const controlled = { options: { controlName: HIT } };

  test('that is found lets the others be clear; it is screened only if something is sent', async () => {
    const first = await keep(['Bakery'], controlled);
    expect([first.names, first.said]).toEqual([[HIT, 'Bakery'], ['clear']]);
    expect(first.run.control?.result).toBe('held');
    expect(first.run.notes).toEqual([expect.stringContaining('is a hit, as it should be')]);
    const again = await keep(['Bakery'], controlled);
    expect([again.names, again.said]).toEqual([[], ['clear']]);
    expect(again.run.control?.result).toBe('notScreened');
    expect(again.run.notes).toEqual([]);
  });

  test('that is not found leaves nothing of the run clear, and the next run that has one sends it again', async () => {
    const failing = { options: { controlName: 'Nobody' } };
    const first = await keep(['Bakery'], failing);
    expect([first.said, first.run.control?.result]).toEqual([['controlFailed'], 'failed']);
    const [row] = await rowsOf('runs');
    expect(row?.['control']).toBe('failed');
    const without = await keep(['Bakery']);
    expect([without.names, without.said]).toEqual([[], ['controlFailed']]);
    const answer = (company: string) =>
      company === HIT ? honest(company) : json(aRecord({ id: 'another id' }));
    const again = await keep(['Bakery'], { ...controlled, answer });
    expect([again.names, again.said]).toEqual([[HIT, 'Bakery'], ['clear']]);
  });

  test('that is not answered leaves nothing of the run clear, and the row of the run says that it failed', async () => {
    const answer = (company: string) => (company === HIT ? timeout : honest(company));
    const first = await keep(['Bakery'], { ...controlled, answer });
    expect([first.said, first.run.control?.result]).toEqual([['controlFailed'], 'unanswered']);
    expect((await rowsOf('runs'))[0]).toMatchObject({ control: 'failed', screeningsPaid: 1 });
  });

  test('was not screened in a run that was refused before it sent anything', async () => {
    const refused = await keep(['Bakery', 'Mill'], { options: { controlName: HIT, maxCompanies: 1 } });
    expect([refused.names, refused.run.control?.result]).toEqual([[], 'notScreened']);
    expect((await rowsOf('runs'))[0]).toMatchObject({ control: 'notScreened' });
  });
});

describe('a run that gives out what is not yet reported', () => {
  const notReported = {
    parameters: { registerSettings: { companiesToReturn: 'notReported', reportedTo: 'Slack' } },
  };

  test('writes down what it gives out, before it does', async () => {
    const { run, items } = await keep(LIST, notReported);
    const rows = await rowsOf('reports');
    expect(rows).toHaveLength(1);
    const [row] = await rowsOf('runs');
    const { reportId } = run.register ?? {};
    expect(reportId).toMatch(/\S/);
    expect(row).toMatchObject({ reportId });
    expect(rows[0]).toMatchObject({
      kind: 'given',
      reportedTo: 'Slack',
      run: row?.['run'],
      report: reportId,
    });
    expect(String(rows[0]?.['data']).match(/"company":/g)).toHaveLength(3);
    expect(items.map((item) => item['reportId'])).toEqual(LIST.map(() => reportId));
  });

  test('names a company without a verdict, which comes out again and again, and tells none of its hits', async () => {
    const answer = (company: string) => (company === 'Mill' ? timeout : honest(company));
    await keep(LIST, { answer });
    for (const runs of [1, 2]) {
      const { said } = await keep([...LIST, 'Quarry'], { ...notReported, answer: () => refused });
      expect(said).toEqual(['hit', 'clear', 'noAnswer', 'error']);
      const rows = await rowsOf('reports');
      const counts = rows.map(({ data }) => String(data).match(/"company":/g)?.length);
      // Taken up, and named once: then it is known.
      expect(counts).toEqual([2, 3, ...(runs === 1 ? [] : [2])]);
      expect(String(rows[1]?.['data'])).toContain('"hits":[]');
    }
  });

  test('that could not be written down is told by the next one, of companies that have left the list as well', async () => {
    const register = refusing((one) => one.do === 'insert' && one.table === 'reports');
    const makesMessage = { parameters: { ...notReported.parameters, output: { summaryItem: true } } };
    await keep(LIST, { ...makesMessage, register });
    expect((await rowsOf('runs')).map((row) => row['unreportedRunOfNode'] !== '')).toEqual([true]);
    const { run } = await keep(['Mill'], makesMessage);
    expect(run.register?.formerCompanies).toMatchObject([{ name: HIT, changes: [{}] }]);
    expect((await rowsOf('runs')).map((row) => row['unreportedRunOfNode'] !== '')).toEqual([false, false]);
  });

  test.each([
    [1, []],
    [2, ['What this run gave out could not be recorded, so it']],
  ])('stores it twice at most; refused %i times, it tells: %j', async (refusals, told) => {
    let left = refusals;
    const register = refusing(
      (one) => one.do === 'insert' && one.table === 'reports' && left > 0 && left-- > 0,
    );
    const { run, said } = await keep(LIST, { ...notReported, register });
    expect(said).toEqual(['hit', 'clear', 'clear']);
    expect(run.notes.map((note) => note.slice(0, 50))).toEqual(told.map((note) => note.slice(0, 50)));
  });
});

describe('a company of several names', () => {
  test('is one company: each name is paid for once, and a hit under any of them is one', async () => {
    const first = await keep(['Mill'], named);
    expect(first.names).toEqual(NAMES);
    expect(first.items).toMatchObject([
      { outcome: 'hit', companyName: 'Mill', screenedName: HIT, remembered: false },
    ]);
    const again = await keep(['Mill'], named);
    expect(again.names).toEqual([]);
    expect(again.items).toEqual(first.items.map((item) => ({ ...item, remembered: true })));
    const data = String((await rowsOf('answers'))[0]?.['data']);
    expect(data).toContain('"otherScreenings":[');
    expect(data.match(/"text":/g)).toHaveLength(3);
  });

  test('of which one name was not answered is failed: the hits so far come out as new ones, and nothing is sent again', async () => {
    const answer = (company: string) => (company === 'Old Mill' ? timeout : honest(company));
    const first = await keep(['Mill'], { ...named, answer });
    expect(first.names).toEqual(NAMES);
    expect(first.items).toMatchObject([
      {
        ...{ outcome: 'hit', companyName: 'Mill', companyKey: 'Mill', screenedName: HIT, remembered: false },
        ...{ screenedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string, reason: null, change: 'new' },
        ...{ referenceId: first.sent[1]?.referenceId, decision: null },
        caseId: expect.stringMatching(/^case1~/) as string,
      },
      { outcome: 'error', mayBeCharged: true },
    ]);
    expect(first.items[0]).not.toHaveProperty('mayBeCharged');
    expect(first.run.items).toMatchObject([
      { state: 'failed', partialResult: { receipt: { outcome: 'hit', reason: 'nameNotScreened', hits: 1 } } },
    ]);
    expect(await rowsOf('answers')).toMatchObject([{ kind: 'unanswered', outcome: 'error' }]);
    const again = await keep(['Mill'], named);
    expect([again.names, again.said]).toEqual([[], ['hit', 'noAnswer']]);
  });
});
