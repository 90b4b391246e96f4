// Takes the turns of a run: sends what the books say, and tells them the results, until they say that the run is over.
import type { Start } from '../batch/circuitBreaker';
import type { TryPlace } from '../batch/outageRules';
import { createPool, type Pool } from '../batch/pool';
import type { Clock } from '../batch/time';
import type { Subject } from '../operations/shared/requestTask';
import type { BatchReturn, Books, ItemReturn, QueuedItem, Turn, TurnEvent } from './state/books';
import type { UnfinishedItem } from './state/itemState';
import type { Progress } from './progress';
import type { RunStop } from './state/runStop';
import type { Sender } from './sending';
import type { TaskSender } from './taskSender';

/** The common parts of the turns of a run. */
export interface TurnSurroundings {
  tasks: TaskSender;
  sender: Pick<Sender, 'nextStart'>;
  /** Items that are sent at once, whatever turn they are of. */
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
  let happened: TurnEvent | undefined;
  try {
    do {
      turn = await books.next(happened);
      for (const { itemIndex, step } of turn.settled) {
        steps[itemIndex] = step;
        if (!underWay.wasSent(itemIndex)) countStep(progress, step);
      }
      if (turn.failure !== undefined) stop.stop({ itemIndex: 0, subject: NOBODY, error: turn.failure });
      if (turn.is === 'send') underWay.send(turn.items);
      if (happened?.is === 'try') underWay.answerWanted(turn.is === 'send');
      happened = turn.is === 'wait' ? await underWay.nextEvent() : undefined;
    } while (turn.is !== 'over');
  } finally {
    underWay.answerWanted(false);
    books.close();
  }
  return steps;
}

/** The end of the run came from no item. */
const NOBODY: Subject = { name: '', referenceId: null };

function countStep(progress: Progress, step: UnfinishedItem): void {
  progress.count(step.state, step.state === 'answered' ? step.answer.hits : undefined);
}

/** The batches that are being sent, the oldest first. Their items share the places of one pool. */
class BatchesUnderWay {
  private readonly pool: Pool<QueuedItem, ItemReturn>;
  private readonly batches: Promise<BatchReturn>[] = [];
  private readonly sent = new Set<number>();
  /** The time at which the last batch had come back. */
  private backAtMs = 0;
  private readonly places: IdlePlaces;
  /** The start that waits for the word of the books, and the function that answers it. */
  private wanted: { from: TryPlace; answer: (isHandedOver: boolean) => void } | undefined;
  private want: (from: TryPlace) => void = () => undefined;

  constructor(private readonly run: TurnSurroundings) {
    this.places = new IdlePlaces(run.concurrency, () => run.clock.monotonicMs());
    this.pool = createPool({
      concurrency: run.concurrency,
      mayStart: async () => await this.nextStart(),
      task: async (item, place) => {
        this.sent.add(item.itemIndex);
        this.places.begun();
        const cameBack = await run.tasks.send(item, place).finally(() => {
          this.places.ended();
        });
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
    // The error is thrown when the batch is waited for.
    batch.catch(() => undefined);
    this.batches.push(batch);
  }

  /** Waits until the oldest has come back, or an item is wanted that tries; undefined if nothing is under way. */
  async nextEvent(): Promise<TurnEvent | undefined> {
    const [oldest] = this.batches;
    if (!oldest) return undefined;
    const wanted = new Promise<TurnEvent>((resolve) => {
      this.want = (from) => {
        resolve({ is: 'try', from });
      };
    });
    if (this.wanted) this.want(this.wanted.from);
    const event = await Promise.race([wanted, oldest.then((batch) => ({ is: 'cameBack', batch }) as const)]);
    if (event.is === 'cameBack') void this.batches.shift();
    return event;
  }

  /** @param isHandedOver whether the books had an item that tries, which was given to `send` */
  answerWanted(isHandedOver: boolean): void {
    this.wanted?.answer(isHandedOver);
    this.wanted = undefined;
  }

  /** Asks the books for an item that tries: they may have more than they have handed over, and it comes from all of it. */
  private async nextStart(): Promise<Start> {
    const start = await this.run.sender.nextStart();
    if (!start.permit.tries) return start;
    const isHandedOver = await new Promise<boolean>((answer) => {
      this.wanted = { from: start.from, answer };
      this.want(start.from);
    });
    return isHandedOver ? { ...start, from: 'last' } : start;
  }

  private async sendBatch(toSend: readonly QueuedItem[]): Promise<BatchReturn> {
    const { clock } = this.run;
    const sentAtMs = clock.monotonicMs();
    this.places.handedOver(toSend.length);
    const items = await this.pool.run(toSend);
    // Its items took the places that those of the batch before it had left.
    const freeAtMs = Math.max(sentAtMs, this.backAtMs);
    this.backAtMs = clock.monotonicMs();
    return { items, tookMs: this.backAtMs - freeAtMs, idle: this.places.idleSinceAsked() };
  }
}

/** The time for which places of the pool had nothing to do, because nothing more was handed over. */
class IdlePlaces {
  private waiting = 0;
  private taken = 0;
  private idleMs = 0;
  private countedAtMs: number;
  private askedAtMs: number;

  constructor(
    private readonly places: number,
    private readonly now: () => number,
  ) {
    this.countedAtMs = this.askedAtMs = now();
  }

  handedOver(items: number): void {
    // Beside nothing, no place waits for the rest of a part.
    if (this.waiting + this.taken === 0) this.restart();
    this.count();
    this.waiting += items;
  }

  begun(): void {
    this.count();
    this.waiting -= 1;
    this.taken += 1;
  }

  ended(): void {
    this.count();
    this.taken -= 1;
  }

  /** The idle share of all places and of the time since this was asked, from 0 to 1. */
  idleSinceAsked(): number {
    this.count();
    const allMs = (this.countedAtMs - this.askedAtMs) * this.places;
    const share = allMs === 0 ? 0 : this.idleMs / allMs;
    this.restart();
    return share;
  }

  private restart(): void {
    this.countedAtMs = this.askedAtMs = this.now();
    this.idleMs = 0;
  }

  private count(): void {
    const nowMs = this.now();
    // Items that wait though a place is free may not start yet.
    if (this.waiting === 0) this.idleMs += (this.places - this.taken) * (nowMs - this.countedAtMs);
    this.countedAtMs = nowMs;
  }
}
