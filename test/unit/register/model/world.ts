// A world of several runs on one register: every step that one of them can take next, and the world after it. Nothing in it is
// changed in place, so that the exploration can go back to any world.
import {
  companyHash,
  screeningHash,
  type Company,
  type CompanyHash,
} from '../../../../nodes/CompanyScreening/register/rows/identity';
import type {
  ScreenedResult,
  CompanyResult,
} from '../../../../nodes/CompanyScreening/register/companies/companyResult';
import type {
  Command,
  SentResult,
  Event,
  RunSettings,
} from '../../../../nodes/CompanyScreening/register/protocol/messages';
import { restored } from '../../../../nodes/CompanyScreening/register/archive/pastScreenings';
import {
  everyCompany,
  REGISTER_QUERIES,
} from '../../../../nodes/CompanyScreening/register/companies/everyCompany';
import { removedOf } from '../../../../nodes/CompanyScreening/register/rows/removedData';
import { withPast } from '../../../../nodes/CompanyScreening/register/facts/history';
import { forgetting } from '../../../../nodes/CompanyScreening/register/removal/forget';
import { FACT_QUERIES } from '../../../../nodes/CompanyScreening/register/removal/traces';
import {
  readArchive,
  removalRow,
  removalsAmong,
  repeatsIn,
} from '../../../../nodes/CompanyScreening/register/rows/archiveRows';
import { claimedCompanyId, readClaim } from '../../../../nodes/CompanyScreening/register/rows/claimRows';
import { Protocol } from '../../../../nodes/CompanyScreening/register/protocol/protocol';
import { RULES, type ProtocolRules } from '../../../../nodes/CompanyScreening/register/protocol/rules';
import { decisionId } from '../../../../nodes/CompanyScreening/register/rows/decisionRows';
import {
  answerRow,
  readAnswers,
  screeningHashesOf,
  type IntactAnswer,
  type StoredAnswer,
} from '../../../../nodes/CompanyScreening/register/rows/answerRows';
import { CONTROL_FAILED } from '../../../../nodes/CompanyScreening/register/rows/runRows';
import {
  beatStatements,
  takeInBeat,
  whyNotToSend,
} from '../../../../nodes/CompanyScreening/register/protocol/permission';
import { newState, type RunState } from '../../../../nodes/CompanyScreening/register/protocol/state';
import {
  MARK,
  type Condition,
  type TableRow,
  type Statement,
  type StoredRow,
} from '../../../../nodes/CompanyScreening/register/port/tables';
import {
  toldRow,
  readerHash,
  type ReportCompany,
} from '../../../../nodes/CompanyScreening/register/rows/reportRows';
import {
  toDeliver,
  answersOfCompaniesQueries,
  answersOfRunsQueries,
  undeliveredIn,
} from '../../../../nodes/CompanyScreening/register/companies/undelivered';
import {
  reportStatements,
  type MessageEntry,
} from '../../../../nodes/CompanyScreening/run/register/messageEntries';
import type { TaskResult } from '../../../../nodes/CompanyScreening/operations/shared/requestTask';
import {
  verdictOver,
  type CompanyVerdict,
} from '../../../../nodes/CompanyScreening/operations/screening/verdict';
import type { SentItem } from '../../../../nodes/CompanyScreening/run/state/workQueue';
import { sentResult } from '../../../../nodes/CompanyScreening/run/register/sentResult';
import { OperationFailure } from '../../../../nodes/CompanyScreening/service/failure';
import {
  askedBeforeTold,
  eachCompanyOnce,
  failedControlsClearNobody,
  keptBeforeTold,
  keptOnce,
  noIdClearsTwo,
  nothingPaidIsLost,
  paidOnce,
  saidBeforeTold,
  type History,
  type KeptAnswer,
  type PaidRequest,
  type Told,
} from '../../../support/history';
import { anAnswer } from '../anAnswer';
import { aDecision } from '../decisions/aDecision';
import { apply, commit, emptyDatabase, reserve, type Database, type Kind } from '../memoryTables';
import { counting, countOutcome, nothingExercised, type Exercised } from './exercised';
import { copyState, keyOf, Remembered } from './plainData';
import { Attempts } from '../../../../nodes/CompanyScreening/run/state/attempts';

/** Of a screening that the service has not finished, it may have named a hit. */
export type Outcome = 'clear' | 'hit' | 'pending' | 'pending hit' | 'requested';
/** A clear answer is a review if the control of its run failed. */
type Answered = Outcome | 'review';

interface ScenarioRun {
  companies: readonly string[];
  /** The runs that are over before it begins. */
  after?: readonly number[];
  /** From the beginning, or once so many names were sent: the last one has got the id of the control. */
  controlFails?: number | true;
  /** It reads the register as a run with a long list does. */
  isLong?: true;
  /** It gives out everything, where others give out what their reader was not told. */
  isOfOthers?: true;
}

/** What may go wrong, or be done by people, and how often. */
interface Accidents {
  /** How many messages are not sent, or not marked. */
  lostMessages: number;
  crashes: number;
  /** Calls that fail although any number of their statements were carried out. */
  failures: number;
  /** From some moment on, every call of one run fails. */
  outages: number;
  /** How often the service answers nothing for a while: one company is then to be sent beside what is under way, from any place. */
  tries: number;
  /** How many runs a person stops. */
  stops: number;
  /** What somebody does to the tables, each once and at any time. */
  edits: readonly Edit[];
  /** How often a run waits for so long that it takes others for dead, although they could go on. Otherwise nobody is. */
  wrongGuesses: number;
}

const NO_ACCIDENTS: Accidents = {
  ...{ lostMessages: 0, crashes: 0, failures: 0, outages: 0 },
  ...{ tries: 0, stops: 0, edits: [], wrongGuesses: 0 },
};

export interface Scenario extends Partial<Accidents> {
  name: string;
  /** SQLite unless said. */
  kind?: Kind;
  /**
   * The companies of each run, in the order of its list. The first run has the smallest uuid. `A&B` is a company of two names,
   * and the same one as `B&A`. `K:A` is the name A under the key K; otherwise its names are the key. Of a name that begins with `returns`, the
   * annual returns are requested.
   */
  runs: readonly ScenarioRun[];
  batchSize: number;
  /** Each run is one of a list, and tells a reader what is new. So many hours lie between two runs. */
  tells?: number;
  /** The key of a company that somebody has forgotten, at any time when no run seems to go on. */
  forgets?: string;
  /** Runs that wait for none, or only the first one, have claimed their first batch one after the other: only what comes afterwards is explored. */
  isBegun?: true | 'the first one';
  /** Companies that have an answer from long ago. */
  old?: readonly string[];
  /** How often that was repeated; 0 unless said. */
  repeats?: number;
  /** Every run closes the books, however little there is to close. Otherwise none does. */
  closes?: true;
  /** Every run has each of its companies screened again. */
  isDue?: true;
  /** The names whose screenings have one id, whoever asks for them. Otherwise each screening has an id of its own. */
  oneId?: readonly string[];
  /** What the service answers each time it is asked for a name; the last one for good. */
  service?: Record<string, readonly (Outcome | 'nothing')[]>;
  /** How often a person says `sendAgain`, about any claim there is. */
  decisions?: number;
  /** The service may answer sooner than the register stores, and then take its time again. Otherwise it always takes its time. */
  isQuick?: true;
}

/**
 * A row of a doubt that is deleted, one of an answer that is changed, one of a run that says otherwise of its control. Two of
 * these at once have fewer states than each at its own time.
 */
type Edit = 'answer' | 'control' | 'doubt' | 'doubt and control';

/** A planted mistake: other rules, or a store that is read in another way. */
export interface Mistake {
  name: string;
  rules?: Partial<ProtocolRules>;
  /** What the register is told of a company of several names. */
  resultOf?: typeof sentResult;
  /** What is to be written down of a company. */
  toDeliver?: typeof toDeliver;
  /** What somebody deletes who has a company forgotten. */
  forgetting?: (statements: readonly Statement[]) => readonly Statement[];
  /** What a run writes before it tells. */
  telling?: (statements: Statement[]) => Statement[];
  /** Changes what a read finds. `memory` is the run's own. */
  distort?: (statement: Statement, rows: StoredRow[], memory: Memory, run: string) => StoredRow[];
}
export interface Memory {
  claims: StoredRow[];
}

interface Process {
  status: 'crashed' | 'failed' | 'finished' | 'running' | 'telling' | 'waiting';
  state: RunState;
  command: Command | null;
  /** How many statements of the call are done. */
  done: number;
  rows: StoredRow[][];
  /** The batches that are being sent, in the order in which they were. */
  underWay: readonly Batch[];
  isStopped: boolean;
  /** The id that an insert on Postgres has taken and not yet committed. */
  firstId: number | null;
  clockMs: number;
  /** When its sleep ends. */
  wakesAtMs: number;
  uuids: number;
  /** How many names it has sent. */
  sent: number;
  /** The runs whose control had failed, as the register had it when this one read answers or runs. */
  seenToFail: readonly string[];
  isCutOff: boolean;
  settled: readonly Settled[];
  /** Of what came out, what it has to tell. */
  messageEntries: readonly MessageEntry[];
  deliveries: ReadonlyMap<CompanyHash, readonly ReportCompany[]>;
  /** What it writes down before it tells, and whose hits its message names; null before it knows. */
  telling: { statements: readonly Statement[]; named: readonly CompanyHash[] } | null;
  memory: Memory;
}

