// An operation: its part of the node, and how its run begins. CONTRIBUTING.md says what to write to add one.
import type {
  IBinaryKeyData,
  IDataObject,
  IExecuteFunctions,
  INodeParameters,
  INodeProperties,
  INodePropertyOptions,
} from 'n8n-workflow';

import type { InvalidItem } from '../../names/invalidItem';
import type { Tables } from '../../register/port/tables';
import type { OperationFailure } from '../../service/failure';
import type { ServiceSettings } from '../../service/settings';
import type { CompanyCounts } from './companyCounts';
import type { OptionSet, RunOutput } from './options';
import type {
  FollowUp,
  RegisterSettings,
  RequestSpec,
  Subject,
  Task,
  ItemResult,
  OutputItem,
} from './requestTask';

export type Operation = LocalOperation | RequestOperation | TestOperation;
export type Resource = 'annualReturns' | 'company' | 'register';

/** The part of the node that shows an operation. */
interface OperationFacts {
  /** The subject: the list in which it appears. */
  resource: Resource;
  /** Its entry in the node's Operation list. */
  choice: INodePropertyOptions & { value: string };
  /** Its parameters; shown for this operation only. */
  fields: INodeProperties[];
  /** Its own options. One that sends requests also has those of `runOptions`. */
  options: readonly OptionSet[];
  /** Its own settings of Output. One that sends requests also has those of `runOutput`. */
  output: readonly OptionSet[];
  /** The key of the field that names an item of this operation in the output. */
  subjectKey: string;
  /** Words for an input item, and for several. */
  nouns: { one: string; several: string };
  /**
   * Its parameters that say what an item is about, each with the names of the fields that lead to it in a collection. More than one item needs
   * more than one value.
   */
  ofItem?(parameters: INodeParameters): ReadonlyArray<readonly [string, ...string[]]>;
  /**
   * Set if each item counts whatever its parameters say, so that Execute Once would lose some: `alone` if each has a result of its own,
   * `together` if all have one.
   */
  takesEveryItem?: 'alone' | 'together';
  /**
   * Parameters whose expression must not give nothing: a request would be sent without a person's choice, a filter would let everything through,
   * and an empty list of people everybody. Null, and an empty text, are values of an empty cell of a list, and of a form's field that nobody
   * filled in. Parameters that hold for the run, or that it refuses in words of its own, need not be here.
   */
  neverSilent?(parameters: INodeParameters): readonly string[];
  /** Fields of the collections in `neverSilent` that may give nothing all the same, since no outcome depends on them. */
  mayBeSilent?: readonly string[];
  /** Set if no agent may use it: what the agent is told, and what to do instead. */
  forPeopleOnly?: { message: string; advice: string };
  /** Set if its items can be split over several outputs; its Output then has the setting Outputs. */
  splitOutputs?: SplitOutputs;
  /** Set if its Output has Alert Messages, Same Columns for All Items and Summary Item. */
  presentation?: ItemPresentation;
  /** True if Include Input Fields keeps the input in one field, since an item is to stay as received; false if missing. */
  nestsInput?(parameters: INodeParameters): boolean;
}

/** The fields of an operation's items, in a sheet. */
export interface ItemColumns {
  /** The keys of an item that is no error, in their order. */
  keys: readonly string[];
  /** The chosen fields. If missing: all of them, and everything that there is to say of an error. */
  chosen?: ReadonlySet<string>;
}

/** Additions to the items of an operation, for people who read them outside of n8n. */
interface ItemPresentation {
  /** The fields of its items; undefined if they are not all texts and numbers. */
  columns(parameters: INodeParameters): ItemColumns | undefined;
  /** The items of Alert Messages: messages for people about all items, the errors too. */
  alertMessages(given: readonly AlertedItem[], run: AlertedRun): IDataObject[];
  /** HTML of what was found, for the summary item of a short list. */
  resultPage(given: readonly AlertedItem[]): string;
}

/** An item as it comes out, and the one that came in for it. */
export interface AlertedItem {
  json: IDataObject;
  input: IDataObject;
}

export interface AlertedRun {
  counts: CompanyCounts;
  environment: ServiceSettings['environment'] | null;
}

/**
 * Several outputs instead of one, where Outputs (`output.outputs`) has the value `byOutcome`: the shown name of each and the outcomes that go
 * there. Every other outcome, `error` included, goes to the last one.
 */
export type SplitOutputs = readonly [SplitOutput, ...SplitOutput[]];

interface SplitOutput {
  name: string;
  outcomes: readonly string[];
}

/** The line above the output: counts of the items, in a few words each; then sentences on what to do next. */
export interface RunSummary {
  counts: string[];
  next: string[];
}

/** An operation that sends a request to the service for each item. It needs the credential. */
export interface RequestOperation extends OperationFacts {
  kind: 'request';
  nouns: OperationFacts['nouns'] & {
    /** The verb for an item, as in "38 companies screened". */
    done: string;
  };
  /** Its option that sends equal items once, as the node shows it; missing if there is none. */
  duplicatesOption?: string;
  /** Every key that its items may have with these parameters, other than those that the service adds: a field of the input takes none. */
  itemKeys: (parameters: INodeParameters) => readonly string[];
  /** The key of the field with the service's id of the request, in an error item. */
  receiptKey: string;
  /**
   * The items that succeeded, in words. Where answers are kept, the numbers of those answered now and before are said beside it.
   *
   * @param all of all items
   */
  summarise(results: ItemResult[], all: CompanyCounts, isInRegister: boolean): RunSummary;
  /**
   * Begins a run. The returned object holds the state that the items of the run share.
   *
   * @param first reads the parameters of the first item, for the options that hold for the run
   * @param all reads those of each item
   * @param saved the parameters as the node has them, with their expressions
   * @throws OperationFailure if nothing may be sent at all
   */
  begin(first: ReadParameter, all: readonly ReadParameter[], saved?: INodeParameters): RequestRun;
}

