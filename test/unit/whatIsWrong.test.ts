// What Is Wrong of Get Many: what the watch is told to expect, and that it never stays silent because it could not look.
import * as z from 'zod/v4';
import { problemsIn } from '../../nodes/CompanyScreening/operations/reports/whatIsWrong';
import {
  RegisterFailure,
  type TableRow,
  type Tables,
} from '../../nodes/CompanyScreening/register/port/tables';
import { toldRow } from '../../nodes/CompanyScreening/register/rows/reportRows';
import { answerRow } from '../../nodes/CompanyScreening/register/rows/answerRows';
import { aCompany, anAnswer } from './register/anAnswer';
import { aRun, runRow } from './register/aRun';
import { MemoryTables, watched } from './register/memoryTables';
import { complaintOf } from './register/perform';
import { jsonsOf } from './builders';

const ENDED = Date.parse('2026-03-01T01:30:00.000Z');
const HOUR_MS = 3_600_000;
const HEALTHY = runRow(
  aRun({
    ...{ startedAt: '2026-03-01T01:00:00.000Z', endedAt: '2026-03-01T01:30:00.000Z' },
    beatAt: '2026-03-01T01:30:00.000Z',
  }),
);
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});
interface Look {
  parameters?: Record<string, unknown>;
  hoursLater?: number;
  find?: () => Promise<Tables>;
}
const look = ({ parameters = {}, hoursLater = 6, find = () => Promise.resolve(tables) }: Look = {}) =>
  problemsIn(find, 'Screening register', (name) => parameters[name], ENDED + hoursLater * HOUR_MS);
const found = async (by?: Look) => jsonsOf(await look(by)).map(({ problem }) => problem);

test('where all is well, nothing comes out, and the line above says so', async () => {
  await tables.insert('runs', HEALTHY);
  expect(await look()).toEqual({ items: [], counts: ['all is well'] });
});

test('each problem is an item of its register', async () => {
  const result = await look();
  expect(result).toEqual({
    items: [
      {
        outcome: 'problem',
        json: {
          ...{ outcome: 'problem', register: 'Screening register', problem: 'noRunInTime' },
          explanation: expect.stringContaining('No workflow has ever run automatically') as string,
          message: expect.stringContaining('No workflow has ever run automatically') as string,
          slackMessage: expect.stringContaining('No workflow has ever run automatically') as string,
        },
      },
    ],
    counts: ['1 problem'],
  });
  expect((await look({ parameters: { options: { readersToBeTold: 'Slack' } } })).counts).toEqual([
    '2 problems',
  ]);
});

test('each item says all problems, so that an alarm that looks at one of them leaves none out', async () => {
  const { items } = await look({ parameters: { options: { readersToBeTold: 'A & B' } } });
  const said = items.map(({ json }) => z.string().parse(json['explanation']));
  expect(said).toHaveLength(2);
  for (const { json } of items) {
    expect(json['message']).toBe(said.join('\n\n'));
    expect(json['slackMessage']).toBe(said.join('\n\n').replaceAll('&', '&amp;'));
  }
});

const waiting = (mark: string, name: string, screenedAt: string) =>
  answerRow(anAnswer(aCompany(name), mark, { screenedAt, outcome: 'hit', screening: mark.repeat(64) }));
const OF_TWENTIETH = '2026-02-20T01:00:00.000Z';
const NO_TESTS = { testExpectedWithinDays: 0 };
const RARELY = { expectedWithinHours: 10_000 };