/** What is asked at the end of what came out. The rest of it was asked when it came out, and would make many worlds of one. */
interface Settled {
  company: CompanyHash;
  is: CompanyResult['is'];
  doubt: ScreenedResult['doubt'];
  /** Where companies share an id. */
  told: readonly Told[];
}

interface Batch {
  mark: string;
  companies: readonly CompanyHash[];
  /** Of the first ones. */
  results: readonly SentResult[];
  /** Of the company whose turn it is: what the service said to each of its names. */
  said: readonly (Answered | 'nothing')[];
}

/** With the accidents that may still come. */
export interface World extends Accidents {
  database: Database;
  processes: readonly Process[];
  /**
   * Each request that the service has answered or swallowed, with the claim it was sent under. Those for one name are in their order; which
   * of two names was sent first makes no other world.
   */
  payments: readonly Payment[];
  decisions: readonly Decision[];
  /** The companies of whose hits the reader has read. */
  toldOf: readonly CompanyHash[];
  forgetting: Forgetting | null;
  /** What has left the table of answers. */
  left: readonly StoredRow[];
  deletedDoubts: readonly StoredRow[];
  /** The first broken promise. */
  broken: string | null;
}

/** Somebody has a company forgotten: what is to be done, and how much of it is. */
interface Forgetting {
  is: 'begun' | 'forgotten' | 'refused';
  statements: readonly Statement[];
  done: number;
}

interface Payment {
  company: CompanyHash;
  /** The one of its names that was sent. */
  name: string;
  mark: string;
  run: string;
  outcome: Answered | 'nothing';
}

/** A person's word about a claim, and how often others had sent the company by then. */
interface Decision {
  company: CompanyHash;
  mark: string;
  sentByOthers: number;
}

interface TimedStep {
  name: string;
  take: (tooLong: boolean) => World;
  /** When it happens, by the run's own clock; 0: now; null: at any time, and nothing waits for it. */
  atMs: number | null;
}

export interface Step {
  name: string;
  take: () => World;
}

const TIMES = { silence: 3, gap: 3, freshBeat: 1, poll: 2, wait: 6, backoff: 1 };
const NOW_MS = Date.parse('2026-01-01T00:00:00.000Z');
const LATER_MS = 60_000;
const OLD_MS = 24 * 60 * 60 * 1000;

/** What people and the service write may be anything: n8n must never evaluate it. */
const written = (text: string) => `={{ ${text} }}`;
const namesOf = (listed: string): readonly string[] => (listed.split(':').at(-1) ?? '').split('&');
const isOfReturns = (name: string): boolean => name.startsWith('returns');
const company = (listed: string): Company => {
  const [first = '', ...others] = namesOf(listed);
  const [key = ''] = listed.includes(':') ? listed.split(':') : [[first, ...others].sort().join()];
  return {
    key: written(key),
    names: [written(first), ...others.map(written)],
    option: isOfReturns(first) ? 'AnnualReturns' : 'Both',
    environment: 'sandbox',
    baseUrl: 'https://service.example',
  };
};
const hashes = new Map<string, CompanyHash>();
export function hashOfCompany(name: string): CompanyHash {
  const hash = hashes.get(name) ?? companyHash(company(name));
  hashes.set(name, hash);
  return hash;
}

/** What a run makes of an event. */
interface Handled {
  state: RunState;
  command: Command;
  uuids: number;
  settled: readonly CompanyResult[];
}

interface ModelMemory {
  handled: Remembered<Handled>;
  applied: Remembered<ReturnType<typeof apply>>;
}

export class Model {
  private readonly rules: ProtocolRules;
  private readonly settings: RunSettings;
  /** What two more runs break, for each register on which they were tried. */
  private readonly laterRuns = new Map<string, string | null>();

  constructor(
    readonly scenario: Scenario,
    private readonly mistake: Mistake | null = null,
    readonly exercised: Exercised = nothingExercised(),
    private readonly memory: ModelMemory = { handled: new Remembered(), applied: new Remembered() },
  ) {
    // Calls take no time here: whether the service is quick is a step of its own.
    const overlaps: ProtocolRules['overlaps'] = ({ batchMs }) => batchMs > 0;
    const isWorthArchiving: ProtocolRules['isWorthArchiving'] = (repeats) =>
      scenario.closes === true && repeats > 0;
    const averaged: ProtocolRules['averaged'] = (_, nowMs) => (nowMs > 0 ? 1 : 0);
    this.rules = { ...RULES, overlaps, averaged, isWorthArchiving, ...mistake?.rules };
    const again = { is: 'age', ms: scenario.isDue ? -OLD_MS / 2 : OLD_MS } as const;
    const ofList =
      scenario.tells === undefined
        ? { due: { again, dateOf: String }, nodeHash: '', readers: [] }
        : { due: null, nodeHash: LIST, readers: [READER] };
    const sizes = { batchSize: scenario.batchSize, concurrency: scenario.batchSize };
    this.settings = { ...sizes, ...ofList, hasControl: true, startedBy: 'model', times: TIMES };
  }

  begin(): World {
    const { scenario } = this;
    const old = (scenario.old ?? []).flatMap((name) => oldAnswers(name, scenario.repeats ?? 0));
    let database = emptyDatabase(scenario.kind ?? 'sqlite');
    if (old.length > 0) database = apply(database, { do: 'insert', table: 'answers', rows: old }).database;
    const world: World = {
      database,
      processes: scenario.runs.map(() => newProcess()),
      ...{ payments: [], decisions: [], toldOf: [], forgetting: null, left: [], deletedDoubts: [] },
      ...accidentsIn(scenario),
      broken: null,
    };
    return scenario.isBegun ? this.withFirstBatches(world) : world;
  }

  private withFirstBatches(first: World): World {
    let world = first;
    for (const [number, { after }] of this.scenario.runs.entries()) {
      const isToBegin = number === 0 || this.scenario.isBegun === true;
      while (isToBegin && !after && processOf(world, number).underWay.length === 0) {
        const [step] = this.stepsOf(world, processOf(world, number), number);
        if (!step) throw new Error(`Run ${number} sends nothing.`);
        world = step.take(false);
      }
    }
    return world;
  }

  /** Every step that can be taken. None: the world has come to its end. */
  steps(world: World): Step[] {
    if (world.broken !== null) return [];
    const invisible = this.invisibleStep(world);
    if (invisible) return [invisible];
    const own = world.processes.flatMap((process, number) => this.stepsOf(world, process, number));
    return [
      ...this.inTime(world, own),
      ...this.wordsOfAPerson(world),
      ...this.forgettingSteps(world),
      ...editsOf(world),
    ];
  }

  /** By the statements of the node: the removal first, then no run may go on, and then the rows go. */
  private forgettingSteps(world: World): Step[] {
    const { database, forgetting: before } = world;
    if (this.scenario.forgets === undefined) return [];
    const isGoing = (database.rows.runs ?? []).some(({ state }) => state === 'going');
    const to = (name: string, after: Forgetting, changed = database) => {
      const stays = new Set(changed.rows.answers);
      const left = [...world.left, ...(database.rows.answers ?? []).filter((row) => !stays.has(row))];
      return [{ name, take: () => ({ ...world, database: changed, forgetting: after, left }) }];
    };
    if (!before) {
      // Whoever has shown nothing of itself for two minutes was taken for dead by others as well.
      const planned = isGoing ? undefined : this.planToForget(database, this.scenario.forgets);
      return planned ? to('somebody plans to forget', { is: 'begun', statements: planned, done: 0 }) : [];
    }
    const { is, statements, done } = before;
    if (is !== 'begun') return [];
    if (done === 1 && isGoing) return to('a run has begun: nothing is deleted', { ...before, is: 'refused' });
    const statement = statements[done];
    if (!statement) return to('it is forgotten', { ...before, is: 'forgotten' });
    const { database: changed } = apply(database, statement);
    return to(`forgets: ${nameOf(statement)}`, { ...before, done: done + 1 }, changed);
  }

  private planToForget(database: Database, key: string): readonly Statement[] | undefined {
    const found = FACT_QUERIES.map((one) => apply(database, one).read ?? []);
    const who = { reason: 'a person asked', removedBy: 'p', removedByAddress: '' };
    const said = { at: new Date(NOW_MS).toISOString(), mark: 'forget', ...who };
    const planned = forgetting(found, written(key), said);
    if (!planned) return undefined;
    const { removal, statements } = planned;
    return [
      { do: 'insert', table: 'archive', rows: [removalRow(removal)] },
      ...(this.mistake?.forgetting?.(statements) ?? statements),
    ];
  }

  /**
   * A statement that can be carried out at once, because no other run ever sees a difference, and what it finds does not depend on
   * others: the orders in which it comes later have the same ends.
   */
  private invisibleStep(world: World): Step | undefined {
    if (world.failures > 0 || world.outages > 0) return undefined;
    for (const [number, process] of world.processes.entries()) {
      const { status, command, done, isCutOff } = process;
      if (status !== 'running' || isCutOff) continue;
      const [request] = this.isAnsweredAtOnce(world, process, number)
        ? this.requestsOf(world, process, number)
        : [];
      if (request) return { name: `run ${number}: ${request[0]}`, take: request[1] };
      const statement = command?.do === 'call' ? command.statements[done] : undefined;
      if (statement && this.isInvisible(world, statement)) {
        return { name: `run ${number}: ${nameOf(statement)}`, take: () => this.carryOut(world, number) };
      }
    }
    return undefined;
  }

