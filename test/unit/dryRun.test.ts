// The option Dry Run: one item says what a run would do, by the rules of a run; nothing is sent, claimed or stored.
import type { IDataObject } from 'n8n-workflow';

import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { plainText } from '../../nodes/CompanyScreening/names/plainText';
import { dryRunOutputs } from '../../nodes/CompanyScreening/output/output';
import { PLAIN } from '../../nodes/CompanyScreening/output/presentation';
import { TABLE_NAMES, type Statement, type Tables } from '../../nodes/CompanyScreening/register/port/tables';
import { runItems } from '../../nodes/CompanyScreening/run/run';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { testTime } from '../support/testTime';
import { aRecord } from './builders';
import { MemoryTables } from './register/memoryTables';
import {
  aContext,
  clear,
  inTime,
  json,
  timeout,
  type Scenario,
  screening,
  type Screening,
} from './screeningRuns';

const LIST = ['Alder', 'Birch', 'Cedar'];

let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const READ_ALL = TABLE_NAMES.map((table): Statement => ({ do: 'read', table, where: [], match: 'all' }));
const surroundings = (found: Pick<Tables, 'run'> = tables, time = testTime()) => ({
  ...inTime(time),
  openRegister: () => Promise.resolve({ tables, isNew: false }),
  lookForRegister: () =>
    Promise.resolve({ runWithoutWaiting: () => undefined, run: (some) => found.run(some) } satisfies Tables),
});
const screen = (companies: Scenario['companies'], more: Partial<Screening> = {}) =>
  screening({ companies, register: tables, continueOnFail: true, ...more });

/** What it says; it neither sends anything nor changes a table. */
async function dry(
  companies: Scenario['companies'],
  {
    found = tables,
    hoursLater = 0,
    ...more
  }: Partial<Scenario> & { found?: MemoryTables | null; hoursLater?: number } = {},
) {
  const parameters = { keepInRegister: true, ...more.parameters };
  const options = { ...more.options, dryRun: true };
  const { context, sent } = aContext({ companies, ...more, parameters, options });
  const before = await tables.run(READ_ALL);
  const asked: Statement[] = [];
  const watched = {
    run: (statements: readonly Statement[]) => {
      asked.push(...statements);
      return tables.run(statements);
    },
  };
  const time = testTime();
  time.later(hoursLater * 3_600);
  const around = {
    ...surroundings(watched, time),
    ...(found ? {} : { lookForRegister: () => Promise.resolve(undefined) }),
  };
  const run = await runItems(context, screenCompany, around);
  expect(sent).toEqual([]);
  expect(await tables.run(READ_ALL)).toEqual(before);
  expect(asked.filter(({ do: what }) => what !== 'read')).toEqual([]);
  const said: IDataObject = run.dryRun ?? {};
  return { context, run, said, stoppedBy: run.stoppedBy?.error };
}

test('all that it says, in the order in which people look for it', async () => {
  const { said } = await dry(LIST, { credential: { environment: 'production' } });
  expect(Object.entries(said)).toEqual([
    ['outcome', 'dryRun'],
    ['explanation', '3 companies: 3 would be sent (3 screenings). Nothing was sent.'],
    ['wouldStop', null],
    ['rows', 3],
    ['companies', 3],
    ['toSend', 3],
    ['screenings', 3],
    ['known', 0],
    ['oldestAnswer', null],
    ['newestAnswer', null],
    ['held', 0],
    ['interrupted', 0],
    ['withoutAnswer', 0],
    ['cannotBeScreened', 0],
    ['problems', null],
    ['register', 'Screening register'],
    ['environment', 'production'],
  ]);
});

test('what is known is said and from when, and each company once', async () => {
  await screen(['Alder', 'Birch']);
  const { said } = await dry([...LIST, 'Birch']);
  expect(said).toMatchObject({ rows: 4, companies: 3, toSend: 1, screenings: 1, known: 2 });
  const [oldest, newest] = [said['oldestAnswer'], said['newestAnswer']].map((at) =>
    Date.parse(plainText(at)),
  );
  expect(oldest).toBeLessThanOrEqual(newest ?? 0);
  expect(said['explanation']).toMatch(
    /^3 companies in the sandbox, not real results: 1 would be sent \(1 screening\); 2 known, answered (?:at|from) \d{4}-\d\d-\d\d .* \([\w/]+\)\. Nothing was sent\.$/,
  );
});

