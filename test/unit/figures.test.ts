// "Figures" of Get Many: one item for each month of the workflow's time zone, from the rows of the register.
import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import {
  figuresIn,
  monthsSince,
  readNightsWithin,
} from '../../nodes/CompanyScreening/operations/reports/figures';
import { readFilters } from '../../nodes/CompanyScreening/operations/shared/registerReading';
import { companyHash } from '../../nodes/CompanyScreening/register/rows/identity';
import { answerRow } from '../../nodes/CompanyScreening/register/rows/answerRows';
import type { RunWithCounts } from '../../nodes/CompanyScreening/register/rows/runRows';
import { testRow } from '../../nodes/CompanyScreening/register/rows/testRows';
import type { StoredRow, TableRow } from '../../nodes/CompanyScreening/register/port/tables';
import { parametersOf } from './builders';
import { aCompany, anAnswer, hit } from './register/anAnswer';
import { aRemoval } from './register/aRemoval';
import { aRun, runRow } from './register/aRun';
import { added, person } from './register/decisions/aDecision';
import { MemoryTables } from './register/memoryTables';
import { FIGURE_KEYS } from './reportKeys';

const NOW = Date.parse('2026-05-10T12:00:00.000Z');
interface Books {
  runs?: readonly TableRow[];
  answers?: readonly TableRow[];
  decisions?: readonly StoredRow[];
  archive?: readonly TableRow[];
}
async function figuresOf(books: Books, { timezone = 'UTC', filters = {}, hours = 26 } = {}) {
  const tables = new MemoryTables('sqlite');
  for (const table of ['runs', 'answers', 'decisions', 'archive'] as const) {
    const rows = books[table] ?? [];
    if (rows.length > 0) await tables.insert(table, ...rows);
  }
  const asked = { withinMs: hours * 3_600_000, timezone, nowMs: NOW };
  const read = readFilters(filters, timezone);
  const { items, counts } = await figuresIn(tables, 'Screening register', read, asked);
  return { months: items.map(({ json }) => json), counts };
}

const gloom = aCompany('Gloom', 'P-1');
const about = { company: companyHash(gloom), claimId: 'm1', hitFingerprint: hit.fingerprint };
const night = (at: string, by: Partial<RunWithCounts> = {}) =>
  runRow(aRun({ runId: `r ${at}`.replaceAll(/\W/g, '-'), startedAt: at, endedAt: at, ...by }));

test('an empty register has no month', async () => {
  expect(await figuresOf({})).toEqual({ months: [], counts: ['0 months'] });
});

test('an item says of its month what was screened, found, decided and left open', async () => {
  const found = anAnswer(gloom, 'm1', { outcome: 'hit', screenedAt: '2026-03-02T01:00:00.000Z' });
  const proposed = added([], 'falsePositive', { ...about, decidedAt: '2026-03-31T08:00:00.000Z' });
  const decisions = added(proposed, 'confirm', {
    ...{ ...about, ...person('ben'), decidedAt: '2026-04-04T13:00:00.000Z' },
  });
  const runs = [
    night('2026-03-02T01:00:00.000Z'),
    night('2026-03-05T01:00:00.000Z', { control: 'none', newHits: 0, goneHits: 2, screeningsPaid: 11 }),
    night('2026-05-01T01:00:00.000Z'),
  ];
  const { months, counts } = await figuresOf({ runs, answers: [answerRow(found)], decisions });
  expect(counts).toEqual(['3 months']);
  const [march, april, may] = months;
  expect(Object.keys(march ?? {})).toEqual(FIGURE_KEYS);
  expect(march).toEqual({
    ...{ outcome: 'figures', month: '2026-03', finished: true, environment: 'production', problem: null },
    ...{ from: '2026-03-01T00:00:00.000Z', until: '2026-04-01T00:00:00.000Z' },
    explanation:
      '2026-03: 2 nights, 1 of them late, 22 companies screened, 1 new hit. 0 hits decided; 1 open at the end, the oldest for 30 days.',
    ...{ runs: 2, runsNotEnded: 0, nights: 2, lateNights: 1 },
    ...{ nightsWithoutControl: 1, nightsControlFailed: 0 },
    ...{ companiesScreened: 22, screeningsPaid: 23 },
    ...{ newHits: 1, changedHits: 0, hitsListedAgain: 0, goneHits: 2 },
    ...{ proposed: 1, confirmed: 0, rejected: 0, trueMatches: 0, closed: 0, sentAgain: 0, checked: 0 },
    ...{ decidedHits: 0, falsePositiveShare: null },
    ...{ medianDays: null, ninetyPercentDays: null, maximumDays: null },
    ...{ openAtEnd: 1, oldestOpenDays: 30, tests: 0, spellingsMissed: 0, spellingsNoLongerFound: 0 },
  });
  // Nothing ran in April: that is what has to be seen.
  expect(april).toMatchObject({
    ...{ month: '2026-04', runs: 0, nights: 0, companiesScreened: 0, confirmed: 1 },
    ...{ decidedHits: 1, falsePositiveShare: 1, medianDays: 33.5, openAtEnd: null, oldestOpenDays: null },
    explanation:
      '2026-04: 0 nights, 0 companies screened, 0 new hits. 1 hit decided (100 % false positives), half of them within 33.5 days; nobody counted the open ones.',
  });
  expect(may).toMatchObject({ month: '2026-05', until: '2026-05-10T12:00:00.000Z', lateNights: 1 });
});