  /**
   * Where a run cannot be killed, stopped or refused before it, and nobody else may be told to send the same, a request may be answered at
   * any time until the run looks at what came back: which one is seen by nobody. A control that fails later is looked at with each
   * statement, and with each batch that comes back.
   */
  private isAnsweredAtOnce(world: World, { command, isStopped, underWay }: Process, number: number): boolean {
    const { crashes, stops, tries } = world;
    const { decisions, wrongGuesses } = this.scenario;
    // A run that is taken for dead may send nothing more.
    if (isStopped || crashes + stops + tries > 0 || decisions || wrongGuesses) return false;
    const isWaiting = command?.do === 'wait';
    if (isWaiting && command.failing !== null) return false;
    const isNoneBack = !underWay.some(isBack);
    return typeof this.scenario.runs[number]?.controlFails !== 'number' || (isWaiting && isNoneBack);
  }

  private isInvisible({ database }: World, statement: Statement): boolean {
    if (statement.do === 'read') {
      if (statement.table === 'decisions') return !this.scenario.decisions;
      if (statement.table === 'archive')
        return this.scenario.closes !== true && this.scenario.forgets === undefined;
      return (
        !this.scenario.oneId &&
        !this.scenario.runs.some(({ controlFails }) => typeof controlFails === 'number') &&
        statement.where.some(({ column }) => column === 'screening' || column === 'data')
      );
    }
    // An id that nobody else gets makes no difference to anybody.
    if (statement.do === 'update' && 'screenings' in statement.set) return !this.scenario.oneId;
    // Only the run itself writes its beat.
    if (statement.do !== 'update' || !('beat' in statement.set)) return false;
    const own = database.rows.runs?.find((row) => statement.where.some((one) => row['run'] === one.value));
    return Object.entries(statement.set).every(([name, value]) => own?.[name] === value);
  }

  private stepsOf(world: World, process: Process, number: number): TimedStep[] {
    const { runs } = this.scenario;
    const step = (name: string, take: TimedStep['take'], atMs: number | null = 0) => ({
      name: `run ${number}: ${name}`,
      take,
      atMs,
    });
    const crash = () => {
      const after = { ...world, crashes: world.crashes - 1 };
      return step('crashes', () => change(after, number, { ...newProcess(), status: 'crashed' }), null);
    };
    if (process.status === 'waiting') {
      const isOver = (other: number) =>
        ['crashed', 'failed', 'finished'].includes(world.processes[other]?.status ?? '');
      if (!(runs[number]?.after ?? []).every(isOver)) return [];
      return [step('starts', () => this.start(world, number))];
    }
    if (process.status === 'telling') {
      const steps = this.tellingSteps(world, process, number).map(([name, take]) => step(name, take));
      return world.crashes > 0 ? [...steps, crash()] : steps;
    }
    const { command } = process;
    if (process.status !== 'running' || !command) return [];
    const steps = this.requestsOf(world, process, number).map(([name, take]) => step(name, take));
    switch (command.do) {
      case 'call': {
        const statement = command.statements[process.done];
        if (process.isCutOff) steps.push(step('is refused', () => this.on(world, number, { is: 'failed' })));
        else if (statement) steps.push(step(nameOf(statement), () => this.carryOut(world, number)));
        if (!process.isCutOff && world.failures > 0) {
          const after = { ...world, failures: world.failures - 1 };
          if (process.done === command.statements.length - 1 && statement?.do !== 'read') {
            const last = () => this.on(this.carryOutOnly(after, number), number, { is: 'failed' });
            steps.push(step('fails when all is done', last));
          }
          steps.push(step(`fails after ${process.done}`, () => this.on(after, number, { is: 'failed' })));
        }
        if (!process.isCutOff && world.outages > 0) {
          const after = { ...world, outages: world.outages - 1 };
          steps.push(step('is cut off', () => change(after, number, { isCutOff: true })));
        }
        break;
      }
      case 'sleep':
        steps.push(step('sleeps', (tooLong) => this.sleep(world, number, tooLong), process.wakesAtMs));
        break;
      case 'send':
        break;
      case 'wait': {
        for (const [place, batch] of process.underWay.entries()) {
          if (!isBack(batch)) continue;
          steps.push(step(`gives batch ${place} back`, () => this.giveBack(world, number, place, 1)));
          if (this.scenario.isQuick)
            steps.push(step(`gives batch ${place} back soon`, () => this.giveBack(world, number, place, 0)));
        }
        if (process.underWay.length > 0 && world.tries > 0) {
          const after = { ...world, tries: world.tries - 1 };
          for (const from of ['first', 'last', 'middle'] as const)
            steps.push(step(`tries the ${from} one`, () => this.on(after, number, { is: 'more', from })));
        }
        break;
      }
      case 'confirm':
        return [
          step('goes on', () => this.on(world, number, this.unlessStopped(process, { is: 'confirmed' }))),
        ];
      case 'over': {
        if (!command.failing) return [];
        const statement = command.lastResort[process.done];
        steps.push(step('gives up', () => change(world, number, { status: 'failed' })));
        if (statement) {
          const { database } = apply(world.database, statement);
          const after = () => change({ ...world, database }, number, { done: process.done + 1 });
          steps.push(step(`last resort ${nameOf(statement)}`, after));
        }
        return steps;
      }
    }
    if (world.stops > 0 && !process.isStopped) {
      const after = { ...world, stops: world.stops - 1 };
      steps.push(step('is stopped', () => change(after, number, { isStopped: true }), null));
    }
    if (world.crashes > 0) steps.push(crash());
    return steps;
  }

  /** By the code that the node has for it: what is undelivered is read, what is told is written down, and then it is told. */
  private tellingSteps(world: World, process: Process, number: number): [string, () => World][] {
    const { telling, done } = process;
    const over = (after: World) =>
      change(after, number, { ...newProcess(), status: 'finished', settled: process.settled });
    if (!telling) return [['looks what is undelivered', () => this.lookWhatIsUndelivered(world, number)]];
    const statement = telling.statements[done];
    if (statement) {
      const { database } = apply(world.database, statement);
      const steps: [string, () => World][] = [
        [nameOf(statement), () => change({ ...world, database }, number, { done: done + 1 })],
      ];
      if (world.failures > 0)
        steps.push(['cannot write it down', () => over({ ...world, failures: world.failures - 1 })]);
      return steps;
    }
    const tells = () => {
      const rows = [
        toldRow({ report: reportOf(number), at: this.timeOf(number), uuid: () => `told-${number}` }, 'Slack'),
      ];
      const { database } = apply(world.database, { do: 'insert', table: 'reports', rows });
      return over({ ...world, database, toldOf: [...new Set([...world.toldOf, ...telling.named])].sort() });
    };
    const lost = () => over({ ...world, lostMessages: world.lostMessages - 1 });
    return [
      ['tells, and marks it', tells],
      ...(world.lostMessages > 0 ? [['tells nobody', lost] satisfies [string, () => World]] : []),
    ];
  }

  private lookWhatIsUndelivered(world: World, number: number): World {
    const { state, messageEntries, deliveries } = processOf(world, number);
    const { known, listed: companies, ownRunIds, runId } = state;
    const nowMs = Date.parse(this.timeOf(number));
    const knowsAll = this.scenario.runs[number]?.isLong ?? false;
    // Of the sandbox, as every company here.
    const inSandbox = {
      ...{ nodeHash: LIST, readers: [READER], environment: 'sandbox' },
      ...{ nowMs, companies, ownRuns: ownRunIds, knowsAll },
    };
    const read = ([statement]: readonly Statement[]) =>
      statement ? (apply(world.database, statement).read ?? []) : [];
    const sandbox = {
      ...known,
      unreportedRuns: known.unreportedRuns.map((one) => ({ ...one, environment: 'sandbox' })),
    };
    const ofRuns = read(answersOfRunsQueries(sandbox, inSandbox));
    const rest = read(answersOfCompaniesQueries(sandbox, inSandbox, ofRuns));
    const undelivered = undeliveredIn(sandbox, inSandbox, ofRuns, rest);
    const ofOthers = undelivered.companies.map(({ name, changes, reportEntries }): MessageEntry => {
      const hits = changes.map(({ hit: { fingerprint, name: hitName, sourceType }, change: of }) => {
        return { fingerprint, companyName: name, name: hitName, sourceType, change: of };
      });
      return { item: null, changes: hits, named: hits, reportEntries };
    });
    const isSaid = (one: CompanyHash) => deliveries.has(one) || !companies.has(one);
    const left = undelivered.over.filter((one) => [...one.companies].every(isSaid)).map((one) => one.runId);
    let uuids = 0;
    const statements = reportStatements(
      { id: reportOf(number), readers: ['Slack'], makesMessage: true },
      [...ofOthers, ...messageEntries],
      { nodeHash: LIST, runId, at: this.timeOf(number), uuid: () => `${reportOf(number)}-${(uuids += 1)}` },
      { reportEntries: [...deliveries.values()].flat(), reportedRuns: [...ownRunIds, ...left] },
    );
    const named = [...ofOthers, ...messageEntries].flatMap(({ changes, reportEntries }) =>
      changes.length > 0 ? reportEntries.map((one) => one.company) : [],
    );
    const telling = { statements: this.mistake?.telling?.(statements) ?? statements, named };
    return change(world, number, { telling, done: 0 });
  }

