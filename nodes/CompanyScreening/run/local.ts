// One run of an operation that sends nothing to the service: its items one after the other.
import type {
  LocalTools,
  LocalOperation,
  LocalResult,
  LocalRun,
  ReadParameter,
} from '../operations/operation';
import type { Subject } from '../operations/requestTask';
import { parameterReader } from './parameters';
import { ofRegister } from './registerFailure';
import { nothingSent, type ItemState, type RunResult } from './itemState';
import { endsRun } from './runStop';

/** Does the work for every input item. Unless n8n is set to continue on errors, the first failure stops the run. */
export async function runLocally(
  operation: LocalOperation,
  n8n: LocalTools,
): Promise<RunResult<LocalResult>> {
  const { context } = n8n;
  const itemCount = context.getInputData().length;
  const parameters = parameterReader(context);
  let localRun: LocalRun;
  try {
    localRun = operation.begin(n8n, parameters(0));
  } catch (error) {
    return nothingSent(itemCount, error);
  }

  const run: RunResult<LocalResult> = {
    items: [],
    notes: [],
    readIn: localRun.readIn ?? 'asReceived',
    environment: null,
    includeInputFields: false,
    countsInExecution: false,
  };
  for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
    const item = run.stoppedBy ? NOT_SENT : await performItem(localRun, parameters(itemIndex), itemIndex);
    run.items.push(item);
    if (item.state === 'failed' && endsRun(context, item.error)) {
      run.stoppedBy = { itemIndex, error: item.error };
    }
  }
  return run;
}

const NOT_SENT: ItemState<never> = { state: 'notSent', subject: undefined };

async function performItem(
  localRun: LocalRun,
  parameter: ReadParameter,
  itemIndex: number,
): Promise<ItemState<LocalResult>> {
  let subject: Subject | undefined;
  try {
    const item = localRun.prepare(parameter, itemIndex);
    ({ subject } = item);
    const result = await item.perform();
    return { state: 'done', subject, result, binary: result.binary ?? {} };
  } catch (error) {
    return { state: 'failed', subject, error: ofRegister(error), sent: false, binary: {} };
  }
}