test('what was open at the end of a month is what the last run of each node counted', async () => {
  const counted = (at: string, node: string, openCases: number | null, oldestCaseAt = '') =>
    night(at, { node, openCases, oldestCaseAt });
  const runs = [
    counted('2026-03-30T01:00:00.000Z', 'A', 7, '2026-02-01T00:00:00.000Z'),
    counted('2026-03-31T01:00:00.000Z', 'A', 2, '2026-03-22T00:00:00.000Z'),
    counted('2026-03-31T02:00:00.000Z', 'A', null),
    counted('2026-03-30T03:00:00.000Z', 'B', 3),
    counted('2026-04-02T01:00:00.000Z', 'A', null),
    counted('2026-05-02T01:00:00.000Z', 'A', 9, '2026-03-22T00:00:00.000Z'),
  ];
  const { months } = await figuresOf({ runs });
  expect(months).toMatchObject([
    { openAtEnd: 5, oldestOpenDays: 10 },
    { openAtEnd: null, oldestOpenDays: null },
    // The present month has the cases of now.
    { openAtEnd: 0, oldestOpenDays: null },
  ]);
});

test('a month is that of the workflow’s time zone, also where clocks are put forward', async () => {
  const runs = [night('2026-03-31T22:30:00.000Z')];
  const berlin = await figuresOf({ runs }, { timezone: 'Europe/Berlin' });
  expect(berlin.months[0]).toMatchObject({ month: '2026-04', from: '2026-03-31T22:00:00.000Z', nights: 1 });
  const tokyo = await figuresOf({ runs }, { timezone: 'Asia/Tokyo' });
  expect(tokyo.months[0]).toMatchObject({ month: '2026-04', from: '2026-03-31T15:00:00.000Z' });
  expect((await figuresOf({ runs })).months[0]).toMatchObject({ month: '2026-03', nights: 1 });
});

test('every instant belongs to one month', () => {
  for (const timezone of ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia']) {
    const months = monthsSince(Date.parse('2011-11-15T00:00:00Z'), NOW, timezone);
    for (const [index, { endMs }] of months.slice(0, -1).entries())
      expect(months[index + 1]?.startMs).toBe(endMs);
    expect(months.at(-1)?.endMs).toBe(NOW);
    expect(new Set(months.map(({ name }) => name)).size).toBe(months.length);
  }
});

test('a row with a date of long ago does not make a thousand months', () => {
  expect(monthsSince(Date.parse('0001-01-01T00:00:00Z'), NOW, 'UTC')).toHaveLength(240);
});

test.each(['2026-04-01', '2026-04-20'])(
  'only the months from %s on come out, and each is whole',
  async (from) => {
    const runs = [night('2026-03-02T01:00:00.000Z'), night('2026-04-29T01:00:00.000Z')];
    const { months } = await figuresOf({ runs }, { filters: { from, before: '2026-05-01' } });
    expect(months).toMatchObject([{ month: '2026-04', from: '2026-04-01T00:00:00.000Z', nights: 1 }]);
  },
);

