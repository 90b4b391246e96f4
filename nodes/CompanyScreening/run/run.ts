// One run of the node over its items: item → request → transport → contract → items, side by side.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { createPool } from '../flowControl/pool';
import type { Time } from '../flowControl/time';
import { InvalidItem } from '../names/invalidItem';
import type { RequestOperation } from '../operations/shared/operation';
import { readRunOptions, runOptions, runOutput, type RunOutput } from '../operations/shared/options';
import type { Subject } from '../operations/shared/requestTask';
import {
  companyNameIn,
  companyNumbers,
  keyUnlessName,
  type NamedCompany,
} from '../operations/shared/sameCompany';
import type { Tables } from '../register/port/tables';
import { plainQueue, type PreparedItem } from './state/workQueue';
import { calendarOf, parameterReader, refuseRepetition } from './state/runContext';
import { concludeItem, TaskSender } from './taskSender';
import {
  emptyListOf,
  everyItem,
  nothingSent,
  type ItemState,
  type RunResult,
  type UnfinishedItem,
} from './state/itemState';
import { withOutageCounted, type EndedRun, type CircuitBreakers } from './state/outage';
import { refuseAgents, refuseLostItems, refuseSilence } from './parameterChecks';
import { createProgress } from './progress';
import { dryRunItem, type DryRunPorts } from './register/dryRun';
import { followUpQueue } from './register/followUp';
import { RegisterQueue } from './register/registerQueue';
import { ofRegister } from './register/registerFailure';
import type { RegisterOpener } from './register/runSettings';
import { RunStop } from './state/runStop';
import { Sender } from './sending';
import { drainQueue } from './drainQueue';

export interface RunPorts {
  time: Time;
  breakers: CircuitBreakers;
  openRegister: RegisterOpener;
  /** Undefined for a register that a run would make. */
  lookForRegister: DryRunPorts['lookForRegister'];
  findRegister: (context: IExecuteFunctions, register: string) => Promise<Tables>;
}

type RunPlan = ReturnType<typeof planRun>;

/**
 * Runs the operation for every input item. If n8n is set to continue on errors, only a failure that every item would share stops the sending;
 * otherwise the first failure does. Requests in progress at that time are waited for.
 */
export async function runItems(
  context: IExecuteFunctions,
  operation: RequestOperation,
  ports: Omit<RunPorts, 'findRegister'>,
): Promise<RunResult> {
  let plan: RunPlan;
  let output: RunOutput | undefined;
  try {
    output = readRunOptions(runOutput, parameterReader(context)(0)('output'));
    plan = planRun(context, operation, output);
  } catch (error) {
    return nothingSent(context.getInputData().length, error, output);
  }
  if (plan.operationRun.dryRun) return await runDry(context, operation, plan, ports);
  return await carryOut(context, operation, plan, ports);
}

/** Sends nothing: the only item says what would be sent. */
async function runDry(
  context: IExecuteFunctions,
  operation: RequestOperation,
  { itemCount, options, output, operationRun, prepare }: RunPlan,
  { time, lookForRegister }: Omit<RunPorts, 'findRegister'>,
): Promise<RunResult> {
  const stop = new RunStop(context);
  const sender = new Sender(context, options, {
    ...{ stopped: stop.signal, breaker: undefined, time },
    beforeSend: () => Promise.reject(new Error('A dry run sends nothing.')),
  });
  // Each has its own stop: none stops the others.
  const items = Array.from({ length: itemCount }, (_, itemIndex) => prepare(itemIndex, new RunStop(context)));
  try {
    const ports = { settings: () => sender.settings(), lookForRegister, time };
    const dryRun = await dryRunItem(context, operation, { operationRun, items }, ports);
    return { items: [], notes: [], environment: sender.environment, ...output, dryRun };
  } catch (error) {
    return nothingSent(itemCount, ofRegister(error), output);
  }
}

/** The parameters of a run, before anything is sent. @throws OperationFailure if nothing may be sent at all */
function planRun(context: IExecuteFunctions, operation: RequestOperation, output: RunOutput) {
  refuseAgents(context, operation);
  const itemCount = context.getInputData().length;
  const parameters = parameterReader(context);
  const first = parameters(0);
  const options = readRunOptions(runOptions, first('options'));
  const all = Array.from({ length: itemCount }, (_, itemIndex) => parameters(itemIndex));
  refuseSilence(context, operation, all);
  refuseLostItems(context, operation);
  const operationRun = operation.begin(first, all, context.getNode().parameters);
  // The register knows what was sent before.
  if (!operationRun.registerSettings && !operationRun.dryRun)
    refuseRepetition(context, operation, first('options'));
  const prepare = (itemIndex: number, stop: RunStop): PreparedItem => {
    let subject: Subject | undefined;
    try {
      const item = operationRun.prepare(parameters(itemIndex), context.getInputData()[itemIndex]?.json);
      ({ subject } = item);
      return stop.by ? { state: 'notSent', subject } : { state: 'ready', task: item.toTask() };
    } catch (error) {
      return stop.failedItem(itemIndex, subject, emptyListOr(context, subject, error));
    }
  };
  return { itemCount, options, output, operationRun, prepare };
}

