// The progress of a long run: a line in n8n's log every few seconds, and in the browser of whoever runs it by hand.
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Clock } from '../batch/time';
import type { RequestOperation } from '../operations/operation';

const INTERVAL_MS = 5000;

export interface Progress {
  /** Counts an item that is finished. */
  count(state: 'answered' | 'failed' | 'notSent', hits?: number): void;
}

/** No line names a company. Short runs write none. */
export function createProgress(
  context: IExecuteFunctions,
  { nouns }: RequestOperation,
  itemCount: number,
  clock: Clock,
): Progress {
  const startedAt = clock.monotonicMs();
  let toldAt = startedAt;
  let done = 0;
  let hits: number | undefined;
  let failed = 0;

  return {
    count(state, hitCount) {
      if (state === 'notSent') return;
      done += 1;
      if (hitCount !== undefined) hits = (hits ?? 0) + hitCount;
      if (state === 'failed') failed += 1;
      const now = clock.monotonicMs();
      if (now - toldAt < INTERVAL_MS || done === itemCount) return;
      toldAt = now;
      const leftMs = ((now - startedAt) / done) * (itemCount - done);
      const end = new Date(clock.epochMs() + leftMs).toISOString().slice(11, 19);
      const found = hits === undefined ? '' : ` ${hits} hits,`;
      const line = `Company Screening: ${done} of ${itemCount} ${nouns.several} done,${found} ${failed} failed; expected end ${end} UTC`;
      tell(context, line);
    },
  };
}

/** Progress that cannot be shown must not cost the answers of the run. */
function tell(context: IExecuteFunctions, line: string): void {
  try {
    context.logger.info(line, { executionId: context.getExecutionId() });
    context.sendMessageToUI(line);
  } catch {
    // Nobody reads the line, and the run goes on.
  }
}
