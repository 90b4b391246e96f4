// The books of a run that keeps its answers: what the register has is not sent, the rest goes batch by batch, and a company comes
// out of what the register holds.
import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { createSleep, Ending } from '../batch/ending';
import type { Time } from '../batch/time';
import { recallSettled, referenceIdOf } from '../operations/held';
import type { ItemResult } from '../operations/answer';
import type { CompanyCounts } from '../operations/companyCounts';
import type { Holding } from '../operations/holding';
import type { Keeping, KeptTask } from '../operations/keptTask';
import type { Task } from '../operations/requestTask';
import { NO_CHANGES } from '../register/changes';
import { companyHash, hashOf, keysOfSeveral, type Company, type CompanyHash } from '../register/identity';
import type { DueRule } from '../register/dueness';
import type { BatchResult, Settlement, Wait, ListedCompany } from '../register/messages';
import {
  beginRun,
  TIMES,
  type RegisterPorts,
  type RegisterRun,
  type Turn as RegisterTurn,
} from '../register/register';
import { givenRows, readerHash } from '../register/reportRows';
import { startedBy } from '../register/startedBy';
import { readable } from '../register/rows';
import { equal, type Statement, type TableRow, type Tables } from '../register/tables';
import type { ServiceSettings } from '../service/settings';
import type { Books, ItemReturn, Next, PreparedItem, BatchReturn, ItemSettlement, Turn } from './books';
import { calendarOf, type Calendar } from './calendar';
import { companyResult } from './keptResult';
import { RememberedAnswers, type AnswerTimes } from './rememberedAnswers';
import { RunStopped } from './runStop';
import { checkRoom, notKept, ofRegister } from './registerFailure';
import { resultsOf, type ItemState, type RunResult, type UnfinishedItem } from './itemState';
import { countItems } from './runCounts';

/** Gives the tables of a register; `isNew` if they were made just now. */
export type RegisterOpener = (
  context: IExecuteFunctions,
  register: string,
) => Promise<{ tables: Tables; isNew: boolean }>;

export interface KeptRun {
  context: IExecuteFunctions;
  keeping: Keeping;
  /** All items of the run, in their order. */
  items: readonly PreparedItem[];
  /** Reads the credential. */
  settings: () => Promise<ServiceSettings>;
  openRegister: RegisterOpener;
  /** Aborted when nothing more is to be sent. */
  stopped: AbortSignal;
  /** Told again and again while the run waits for others. */
  waits: (waiting: Wait) => void;
  time: Time;
}

/** A company of the list, with the items that ask for it; the first one is sent for all of them. */
interface ListEntry {
  company: Company;
  kept: KeptTask;
  task: Task;
  items: { itemIndex: number; task: Task }[];
  /** Once it has been sent. */
  cameBack?: ItemReturn;
}

export class KeptBooks implements Books {
  private readonly listed = new Map<CompanyHash, ListEntry>();
  /** By the number of the item. */
  private readonly companies = new Map<number, CompanyHash>();
  private environment: ServiceSettings['environment'] = 'sandbox';
  private run: RegisterRun | undefined;
  private isNew = false;
  private waitsSinceMs: number | undefined;
  private waitedMs = 0;
  private failure: unknown;
  private tables: Tables | undefined;
  private isWrittenDown = true;
  private isBegun = false;
  /** The companies of each turn that is being sent, the oldest turn first. */
  private readonly underWay: CompanyHash[][] = [];
  /** Ends the waits that outlive the last turn. */
  private readonly over = new AbortController();

  /** n8n's word that the workflow is to stop. */
  private readonly cancelled: AbortSignal | undefined;
  private readonly calendar: Calendar;
  private readonly due: DueRule | null;
  private readonly remembered: RememberedAnswers;

  constructor(private readonly kept: KeptRun) {
    this.cancelled = kept.context.getExecutionCancelSignal();
    this.calendar = calendarOf(kept.context);
    const { screenAgain: again } = kept.keeping;
    this.due = again && { again, dateOf: this.calendar.dateOf };
    this.remembered = new RememberedAnswers(this.calendar, this.due);
  }

