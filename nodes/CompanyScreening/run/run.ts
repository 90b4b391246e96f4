// The room run/: one run of an operation over its items, until it is known what became of each of them. It knows no operation by its
// name, and makes no items of n8n: output/ does.
//
// One run of the node over its items: item → request → transport → contract → items, side by side.
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Time } from '../batch/time';
import { InvalidItem } from '../names/invalidItem';
import { EmptyList, mayBeEmptyList } from '../operations/emptyList';
import type { Keeping } from '../operations/keptTask';
import type { RequestOperation, RequestRun } from '../operations/operation';
import { readOptions, runOptions, runOutput, type RunOptions, type RunOutput } from '../operations/options';
import type { Subject } from '../operations/requestTask';
import type { Tables } from '../register/tables';
import { plainBooks, type PreparedItem } from './books';
import { refuseAgents } from './agents';
import { refuseEmptyExpressions } from './emptyExpressions';
import { concludeItem } from './itemConclusion';
import { FirstTask } from './firstTask';
import { FollowUps } from './followUps';
import { everyItem, nothingSent, type ControlResult, type RunResult } from './itemState';
import { KeptBooks, type RegisterOpener } from './keptBooks';
import { askForLaterAnswers } from './laterAnswers';
import { parameterReader } from './parameters';
import { createProgress } from './progress';
import { refuseRepetition } from './repetition';
import { RunStop } from './runStop';
import { Sender } from './sending';
import { TaskSender } from './taskSender';
import { takeTurns } from './turns';

/** What a run takes from outside. */
export interface RunSurroundings {
  time: Time;
  openRegister: RegisterOpener;
  /** The tables of a register that is there. */
  findRegister: (context: IExecuteFunctions, register: string) => Promise<Tables>;
}

/** What the parameters say of a run, before anything is sent. */
interface RunPlan {
  itemCount: number;
  options: RunOptions;
  output: RunOutput;
  operationRun: RequestRun;
  /** Reads the parameters of one item. */
  open: (itemIndex: number, stop: RunStop) => PreparedItem;
}

/**
 * Runs the operation for every input item. If n8n is set to continue on errors, only a failure that every item would
 * share stops the sending; otherwise the first failure does. Requests in progress at that time are waited for.
 */
export async function runItems(
  context: IExecuteFunctions,
  operation: RequestOperation,
  surroundings: Omit<RunSurroundings, 'findRegister'>,
): Promise<RunResult> {
  let plan: RunPlan;
  let output: RunOutput | undefined;
  try {
    output = readOptions(runOutput, parameterReader(context)(0)('output'));
    plan = planRun(context, operation, output);
  } catch (error) {
    return nothingSent(context.getInputData().length, error, output);
  }
  return await carryOut(context, operation, plan, surroundings);
}

/** @throws OperationFailure if nothing may be sent at all */
function planRun(context: IExecuteFunctions, operation: RequestOperation, output: RunOutput): RunPlan {
  refuseAgents(context, operation);
  const itemCount = context.getInputData().length;
  const parameters = parameterReader(context);
  const first = parameters(0);
  const options = readOptions(runOptions, first('options'));
  const all = Array.from({ length: itemCount }, (_, itemIndex) => parameters(itemIndex));
  refuseEmptyExpressions(context, operation, all);
  const operationRun = operation.begin(first, all, context.getNode().parameters);
  // The register knows what was sent before.
  if (!operationRun.keeping) refuseRepetition(context, operation, first('options'));
  const open = (itemIndex: number, stop: RunStop): PreparedItem => {
    let subject: Subject | undefined;
    try {
      const item = operationRun.prepare(parameters(itemIndex));
      ({ subject } = item);
      return stop.by ? { state: 'notSent', subject } : { state: 'ready', task: item.toTask() };
    } catch (error) {
      return stop.failedItem(itemIndex, subject, emptyListOr(context, subject, error));
    }
  };
  return { itemCount, options, output, operationRun, open };
}

