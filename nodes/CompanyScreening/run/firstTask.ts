// The task that a run sends before all others, if it has one: its control. It is sent once, by whoever needs its answer first.
import type { UnfinishedItem } from './itemState';

export class FirstTask {
  private sent: Promise<UnfinishedItem> | undefined;

  constructor(private readonly send: (() => Promise<UnfinishedItem>) | undefined) {}

  get isSent(): boolean {
    return this.sent !== undefined;
  }

  /** What became of it; undefined if there is none. */
  async outcome(): Promise<UnfinishedItem | undefined> {
    return await (this.sent ??= this.send?.());
  }
}