  private timeOf(number: number): string {
    return new Date(this.wallClockOf(number)).toISOString();
  }

  /** A run that begins after others begins minutes later, or on another day. */
  private wallClockOf(number: number): number {
    const { tells, runs } = this.scenario;
    return NOW_MS + (runs[number]?.after ? number * (tells === undefined ? LATER_MS : tells * 3_600_000) : 0);
  }

  /** Nobody sleeps through what others could do meanwhile, unless it is to guess wrongly. */
  private inTime(world: World, steps: readonly TimedStep[]): Step[] {
    const firstMs = Math.min(...steps.flatMap(({ atMs }) => atMs ?? []));
    const stepsAt = (tooLong: boolean) =>
      steps
        .filter(({ atMs }) => (tooLong ? (atMs ?? 0) > 0 : atMs === firstMs || atMs === null))
        .map(({ name, take }) => ({ name: tooLong ? `${name} too long` : name, take: () => take(tooLong) }));
    if (world.wrongGuesses === 0) return stepsAt(false);
    const wrongGuesses = world.wrongGuesses - 1;
    const guesses = stepsAt(true).map(({ name, take }) => ({
      name,
      take: () => ({ ...take(), wrongGuesses }),
    }));
    return [...stepsAt(false), ...guesses];
  }

  private wordsOfAPerson(world: World): Step[] {
    if (world.decisions.length >= (this.scenario.decisions ?? 0)) return [];
    const claims = (world.database.rows.claims ?? []).flatMap(({ mark, companies }) =>
      companiesOf(companies).map((hash) => ({ company: hash, mark: String(mark) })),
    );
    const asked = (world.database.rows.answers ?? []).flatMap(({ mark, kind, company: hash }) =>
      isOld(String(mark)) || kind === 'doubt' ? [] : [{ company: String(hash), mark: String(mark) }],
    );
    const isNew = (one: { company: string; mark: string }) =>
      !world.decisions.some((other) => other.company === one.company && other.mark === one.mark);
    const unique = new Map([...claims, ...asked].map((one) => [`${one.mark} ${one.company}`, one]));
    return [...unique.values()].filter(isNew).map((one) => ({
      name: `a person says send again ${one.mark}`,
      take: () => {
        const rows = [sendAgainOf(one)];
        const { database } = apply(world.database, { do: 'insert', table: 'decisions', rows });
        const decision = { ...one, sentByOthers: sentByOthers(world, one) };
        return { ...world, database, decisions: [...world.decisions, decision] };
      },
    }));
  }

  private start(world: World, number: number): World {
    const wanted = (this.scenario.runs[number]?.companies ?? []).map((name) => ({
      hash: hashOfCompany(name),
      company: company(name),
      referenceId: written(`reference of ${name}`),
    }));
    const started = change(world, number, { status: 'running' });
    return this.on(started, number, { is: 'begin', companies: wanted });
  }

  private sleep(world: World, number: number, tooLong: boolean): World {
    const process = processOf(world, number);
    const clockMs = process.wakesAtMs + (tooLong ? TIMES.silence : 0);
    const processes = world.processes.map((one) => ({ ...one, clockMs: Math.max(one.clockMs, clockMs) }));
    return this.on({ ...world, processes }, number, this.unlessStopped(process, { is: 'slept' }));
  }

  /** Of a statement that finds nothing. */
  private carryOutOnly(world: World, number: number): World {
    const { command, done } = processOf(world, number);
    const statement = command?.do === 'call' ? command.statements[done] : undefined;
    if (!statement) return world;
    const left = [...world.left, ...leavingBy(world.database, statement)];
    return { ...world, left, database: apply(world.database, statement).database };
  }

  private carryOut(world: World, number: number): World {
    const process = processOf(world, number);
    const { command } = process;
    const statement = command?.do === 'call' ? command.statements[process.done] : undefined;
    if (command?.do !== 'call' || !statement) throw new Error('There is no statement.');
    if (statement.do === 'insert' && world.database.kind === 'postgres' && process.firstId === null) {
      const { database, firstId } = reserve(world.database, statement);
      return change({ ...world, database }, number, { firstId });
    }
    if (statement.do === 'insert' && process.firstId !== null) {
      const database = commit(world.database, statement, process.firstId);
      return this.carriedOut(change({ ...world, database }, number, { firstId: null }), number, null);
    }
    const { database, read } = this.memory.applied.of([world.database, statement], () =>
      apply(world.database, statement),
    );
    const leaving = leavingBy(world.database, statement);
    const left = leaving.length > 0 ? [...world.left, ...leaving] : world.left;
    const failed = failedAsReadBy(statement, world);
    const seenToFail =
      failed.length > 0 ? [...new Set([...process.seenToFail, ...failed])] : process.seenToFail;
    const { memory, rows } = this.found(process, statement, read);
    const after = change({ ...world, database, left }, number, { memory, seenToFail });
    return this.carriedOut(after, number, rows);
  }

  private found({ memory, state }: Process, statement: Statement, read: StoredRow[] | null) {
    if (!read || !this.mistake?.distort) return { memory, rows: read };
    const changed = { ...memory };
    return { memory: changed, rows: this.mistake.distort(statement, read, changed, state.runId) };
  }

  private carriedOut(world: World, number: number, read: StoredRow[] | null): World {
    const process = processOf(world, number);
    const rows = read ? [...process.rows, read] : process.rows;
    const done = process.done + 1;
    if (process.command?.do === 'call' && done === process.command.statements.length) {
      return this.on(world, number, { is: 'rows', rows });
    }
    return change(world, number, { rows, done });
  }

  /** Of each batch that is being sent, its next one. A run that is stopped, or has to, sends nothing more. */
  private requestsOf(world: World, process: Process, number: number): [string, () => World][] {
    const { command, isStopped, underWay } = process;
    const mayEnd = isStopped || (command?.do === 'wait' && command.failing !== null);
    return underWay.flatMap((batch, place) => {
      const hash = batch.companies[batch.results.length];
      if (hash === undefined) return [];
      const notSent = () => this.withResult(world, number, place, { is: 'notCharged', company: hash });
      return [
        [`sends of batch ${place}`, () => this.sendIfPermitted(world, number, place, hash)],
        ...(mayEnd && batch.said.length === 0
          ? [[`leaves one of batch ${place}`, notSent] satisfies [string, () => World]]
          : []),
      ];
    });
  }

  /** By the code that the node has for it. A run that may not send stops. */
  private sendIfPermitted(world: World, number: number, place: number, hash: CompanyHash): World {
    const process = processOf(world, number);
    const { run, state } = this.protocolOf(process, number);
    let { database } = world;
    if (!run.hasFreshBeat) {
      for (const statement of beatStatements(run)) {
        const applied = apply(database, statement);
        ({ database } = applied);
        const { rows } = this.found(process, statement, applied.read);
        if (rows) takeInBeat(run, { runId: state.runId, startedAt: run.moment, rows });
      }
    }
    const after = change({ ...world, database }, number, { state });
    if (whyNotToSend(run) === null) return this.send(after, number, place, hash);
    const { said } = batchOf(process, place);
    const listed = this.listedAs(number, hash);
    const ids = this.idsOf(namesOf(listed), world.payments, hash);
    const result: SentResult =
      said.length === 0
        ? { is: 'notCharged', company: hash }
        : this.resultOfSeveral(hash, [...said, 'nothing'], new Date(NOW_MS).toISOString(), ids, listed);
    return this.withResult(change(after, number, { isStopped: true }), number, place, result);
  }

  private send(world: World, number: number, place: number, hash: CompanyHash): World {
    const { mark, said: before } = batchOf(processOf(world, number), place);
    const listed = this.listedAs(number, hash);
    const names = namesOf(listed);
    const name = names[before.length] ?? '';
    const isPaid = (payment: Payment) => payment.company === hash && payment.name === written(name);
    const times = world.payments.filter(isPaid).length;
    const answer = this.answerOfTheService(name, times);
    const isInDoubt = answer === 'clear' && this.scenario.runs[number]?.controlFails === true;
    const outcome: Answered | 'nothing' = isInDoubt ? 'review' : answer;
    const { state, sent } = processOf(world, number);
    const { runId } = state;
    const payment = { company: hash, name: written(name), mark, run: runId, outcome };
    const payments = withPayment(world.payments, payment);
    const paid = change({ ...world, payments }, number, { sent: sent + 1 });
    const said = [...before, outcome];
    // The next name is a step of its own: the run may crash before it.
    const hasMore = outcome !== 'nothing' && said.length < names.length;
    const at = new Date(NOW_MS + times).toISOString();
    const toResult = names.length > 1 ? this.resultOfSeveral : resultOfOne;
    const after = hasMore
      ? changeBatch(paid, number, place, { said })
      : this.withResult(
          paid,
          number,
          place,
          toResult(hash, said, at, this.idsOf(names, payments, hash), listed),
        );
    const word = world.decisions.find((one) => one.company === hash && one.mark === mark);
    return word && sentByOthers(world, word) > word.sentByOthers
      ? { ...after, broken: 'what another run has sent again is sent by the one that had it' }
      : keepsPayments(after, hash, written(name), this.scenario.isDue ? runId : null);
  }

  private listedAs(number: number, hash: CompanyHash): string {
    return this.scenario.runs[number]?.companies.find((one) => hashOfCompany(one) === hash) ?? '';
  }

