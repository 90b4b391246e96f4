// Words about a run as a whole: the hint above the output in the editor, and the error of a run that stopped.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { toNodeError, type NodeError } from './errors';
import type { Operation } from './operations/operation';
import type { Run, StoppedBy } from './run';
import { ScreeningFailure } from './service/failure';

/** One line for the editor: how many items, and what became of them. */
export function runSummary(operation: Operation, { outcomes }: Run): string {
  const results = outcomes.flatMap((outcome) => (outcome.state === 'done' ? [outcome.result] : []));
  const failed = outcomes.length - results.length;
  const parts = [operation.summarise(results), ...(failed > 0 ? [`${failed} failed`] : [])];
  return `${quantity(outcomes.length, operation)}: ${parts.join(', ')}.`;
}

// What n8n shows and stores of an error has to stay small; the rest is counted.
const MOST_RECEIPTS = 1000;

/** The error of a run that stopped: what failed, and what had been done, and paid for, until then. */
export function stopError(
  context: IExecuteFunctions,
  operation: Operation,
  run: Run,
  { itemIndex, error }: StoppedBy,
): NodeError {
  const subject = run.outcomes[itemIndex]?.subject;
  const nodeError = toNodeError(error, { node: context.getNode(), itemIndex, subject });
  const name = subject?.[operation.subjectKey];
  const receipts = receiptsOf(run, operation);
  nodeError.description = [
    name && !nodeError.message.includes(name) ? `It happened with "${name}".` : undefined,
    nodeError.description,
    ...(receipts.length === 0
      ? []
      : [
          `Until the run stopped, the service had dealt with ${quantity(receipts.length, operation)}; see the ids in the details of this error.`,
          'To keep their results next time, choose Continue for On Error in the settings of this node.',
        ]),
  ]
    .filter(Boolean)
    .join(' ');
  if (receipts.length > 0) {
    nodeError.context['data'] = {
      [operation.words.done]: receipts.slice(0, MOST_RECEIPTS),
      ...(receipts.length > MOST_RECEIPTS ? { notListed: receipts.length - MOST_RECEIPTS } : {}),
    };
  }
  return nodeError;
}

/** What the service was asked and did, once for each of its ids. */
function receiptsOf({ outcomes }: Run, { words }: Operation): IDataObject[] {
  const receipts = new Map<string, IDataObject>();
  for (const outcome of outcomes) {
    if (outcome.state === 'done') {
      const { id, outcome: result } = outcome.result.receipt;
      receipts.set(id, { ...outcome.subject, [words.receiptId]: id, outcome: result });
    } else if (outcome.state === 'failed' && outcome.error instanceof ScreeningFailure) {
      const id = outcome.error.details.receiptId;
      if (id) receipts.set(id, { ...outcome.subject, [words.receiptId]: id, outcome: 'error' });
    }
  }
  return [...receipts.values()];
}

function quantity(count: number, { words }: Operation): string {
  return `${count} ${count === 1 ? words.one : words.several}`;
}
