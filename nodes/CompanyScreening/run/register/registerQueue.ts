// The work queue of a run that keeps its answers: companies with an answer that is not due are not sent, the rest goes batch by batch, and
// every company comes out of what the register holds.
import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { createSleep, Cancellation, type Time } from '../../flowControl/time';
import { controlFailed, type Control, type ControlResult } from '../../operations/shared/operation';
import type { RegisterSettings } from '../../operations/shared/requestTask';
import type { Case } from '../../register/cases/cases';
import type { CompanyResult } from '../../register/companies/companyResult';
import type { FormerCompany, Undelivered } from '../../register/companies/undelivered';
import type { DueRule } from '../../register/facts/dueness';
import { keysOfSeveral } from '../../register/facts/keyNames';
import type { Statement, Tables } from '../../register/port/tables';
import type { BatchResult, Wait } from '../../register/protocol/messages';
import {
  beginRun,
  type RegisterPorts,
  type RegisterSession,
  type RegisterCommand,
} from '../../register/protocol/register';
import type { CompanyHash } from '../../register/rows/identity';
import { updatingRun } from '../../register/rows/runRows';
import type { ServiceSettings } from '../../service/settings';
import type {
  SentBatch,
  WorkQueue,
  ConcludedItem,
  PreparedItem,
  QueueCommand,
  QueueEvent,
} from '../state/workQueue';
import { calendarOf, type Calendar } from '../state/runContext';
import type { ItemState, RegisterFacts, ToldKeys, WaitingCases } from '../state/itemState';
import { type EndedRun, Unreachable } from '../state/outage';
import { countRun, tallyOf } from '../state/runCounts';
import { RunStopped } from '../state/runStop';
import { checkList } from './preflight';
import { ofRegister, sendingStopped } from './registerFailure';
import { PendingReports, reportStatements, messageEntriesOf } from './messageEntries';
import { NO_CHANGE, RememberedAnswers, casesInRow, waitingCases, withChangesOf } from './registerCounts';
import { RegisterList, itemsNotReady, itemsNotSent } from './registerList';
import { aboutRun, runNotes, runSettings, type RegisterOpener } from './runSettings';

export interface RegisterQueuePorts {
  context: IExecuteFunctions;
  registerSettings: RegisterSettings;
  control: Control | undefined;
  /** All items of the run, in their order. */
  items: readonly PreparedItem[];
  /** Requests that are sent at once. */
  concurrency: number;
  /** Reads the credential. */
  settings: () => Promise<ServiceSettings>;
  openRegister: RegisterOpener;
  /** Aborts when nothing more is to be sent. */
  stopped: AbortSignal;
  /** The wait for others, told again and again. */
  waits: (waiting: Wait) => void;
  time: Time;
}

const NOTHING: Undelivered = { companies: [], over: [] };

export class RegisterQueue implements WorkQueue {
  private list: RegisterList | undefined;
  private session: RegisterSession | undefined;
  private isNew = false;
  private waitsSinceMs: number | undefined;
  private waitedMs = 0;
  private failure: unknown;
  private tables: Tables | undefined;
  private isWrittenDown = true;
  private isBegun = false;
  private knownByName = 0;
  /** Ends the waits that outlive the last command. */
  private readonly over = new AbortController();

  /** n8n's word that the workflow is to stop. */
  private readonly cancelled: AbortSignal | undefined;
  private readonly calendar: Calendar;
  private readonly due: DueRule | null;
  private readonly remembered: RememberedAnswers;
  private readonly cases: Case[] = [];
  /** Requests that got no reply, the control too. */
  readonly unreachable = new Unreachable();
  private changes = NO_CHANGE;
  private readonly pendingReports = new PendingReports(
    (company) => this.session?.isCoveredByReport(company) ?? false,
  );
  private formerCompanies: readonly FormerCompany[] = [];

  constructor(private readonly ports: RegisterQueuePorts) {
    this.cancelled = ports.context.getExecutionCancelSignal();
    this.calendar = calendarOf(ports.context);
    const { screenAgain: again } = ports.registerSettings;
    this.due = again && { again, dateOf: this.calendar.dateOf };
    this.remembered = new RememberedAnswers(this.calendar, this.due);
  }