  private withResult(world: World, number: number, place: number, result: SentResult): World {
    const { results } = batchOf(processOf(world, number), place);
    return changeBatch(world, number, place, { results: [...results, result], said: [] });
  }

  private giveBack(world: World, number: number, place: number, companyMs: number): World {
    const process = processOf(world, number);
    const { results } = batchOf(process, place);
    const rest = change(world, number, { underWay: process.underWay.toSpliced(place, 1) });
    // Read when the whole batch is back.
    const read = this.controlHolds(process, number) ? results : results.map(inDoubt);
    const event: Event = process.isStopped
      ? { is: 'stop', results: read }
      : { is: 'results', results: read, companyMs };
    return this.on(rest, number, event);
  }

  private controlHolds({ sent }: Process, number: number): boolean {
    const controlFails = this.scenario.runs[number]?.controlFails;
    return controlFails === undefined || (controlFails !== true && sent < controlFails);
  }

  private unlessStopped({ isStopped }: Process, event: Event): Event {
    return isStopped ? { is: 'stop', results: null } : event;
  }

  /** By the code that the node has for it. */
  private readonly resultOfSeveral = (
    hash: CompanyHash,
    said: Batch['said'],
    at: string,
    ids: readonly string[],
    listed: string,
  ): SentResult => {
    const kept = { company: company(listed), question: {} };
    const back = cameBack(said, kept.company.names.length, at, ids);
    return (this.mistake?.resultOf ?? sentResult)(hash, kept, back);
  };

  /** @param payments with the one for which the ids are */
  private idsOf(names: readonly string[], payments: readonly Payment[], hash: CompanyHash): string[] {
    const number = payments.filter((payment) => payment.company === hash).length;
    return names.map((name, place) =>
      written(this.scenario.oneId?.includes(name) ? 'one id' : `screening ${hash} ${number} ${place}`),
    );
  }

  private answerOfTheService(name: string, times: number): Outcome | 'nothing' {
    const usual = isOfReturns(name) ? 'requested' : 'clear';
    const answers = this.scenario.service?.[name] ?? [usual];
    return answers[Math.min(times, answers.length - 1)] ?? usual;
  }

  /** Gives the run an event, and takes its next command. */
  private on(world: World, number: number, event: Event): World {
    const process = processOf(world, number);
    const isOfOthers = this.scenario.runs[number]?.isOfOthers ?? false;
    const { state, command, uuids, settled: settledNow } = this.handled(process, number, event);
    const tells = this.scenario.tells !== undefined && !isOfOthers;
    const settled = [...process.settled, ...settledNow.map((one) => this.settledOf(one, number))];
    const toTell = tells ? this.toTellAfter(process, settledNow) : {};
    const over: Partial<Process> = tells
      ? { ...toTell, state, settled, command: null, status: 'telling', done: 0, rows: [] }
      : { ...newProcess(), status: 'finished', settled, sent: process.sent };
    const wakesAtMs = process.clockMs + (command.do === 'sleep' ? command.ms : 0);
    const underWay = command.do === 'send' ? [...process.underWay, batch(command)] : process.underWay;
    const begun = { command, done: 0, rows: [], firstId: null };
    const goesOn = { ...toTell, ...begun, state, wakesAtMs, uuids, underWay, settled };
    const after = change(world, number, command.do === 'over' && !command.failing ? over : goesOn);
    const checked = keepsToABatch(keepsDataOutOfConditions(after, command), number, {
      batchSize: this.settings.batchSize + (this.scenario.tries ?? 0),
    });
    const kept = settledNow.reduce((before, one) => {
      const verdicts = keepsVerdicts(before, one, letterOf(number), process.seenToFail);
      return this.keepsTrust(keepsNamesApart(verdicts, one), one);
    }, checked);
    // Whether more may be sent is asked at once.
    return command.do === 'send' ? this.on(kept, number, this.unlessStopped(process, { is: 'more' })) : kept;
  }

  private toTellAfter({ messageEntries, deliveries }: Process, settled: readonly CompanyResult[]) {
    const entries = settled.flatMap((one) => this.messageEntriesOf(one));
    const given = settled.flatMap((one) => this.deliveriesBy(one));
    return {
      messageEntries: [...messageEntries, ...entries],
      deliveries: new Map([...deliveries, ...given]),
    };
  }

  /** Most orders of steps show a run what it has seen in another order: it does the same then. */
  private handled(process: Process, number: number, event: Event): Handled {
    const { clockMs } = process;
    const { isLong = false, isOfOthers = false } = this.scenario.runs[number] ?? {};
    const [letter, wallClock] = [letterOf(number), this.wallClockOf(number)];
    const controlHolds = this.controlHolds(process, number);
    const from = [process.state, event, clockMs, process.uuids];
    return this.memory.handled.of([...from, letter, wallClock, isLong, isOfOthers, controlHolds], () => {
      let { uuids } = process;
      const protocol = this.protocolOf(process, number, () => `${letter}${uuids++}`);
      const command = protocol.handle(event);
      const { state } = protocol;
      const settled = state.concluded.splice(0);
      for (const one of settled) countOutcome(this.exercised, one);
      return { state, command, uuids, settled };
    });
  }

  /** The machine of the run, with a copy of its state. */
  private protocolOf(process: Process, number: number, uuid = (): string => ''): Protocol {
    const { clockMs } = process;
    const { isLong = false, isOfOthers = false } = this.scenario.runs[number] ?? {};
    const wallClock = this.wallClockOf(number);
    const controlHolds = this.controlHolds(process, number);
    const outside = {
      now: () => clockMs,
      wallClock: () => wallClock,
      uuid,
      controlFailed: () => !controlHolds,
      foundOld: () => [],
      about: () => ({}),
    };
    const rules = counting({ ...this.rules, isLongList: () => isLong }, this.exercised);
    const settings = isOfOthers ? { ...this.settings, readers: [], nodeHash: OTHERS } : this.settings;
    return new Protocol(copyState(process.state), settings, outside, rules);
  }

  private deliveriesBy(one: CompanyResult): [CompanyHash, readonly ReportCompany[]][] {
    if (one.is === 'notCharged' || one.doubt === 'beingScreened') return [];
    return [[one.company, (this.mistake?.toDeliver ?? toDeliver)(one)]];
  }

  /** As its item says it. */
  private messageEntriesOf(one: CompanyResult): MessageEntry[] {
    if (one.is === 'notCharged') return [];
    const hasVerdict = one.is === 'answer' && one.doubt === null && one.stored && one.answer.reason === '';
    const news = hasVerdict && one.news.is === 'something' ? one.news : undefined;
    if (hasVerdict && !news) return [];
    const { hits, gone } = news ?? { hits: one.changes.hits, gone: [] };
    const all = [...hits].filter(([, of]) => of !== 'known');
    const changes = [
      ...all.map(([fingerprint, of]) => ({ ...NAMED_HIT, fingerprint, change: of })),
      ...gone.map(({ hit: { fingerprint } }) => ({ ...NAMED_HIT, fingerprint, change: 'gone' as const })),
    ];
    const named = changes.map(({ fingerprint }) => fingerprint);
    const deliveries = (this.mistake?.toDeliver ?? toDeliver)(one).map((given) => ({
      ...given,
      hits: named,
    }));
    return [{ item: null, changes, named: changes, reportEntries: news ? [news.reportEntry] : deliveries }];
  }

  private settledOf(one: CompanyResult, number: number): Settled {
    const told = this.scenario.oneId ? undoubtedAnswerOf(one) : [];
    return {
      company: one.company,
      is: one.is,
      doubt: one.is === 'notCharged' ? null : one.doubt,
      told: told.flatMap((answer) => toldOf(letterOf(number), answer)),
    };
  }

  /** Nobody is told of a row that was changed or deleted, where none was. */
  private keepsTrust(world: World, one: CompanyResult): World {
    const isSuspected = one.is !== 'notCharged' && one.doubt === 'damagedRow' && !this.scenario.edits;
    return isSuspected ? { ...world, broken: 'a row counts as changed that nobody touched' } : world;
  }

  /** What must be true when nothing more can happen. */
  atTheEnd(world: World): string | null {
    if (world.broken !== null) return world.broken;
    return (
      this.everyRunEnds(world) ??
      this.everyFailedControlIsStored(world) ??
      this.historyKeepsItsPromises(world) ??
      closingChangesNothing(world) ??
      this.getManyClearsNoneOfTwo(world) ??
      this.nothingIsLeftOfWhatIsForgotten(world) ??
      this.nobodyIsForgotten(world) ??
      this.twoMoreRunsSettleEverybody(world)
    );
  }

  /** No more faults: whatever has happened, the second run from now on has a verdict or a named doubt of every company. */
  private twoMoreRunsSettleEverybody(world: World): string | null {
    if (!this.hasFaults) return null;
    const { database, payments, decisions, left, deletedDoubts, toldOf: read, forgetting: gone } = world;
    // All runs are over: nothing else decides what comes next.
    const key = keyOf([database, payments, decisions, left, deletedDoubts, read, gone]);
    const before = this.laterRuns.get(key);
    if (before !== undefined) return before;
    const broken = this.brokenByTwoMoreRuns(world);
    this.laterRuns.set(key, broken);
    return broken;
  }

