// Counts of a run in n8n's custom execution data, so that people can find the execution by its results.
import type { IExecuteFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';

import type { RequestOperation } from '../operations/operation';
import { resultsOf, type RunResult } from '../run/itemState';

/**
 * Adds the counts of a run to those of its execution, since a loop runs the node several times. Numbers only, never a
 * name. A count of 0 is omitted, so an execution only has the key if there is something to find.
 *
 * This is a convenience: if n8n cannot save the counts, the run is not affected.
 */
export function saveCounts(
  context: Pick<IExecuteFunctions, 'customData' | 'logger'>,
  operation: RequestOperation,
  { items, countsInExecution }: RunResult,
): void {
  if (!countsInExecution) return;
  const { results, found } = resultsOf(items);
  const counts = operation.countsForSearch(results, items.length - results.length, found);
  try {
    const { customData } = context;
    for (const [key, count] of Object.entries(counts)) {
      if (count > 0) customData.set(key, String(countSchema.parse(customData.get(key)) + count));
    }
  } catch {
    context.logger.warn('Company Screening: n8n did not save the counts of this run with the execution.');
  }
}

const countSchema = z.coerce.number().int().nonnegative().catch(0);