  async open(): Promise<number> {
    const { kept } = this;
    // A list of which nothing can be screened is a run as well: whoever watches the list has to see it.
    if (kept.stopped.aborted) return 0;
    try {
      const settings = await kept.settings();
      this.list(settings);
      const { tables, isNew } = await kept.openRegister(kept.context, kept.keeping.register);
      this.isNew = isNew;
      const { batchSize } = kept.keeping;
      const wanted = [...this.listed].map(([hash, { company, task }]): ListedCompany => ({
        hash,
        company,
        referenceId: task.subject.referenceId ?? '',
      }));
      const { report } = kept.keeping;
      const begun = {
        run: kept.keeping.run,
        batchSize,
        due: this.due,
        startedBy: readable(startOf(kept.context)),
        times: TIMES,
        readers: (report?.readers ?? []).map(readerHash),
        ...nodeOf(kept.context),
      };
      this.tables = tables;
      this.run = await beginRun(this.ports(tables), begun, wanted);
      kept.keeping.allow(this.run.toSend.requests);
      checkRoom(this.run.estimate, kept.keeping);
      return this.run.toSend.companies;
    } catch (error) {
      this.failure = ofRegister(error);
      return 0;
    }
  }

  async mayStart(): Promise<void> {
    if (this.over.signal.aborted) throw new RunStopped();
    const answer = await this.run?.maySend();
    if (answer?.is === 'over') throw new RunStopped();
    if (answer?.is === 'no') throw notKept(answer.why, answer.cause, this.kept.keeping.register);
  }

  async next(cameBack?: BatchReturn): Promise<Turn> {
    const { run, failure } = this;
    const unopened = this.isBegun ? [] : this.settleUnopened();
    if (!run) return { is: 'over', settled: [...unopened, ...this.settleUnsent()], failure };
    const turn = await this.turnOf(run, cameBack ? this.takeBack(cameBack) : null);
    const settled = [...unopened, ...turn.settled.flatMap((one) => this.settle(one))];
    return { settled, ...this.goingOn(turn), failure: this.failureOf(turn) };
  }

  /** A run that is over must not go on beating, or others would wait for it. */
  close(): void {
    this.over.abort();
  }

  /** How long the list of the run before was; null if there was none. */
  get companiesBefore(): number | null {
    return this.run?.companiesBefore ?? null;
  }

  /** Tells whose item it is; null if it names no company that can be screened. */
  companyOf(itemIndex: number): CompanyHash | null {
    return this.companies.get(itemIndex) ?? null;
  }

  async giveOut(items: readonly ItemState[]): Promise<void> {
    const { tables, run } = this;
    if (!tables || !run) return;
    const counts = countItems(items, (itemIndex) => this.companyOf(itemIndex));
    const statements = [countsInRow(run.id, counts), ...this.reportOf(run, resultsOf(items).results)];
    // Rows that are there twice say the same, so that they are simply stored again.
    const store = () =>
      tables.run(statements).then(
        () => true,
        () => false,
      );
    this.isWrittenDown = (await store()) || (await store());
  }

  /** What it gives out, where only that comes out which was not told. */
  private reportOf(run: RegisterRun, results: readonly ItemResult[]): Statement[] {
    const { kept } = this;
    const { report } = kept.keeping;
    if (!report) return [];
    const given = new Map(
      results.flatMap(({ receipt }) =>
        receipt.given ? [[receipt.given.company, receipt.given] as const] : [],
      ),
    );
    const at = new Date(kept.time.epochMs()).toISOString();
    const rows = givenRows(
      { report: report.id, readers: report.readers, run: run.id, at, uuid: randomUUID },
      [...given.values()],
    );
    return [{ do: 'insert', table: 'reports', rows }];
  }

  notes(): string[] {
    const { register } = this.kept.keeping;
    const companies = [...this.listed.values()].map(({ company }) => company);
    const several = keysOfSeveral(companies);
    return [
      ...(this.isNew
        ? [`The register "${register}" was made: its tables are under Data tables in this n8n.`]
        : []),
      ...(this.isWrittenDown ? [] : [NOT_WRITTEN_DOWN]),
      ...(several.length === 0 ? [] : [severalSentence(several)]),
      ...(this.waitedMs < WORTH_TELLING_MS ? [] : [waitedSentence(this.waitedMs)]),
    ];
  }

  private list({ environment, baseUrl }: ServiceSettings): void {
    this.environment = environment;
    for (const [itemIndex, item] of this.kept.items.entries()) {
      if (item.state !== 'ready') continue;
      const { task } = item;
      const { kept } = task;
      if (!kept) throw new Error('A run that keeps its answers has a task that cannot be kept.');
      const company = { ...kept.company, environment, baseUrl };
      const hash = companyHash(company);
      const listed = this.listed.get(hash) ?? { company, kept, task, items: [] };
      this.listed.set(hash, listed);
      listed.items.push({ itemIndex, task });
      this.companies.set(itemIndex, hash);
    }
  }

