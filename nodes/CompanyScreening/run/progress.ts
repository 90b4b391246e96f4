// The progress of a long run: a line in n8n's log every few seconds, and in the browser of whoever runs it by hand.
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Clock } from '../flowControl/time';
import type { Operation } from '../operations/shared/operation';
import { TIMES } from '../register/facts/liveness';
import type { Wait } from '../register/protocol/messages';

const INTERVAL_MS = 5000;

export interface Progress {
  /** Counts an item that is finished. */
  count(state: 'answered' | 'failed' | 'notSent', hits?: number): void;
  /** Says that nothing goes on because another run holds these companies, and until when at most. */
  waits(waiting: Wait): void;
}

/** Names no company in its lines. Short runs write none. */
export function createProgress(
  context: IExecuteFunctions,
  { nouns }: Pick<Operation, 'nouns'>,
  itemCount: number,
  clock: Clock,
): Progress {
  const startedAt = clock.monotonicMs();
  let toldAt = startedAt;
  let done = 0;
  let hits: number | undefined;
  let failed = 0;
  /** True if the last line was told a while ago; the next one then is. */
  const isTime = () => {
    const now = clock.monotonicMs();
    if (now - toldAt < INTERVAL_MS) return false;
    toldAt = now;
    return true;
  };
  const utcIn = (ms: number) => `${new Date(clock.epochMs() + ms).toISOString().slice(11, 19)} UTC`;

  return {
    count(state, hitCount) {
      if (state === 'notSent') return;
      done += 1;
      if (hitCount !== undefined) hits = (hits ?? 0) + hitCount;
      if (state === 'failed') failed += 1;
      if (done === itemCount || !isTime()) return;
      const leftMs = ((toldAt - startedAt) / done) * (itemCount - done);
      const found = hits === undefined ? '' : ` ${hits} hits,`;
      const line = `Company Screening: ${done} of ${itemCount} ${nouns.several} done,${found} ${failed} failed; expected end ${utcIn(leftMs)}`;
      tell(context, line);
    },
    waits({ companies, atMostMs }) {
      if (!isTime()) return;
      const line = `Company Screening: waits for the answers of another run, which is working on ${companies} of these ${nouns.several}, until ${utcIn(atMostMs)} at the latest. If that run was killed, it counts as dead after ${TIMES.silence / 60_000} minutes`;
      tell(context, line);
    },
  };
}

/** Never throws: progress that cannot be shown must not cost the results of the run. */
function tell(context: IExecuteFunctions, line: string): void {
  try {
    context.logger.info(line, { executionId: context.getExecutionId() });
    context.sendMessageToUI(line);
  } catch {
    // The run goes on, although nobody reads the line.
  }
}
