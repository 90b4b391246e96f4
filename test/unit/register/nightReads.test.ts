// What a night reads follows from its list and from what changed, not from the nights before it: counted through the port, row by row.
import type { StoredRow, TableName, Tables } from '../../../nodes/CompanyScreening/register/port/tables';
import { aCompany } from './anAnswer';
import { MemoryTables, tablesOf } from './memoryTables';
import { playNight } from './playedNights';

const COMPANIES = Array.from({ length: 40 }, (_, number) => aCompany(`Company ${number}`));
const NIGHTS = 18;
const night = (number: number) => new Date(Date.UTC(2026, 0, 1 + number, 2)).toISOString();

/** Characters that come back from each table; of the archive, with one read: a short list reads the ids again with each batch. */
function counting(tables: Tables): { tables: Tables; read: () => Partial<Record<TableName, number>> } {
  const read: Partial<Record<TableName, number>> = {};
  // The ids get longer.
  const lengthOf = (rows: readonly StoredRow[]) =>
    rows.reduce((sum, row) => sum + JSON.stringify({ ...row, id: 0 }).length, 0);
  return {
    read: () => read,
    tables: tablesOf(async (statements) => {
      const found = await tables.run(statements);
      for (const [at, statement] of statements.filter((one) => one.do === 'read').entries()) {
        const [before, now] = [read[statement.table] ?? 0, lengthOf(found[at] ?? [])];
        read[statement.table] = statement.table === 'archive' ? Math.max(before, now) : before + now;
      }
      return found;
    }),
  };
}

test.each([['everything'], ['what a reader was not told']])(
  'in a late night, a run that gives out %s reads no more than in an early one, but for the short ids of the archive',
  async (what) => {
    const tables = new MemoryTables('sqlite');
    const readers = what === 'everything' ? [] : ['Slack'];
    const nights: Partial<Record<TableName, number>>[] = [];
    for (let number = 0; number < NIGHTS; number++) {
      const counted = counting(tables);
      await playNight(counted.tables, { companies: COMPANIES, at: night(number), readers });
      nights.push(counted.read());
    }
    // The books are closed every two or three nights, so the most of six nights counts.
    const mostOf = (from: number, table: TableName) =>
      Math.max(...nights.slice(from, from + 6).map((read) => read[table] ?? 0));
    const [early, late] = [4, NIGHTS - 6];
    for (const table of ['answers', 'claims', 'decisions', 'reports', 'runs'] as const)
      expect([table, mostOf(late, table)]).toEqual([table, mostOf(early, table)]);
    const archived = (late - early) * COMPANIES.length;
    const more = (mostOf(late, 'archive') - mostOf(early, 'archive')) / archived;
    // Eight characters for each screening; the rest are the cells of the index rows, which longer lists share among more.
    expect(more).toBeGreaterThan(7);
    expect(more).toBeLessThan(25);
  },
);
