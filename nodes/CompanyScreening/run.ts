// One run of the node over its items: item → request → transport → contract → items, side by side.
import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { createSleep, Ending } from './batch/ending';
import { createPace } from './batch/pace';
import { runPool, type WaitOutside } from './batch/pool';
import { MAX_RETRY_AFTER_MS, RetryQuota, withRetries, type RetryAdvice } from './batch/retry';
import type { Operation, OutputItem, Task, TaskResult } from './operations/operation';
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

  const run: Run = { outcomes: [] };
  const stop = new AbortController();
  const { ask, wait } = createAsking(context, options, stop.signal, itemCount);

  const fail = (itemIndex: number, subject: Task['subject'] | undefined, error: unknown): ItemOutcome => {
    if (error instanceof RunStopped) return { state: 'notSent', subject };
    if (!run.stoppedBy && endsRun(context, error)) {
      run.stoppedBy = { itemIndex, error };
      stop.abort(new RunStopped());
    }
    return { state: 'failed', subject, error };
  };

  const perform = async (task: Task, itemIndex: number, waitOutside: WaitOutside): Promise<ItemOutcome> => {
    const startedAt = performance.now();
    try {
      for (let times = 1; ; times++) {
        const result = await ask(task, { times, sinceMs: performance.now() - startedAt });
        if (result.askAgainAfterMs === undefined) {
          await keepFiles(context, result.items);
          return { state: 'done', subject: task.subject, result };
        }
        await waitOutside(wait(result.askAgainAfterMs));
      }
    } catch (error) {
      return fail(itemIndex, task.subject, error);
    }
  };

  const shared = new Map<string, Promise<ItemOutcome>>();
  run.outcomes = await runPool<ItemOutcome>({
    count: itemCount,
    concurrency: options.concurrency,
    task: async (itemIndex, waitOutside) => {
      let task: Task;
      try {
        task = operation.prepare(parameters(itemIndex), options);
      } catch (error) {
        return fail(itemIndex, undefined, error);
      }
      if (run.stoppedBy) return { state: 'notSent', subject: task.subject };
      if (!options.screenDuplicatesOnce || task.duplicateKey === null) {
        return await perform(task, itemIndex, waitOutside);
      }
      // A duplicate shares all that became of the first one, its reference id included.
      const first = shared.get(task.duplicateKey);
      if (first) return await waitOutside(first);
      const outcome = perform(task, itemIndex, waitOutside);
      shared.set(task.duplicateKey, outcome);
      return await outcome;
    },
  });
  return run;
}

function endsRun(context: IExecuteFunctions, error: unknown): boolean {
  if (!context.continueOnFail()) return true;
  if (!(error instanceof ScreeningFailure)) return false;
  // Asked to stay away for long, the next request would be told the same.
  return error.details.fatal === true || (error.details.retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS;
}

interface Asking {
  /** Sends a task's request, as often as the options allow, and reads the reply. */
  ask: (task: Task, asked: { times: number; sinceMs: number }) => Promise<TaskResult>;
  /** Waits so many milliseconds, or until the run ends; never rejects. */
  wait: (ms: number) => Promise<void>;
}

function createAsking(
  context: IExecuteFunctions,
  options: RunOptions,
  stopped: AbortSignal,
  itemCount: number,
): Asking {
  const cancelled = context.getExecutionCancelSignal();
  const ending = new Ending(cancelled ? AbortSignal.any([stopped, cancelled]) : stopped);
  const endableSleep = createSleep(ending, sleep);
  const pace = createPace({ startsPerSecond: options.requestsPerSecond, sleep: endableSleep });
  const retryOptions = {
    maxRetries: options.maxRetries,
    quota: new RetryQuota(10 + itemCount / 10),
    advise: (error: unknown) => retryAdvice(error, options, ending.ended),
    sleep: endableSleep,
    slowAll: (ms: number) => {
      pace.pause(ms);
    },
  };

  // Only once something is to be sent: a credential that cannot be used is then a failure of that item.
  let connection: Promise<Connection> | undefined;
  const connected = () =>
    (connection ??= connect(context, {
      timeoutMs: options.timeout,
      beforeEach: async () => {
        await pace.turn();
        ending.throwIfEnded();
      },
    }));

  return {
    ask: async (task, asked) => {
      const { settings, send } = await connected();
      const request = task.toRequest(settings);
      return await withRetries(async () => task.toResult(await send(request), asked), retryOptions);
    },
    wait: (ms) => endableSleep(ms).catch(() => undefined),
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

/** Hands files to n8n as they come, so that they need not stay in memory until the run ends. */
async function keepFiles(context: IExecuteFunctions, items: OutputItem[]): Promise<void> {
  for (const item of items) {
    if (!item.file) continue;
    const { bytes, name, contentType } = item.file;
    item.binary = { data: await context.helpers.prepareBinaryData(bytes, name, contentType) };
    delete item.file;
  }
}
