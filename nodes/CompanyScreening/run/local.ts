// One run of an operation that sends nothing to the service: its items one after the other, or all of them at once.
import { InvalidItem } from '../names/invalidItem';
import type { LocalItem, LocalTools, LocalOperation, LocalResult } from '../operations/shared/operation';
import { nothingSent, type ItemState, type RunResult } from './state/itemState';
import { refuseAgents, refuseLostItems, refuseSilentItem } from './parameterChecks';
import { parameterReader } from './state/runContext';
import { ofRegister } from './register/registerFailure';
import { stopsRun } from './state/runStop';

/** Does the work for every input item, or once for all of them. The first failure stops the run, unless n8n is set to continue on errors. */
export async function runLocally(
  operation: LocalOperation,
  n8n: LocalTools,
): Promise<RunResult<LocalResult>> {
  const { context } = n8n;
  const itemCount = context.getInputData().length;
  const parameters = parameterReader(context);
  let begins: LocalStart[];
  let readIn: RunResult['readIn'] = 'asReceived';
  try {
    refuseAgents(context, operation);
    refuseLostItems(context, operation);
    const all = Array.from({ length: itemCount }, (_, item) => parameters(item));
    const localRun = operation.begin(n8n, parameters(0), all);
    readIn = localRun.readIn ?? readIn;
    const prepared = operation.takesEveryItem === 'together' ? all.slice(0, 1) : all;
    begins = prepared.map((parameter, item) => () => {
      refuseSilentItem(context, operation, parameter);
      return localRun.prepare(parameter, item);
    });
  } catch (error) {
    return nothingSent(itemCount, error);
  }

  const run: RunResult<LocalResult> = {
    items: [],
    notes: [],
    readIn,
    environment: null,
    includeInputFields: false,
  };
  for (const [itemIndex, begin] of begins.entries()) {
    const item = run.stoppedBy ? NOT_SENT : await performItem(begin);
    run.items.push(item);
    if (item.state === 'failed' && stopsRun(context, item.error)) {
      run.stoppedBy = { itemIndex, error: item.error };
    }
  }
  return run;
}

type LocalStart = () => LocalItem;
const NOT_SENT: ItemState<never> = { state: 'notSent', subject: undefined };

async function performItem(begin: LocalStart): Promise<ItemState<LocalResult>> {
  let item: LocalItem | undefined;
  try {
    item = begin();
    const result = await item.perform();
    return done(item, result);
  } catch (thrown) {
    const instead = thrown instanceof InvalidItem ? item?.refused?.(thrown) : undefined;
    if (item && instead && !(instead instanceof InvalidItem)) return done(item, instead);
    const error = instead ?? (thrown instanceof InvalidItem ? thrown : ofRegister(thrown));
    return { state: 'failed', subject: item?.subject, error, sent: false, binary: {} };
  }
}

const done = ({ subject }: LocalItem, result: LocalResult): ItemState<LocalResult> => ({
  state: 'done',
  subject,
  result,
  binary: result.binary ?? {},
});
