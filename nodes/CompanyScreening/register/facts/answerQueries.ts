// register/facts/: what the rows say together: the order of answers, the state of each company, changes, news, which runs live. Pure functions;
// what a person decided about a case is above it.
//
// The reads of the table `answers`. Each also reads the doubts about answers that were stored before (`lateDoubts.ts`).
import { equal, MAX_CONDITIONS, type Condition, type ReadStatement, type Statement } from '../port/tables';
import { IS_DOUBT, NAMES_DOUBT } from '../rows/doubtRows';

/**
 * Reads the answers with these values, and those that name a doubt: it may be about a run of these companies, and gone. Reads all answers
 * for many values, since each condition costs a scan.
 */
export function answersQuery(
  column: 'company' | 'keyHash' | 'mark' | 'run',
  values: readonly string[],
): ReadStatement {
  return values.length > MAX_CONDITIONS ? EVERY_ANSWER : answersBy([...equals(column, values), NAMES_DOUBT]);
}

/** Reads the answers with one of these screening ids, under whichever of their names. */
export function screeningIdQueries(ids: readonly string[]): Statement[] {
  const first = ids.length > MAX_CONDITIONS ? EVERY_ANSWER : answersBy(equals('screening', ids));
  return [first, OF_SEVERAL_NAMES];
}

export const EVERY_ANSWER: ReadStatement = { do: 'read', table: 'answers', where: [], match: 'all' };

/** Reads the answers that have ids beside the one in `screening`. */
const OF_SEVERAL_NAMES = answersBy([{ column: 'data', is: 'contains', value: 'otherScreenings' }]);

/** Reads answers and doubts. The doubts come last: a read in several pieces gives its own answers first. */
function answersBy(where: readonly Condition[]): ReadStatement {
  return { do: 'read', table: 'answers', where: [...where, IS_DOUBT], match: 'any' };
}

function equals(column: string, values: readonly string[]): Condition[] {
  return values.map((value) => equal(column, value));
}
