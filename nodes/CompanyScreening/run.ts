// One run of the node over its items: item → request → transport → contract → items, side by side.
import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { createPace } from './batch/pace';
import { runPool } from './batch/pool';
import { RetryQuota, withRetries, type RetryAdvice } from './batch/retry';
import type { Operation, Task, TaskResult } from './operations/operation';
import { readOptions, type RunOptions } from './operations/options';
import { parameterReader } from './parameters';
import { ScreeningFailure } from './service/failure';
import { connect } from './transport';

/** What became of one item. The subject is missing where the item's parameters could not be read. */
export type ItemOutcome =
  | { state: 'done'; subject: Task['subject']; result: TaskResult }
  | { state: 'failed'; subject: Task['subject'] | undefined; error: unknown };

/** The failure that ended the run before its last item. Every item that was left has it as its own error. */
export interface StoppedBy {
  itemIndex: number;
  error: unknown;
}

export interface Run {
  /** In the order of the items. */
  outcomes: ItemOutcome[];
  stoppedBy?: StoppedBy;
}

/** Thrown where something was about to start after the run had stopped. */
class RunStopped extends Error {}

/**
 * Runs the operation for every input item. Where n8n is to continue on errors, only a failure that every item
 * would share stops the sending; otherwise the first failure does. What is under way then is waited for.
 *
 * @throws ScreeningFailure when the options cannot be used
 */
export async function runItems(context: IExecuteFunctions, operation: Operation): Promise<Run> {
  const itemCount = context.getInputData().length;
  const parameters = parameterReader(context);
  const options = readOptions(parameters(0)('options'));
  const stop = new AbortController();
  const perform = taskPerformer(context, options, stop.signal, itemCount);
  const run: Run = { outcomes: [] };

  run.outcomes = await runPool<ItemOutcome>({
    count: itemCount,
    concurrency: options.concurrency,
    task: async (itemIndex) => {
      let task: Task | undefined;
      try {
        task = operation.prepare(parameters(itemIndex), options);
        stop.signal.throwIfAborted();
        return { state: 'done', ...(await perform(task)) };
      } catch (error) {
        if (run.stoppedBy === undefined && endsRun(context, error)) {
          run.stoppedBy = { itemIndex, error };
          stop.abort(new RunStopped());
        }
        const reason = error instanceof RunStopped ? run.stoppedBy?.error : error;
        return { state: 'failed', subject: task?.subject, error: reason };
      }
    },
  });
  return run;
}

function endsRun(context: IExecuteFunctions, error: unknown): boolean {
  if (!context.continueOnFail()) return true;
  return error instanceof ScreeningFailure && error.details.fatal === true;
}

type PerformedTask = Pick<Task, 'subject'> & { result: TaskResult };

/** Gives the function that sends a task's request, as often as the options allow, and reads its reply. */
function taskPerformer(
  context: IExecuteFunctions,
  options: RunOptions,
  stopped: AbortSignal,
  itemCount: number,
): (task: Task) => Promise<PerformedTask> {
  const cancelled = context.getExecutionCancelSignal();
  const ended = cancelled ? AbortSignal.any([stopped, cancelled]) : stopped;
  const endableSleep = (ms: number) => sleep(ms, ended);
  const pace = createPace({ startsPerSecond: options.requestsPerSecond, sleep: endableSleep });
  const connection = connect(context, {
    timeoutMs: options.timeout,
    beforeEach: async () => {
      await pace.turn();
      ended.throwIfAborted();
    },
  });
  const retryOptions = {
    maxRetries: options.maxRetries,
    quota: new RetryQuota(10 + itemCount / 10),
    advise: (error: unknown) => retryAdvice(error, options, ended.aborted),
    sleep: endableSleep,
    slowAll: (ms: number) => {
      pace.pause(ms);
    },
  };

  const perform = async (task: Task): Promise<PerformedTask> => {
    const { settings, send } = await connection;
    const request = task.toRequest(settings);
    const result = await withRetries(async () => task.toResult(await send(request)), retryOptions);
    return { subject: task.subject, result };
  };
  return options.screenDuplicatesOnce ? once(perform) : perform;
}

/** Lets tasks with an equal duplicate key share the first one's request, reference id and result. */
function once(perform: (task: Task) => Promise<PerformedTask>): typeof perform {
  const performed = new Map<string, Promise<PerformedTask>>();
  return async (task) => {
    if (task.duplicateKey === null) return await perform(task);
    const first = performed.get(task.duplicateKey) ?? perform(task);
    performed.set(task.duplicateKey, first);
    return await first;
  };
}

function retryAdvice(error: unknown, { retryUncertain }: RunOptions, ended: boolean): RetryAdvice {
  if (ended || !(error instanceof ScreeningFailure)) return { retry: false, interrupted: ended };
  const { retry, retryAfterMs, httpStatus } = error.details;
  return {
    retry: retry === 'safe' || (retry === 'uncertain' && retryUncertain),
    retryAfterMs,
    slowsAll: httpStatus === 429 || retryAfterMs !== undefined,
  };
}
