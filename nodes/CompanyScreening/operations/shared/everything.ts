// What a register holds, of all companies or of those under one key.
import { everyCompany, READING_EVERYTHING, type EveryCompany } from '../../register/companies/everyCompany';
import { readingBeside, readingOfKey, rowsOfKey } from '../../register/companies/ofKey';
import { damagedRow } from '../../register/port/registerProblem';
import type { StoredRow, Tables } from '../../register/port/tables';

export interface Everything extends EveryCompany {
  /** The rows of each statement of `READING_EVERYTHING`. */
  found: readonly (readonly StoredRow[])[];
}

/**
 * @param nowMs epoch milliseconds
 * @param key as the filter Company Key has it; empty for all companies
 * @returns with a key, the companies under it as they are in the whole register, and some others
 * @throws RegisterFailure if a row cannot be read on which the others depend
 */
export async function readEverything(
  tables: Tables,
  register: string,
  nowMs: number,
  key = '',
): Promise<Everything> {
  const found = key === '' ? await tables.run(READING_EVERYTHING) : await readKey(tables, key);
  const every = everyCompany(found, nowMs);
  if (!('companies' in every)) throw damagedRow(register, every);
  return { ...every, found };
}

async function readKey(tables: Tables, key: string): Promise<StoredRow[][]> {
  const first = await tables.run(readingOfKey(key));
  return rowsOfKey(first, await tables.run(readingBeside(first)));
}
