// One task with its attempts and its files: from its first request to the result of its item.
import type { IExecuteFunctions } from 'n8n-workflow';

import { NO_POOL, type TaskPlace } from '../batch/pool';
import type { Clock } from '../batch/time';
import type { Answer } from '../operations/shared/answer';
import type { Inquiry, Task } from '../operations/shared/requestTask';
import { Attempts } from './attempts';
import type { ItemReturn, QueuedItem } from './books';
import { keepEvidence, type EvidenceVerdict, keepFiles } from './evidence';
import type { UnfinishedItem } from './itemState';
import { isSharedFailure, RunStopped, type RunStop } from './runStop';
import type { Sender } from './sending';
import { failedAfterOthers, readFor, readReplies } from './several';

/** The parts with which all tasks of a run are sent. */
export interface TaskSurroundings {
  context: IExecuteFunctions;
  sender: Sender;
  stop: RunStop;
  clock: Clock;
}

export class TaskSender {
  /** Results of each task that others share, by its duplicate key. */
  private readonly shared = new Map<string, Promise<ItemReturn>>();

  constructor(private readonly run: TaskSurroundings) {}

  /** Sends the task of an item. A duplicate shares everything with the first one, including its reference id. */
  async send(item: QueuedItem, place: TaskPlace): Promise<ItemReturn> {
    const { sender } = this.run;
    const opened = item.open();
    if (opened.state !== 'ready') {
      sender.giveBack(place);
      return { step: opened, attempts: new Attempts() };
    }
    const { task } = opened;
    const first = task.duplicateKey === null ? undefined : this.shared.get(task.duplicateKey);
    if (first) {
      sender.giveBack(place);
      return this.readAgain(task, await place.waitOutside(first), item.itemIndex);
    }
    const cameBack = this.perform(task, item.itemIndex, place).finally(() => {
      sender.giveBack(place);
    });
    if (task.duplicateKey !== null) this.shared.set(task.duplicateKey, cameBack);
    return await cameBack;
  }

  /** Sends the task that comes before all items. Its failure is no item's: only one that every item would meet ends the run. */
  async sendBefore(task: Task): Promise<UnfinishedItem> {
    const { subject } = task;
    const attempts = new Attempts();
    try {
      const answer = await this.askUntilDone(task, attempts, NO_POOL);
      return { state: 'answered', subject, answer, binary: {} };
    } catch (error) {
      if (isSharedFailure(error)) this.run.stop.stop({ itemIndex: 0, subject, error });
      return { state: 'failed', subject, error, sent: attempts.count > 0, binary: {} };
    }
  }

  private async perform(task: Task, itemIndex: number, place: TaskPlace): Promise<ItemReturn> {
    const { subject } = task;
    const attempts = new Attempts();
    let answer: Answer | undefined;
    try {
      answer = await this.askAll(task, attempts, place);
      const files = await keepFiles(this.run.context, task, answer, attempts);
      return { step: { state: 'answered', subject, answer, ...files }, attempts, answer };
    } catch (error) {
      const came = { attempts, ...(answer ? { answer } : {}) };
      const isAfterOthers = !answer && attempts.earlier.length > 0;
      if (error instanceof RunStopped && !isAfterOthers) {
        return { step: { state: 'notSent', subject }, ...came };
      }
      const whatFailed = isAfterOthers ? failedAfterOthers(task, attempts, error) : { error };
      const wasAsked = attempts.askedAt !== undefined;
      const step = {
        ...this.run.stop.failedItem(itemIndex, subject, whatFailed.error, wasAsked),
        ...whatFailed,
      };
      if (!task.evidence) return { step, ...came };
      const binary = await keepEvidence(this.run.context, attempts, FAILED).catch(() => ({}));
      return { step: { ...step, binary }, ...came };
    }
  }

  private readAgain(task: Task, cameBack: ItemReturn, itemIndex: number): ItemReturn {
    try {
      return { ...cameBack, step: readFor(task, cameBack) };
    } catch (error) {
      return { ...cameBack, step: this.run.stop.failedItem(itemIndex, task.subject, error, true) };
    }
  }

  /** Sends its requests one after the other, and reads all the replies. */
  private async askAll(task: Task, attempts: Attempts, place: TaskPlace): Promise<Answer> {
    const answer = await this.askUntilDone(task, attempts, place);
    if (!task.others || task.others.length === 0) return answer;
    for (const other of task.others) {
      attempts.beginNext();
      await this.askUntilDone(other, attempts, place);
    }
    return readReplies(task, attempts.allAnswered);
  }

  private async askUntilDone(inquiry: Inquiry, attempts: Attempts, place: TaskPlace): Promise<Answer> {
    const { sender, clock } = this.run;
    const startedAt = clock.monotonicMs();
    let sofar: Answer | undefined;
    for (let times = 1; ; times++) {
      const sinceMs = clock.monotonicMs() - startedAt;
      const reading = await sender
        .ask(inquiry, { times, sinceMs }, attempts, place)
        .catch((error: unknown) => {
          // Another item has ended the run: the answer to this one stands.
          if (sofar && (error instanceof RunStopped || sender.isStaleEnd(error))) return sofar;
          throw error;
        });
      if (reading.kind === 'answer') return reading;
      ({ sofar } = reading);
      await place.waitOutside(sender.wait(reading.afterMs));
    }
  }
}

const FAILED: EvidenceVerdict = { outcome: 'error', reason: null };