/** A name that somebody entered is no list: what is wrong is something else. */
function emptyListOr(context: IExecuteFunctions, subject: Subject | undefined, error: unknown): unknown {
  const hasName = subject !== undefined && subject.name !== '';
  if (hasName || !(error instanceof InvalidItem) || !mayBeEmptyList(context.getInputData())) return error;
  return new EmptyList(context.getInputSourceData().previousNode);
}

async function carryOut(
  context: IExecuteFunctions,
  operation: RequestOperation,
  { itemCount, options, output, operationRun, open }: RunPlan,
  { time, openRegister }: Omit<RunSurroundings, 'findRegister'>,
): Promise<RunResult> {
  const stop = new RunStop(context);
  const mayStart = async () => {
    await books.mayStart();
  };
  const sender = new Sender(context, options, { stopped: stop.signal, mayStart, time });
  const progress = createProgress(context, operation, itemCount, time);
  const { keeping } = operationRun;
  const followUps = new FollowUps({ sender, clock: time });
  const kept: KeptBooks | undefined = keeping
    ? new KeptBooks({
        context,
        keeping,
        items: Array.from({ length: itemCount }, (_, itemIndex) => open(itemIndex, stop)),
        settings: async () => await sender.settings(),
        openRegister,
        askForLaterAnswers: async (asked) =>
          await askForLaterAnswers({
            ...{ ...asked, keeping, first, followUps, concurrency: options.concurrency },
            settings: await sender.settings(),
            nowMs: time.epochMs(),
          }),
        stopped: stop.signal,
        waits: (waiting) => {
          progress.waits(waiting);
        },
        time,
      })
    : undefined;
  const books = kept ?? plainBooks(itemCount, (itemIndex) => open(itemIndex, stop));
  const tasks = new TaskSender({ context, sender, followUps, stop, clock: time });

  const first: FirstTask = new FirstTask({
    task: operationRun.before,
    tasks,
    unreached: kept?.unreached,
    clock: time,
  });

  const isAnythingToSend = (await books.open()) > 0;
  const before = isAnythingToSend || first.isSent ? await first.outcome() : undefined;
  const { concurrency } = options;
  const steps = await takeTurns(books, { tasks, concurrency, stop, progress, clock: time });

  const items = await Promise.all(
    everyItem(steps, itemCount).map((step, itemIndex) => concludeItem(context, step, itemIndex, stop)),
  );
  await books.giveOut(items);
  return {
    ...(before ? { before: await concludeItem(context, before, 0, stop) } : {}),
    items,
    // Where nothing was to be sent, there was no control either.
    notes: [...books.notes(), ...followUps.notes(), ...(before ? (operationRun.notes?.() ?? []) : [])],
    control: {
      name: operationRun.control?.name ?? null,
      result: kept ? kept.control : plainControl(operationRun, before !== undefined),
    },
    ...(stop.by ? { stoppedBy: stop.by } : {}),
    environment: sender.environment,
    ...output,
    countsInExecution: options.countsInExecution,
    ...(keeping && kept ? { register: registerFacts(keeping, kept) } : {}),
  };
}

function plainControl({ control }: RequestRun, isSent: boolean): ControlResult {
  if (!control) return 'none';
  if (!isSent) return 'notScreened';
  return control.holds() ? 'held' : 'failed';
}

function registerFacts(
  { register: name, onlyThisRun = false, deskAddress = '', report }: Keeping,
  books: KeptBooks,
): NonNullable<RunResult['register']> {
  const { companiesBefore, answerTimes, keys, unreachedSince, waitingCases, takenOff } = books;
  const reportId = report?.id ?? null;
  const companyOf = (itemIndex: number) => books.companyOf(itemIndex);
  const told = { keys, answerTimes, unreachedSince, waitingCases, takenOff };
  return { name, onlyThisRun, companiesBefore, deskAddress, reportId, companyOf, ...told };
}
