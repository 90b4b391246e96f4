// flowControl/: how many requests at once, how fast, how often again, and what ends them. It knows neither n8n nor the service, and gets its
// clock, its waits and its randomness from outside.
//
// The circuit breaker of the runs of a node in an execution, which go on after a failure: it carries out what outageRules.ts says. Requests
// wait while none may start; one goes through as a probe.
import { afterEvent, newBreaker, type BreakerEvent, type QueuePosition } from './outageRules';
import { MAX_TIMER_MS, type Cancellation, type Time } from './time';

/** Leave to start one request. */
export interface Permit {
  isProbe: boolean;
}

/** Leave to start a request, and the position in the queue from which to take it. */
export interface Start {
  from: QueuePosition;
  permit: Permit;
}

/** Nothing starts any more. */
export class Outage extends Error {
  override readonly name = 'Outage';

  /** @param sinceMs when the first request began that got no answer, in epoch milliseconds */
  constructor(
    readonly sinceMs: number,
    readonly problem: string,
  ) {
    super(problem);
  }
}

/** A caller that waits: for an item that was not begun, or for a further request of one that was. */
export type Waiter = 'item' | 'request';

export type EndedRequest = Pick<Extract<BreakerEvent, { is: 'ended' }>, 'how' | 'problem' | 'sentAtMs'>;

/** Leave to start while the breaker is closed. */
export const AT_ONCE: Start = { from: 'first', permit: { isProbe: false } };

export class CircuitBreaker {
  private state;
  private readonly waiting: Record<Waiter, Set<() => void>> = { item: new Set(), request: new Set() };
  /** Permit of the request that probes. */
  private probe: Permit | undefined;
  private wakesAtMs = Infinity;
  /** Time at which a request last passed or ended, in monotonic milliseconds. */
  usedAtMs: number;

  constructor(
    concurrency: number,
    private readonly time: Pick<Time, 'epochMs' | 'monotonicMs' | 'sleep'>,
  ) {
    this.state = newBreaker(concurrency);
    this.usedAtMs = time.monotonicMs();
  }

  /**
   * Waits until something may start.
   *
   * @throws Outage if nothing may any more, or the reason why the run has ended
   */
  async ask(waiter: Waiter, run: Cancellation): Promise<Start> {
    for (;;) {
      const isOver = this.state.circuit.is === 'ended';
      if (!isOver) run.throwIfCancelled();
      const command = this.tell({ is: 'asked', atMs: this.time.monotonicMs() });
      switch (command?.do) {
        case 'start':
          return AT_ONCE;
        case 'probe':
          this.probe = { isProbe: true };
          return { from: command.from, permit: this.probe };
        case 'wait':
          await this.wait(waiter, command.untilMs, run);
          break;
        default: {
          if (!isOver) this.wakeAll();
          throw this.outage();
        }
      }
    }
  }

  /** True if a request with this permit may start now. It may have waited since it got the permit. */
  allows(permit: Permit): boolean {
    const { circuit } = this.state;
    return circuit.is === 'closed' || (circuit.is === 'probing' && permit === this.probe);
  }

  end(permit: Permit, request: EndedRequest): void {
    const isProbe = permit === this.probe;
    if (isProbe) this.probe = undefined;
    this.tell({ is: 'ended', atMs: this.time.monotonicMs(), isProbe, ...request });
    this.wakeAll();
  }

  /** Gives a permit back unused. Changes nothing once a request has ended with it. */
  giveBack(permit: Permit): void {
    if (permit !== this.probe) return;
    this.end(permit, { sentAtMs: this.time.monotonicMs(), how: 'notSent', problem: '' });
  }

  private tell(event: BreakerEvent) {
    this.usedAtMs = event.atMs;
    const { state, command } = afterEvent(this.state, event);
    this.state = state;
    return command;
  }

  private outage(): Outage {
    const { failures } = this.state;
    const nowMs = this.time.monotonicMs();
    return new Outage(this.time.epochMs() - (nowMs - (failures?.sinceMs ?? nowMs)), failures?.problem ?? '');
  }

  private async wait(waiter: Waiter, untilMs: number, run: Cancellation): Promise<void> {
    const waiting = this.waiting[waiter];
    let stopListening: () => unknown = () => undefined;
    await new Promise<void>((wake) => {
      waiting.add(wake);
      stopListening = run.listen(wake);
      this.wakeAt(untilMs);
    });
    stopListening();
  }

  private wakeAt(atMs: number): void {
    if (atMs >= this.wakesAtMs || atMs === Infinity) return;
    this.wakesAtMs = atMs;
    const inMs = Math.min(Math.ceil(Math.max(0, atMs - this.time.monotonicMs())), MAX_TIMER_MS);
    void this.time.sleep(inMs, new AbortController().signal).then(() => {
      if (this.wakesAtMs === atMs) this.wakesAtMs = Infinity;
      this.wakeAll();
    });
  }

  /** Wakes all, first the items that were not begun: a probe takes one of them from any position. */
  private wakeAll(): void {
    for (const waiting of [this.waiting.item, this.waiting.request]) {
      const woken = [...waiting];
      waiting.clear();
      for (const wake of woken) wake();
    }
  }
}