  private brokenByTwoMoreRuns(world: World): string | null {
    const { scenario } = this;
    const all = scenario.runs.flatMap((run) => run.companies);
    const tells = scenario.tells !== undefined;
    const every = [...new Map(all.map((one) => [hashOfCompany(one), one])).values()];
    // Nothing that was screened is in the list any more.
    const companies = tells ? ['another'] : every;
    const before = scenario.runs.map((_, number) => number);
    const runs = [
      ...scenario.runs,
      { companies, after: before },
      { companies, after: [...before, before.length], isLong: true as const },
    ];
    const model = new Model({ ...scenario, runs }, this.mistake, this.exercised, this.memory);
    const processes = [...world.processes, newProcess(), newProcess()];
    let after: World = { ...world, ...NO_ACCIDENTS, processes };
    for (let [step] = model.steps(after); step; [step] = model.steps(after)) after = step.take();
    if (after.broken !== null) return `later, ${after.broken}`;
    if (tells) {
      const lists = scenario.runs.flatMap(({ companies: listed, isOfOthers }, number) =>
        isOfOthers ? [] : [[letterOf(number), listed.map(hashOfCompany)] as const],
      );
      return hitThatNobodyWasTold(world, after, new Map(lists));
    }
    const last = processOf(after, runs.length - 1);
    const hasAnswer = ({ is, doubt }: Settled) => is !== 'notCharged' && doubt !== 'beingScreened';
    return last.settled.length === companies.length && last.settled.every(hasAnswer)
      ? null
      : 'a company is forgotten for good';
  }

  private everyRunEnds({ processes }: World): string | null {
    const running = processes.findIndex(({ status }) => status === 'running');
    if (running !== -1) return `run ${running} does not end`;
    const waiting = processes.findIndex(({ status }) => status === 'waiting');
    return waiting === -1 ? null : `run ${waiting} did not start`;
  }

  /** What such a run had stored before must not be clear for others. */
  private everyFailedControlIsStored(world: World): string | null {
    const isForgotten = world.processes.some(
      (process, number) =>
        process.status === 'finished' &&
        typeof this.scenario.runs[number]?.controlFails === 'number' &&
        !this.controlHolds(process, number) &&
        !world.payments
          .filter(({ run }) => run.startsWith(letterOf(number)))
          .every(({ run }) => hasFailedControl(world, run)),
    );
    return isForgotten ? 'a control failed, and nothing says so' : null;
  }

  /** What came out at the time is judged then; here, what can be judged at the end only. */
  private historyKeepsItsPromises(world: World): string | null {
    const { scenario } = this;
    const hasFailed = world.processes.some(({ status }) => status === 'failed');
    const kept = [...(world.database.rows.answers ?? []), ...world.left].filter(isAnswer).map(readKept);
    const numbered = [...world.processes.entries()].filter(([, { status }]) => status !== 'crashed');
    const ended = numbered.map(([number, { settled }]) => ({
      run: letterOf(number),
      listed: (scenario.runs[number]?.companies ?? []).map(hashOfCompany),
      cameOut: settled.map((one) => one.company),
      after: (scenario.runs[number]?.after ?? []).map(letterOf),
    }));
    const told = numbered.flatMap(([, { settled }]) => settled.flatMap((one) => one.told));
    const isGone = isForgottenBy(world);
    const paid = world.payments
      .filter(({ company, mark: claimId }) => !isGone({ company, claimId }))
      .map(requestOf);
    const [broken] = [
      ...eachCompanyOnce({ ended }),
      ...nothingPaidIsLost({ paid, kept, open: openIn(world.database) }),
      // An insert by a last resort cannot be read back.
      ...(hasFailed ? [] : keptOnce({ kept })),
      ...noIdClearsTwo({ kept, told, ended }),
    ];
    const marks = (world.database.rows.claims ?? []).map(({ mark }) => mark);
    return broken ?? (new Set(marks).size < marks.length ? 'a claim is stored twice' : null);
  }

  /** Runs that have ended by themselves leave nothing of a company that was forgotten while they went on. */
  private nothingIsLeftOfWhatIsForgotten(world: World): string | null {
    const { forgetting: before, database } = world;
    if ((database.rows.claims ?? []).some((row) => readClaim(row)?.isDamaged !== undefined))
      return 'a claim counts as changed that nobody changed';
    if (before?.is !== 'forgotten') return null;
    const isGone = isForgottenBy(world);
    const isBack = (one: StoredAnswer) => one.kind !== 'damaged' && isGone(one);
    return (database.rows.answers ?? []).flatMap(readAnswers).some(isBack)
      ? 'something of a forgotten company is back'
      : null;
  }

  private getManyClearsNoneOfTwo(world: World): string | null {
    if (!this.scenario.oneId) return null;
    const answers = (world.database.rows.answers ?? []).flatMap(readAnswers);
    const isOfTwo = (one: IntactAnswer) =>
      answers.some(
        (other) =>
          other.company !== one.company &&
          screeningHashesOf(other).some((id) => screeningHashesOf(one).includes(id)),
      );
    return everyCompanyOf(world).flatMap(undoubtedAnswerOf).some(isOfTwo)
      ? 'Get Many says clear of an id that two companies have'
      : null;
  }

  private get hasFaults(): boolean {
    const { edits, tries: _, ...counts } = accidentsIn(this.scenario);
    return [edits.length, ...Object.values(counts)].some((count) => count > 0);
  }

  /** Where nothing went wrong, everybody has an answer. */
  private nobodyIsForgotten(world: World): string | null {
    if (this.hasFaults || this.scenario.service) return null;
    const isAnswered = ({ settled }: Process) => settled.every((one) => one.is === 'answer');
    return world.processes.every(isAnswered) ? null : 'a company has no answer although nothing went wrong';
  }

  /** Two worlds with the same key have the same future. */
  keyOf(world: World): string {
    return keyOf(world);
  }
}

const accidentsIn = (scenario: Scenario): Accidents => {
  const { lostMessages, crashes, failures, outages } = { ...NO_ACCIDENTS, ...scenario };
  const { tries, stops, edits, wrongGuesses } = { ...NO_ACCIDENTS, ...scenario };
  return { lostMessages, crashes, failures, outages, tries, stops, edits, wrongGuesses };
};

/** With which the ids of a run begin. */
const letterOf = (number: number): string => 'abcdefgh'[number] ?? 'z';

/** What says that nothing was found, or that annual returns were requested. */
function undoubtedAnswerOf(one: CompanyResult): IntactAnswer[] {
  if (one.is !== 'answer' || !one.stored || one.doubt !== null) return [];
  return one.answer.outcome === 'clear' || one.answer.outcome === 'requested' ? [one.answer] : [];
}

/** As Get Many has them. */
function everyCompanyOf({ database }: Pick<World, 'database'>): readonly ScreenedResult[] {
  const found = REGISTER_QUERIES.map((statement) => apply(database, statement).read ?? []);
  const all = everyCompany(found, NOW_MS);
  if (!('companies' in all)) throw new Error(`A row of ${all.table} cannot be read.`);
  return all.companies;
}

function newProcess(): Process {
  return {
    status: 'waiting',
    // As after a first batch that took its time.
    state: { ...newState(), overlaps: true, companyMs: 1 },
    ...{ command: null, done: 0, rows: [], underWay: [], isStopped: false, firstId: null },
    ...{ clockMs: 0, wakesAtMs: 0, uuids: 0, sent: 0, seenToFail: [], isCutOff: false },
    ...{ settled: [], messageEntries: [], telling: null, memory: { claims: [] } },
    deliveries: new Map(),
  };
}

function processOf(world: World, number: number): Process {
  const process = world.processes[number];
  if (!process) throw new Error(`There is no run ${number}.`);
  return process;
}

function change(world: World, number: number, by: Partial<Process>): World {
  const processes = world.processes.map((one, index) => (index === number ? { ...one, ...by } : one));
  return { ...world, processes };
}

const batch = ({ claimId, companies }: Extract<Command, { do: 'send' }>): Batch => ({
  mark: claimId,
  companies,
  results: [],
  said: [],
});

const isBack = ({ companies, results }: Batch): boolean => results.length === companies.length;

function batchOf({ underWay }: Process, place: number): Batch {
  const found = underWay[place];
  if (!found) throw new Error(`There is no batch ${place}.`);
  return found;
}

function changeBatch(world: World, number: number, place: number, by: Partial<Batch>): World {
  const { underWay } = processOf(world, number);
  return change(world, number, {
    underWay: underWay.map((one, index) => (index === place ? { ...one, ...by } : one)),
  });
}

function nameOf(statement: Statement): string {
  return `${statement.do} ${statement.table}`;
}

function companiesOf(cell: unknown): string[] {
  const companies: unknown = JSON.parse(String(cell));
  return Array.isArray(companies) ? companies.map(String) : [];
}

const FINGERPRINT = 'f'.repeat(64);

const hit = { fingerprint: FINGERPRINT, sourceId: 'list', sourceType: 'Sanction', name: 'Somebody' };

function resultOfOne(
  hash: CompanyHash,
  [outcome = 'nothing']: Batch['said'],
  at: string,
  [screeningId = '']: readonly string[],
): SentResult {
  if (outcome === 'nothing') return { is: 'unanswered', company: hash, sentAt: at };
  const answered = { is: 'answered', company: hash, screenedAt: at, screeningId, payload: null } as const;
  if (outcome === 'pending' || outcome === 'pending hit') {
    const hits = outcome === 'pending' ? [] : [hit];
    return { ...answered, outcome: hits.length > 0 ? 'hit' : 'review', reason: 'pending', hits };
  }
  const reason = outcome === 'review' ? 'controlFailed' : '';
  return { ...answered, outcome, reason, hits: outcome === 'hit' ? [hit] : [] };
}

