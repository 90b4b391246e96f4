// Rows of kind `doubt` in the table `answers`: the control of a run failed when answers of that run were stored already. Such a row is
// only ever added. The later answers of the run name it in `lateDoubts`, so that it cannot go unnoticed.
import * as z from 'zod/v4';

import type { StoredRow, TableRow } from '../tables';
import { ANSWER_TABLE } from './answerRows';
import { mark } from './cells';

const DOUBT = 'doubt';

/** With which every read of answers finds the doubts as well. */
export const IS_DOUBT = { column: 'kind', is: 'equal', value: DOUBT } as const;
/** The answers that name one, whatever company they are of. */
export const NAMES_DOUBT = { column: 'data', is: 'contains', value: 'lateDoubts' } as const;

/** @param at when the control failed, as an ISO date and time */
export function doubtRow(run: string, at: string): TableRow {
  return ANSWER_TABLE.rowOf({
    answer: `${run}.${DOUBT}`,
    mark: run,
    company: '',
    keyHash: '',
    run,
    kind: DOUBT,
    follows: [],
    past: [],
    repeats: '',
    despite: [],
    screening: '',
    outcome: 'review',
    reason: 'controlFailed',
    screenedAt: at,
    data: {},
  });
}

/** The run that the row is about; if the row was changed, each run that it may have been about. */
export interface StoredDoubt {
  runs: readonly string[];
  isSound: boolean;
}

const doubtSchema = z.object({ run: mark.catch(''), mark: mark.catch('') });

/** Undefined for a row that is no doubt. */
export function readDoubt(row: StoredRow): StoredDoubt | undefined {
  // Before the schema: all rows of answers are asked this, and an error of zod's takes longer than reading one.
  if (row['kind'] !== DOUBT) return undefined;
  const read = doubtSchema.parse(row);
  const runs = [...new Set([read.run, read.mark])].filter((one) => one !== '');
  return { runs, isSound: ANSWER_TABLE.isSound(row) };
}
