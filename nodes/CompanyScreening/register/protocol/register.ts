// Drives one run over the register: carries out what the protocol commands, and shows that the run lives while a batch is sent.
import type { QueuePosition } from '../../flowControl/outageRules';
import type { CompanyResult } from '../companies/companyResult';
import { undeliveredElsewhere, type Undelivered } from '../companies/undelivered';
import type { KeyNames } from '../facts/keyNames';
import { estimateOf, type SizeEstimate, type Workload } from '../facts/size';
import { isTransient, type Tables } from '../port/tables';
import type { Claim } from '../rows/claimRows';
import type { CompanyHash, ListedCompany } from '../rows/identity';
import { companiesReportedTo } from '../rows/reportRows';
import { MAX_FAILURES } from './calls';
import type {
  BatchResult,
  Command,
  SentResult,
  Event,
  ListKnowledge,
  RunSettings,
  SendingStop,
  Wait,
} from './messages';
import type { ProtocolPorts } from './ownRun';
import { beatStatements, takeInBeat, whyNotToSend } from './permission';
import { Protocol } from './protocol';
import { newState } from './state';

export interface RegisterPorts extends ProtocolPorts {
  tables: Tables;
  /**
   * Gives true if all of the time has passed, and false for a run that is over or was cancelled: nothing of it may go on. Never rejects.
   */
  sleep(ms: number): Promise<boolean>;
  /** True if the run was stopped: it then waits for nobody. */
  isStopped(): boolean;
  /** The wait for others, told again and again. */
  waits(waiting: Wait): void;
}

/** The next thing to do. */
export type RegisterCommand = {
  /** Results since the command before; each company has exactly one. Answers that could not be stored have `stored: false`. */
  concluded: CompanyResult[];
  /** The reason why nothing more may be sent, not even of the batches under way. */
  failing: SendingFailure | null;
} & (
  | { is: 'send'; companies: ListedCompany[] }
  /** Wait for the batches under way. */
  | { is: 'wait' }
  | { is: 'over' }
);

/** The reason why nothing more may be sent, and the error of the tables that led to it, if there is one. */
interface SendingFailure {
  why: SendingStop;
  cause: unknown;
}

export type SendingPermission =
  | { is: 'yes' }
  | ({ is: 'no' } & SendingFailure)
  /** A command says why. */
  | { is: 'over' };

const BEAT_EVERY_MS = 10_000;

/**
 * Registers a run and reads what is known of its companies. Each company is in the list once.
 *
 * `toSend` is how many would be sent. Then `first`, and `next` again and again, give batch after batch: companies that were written down and
 * are now to be sent. While they are sent, `next` gives those that may be sent beside them. Where it gives nothing, it is to be called with
 * the results of a batch that is under way, whichever is back first: one for each company, in their order. It stores them first.
 */
export async function beginRun(
  ports: RegisterPorts,
  settings: RunSettings,
  companies: readonly ListedCompany[],
): Promise<RegisterSession> {
  const session = new RegisterSession(ports, settings);
  await session.begin(companies);
  return session;
}

export class RegisterSession {
  toSend: Workload = { companies: 0, requests: 0 };
  /** The size of the tables and what this run will add to them. */
  estimate: SizeEstimate = { stored: 0, added: 0 };
  private readonly protocol: Protocol;
  private named: ReadonlySet<string> | undefined;
  private cause: unknown;
  private beating: Promise<void> | undefined;
  private isBeating = false;
  private driving: Promise<unknown> = Promise.resolve();
  private ended: RegisterCommand | undefined;

  constructor(
    private readonly ports: RegisterPorts,
    readonly settings: RunSettings,
  ) {
    this.protocol = new Protocol(newState(), settings, ports);
  }

  /** The uuid of its row. */
  get id(): string {
    return this.protocol.state.runId;
  }

  get companiesBefore(): number | null {
    return this.protocol.run.companiesBefore;
  }

  get renamedKeys(): KeyNames[] {
    return this.protocol.run.renamedKeys;
  }

  /** Its uuid, and those before it. */
  get ids(): readonly string[] {
    return this.protocol.state.ownRunIds;
  }

  /** True if a report that was there when the run entered names the company for all of its readers. */
  isCoveredByReport(company: CompanyHash): boolean {
    const { nodeHash, readers } = this.settings;
    this.named ??= companiesReportedTo(this.protocol.state.known.reports, nodeHash, readers);
    return this.named.has(company);
  }

  /** Companies that are not in the list, and that were not fully told to one of its readers. */
  async undeliveredElsewhere(environment: string): Promise<Undelivered> {
    const { nodeHash, readers } = this.settings;
    const { known, ownRunIds } = this.protocol.state;
    const nowMs = this.ports.wallClock();
    const now = { ...this.listRead, nodeHash, readers, environment, nowMs, ownRuns: ownRunIds };
    return await undeliveredElsewhere(this.ports.tables, known, now);
  }

  /** The companies of its list, and the answers that it has read. */
  get listRead(): ListKnowledge {
    const { known, listed: companies } = this.protocol.state;
    return { answers: known.answers, companies, knowsAll: this.protocol.run.isLongList };
  }

