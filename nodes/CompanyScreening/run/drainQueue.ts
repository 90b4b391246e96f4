// run/: one run of an operation over its items, until it is known what became of each of them. It knows no operation by its name, and makes no
// items of n8n: output/ does.
//
// Drains the work queue of a run: sends what the work queue gives, and tells it the results, until it says that the run is over.
import type { Start } from '../flowControl/circuitBreaker';
import type { QueuePosition } from '../flowControl/outageRules';
import { createPool, type Pool } from '../flowControl/pool';
import type { Clock } from '../flowControl/time';
import type { Subject } from '../operations/shared/requestTask';
import type { SentBatch, WorkQueue, SentItem, QueuedItem, QueueCommand, QueueEvent } from './state/workQueue';
import type { UnfinishedItem } from './state/itemState';
import type { Progress } from './progress';
import type { RunStop } from './state/runStop';
import type { Sender } from './sending';
import type { TaskSender } from './taskSender';

/** The parts with which the queue is drained. */
export interface QueuePorts {
  tasks: Pick<TaskSender, 'send'>;
  sender: Pick<Sender, 'nextStart'>;
  /** Items that are sent at once, whatever command they are of. */
  concurrency: number;
  stop: Pick<RunStop, 'stop'>;
  progress: Progress;
  clock: Clock;
}

/**
 * Carries out what the queue commands; then the queue is closed, whatever went wrong.
 *
 * @returns what became of the items, by their numbers
 */
export async function drainQueue(queue: WorkQueue, ports: QueuePorts): Promise<UnfinishedItem[]> {
  const { stop, progress } = ports;
  const itemStates: UnfinishedItem[] = [];
  const underWay = new BatchesUnderWay(ports);
  let command: QueueCommand;
  let happened: QueueEvent | undefined;
  try {
    do {
      command = await queue.next(happened);
      for (const { itemIndex, itemState } of command.concluded) {
        itemStates[itemIndex] = itemState;
        if (!underWay.wasSent(itemIndex)) countItem(progress, itemState);
      }
      if (command.failure !== undefined) stop.stop({ itemIndex: 0, subject: NOBODY, error: command.failure });
      if (command.is === 'send') underWay.send(command.items);
      if (happened?.is === 'probe') underWay.resolveProbe(command.is === 'send');
      happened = command.is === 'wait' ? await underWay.nextEvent() : undefined;
    } while (command.is !== 'over');
  } finally {
    underWay.resolveProbe(false);
    queue.close();
  }
  return itemStates;
}

/** The end of the run came from no item. */
const NOBODY: Subject = { name: '', referenceId: null };

function countItem(progress: Progress, itemState: UnfinishedItem): void {
  progress.count(itemState.state, itemState.state === 'answered' ? itemState.taskResult.hits : undefined);
}

/** The batches that are being sent. Their items share the slots of one pool. */
class BatchesUnderWay {
  private readonly pool: Pool<QueuedItem, SentItem>;
  private readonly batches = new Map<readonly QueuedItem[], Promise<SentBatch>>();
  private readonly sent = new Set<number>();
  private readonly slots: BusySlots;
  /** The start that waits for the word of the queue, and the function that takes it. */
  private wanted: { from: QueuePosition; resolve: (isHandedOver: boolean) => void } | undefined;
  private want: (from: QueuePosition) => void = () => undefined;

  constructor(private readonly ports: QueuePorts) {
    this.slots = new BusySlots(ports.concurrency, () => ports.clock.monotonicMs());
    this.pool = createPool({
      concurrency: ports.concurrency,
      nextStart: async () => await this.nextStart(),
      task: async (item, slot) => {
        this.sent.add(item.itemIndex);
        this.slots.begun();
        const sentItem = await ports.tasks.send(item, slot).finally(() => {
          this.slots.left();
        });
        countItem(ports.progress, sentItem.itemState);
        return sentItem;
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
    this.batches.set(items, batch);
  }

  /** Waits until one of them has come back, or a probe is wanted; undefined if nothing is under way. */
  async nextEvent(): Promise<QueueEvent | undefined> {
    if (this.batches.size === 0) return undefined;
    const wanted = new Promise<QueueEvent>((resolve) => {
      this.want = (from) => {
        resolve({ is: 'probe', from });
      };
    });
    if (this.wanted) this.want(this.wanted.from);
    const back = Promise.race(this.batches.values()).then((batch) => ({ is: 'cameBack', batch }) as const);
    const event = await Promise.race([wanted, back]);
    if (event.is === 'cameBack') this.batches.delete(event.batch.sent);
    return event;
  }

  /** @param isHandedOver whether the queue had an item for the probe, which was given to `send` */
  resolveProbe(isHandedOver: boolean): void {
    this.wanted?.resolve(isHandedOver);
    this.wanted = undefined;
  }

  /** Asks the queue for an item that probes: it may have more than it has handed over, and it comes from all of it. */
  private async nextStart(): Promise<Start> {
    const start = await this.ports.sender.nextStart();
    if (!start.permit.isProbe) return start;
    const isHandedOver = await new Promise<boolean>((resolve) => {
      this.wanted = { from: start.from, resolve };
      this.want(start.from);
    });
    return isHandedOver ? { ...start, from: 'last' } : start;
  }

  private async sendBatch(sent: readonly QueuedItem[]): Promise<SentBatch> {
    this.slots.handedOver(sent.length);
    const items = await this.pool.run(sent);
    return { sent, items, companyMs: this.slots.itemMsSinceAsked() };
  }
}

/** The time that the slots of the pool took for items, and that they had nothing to do because nothing more was handed over. */
class BusySlots {
  private waiting = 0;
  private taken = 0;
  private ended = 0;
  private idleMs = 0;
  private countedAtMs: number;
  private askedAtMs: number;

  constructor(
    private readonly slots: number,
    private readonly now: () => number,
  ) {
    this.countedAtMs = this.askedAtMs = now();
  }

  handedOver(items: number): void {
    // No slot waits for the rest of a batch if nothing else is handed over.
    if (this.waiting + this.taken === 0) this.restart();
    this.count();
    this.waiting += items;
  }

  begun(): void {
    this.count();
    this.waiting -= 1;
    this.taken += 1;
  }

  left(): void {
    this.count();
    this.taken -= 1;
    this.ended += 1;
  }

  /** The milliseconds that an item took while all slots were taken, since this was last asked; null if none has ended. */
  itemMsSinceAsked(): number | null {
    this.count();
    const busyMs = this.countedAtMs - this.askedAtMs - this.idleMs / this.slots;
    const itemMs = this.ended === 0 ? null : busyMs / this.ended;
    this.restart();
    return itemMs;
  }

  private restart(): void {
    this.countedAtMs = this.askedAtMs = this.now();
    this.idleMs = 0;
    this.ended = 0;
  }

  private count(): void {
    const nowMs = this.now();
    // Items that wait though a slot is free may not start yet.
    if (this.waiting === 0) this.idleMs += (this.slots - this.taken) * (nowMs - this.countedAtMs);
    this.countedAtMs = nowMs;
  }
}
