// The way of one task through the gate of its run: with the permit that its place has at first, later with others.
import type { Ending } from '../batch/ending';
import { Outage, type Gate, type Permit } from '../batch/gate';
import type { TaskPlace } from '../batch/pool';
import type { Time } from '../batch/time';
import { endOf, outageFailure } from './outage';

export class GatePass {
  private permit: Permit;
  private sentAtMs: number | undefined;

  /** @param gate undefined where everything may start */
  constructor(
    private readonly gate: Gate | undefined,
    private readonly place: TaskPlace,
    private readonly run: Ending,
    private readonly time: Pick<Time, 'monotonicMs'>,
  ) {
    this.permit = place.permit;
  }

  /** Whether a request may start now. */
  get isOpen(): boolean {
    return this.gate?.allows(this.permit) ?? true;
  }

  /**
   * Waits until it is open, without the place.
   *
   * @throws OperationFailure once nothing may start any more
   */
  async wait(): Promise<void> {
    const { gate } = this;
    if (!gate || this.isOpen) return;
    const asked = gate.ask('request', this.run).catch((error: unknown) => {
      throw error instanceof Outage ? outageFailure(error) : error;
    });
    ({ permit: this.permit } = await this.place.waitOutside(asked));
  }

  /** The request goes out now. */
  start(): void {
    this.sentAtMs ??= this.time.monotonicMs();
  }

  /** Sends a request, and tells the gate how it ended. */
  async tell<T>(send: () => Promise<T>): Promise<T> {
    this.sentAtMs = undefined;
    const sending = send();
    void sending.then(
      () => {
        this.end({ how: 'answer', problem: '' });
      },
      (error: unknown) => {
        this.end(endOf(error));
      },
    );
    return await sending;
  }

  private end(end: ReturnType<typeof endOf>): void {
    const sentAtMs = this.sentAtMs ?? this.time.monotonicMs();
    this.gate?.end(this.permit, { sentAtMs, ...end });
  }
}
