// One run of the node over its items: item → request → transport → contract → items, side by side.
import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { createPace } from './batch/pace';
import { runPool } from './batch/pool';
import { RetryQuota, withRetries, type RetryAdvice } from './batch/retry';
import type { Operation, Task, TaskResult } from './operations/operation';
import { readOptions, type RunOptions } from './operations/options';
import { parameterReader } from './parameters';
import { ScreeningFailure } from './service/failure';
import { connect, type Connection } from './transport';

/** What became of one item. The subject is missing where the item's parameters could not be read. */
export type ItemOutcome =
  | { state: 'done'; subject: Task['subject']; result: TaskResult }
  | { state: 'failed'; subject: Task['subject'] | undefined; error: unknown }
  /** The run had stopped before its turn came; why stands in `stoppedBy`. */
  | { state: 'notSent'; subject: Task['subject'] | undefined };

/** The failure that ended the run before its last item. */
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
 */
export async function runItems(context: IExecuteFunctions, operation: Operation): Promise<Run> {
  const itemCount = context.getInputData().length;
  const parameters = parameterReader(context);
  let options: RunOptions;
  try {
    options = readOptions(parameters(0)('options'));
  } catch (error) {
    const notSent: ItemOutcome = { state: 'notSent', subject: undefined };
    return { outcomes: Array.from({ length: itemCount }, () => notSent), stoppedBy: { itemIndex: 0, error } };
  }
  const stop = new AbortController();
  const perform = taskPerformer(context, options, stop.signal, itemCount);
  const run: Run = { outcomes: [] };

  const prepareAndPerform = async (itemIndex: number): Promise<ItemOutcome> => {
    let task: Task;
    try {
      task = operation.prepare(parameters(itemIndex), options);
    } catch (error) {
      return { state: 'failed', subject: undefined, error };
    }
    return run.stoppedBy ? { state: 'notSent', subject: task.subject } : await perform(task);
  };

  run.outcomes = await runPool({
    count: itemCount,
    concurrency: options.concurrency,
    task: async (itemIndex) => {
      const outcome = await prepareAndPerform(itemIndex);
      if (outcome.state === 'failed' && !run.stoppedBy && endsRun(context, outcome.error)) {
        run.stoppedBy = { itemIndex, error: outcome.error };
        stop.abort(new RunStopped());
      }
      return outcome;
    },
  });
  return run;
}

function endsRun(context: IExecuteFunctions, error: unknown): boolean {
  if (!context.continueOnFail()) return true;
  return error instanceof ScreeningFailure && error.details.fatal === true;
}

type PerformTask = (task: Task) => Promise<ItemOutcome>;

/** Gives the function that sends a task's request, as often as the options allow, and reads its reply. */
function taskPerformer(
  context: IExecuteFunctions,
  options: RunOptions,
  stopped: AbortSignal,
  itemCount: number,
): PerformTask {
  const cancelled = context.getExecutionCancelSignal();
  const ended = cancelled ? AbortSignal.any([stopped, cancelled]) : stopped;
  const endableSleep = (ms: number) => sleep(ms, ended);
  const pace = createPace({ startsPerSecond: options.requestsPerSecond, sleep: endableSleep });
  let connection: Promise<Connection> | undefined;
  const connected = () =>
    (connection ??= connect(context, {
      timeoutMs: options.timeout,
      beforeEach: async () => {
        await pace.turn();
        ended.throwIfAborted();
      },
    }));
  const retryOptions = {
    maxRetries: options.maxRetries,
    quota: new RetryQuota(10 + itemCount / 10),
    advise: (error: unknown) => retryAdvice(error, options, ended.aborted),
    sleep: endableSleep,
    slowAll: (ms: number) => {
      pace.pause(ms);
    },
  };

  const perform: PerformTask = async (task) => {
    const { subject } = task;
    try {
      const { settings, send } = await connected();
      const request = task.toRequest(settings);
      const result = await withRetries(async () => task.toResult(await send(request)), retryOptions);
      return { state: 'done', subject, result };
    } catch (error) {
      return error instanceof RunStopped
        ? { state: 'notSent', subject }
        : { state: 'failed', subject, error };
    }
  };
  return options.screenDuplicatesOnce ? once(perform) : perform;
}

/** Lets tasks with an equal duplicate key share what became of the first one, its reference id included. */
function once(perform: PerformTask): PerformTask {
  const performed = new Map<string, Promise<ItemOutcome>>();
  return async (task) => {
    if (task.duplicateKey === null) return await perform(task);
    const first = performed.get(task.duplicateKey) ?? perform(task);
    performed.set(task.duplicateKey, first);
    return await first;
  };
}

function retryAdvice(error: unknown, { retryUncertain }: RunOptions, ended: boolean): RetryAdvice {
  if (!(error instanceof ScreeningFailure)) return { retry: false, interrupted: ended };
  const { retry, retryAfterMs, httpStatus } = error.details;
  return {
    retry: !ended && (retry === 'safe' || (retry === 'uncertain' && retryUncertain)),
    retryAfterMs,
    slowsAll: httpStatus === 429 || retryAfterMs !== undefined,
  };
}
