// What Is Wrong of Get Many: what the watch is told to expect, and that it never stays silent because it could not look.
import * as z from 'zod/v4';
import { problemsIn } from '../../nodes/CompanyScreening/operations/reports/whatIsWrong';
import {
  RegisterFailure,
  type TableName,
  type TableRow,
  type Tables,
} from '../../nodes/CompanyScreening/register/port/tables';
import { toldRow } from '../../nodes/CompanyScreening/register/rows/reportRows';
import { answerRow } from '../../nodes/CompanyScreening/register/rows/answerRows';
import { aCompany, anAnswer } from './register/anAnswer';
import { MemoryTables } from './register/memoryTables';
import { complaintOf } from './register/perform';

const ENDED = Date.parse('2026-03-01T01:30:00.000Z');
const HOUR_MS = 3_600_000;
const HEALTHY: TableRow = {
  ...{ run: 'run', state: 'ended', beat: 'b', beatAt: '2026-03-01T01:30:00.000Z' },
  ...{
    startedAt: '2026-03-01T01:00:00.000Z',
    endedAt: '2026-03-01T01:30:00.000Z',
    startedBy: 'Nightly, execution 3 (trigger)',
  },
  ...{ workflow: 'w1', node: 'Company Screening', screenAgainAfterDays: 1 },
  ...{
    companies: 2,
    screenedNow: 2,
    remembered: 0,
    withVerdict: 2,
    withHits: 0,
    clear: 2,
    reviews: 0,
    errors: 0,
  },
  ...{ decisions: 0, newestDecisions: '', companiesBefore: 2 },
  ...{ environment: 'production', control: 'held', reportId: 'report' },
};
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});
const insert = (table: TableName, row: TableRow) => tables.run([{ do: 'insert', table, rows: [row] }]);

interface Look {
  parameters?: Record<string, unknown>;
  hoursLater?: number;
  find?: () => Promise<Tables>;
}
const look = ({ parameters = {}, hoursLater = 6, find = () => Promise.resolve(tables) }: Look = {}) =>
  problemsIn(find, 'Screening register', (name) => parameters[name], ENDED + hoursLater * HOUR_MS);
const found = async (by?: Look) => (await look(by)).items.map(({ json }) => json['problem']);