  private ports(tables: Tables): RegisterPorts {
    const { keeping, stopped, time, waits } = this.kept;
    const { cancelled } = this;
    const over = this.over.signal;
    const sleep = createSleep(new Ending(cancelled ? AbortSignal.any([over, cancelled]) : over), time.sleep);
    return {
      tables,
      clock: { now: time.monotonicMs, wallClock: time.epochMs },
      sleep: (ms) =>
        sleep(ms).then(
          () => true,
          () => false,
        ),
      isStopped: () => stopped.aborted || this.isCancelled || over.aborted,
      waits: (waiting) => {
        this.waitedMs = time.monotonicMs() - (this.waitsSinceMs ??= time.monotonicMs());
        waits(waiting);
      },
      uuid: randomUUID,
      controlHolds: () => keeping.controlHolds(),
      about: () => this.about(),
    };
  }

  /** What became of the control, if the run has one. */
  get control(): NonNullable<RunResult['register']>['control'] {
    const { keeping } = this.kept;
    if (!keeping.hasControl) return 'none';
    if ((this.run?.toSend.companies ?? 0) === 0) return 'notScreened';
    return keeping.controlHolds() ? 'held' : 'failed';
  }

  /** When what comes from the register was screened. */
  get answerTimes(): AnswerTimes {
    return this.remembered.times(this.kept.time.epochMs());
  }

  private about(): TableRow {
    const reportId = this.kept.keeping.report?.id ?? '';
    return { environment: this.environment, control: this.control, reportId };
  }

  private get isCancelled(): boolean {
    return this.cancelled?.aborted ?? false;
  }

  /** Why n8n has stopped the workflow, if it has. */
  private get cancellation(): unknown {
    const reason: unknown = this.cancelled?.reason;
    return this.isCancelled ? reason : undefined;
  }

  private async turnOf(run: RegisterRun, returned: BatchResult | null): Promise<RegisterTurn> {
    const { stopped } = this.kept;
    const { isBegun } = this;
    this.isBegun = true;
    if (stopped.aborted || this.isCancelled || this.failure !== undefined)
      return await run.stop(returned?.results ?? null);
    return isBegun ? await run.next(returned) : await run.first();
  }

  private takeBack({ items, tookMs }: BatchReturn): BatchResult {
    const sent = this.underWay.shift() ?? [];
    const results = sent.flatMap((hash, index) => {
      const listed = this.listed.get(hash);
      const came = items[index];
      if (!listed || !came) return [];
      listed.cameBack = came;
      return [companyResult(hash, listed.kept, came)];
    });
    return { results, tookMs };
  }

  private goingOn(turn: RegisterTurn): Next {
    if (turn.kind === 'wait') return { is: 'wait' };
    if (turn.kind !== 'send') return { is: 'over' };
    const sent = turn.companies.map(({ hash }) => hash);
    this.underWay.push(sent);
    const items = sent.flatMap((hash) => {
      const [first] = this.listed.get(hash)?.items ?? [];
      return first
        ? [{ itemIndex: first.itemIndex, open: () => ({ state: 'ready', task: first.task }) as const }]
        : [];
    });
    return { is: 'send', items };
  }

  private failureOf(turn: RegisterTurn): unknown {
    const failed = turn.kind === 'wait' ? turn.failing : turn.kind === 'failed' ? turn : null;
    if (!failed) return this.failure ?? this.cancellation;
    return notKept(failed.why, failed.cause, this.kept.keeping.register);
  }

  /** Items whose parameters could not be used. */
  private settleUnopened(): ItemSettlement[] {
    return this.kept.items.flatMap((step, itemIndex) =>
      step.state === 'ready' ? [] : [{ itemIndex, step }],
    );
  }

  private settleUnsent(): ItemSettlement[] {
    return this.kept.items.flatMap((item, itemIndex) =>
      item.state === 'ready' ? [{ itemIndex, step: notSentItem(item.task) }] : [],
    );
  }

  private settle(settled: Settlement): ItemSettlement[] {
    const listed = this.listed.get(settled.company);
    if (!listed) return [];
    if (settled.is === 'answer' && settled.remembered) this.remembered.add(settled.answer);
    return listed.items.map(({ itemIndex, task }) => ({
      itemIndex,
      step: this.stepOf(settled, task, listed),
    }));
  }

