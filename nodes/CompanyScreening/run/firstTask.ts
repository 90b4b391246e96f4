// The first task of a run, its control, which is sent before all others; and the result of an item once its task is done.
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Clock } from '../batch/time';
import type { Task } from '../operations/shared/requestTask';
import { OperationFailure } from '../service/failure';
import { correctEvidence } from './evidence';
import type { ItemState, UnfinishedItem } from './itemState';
import type { RunStop } from './runStop';
import type { TaskSender } from './taskSender';

export interface FirstTaskFacts {
  task: Task | undefined;
  tasks: Pick<TaskSender, 'sendBefore'>;
  /** Where the run keeps its answers. */
  unreached: Unreached | undefined;
  clock: Pick<Clock, 'epochMs'>;
}

export class FirstTask {
  private sent: Promise<UnfinishedItem> | undefined;

  constructor(private readonly run: FirstTaskFacts) {}

  get isSent(): boolean {
    return this.sent !== undefined;
  }

  /** The result; undefined if there is no such task. */
  async outcome(): Promise<UnfinishedItem | undefined> {
    const { task } = this.run;
    return task && (await (this.sent ??= this.send(task)));
  }

  private async send(task: Task): Promise<UnfinishedItem> {
    const { tasks, unreached, clock } = this.run;
    const begunAtMs = clock.epochMs();
    const sent = await tasks.sendBefore(task);
    unreached?.see(sent, begunAtMs);
    return sent;
  }
}

/** The final state of an item. An answer that cannot be turned into items must not take the others with it. */
export async function concludeItem(
  context: IExecuteFunctions,
  step: UnfinishedItem,
  itemIndex: number,
  stop: RunStop,
): Promise<ItemState> {
  return await conclude(context, step).catch((error: unknown) =>
    stop.failedItem(itemIndex, step.subject, error, true),
  );
}

async function conclude(context: IExecuteFunctions, step: UnfinishedItem): Promise<ItemState> {
  if (step.state === 'failed') return concludeFailed(step);
  if (step.state !== 'answered') return step;
  const { subject, answer, binary, evidenceOf } = step;
  const { receipt, makeItems } = answer.decide();
  const { outcome, reason } = receipt;
  const hasChanged = evidenceOf && (evidenceOf.outcome !== outcome || evidenceOf.reason !== reason);
  return {
    state: 'done',
    subject,
    result: { items: makeItems(), receipt },
    binary: hasChanged ? await correctEvidence(context, binary, receipt) : binary,
  };
}

/** Gives only the hits under other names for a company that failed under one of its names: it is nothing else than failed. */
function concludeFailed({ found, ...step }: Extract<UnfinishedItem, { state: 'failed' }>): ItemState {
  if (!found) return step;
  const { receipt, makeItems } = found.decide();
  return { ...step, found: { receipt, items: makeItems().filter(({ outcome }) => outcome === 'hit') } };
}

/** True if no reply came, not even one that refuses. */
export function isUnreached(error: unknown): boolean {
  return error instanceof OperationFailure && error.details.noReply === true;
}

export class Unreached {
  /** The beginning of the first request that got no reply, in epoch milliseconds; undefined if there is none. */
  sinceMs: number | undefined;

  /** @param begunAtMs when it was asked for first; undefined if nothing was sent for it */
  see(step: UnfinishedItem, begunAtMs: number | undefined): void {
    if (begunAtMs === undefined || step.state !== 'failed' || !isUnreached(step.error)) return;
    this.sinceMs = Math.min(this.sinceMs ?? begunAtMs, begunAtMs);
  }
}
