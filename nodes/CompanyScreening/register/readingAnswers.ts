// How answers are read: by their hashes, or all of them.
import { equal, MAX_CONDITIONS, type ReadStatement, type Statement } from './tables';

/** The answers with one of these screening ids, under whichever of their names. */
export function readingIds(ids: readonly string[]): Statement[] {
  return [answersWith('screening', ids), OF_SEVERAL_NAMES];
}

/** The answers that have ids beside the one in `screening`. */
const OF_SEVERAL_NAMES: Statement = {
  do: 'read',
  table: 'answers',
  where: [{ column: 'data', is: 'contains', value: 'otherScreenings' }],
  match: 'all',
};

/** Reads the answers with one of these values; all answers where that is said, or for many values, since each condition costs a scan. */
export function answersWith(
  column: 'company' | 'keyHash' | 'screening',
  values: readonly string[],
  areAll = false,
): ReadStatement {
  if (areAll || values.length > MAX_CONDITIONS) {
    return { do: 'read', table: 'answers', where: [], match: 'all' };
  }
  return { do: 'read', table: 'answers', where: values.map((value) => equal(column, value)), match: 'any' };
}
