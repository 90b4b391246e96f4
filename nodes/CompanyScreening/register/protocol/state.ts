// The state of a run and its phases. Plain data, so that a model can copy it.
import type { CompanyResult } from '../companies/companyResult';
import { knowingNothing, type Knowledge } from '../facts/knowledge';
import type { ToSend } from '../facts/companyState';
import type { Statement } from '../port/tables';
import type { IntactAnswer } from '../rows/answerRows';
import type { CompanyHash, ListedCompany } from '../rows/identity';
import type { ReportCompany } from '../rows/reportRows';
import type { Command, SentResult, Event, SendingStop } from './messages';

export interface RunState {
  runId: string;
  /** Its uuid, and those before it, where the run was taken for dead and began again. */
  ownRunIds: readonly string[];
  phase: RunPhase;
  /** The last command: the next event answers it. */
  commanded: Command['do'] | 'nothing';
  call: OwnCall | null;
  /** Statements that the next call carries out first. */
  nextStatements: Statement[];
  /** Answers that `nextStatements` stores, or that are stored: they become results after the poll of what others have. */
  answersWithoutResult: IntactAnswer[];
  concluded: CompanyResult[];
  /** Results that others have screened and readers may have to be told, until that is written down. */
  screenedByOthers: ReportCompany[];
  /** The companies of its list. */
  listed: Map<CompanyHash, ListedCompany>;
  /** Companies that have no result yet and are in no claim, in the order of the list. */
  unclaimed: CompanyHash[];
  /** Companies to be looked at again after the next poll: at first all, and then those that other runs hold as well. */
  waitingForPoll: CompanyHash[];
  /** The claim that is not yet sent. */
  claim: OwnClaim | null;
  /** The claims that are being sent, in the order in which they were. */
  underWay: OwnClaim[];
  /** The results of the claim that has come back, until they are written. */
  results: SentResult[];
  known: Knowledge;
  /** True if batches are under way side by side; otherwise, one batch after the other. */
  overlaps: boolean;
  /** Milliseconds of the last call that stored a claim. */
  claimingMs: number;
  /**
   * Milliseconds that the service takes for a company while all slots are taken, as lately measured; null before the first batch has come
   * back.
   */
  companyMs: number | null;
  /** Milliseconds from a batch that has come back until the next one may be sent, and since when one has. */
  storingMs: number;
  cameBackAtMs: number | null;
  /** The moment at which the latest stored own beat began to be stored. */
  beatAt: Moment;
  /** The beginning of the run, in epoch milliseconds, and its entry: it may have been taken for dead in between. */
  begunAtMs: number;
  enteredAtMs: number;
  /** The time that it waited for others, without the present sleep, and the beginning of that; in own monotonic milliseconds. */
  waitedMs: number;
  asleepSinceMs: number | null;
  /** Polls in vain for a beat that is fresh enough to send. */
  stalePolls: number;
  isConfirmed: boolean;
  /** True of a run with a control, until it is known that it has failed. */
  hasWorkingControl: boolean;
  /** The names of own late doubts that are stored, or are by the next call: every later answer names them. */
  lateDoubtNames: readonly string[];
  stopping: boolean;
  /** The reason why nothing more may be sent, and what could not be stored. Over once nothing is under way. */
  failing: { why: SendingStop; statements: Statement[] } | null;
}

export interface OwnCall {
  statements: Statement[];
  failures: number;
  stage: 'carryOut' | 'pause' | 'readBack';
  /** The moment at which it was last carried out. */
  startedAt: Moment;
}

/** A moment by both clocks of the run, in milliseconds. While a machine sleeps, its monotonic clock may stand still. */
export interface Moment {
  monotonicMs: number;
  epochMs: number;
}
export const LONG_AGO: Moment = { monotonicMs: 0, epochMs: 0 };

/** A claim of this run: a batch of companies that it may send once no other run holds them. */
export interface OwnClaim {
  claimId: string;
  companies: CompanyHash[];
  /** True if no other run held any of it at the last poll. */
  isFree: boolean;
  /** The state of each of its companies at that poll. The answer names the rows that this names, whatever was read since. */
  states: ReadonlyMap<CompanyHash, ToSend>;
}

export function newState(): RunState {
  return {
    runId: '',
    ownRunIds: [],
    phase: 'new',
    commanded: 'nothing',
    call: null,
    nextStatements: [],
    answersWithoutResult: [],
    concluded: [],
    screenedByOthers: [],
    listed: new Map(),
    unclaimed: [],
    waitingForPoll: [],
    claim: null,
    underWay: [],
    results: [],
    known: knowingNothing(),
    overlaps: false,
    claimingMs: 0,
    companyMs: null,
    storingMs: 0,
    cameBackAtMs: null,
    beatAt: LONG_AGO,
    begunAtMs: 0,
    enteredAtMs: 0,
    waitedMs: 0,
    asleepSinceMs: null,
    stalePolls: 0,
    isConfirmed: false,
    hasWorkingControl: false,
    lateDoubtNames: [],
    stopping: false,
    failing: null,
  };
}

export type RunPhase = keyof typeof NEXT_PHASES;

/** Phases that may follow each phase. */
const NEXT_PHASES = {
  new: ['entering'],
  entering: ['checkingIds', 'fetching', 'polling', 'entering', 'ending'],
  checkingIds: ['fetching', 'polling', 'entering', 'ending'],
  polling: ['polling', 'fetching', 'shrinking', 'checkingResults', 'entering', 'ending'],
  fetching: ['fetching', 'polling', 'shrinking', 'checkingResults', 'ending'],
  shrinking: ['polling', 'checkingResults', 'ending'],
  checkingResults: ['checkingResults', 'polling', 'entering', 'ending'],
  ending: ['archiving'],
  archiving: [],
} as const satisfies Record<string, readonly string[]>;

/** Events that may answer each command. */
const NEXT_EVENTS = {
  nothing: ['begin'],
  call: ['rows', 'failed'],
  sleep: ['slept', 'stop'],
  confirm: ['confirmed', 'stop'],
  send: ['more', 'results', 'stop'],
  // Comes for one company, a probe of whether answers come again.
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
