// What the tables of the register are expected to have, and what a run will add to them.
import { ARCHIVE_INDEX_QUERY } from '../../../nodes/CompanyScreening/register/facts/archivedIds';
import { keyHash, type Company } from '../../../nodes/CompanyScreening/register/rows/identity';
import { knowingNothing, takeIn } from '../../../nodes/CompanyScreening/register/facts/knowledge';
import { RULES } from '../../../nodes/CompanyScreening/register/protocol/rules';
import { answersQuery, EVERY_ANSWER } from '../../../nodes/CompanyScreening/register/facts/answerQueries';
import { estimateOf } from '../../../nodes/CompanyScreening/register/facts/size';
import { aCompany, aDamaged, anAnswer } from './anAnswer';
import { MemoryTables, rowsOf } from './memoryTables';
import { knowing } from './night';
import { playNight } from './playedNights';

const saying = (payload: string, company: Company) => {
  const answer = anAnswer(company, `m${company.key}`);
  return { ...answer, data: { ...answer.data, payload } };
};
const known = (payloads: readonly string[]) =>
  knowing(...payloads.map((payload, index) => saying(payload, aCompany('Gloom Ltd', String(index)))));

const companies = (count: number) => ({ companies: count, requests: count });

test('an empty register has nothing, and a run adds as much as clear companies need, or nothing where nothing is sent', () => {
  const { stored, added } = estimateOf(known([]), companies(1_000));
  expect(stored).toBe(0);
  expect(added).toBeGreaterThan(1_000_000);
  expect(added).toBeLessThan(4_000_000);
  expect(estimateOf(known(['x']), companies(0)).added).toBe(0);
});

test('the replies that are there say how long those to come are', () => {
  const short = estimateOf(known(['x'.repeat(100), 'x'.repeat(300)]), companies(10));
  const long = estimateOf(known(['x'.repeat(10_100), 'x'.repeat(10_300)]), companies(10));
  expect(long.stored - short.stored).toBe(20_000);
  expect(long.added - short.added).toBe(100_000);
});

test('an answer that cannot be read counts as one that is clear', () => {
  const damaged = knowing(aDamaged({ answerId: 'a', claimId: 'm', company: 'c'.repeat(64) }));
  expect(estimateOf(damaged, companies(1)).stored).toBe(estimateOf(known([]), companies(1)).added);
});

test('what is stored of a company of several names is the replies to all of them', () => {
  const names = ['Gloom Ltd', 'Gloom Trading', 'Gloom Lines', 'Gloom Holdings'] as const;
  const several = knowing(saying('x'.repeat(3_998), { ...aCompany('Gloom Ltd'), names }));
  const one = estimateOf(several, { companies: 1, requests: 1 }).added;
  expect(estimateOf(several, { companies: 1, requests: 2 }).added - one).toBe(1_000);
});

test('each name of a company has a reply of its own, and one company has rows', () => {
  const one = estimateOf(known([]), { companies: 100, requests: 100 });
  const four = estimateOf(known([]), { companies: 100, requests: 400 });
  expect(four.added - one.added).toBe(3 * estimateOf(known([]), { companies: 0, requests: 100 }).added);
});

test('of several closings, the last one that has counted says how much there was beside them', () => {
  const closing = { screenings: 0, size: 0, ids: new Float64Array(), batches: new Float64Array() };
  const row = { ...closing, id: 1, kind: 'index', mark: 'm', runId: 'r', seal: '', originals: 0 } as const;
  const named = { oldest: '', newest: '', removedBy: '', removedByAddress: '', reason: '' };
  const of = (day: number, otherBytes: number) => {
    return { ...row, ...named, at: `2026-01-0${day}`, otherBytes, packs: [], previousSeals: [] };
  };
  const rows = [of(1, 900_000), of(3, 800_000), of(2, 700_000), of(4, 0)];
  const archived = { rows, removals: [], ids: closing.ids, packed: new Map() };
  const { stored } = estimateOf({ answers: new Map(), archived }, companies(0));
  expect(stored).toBe(800_000 + rows.length * 2_000);
});

describe('of a register whose books are closed', () => {
  const COMPANIES = Array.from({ length: 40 }, (_, number) => aCompany(`Company ${number}`));
  const tables = new MemoryTables('sqlite');
  beforeAll(async () => {
    jest.spyOn(RULES, 'isLongList').mockReturnValue(true);
    for (let day = 1; day <= 8; day++)
      await playNight(tables, { companies: COMPANIES, at: `2026-01-0${day}T02:00:00.000Z` });
    jest.restoreAllMocks();
  });
  /** What a run with a list of so many companies knows when it begins. */
  async function storedFor(companies: number): Promise<number> {
    const keys = COMPANIES.slice(0, companies).map(({ key }) => keyHash(key));
    const isAll = companies === COMPANIES.length;
    const reads = [isAll ? EVERY_ANSWER : answersQuery('keyHash', keys), ARCHIVE_INDEX_QUERY];
    const known = knowingNothing();
    takeIn(known, reads, await tables.run(reads), { startedAtMs: 0, endedAtMs: 0, gapMs: 0 });
    return estimateOf(known, { companies: 0, requests: 0 }).stored;
  }

  test('what has left the table counts as well', async () => {
    const data = (await rowsOf(tables, 'archive')).reduce((sum, row) => sum + String(row['data']).length, 0);
    const answers = (await rowsOf(tables, 'answers')).length;
    expect(data).toBeGreaterThan(1_000);
    expect(answers).toBeLessThan(8 * COMPANIES.length);
    const whole = await storedFor(COMPANIES.length);
    expect(whole).toBeGreaterThan(answers * 2_000 + data);
    expect(whole).toBeLessThan(answers * 3_000 + 2 * data + 10_000);
  });

  test('a short list knows by the last closing how much there is beside it', async () => {
    const [whole, short] = [await storedFor(COMPANIES.length), await storedFor(1)];
    // Since then, the nights that were not worth a closing have been stored.
    expect(short / whole).toBeGreaterThan(0.4);
    expect(short / whole).toBeLessThanOrEqual(1);
  });
});