  private stepOf(settled: Settlement, task: Task, listed: ListEntry): UnfinishedItem {
    const sent = listed.cameBack?.step;
    // In the run in which it happened, the failure comes out.
    if (sent?.state === 'failed') {
      const cases = settled.is === 'withoutVerdict' ? settled.cases : [];
      return failedStep(sent, task, { ...listed, cases }, this.environment);
    }
    if (settled.is === 'notSent') return notSentItem(task);
    const files = sent?.state === 'answered' ? sent : undefined;
    const subject = { ...task.subject, referenceId: referenceIdOf(settled) || null };
    try {
      const { kept } = task;
      if (!kept) throw new Error('The task cannot be kept.');
      const answer = recallSettled(kept, settled, this.environment);
      const { binary = {}, evidenceOf } = files ?? {};
      return { state: 'answered', subject, answer, binary, ...(evidenceOf ? { evidenceOf } : {}) };
    } catch (error) {
      const remembered = settled.is === 'answer' && settled.remembered;
      return { state: 'failed', subject, error, sent: true, remembered, binary: {} };
    }
  }
}

/** Of several names, some were answered before one failed: their hits come out, as this item wants them, and as new ones. */
function failedStep(
  step: FailedStep,
  { kept }: Task,
  listed: ListEntry & Pick<Holding, 'cases'>,
  environment: RunEnvironment,
): FailedStep {
  const answered = listed.cameBack?.attempts.earlier ?? [];
  const [first] = answered;
  if (!step.found || !kept || !first) return step;
  const { question, company } = listed.kept;
  const referenceId = listed.task.subject.referenceId ?? '';
  const found = kept.recall(
    {
      replies: answered.flatMap(({ reply }, place) => {
        const name = company.names[place];
        return name === undefined ? [] : { reply, name, place, question, referenceId };
      }),
      judge: ({ reason }) => ({ outcome: 'review', reason }),
      changes: NO_CHANGES,
      cases: listed.cases,
      news: { is: 'notAsked' },
      remembered: false,
      referenceId,
      screenedAt: first.answeredAt.toISOString(),
    },
    environment,
  );
  return { ...step, found };
}
type FailedStep = Extract<UnfinishedItem, { state: 'failed' }>;
type RunEnvironment = ServiceSettings['environment'];

/** The row of the run says the same as the line above its output. */
function countsInRow(run: string, counts: CompanyCounts): Statement {
  const { companies, unusable, screenedNow, remembered, withHits, clear, done, toReview } = counts;
  const answered = { screenedNow, remembered, withVerdict: withHits + clear + done, withHits, clear };
  const { failed, notProcessed } = counts;
  const others = { reviews: toReview, errors: failed + notProcessed, notProcessed };
  const set = { companies, unusable, ...answered, ...others };
  return { do: 'update', table: 'runs', where: [equal('run', run)], match: 'all', set };
}

function notSentItem({ subject }: Task): UnfinishedItem {
  return { state: 'notSent', subject };
}

const NOT_WRITTEN_DOWN =
  'What this run gives out could not be written down, so it cannot be marked as reported, and comes out again in the next run.';

/** A workflow that was never saved has no name of its own: the length of its list is not compared. */
function nodeOf(context: IExecuteFunctions): { node: string } | Record<string, never> {
  const { id } = context.getWorkflow();
  return id === undefined ? {} : { node: hashOf(['node', 1, id, context.getNode().id]) };
}

/** For people, in the row of the run. */
function startOf(context: IExecuteFunctions): string {
  const { name } = context.getWorkflow();
  return startedBy({
    workflow: name ?? 'A workflow',
    execution: context.getExecutionId(),
    mode: context.getMode(),
  });
}

const WORTH_TELLING_MS = 5_000;

function waitedSentence(ms: number): string {
  const time = ms < 90_000 ? `${Math.round(ms / 1_000)} seconds` : `${Math.round(ms / 60_000)} minutes`;
  return `This run waited ${time} for another one that was screening some of these companies, or had been killed while it did.`;
}

const KEYS_SHOWN = 3;

function severalSentence(keys: readonly string[]): string {
  const shown = keys
    .slice(0, KEYS_SHOWN)
    .map((key) => `"${key.slice(0, 50)}"`)
    .join(', ');
  const more = keys.length > KEYS_SHOWN ? ` and ${keys.length - KEYS_SHOWN} more` : '';
  return keys.length === 1
    ? `The Company Key ${shown} stands for several companies, because it comes with different names or options. Each is screened on its own.`
    : `The Company Keys ${shown}${more} stand for several companies each, because they come with different names or options. Each is screened on its own.`;
}