test('a test counts with what it paid for, and is no night', async () => {
  const test = testRow({
    ...{ run: 't1', environment: 'production', startedBy: 'Yearly, execution 3 (trigger)' },
    ...{ startedAt: '2026-03-02T08:00:00.000Z', endedAt: '2026-03-02T08:01:00.000Z' },
    figures: {
      ...{ names: 2, answered: 7, mayBeCharged: 0, madeUpFound: false },
      ...{ found: 4, missed: 3, noAnswer: 0, noLongerFound: 1 },
    },
    // One of them was in the list twice.
    results: { found: [], missed: ['a'.repeat(12), 'b'.repeat(12)], noAnswer: [] },
  });
  const { months } = await figuresOf({ runs: [night('2026-03-02T01:00:00.000Z'), test] });
  expect(months[0]).toMatchObject({
    ...{ runs: 1, nights: 1, tests: 1, spellingsMissed: 2, spellingsNoLongerFound: 1 },
    ...{ companiesScreened: 11, screeningsPaid: 12 + 7 },
  });
});

test('a run of the future counts to now, and no month comes after this one', async () => {
  const runs = [night('2026-05-01T01:00:00.000Z'), night('2027-01-01T01:00:00.000Z')];
  const { months } = await figuresOf({ runs });
  expect(months).toMatchObject([{ month: '2026-05', runs: 2 }]);
});

test('what makes figures less than they seem is said with them', async () => {
  const runs = [
    night('2026-04-01T01:00:00.000Z'),
    night('2026-05-01T01:00:00.000Z', { environment: 'sandbox' }),
    night('2026-05-02T01:00:00.000Z', { state: 'presumedDead', endedAt: '' }),
  ];
  const rows = added(added([], 'falsePositive', about), 'confirm', { ...about, ...person('ben') });
  const { months, counts } = await figuresOf({ runs, decisions: rows.slice(1) });
  expect(months.at(-1)?.['problem']).toMatch(
    /^1 run did not end: .*Some of these runs are from the sandbox: not real results\. A row of the data table "Screening register decisions" is missing/,
  );
  expect(months[0]?.['problem']).toMatch(/^A row of the data table/);
  expect(counts?.join()).toMatch(/is missing/);
});

test.each([0, -1, 10_001, '26', NaN])('Expected Within (Hours) of %s is refused', (expectedWithinHours) => {
  expect(() => readNightsWithin(parametersOf({ options: { expectedWithinHours } }))).toThrow(InvalidItem);
});
test('Expected Within (Hours) is 26 unless it is given', () => {
  expect(readNightsWithin(parametersOf({}))).toBe(26 * 3_600_000);
  expect(readNightsWithin(parametersOf({ options: { expectedWithinHours: 1.5 } }))).toBe(5_400_000);
});

describe('where something was deleted on purpose', () => {
  const runs = [3, 4, 5].map((month) => night(`2026-0${month}-01T01:00:00.000Z`));
  const problemsOf = async (archive: readonly TableRow[]) =>
    (await figuresOf({ runs, archive })).months.map(({ month, problem }) => [month, problem]);
  const DIFFER = 'So these figures differ from those that were read before.';

  test('the months before it say so, and why', async () => {
    const said = `Data from before 2026-04-01 that was no longer needed was pruned on 2026-05-02: 12 screenings, as ann@company.example decided (Five years are over). ${DIFFER}`;
    expect(await problemsOf([aRemoval()])).toEqual([
      ['2026-03', said],
      ['2026-04', null],
      ['2026-05', null],
    ]);
  });

  test('the months in which a forgotten company was screened or decided about say so', async () => {
    const said = `A company was forgotten on 2026-05-02: 12 screenings, as ann@company.example decided (It asked for it). ${DIFFER}`;
    const spans = { oldest: '2026-04-10T00:00:00.000Z', newest: '2026-04-20T00:00:00.000Z' };
    expect(await problemsOf([aRemoval({ kind: 'forgotten', reason: 'It asked for it', ...spans })])).toEqual([
      ['2026-03', null],
      ['2026-04', said],
      ['2026-05', said],
    ]);
  });
});
