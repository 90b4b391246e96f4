// Events and commands: what goes into the machine of a run and what comes out of it.
import type { QueuePosition } from '../../flowControl/outageRules';
import type { DueRule } from '../facts/dueness';
import type { DamagedRow, Knowledge } from '../facts/knowledge';
import type { Times } from '../facts/liveness';
import type { Workload } from '../facts/size';
import type { Statement, StoredRow } from '../port/tables';
import type { KnownHit, IntactAnswer } from '../rows/answerRows';
import type { CompanyHash, ListedCompany } from '../rows/identity';

export interface RunSettings {
  /** The uuid under which it enters; one that begins again takes another. */
  runId?: string;
  /** The most companies under way at once. */
  batchSize: number;
  /** Requests that are sent at once. */
  concurrency: number;
  /** The rule by which an answer is due again; null: never. */
  due: DueRule | null;
  /** The text for people in the row of the run. */
  startedBy: string;
  /** Readers who are to be told the news, by their hashes; none if everything comes out. */
  readers: readonly string[];
  /** The node whose run it is, by a hash: the length of its list is compared from run to run. Empty if the workflow was never saved. */
  nodeHash: string;
  /** True if a name that is known to be listed is screened first: only its hit clears what an earlier run's failed control left in doubt. */
  hasControl: boolean;
  times: Times;
}

/** The end of a company that was to be sent. */
export type SentResult =
  | ({
      is: 'answered';
      company: CompanyHash;
      screenedAt: string;
      screeningId: string;
      /** The ids after the first, for a company with several names. */
      otherScreeningIds?: readonly string[];
    } & AnswerContent)
  /** It may have been paid for, and there is no answer. `partial`: what the replies say to those of its names that were answered. */
  | {
      is: 'unanswered';
      company: CompanyHash;
      sentAt: string;
      /** The ids that are known all the same. */
      screeningIds?: readonly string[];
      partial?: Pick<AnswerContent, 'hits' | 'payload'>;
    }
  /** It cannot have been paid for. */
  | { is: 'notCharged'; company: CompanyHash };

export interface BatchResult {
  /** A result for each company. */
  results: readonly SentResult[];
  /** Milliseconds that the service lately took for a company while all slots were taken; null if nothing says so. */
  companyMs: number | null;
}

interface AnswerContent {
  outcome: IntactAnswer['outcome'];
  /** Empty for none. */
  reason: string;
  hits: KnownHit[];
  payload: IntactAnswer['data']['payload'];
}

export interface Wait {
  /** Companies of this run that others hold. */
  companies: number;
  /** The longest time that it goes on waiting, in milliseconds. */
  atMostMs: number;
}

export type Event =
  | { is: 'begin'; companies: readonly ListedCompany[] }
  | { is: 'rows'; rows: readonly (readonly StoredRow[])[] }
  /** The call failed: any number of its statements may have been carried out. */
  | { is: 'failed' }
  /** The companies may be sent, and the control of the run, if it has one, was screened. */
  | { is: 'confirmed' }
  | { is: 'slept' }
  /**
   * A batch is being sent: may another one be? With `from`, one company is to be sent whatever is under way, from this position of those that
   * are in no claim yet: the batches under way wait for it.
   */
  | { is: 'more'; from?: QueuePosition }
  /** The results of every company of a batch that was sent, in their order: of whichever is back first. */
  | ({ is: 'results' } & BatchResult)
  /** An end: nothing more is to be sent. Comes in place of any other event; in place of `results`, with all of the results. */
  | { is: 'stop'; results: readonly SentResult[] | null };

export type Command =
  | { do: 'call'; statements: Statement[] }
  /** `waiting` if it is for other runs. */
  | { do: 'sleep'; ms: number; waiting?: Wait }
  /** The most companies to send: those that others hold may be left to this run. Goes on with `confirmed`, or ends with `stop`. */
  | { do: 'confirm'; toSend: Workload }
  /** The run goes on with `more`. */
  | { do: 'send'; claimId: string; companies: CompanyHash[] }
  /** The run goes on with the results of a batch that is being sent. If the run is failing, no more of it is to be sent. */
  | { do: 'wait'; failing: SendingStop | null }
  /** `lastResort` has what a failing run could not store: it is to be stored without waiting. */
  | { do: 'over'; failing: SendingStop | null; lastResort: Statement[] };

export type SendingStop =
  /** The tables could not be written or read, several times. */
  | { is: 'notStored' }
  /** A row cannot be read: nobody can tell what it holds. */
  | ({ is: 'damaged' } & DamagedRow)
  /** The run's own row is gone, or cannot be read. */
  | { is: 'ownRowGone' }
  /** The run stood still in the middle of a batch, and its row says that it is taken for dead. */
  | { is: 'takenForDead' };

/** A list, and the answers that were read for it. */
export interface ListKnowledge {
  answers: Knowledge['answers'];
  companies: ReadonlyMap<CompanyHash, ListedCompany>;
  /** True if every answer of the register was read, as for a long list. */
  knowsAll: boolean;
}
