// Mistakes about closing that look right, each planted in place of a rule: with the rule all is well, without it something is wrong. The
// model has the others (`model/mistakes.ts`).
import { historyOf } from '../../../../nodes/CompanyScreening/register/archive/pastScreenings';
import type { Company } from '../../../../nodes/CompanyScreening/register/rows/identity';
import { RULES } from '../../../../nodes/CompanyScreening/register/protocol/rules';
import type { Statement, StoredRow, Tables } from '../../../../nodes/CompanyScreening/register/port/tables';
import { aCompany } from '../anAnswer';
import { isInsert, MemoryTables, oneByOne, tablesOf } from '../memoryTables';
import { playNight } from '../playedNights';

const [ALDER, BIRCH] = [aCompany('Alder'), aCompany('Birch')];
const night = (day: number) => `2026-01-${String(day).padStart(2, '0')}T02:00:00.000Z`;

let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
  jest.spyOn(RULES, 'isWorthClosing').mockImplementation((repeats) => repeats > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const play = (day: number, companies: readonly Company[] = [ALDER], on: Tables = tables, id?: string) =>
  playNight(on, { at: night(day), companies, ...(id === undefined ? {} : { screeningIdOf: () => id }) });

describe('the archive, read before the answers', () => {
  /** Nights of two companies, and a closing that was not carried out. */
  async function nightsWithClosing(): Promise<readonly Statement[]> {
    let closing: readonly Statement[] = [];
    const keeping = tablesOf(async (statements) => {
      const isClosing = isInsert(statements, 'archive');
      if (isClosing) closing = statements;
      return await tables.run(isClosing ? [] : statements);
    });
    for (const day of [1, 2, 3, 4]) await play(day, [ALDER, BIRCH], keeping);
    return closing;
  }
  const archivedId = `${night(2).replaceAll(/\D/g, '')}-Birch`;

  /** After so many statements, somebody else closes the books. */
  function closedAfter(
    statements: number,
    closing: readonly Statement[],
  ): { on: Tables; isClosed: () => boolean } {
    const inner = tables.copy();
    let left = statements;
    return {
      isClosed: () => left < 0,
      on: oneByOne(async (statement) => {
        if (left-- === 0) await inner.run(closing);
        return await inner.run([statement]);
      }),
    };
  }

  const archiveFirst = (on: Tables) =>
    tablesOf(async (statements) => {
      const isOfArchive = ({ do: what, table }: Statement) => what === 'read' && table === 'archive';
      const sorted = [...statements.filter(isOfArchive), ...statements.filter((one) => !isOfArchive(one))];
      const found = await on.run(sorted);
      const reads = sorted.filter((one) => one.do === 'read');
      return statements.filter((one) => one.do === 'read').map((one) => found[reads.indexOf(one)] ?? []);
    });

  /** What the first read of the ids has found counts for the whole run. */
  const idsOnce = (on: Tables): Tables => {
    let first: StoredRow[] | undefined;
    return oneByOne(async (statement) => {
      const isIndex = statement.do === 'read' && statement.where.some(({ value }) => value === 'index');
      const found = await on.run([statement]);
      return isIndex ? [(first ??= found[0] ?? [])] : found;
    });
  };

  /** For each moment at which the books can be closed meanwhile. */
  async function atEveryMoment(
    says: (on: Tables) => Promise<string>,
    order = (on: Tables) => on,
  ): Promise<Set<string>> {
    tables = new MemoryTables('sqlite');
    const closing = await nightsWithClosing();
    expect(closing.length).toBeGreaterThan(1);
    const all = new Set<string>();
    for (let statements = 0; ; statements++) {
      const { on, isClosed } = closedAfter(statements, closing);
      const said = await says(order(on));
      if (!isClosed()) return all;
      all.add(said);
    }
  }

  const reasonOfOldId = async (on: Tables) => {
    const [settled] = await play(5, [ALDER], on, archivedId);
    return settled?.is === 'answer' ? settled.answer.reason : '';
  };
  const screeningsInHistory = async (on: Tables) => {
    const { screenings, problems } = await historyOf(on, { isWanted: () => true, mayBeWanted: () => true });
    return `${screenings.length}, ${problems.length} problems`;
  };

  test.each([
    ['short', false],
    ['long', true],
  ])('would take an old answer for a new one (a %s list)', async (_, isLong) => {
    jest.spyOn(RULES, 'isLongList').mockImplementation(() => isLong);
    expect(await atEveryMoment(reasonOfOldId)).toEqual(new Set(['staleAnswer']));
    expect(await atEveryMoment(reasonOfOldId, archiveFirst)).toContain('');
  });

  test('would do so too if a short list read the ids once', async () => {
    expect(await atEveryMoment(reasonOfOldId, idsOnce)).toContain('');
  });

  test('would lose screenings of the past', async () => {
    expect(await atEveryMoment(screeningsInHistory)).toEqual(new Set(['8, 0 problems']));
    expect((await atEveryMoment(screeningsInHistory, archiveFirst)).size).toBeGreaterThan(1);
  });
});