/** An operation that sends nothing to the service and needs no credential. Its items are taken one after the other, or all together. */
export interface LocalOperation extends OperationFacts {
  kind: 'local';
  /** The items that succeeded, in words. */
  summarise(results: LocalResult[]): RunSummary;
  /**
   * Begins a run. The returned object holds the state that the items of the run share.
   *
   * @param all reads the parameters of each item
   * @throws InvalidItem, OperationFailure or RegisterFailure if none of them can be used
   */
  begin(n8n: LocalTools, first: ReadParameter, all: readonly ReadParameter[]): LocalRun;
}

/** Tools of an operation that sends nothing. */
export interface LocalTools {
  context: IExecuteFunctions;
  findRegister: (name: string) => Promise<Tables>;
  /** Epoch milliseconds. */
  now: () => number;
  /** Rejects as soon as the run is cancelled. */
  sleep: (ms: number) => Promise<void>;
}

export interface LocalRun {
  /** The place where the texts of the items are to be read; as they are if missing. */
  readIn?: RunOutput['readIn'];
  /** Begins to read one input item, or the first one for all of them. Throws what n8n throws for an expression that fails. */
  prepare(parameter: ReadParameter, itemIndex: number): LocalItem;
}

export interface LocalItem {
  subject: Subject;
  /** Does the work for the item. Throws an InvalidItem if it cannot be used. */
  perform(): Promise<LocalResult>;
  /** Explains the problem for this item, or gives what comes out all the same; the same problem if missing. */
  refused?: (problem: InvalidItem) => InvalidItem | LocalResult;
}

export interface LocalResult {
  /** Any number of items, each of which n8n links to the input item, or to all of them. */
  items: OutputItem[];
  binary?: IBinaryKeyData;
  /** The source that they were read from, where it may be one of several. */
  source?: string;
  /** Words for the items, a few each. */
  counts?: string[];
  /** A sentence on what a person should know about it. */
  note?: string;
}

/**
 * An operation that tests the service: each of its requests is judged on its own, and one that fails is a result like any other. It needs the
 * credential.
 */
export interface TestOperation extends OperationFacts {
  kind: 'test';
  itemKeys: () => readonly string[];
  summarise(results: LocalResult[]): RunSummary;
  /** Begins a run, before anything is sent. @throws OperationFailure or InvalidItem if nothing may be sent at all */
  begin(n8n: LocalTools, first: ReadParameter, all: readonly ReadParameter[]): TestRun;
}

export interface TestRun {
  /** The subject of each input item, or why it cannot be tested. */
  items: ReadonlyArray<{ subject: Subject; error?: unknown }>;
  requests: readonly RequestSpec[];
  /** Opens its register, once the credential was read and before anything is sent. @throws RegisterFailure */
  open(environment: ServiceSettings['environment']): Promise<void>;
  /**
   * Draws the conclusion.
   *
   * @param sendings what became of each request, in their order
   * @param isCancelled whether somebody stopped the workflow meanwhile
   */
  conclude(sendings: readonly TestSending[], isCancelled: boolean): Promise<TestConclusion>;
}

/** The sending of one request of a test. Whoever asked knows the answer. */
export type TestSending =
  | { is: 'answered' }
  | { is: 'failed'; error: unknown; mayBeCharged: boolean }
  | { is: 'notSent'; error: unknown };

export interface TestConclusion {
  /** A result for each item that can be tested, in their order. */
  results: readonly LocalResult[];
  frame: OutputFrame;
  /** Sentences about the run as a whole. */
  notes: string[];
}

/** Items that belong to all input items together. */
export interface OutputFrame {
  first: readonly OutputItem[];
  last: readonly OutputItem[];
}

/** The result of a run's control. `notScreened`: it was not sent; `unanswered`: it was sent, and no answer came. */
export type ControlResult = 'failed' | 'held' | 'none' | 'notScreened' | 'unanswered';

/** A name that is known to be listed, screened before the items. It is paid for, and no item comes out for it. */
export interface Control {
  name: string;
  task: Task;
  /** May change until the run is over: a later reply may have its id, or show that its own was old. Unless it held, no company is clear. */
  result: () => Exclude<ControlResult, 'none'>;
  note: () => string;
}

/** True if a run has a control that was not found as it should be, was unanswered or not screened: nothing of it is clear. */
export const controlFailed = (control: Control | undefined): boolean =>
  control !== undefined && control.result() !== 'held';

export interface RequestRun {
  control?: Control;
  /** Set if the run only says what it would send. `refusal` says why it would send nothing without a register, if so. */
  dryRun?: { refusal: OperationFailure | null };
  /** Missing if its answers are not kept in a register. */
  registerSettings?: RegisterSettings;
  /** Set if it asks about requests that the register knows, and pays for nothing. */
  followUp?: FollowUp;
  /**
   * Begins to read one item's parameters. Throws what n8n throws for an expression that fails.
   *
   * @param input the fields of the input item
   */
  prepare(parameter: ReadParameter, input?: IDataObject): ItemToSend;
}

/** An item that can at least be named. */
export interface ItemToSend {
  subject: Subject;
  /**
   * Item → task.
   *
   * @throws InvalidItem, or what n8n throws for an expression that fails
   */
  toTask(): Task;
}

/** Gives the value of a parameter for one item, by its name. */
export type ReadParameter = (name: string) => unknown;

export function localCounts(results: readonly LocalResult[]): RunSummary {
  return {
    counts: results.flatMap(({ counts }) => counts ?? []),
    next: results.flatMap(({ note }) => note ?? []),
  };
}
