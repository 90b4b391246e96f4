// One run of the node over its items: item → request → transport → contract → items, side by side.
import type { IExecuteFunctions } from 'n8n-workflow';

import { createPool, type WaitOutside } from '../batch/pool';
import {
  plainBooks,
  type Books,
  type CameBack,
  type OpenedItem,
  type SentTurn,
  type ToSend,
  type Turn,
} from './books';
import { correctEvidence, keepEvidence, type Verdict } from './evidence';
import type { Time } from '../batch/time';
import { everyItem, type ItemState, type Run, type StoppedBy, type UnfinishedItem } from './itemState';
import { keepFiles } from './files';
import { KeptBooks, type OpenRegister } from './keptBooks';
import type {
  Answer,
  Ask,
  Keeping,
  RequestOperation,
  RequestRun,
  Subject,
  Task,
} from '../operations/operation';
import { readOptions, runOptions, type RunOptions } from '../operations/options';
import { parameterReader } from './parameters';
import { createProgress } from './progress';
import { refuseRepetition } from './repetition';
import { failedAfterOthers, readFor, readReplies, RunStopped } from './several';
import { Attempts, createSender, type Sender } from './sending';
import type { Tables } from '../register/tables';
import { OperationFailure } from '../service/failure';

/** What a run takes from outside. */
export interface Surroundings {
  time: Time;
  openRegister: OpenRegister;
  /** The tables of a register that is there. */
  findRegister: (context: IExecuteFunctions, register: string) => Promise<Tables>;
}

/**
 * Runs the operation for every input item. If n8n is set to continue on errors, only a failure that every item would
 * share stops the sending; otherwise the first failure does. Requests in progress at that time are waited for.
 */
