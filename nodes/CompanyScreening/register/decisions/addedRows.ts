// A row that is added to the decisions.
import { decisionRow, isDamagedDecision, readDecisionRow, type Decision } from '../rows/decisionRows';
import { readable } from '../rows/cells';
import { equal, type Tables } from '../port/tables';

/** With its seal. What a database would change in a text is made readable. */
export function newDecision({
  reason,
  decidedBy,
  decidedByAddress,
  companyKey,
  companyName,
  name,
  ...rest
}: Omit<Decision, 'seal'>): Decision {
  const row = decisionRow({
    ...rest,
    reason: readable(reason),
    decidedBy: readable(decidedBy),
    decidedByAddress: readable(decidedByAddress),
    companyKey: readable(companyKey),
    companyName: readable(companyName),
    name: readable(name),
  });
  const decision = readDecisionRow({ ...row, id: 0 });
  if (isDamagedDecision(decision)) throw new Error('A decision is not one as it is written.');
  return decision;
}

/**
 * A statement that failed may have been carried out: the row is looked for before anybody is told to try again.
 *
 * @returns why the row is not there
 */
export async function insertOnce(tables: Tables, decisions: readonly Decision[]): Promise<unknown> {
  try {
    await tables.run([{ do: 'insert', table: 'decisions', rows: decisions.map(decisionRow) }]);
    return undefined;
  } catch (error) {
    // One row of an insert proves the others.
    const where = decisions.slice(0, 1).map(({ decision }) => equal('decision', decision));
    const [stored = []] = await tables.run([{ do: 'read', table: 'decisions', where, match: 'all' }]);
    return stored.length === 0 ? error : undefined;
  }
}
