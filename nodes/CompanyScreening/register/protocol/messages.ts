// What goes into the machine of a run and what comes out of it.
import type { TryPlace } from '../../batch/outageRules';
import type { DueRule } from '../facts/dueness';
import type { DamagedRow } from '../facts/knowledge';
import type { Times } from '../facts/liveness';
import type { Workload } from '../facts/size';
import type { Statement, StoredRow } from '../port/tables';
import type { KnownHit, SoundAnswer } from '../rows/answerRows';
import type { CompanyHash, ListedCompany } from '../rows/identity';

export interface RunSettings {
  /** The uuid under which it enters; one that begins again takes another. */
  run?: string;
  /** How many companies are under way at most. */
  batchSize: number;
  /** How many requests are sent at once; as many as there are, if nobody says. */
  concurrency?: number;
  /** When an answer is due again; null: never. */
  due: DueRule | null;
  /** For people to read in the row of the run. */
  startedBy: string;
  /** Who is to be told what they were not, by their hashes; nobody if everything comes out. */
  readers?: readonly string[];
  /** The node whose run it is, by a hash: the length of its list is compared from run to run. */
  node?: string;
  times: Times;
}

/** What became of one company that was to be sent. */
export type SentResult =
  | ({
      is: 'answered';
      company: CompanyHash;
      screenedAt: string;
      screeningId: string;
      /** Of a company with several names: those after the first. */
      otherScreeningIds?: readonly string[];
    } & AnswerContent)
  /** It may have been paid for, and there is no answer. `found`: what the replies say to those of its names that were answered. */
  | {
      is: 'unanswered';
      company: CompanyHash;
      sentAt: string;
      /** The ids that are known all the same. */
      screeningIds?: readonly string[];
      found?: Pick<AnswerContent, 'hits' | 'payload'>;
    }
  /** It cannot have been paid for. */
  | { is: 'notSent'; company: CompanyHash };

/** What became of the companies of a batch, or of a half of it. */
export interface BatchResult {
  /** One for each company. */
  results: readonly SentResult[];
  /** How long the service took, in milliseconds: since they were sent, or since those before them had come back. */
  tookMs: number;
  /** Which share of the places had nothing to do meanwhile, from 0 to 1. */
  idle?: number;
}

interface AnswerContent {
  outcome: SoundAnswer['outcome'];
  /** Empty for none. */
  reason: string;
  hits: KnownHit[];
  payload: SoundAnswer['data']['payload'];
}

/** What a run waits for that has nothing else to do. */
export interface Wait {
  /** How many companies of this run others hold. */
  companies: number;
  /** How long it goes on waiting at most, in milliseconds. */
  atMostMs: number;
}

export type Event =
  | { is: 'begin'; companies: readonly ListedCompany[] }
  /** The call was carried out. */
  | { is: 'rows'; rows: readonly (readonly StoredRow[])[] }
  /** The call failed: any number of its statements may have been carried out. */
  | { is: 'failed' }
  /** What is to be sent may be sent, and the control of the run, if it has one, was screened. */
  | { is: 'confirmed' }
  | { is: 'slept' }
  /**
   * A batch is being sent: may another one be? With `from`, one company is to be sent whatever is under way, from this place of those
   * that are in no claim yet: what is under way waits for it.
   */
  | { is: 'more'; from?: TryPlace }
  /** Of every company of the oldest batch that is being sent. */
  | ({ is: 'results' } & BatchResult)
  /** Nothing more is to be sent. In place of any other; with all of the results in place of `results`. */
  | { is: 'stop'; results: readonly SentResult[] | null };

export type Command =
  | { do: 'call'; statements: Statement[] }
  /** `waiting` if it is for other runs. */
  | { do: 'sleep'; ms: number; waiting?: Wait }
  /** So many companies are to be sent at most: those that others hold may be left to this run. Goes on with `confirmed`, or ends with `stop`. */
  | { do: 'confirm'; toSend: Workload }
  /** Goes on with `more`. */
  | { do: 'send'; mark: string; companies: CompanyHash[] }
  /** Goes on with the results of the oldest batch that is being sent. If the run is failing, no more of it is to be sent. */
  | { do: 'wait'; failing: SendingStop | null }
  /** A run that fails leaves what it could not store: its last resort is to store that without waiting. */
  | { do: 'over'; failing: SendingStop | null; lastResort: Statement[] };

export type SendingStop =
  /** The tables could not be written or read, several times. */
  | { is: 'notStored' }
  /** A row cannot be read: nobody can tell what it holds. */
  | ({ is: 'damaged' } & DamagedRow)
  /** The run's own row is gone: somebody emptied the tables. */
  | { is: 'ownRowGone' };
