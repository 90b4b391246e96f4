// Everything that a register holds, read in one call.
import { everyCompany, READING_EVERYTHING, type EveryCompany } from '../../register/everyCompany';
import { damagedRow } from '../../register/registerProblem';
import type { StoredRow, Tables } from '../../register/tables';

export interface Everything extends EveryCompany {
  /** The rows of each statement of `READING_EVERYTHING`. */
  found: readonly (readonly StoredRow[])[];
}

/**
 * @param nowMs epoch milliseconds
 * @throws RegisterFailure if a row cannot be read on which the others depend
 */
export async function readEverything(tables: Tables, register: string, nowMs: number): Promise<Everything> {
  const found = await tables.run(READING_EVERYTHING);
  const every = everyCompany(found, nowMs);
  if (!('companies' in every)) throw damagedRow(register, every);
  return { ...every, found };
}