// Slack was told of its report. Alder has waited for 9 days where cases wait.
test.each<[options: object, hoursLater: number, run: TableRow, casesWait: boolean, problems: string[]]>([
  [{ ...NO_TESTS }, 26, {}, false, []],
  [{ ...NO_TESTS }, 26.01, {}, false, ['noRunInTime']],
  [{ ...NO_TESTS, expectedWithinHours: 1 }, 1, {}, false, []],
  [{ ...NO_TESTS, expectedWithinHours: 1 }, 1.01, {}, false, ['noRunInTime']],
  [{ ...NO_TESTS, ...RARELY }, 10_000, {}, false, []],
  [{ workflowsToWatch: 'Another workflow' }, 6, {}, false, ['noRunInTime']],
  [{}, 6, { control: 'none' }, false, ['controlNotSet']],
  [{ controlExpected: true }, 6, { control: 'none' }, false, ['controlNotSet']],
  [{ controlExpected: false }, 6, { control: 'none' }, false, []],
  [{ readersToBeTold: '' }, 6, {}, false, []],
  [{ readersToBeTold: 'Slack' }, 6, {}, false, []],
  [{ readersToBeTold: 'Slack, e-mail' }, 6, {}, false, ['notTold']],
  [{ readersToBeTold: 'ben, e-mail' }, 6, {}, false, ['notTold', 'notTold']],
  [{}, 6, {}, true, ['casesWait']],
  [{ openCasesOlderThanDays: 9 }, 6, {}, true, ['casesWait']],
  [{ openCasesOlderThanDays: 10 }, 6, {}, true, []],
  [{ openCasesOlderThanDays: 0 }, 6, {}, true, []],
  [{ ...RARELY }, 366 * 24, {}, false, ['noTestInTime']],
  [{ ...RARELY, testExpectedWithinDays: 30 }, 31 * 24, {}, false, ['noTestInTime']],
  [{ ...RARELY, testExpectedWithinDays: 0 }, 4000 * 24, {}, false, ['noRunInTime']],
])(
  'with %j, %f hours after a run with %j, cases that wait: %j, it says %j',
  async (options, hoursLater, ...of) => {
    const [run, casesWait, problems] = of;
    await tables.insert('runs', { ...HEALTHY, ...run });
    const told = { report: 'report', at: '2026-03-01T02:00:00.000Z', uuid: () => 'mark' };
    // A row that was changed tells nobody.
    const changed = { ...toldRow(told, 'e-mail'), at: '2026-03-01T02:00:01.000Z' };
    await tables.insert('reports', toldRow(told, 'Slack'), changed);
    if (casesWait) await tables.insert('answers', waiting('a', 'Alder', OF_TWENTIETH));
    expect(await found({ parameters: { options }, hoursLater })).toEqual(problems);
  },
);

test.each([
  { options: { expectedWithinHours: 0 } },
  { options: { expectedWithinHours: 0.5 } },
  { options: { expectedWithinHours: 10_001 } },
  { options: { expectedWithinHours: '26' } },
  { options: { expectedWithinHours: null } },
  { options: { controlExpected: 'yes' } },
  { options: { controlExpected: null } },
  { options: { openCasesOlderThanDays: -1 } },
  { options: { testExpectedWithinDays: -1 } },
  { options: { testExpectedWithinDays: 3651 } },
  { options: { testExpectedWithinDays: '365' } },
])('%j stops it, so that nobody relies on a watch that does not watch', async (parameters) => {
  await tables.insert('runs', HEALTHY);
  expect(await complaintOf(look({ parameters }))).toEqual([
    expect.stringMatching(/^[A-Z][a-z]+ .*has an invalid value\.$/),
    expect.stringContaining('Correct it in this node.'),
  ]);
});

test('Readers to Be Told without a name stops it too', async () => {
  await expect(look({ parameters: { options: { readersToBeTold: ' , ' } } })).rejects.toThrow('is empty');
});

test.each([
  [1, '1 row'],
  [2, '2 rows'],
])(
  '%i rows of runs that cannot be read are a problem of their own, beside those of the others',
  async (count, words) => {
    for (let row = 0; row < count; row += 1) await tables.insert('runs', { ...HEALTHY, companies: 'two' });
    await tables.insert('runs', HEALTHY);
    expect(jsonsOf(await look())).toMatchObject([
      {
        problem: 'damagedRow',
        explanation: expect.stringMatching(
          new RegExp(`^${words} of the table of runs cannot be read\\. Find out who`),
        ) as string,
      },
    ]);
    expect(await found({ hoursLater: 40 })).toEqual(['damagedRow', 'noRunInTime']);
  },
);

