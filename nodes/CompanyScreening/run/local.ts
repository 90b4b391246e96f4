// One run of an operation that sends nothing to the service: its items one after the other.
import type {
  Local,
  LocalOperation,
  LocalResult,
  LocalRun,
  ReadParameter,
  Subject,
} from '../operations/operation';
import { parameterReader } from './parameters';
import { ofRegister } from './registerFailure';
import { endsRun, nothingSent } from './run';
import type { ItemState, Run } from './itemState';

/** Does the work for every input item. Unless n8n is set to continue on errors, the first failure stops the run. */
export async function runLocally(operation: LocalOperation, n8n: Local): Promise<Run<LocalResult>> {
  const { context } = n8n;
  const itemCount = context.getInputData().length;
  const parameters = parameterReader(context);
  let localRun: LocalRun;
  try {
    localRun = operation.begin(n8n, parameters(0));
  } catch (error) {
    return nothingSent(itemCount, error);
  }

  const run: Run<LocalResult> = {
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
