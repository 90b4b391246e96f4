// One task with its attempts and its files, from its first request to the result of its item.
import type { IExecuteFunctions } from 'n8n-workflow';

import { OWN_SLOT, type Slot } from '../flowControl/pool';
import type { Clock } from '../flowControl/time';
import type { RequestSpec, Task, TaskResult } from '../operations/shared/requestTask';
import { failedAfter, OperationFailure, type FailureDetails } from '../service/failure';
import type { SentItem, QueuedItem } from './state/workQueue';
import { keepEvidence, keepFiles, correctEvidence } from './evidence';
import type { UnfinishedItem, ItemState, EvidenceVerdict } from './state/itemState';
import { failsEveryItem, RunStopped, type RunStop } from './state/runStop';
import type { Sender } from './sending';
import { Attempts, type AnsweredRequest } from './state/attempts';

/** The parts with which all tasks of a run are sent. */
export interface TaskPorts {
  context: IExecuteFunctions;
  sender: Sender;
  stop: RunStop;
  clock: Clock;
}

export class TaskSender {
  /** Results of each task that others share, by its duplicate key. */
  private readonly shared = new Map<string, Promise<SentItem>>();

  constructor(private readonly ports: TaskPorts) {}

  /** Sends the task of an item. A duplicate shares everything with the first one, including its reference id. */
  async send(item: QueuedItem, slot: Slot): Promise<SentItem> {
    const { sender } = this.ports;
    const prepared = item.prepare();
    if (prepared.state !== 'ready') {
      sender.giveBack(slot);
      return { itemState: prepared, attempts: new Attempts() };
    }
    const { task } = prepared;
    const first = task.duplicateKey === null ? undefined : this.shared.get(task.duplicateKey);
    if (first) {
      sender.giveBack(slot);
      return this.readAgain(task, await slot.yieldWhile(first), item.itemIndex);
    }
    const sentItem = this.perform(task, item.itemIndex, slot).finally(() => {
      sender.giveBack(slot);
    });
    if (task.duplicateKey !== null) this.shared.set(task.duplicateKey, sentItem);
    return await sentItem;
  }

  /** Sends the task that comes before all items. Its failure is no item's: only one that every item would meet ends the run. */
  async sendControl(task: Task): Promise<SentItem> {
    const { subject } = task;
    const attempts = new Attempts();
    try {
      const taskResult = await this.askUntilDone(task, attempts, OWN_SLOT);
      return { itemState: { state: 'answered', subject, taskResult, binary: {} }, attempts };
    } catch (error) {
      if (failsEveryItem(error)) this.ports.stop.stop({ itemIndex: 0, subject, error });
      const sent = attempts.askedAt !== undefined;
      return { itemState: { state: 'failed', subject, error, sent, binary: {} }, attempts };
    }
  }

  private async perform(task: Task, itemIndex: number, slot: Slot): Promise<SentItem> {
    const { subject } = task;
    const attempts = new Attempts();
    let taskResult: TaskResult | undefined;
    try {
      taskResult = await this.askAll(task, attempts, slot);
      const files = await keepFiles(this.ports.context, task, taskResult, attempts);
      return { itemState: { state: 'answered', subject, taskResult, ...files }, attempts, taskResult };
    } catch (error) {
      const returned = { attempts, ...(taskResult ? { taskResult } : {}) };
      const isAfterOthers = !taskResult && attempts.answeredBefore.length > 0;
      if (error instanceof RunStopped && !isAfterOthers) {
        return { itemState: { state: 'notSent', subject }, ...returned };
      }
      const whatFailed = isAfterOthers ? failedAfterOthers(task, attempts, error) : { error };
      const wasAsked = attempts.askedAt !== undefined;
      const itemState = {
        ...this.ports.stop.failedItem(itemIndex, subject, whatFailed.error, wasAsked),
        ...whatFailed,
      };
      if (!task.evidence) return { itemState, ...returned };
      const binary = await keepEvidence(this.ports.context, attempts, FAILED).catch(() => ({}));
      return { itemState: { ...itemState, binary }, ...returned };
    }
  }

  private readAgain(task: Task, sentItem: SentItem, itemIndex: number): SentItem {
    try {
      return { ...sentItem, itemState: readAsDuplicate(task, sentItem) };
    } catch (error) {
      return { ...sentItem, itemState: this.ports.stop.failedItem(itemIndex, task.subject, error, true) };
    }
  }