const gone = new RegisterFailure('notThere', 'There is no register.', 'Correct it.');
test.each<[string, () => Promise<Tables>, string]>([
  ['are not there', () => Promise.reject(gone), 'There is no register. Correct it.'],
  [
    'cannot be read',
    () => Promise.resolve(watched(tables, () => Promise.reject(new Error('secret of the database')))),
    "n8n's data tables could not be read. Make sure that n8n can reach its database.",
  ],
])('tables that %s are a problem, and say nothing else', async (_, find, explanation) => {
  const json = { outcome: 'problem', register: 'Screening register', problem: 'unreadable', explanation };
  expect((await look({ find })).items).toEqual([
    { outcome: 'problem', json: { ...json, message: explanation, slackMessage: explanation } },
  ]);
});

test('cases that wait raise the alarm after five days, and it names the oldest and counts them', async () => {
  await tables.insert('runs', HEALTHY);
  await tables.insert(
    'answers',
    waiting('a', 'Alder', OF_TWENTIETH),
    waiting('b', 'Birch', '2026-02-22T01:00:00.000Z'),
    waiting('c', 'Cedar', '2026-02-28T01:00:00.000Z'),
  );
  expect(jsonsOf(await look())).toMatchObject([
    {
      problem: 'casesWait',
      explanation:
        '2 cases have been open for 5 days or longer. The oldest has waited for 9 days: Alder: Somebody. Decide about them at the review desk, or with Record Decision.',
    },
  ]);
});

test('a case of which nobody knows since when it waits has waited for too long', async () => {
  await tables.insert('runs', HEALTHY);
  await tables.insert('answers', { ...waiting('a', 'Alder', OF_TWENTIETH), data: '{}' });
  expect(await found()).toEqual(['casesWait']);
});

test('cases that cannot be read hide nothing else', async () => {
  const broken = watched(tables, (statements) => {
    if (statements.some(({ table }) => table === 'answers')) throw new Error('no');
  });
  expect(await found({ find: () => Promise.resolve(broken) })).toEqual(['noRunInTime', 'unreadable']);
});

test('a row of a test that was changed is told, and is no run', async () => {
  await tables.insert('runs', HEALTHY);
  await tables.insert('runs', { ...HEALTHY, run: 'test', kind: 'test', test: '{}' });
  expect(await found({})).toEqual(['damagedRow']);
});

test('an answer that somebody deleted by hand is told, with what to do', async () => {
  await tables.insert('runs', HEALTHY);
  const gone = anAnswer(aCompany('Alder'), 'm1');
  await tables.insert(
    'answers',
    answerRow(anAnswer(aCompany('Alder'), 'm2', { previousAnswers: [gone.answerId] })),
  );
  expect(jsonsOf(await look())).toMatchObject([
    {
      ...{ outcome: 'problem', register: 'Screening register', problem: 'rowsGone' },
      explanation:
        '1 answer is neither in "Screening register answers" nor in "Screening register archive". Somebody deleted rows by hand, or restored tables from different times. Find out who, and restore all tables from one backup. To delete rows on purpose, use Prune or Forget Company.',
    },
  ]);
});

test('a row of the archive that was changed is told', async () => {
  await tables.insert('runs', HEALTHY);
  await tables.insert('archive', { kind: 'index', mark: 'm', run: 'r' });
  const sentence = /^A row of the data table "Screening register archive" was changed/;
  expect(jsonsOf(await look())).toMatchObject([
    { problem: 'unreadable', explanation: expect.stringMatching(sentence) as string },
  ]);
});
