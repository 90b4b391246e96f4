// The gates of the node in this n8n, one for each execution and node: a loop that runs the node for ten companies at a time does not
// begin an outage again each time.
import type { IExecuteFunctions } from 'n8n-workflow';

import { Gate } from '../batch/gate';
import { ONE_HOUR_MS, type Time } from '../batch/time';

export class Gates {
  private readonly kept = new Map<string, Gate>();

  constructor(private readonly time: Pick<Time, 'epochMs' | 'monotonicMs' | 'sleep'>) {}

  /** The gate of this execution and node. One that was not used for an hour is forgotten. */
  of(context: Pick<IExecuteFunctions, 'getExecutionId' | 'getNode'>, concurrency: number): Gate {
    const nowMs = this.time.monotonicMs();
    for (const [key, { usedAtMs }] of this.kept) if (nowMs - usedAtMs > ONE_HOUR_MS) this.kept.delete(key);
    const key = JSON.stringify([context.getExecutionId(), context.getNode().id]);
    const gate = this.kept.get(key) ?? new Gate(concurrency, this.time);
    this.kept.set(key, gate);
    return gate;
  }

  get size(): number {
    return this.kept.size;
  }
}
