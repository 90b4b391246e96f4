// How answers are read: by their hashes or marks, or all of them. Always together with the doubts: one is stored before the answers that
// name it, so whoever finds such an answer finds it too.
import { IS_DOUBT, NAMES_DOUBT } from '../rows/doubtRows';
import { equal, MAX_CONDITIONS, type Condition, type ReadStatement, type Statement } from '../port/tables';

/**
 * The answers of these companies, and those that name a doubt: it may be about a run of these companies, and gone. All answers where
 * that is said, or for many values, since each condition costs a scan.
 */
export function answersWith(
  column: 'company' | 'keyHash' | 'mark' | 'run',
  values: readonly string[],
  areAll = false,
): ReadStatement {
  return areAll || values.length > MAX_CONDITIONS
    ? EVERY_ANSWER
    : answersBy([...equals(column, values), NAMES_DOUBT]);
}

/** The answers with one of these screening ids, under whichever of their names. */
export function readingIds(ids: readonly string[]): Statement[] {
  const first = ids.length > MAX_CONDITIONS ? EVERY_ANSWER : answersBy(equals('screening', ids));
  return [first, OF_SEVERAL_NAMES];
}

const EVERY_ANSWER: ReadStatement = { do: 'read', table: 'answers', where: [], match: 'all' };

/** The answers that have ids beside the one in `screening`. */
const OF_SEVERAL_NAMES = answersBy([{ column: 'data', is: 'contains', value: 'otherScreenings' }]);

/** The doubts last: of several pieces of a read, their own comes after the others. */
function answersBy(where: readonly Condition[]): ReadStatement {
  return { do: 'read', table: 'answers', where: [...where, IS_DOUBT], match: 'any' };
}

function equals(column: string, values: readonly string[]): Condition[] {
  return values.map((value) => equal(column, value));
}
