// The error of a run that stopped: what failed, and what became of every other item, since it may be paid for.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { sentences } from './description';
import { toNodeError, type NodeError } from './errors';
import type { RequestOperation } from '../operations/operation';
import type { ItemState, Run, StoppedBy } from '../run/itemState';
import { mayBeCharged, OperationFailure, receiptIdOf } from '../service/failure';
import { quantity } from './runHint';

/**
 * The details (`context.data`) hold one list for each of these: `screened` (or `requested`, `answered`) with the ids,
 * `failed`, and `unknown` for those that the service may have processed although no answer came; and the number
 * `notSent`.
 */
export function stopError(
  context: IExecuteFunctions,
  operation: RequestOperation,
  run: Run,
  { itemIndex, error, ...stoppedBy }: StoppedBy,
): NodeError {
  const subject = stoppedBy.subject ?? run.items[itemIndex]?.subject;
  const nodeError = toNodeError(error, { node: context.getNode(), itemIndex, subject });
  const all = [...(run.before ? [run.before] : []), ...run.items];
  const done = receipts(all, (item) => doneReceipt(item, operation));
  const failed = receipts(all, (item) => failureReceipt(item, operation, 'failed'));
  const unknown = receipts(all, (item) => failureReceipt(item, operation, 'unknown'));
  const notSent = run.items.filter(({ state }) => state === 'notSent').length;
  nodeError.description = sentences(
    subject &&
      // Every text includes an empty one.
      !nodeError.message.includes(subject.name) &&
      `Failed item: "${subject.name}".`,
    nodeError.description,
    done.length > 0 &&
      `Before the run stopped, the service had already processed ${quantity(done.length, operation)}; their ids are in the details of this error. ${whereResultsAre(run, all)}`,
    unknown.length > 1 &&
      `${quantity(unknown.length, operation)} may have been processed although no answer came; they are listed in the details.`,
  );
  if (all.some(wasSent)) {
    nodeError.context['data'] = { [operation.nouns.done]: done, failed, unknown, notSent };
  }
  return nodeError;
}

function whereResultsAre({ register }: Run, items: readonly ItemState[]): string {
  if (register === undefined) {
    return 'To keep their results next time, set On Error to Continue in the settings of this node.';
  }
  const isLost = items.some((item) => item.state === 'done' && item.result.receipt.reason === 'notStored');
  if (isLost) return `Not all of their answers could be kept in the register "${register.name}".`;
  const todo = register.onlyThisRun
    ? 'set Companies to Return to All Companies for once, since they are left out otherwise, and run the workflow again. None'
    : 'run the workflow again, and none';
  return `Their answers are in the register "${register.name}": ${todo} of them is sent or paid for again.`;
}

/** Whether the service got a request for the item. */
function wasSent(item: ItemState): boolean {
  if (item.state === 'done') return item.result.receipt.remembered !== true;
  if (item.state !== 'failed') return false;
  return item.error instanceof OperationFailure ? item.error.details.state !== 'unsendable' : item.sent;
}

/** One entry for each id: duplicates share theirs. */
function receipts(
  items: ItemState[],
  receiptOf: (item: ItemState) => IDataObject | undefined,
): IDataObject[] {
  const distinct = new Map<string, IDataObject>();
  for (const item of items) {
    const receipt = receiptOf(item);
    if (receipt) distinct.set(JSON.stringify(receipt), receipt);
  }
  return [...distinct.values()];
}

function doneReceipt(item: ItemState, operation: RequestOperation): IDataObject | undefined {
  if (item.state !== 'done') return undefined;
  // What an earlier run was answered is in the register; what another run is screening has no id yet.
  const { id, outcome, remembered } = item.result.receipt;
  if (remembered || (remembered === false && id === '')) return undefined;
  return { ...named(item, operation), [operation.receiptKey]: id, outcome };
}

/** `unknown` if the service may have done the work although no answer came. */
function failureReceipt(
  item: ItemState,
  operation: RequestOperation,
  outcome: 'failed' | 'unknown',
): IDataObject | undefined {
  if (item.state !== 'failed') return undefined;
  const details = item.error instanceof OperationFailure ? item.error.details : undefined;
  // What nobody foresaw happened after the request went out, if it did.
  const isUnknown = details ? mayBeCharged(details) : item.sent;
  if (isUnknown !== (outcome === 'unknown')) return undefined;
  const id = details && receiptIdOf(details);
  return { ...named(item, operation), ...(id ? { [operation.receiptKey]: id } : {}), outcome };
}

function named({ subject }: ItemState, { subjectKey }: RequestOperation): IDataObject {
  return { [subjectKey]: subject?.name ?? null, referenceId: subject?.referenceId ?? null };
}