function inDoubt(result: SentResult): SentResult {
  if (result.is !== 'answered' || result.outcome !== 'clear') return result;
  return { ...result, outcome: 'review', reason: 'controlFailed' };
}

/** What the run brings back of a company of several names. */
function cameBack(said: Batch['said'], names: number, at: string, ids: readonly string[]): SentItem {
  const verdicts = said.flatMap((outcome) => (outcome === 'nothing' ? [] : [verdictOf(outcome)]));
  const askedAt = new Date(at);
  const answered = verdicts.map(() => ({ ...ANSWERED, sentAt: askedAt, answeredAt: askedAt, count: 1 }));
  const isComplete = answered.length === names;
  const { outcome, reason } = verdictOver(verdicts, isComplete);
  const parts = ids.slice(0, verdicts.length).map(partOf);
  const receipt = { id: ids[0] ?? '', outcome, reason, hits: 0, parts };
  const taskResult: TaskResult = {
    kind: 'result',
    knownHits: () => (said.includes('hit') ? [hit] : []),
    interpret: () => ({ receipt, makeItems: () => [] }),
  };
  const attempts = new Attempts();
  attempts.askedAt = askedAt;
  attempts.answeredBefore.push(...(isComplete ? answered.slice(0, -1) : answered));
  attempts.replied = isComplete ? answered.at(-1) : undefined;
  const subject = { name: '', referenceId: null };
  if (isComplete)
    return { itemState: { state: 'answered', subject, taskResult, binary: {} }, attempts, taskResult };
  const error = new OperationFailure({ state: 'uncertain', message: 'No answer came.' });
  return {
    itemState: { state: 'failed', subject, error, sent: true, binary: {}, partialResult: taskResult },
    attempts,
  };
}

const partOf = (id: string) => ({ name: '', referenceId: '', id, outcome: 'clear' }) as const;
const verdictOf = (outcome: Answered): Pick<CompanyVerdict, 'outcome' | 'reason'> => {
  if (outcome === 'hit' || outcome === 'pending hit') return { outcome: 'hit', reason: null };
  if (outcome === 'pending') return { outcome: 'review', reason: 'pending' };
  return outcome === 'review' ? { outcome, reason: 'controlFailed' } : { outcome: 'clear', reason: null };
};
const ANSWERED = {
  environment: 'sandbox',
  request: { method: 'POST', url: '', headers: {}, body: {} },
  reply: {
    kind: 'text',
    method: 'POST',
    status: 200,
    isWhole: true,
    repliedAt: 0,
    text: '{}',
    sha256: () => '',
  },
} as const;

/** The first one, and as many that say the same again, each after the one before. */
function oldAnswers(name: string, repeats: number): TableRow[] {
  const answers: IntactAnswer[] = [];
  for (let number = 0; number <= repeats; number++) {
    const previousAnswers = answers.slice(-1).map(({ answerId }) => answerId);
    answers.push(withPast(answers, { ...oldAnswer(name, number), previousAnswers }));
  }
  return answers.map(answerRow);
}

const LIST = 'a'.repeat(64);
const OTHERS = 'b'.repeat(64);
const READER = readerHash('Slack');
const reportOf = (number: number): string => `report-${number}`;
const NAMED_HIT = { companyName: '', name: hit.name, sourceType: hit.sourceType };

/**
 * What was found by a run of the list, or was there when a run of it sent its first company, wherever the company is now.
 *
 * @param runs with the first uuids of those that tell, what their lists were
 */
function hitThatNobodyWasTold(
  before: World,
  { toldOf, database }: World,
  runs: ReadonlyMap<string, readonly CompanyHash[]>,
): string | null {
  const { claims = [], answers: sent = [] } = before.database.rows;
  const hasSent = (letter: string) =>
    [...claims, ...sent].some((row) => String(row['run']).startsWith(letter));
  const isOfTheList = ({ company: hash, run }: StoredRow) =>
    before.database.rows.runs?.some((row) => row['run'] === run && row['readers'] === READER) ||
    [...runs].some(([letter, listed]) => listed.includes(String(hash)) && hasSent(letter));
  const found = (before.database.rows.answers ?? [])
    .filter(isOfTheList)
    .filter((row) => readAnswers(row).some(hasHits));
  const undelivered = found.find((row) => !toldOf.includes(String(row['company'])));
  if (undelivered) return 'what was found is told to nobody';
  const left = (database.rows.runs ?? []).filter(
    (row) => (row['unreportedRunOfNode'] ?? '') !== '' && row['readers'] === READER,
  );
  return left.length > 0 ? 'a run is to be told of for ever' : null;
}

const isOld = (mark: string): boolean => mark.startsWith('old');

function oldAnswer(name: string, number: number): IntactAnswer {
  const mark = number === 0 ? 'old' : `old${number}`;
  const screeningId = `old${number} ${name}`;
  const { data, ...answer } = anAnswer(company(name), mark, {
    answerId: `${mark}.${name}`,
    runId: 'old',
    screening: screeningHash(company(name), screeningId),
    screenedAt: new Date(NOW_MS - 3 * OLD_MS + number).toISOString(),
  });
  const begunAt = new Date(NOW_MS - 2 * OLD_MS).toISOString();
  return { ...answer, data: { ...data, referenceId: '', screeningId, begunAt } };
}

// --- The promises ---

/** Whether a removal says of a claim that this company of it is forgotten, or of its answer. */
function isForgottenBy({ database }: World): (one: { claimId: string; company: CompanyHash }) => boolean {
  const removals = removalsAmong(database.rows.archive ?? []);
  if (removals.length === 0) return () => false;
  const removed = removedOf(removals);
  return ({ claimId, company: hash }) =>
    removed.hasAnswer(claimedCompanyId({ claimId }, hash)) ||
    [0, 1].some((place) => removed.hasAnswer(`${claimId}.${place}`));
}

/** No name is sent twice without a person's word, but once more after a control that failed, by a run whose own held. */
function keepsPayments(world: World, hash: CompanyHash, name: string, by: string | null): World {
  const isOne = (payment: Payment) => payment.company === hash && payment.name === name;
  // Where every run has it screened again, each does so once.
  const paid = world.payments.filter((payment) => isOne(payment) && (by === null || payment.run === by));
  // What is forgotten is a new company for whoever screens it after that.
  const words =
    world.decisions.filter((decision) => decision.company === hash).length + (world.forgetting ? 1 : 0);
  const isDoubted = ({ outcome, run }: Payment) =>
    outcome === 'review' || (['clear', 'pending'].includes(outcome) && hasFailedControl(world, run));
  const resolved = paid.filter(
    (payment, number) => !isDoubted(payment) && paid.slice(0, number).slice(-1).some(isDoubted),
  );
  return breaking(
    world,
    paidOnce({ paid: paid.map(requestOf), mayBePaidAgain: () => words + resolved.length }),
  );
}

const sentByOthers = ({ payments }: World, { company: hash, mark }: Omit<Decision, 'sentByOthers'>): number =>
  payments.filter((one) => one.company === hash && one.mark !== mark).length;

function withPayment(payments: readonly Payment[], payment: Payment): Payment[] {
  const keyOfPayment = ({ company: hash, name }: Payment) => `${hash} ${name}`;
  const isBehind = (other: Payment) => keyOfPayment(other) > keyOfPayment(payment);
  const place = payments.findIndex(isBehind);
  return payments.toSpliced(place === -1 ? payments.length : place, 0, payment);
}

const breaking = (world: World, [broken]: readonly string[]): World =>
  broken === undefined ? world : { ...world, broken };

/** What a crash costs. */
function keepsToABatch(world: World, number: number, { batchSize }: Pick<RunSettings, 'batchSize'>): World {
  const underWay = processOf(world, number).underWay.flatMap(({ companies }) => companies);
  return underWay.length <= batchSize ? world : { ...world, broken: 'more than a batch is under way' };
}

/** n8n evaluates conditions, and may evaluate new values: what people or the service wrote is in neither. */
function keepsDataOutOfConditions(world: World, command: Command): World {
  const statements =
    command.do === 'call' ? command.statements : command.do === 'over' ? command.lastResort : [];
  return statements.some(isEvaluated)
    ? { ...world, broken: 'n8n could evaluate what people or the service wrote' }
    : world;
}

function isEvaluated(statement: Statement): boolean {
  if (statement.do === 'insert') return false;
  const isOdd = ({ value }: Condition) => typeof value === 'string' && !MARK.test(value);
  const isWritten =
    statement.do === 'update' &&
    Object.values(statement.set).some((value) => typeof value === 'string' && value.startsWith('='));
  return statement.where.some(isOdd) || isWritten;
}

/** What comes out now, by what the service and the register have said up to now. */
function keepsVerdicts(world: World, one: CompanyResult, run: string, seenToFail: readonly string[]): World {
  if (one.is !== 'answer' || !one.stored || one.doubt !== null) return world;
  const { reason, claimId } = one.answer;
  const reference = `${claimId} ${one.company}`;
  const request = world.payments.find((payment) => requestOf(payment).reference === reference);
  const askedBy = request?.run ?? one.answer.runId;
  const isInDoubt = reason === 'staleAnswer' || reason === 'otherRequest' || hasFailedControl(world, askedBy);
  const isOfFailedControl = seenToFail.includes(askedBy);
  const told = toldOf(run, one.answer).map((said) => ({ ...said, isInDoubt, isOfFailedControl }));
  const kept = (world.database.rows.answers ?? []).filter(isAnswer).map(keptOf);
  // What is from long ago was paid for then.
  const history: History = {
    ...{ kept, told },
    ...(isOld(claimId) ? {} : { paid: world.payments.map(requestOf) }),
  };
  return breaking(world, [
    ...askedBeforeTold(history),
    ...saidBeforeTold(history),
    ...keptBeforeTold(history),
    ...failedControlsClearNobody(history),
  ]);
}

