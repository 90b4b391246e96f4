// Several requests for one item, one after the other: the result when all of them, or only some, were answered.
import type { Answer } from '../operations/shared/answer';
import type { Task } from '../operations/shared/requestTask';
import { failedAfter, OperationFailure, type FailureDetails } from '../service/failure';
import type { AnsweredRequest, Attempts } from './attempts';
import type { ItemReturn } from './books';
import type { UnfinishedItem } from './itemState';
import { RunStopped } from './runStop';

/** Reads the replies to the task's requests together. */
export function readReplies(task: Task, answered: readonly AnsweredRequest[]): Answer {
  const [first] = answered;
  if (!first || !task.readAll) throw new Error('There is no reply that this task can read.');
  const replies = answered.map(({ reply }) => reply);
  return task.readAll(replies, first.environment);
}

/**
 * The result of an item that shares the requests of another one. Where its items may say more than those of the other one, it reads the replies
 * itself.
 */
export function readFor(task: Task, { step: shared, attempts }: ItemReturn): UnfinishedItem {
  if (!task.readAll) return shared;
  // Its subject may be called by another of the names.
  const step = { ...shared, subject: task.subject };
  if (step.state === 'answered') return { ...step, answer: readReplies(task, attempts.allAnswered) };
  return step.state === 'failed' && step.found
    ? { ...step, found: readReplies(task, attempts.earlier) }
    : step;
}

/**
 * The result when a request failed after others for the same item had been answered: their findings, and a failure that says that they are paid
 * for.
 */
export function failedAfterOthers(
  task: Task,
  { earlier }: Attempts,
  error: unknown,
): { found: Answer; error: unknown } {
  const found = readReplies(task, earlier);
  const failed = task.others?.[earlier.length - 1];
  if (!failed || !(error instanceof OperationFailure || error instanceof RunStopped)) return { found, error };
  const { name, referenceId } = failed.subject;
  const answered = found.decide().receipt.parts ?? [];
  const details = error instanceof OperationFailure ? error.details : STOPPED;
  return { found, error: failedAfter(details, { name, referenceId, answered }) };
}

const STOPPED: FailureDetails = {
  state: 'unsendable',
  message: 'The run stopped before the company was screened under all of its names.',
};