export async function runItems(
  context: IExecuteFunctions,
  operation: RequestOperation,
  { time, openRegister }: Omit<Surroundings, 'findRegister'>,
): Promise<Run> {
  const itemCount = context.getInputData().length;
  const parameters = parameterReader(context);
  let options: RunOptions, operationRun: RequestRun;
  try {
    options = readOptions(runOptions, parameters(0)('options'));
    operationRun = operation.begin(
      parameters(0),
      Array.from({ length: itemCount }, (_, itemIndex) => parameters(itemIndex)),
    );
    // The register knows what was sent before.
    if (!operationRun.keeping) refuseRepetition(context, operation, parameters(0)('options'));
  } catch (error) {
    return nothingSent(itemCount, error);
  }

  const stop = new AbortController();
  const mayStart = async () => {
    await books.mayStart();
  };
  const sender = createSender(context, options, { stopped: stop.signal, mayStart, time });
  const progress = createProgress(context, operation, itemCount, time);
  let stoppedBy: StoppedBy | undefined;

  const failed = (itemIndex: number, subject: Subject | undefined, error: unknown, sent = false): Failed => {
    if (!stoppedBy && endsRun(context, error)) {
      stoppedBy = { itemIndex, error };
      stop.abort(new RunStopped());
    }
    return { state: 'failed', subject, error, sent, binary: {} };
  };
  const perform = async (task: Task, itemIndex: number, waitOutside: WaitOutside): Promise<CameBack> => {
    const { subject } = task;
    const attempts = new Attempts();
    let answer: Answer | undefined;
    try {
      answer = await askAll(sender, task, attempts, { waitOutside, time });
      const files = await keepFiles(context, task, answer, attempts);
      return { step: { state: 'answered', subject, answer, ...files }, attempts, answer };
    } catch (error) {
      const came = { attempts, ...(answer ? { answer } : {}) };
      const isAfterOthers = !answer && attempts.earlier.length > 0;
      if (error instanceof RunStopped && !isAfterOthers) {
        return { step: { state: 'notSent', subject }, ...came };
      }
      const whatFailed = isAfterOthers ? failedAfterOthers(task, attempts, error) : { error };
      const step = {
        ...failed(itemIndex, subject, whatFailed.error, attempts.askedAt !== undefined),
        ...whatFailed,
      };
      if (!task.evidence) return { step, ...came };
      const binary = await keepEvidence(context, attempts, FAILED).catch(() => ({}));
      return { step: { ...step, binary }, ...came };
    }
  };

  const performBefore = async (task: Task): Promise<UnfinishedItem> => {
    const { subject } = task;
    const attempts = new Attempts();
    try {
      const waitOutside: WaitOutside = async (waited) => await waited;
      const answer = await askUntilDone(sender, task, attempts, { waitOutside, time });
      return { state: 'answered', subject, answer, binary: {} };
    } catch (error) {
      // Its failure is no item's. Only what every item would meet as well ends the run.
      if (error instanceof OperationFailure && error.details.endsRun) {
        stoppedBy = { itemIndex: 0, subject, error };
        stop.abort(new RunStopped());
      }
      return { state: 'failed', subject, error, sent: attempts.count > 0, binary: {} };
    }
  };

  const open = (itemIndex: number): OpenedItem => {
    let subject: Subject | undefined;
    try {
      const item = operationRun.prepare(parameters(itemIndex));
      ({ subject } = item);
      return stoppedBy ? { state: 'notSent', subject } : { state: 'ready', task: item.toTask() };
    } catch (error) {
      return failed(itemIndex, subject, error);
    }
  };
  const readAgain = (task: Task, cameBack: CameBack, itemIndex: number): CameBack => {
    try {
      return { ...cameBack, step: readFor(task, cameBack) };
    } catch (error) {
      return { ...cameBack, step: failed(itemIndex, task.subject, error, true) };
    }
  };
  const shared = new Map<string, Promise<CameBack>>();
  const send = async (item: ToSend, waitOutside: WaitOutside): Promise<CameBack> => {
    const opened = item.open();
    if (opened.state !== 'ready') return { step: opened, attempts: new Attempts() };
    const { task } = opened;
    if (task.duplicateKey === null) return await perform(task, item.itemIndex, waitOutside);
    // A duplicate shares everything with the first one, including its reference id.
    const first = shared.get(task.duplicateKey);
    if (first) return readAgain(task, await waitOutside(first), item.itemIndex);
    const cameBack = perform(task, item.itemIndex, waitOutside);
    shared.set(task.duplicateKey, cameBack);
    return await cameBack;
  };

  // An answer that cannot be turned into items must not take the others with it.
  const settle = async (step: UnfinishedItem, itemIndex: number): Promise<ItemState> =>
    await conclude(context, step).catch((error: unknown) => failed(itemIndex, step.subject, error, true));

  const { keeping } = operationRun;
  const kept = keeping
    ? new KeptBooks({
        context,
        keeping,
        items: Array.from({ length: itemCount }, (_, itemIndex) => open(itemIndex)),
        settings: sender.settings,
        openRegister,
        stopped: stop.signal,
        waits: (waiting) => {
          progress.waits(waiting);
        },
        time,
      })
    : undefined;
  const books: Books = kept ?? plainBooks(itemCount, open);

  const isAnythingToSend = (await books.open()) > 0;
  const before =
    isAnythingToSend && operationRun.before ? await performBefore(operationRun.before) : undefined;
  const steps: UnfinishedItem[] = [];
  const sent = new Set<number>();
  const count = (step: UnfinishedItem) => {
    progress.count(step.state, step.state === 'answered' ? step.answer.hits : undefined);
  };
  const pool = createPool({
    concurrency: options.concurrency,
    task: async (item: ToSend, waitOutside) => {
      sent.add(item.itemIndex);
      const came = await send(item, waitOutside);
      count(came.step);
      return came;
    },
  });
  const underWay: Promise<SentTurn>[] = [];
  let backAtMs = 0;
  const sendTurn = async (toSend: readonly ToSend[]): Promise<SentTurn> => {
    const sentAtMs = time.monotonicMs();
    const items = await pool.run(toSend);
    // Its items took the places that those of the turn before it had left.
    const freeAtMs = Math.max(sentAtMs, backAtMs);
    backAtMs = time.monotonicMs();
    return { items, tookMs: backAtMs - freeAtMs };
  };
  let turn: Turn;
  let cameBack: SentTurn | undefined;
  try {
    do {
      turn = await books.next(cameBack);
      for (const { itemIndex, step } of turn.settled) {
        steps[itemIndex] = step;
        if (!sent.has(itemIndex)) count(step);
      }
      if (turn.failure !== undefined) {
        stoppedBy = { itemIndex: 0, subject: NOBODY, error: turn.failure };
        stop.abort(new RunStopped());
      }
      if (turn.is === 'send') {
        const sending = sendTurn(turn.items);
        // Thrown when it is waited for.
        sending.catch(() => undefined);
        underWay.push(sending);
      }
      cameBack = turn.is === 'wait' ? await underWay.shift() : undefined;
    } while (turn.is !== 'over');
  } finally {
    books.close();
  }

  const items = await Promise.all(everyItem(steps, itemCount).map(settle));
  await books.giveOut(items.flatMap((item) => (item.state === 'done' ? [item.result] : [])));
  return {
    ...(before ? { before: await settle(before, 0) } : {}),
    items,
    // Where nothing was to be sent, there was no control either.
    notes: [...books.notes(), ...(before ? (operationRun.notes?.() ?? []) : [])],
    ...(stoppedBy ? { stoppedBy } : {}),
    environment: sender.environment(),
    includeInputFields: options.includeInputFields,
    readIn: options.readIn,
    countsInExecution: options.countsInExecution,
    ...(keeping ? { register: registerFacts(keeping, kept) } : {}),
  };
}