  /** Sends its requests one after the other, and reads all the replies. */
  private async askAll(task: Task, attempts: Attempts, slot: Slot): Promise<TaskResult> {
    const taskResult = await this.askUntilDone(task, attempts, slot);
    if (!task.others || task.others.length === 0) return taskResult;
    for (const other of task.others) {
      attempts.beginNext();
      await this.askUntilDone(other, attempts, slot);
    }
    return readReplies(task, attempts.allReplied);
  }

  private async askUntilDone(spec: RequestSpec, attempts: Attempts, slot: Slot): Promise<TaskResult> {
    const { sender, clock } = this.ports;
    const startedAt = clock.monotonicMs();
    let interim: TaskResult | undefined;
    for (let times = 1; ; times++) {
      const sinceMs = clock.monotonicMs() - startedAt;
      const result = await sender.ask(spec, { times, sinceMs }, attempts, slot).catch((error: unknown) => {
        // Another item has ended the run: the result of this one stands.
        if (interim && (error instanceof RunStopped || sender.isStaleFailure(error))) return interim;
        throw error;
      });
      if (result.kind === 'result') return result;
      ({ interim } = result);
      await slot.yieldWhile(sender.wait(result.afterMs));
    }
  }
}

const FAILED: EvidenceVerdict = { outcome: 'error', reason: null };

export function readReplies(task: Task, answered: readonly AnsweredRequest[]): TaskResult {
  const [first] = answered;
  if (!first || !task.readAll) throw new Error('There is no reply that this task can read.');
  const replies = answered.map(({ reply }) => reply);
  return task.readAll(replies, first.environment);
}

/**
 * The result of an item that shares the requests of another one. Where its items may say more than those of the other one, it reads the replies
 * itself.
 */
export function readAsDuplicate(task: Task, { itemState: shared, attempts }: SentItem): UnfinishedItem {
  if (!task.readAll) return shared;
  // Its subject may be called by another of the names.
  const itemState = { ...shared, subject: task.subject };
  if (itemState.state === 'answered')
    return { ...itemState, taskResult: readReplies(task, attempts.allReplied) };
  return itemState.state === 'failed' && itemState.partialResult
    ? { ...itemState, partialResult: readReplies(task, attempts.answeredBefore) }
    : itemState;
}

/**
 * The result when a request failed after others for the same item had been answered: their hits, and a failure that says that they are paid
 * for.
 */
export function failedAfterOthers(
  task: Task,
  { answeredBefore }: Attempts,
  error: unknown,
): { partialResult: TaskResult; error: unknown } {
  const partialResult = readReplies(task, answeredBefore);
  const failed = task.others?.[answeredBefore.length - 1];
  if (!failed || !(error instanceof OperationFailure || error instanceof RunStopped))
    return { partialResult, error };
  const { name, referenceId } = failed.subject;
  const answered = partialResult.interpret().receipt.parts ?? [];
  const details = error instanceof OperationFailure ? error.details : STOPPED;
  return { partialResult, error: failedAfter(details, { name, referenceId, answered }) };
}

const STOPPED: FailureDetails = {
  state: 'unsendable',
  message: 'The run stopped before the company was screened under all of its names.',
};

/** The final state of an item. A result that cannot be turned into items must not take the others with it. */
export async function concludeItem(
  context: IExecuteFunctions,
  itemState: UnfinishedItem,
  itemIndex: number,
  stop: RunStop,
): Promise<ItemState> {
  return await conclude(context, itemState).catch((error: unknown) =>
    stop.failedItem(itemIndex, itemState.subject, error, true),
  );
}

async function conclude(context: IExecuteFunctions, itemState: UnfinishedItem): Promise<ItemState> {
  if (itemState.state === 'failed') return concludeFailed(itemState);
  if (itemState.state !== 'answered') return itemState;
  const { subject, taskResult, binary, evidenceOf } = itemState;
  const { receipt, makeItems } = taskResult.interpret();
  const { outcome, reason } = receipt;
  const hasChanged = evidenceOf && (evidenceOf.outcome !== outcome || evidenceOf.reason !== reason);
  return {
    state: 'done',
    subject,
    result: { items: makeItems(), receipt },
    binary: hasChanged ? await correctEvidence(context, binary, receipt) : binary,
  };
}

/** Gives only the hits under other names for a company that failed under one of its names: it is nothing else than failed. */
function concludeFailed({
  partialResult,
  ...itemState
}: Extract<UnfinishedItem, { state: 'failed' }>): ItemState {
  if (!partialResult) return itemState;
  const { receipt, makeItems } = partialResult.interpret();
  return {
    ...itemState,
    partialResult: { receipt, items: makeItems().filter(({ outcome }) => outcome === 'hit') },
  };
}
