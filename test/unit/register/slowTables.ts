// Tables whose statements come at random moments, as if every run had a way of its own to the database.
import type { Statement, StoredRow, Tables } from '../../../nodes/CompanyScreening/register/port/tables';

export class SlowTables implements Tables {
  /** @param random gives numbers from 0 up to 1 */
  constructor(
    private readonly tables: Tables,
    private readonly random: () => number,
  ) {}

  async run(statements: readonly Statement[]): Promise<StoredRow[][]> {
    const found: StoredRow[][] = [];
    for (const statement of statements) {
      for (let turns = Math.floor(this.random() * 4); turns > 0; turns--)
        await new Promise((resolve) => setImmediate(resolve));
      found.push(...(await this.tables.run([statement])));
    }
    return found;
  }

  runWithoutWaiting(statements: readonly Statement[]): void {
    this.tables.runWithoutWaiting(statements);
  }
}
