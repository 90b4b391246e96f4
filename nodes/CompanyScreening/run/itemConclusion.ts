// The conclusion of an item, once the run is over: what its answer means, its items, and the evidence that says the same.
import type { IExecuteFunctions } from 'n8n-workflow';

import { correctEvidence } from './evidence';
import type { ItemState, UnfinishedItem } from './itemState';
import type { RunStop } from './runStop';

/** What became of an item in the end. An answer that cannot be turned into items must not take the others with it. */
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

/** Of a company that failed under one of its names, only the hits under the others come out: it is nothing else than failed. */
function concludeFailed({ found, ...step }: Extract<UnfinishedItem, { state: 'failed' }>): ItemState {
  if (!found) return step;
  const { receipt, makeItems } = found.decide();
  return { ...step, found: { receipt, items: makeItems().filter(({ outcome }) => outcome === 'hit') } };
}
