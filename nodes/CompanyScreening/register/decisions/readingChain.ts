// All decisions as the tables have them.
import { removedOf } from '../facts/knowledge';
import { READING_REMOVALS, removalsAmong } from '../rows/archiveRows';
import { readRunForPeople } from '../rows/runRows';
import type { Statement, Tables } from '../port/tables';
import { decisionChain, type Chain } from '../facts/chain';

const READING_CHAIN = [
  { do: 'read', table: 'decisions', where: [], match: 'all' },
  { do: 'read', table: 'runs', where: [], match: 'all' },
  READING_REMOVALS,
] as const satisfies readonly Statement[];

/** @throws RegisterFailure if the tables cannot be read */
export async function readChain(tables: Tables): Promise<Chain> {
  const [rows = [], runs = [], removals = []] = await tables.run(READING_CHAIN);
  const receipts = runs.flatMap((row) => readRunForPeople(row) ?? []);
  return decisionChain(rows, receipts, removedOf(removalsAmong(removals)).decisions);
}
