// The state of a run and its phases. Plain data, so that a model can copy it.
import type { CompanyResult } from '../companies/companyResult';
import { knowingNothing, type Knowledge } from '../facts/knowledge';
import type { Standing } from '../facts/standing';
import type { Statement } from '../port/tables';
import type { SoundAnswer } from '../rows/answerRows';
import type { CompanyHash, ListedCompany } from '../rows/identity';
import type { GivenCompany } from '../rows/reportRows';
import type { Command, SentResult, Event, SendingStop } from './messages';

export interface RunState {
  run: string;
  /** Its uuid, and those before it, where the run was taken for dead and began again. */
  ownRuns: readonly string[];
  /** What the last call was for. */
  phase: RunPhase;
  /** The last command: what comes next answers it. */
  commanded: Command['do'] | 'nothing';
  call: OwnCall | null;
  /** What the next call does first. */
  pending: Statement[];
  /** Answers that `pending` stores, or that are stored: settled once the run has looked at what others have. */
  storing: SoundAnswer[];
  settled: CompanyResult[];
  /** Of these, what others have screened and readers may have to be told, until it is written down. */
  takenUp: GivenCompany[];
  wanted: Map<CompanyHash, ListedCompany>;
  /** Companies that are not yet settled and in no claim, in the order of the list. */
  todo: CompanyHash[];
  /** Companies that other runs hold. */
  waiting: CompanyHash[];
  /** The one that is not yet sent. */
  claim: OwnClaim | null;
  /** The claims that are being sent, the oldest first. */
  underWay: OwnClaim[];
  /** The results of the oldest claim that is under way, until they are written. */
  results: SentResult[];
  known: Knowledge;
  /** Whether two parts are under way side by side; otherwise, one batch after the other. */
  overlaps: boolean;
  /** How long the last call took that stored a claim, in milliseconds. */
  claimingMs: number;
  /** How long the service takes for a company while all places are taken, as lately measured; null before the first part has come back. */
  companyMs: number | null;
  /** How long it takes from a part that has come back until the next one may be sent, and since when one has. */
  storingMs: number;
  cameBackAtMs: number | null;
  /** How many rounds of requests side by side a part has at least. */
  rounds: number;
  /** When the latest own beat began to be stored that is stored. */
  beatAtMs: number;
  /** When the run began, in epoch milliseconds, and when it entered: it may have been taken for dead in between. */
  begunAtMs: number;
  enteredAtMs: number;
  /** How long it waited for others, but for the present sleep, and when that began; in own monotonic milliseconds. */
  waitedMs: number;
  asleepSinceMs: number | null;
  /** How often it looked in vain for a beat that is fresh enough to send. */
  staleLooks: number;
  isConfirmed: boolean;
  /** Taken for granted until it is known. */
  controlHolds: boolean;
  /** The names of own doubts that are stored, or are by the next call: every later answer names them. */
  doubts: readonly string[];
  stopping: boolean;
  /** Why nothing more may be sent, and what could not be stored. Over once nothing is under way. */
  failing: { why: SendingStop; statements: Statement[] } | null;
}

export interface OwnCall {
  statements: Statement[];
  failures: number;
  step: 'carryOut' | 'pause' | 'readBack';
  /** When it was carried out the last time, in own monotonic milliseconds. */
  startedAtMs: number;
}

export interface OwnClaim {
  mark: string;
  companies: CompanyHash[];
  claimedAt: string;
  /** No other run held any of it at the last look. */
  isFree: boolean;
  /** Of each company that is to be sent, as of that look. */
  asked: ReadonlyMap<CompanyHash, Ancestry>;
}

/** What the answer will say: which answers were known when it was asked for, and which claims it does not wait for. */
export type Ancestry = Pick<Extract<Standing, { is: 'toSend' }>, 'insteadOf' | 'follows'>;

export function newState(): RunState {
  return {
    run: '',
    ownRuns: [],
    phase: 'new',
    commanded: 'nothing',
    call: null,
    pending: [],
    storing: [],
    settled: [],
    takenUp: [],
    wanted: new Map(),
    todo: [],
    waiting: [],
    claim: null,
    underWay: [],
    results: [],
    known: knowingNothing(),
    overlaps: false,
    claimingMs: 0,
    companyMs: null,
    storingMs: 0,
    cameBackAtMs: null,
    rounds: 2,
    beatAtMs: 0,
    begunAtMs: 0,
    enteredAtMs: 0,
    waitedMs: 0,
    asleepSinceMs: null,
    staleLooks: 0,
    isConfirmed: false,
    controlHolds: true,
    doubts: [],
    stopping: false,
    failing: null,
  };
}

export type RunPhase = keyof typeof NEXT_PHASES;

/** After each phase, those that may come next. */
const NEXT_PHASES = {
  new: ['entering'],
  entering: ['checkingIds', 'fetching', 'looking', 'entering', 'ending'],
  checkingIds: ['fetching', 'looking', 'entering', 'ending'],
  looking: ['looking', 'fetching', 'shrinking', 'checkingResults', 'entering', 'ending'],
  fetching: ['fetching', 'looking', 'shrinking', 'checkingResults', 'ending'],
  shrinking: ['looking', 'checkingResults', 'ending'],
  checkingResults: ['checkingResults', 'looking', 'entering', 'ending'],
  ending: ['closing'],
  closing: [],
} as const satisfies Record<string, readonly string[]>;

/** After each command, the events that may answer it. */
const NEXT_EVENTS = {
  nothing: ['begin'],
  call: ['rows', 'failed'],
  sleep: ['slept', 'stop'],
  confirm: ['confirmed', 'stop'],
  // A run that sends one batch after the other does not ask for more.
  send: ['more', 'results', 'stop'],
  // For one company that tries whether answers come again.
  wait: ['more', 'results', 'stop'],
  over: [],
} as const satisfies Record<Command['do'] | 'nothing', readonly Event['is'][]>;

export function checkPhase(before: RunPhase, next: RunPhase): void {
  const may: readonly RunPhase[] = NEXT_PHASES[before];
  if (!may.includes(next)) throw new Error(`The phase ${next} comes after ${before}.`);
}

export function checkEvent(commanded: keyof typeof NEXT_EVENTS, event: Event['is']): void {
  const may: readonly Event['is'][] = NEXT_EVENTS[commanded];
  if (!may.includes(event)) throw new Error(`The event ${event} comes after the command ${commanded}.`);
}
