// The permission to send: a beat was stored lately, and nobody took the run for dead before. While a machine slept, a person may have had the
// companies of its run sent again. `permitSending` in `register.ts` asks before each request: without a fresh beat, it stores one first.
import { equal, type Statement, type StoredRow } from '../port/tables';
import { readRun } from '../rows/runRows';
import type { SendingStop } from './messages';
import type { OwnRun } from './ownRun';
import type { Moment } from './state';

/** The reason why the run may send nothing more; null if it may, with a fresh beat. */
export function whyNotToSend(run: OwnRun): SendingStop | null {
  if (!run.isTakenForDead) return null;
  return { is: run.ownRow ? 'takenForDead' : 'ownRowGone' };
}

/** Stores a beat, and then reads what others have made of the row. */
export function beatStatements(run: OwnRun): Statement[] {
  const where = [equal('run', run.state.runId)];
  return [run.storingBeat(), { do: 'read', table: 'runs', where, match: 'all' }];
}

/** @param runId as it was when the beat was stored */
export function takeInBeat(
  { state }: OwnRun,
  { runId, startedAt, rows }: { runId: string; startedAt: Moment; rows: readonly StoredRow[] },
): void {
  const [row] = rows.flatMap((one) => readRun(one) ?? []);
  if (row?.state === 'going') state.beatAt = startedAt;
  else state.known.runs = state.known.runs.flatMap((one) => (one.runId === runId ? (row ?? []) : one));
}