function registerFacts(
  { register: name, onlyThisRun = false, deskAddress = '', report }: Keeping,
  books: KeptBooks | undefined,
): NonNullable<Run['register']> {
  const { companies = 0, companiesBefore = null, control = 'none' } = books ?? {};
  const reportId = report?.id ?? null;
  return { name, onlyThisRun, companies, companiesBefore, control, deskAddress, reportId };
}

/** What ended the run was no item. */
const NOBODY: Subject = { name: '', referenceId: null };

type Failed = Extract<ItemState<never>, { state: 'failed' }>;

const FAILED: Verdict = { outcome: 'error', reason: null };

/** A run that ended before it began. */
export function nothingSent(itemCount: number, error: unknown): Run<never> {
  return {
    items: Array.from({ length: itemCount }, () => ({ state: 'notSent', subject: undefined })),
    notes: [],
    readIn: 'asReceived',
    stoppedBy: { itemIndex: 0, error },
    environment: null,
    includeInputFields: false,
    countsInExecution: false,
  };
}

/** A failure that every item would meet as well ends a run whatever the node is set to. */
export function endsRun(context: IExecuteFunctions, error: unknown): boolean {
  if (!context.continueOnFail()) return true;
  return error instanceof OperationFailure && error.details.endsRun === true;
}

/** Sends its requests one after the other, and gives what all the replies say. */
async function askAll(
  sender: Sender,
  task: Task,
  attempts: Attempts,
  around: { waitOutside: WaitOutside; time: Time },
): Promise<Answer> {
  const answer = await askUntilDone(sender, task, attempts, around);
  if (!task.others || task.others.length === 0) return answer;
  for (const ask of task.others) {
    attempts.beginNext();
    await askUntilDone(sender, ask, attempts, around);
  }
  return readReplies(task, attempts.allAnswered);
}

async function askUntilDone(
  sender: Sender,
  task: Ask,
  attempts: Attempts,
  { waitOutside, time }: { waitOutside: WaitOutside; time: Time },
): Promise<Answer> {
  const startedAt = time.monotonicMs();
  for (let times = 1; ; times++) {
    const reading = await sender.ask(task, { times, sinceMs: time.monotonicMs() - startedAt }, attempts);
    if (reading.kind === 'answer') return reading;
    await waitOutside(sender.wait(reading.afterMs));
  }
}

async function conclude(context: IExecuteFunctions, step: UnfinishedItem): Promise<ItemState> {
  if (step.state === 'failed') return concludeFailed(step);
  if (step.state !== 'answered') return step;
  const { subject, answer, binary, evidenceOf } = step;
  const { receipt, makeItems } = answer.decide();
  const { outcome, reason } = receipt;
  const hasChanged = evidenceOf && (evidenceOf.outcome !== outcome || evidenceOf.reason !== reason);
  return {
    state: 'done',
    subject,
    result: { items: makeItems(), receipt },
    binary: hasChanged ? await correctEvidence(context, binary, receipt) : binary,
  };
}

/** Of a company that failed under one of its names, only the hits under the others come out: it is nothing else than failed. */
function concludeFailed({ found, ...step }: Extract<UnfinishedItem, { state: 'failed' }>): ItemState {
  if (!found) return step;
  const { receipt, makeItems } = found.decide();
  return { ...step, found: { receipt, items: makeItems().filter(({ outcome }) => outcome === 'hit') } };
}