test('where all is well, nothing comes out, and the line above says so', async () => {
  await insert('runs', HEALTHY);
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

test.each([
  [undefined, 26, []],
  [undefined, 26.01, ['noRunInTime']],
  [1, 1, []],
  [1, 1.01, ['noRunInTime']],
  [10_000, 10_000, []],
])(
  'with %j as Expected Within (Hours), a run of %f hours ago: %j',
  async (expectedWithinHours, hoursLater, problems) => {
    await insert('runs', HEALTHY);
    // Nobody asks for tests of the screening.
    const parameters = { options: { expectedWithinHours, testExpectedWithinDays: 0 } };
    expect(await found({ parameters, hoursLater })).toEqual(problems);
  },
);

test.each([
  [undefined, ['controlNotSet']],
  [true, ['controlNotSet']],
  [false, []],
])('with %j as Control Expected, a run without a control: %j', async (controlExpected, problems) => {
  await insert('runs', { ...HEALTHY, control: 'none' });
  expect(await found({ parameters: { options: { controlExpected } } })).toEqual(problems);
});

test.each([
  [undefined, []],
  ['', []],
  ['Slack', []],
  ['Slack, e-mail', ['notTold']],
  ['ben, e-mail', ['notTold', 'notTold']],
])('with %j as Readers to Be Told, where only Slack was told: %j', async (readersToBeTold, problems) => {
  await insert('runs', HEALTHY);
  const told = { report: 'report', at: '2026-03-01T02:00:00.000Z', uuid: () => 'mark' };
  await insert('reports', toldRow(told, 'Slack'));
  await insert('reports', { ...toldRow(told, 'e-mail'), at: '2026-03-01T02:00:01.000Z' });
  expect(await found({ parameters: { options: { readersToBeTold } } })).toEqual(problems);
});

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
  await insert('runs', HEALTHY);
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
    for (let row = 0; row < count; row += 1) await insert('runs', { ...HEALTHY, companies: 'two' });
    await insert('runs', HEALTHY);
    const { items } = await look();
    expect(items.map(({ json }) => json)).toMatchObject([
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
const unreadable: Tables = {
  run: () => Promise.reject(new Error('secret of the database')),
  runWithoutWaiting: () => undefined,
};
test.each<[string, () => Promise<Tables>, string]>([
  ['are not there', () => Promise.reject(gone), 'There is no register. Correct it.'],
  [
    'cannot be read',
    () => Promise.resolve(unreadable),
    "n8n's data tables could not be read. Make sure that n8n can reach its database.",
  ],
])('tables that %s are a problem, and say nothing else', async (_, find, explanation) => {
  const json = { outcome: 'problem', register: 'Screening register', problem: 'unreadable', explanation };
  expect((await look({ find })).items).toEqual([
    { outcome: 'problem', json: { ...json, message: explanation, slackMessage: explanation } },
  ]);
});

describe('cases that wait', () => {
  const asked = '2026-02-20T01:00:00.000Z';
  const waiting = (mark: string, name: string, screenedAt: string) =>
    answerRow(anAnswer(aCompany(name), mark, { screenedAt, outcome: 'hit', screening: mark.repeat(64) }));

  test('raise the alarm after five days, and it names the oldest and counts them', async () => {
    await insert('runs', HEALTHY);
    await insert('answers', waiting('a', 'Alder', asked));
    await insert('answers', { ...waiting('b', 'Birch', '2026-02-22T01:00:00.000Z') });
    await insert('answers', waiting('c', 'Cedar', '2026-02-28T01:00:00.000Z'));
    const { items } = await look();
    expect(items.map(({ json }) => json)).toMatchObject([
      {
        problem: 'casesWait',
        explanation:
          '2 cases have been open for 5 days or longer. The oldest has waited for 9 days: Alder: Somebody. Decide about them at the review desk, or with Record Decision.',
      },
    ]);
  });

  test.each([
    [undefined, ['casesWait']],
    [9, ['casesWait']],
    [10, []],
    [0, []],
  ])('with %j as Open Cases Older Than (Days): %j', async (openCasesOlderThanDays, problems) => {
    await insert('runs', HEALTHY);
    await insert('answers', waiting('a', 'Alder', asked));
    expect(await found({ parameters: { options: { openCasesOlderThanDays } } })).toEqual(problems);
  });

  test('that cannot be read hide nothing else', async () => {
    const broken: Tables = {
      run: (statements) =>
        statements.some(({ table }) => table === 'answers')
          ? Promise.reject(new Error('no'))
          : tables.run(statements),
      runWithoutWaiting: () => undefined,
    };
    expect(await found({ find: () => Promise.resolve(broken) })).toEqual(['noRunInTime', 'unreadable']);
  });
});

test.each([
  [undefined, 366, ['noTestInTime']],
  [30, 31, ['noTestInTime']],
  [0, 4000, []],
])(
  'with %j as Test Expected Within (Days), %d days after the first run: %j',
  async (days, daysLater, problems) => {
    await insert('runs', HEALTHY);
    const parameters = { options: { expectedWithinHours: 10_000, testExpectedWithinDays: days } };
    const told = await found({ parameters, hoursLater: daysLater * 24 });
    expect(told.filter((one) => one === 'noTestInTime')).toEqual(problems);
  },
);

test('a row of a test that was changed is told, and is no run', async () => {
  await insert('runs', HEALTHY);
  await insert('runs', { ...HEALTHY, run: 'test', kind: 'test', test: '{}' });
  expect(await found({})).toEqual(['damagedRow']);
});

test('an answer that somebody deleted by hand is told, with what to do', async () => {
  await insert('runs', HEALTHY);
  const gone = anAnswer(aCompany('Alder'), 'm1');
  await insert('answers', answerRow(anAnswer(aCompany('Alder'), 'm2', { previousAnswers: [gone.answerId] })));
  const { items } = await look({ parameters: { openCasesOlderThanDays: 0 } });
  expect(items.map(({ json }) => json)).toMatchObject([
    {
      ...{ outcome: 'problem', register: 'Screening register', problem: 'rowsGone' },
      explanation:
        '1 answer is neither in "Screening register answers" nor in "Screening register archive". Somebody deleted rows by hand, or restored tables from different times. Find out who, and restore all tables from one backup. To delete rows on purpose, use Prune or Forget Company.',
    },
  ]);
});

test('a row of the archive that was changed is told', async () => {
  await insert('runs', HEALTHY);
  await insert('archive', { kind: 'index', mark: 'm', run: 'r' });
  const { items } = await look();
  expect(items.map(({ json }) => json['problem'])).toEqual(['unreadable']);
  expect(items[0]?.json['explanation']).toMatch(
    /^A row of the data table "Screening register archive" was changed/,
  );
});
