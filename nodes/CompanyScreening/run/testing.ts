// One run of an operation that tests the service: all of its requests side by side, each with a result of its own. A request that fails stops
// nothing, unless every other one would fail alike.
import type { IExecuteFunctions } from 'n8n-workflow';

import { createPool, type Slot } from '../flowControl/pool';
import type { Time } from '../flowControl/time';
import type {
  LocalResult,
  LocalTools,
  TestOperation,
  TestRun,
  TestSending,
} from '../operations/shared/operation';
import { readRunOptions, runOptions, runOutput } from '../operations/shared/options';
import type { RequestSpec } from '../operations/shared/requestTask';
import type { ServiceSettings } from '../service/settings';
import { mayBeCharged, nothingSent, type ItemState, type RunResult } from './state/itemState';
import type { CircuitBreakers } from './state/outage';
import { refuseAgents, refuseLostItems } from './parameterChecks';
import { parameterReader, refuseRepetition } from './state/runContext';
import { createProgress } from './progress';
import { ofRegister } from './register/registerFailure';
import { stopsRun, failsEveryItem, RunStop, RunStopped } from './state/runStop';
import { Sender } from './sending';
import { Attempts } from './state/attempts';

export interface TestPorts {
  time: Time;
  breakers: CircuitBreakers;
}

/** Sends the operation's requests for the input items, and gives its conclusion. */
export async function runTest(
  operation: TestOperation,
  n8n: LocalTools,
  ports: TestPorts,
): Promise<RunResult<LocalResult>> {
  const { context } = n8n;
  const itemCount = context.getInputData().length;
  try {
    const plan = planTest(operation, n8n);
    const { run } = plan;
    const unusable = run.items.findIndex(({ error }) => error !== undefined && stopsRun(context, error));
    if (unusable >= 0) return unusableItem(run, unusable);
    return await carryOut(context, operation, plan, ports);
  } catch (error) {
    return nothingSent(itemCount, ofRegister(error));
  }
}

/** @throws OperationFailure or InvalidItem if nothing may be sent at all */
function planTest(operation: TestOperation, n8n: LocalTools) {
  const { context } = n8n;
  refuseAgents(context, operation);
  const parameters = parameterReader(context);
  const first = parameters(0);
  const options = readRunOptions(runOptions, first('options'));
  const output = readRunOptions(runOutput, first('output'));
  refuseRepetition(context, operation, first('options'));
  refuseLostItems(context, operation);
  const all = context.getInputData().map((_, itemIndex) => parameters(itemIndex));
  return { options, output, run: operation.begin(n8n, first, all) };
}

/** The list is to be corrected before anything is paid for. */
function unusableItem({ items }: TestRun, itemIndex: number): RunResult<LocalResult> {
  const { subject, error } = items[itemIndex] ?? {};
  const nothing = nothingSent(items.length, error);
  const failed: ItemState<never> = { state: 'failed', subject, error, sent: false, binary: {} };
  return {
    ...nothing,
    items: nothing.items.map((item, index) => (index === itemIndex ? failed : item)),
    stoppedBy: { itemIndex, error },
  };
}

/** @throws what ended the run before anything was answered, or may have been */
async function carryOut(
  context: IExecuteFunctions,
  operation: TestOperation,
  { options, output, run }: ReturnType<typeof planTest>,
  { time, breakers }: TestPorts,
): Promise<RunResult<LocalResult>> {
  const stop = new RunStop(context);
  const sender = new Sender(context, options, {
    stopped: stop.signal,
    beforeSend: () => Promise.resolve(),
    breaker: breakers.of(context, options.concurrency),
    time,
  });
  const { environment }: ServiceSettings = await sender.settings();
  await run.open(environment);
  const progress = createProgress(context, operation, run.requests.length, time);
  const sendings = await createPool({
    concurrency: options.concurrency,
    nextStart: async () => await sender.nextStart(),
    task: async (spec: RequestSpec, slot) => {
      const sending = await send(sender, spec, stop, slot);
      sender.giveBack(slot);
      progress.count(sending.is);
      return sending;
    },
  }).run(run.requests);
  if (stop.by && !sendings.some(mayBePaidFor)) throw stop.by.error;

  const isCancelled = context.getExecutionCancelSignal()?.aborted ?? false;
  const { results, frame, notes } = await run.conclude(sendings, isCancelled);
  const left = [...results];
  return {
    items: run.items.map(({ subject, error }): ItemState<LocalResult> => {
      const result = error === undefined ? left.shift() : undefined;
      return result
        ? { state: 'done', subject, result, binary: {} }
        : { state: 'failed', subject, error, sent: false, binary: {} };
    }),
    notes,
    frame,
    environment,
    ...output,
  };
}

async function send(sender: Sender, spec: RequestSpec, stop: RunStop, slot: Slot): Promise<TestSending> {
  const attempts = new Attempts();
  try {
    if (stop.by) throw new RunStopped();
    await sender.ask(spec, { times: 1, sinceMs: 0 }, attempts, slot);
    return { is: 'answered' };
  } catch (thrown) {
    // A stopped retry ends with the failure for which it was to be sent again.
    if (thrown instanceof RunStopped) return { is: 'notSent', error: stop.by?.error };
    if (failsEveryItem(thrown) && !stop.by) stop.stop({ itemIndex: 0, subject: spec.subject, error: thrown });
    return {
      is: 'failed',
      error: thrown,
      mayBeCharged: mayBeCharged(thrown, attempts.askedAt !== undefined),
    };
  }
}

const mayBePaidFor = (sending: TestSending): boolean =>
  sending.is === 'answered' || (sending.is === 'failed' && sending.mayBeCharged);
