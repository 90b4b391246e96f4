// What the register is told of a run before it begins.
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Keeping } from '../../operations/shared/keptTask';
import { startOf } from '../../operations/shared/startOf';
import type { DueRule } from '../../register/facts/dueness';
import { hashOf } from '../../register/rows/identity';
import type { RunSettings } from '../../register/protocol/messages';
import { TIMES } from '../../register/facts/liveness';
import { readable } from '../../register/rows/cells';
import { readerHash } from '../../register/rows/reportRows';
import type { TableRow } from '../../register/port/tables';
import type { ControlResult } from '../itemState';

export function runSettings(
  context: IExecuteFunctions,
  { run, batchSize, report }: Keeping,
  due: DueRule | null,
  concurrency: number,
): RunSettings {
  return {
    run,
    batchSize,
    concurrency,
    due,
    startedBy: readable(startOf(context)),
    times: TIMES,
    readers: (report?.readers ?? []).map(readerHash),
    ...nodeOf(context),
  };
}

/** What became of the control, if the run has one. @param isSending whether any company is to be sent */
export function controlOf(keeping: Keeping, isSending: boolean): ControlResult {
  if (!keeping.hasControl) return 'none';
  if (keeping.controlAnswered?.()) return keeping.controlHolds() ? 'held' : 'failed';
  return isSending ? 'unanswered' : 'notScreened';
}

/** Whose run it is, what it gives out, and how often its list is screened: for whoever watches it. */
export function aboutRun(
  context: IExecuteFunctions,
  { report, screenAgainAfterDays }: Keeping,
  control: ControlResult,
): TableRow {
  return {
    // Nothing that such a run found to be clear is.
    control: control === 'unanswered' ? 'failed' : control,
    reportId: report?.id ?? '',
    workflow: context.getWorkflow().id ?? '',
    node: readable(context.getNode().name),
    screenAgainAfterDays,
  };
}

/** A workflow that was never saved has no name of its own: the length of its list is not compared. */
function nodeOf(context: IExecuteFunctions): { node: string } | Record<string, never> {
  const { id } = context.getWorkflow();
  return id === undefined ? {} : { node: hashOf(['node', 1, id, context.getNode().id]) };
}
