// A test and the register: the earlier tests are read before anything is paid for, and the row of this one is written at the end.
import { quantity } from '../../names/plainText';
import { readTest, testRow, TEST, type StoredTest } from '../../register/rows/testRows';
import { equal, type Tables } from '../../register/port/tables';

export interface EarlierTests {
  /** Earlier tests in the same environment. */
  tests: readonly StoredTest[];
  /** What is wrong with rows; empty if nothing is. */
  problem: string;
}

export const NO_EARLIER_TESTS: EarlierTests = { tests: [], problem: '' };

/** @throws RegisterFailure if the table cannot be read */
export async function readEarlierTests(
  tables: Tables,
  environment: StoredTest['environment'],
): Promise<EarlierTests> {
  const [rows = []] = await tables.run([
    { do: 'read', table: 'runs', where: [equal('kind', TEST)], match: 'all' },
  ]);
  const read = rows.map(readTest);
  const damaged = read.filter((test) => test === undefined).length;
  return {
    tests: read.filter((test) => test?.environment === environment).filter((test) => test !== undefined),
    problem:
      damaged === 0
        ? ''
        : `${quantity(damaged, 'earlier test', 'earlier tests')} in the table of runs cannot be read, and counts for nothing: find out who changed the tables of the register.`,
  };
}

/**
 * Stores the row. A call that failed may have been carried out: the row is looked for before it is stored again.
 *
 * @returns whether it is there; a test that is paid for must come out all the same
 */
export async function keepTest(tables: Tables, test: StoredTest): Promise<boolean> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    if (await insertOnce(tables, test).catch(() => false)) return true;
  }
  return false;
}

async function insertOnce(tables: Tables, test: StoredTest): Promise<boolean> {
  const reading = { do: 'read', table: 'runs', where: [equal('run', test.run)], match: 'all' } as const;
  const [found = []] = await tables.run([reading]);
  if (found.length > 0) return true;
  const [stored = []] = await tables.run([{ do: 'insert', table: 'runs', rows: [testRow(test)] }, reading]);
  return stored.length > 0;
}
