// Repetitions of the node: n8n hands over every item, answered or not, so all of them would be paid for again.
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../operations/shared/operation';
import { payingOptions, readOptions } from '../operations/shared/options';
import { OperationFailure } from '../service/failure';

/**
 * Refuses such a run, unless the user wants to pay again.
 *
 * @throws OperationFailure before anything is sent
 */
export function refuseRepetition(
  context: Pick<IExecuteFunctions, 'getMode' | 'getNode'>,
  operation: Operation,
  options: unknown,
): void {
  if (!operation.options.includes(payingOptions)) return;
  if (readOptions(payingOptions, options).payAgainOnRetry) return;
  if (context.getMode() === 'retry') {
    throw repetition(
      "n8n's Retry started this run, so what an earlier run sent would be sent and paid for again.",
      'Start the workflow again with only the items that have no result yet: the failed run lists what was sent.',
    );
  }
  // Refused even while On Error is Continue: n8n repeats a node whose first item is an error.
  if (context.getNode().retryOnFail === true) {
    throw repetition(
      'Retry On Fail is on, so n8n would repeat the whole node and pay for every item again.',
      'Switch it off in the settings of this node: the node itself repeats a request that the service cannot have worked on, see Max Retries.',
    );
  }
}

function repetition(message: string, advice: string): OperationFailure {
  return new OperationFailure({
    state: 'unsendable',
    endsRun: true,
    message,
    advice: `${advice} To send everything again, switch on Pay Again on Retry in the options.`,
  });
}
