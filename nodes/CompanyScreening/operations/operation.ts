// What an operation is. CONTRIBUTING.md says what to write to add one.
import type {
  IBinaryKeyData,
  IDataObject,
  IExecuteFunctions,
  INodeParameters,
  INodeProperties,
  INodePropertyOptions,
} from 'n8n-workflow';

import type { InvalidItem } from '../names/invalidItem';
import type { Change, Changes } from '../register/changes';
import type { Case } from '../register/decisions/cases';
import type { Verdict } from '../register/gate';
import type { Company } from '../register/identity';
import type { News } from '../register/news';
import type { GivenCompany } from '../register/reportRows';
import type { KnownHit } from '../register/rows';
import type { ServiceRequest } from '../service/endpoints';
import type { ReplyFile, ServiceReply } from '../service/reply';
import type { ServiceSettings } from '../service/settings';
import type { Tables } from '../register/tables';
import type { OptionSet, RunOptions } from './options';

export type Operation = LocalOperation | RequestOperation;

export type Resource = 'annualReturns' | 'company' | 'register';

/** What the node shows of an operation. */
interface OperationFacts {
  /** What it is about: the list in which it appears. */
  resource: Resource;
  /** How the operation appears in the node's Operation list. */
  choice: INodePropertyOptions & { value: string };
  /** Its parameters; shown for this operation only. */
  fields: INodeProperties[];
  /** Its own options. One that sends requests also has those of `runOptions`. */
  options: readonly OptionSet[];
  /** The key of the field that names an item of this operation in the output. */
  subjectKey: string;
  /** Every key that its items may have with these parameters, other than those that the service adds. */
  itemKeys: (parameters: INodeParameters) => readonly string[];
  /** What an input item is called, one and several. */
  nouns: { one: string; several: string };
  /** If its items can be split over several outputs; it then has the parameter Results. */
  splitOutputs?: SplitOutputs;
  /** If it has the options Alert Fields, Same Columns for All Items and Summary Item. */
  presentation?: ItemPresentation;
  /** Whether Include Input Fields keeps the input in one field, since an item is to stay as received; false if missing. */
  nestsInput?(parameters: INodeParameters): boolean;
}

/** The fields of an operation's items, in a sheet. */
export interface Columns {
  /** The keys of an item that is no error, in their order. */
  keys: readonly string[];
  /** Those of them that are wanted. If it is missing: all of them, and everything that there is to say of an error. */
  chosen?: ReadonlySet<string>;
}

/** What the items of an operation can have beside the answer, for people who read them outside of n8n. */
interface ItemPresentation {
  /** The fields of its items; undefined if they are not all texts and numbers. */
  columns(parameters: INodeParameters): Columns | undefined;
  /** What the option Alert Fields adds to an item, an error item too. */
  alertFields(json: IDataObject): IDataObject;
}

/** In the line above the output: what became of the items, in a few words each; then sentences on what to do next. */
export interface Summary {
  counts: string[];
  next: string[];
}

/** An operation that sends a request to the service for each item. It needs the credential. */
export interface RequestOperation extends OperationFacts {
  kind: 'request';
  nouns: OperationFacts['nouns'] & {
    /** What is done with an item, as in "38 companies screened". */
    done: string;
  };
  /** The key of the field with the service's id of the request, in an error item. */
  receiptKey: string;
  /** What became of the items that succeeded; `found` is what was found for items that failed after that. */
  summarise(results: Result[], found: Result[]): Summary;
  /**
   * The counts by which an execution can be found; `failed` is how many items have no result, and `found` what was found for some
   * of these. A key consists of letters, digits and `_`, as n8n requires, and means the same in every operation.
   */
  countsForSearch(results: Result[], failed: number, found: Result[]): Record<string, number>;
  /**
   * Begins a run. What this returns holds what the items of the run share.
   *
   * @param first reads the parameters of the first item, for the options that hold for the run
   * @param all reads those of each item
   * @throws OperationFailure if nothing may be sent at all
   */
  begin(first: ReadParameter, all: readonly ReadParameter[]): RequestRun;
}

/** An operation that sends nothing to the service and needs no credential. Its items are taken one after the other. */
export interface LocalOperation extends OperationFacts {
  kind: 'local';
  /** What became of the items that succeeded. */
  summarise(results: LocalResult[]): Summary;
  /**
   * Begins a run. What this returns holds what the items of the run share.
   *
   * @throws InvalidItem, OperationFailure or RegisterFailure if none of them can be used
   */
  begin(n8n: Local, first: ReadParameter): LocalRun;
}