const requestOf = ({ company: hash, name, mark, outcome }: Payment): PaidRequest => ({
  company: hash,
  name,
  reference: `${mark} ${hash}`,
  said: outcome === 'pending' ? 'review' : outcome === 'pending hit' ? 'hit' : outcome,
});

function toldOf(run: string, { answerId, company: hash, claimId, outcome, data }: IntactAnswer): Told[] {
  if (outcome === 'error') return [];
  const [reference, { names }] = [`${claimId} ${hash}`, data.company];
  const doubts = { isInDoubt: false, isOfFailedControl: false };
  return [{ run, company: hash, names, reference, outcome, answer: answerId, ...doubts }];
}

const isAnswer = ({ kind }: StoredRow): boolean => kind !== 'doubt';

/** By its cells; what is in its data is left out. */
const keptOf = ({ answer, company: hash, mark }: StoredRow): KeptAnswer => ({
  id: String(answer),
  // Under whichever uuid.
  run: String(mark).charAt(0),
  company: String(hash),
  reference: `${String(mark)} ${String(hash)}`,
  hasHits: false,
  screenings: [],
});

function readKept(row: StoredRow): KeptAnswer {
  const read = readAnswers(row);
  return { ...keptOf(row), hasHits: read.some(hasHits), screenings: read.flatMap(screeningHashesOf) };
}

/** What an open claim says may have been sent. */
function openIn({ rows: { claims = [] } }: Database): NonNullable<History['open']> {
  return claims
    .filter(({ state }) => state === 'open')
    .flatMap(({ mark, companies }) =>
      companiesOf(companies).map((hash) => ({ company: hash, reference: `${String(mark)} ${hash}` })),
    );
}

/** Another name under the key is another company: it begins anew, and nothing of the one before is gone. */
function keepsNamesApart(world: World, one: CompanyResult): World {
  if (one.is === 'notCharged') return world;
  const answers = one.is === 'answer' ? [one.answer] : one.answers;
  const all = [...(world.database.rows.answers ?? []), ...world.left];
  const isOwn = (id: string) =>
    all.some(({ answer, company: hash }) => answer === id && hash === one.company);
  const isFirst = answers.every(({ previousAnswers }) => previousAnswers.length === 0);
  const isKept =
    answers.every(({ previousAnswers }) => previousAnswers.every(isOwn)) &&
    one.changes.gone.every(({ answer }) => answer.company === one.company) &&
    (!isFirst || [...one.changes.hits.values()].every((change) => change === 'new'));
  return isKept ? world : { ...world, broken: 'a name speaks for another run' };
}

/** As the register had it: before its doubt is stored, nobody else can know. */
const hasFailedControl = ({ database, deletedDoubts }: World, run: string): boolean =>
  [...doubtsIn(database), ...deletedDoubts].some((row) => row['run'] === run);

const doubtsIn = ({ rows }: Database): StoredRow[] =>
  (rows.answers ?? []).filter(({ kind }) => kind === 'doubt');

/** The runs whose control has failed, as this read can tell: whoever reads answers finds doubts, or that one is gone. */
function failedAsReadBy(statement: Statement, { database, deletedDoubts }: World): string[] {
  if (statement.do !== 'read') return [];
  const { answers = [], runs = [] } = database.rows;
  if (statement.table === 'runs')
    return runs.filter((row) => row['control'] === CONTROL_FAILED).map(({ run }) => String(run));
  if (statement.table !== 'answers') return [];
  const doubted = doubtsIn(database).map(({ run }) => String(run));
  const findsNames =
    statement.where.length === 0 || statement.where.some(({ value }) => value === 'lateDoubtNames');
  if (!findsNames) return doubted;
  // Each later answer of its run names it. SQLite gives the id of a deleted row again.
  const isNamed = (doubt: StoredRow) => answers.some(({ id, run }) => run === doubt['run'] && id >= doubt.id);
  return [...doubted, ...deletedDoubts.filter(isNamed).map(({ run }) => String(run))];
}

/** What somebody may do to the tables now. */
function editsOf(world: World): Step[] {
  const { answers = [], runs = [] } = world.database.rows;
  const at = ({ id }: StoredRow): Pick<Extract<Statement, { do: 'delete' }>, 'match' | 'where'> => ({
    where: [
      { column: 'id', is: 'atMost', value: id },
      { column: 'id', is: 'above', value: id - 1 },
    ],
    match: 'all',
  });
  const step = (edit: Edit, name: string, statements: Statement[], doubts: StoredRow[] = []): Step[] => {
    if (!world.edits.includes(edit)) return [];
    const take = () => ({
      ...world,
      edits: world.edits.toSpliced(world.edits.indexOf(edit), 1),
      deletedDoubts: [...world.deletedDoubts, ...doubts],
      database: statements.reduce((before, statement) => apply(before, statement).database, world.database),
    });
    return [{ name: `somebody ${name}`, take }];
  };
  const deleted = (row: StoredRow): Statement => ({ do: 'delete', table: 'answers', ...at(row) });
  const setting = (table: 'answers' | 'runs', row: StoredRow, set: TableRow): Statement => ({
    ...{ do: 'update', table, set },
    ...at(row),
  });
  const failed = runs.filter((row) => row['control'] === CONTROL_FAILED);
  const held = failed.map((row) => setting('runs', row, { control: 'held' }));
  return [
    ...doubtsIn(world.database).flatMap((row) => [
      ...step('doubt', 'deletes a doubt', [deleted(row)], [row]),
      ...step('doubt and control', 'deletes all of a doubt', [deleted(row), ...held], [row]),
    ]),
    ...answers
      .filter(({ kind }) => kind === 'answer')
      .flatMap((row) =>
        step('answer', 'changes an answer', [setting('answers', row, { reason: 'seen by a person' })]),
      ),
    ...held.flatMap((statement) => step('control', 'says that a control held', [statement])),
  ];
}

/** The answers that a statement removes. */
function leavingBy({ rows }: Database, statement: Statement): StoredRow[] {
  if (statement.do !== 'delete' || statement.table !== 'answers') return [];
  return (rows.answers ?? []).filter((row) => statement.where.some((one) => row[one.column] === one.value));
}

/** What has left is in the archive to the letter, and every company is as if nothing had. */
function closingChangesNothing({ database, forgetting: before, left }: World): string | null {
  // What is forgotten is to leave.
  if (left.length === 0 || before) return null;
  const rows = (database.rows.archive ?? []).map(readArchive);
  const packed = rows.flatMap((row) => (row?.kind === 'pack' ? (repeatsIn(row) ?? []) : []));
  const all = [...(database.rows.answers ?? []), ...left];
  const byId = new Map(all.flatMap(readAnswers).map((one) => [one.answerId, one]));
  for (const answer of left.flatMap(readAnswers)) {
    const repeat = packed.find((one) => one.answerId === answer.answerId);
    const original = repeat && byId.get(repeat.originalId);
    const isKept =
      original &&
      original.kind !== 'damaged' &&
      answer.kind !== 'damaged' &&
      saysWhatItSaid(restored(repeat, original), answer);
    if (!isKept) return 'a screening is lost';
    if (left.some((row) => row['answer'] === repeat.originalId))
      return 'what a repeat says has left the table';
  }
  const without = standingsIn(database);
  const withAll = standingsIn({ ...database, rows: { ...database.rows, answers: all } });
  return without === withAll ? null : 'a company stands otherwise because the books were closed';
}

function saysWhatItSaid(one: IntactAnswer, other: IntactAnswer): boolean {
  const kept = [
    'answerId',
    'claimId',
    'company',
    'runId',
    'screening',
    'outcome',
    'reason',
    'screenedAt',
  ] as const;
  const said = (answer: IntactAnswer) => {
    const { referenceId, screeningId, hits } = answer.data;
    return JSON.stringify([...kept.map((cell) => answer[cell]), referenceId, screeningId, hits]);
  };
  return said(one) === said(other);
}

function standingsIn(database: Database): string {
  const standings = everyCompanyOf({ database }).map((one) => {
    const answers = one.is === 'answer' ? [one.answer] : one.answers;
    const { previousOutcome, hits, gone } = one.changes;
    const ids = answers.map(({ answerId }) => answerId).sort();
    const left = gone.map(({ hit: { fingerprint } }) => fingerprint);
    return [one.company, one.doubt, ids, previousOutcome, [...hits], left];
  });
  return JSON.stringify(standings.sort());
}

const hasHits = (answer: StoredAnswer): boolean => answer.kind !== 'damaged' && answer.data.hits.length > 0;

/** A person's word. It follows nothing, so that the order of several makes no further state. */
function sendAgainOf({ company: hash, mark }: { company: CompanyHash; mark: string }): TableRow {
  const about = { company: hash, claimId: mark, hitFingerprint: '', decision: decisionId(hash, mark) };
  return aDecision('sendAgain', { ...about, reason: '={{ 40 + 2 }}' });
}
