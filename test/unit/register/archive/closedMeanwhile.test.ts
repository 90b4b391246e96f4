// Books that somebody else closes while they are read: at whatever moment, nothing is missed of what moves into the archive.
import { historyOf } from '../../../../nodes/CompanyScreening/register/archive/pastScreenings';
import { RULES } from '../../../../nodes/CompanyScreening/register/protocol/rules';
import type { Statement, Tables } from '../../../../nodes/CompanyScreening/register/port/tables';
import { aCompany } from '../anAnswer';
import { isInsert, MemoryTables, oneByOne, tablesOf } from '../memoryTables';
import { playNight, type PlayedNight } from '../playedNights';

const [ALDER, BIRCH] = [aCompany('Alder'), aCompany('Birch')];
const night = (day: number) => `2026-01-${String(day).padStart(2, '0')}T02:00:00.000Z`;
const play = (day: number, on: Tables, more: Partial<PlayedNight> = {}) =>
  playNight(on, { at: night(day), companies: [ALDER, BIRCH], ...more });

beforeEach(() => {
  jest.spyOn(RULES, 'isWorthArchiving').mockImplementation((repeats) => repeats > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** What is read, for each moment at which the books can be closed meanwhile. */
async function atEveryMoment(read: (on: Tables) => Promise<string>): Promise<Set<string>> {
  const tables = new MemoryTables('sqlite');
  let closing: readonly Statement[] = [];
  const keeping = tablesOf(async (statements) => {
    if (!isInsert(statements, 'archive')) return await tables.run(statements);
    closing = statements;
    return [];
  });
  for (const day of [1, 2, 3, 4]) await play(day, keeping);
  expect(closing.length).toBeGreaterThan(1);
  const all = new Set<string>();
  for (let statements = 0; ; statements++) {
    const inner = tables.copy();
    let left = statements;
    const closedMeanwhile = oneByOne(async (statement) => {
      if (left-- === 0) await inner.run(closing);
      return await inner.run([statement]);
    });
    const said = await read(closedMeanwhile);
    if (left >= 0) return all;
    all.add(said);
  }
}

test.each([
  ['short', false],
  ['long', true],
])('an old id that comes again is known as one, in a list that is %s', async (_, isLong) => {
  jest.spyOn(RULES, 'isLongList').mockImplementation(() => isLong);
  const screeningIdOf = () => `${night(2).replaceAll(/\D/g, '')}-Birch`;
  const reasonOfOldId = async (on: Tables) => {
    const [settled] = await play(5, on, { companies: [ALDER], screeningIdOf });
    return settled?.is === 'answer' ? settled.answer.reason : '';
  };
  expect(await atEveryMoment(reasonOfOldId)).toEqual(new Set(['staleAnswer']));
});

test('no screening of the past is missing', async () => {
  const screeningsInHistory = async (on: Tables) => {
    const { screenings, problems } = await historyOf(on, { isWanted: () => true, mayBeWanted: () => true });
    return `${screenings.length}, ${problems.length} problems`;
  };
  expect(await atEveryMoment(screeningsInHistory)).toEqual(new Set(['8, 0 problems']));
});