/** What an operation that sends nothing may use. */
export interface Local {
  context: IExecuteFunctions;
  /** The tables of a register that is there. @throws RegisterFailure */
  findRegister: (name: string) => Promise<Tables>;
  /** Epoch milliseconds. */
  now: () => number;
}

export interface LocalRun {
  /** Where the texts of the items are to be read; as they are if missing. */
  readIn?: RunOptions['readIn'];
  /** Begins to read one input item. Throws what n8n throws for an expression that fails. */
  prepare(parameter: ReadParameter, itemIndex: number): LocalItem;
}

interface LocalItem {
  subject: Subject;
  /** Does the work for the item. Throws an InvalidItem if it cannot be used. */
  perform(): Promise<LocalResult>;
}

export interface LocalResult {
  /** Any number of items, each of which n8n links to the input item. */
  items: OutputItem[];
  /** The files of each of them. */
  binary?: IBinaryKeyData;
  /** What the items are, in a few words each. */
  counts?: string[];
  /** A sentence on what a person should know about it. */
  note?: string;
}

/**
 * Several outputs instead of one, where the parameter "Results" (`outputMode`) has the value `byOutcome`: the shown name of
 * each and the outcomes that go there. Every other outcome, `error` included, goes to the last one.
 */
export type SplitOutputs = readonly [SplitOutput, ...SplitOutput[]];

interface SplitOutput {
  name: string;
  outcomes: readonly string[];
}

export interface RequestRun {
  /** Sent before any item, and answered before any item is sent. It is paid for, and no item comes out for it. */
  before?: Task;
  /** Sentences about the run as a whole, once it is over. */
  notes?(): string[];
  /** How its answers are kept in the register; missing if they are not. */
  keeping?: Keeping;
  /** Begins to read one item's parameters. Throws what n8n throws for an expression that fails. */
  prepare(parameter: ReadParameter): ItemToSend;
}

/** An item of which is known at least how to name it. */
export interface ItemToSend {
  subject: Subject;
  /**
   * Item → task.
   *
   * @throws InvalidItem, or what n8n throws for an expression that fails
   */
  toTask(): Task;
}

/** How the answers of a run are kept. Each of its tasks then has `kept`. */
export interface Keeping {
  /** The name of the register. */
  register: string;
  batchSize: number;
  /** What all data tables of n8n together may take, in bytes; null: nobody checks. */
  tablesLimit: number | null;
  /** Answers that are older are asked for again; null: never. */
  screenAgainAfterMs: number | null;
  /** Whether what had its verdict before this run is left out, where an operation can do so. */
  onlyThisRun?: boolean;
  /** Where people decide about what is found; messages end with it. */
  deskAddress?: string;
  /** Only what these readers were not told comes out, and what comes out is written down under the id. */
  report?: { id: string; readers: readonly string[] };
  /** @throws OperationFailure if the user does not allow that so many are sent */
  allow(toSend: number): void;
  /** Whether `before` is one that leaves answers in doubt if it fails. */
  hasControl?: boolean;
  /** Asked once `before` was answered: whether it leaves the answers of this run in no doubt. */
  controlHolds(): boolean;
}

/** Gives the value of a parameter for one item, by its name. */
export type ReadParameter = (name: string) => unknown;

/** Names the item in errors and error items. */
export interface Subject {
  /** The company, the number or the address as given. */
  name: string;
  referenceId: string | null;
  /** The user's own number of the company, where answers are kept. */
  companyKey?: string;
}

/** One request, and how its reply is read. */
export interface Ask {
  /** Names it in errors. */
  subject: Subject;
  /** Item → request. Throws an InvalidItem if it cannot be sent with these settings. */
  toRequest(settings: ServiceSettings): ServiceRequest;
  /** Reply → contract. Throws an OperationFailure for a reply that is no result. */
  read(reply: ServiceReply, asked: Asked): Reading;
}

