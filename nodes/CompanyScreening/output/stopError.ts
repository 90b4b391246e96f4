// The error of a run that stopped: what failed, and what became of every other item, since it may be paid for.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { quantity, sentences, withoutTags } from '../names/plainText';
import type { RequestOperation } from '../operations/shared/operation';
import type { Subject } from '../operations/shared/requestTask';
import { wasSent, type ItemState, type RunResult, type StoppedBy } from '../run/state/itemState';
import { mayHaveBeenDone, OperationFailure, receiptIdOf } from '../service/failure';
import { toNodeError, type NodeError } from './errors';

/**
 * The details (`context.data`) hold one list for each of these: `screened` (or `requested`, `answered`) with the ids, `failed`, `unknown` for
 * those that the service may have processed although no answer came, and `notSent`, of which the first thousand are listed; `notSentInAll` is how
 * many there are.
 */
export function stopError(
  context: IExecuteFunctions,
  operation: RequestOperation,
  run: RunResult,
  { itemIndex, error, ...stoppedBy }: StoppedBy,
): NodeError {
  const subject = stoppedBy.subject ?? run.items[itemIndex]?.subject;
  const nodeError = toNodeError(error, { node: context.getNode(), itemIndex, subject });
  const all = [...(run.before ? [run.before] : []), ...run.items];
  const done = receipts(all, (item) => doneReceipts(item, operation));
  const failed = receipts(all, (item) => failureReceipts(item, operation, 'failed'));
  const unknown = receipts(all, (item) => failureReceipts(item, operation, 'unknown'));
  const isOfStop = (item: ItemState) => item.state === 'failed' && item.error === error;
  const saidAlready = receipts(all.filter(isOfStop), (item) => failureReceipts(item, operation, 'unknown'));
  const unsent = run.items.filter(({ state }) => state === 'notSent');
  const notSent = unsent
    .slice(0, MAX_NOT_SENT)
    .map((item) => ({ ...named(item.subject, operation), outcome: 'notSent' }));
  const { one, several } = operation.nouns;
  const processed = all.filter((item) => doneReceipts(item, operation).length > 0).length;
  nodeError.description = sentences(
    subject &&
      // Every text includes an empty one.
      !nodeError.message.includes(subject.name) &&
      withoutTags(`Failed item: "${subject.name}".`),
    nodeError.description,
    done.length > 0 &&
      `Before the run stopped, the service had already processed ${quantity(processed, one, several)}; their IDs are in the details of this error. ${whereResultsAre(run, all)}`,
    unknown.length > saidAlready.length &&
      `${quantity(unknown.length, one, several)} may have been processed although no answer came; ${unknown.length === 1 ? 'it is' : 'they are'} listed in the details.`,
    unsent.length > 0 &&
      `${quantity(unsent.length, `${one} was`, `${several} were`)} not sent${listed(unsent.length, all.some(wasSent))}.`,
  );
  if (all.some(wasSent)) {
    nodeError.context['data'] = {
      [operation.nouns.done]: done,
      ...{ failed, unknown, notSent, notSentInAll: unsent.length },
    };
  }
  return nodeError;
}

/** Nobody paid for them: the items behind them in the list were not sent either. */
const MAX_NOT_SENT = 1_000;

function listed(count: number, hasDetails: boolean): string {
  if (!hasDetails) return '';
  return count > MAX_NOT_SENT
    ? `; the first ${MAX_NOT_SENT} of them are listed in the details`
    : '; see notSent in the details';
}

function whereResultsAre({ register }: RunResult, items: readonly ItemState[]): string {
  if (register === undefined) {
    return 'To keep their results next time, set On Error to Continue in the settings of this node.';
  }
  const isLost = items.some(
    (item) =>
      (item.state === 'done' && item.result.receipt.reason === 'notStored') ||
      (item.state === 'failed' && item.partialResult !== undefined),
  );
  if (isLost) return `Not all of their answers could be kept in the register "${register.name}".`;
  const todo = register.onlyThisRun
    ? 'set Companies to Return to All Companies for this one run, since otherwise they are left out, and run the workflow again. None'
    : 'run the workflow again, and none';
  return `Their answers are in the register "${register.name}": ${todo} of them is sent or paid for again.`;
}

/** One entry for each id: duplicates share theirs. */
function receipts(items: ItemState[], receiptsOf: (item: ItemState) => IDataObject[]): IDataObject[] {
  const all = items.flatMap(receiptsOf);
  return [...new Map(all.map((receipt) => [JSON.stringify(receipt), receipt])).values()];
}

/** Receipts of a company: one for each of its names that was screened. */
function doneReceipts(item: ItemState, operation: RequestOperation): IDataObject[] {
  const result =
    item.state === 'done' ? item.result : item.state === 'failed' ? item.partialResult : undefined;
  if (!result) return [];
  // Answers to an earlier run are in the register; a company that another run is screening has no id yet.
  const { id, outcome, remembered, parts } = result.receipt;
  if (remembered || (remembered === false && id === '')) return [];
  if (!parts) return [{ ...named(item.subject, operation), [operation.receiptKey]: id, outcome }];
  return parts.map((part) => ({
    ...named(part, operation),
    [operation.receiptKey]: part.id,
    outcome: part.outcome,
  }));
}

/** `unknown` if the service may have done the work although no answer came. */
function failureReceipts(
  item: ItemState,
  operation: RequestOperation,
  outcome: 'failed' | 'unknown',
): IDataObject[] {
  if (item.state !== 'failed' || item.remembered === true) return [];
  const details = item.error instanceof OperationFailure ? item.error.details : undefined;
  // An unforeseen error happened after the request went out, if it did.
  const isUnknown = details
    ? (details.after ?? { mayBeCharged: mayHaveBeenDone(details) }).mayBeCharged
    : item.sent;
  if (isUnknown !== (outcome === 'unknown')) return [];
  const id = details && receiptIdOf(details);
  const about = named(details?.after ?? item.subject, operation);
  return [{ ...about, ...(id ? { [operation.receiptKey]: id } : {}), outcome }];
}

function named(
  subject: Pick<Subject, 'name' | 'referenceId'> | undefined,
  { subjectKey }: RequestOperation,
): IDataObject {
  return { [subjectKey]: subject?.name ?? null, referenceId: subject?.referenceId ?? null };
}