  /** Open claims of runs that are over. */
  get claimsLeftOpen(): readonly Claim[] {
    const { claims, claimsFetchedOpen } = this.protocol.state.known;
    return claims.filter(({ claimId, state }) => state === 'open' && claimsFetchedOpen.has(claimId));
  }

  async begin(companies: readonly ListedCompany[]): Promise<void> {
    const command = await this.drive({ is: 'begin', companies });
    if (command.do === 'confirm') {
      this.toSend = command.toSend;
      this.estimate = estimateOf(this.protocol.state.known, command.toSend);
    } else this.ended = this.toRegisterCommand(command);
  }

  async first(): Promise<RegisterCommand> {
    return await this.commandAfter({ is: 'confirmed' });
  }

  /** @param returned of a batch that is under way, whichever is back first; null after a command that gave something to send */
  async next(returned: BatchResult | null): Promise<RegisterCommand> {
    return await this.commandAfter(returned ? { is: 'results', ...returned } : { is: 'more' });
  }

  /** Sends one company beside the batches under way, from this position of those that are in no claim yet, to see whether answers come. */
  async probeFrom(from: QueuePosition): Promise<RegisterCommand> {
    return await this.commandAfter({ is: 'more', from });
  }

  /** Sends nothing more: stores the results, if there are any, and gives back the companies that were not sent. */
  async stop(results: readonly SentResult[] | null): Promise<RegisterCommand> {
    return await this.commandAfter({ is: 'stop', results });
  }

  private async commandAfter(event: Event): Promise<RegisterCommand> {
    return this.ended ?? this.toRegisterCommand(await this.drive(event));
  }

  /**
   * Permission for each request: waits while answers that came back cannot be stored, and until a beat of the last 30 s is stored. A run
   * that is taken for dead gets none.
   */
  async permitSending(): Promise<SendingPermission> {
    const { state, run } = this.protocol;
    for (let failures = 0; failures < MAX_FAILURES; failures++) {
      if ((state.call?.failures ?? 0) > 0) await this.driving;
      if (state.failing) return { is: 'over' };
      const why = whyNotToSend(run);
      if (why) return { is: 'no', why, cause: undefined };
      if (run.hasFreshBeat) return { is: 'yes' };
      await this.beat();
    }
    return { is: 'no', why: { is: 'notStored' }, cause: this.cause };
  }

  /** Beats while the run waits for the service, for instance: others take a run for dead whose beat does not change. */
  private async keepBeating(): Promise<void> {
    if (this.isBeating) return;
    this.isBeating = true;
    for (;;) {
      const mayGoOn = await this.ports.sleep(BEAT_EVERY_MS);
      // A run that stops at an error still waits for the batches under way.
      if (!mayGoOn || this.protocol.state.underWay.length === 0) break;
      await this.beat();
    }
    this.isBeating = false;
  }

  /** Stores a beat. A caller that asks while one is under way shares it. */
  private async beat(): Promise<void> {
    await (this.beating ??= this.storeBeat().finally(() => {
      this.beating = undefined;
    }));
  }

  private async storeBeat(): Promise<void> {
    const { run } = this.protocol;
    const { runId } = run.state;
    const startedAt = run.moment;
    try {
      const [rows = []] = await this.ports.tables.run(beatStatements(run));
      takeInBeat(run, { runId, startedAt, rows });
    } catch (error) {
      this.cause = error;
    }
  }

  private async drive(first: Event): Promise<Command> {
    const driving = this.carryOut(first);
    this.driving = driving;
    return await driving;
  }

  private async carryOut(first: Event): Promise<Command> {
    let command = this.protocol.handle(first);
    for (;;) {
      if (command.do === 'call') command = this.protocol.handle(await this.call(command));
      else if (command.do === 'sleep') {
        if (command.waiting) this.ports.waits(command.waiting);
        if (command.waiting || isTransient(this.cause)) await this.ports.sleep(command.ms);
        command = this.protocol.handle(
          this.ports.isStopped() ? { is: 'stop', results: null } : { is: 'slept' },
        );
      } else return command;
    }
  }

  private async call({ statements }: Extract<Command, { do: 'call' }>): Promise<Event> {
    try {
      return { is: 'rows', rows: await this.ports.tables.run(statements) };
    } catch (error) {
      this.cause = error;
      return { is: 'failed' };
    }
  }

  private toRegisterCommand(command: Command): RegisterCommand {
    const { state } = this.protocol;
    const concluded = state.concluded.splice(0);
    if (command.do === 'send') {
      const companies = command.companies.flatMap((one) => state.listed.get(one) ?? []);
      void this.keepBeating();
      return { is: 'send', companies, concluded, failing: null };
    }
    const why = command.do === 'wait' || command.do === 'over' ? command.failing : null;
    const failing = why && { why, cause: this.cause };
    if (command.do === 'wait') return { is: 'wait', concluded, failing };
    if (command.do === 'over' && failing) this.ports.tables.runWithoutWaiting(command.lastResort);
    this.ended = { is: 'over', concluded: [], failing };
    return { ...this.ended, concluded };
  }
}
