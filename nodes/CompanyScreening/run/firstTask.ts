// The task that a run sends before all others, if it has one: its control. It is sent once, by whoever needs its answer first.
import type { Clock } from '../batch/time';
import type { Task } from '../operations/shared/requestTask';
import type { UnfinishedItem } from './itemState';
import type { TaskSender } from './taskSender';
import type { Unreached } from './unreached';

export interface FirstTaskFacts {
  task: Task | undefined;
  tasks: Pick<TaskSender, 'sendBefore'>;
  /** Where the run keeps its answers. */
  unreached: Unreached | undefined;
  clock: Pick<Clock, 'epochMs'>;
}

export class FirstTask {
  private sent: Promise<UnfinishedItem> | undefined;

  constructor(private readonly run: FirstTaskFacts) {}

  get isSent(): boolean {
    return this.sent !== undefined;
  }

  /** What became of it; undefined if there is none. */
  async outcome(): Promise<UnfinishedItem | undefined> {
    const { task } = this.run;
    return task && (await (this.sent ??= this.send(task)));
  }

  private async send(task: Task): Promise<UnfinishedItem> {
    const { tasks, unreached, clock } = this.run;
    const begunAtMs = clock.epochMs();
    const sent = await tasks.sendBefore(task);
    unreached?.see(sent, begunAtMs);
    return sent;
  }
}