test('what is due again would be sent', async () => {
  await screen(LIST, { answer: (company) => json(aRecord({ id: `id-${company}` })) });
  const registerSettings = { screenAgainAfterDays: 1 };
  const after = async (hoursLater: number) => (await dry(LIST, { registerSettings, hoursLater })).said;
  expect(await after(48)).toMatchObject({ toSend: 3, known: 0 });
  expect(await after(1)).toMatchObject({ toSend: 0, known: 3 });
});

test('what cannot be screened is said with its row and why, the first ten of them, whatever On Error says', async () => {
  const companies = ['', ...LIST, '#N/A', ...Array.from({ length: 10 }, () => '')];
  for (const continueOnFail of [true, false]) {
    const { said } = await dry(companies, { continueOnFail });
    expect(said).toMatchObject({ rows: 15, companies: 3, toSend: 3, cannotBeScreened: 12 });
    const problems = plainText(said['problems']).split('\n');
    expect(problems).toHaveLength(10);
    expect(problems[0]).toBe('Row 0: Company Name is empty.');
    expect(problems[1]).toMatch(/^Row 4: .*#N\/A/);
    expect(said['explanation']).toContain('; 12 rows besides these cannot be screened.');
  }
});

test('what may have been sent without an answer is to review, and would not be sent', async () => {
  await screen(LIST, { answer: (company) => (company === 'Birch' ? timeout : clear(company)) });
  const { said } = await dry(LIST);
  expect(said).toMatchObject({ toSend: 0, known: 2, withoutAnswer: 1, held: 0 });
  expect(said['explanation']).toContain(
    '; 1 to review: an earlier run left no answer, and a person decides whether to send again.',
  );
});

test('what another run holds, or a killed one left, is said', async () => {
  const other = new MemoryTables('sqlite');
  const begun: Statement[] = [];
  const { context } = aContext({ companies: ['Birch', 'Cedar'], parameters: { keepInRegister: true } });
  const recording: Tables = {
    run: (statements) => {
      begun.push(
        ...statements.filter((one) => one.do === 'insert' && ['claims', 'runs'].includes(one.table)),
      );
      return other.run(statements);
    },
    runWithoutWaiting: () => undefined,
  };
  await runItems(context, screenCompany, {
    ...surroundings(),
    openRegister: () => Promise.resolve({ tables: recording, isNew: false }),
  });
  // Its row says that it goes on, and its claim is open.
  await tables.run(begun);
  const { said } = await dry(LIST, { options: { controlName: 'Listed' } });
  expect(said).toMatchObject({ companies: 3, toSend: 1, screenings: 2, held: 2, interrupted: 0 });
  expect(said['explanation']).toContain(
    '; 2 in progress in another run: a run waits for it, ten minutes at most.',
  );
  // A minute later, its beat is an old one.
  const later = (await dry(LIST, { hoursLater: 1 / 60 })).said;
  expect(later).toMatchObject({ toSend: 1, held: 2, interrupted: 2 });
  expect(later['explanation']).toMatch(
    /: 1 would be sent \(1 screening\)\. Another run was interrupted: 2 companies of it may have been sent, and no answer is stored\. A run may wait up to two minutes for them\. Without an answer they come out to review, and are not sent again\. Nothing was sent\.$/,
  );
  // The control would be screened, since what others hold may be left to this run.
  expect((await dry(['Birch'], { options: { controlName: 'Listed' } })).said).toMatchObject({
    ...{ toSend: 0, held: 1, screenings: 1 },
  });
});

const WITHOUT = { keepInRegister: false };
const TWICE = [...LIST, ...LIST];
const ONCE = { screenDuplicatesOnce: true };
const tooMany = (how: string) => `The list has 3 companies${how}, and Max Companies per Run is 2.`;
const MAX = { maxCompanies: 2 };
const SPLIT_IT = expect.stringContaining(
  'and 2 at most are screened at once. Split it, or ask whoever set this up.',
) as string;

test.each<[string, string[], Parameters<typeof dry>[1], says: object]>([
  [
    'why a run would stop, and the counts all the same: more companies than it may send',
    LIST,
    { options: MAX },
    { toSend: 3, wouldStop: tooMany(' that would be sent'), explanation: SPLIT_IT },
  ],
  [
    'why a run without a register would stop: more companies than it may send',
    LIST,
    { options: MAX, parameters: WITHOUT },
    { toSend: 3, wouldStop: tooMany(''), explanation: SPLIT_IT },
  ],
  [
    'that equal companies which are screened once count once',
    TWICE,
    { options: { ...ONCE, maxCompanies: 3 }, parameters: WITHOUT },
    { companies: 3, wouldStop: null },
  ],
  [
    'that equal companies which are screened once are too many',
    TWICE,
    { options: { ...ONCE, ...MAX }, parameters: WITHOUT },
    { companies: 3, wouldStop: tooMany('') },
  ],
  [
    'that a list without room in the tables would stop',
    Array.from({ length: 1_000 }, (_, number) => `Company ${number}`),
    { registerSettings: { dataTablesLimitMb: 1 } },
    { wouldStop: expect.stringMatching(/would become too large/) as string },
  ],
  [
    'that without a register each row would be sent',
    TWICE,
    { parameters: WITHOUT },
    { companies: 6, toSend: 6, screenings: 6, known: 0, register: null },
  ],
  [
    'that without a register equal companies would be sent once if that is wanted, and the control',
    TWICE,
    { parameters: WITHOUT, options: { ...ONCE, controlName: 'Listed' } },
    { companies: 3, screenings: 4 },
  ],
  [
    'that each name would be sent',
    LIST,
    {
      ...{ parameters: WITHOUT, additionalFields: { otherNames: 'x' } },
      ofItems: { additionalFields: () => ({ otherNames: 'Another' }) },
    },
    { toSend: 3, screenings: 6 },
  ],
  [
    'that each name would be sent in a run that keeps its answers, too',
    LIST,
    {
      additionalFields: { otherNames: 'x' },
      ofItems: { additionalFields: () => ({ otherNames: 'Another' }) },
    },
    { toSend: 3, screenings: 6 },
  ],
  [
    'that of an empty list nothing would be sent, not even the control',
    [],
    { parameters: WITHOUT, options: { ...ONCE, controlName: 'Listed' } },
    { companies: 0, screenings: 0 },
  ],
  [
    'that nothing is known where a run would make the register',
    LIST,
    { found: null },
    { toSend: 3, known: 0, wouldStop: null },
  ],
  [
    'what would be sent in a run that n8n started again',
    LIST,
    { mode: 'retry', parameters: WITHOUT },
    { toSend: 3 },
  ],
])('it says %s', async (_, companies, more, says) => {
  expect((await dry(companies, more)).said).toMatchObject(says);
});

test('a register that cannot be believed stops it, as a run', async () => {
  await tables.run([{ do: 'insert', table: 'claims', rows: [{ mark: 'm', state: 'open', companies: 'x' }] }]);
  const { stoppedBy, said } = await dry(LIST);
  expect(said).toEqual({});
  expect(stoppedBy).toBeInstanceOf(OperationFailure);
});

test('its item goes where what is no verdict goes, is linked to every item, and starts no formula', async () => {
  const { context, run } = await dry(['=1', '']);
  const shown = { ...run, readIn: 'spreadsheet' as const, dryRun: { explanation: '=1' } };
  const pairedItem = [{ item: 0 }, { item: 1 }];
  const item = { json: { explanation: "'=1" }, pairedItem };
  const plan = { split: undefined, presentation: PLAIN };
  expect(dryRunOutputs(context, screenCompany, shown, plan)).toEqual([[item]]);
  const split = screenCompany.splitOutputs;
  expect(dryRunOutputs(context, screenCompany, shown, { ...plan, split })).toEqual([[], [], [item]]);
});
