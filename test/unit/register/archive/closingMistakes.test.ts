// Mistakes about closing that look right, each planted in place of a rule: with the rule all is well, without it something is wrong. The
// model has the others (`model/mistakes.ts`).
import { closableRepeats } from '../../../../nodes/CompanyScreening/register/archive/closing';
import { historyOf } from '../../../../nodes/CompanyScreening/register/archive/pastScreenings';
import {
  everyCompany,
  REGISTER_QUERIES,
} from '../../../../nodes/CompanyScreening/register/companies/everyCompany';
import { companyHash, type Company } from '../../../../nodes/CompanyScreening/register/rows/identity';
import { RULES } from '../../../../nodes/CompanyScreening/register/protocol/rules';
import { withPast } from '../../../../nodes/CompanyScreening/register/facts/history';
import { claimRow } from '../../../../nodes/CompanyScreening/register/rows/claimRows';
import { decisionId, decisionRow } from '../../../../nodes/CompanyScreening/register/rows/decisionRows';
import { goingRow } from '../../../../nodes/CompanyScreening/register/rows/runRows';
import type { Statement, StoredRow, Tables } from '../../../../nodes/CompanyScreening/register/port/tables';
import { aCompany } from '../anAnswer';
import { MemoryTables } from '../memoryTables';
import { playNight, rowsOf } from '../playedNights';

const [ALDER, BIRCH] = [aCompany('Alder'), aCompany('Birch')];
const night = (day: number) => `2026-01-${String(day).padStart(2, '0')}T02:00:00.000Z`;
const NOW_MS = Date.parse(night(31));

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

/** What Get Many says of a company. */
async function outcomeOf(company: Company): Promise<string> {
  const every = everyCompany(await tables.run(REGISTER_QUERIES), NOW_MS);
  if (!('companies' in every)) throw new Error('A row cannot be read.');
  const stands = every.companies.find((one) => one.company === companyHash(company));
  return stands?.doubt ?? (stands?.is === 'answer' ? stands.answer.outcome : '');
}

describe('an answer that leaves although another company has its screening id', () => {
  const sharedAndClosed = async () => {
    await play(1, [ALDER, BIRCH]);
    await play(2, [ALDER, BIRCH], tables, 'shared');
    await play(3);
    await play(4);
    expect((await rowsOf(tables, 'archive')).length).toBeGreaterThan(0);
    return await outcomeOf(BIRCH);
  };

  test('would make the other one clear', async () => {
    expect(await sharedAndClosed()).toBe('otherRequest');
    jest
      .spyOn(RULES, 'closableRepeats')
      .mockImplementation((known, isGoing) => closableRepeats({ ...known, screenings: new Map() }, isGoing));
    tables = new MemoryTables('sqlite');
    expect(await sharedAndClosed()).toBe('clear');
  });
});

describe('an answer that a person had asked for again, as a repeat', () => {
  const askedAgain = async () => {
    await play(1);
    const company = companyHash(ALDER);
    const claim = { mark: 'lost', run: 'killed', claimedAt: night(2), requests: {}, companies: [company] };
    const run = goingRow(night(2), { run: 'killed', beat: '1', startedBy: '', companies: 1, about: {} });
    const decision = decisionRow({
      ...{ decision: decisionId(company, 'lost'), company, mark: 'lost', hitFingerprint: '' },
      ...{
        decided: 'sendAgain',
        reason: 'No answer',
        decidedBy: 'u-1',
        decidedByAddress: 'ann@company.example',
      },
      ...{ decidedAt: night(2), companyKey: '', companyName: '', name: '', previous: [], follows: [] },
    });
    await tables.run([
      { do: 'insert', table: 'runs', rows: [{ ...run, state: 'presumedDead' }] },
      { do: 'insert', table: 'claims', rows: [claimRow({ ...claim, referenceIds: { [company]: 'r' } })] },
      { do: 'insert', table: 'decisions', rows: [decision] },
    ]);
    for (const day of [3, 4, 5, 6]) await play(day);
    expect((await rowsOf(tables, 'archive')).length).toBeGreaterThan(0);
    return await outcomeOf(ALDER);
  };

  test('would take with it that the unanswered request was given up', async () => {
    expect(await askedAgain()).toBe('clear');
    jest.spyOn(RULES, 'withPast').mockImplementation((known, answer) => ({
      ...withPast(known, { ...answer, insteadOf: [] }),
      insteadOf: answer.insteadOf,
    }));
    tables = new MemoryTables('sqlite');
    expect(await askedAgain()).toBe('noAnswer');
  });
});

describe('the archive, read before the answers', () => {
  /** Nights of two companies, and a closing that was not carried out. */
  async function nightsWithClosing(): Promise<readonly Statement[]> {
    let closing: readonly Statement[] = [];
    const keeping: Tables = {
      run: async (statements) => {
        const isClosing = statements.some(({ do: what, table }) => what === 'insert' && table === 'archive');
        if (isClosing) closing = statements;
        return await tables.run(isClosing ? [] : statements);
      },
      runWithoutWaiting: () => undefined,
    };
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

  const archiveFirst = (on: Tables): Tables => ({
    run: async (statements) => {
      const isOfArchive = ({ do: what, table }: Statement) => what === 'read' && table === 'archive';
      const sorted = [...statements.filter(isOfArchive), ...statements.filter((one) => !isOfArchive(one))];
      const found = await on.run(sorted);
      const reads = sorted.filter((one) => one.do === 'read');
      return statements.filter((one) => one.do === 'read').map((one) => found[reads.indexOf(one)] ?? []);
    },
    runWithoutWaiting: () => undefined,
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

function oneByOne(carryOut: (statement: Statement) => Promise<StoredRow[][]>): Tables {
  return {
    run: async (statements) => {
      const found: StoredRow[][] = [];
      for (const statement of statements) found.push(...(await carryOut(statement)));
      return found;
    },
    runWithoutWaiting: () => undefined,
  };
}