/** Keeps the error of an entered name: such an item is no list. */
function emptyListOr(context: IExecuteFunctions, subject: Subject | undefined, error: unknown): unknown {
  const hasName = subject !== undefined && subject.name !== '';
  if (hasName || !(error instanceof InvalidItem)) return error;
  return emptyListOf(context.getInputData(), context.getInputSourceData().previousNode) ?? error;
}

async function carryOut(
  context: IExecuteFunctions,
  operation: RequestOperation,
  { itemCount, options, output, operationRun, prepare }: RunPlan,
  { time, breakers, openRegister }: Omit<RunPorts, 'findRegister'>,
): Promise<RunResult> {
  const stop = new RunStop(context);
  const beforeSend = async () => {
    await queue.beforeSend();
  };
  const { concurrency } = options;
  // The first failure stops a run without a breaker.
  const breaker = context.continueOnFail() ? breakers.of(context, concurrency) : undefined;
  const sender = new Sender(context, options, { stopped: stop.signal, beforeSend, breaker, time });
  const progress = createProgress(context, operation, itemCount, time);
  const { registerSettings, control, followUp } = operationRun;
  const registerQueue: RegisterQueue | undefined = registerSettings
    ? new RegisterQueue({
        context,
        registerSettings,
        control,
        concurrency,
        items: Array.from({ length: itemCount }, (_, itemIndex) => prepare(itemIndex, stop)),
        settings: async () => await sender.settings(),
        openRegister,
        stopped: stop.signal,
        waits: (waiting) => {
          progress.waits(waiting);
        },
        time,
      })
    : undefined;
  const plain = () => plainQueue(itemCount, (itemIndex) => prepare(itemIndex, stop));
  const queue =
    registerQueue ?? (followUp ? followUpQueue(plain(), followUp, { context, openRegister }) : plain());
  const tasks = new TaskSender({ context, sender, stop, clock: time });

  const isAnythingToSend = (await queue.open()) > 0;
  const before = control && isAnythingToSend ? await tasks.sendControl(control.task) : undefined;
  if (before) registerQueue?.unreachable.note(before.itemState, before.attempts.askedAt?.getTime());
  const itemStates = await drainQueue(queue, { tasks, sender, concurrency, stop, progress, clock: time });

  // The number is bounded: a doubt about all of them rewrites each evidence file.
  const concluded = await createPool({
    concurrency,
    task: async ([itemIndex, itemState]: [number, UnfinishedItem]) =>
      await concludeItem(context, itemState, itemIndex, stop),
  }).run([...everyItem(itemStates, itemCount).entries()]);
  const counted = countedRun(context, operation, concluded, { stop, registerQueue });
  const { items, stoppedBy } = await queue.writeDown(counted);
  return {
    ...(before ? { before: await concludeItem(context, before.itemState, 0, stop) } : {}),
    items,
    // A run without anything to send had no control either.
    notes: [...queue.notes(), ...(before && control ? [control.note()] : [])],
    control: { name: control?.name ?? null, result: control?.result() ?? 'none' },
    ...(stoppedBy ? { stoppedBy } : {}),
    environment: sender.environment,
    ...output,
    companyOf: registerQueue
      ? (itemIndex) => registerQueue.companyOf(itemIndex)
      : companyOfItem(context, items),
    ...(registerQueue ? { register: registerQueue.facts() } : {}),
  };
}

/** The result of the run. If an outage ended it, all items that were not sent say how many were. */
function countedRun(
  context: IExecuteFunctions,
  { nouns }: RequestOperation,
  items: ItemState[],
  { stop, registerQueue }: { stop: RunStop; registerQueue: RegisterQueue | undefined },
): EndedRun {
  return withOutageCounted(
    { items, ...(stop.by ? { stoppedBy: stop.by } : {}) },
    {
      nouns,
      calendar: calendarOf(context),
      companyOf: (item) => registerQueue?.companyOf(item) ?? String(item),
      isInRegister: registerQueue !== undefined,
    },
  );
}

/** The companies of a run that screens. The key is that of the list, as Read Company List gives it. */
export function companyOfItem(
  context: Pick<IExecuteFunctions, 'getInputData'>,
  items: readonly ItemState[],
): NonNullable<RunResult['companyOf']> {
  if (items.every(({ subject }) => subject?.screened === undefined)) return String;
  const input = context.getInputData();
  const numbers = companyNumbers(items.map(({ subject }, index) => companyOf(subject, input[index]?.json)));
  return (itemIndex) => String(numbers[itemIndex]);
}

function companyOf(subject: ItemState['subject'], given: IDataObject = {}): NamedCompany | undefined {
  const name = subject?.screened?.name ?? companyNameIn(subject?.name);
  if (name === undefined) return undefined;
  const key = given['companyKey'];
  return {
    name,
    key: key === undefined ? null : keyUnlessName(name, key),
    // All of a run have the same one.
    environment: '',
    option: subject?.screened?.option ?? null,
  };
}