  async open(): Promise<number> {
    const { ports } = this;
    // A list without a usable company is a run as well: whoever watches the list has to see it.
    if (ports.stopped.aborted) return 0;
    try {
      this.list = new RegisterList(ports.items, await ports.settings());
      const { tables, isNew } = await ports.openRegister(ports.context, ports.registerSettings.register);
      this.isNew = isNew;
      this.tables = tables;
      const by = { due: this.due, concurrency: ports.concurrency, hasControl: ports.control !== undefined };
      const settings = runSettings(ports.context, ports.registerSettings, by);
      this.session = await beginRun(this.registerPorts(tables, this.list), settings, this.list.wanted);
      const { listRead: list, toSend, estimate } = this.session;
      const read = { list, requests: toSend.requests, estimate };
      const { refusal, knownByName } = await checkList(ports.context, ports.registerSettings, tables, read);
      this.knownByName = knownByName;
      this.failure = refusal ?? undefined;
      return refusal ? 0 : toSend.companies;
    } catch (error) {
      this.failure = ofRegister(error);
      return 0;
    }
  }

  async beforeSend(): Promise<void> {
    if (this.over.signal.aborted) throw new RunStopped();
    const permission = await this.session?.permitSending();
    if (permission?.is === 'over') throw new RunStopped();
    if (permission?.is === 'no')
      throw sendingStopped(permission.why, permission.cause, this.ports.registerSettings.register);
  }

  async next(event?: QueueEvent): Promise<QueueCommand> {
    const { session } = this;
    const all = this.ports.items;
    const notReady = this.isBegun ? [] : itemsNotReady(all);
    if (!session)
      return { is: 'over', concluded: [...notReady, ...itemsNotSent(all)], failure: this.failure };
    const command = await this.nextCommand(session, event);
    const concluded = [...notReady, ...command.concluded.flatMap((one) => this.conclude(one))];
    const failure = this.failureOf(command);
    if (command.is !== 'send') return { is: command.is, concluded, failure };
    const items = this.list?.queued(command.companies.map(({ hash }) => hash)) ?? [];
    return { is: 'send', items, concluded, failure };
  }

  /** Ends the beats of a run that is over, or others would wait for it. */
  close(): void {
    this.over.abort();
  }

  /** The facts of the run, once it is over. */
  facts(): RegisterFacts {
    const { register: name, onlyThisRun = false, deskAddress = '', report } = this.ports.registerSettings;
    const { sinceMs } = this.unreachable;
    return {
      ...{ name, onlyThisRun, deskAddress, reportId: report?.id ?? null },
      companiesBefore: this.session?.companiesBefore ?? null,
      keys: this.keys,
      formerCompanies: this.formerCompanies,
      noReplySince: sinceMs === undefined ? null : this.calendar.timeOf(sinceMs),
      waitingCases: this.waitingCases,
      answerTimes: this.remembered.times(this.ports.time.epochMs()),
    };
  }

  /** The company of an item; null if it names none that can be screened. */
  companyOf(itemIndex: number): CompanyHash | null {
    return this.list?.companyOf(itemIndex) ?? null;
  }

  async writeDown(ended: EndedRun): Promise<EndedRun> {
    const { tables, session, changes } = this;
    const { items } = ended;
    if (!tables || !session) return ended;
    const counts = countRun({ items, companyOf: (itemIndex) => this.companyOf(itemIndex) });
    // A control without an answer has an id that nobody knows.
    const control = this.control === 'held' || this.control === 'failed' ? 1 : 0;
    // The next run looks again for what cannot be read now.
    const undelivered: Undelivered = this.ports.registerSettings.report?.makesMessage
      ? await session.undeliveredElsewhere(this.list?.environment ?? '').catch(() => NOTHING)
      : NOTHING;
    this.formerCompanies = undelivered.companies;
    const waiting = casesInRow(this.waitingCases, this.ports.time.epochMs());
    const tally = updatingRun(session.id, tallyOf(counts, { changes, control, waiting }));
    const statements = [tally, ...this.reportOf(session, items, undelivered)];
    // Doubled rows say the same, so they are simply stored again.
    const store = async () => (await tables.run(statements).catch(() => null)) !== null;
    this.isWrittenDown = (await store()) || (await store());
    return ended;
  }

