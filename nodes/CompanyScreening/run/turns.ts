// The turns of a run: what the books say is sent, and what came back is told to them, until they say that the run is over.
import { createPool, type Pool } from '../batch/pool';
import type { Clock } from '../batch/time';
import type { Subject } from '../operations/requestTask';
import type { BatchReturn, Books, ItemReturn, QueuedItem, Turn } from './books';
import type { UnfinishedItem } from './itemState';
import type { Progress } from './progress';
import type { RunStop } from './runStop';
import type { TaskSender } from './taskSender';

/** What the turns of a run have in common. */
export interface TurnSurroundings {
  tasks: TaskSender;
  /** How many items are sent at once, whatever turn they are of. */
  concurrency: number;
  stop: RunStop;
  progress: Progress;
  clock: Clock;
}

/**
 * Takes all turns of a run; then the books are closed, whatever went wrong.
 *
 * @returns what became of the items, by their numbers
 */
export async function takeTurns(books: Books, run: TurnSurroundings): Promise<UnfinishedItem[]> {
  const { stop, progress } = run;
  const steps: UnfinishedItem[] = [];
  const underWay = new BatchesUnderWay(run);
  let turn: Turn;
  let cameBack: BatchReturn | undefined;
  try {
    do {
      turn = await books.next(cameBack);
      for (const { itemIndex, step } of turn.settled) {
        steps[itemIndex] = step;
        if (!underWay.wasSent(itemIndex)) countStep(progress, step);
      }
      if (turn.failure !== undefined) stop.stop({ itemIndex: 0, subject: NOBODY, error: turn.failure });
      if (turn.is === 'send') underWay.send(turn.items);
      cameBack = turn.is === 'wait' ? await underWay.oldest() : undefined;
    } while (turn.is !== 'over');
  } finally {
    books.close();
  }
  return steps;
}

/** What ended the run was no item. */
const NOBODY: Subject = { name: '', referenceId: null };

function countStep(progress: Progress, step: UnfinishedItem): void {
  progress.count(step.state, step.state === 'answered' ? step.answer.hits : undefined);
}

/** The batches that are being sent, the oldest first. Their items share the places of one pool. */
class BatchesUnderWay {
  private readonly pool: Pool<QueuedItem, ItemReturn>;
  private readonly batches: Promise<BatchReturn>[] = [];
  private readonly sent = new Set<number>();
  /** When the last batch had come back. */
  private backAtMs = 0;

  constructor(private readonly run: TurnSurroundings) {
    this.pool = createPool({
      concurrency: run.concurrency,
      task: async (item, waitOutside) => {
        this.sent.add(item.itemIndex);
        const cameBack = await run.tasks.send(item, waitOutside);
        countStep(run.progress, cameBack.step);
        return cameBack;
      },
    });
  }

  wasSent(itemIndex: number): boolean {
    return this.sent.has(itemIndex);
  }

  send(items: readonly QueuedItem[]): void {
    const batch = this.sendBatch(items);
    // Thrown when it is waited for.
    batch.catch(() => undefined);
    this.batches.push(batch);
  }

  /** Waits until the oldest has come back; undefined if there is none. */
  async oldest(): Promise<BatchReturn | undefined> {
    return await this.batches.shift();
  }

  private async sendBatch(toSend: readonly QueuedItem[]): Promise<BatchReturn> {
    const { clock } = this.run;
    const sentAtMs = clock.monotonicMs();
    const items = await this.pool.run(toSend);
    // Its items took the places that those of the batch before it had left.
    const freeAtMs = Math.max(sentAtMs, this.backAtMs);
    this.backAtMs = clock.monotonicMs();
    return { items, tookMs: this.backAtMs - freeAtMs };
  }
}