/** What is to be done for one item. */
export interface Task extends Ask {
  /** Equal for items that ask the service exactly the same; null if the item needs a request of its own. */
  duplicateKey: string | null;
  /** Whether a file is to keep what was asked and answered. */
  evidence: boolean;
  /** What else is asked for the item: one request after the other, each once all before it were answered. None if missing. */
  others?: readonly Ask[];
  /**
   * What the replies to its requests say together, in the order of the requests. From fewer replies than there are requests, it
   * never says that nothing was found. Needed where there are `others`, or where a duplicate has more to say than the first one.
   */
  readAll?(replies: readonly ServiceReply[], environment: ServiceSettings['environment']): Answer;
  /** What the register has to know of it, and how its items are made from what the register holds. */
  kept?: KeptTask;
}

export interface KeptTask {
  /** Who it is to the register, whichever service it is sent to. */
  company: Pick<Company, 'key' | 'names' | 'option'>;
  /** What was asked beside that and the reference id, as JSON: whoever reads the reply on another day has to know it. */
  question: Readonly<Record<string, string>>;
  /** What the user knew of it on that day, for people who look at its hits later. No rule depends on it. */
  ownData?: Readonly<Record<string, number | string>>;
  /**
   * Register → items.
   *
   * @throws OperationFailure if the service reported that the work failed, or where there is no item for a doubt
   */
  recall(held: Held, environment: ServiceSettings['environment']): Answer;
}

/** What the register holds of the company of a task. */
export interface Held {
  /** The replies that count, the newest last; none if the company has no answer. */
  replies: readonly HeldReply[];
  /** The last word on the company, from what the replies say as they are read today. */
  judge(said: Verdict): Verdict;
  /** What a person may decide about, and what was decided. */
  cases: readonly Case[];
  /** Since the screenings before. */
  changes: Changes;
  /** What of it was not told yet, where only that is to come out. */
  news: News;
  /** It was in the register before this run. */
  remembered: boolean;
  /** With which it was asked for, and when (ISO 8601); empty if that is not known. */
  referenceId: string;
  screenedAt: string;
}

export interface HeldReply {
  reply: ServiceReply;
  /** The one of the company's names that was asked for, and its place among them when they were sent. */
  name: string;
  place: number;
  /** The `question` of the task that asked for it. */
  question: Readonly<Record<string, string>>;
  /** That of the company, from which those of its other names follow. */
  referenceId: string;
}

/** How often a task has asked so far, since when, and where. */
export interface Asked {
  times: number;
  sinceMs: number;
  environment: ServiceSettings['environment'];
}

export type Reading =
  /** Not finished: ask again after this many milliseconds. */
  { kind: 'askAgain'; afterMs: number } | Answer;

export interface Answer {
  kind: 'answer';
  /** A file that was received; the item has it as binary data. */
  file?: ReplyFile;
  /** How many hits there are, for the progress of the run. Undefined if the operation finds none. */
  hits?: number;
  /** By what the register tells its hits from others. */
  knownHits?(): KnownHit[];
  /**
   * What the answer means. Asked when the run is over, since another item's answer may cast doubt on this one, and before that
   * for the files of the item. It must not change anything.
   */
  decide(): Decision;
}

interface Decision {
  receipt: Receipt;
  /**
   * Contract → items. Duplicates share an answer, and the nodes that follow may write into an item: each call gives items of its
   * own.
   */
  makeItems: () => OutputItem[];
}

export interface Result {
  items: OutputItem[];
  receipt: Receipt;
}

/** What was paid for, so that it can be looked up even if the items are lost. */
export interface Receipt {
  id: string;
  outcome: string;
  reason: string | null;
  hits: number;
  /** Where several requests were sent for the item: one for each. */
  parts?: readonly ReceiptPart[];
  /** Where answers are kept: whether it was in the register before this run. */
  remembered?: boolean;
  /** What has to be written down of it, because it came out as something that was not told yet. */
  given?: GivenCompany;
  /** Of each hit, and of those that are gone. */
  changedHits?: () => ChangedHit[];
}

/** A hit as a message names it. */
export interface ChangedHit {
  companyName: string;
  name: string;
  sourceType: string;
  change: Change | 'gone';
}

/** What was paid for with one of several requests. */
export interface ReceiptPart {
  name: string;
  referenceId: string;
  id: string;
  outcome: string;
}

export interface OutputItem {
  /** Which output it goes to. Where there are several, `json` has it as well, as its field `outcome`. */
  outcome: string;
  json: IDataObject;
  /** What is wrong with it, if it is an error item: `json` then follows the keys of one. */
  problem?: InvalidItem;
}
