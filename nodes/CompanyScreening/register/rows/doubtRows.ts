// Rows of kind `doubt` in the table `answers`: doubts about answers that were stored before. The control of their run failed, or a later
// reply showed that they are old. Such a row is only ever added. The later answers of the run name it in `lateDoubtNames`, so that it cannot go
// unnoticed.
import * as z from 'zod/v4';

import type { StoredRow, TableRow } from '../port/tables';
import { ANSWER_TABLE } from './answerRows';
import { jsonText, mark } from './cells';

const DOUBT = 'doubt';

/** Condition by which every read of answers finds the doubts as well. */
export const IS_DOUBT = { column: 'kind', is: 'equal', value: DOUBT } as const;
/** Condition for the answers that name a doubt, whatever company they are of. */
export const NAMES_DOUBT = { column: 'data', is: 'contains', value: 'lateDoubtNames' } as const;

/** A doubt; named by the run if its control failed. */
export interface LateDoubt {
  name: string;
  runId: string;
  /** The ids of the answers that are old; null if the control failed. */
  old: readonly string[] | null;
}

/** @param number tells the doubts of a run apart */
export const oldAnswers = (runId: string, number: number, old: readonly string[]): LateDoubt => ({
  name: `${runId}.old${number}`,
  runId,
  old,
});
export const failedControl = (runId: string): LateDoubt => ({ name: runId, runId, old: null });

/** The run that the doubt with this name is about. */
export const runOfDoubt = (name: string): string => name.replace(/\.old\d+$/, '');

/** @param at when it was found, as an ISO date and time */
export function doubtRow({ name, runId, old }: LateDoubt, at: string): TableRow {
  return ANSWER_TABLE.rowOf({
    answer: `${name}.${DOUBT}`,
    mark: name,
    company: '',
    keyHash: '',
    run: runId,
    kind: DOUBT,
    previousAnswers: [],
    previousOriginals: [],
    repeatMark: '',
    replacesClaims: [],
    screening: '',
    outcome: 'review',
    reason: old ? 'staleAnswer' : 'controlFailed',
    screenedAt: at,
    data: old ? { old } : {},
  });
}

export type StoredDoubt =
  | ({ isIntact: true } & LateDoubt)
  /** The row was changed: each run that it may have been about. */
  | { isIntact: false; runs: readonly string[] };

const doubtSchema = z.object({
  run: mark,
  mark,
  data: jsonText(z.object({ old: z.array(mark).nullable().default(null) })),
});
const changedSchema = z.object({ run: mark.catch(''), mark: mark.transform(runOfDoubt).catch('') });

/** Undefined for a row that is no doubt. */
export function readDoubt(row: StoredRow): StoredDoubt | undefined {
  // This check comes before the schema: all rows of answers are asked this, and an error of zod's takes longer than reading one.
  if (row['kind'] !== DOUBT) return undefined;
  const intact = ANSWER_TABLE.isIntact(row) ? doubtSchema.safeParse(row).data : undefined;
  if (intact) return { isIntact: true, name: intact.mark, runId: intact.run, old: intact.data.old };
  const { run, mark: ofName } = changedSchema.parse(row);
  return { isIntact: false, runs: [...new Set([run, ofName])].filter((one) => one !== '') };
}