  /** The report of the run, where only news come out. */
  private reportOf(
    session: RegisterSession,
    items: readonly ItemState[],
    { companies, over }: Undelivered,
  ): Statement[] {
    const { registerSettings, time } = this.ports;
    const companyOf = (itemIndex: number) => this.companyOf(itemIndex);
    const messageEntries = messageEntriesOf(items, companyOf, companies, (...one) =>
      this.pendingReports.of(...one),
    );
    const at = new Date(time.epochMs()).toISOString();
    const about = { nodeHash: session.settings.nodeHash, runId: session.id, at };
    const isListed = (company: CompanyHash) => this.list?.has(company) === true;
    const unnamed = this.pendingReports.allOf(session.ids, over, isListed);
    return reportStatements(registerSettings.report, messageEntries, about, unnamed);
  }

  notes(): string[] {
    const { isNew, isWrittenDown, keys, knownByName, waitedMs } = this;
    const { register, notes: ofList = () => [] } = this.ports.registerSettings;
    return [...ofList(), ...runNotes({ register, isNew, isWrittenDown, keys, knownByName, waitedMs })];
  }

  private registerPorts(tables: Tables, { environment }: RegisterList): RegisterPorts {
    const { context, registerSettings, stopped, time, waits } = this.ports;
    const { cancelled } = this;
    const over = this.over.signal;
    const run = new Cancellation(cancelled ? AbortSignal.any([over, cancelled]) : over);
    const sleep = createSleep(run, time.sleep);
    return {
      tables,
      now: time.monotonicMs,
      wallClock: time.epochMs,
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
      controlFailed: () => controlFailed(this.ports.control),
      foundOld: () => this.list?.foundOld() ?? [],
      about: () => ({ environment, ...aboutRun(context, registerSettings, this.control) }),
    };
  }

  private get control(): ControlResult {
    return this.ports.control?.result() ?? 'none';
  }

  private get keys(): ToldKeys {
    return { renamed: this.session?.renamedKeys ?? [], several: keysOfSeveral(this.list?.companies ?? []) };
  }

  private get waitingCases(): WaitingCases {
    return waitingCases(this.cases, this.session?.claimsLeftOpen ?? [], this.ports.time.epochMs());
  }

  private get isCancelled(): boolean {
    return this.cancelled?.aborted ?? false;
  }

  /** The reason why n8n has stopped the workflow, if it has. */
  private get cancellation(): unknown {
    const reason: unknown = this.cancelled?.reason;
    return this.isCancelled ? reason : undefined;
  }

  private async nextCommand(
    session: RegisterSession,
    event: QueueEvent | undefined,
  ): Promise<RegisterCommand> {
    const { isBegun } = this;
    this.isBegun = true;
    const returned = event?.is === 'cameBack' ? this.cameBack(event.batch) : null;
    if (this.ports.stopped.aborted || this.isCancelled || this.failure !== undefined)
      return await session.stop(returned?.results ?? null);
    if (event?.is === 'probe') return await session.probeFrom(event.from);
    return isBegun ? await session.next(returned) : await session.first();
  }

  private conclude(result: CompanyResult): ConcludedItem[] {
    if (result.is !== 'notCharged') this.cases.push(...result.cases);
    this.pendingReports.see(result);
    this.changes = withChangesOf(this.changes, result);
    if (result.is === 'answer' && result.remembered) this.remembered.add(result.answer);
    return this.list?.conclude(result) ?? [];
  }

  private cameBack({ sent, items, ...pace }: SentBatch): BatchResult {
    for (const { itemState, attempts } of items)
      this.unreachable.note(itemState, attempts.askedAt?.getTime());
    return { results: this.list?.cameBack(sent, items) ?? [], ...pace };
  }

  private failureOf(command: RegisterCommand): unknown {
    const { failing } = command;
    if (!failing) return this.failure ?? this.cancellation;
    this.pendingReports.fail();
    return sendingStopped(failing.why, failing.cause, this.ports.registerSettings.register);
  }
}
