// The state of an item, and of the run as a whole.
import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import * as z from 'zod/v4';

import { sentences } from '../../names/plainText';
import { InvalidItem } from '../../names/invalidItem';
import type { ControlResult, OutputFrame } from '../../operations/shared/operation';
import type { RunOutput } from '../../operations/shared/options';
import type { Subject, TaskResult, ItemResult } from '../../operations/shared/requestTask';
import type { FormerCompany } from '../../register/companies/undelivered';
import type { KeyNames } from '../../register/facts/keyNames';
import { failureMayBeCharged, OperationFailure } from '../../service/failure';
import type { ServiceSettings } from '../../service/settings';

export type ToldKeys = Record<'renamed' | 'several', readonly KeyNames[]>;

/** The state of one item. The subject is missing if the item's parameters could not be read. */
export type ItemState<Done = ItemResult> =
  | { state: 'done'; subject: Subject; result: Done; binary: IBinaryKeyData }
  | {
      state: 'failed';
      subject: Subject | undefined;
      error: unknown;
      /** True if a request may have gone out for it. */
      sent: boolean;
      /** True if it failed in an earlier run, which the register remembers. */
      remembered?: boolean;
      binary: IBinaryKeyData;
      /** The result of its names that were answered, if another one failed. */
      partialResult?: Done;
    }
  /** The run stopped before its turn; `stoppedBy` says why. */
  | { state: 'notSent'; subject: Subject | undefined };

/** The failure that ended the run before its last item. */
export interface StoppedBy {
  itemIndex: number;
  /** Set if it is not the item with that index. */
  subject?: Subject;
  error: unknown;
}

export interface RunResult<Done = ItemResult> {
  before?: ItemState<Done>;
  items: Array<ItemState<Done>>;
  /** Sentences about the run as a whole. */
  notes: string[];
  /** Missing if the run did not come so far. */
  control?: { name: string | null; result: ControlResult };
  stoppedBy?: StoppedBy;
  /** Null if the credential was not needed, or not read. */
  environment: ServiceSettings['environment'] | null;
  includeInputFields: boolean;
  /** The place where the texts of the items are to be read. */
  readIn: RunOutput['readIn'];
  /** Gives the items of one company the same text. Null if an item names none that can be screened. Without it, each item is its own. */
  companyOf?: (itemIndex: number) => string | null;
  /** Items before and after the others. */
  frame?: OutputFrame;
  /** The only item of a run that sent nothing because nothing was to be sent. */
  dryRun?: DryRunItem;
  register?: RegisterFacts;
}

/** Facts of a run whose answers are kept. */
export interface RegisterFacts {
  name: string;
  /** True if the next run leaves out the companies of this one. */
  onlyThisRun: boolean;
  /** The length of the list of the run before; null if there was none. */
  companiesBefore: number | null;
  /** Keys that have other names than in that run, and those that have several names in this list. */
  keys: ToldKeys;
  /** Id of the report that lists what comes out; null if there is none. */
  reportId: string | null;
  /** Companies that are not in the list any more, and were not fully told. */
  formerCompanies: readonly FormerCompany[];
  /** The time since which the service did not answer, in the time zone of the workflow; null if it did. */
  noReplySince: string | null;
  /** Cases of this list that wait for a person. */
  waitingCases: WaitingCases;
  /** Times at which remembered answers were screened. */
  answerTimes: AnswerTimes;
  /** The address where people decide; empty if nobody gave one. */
  deskAddress: string;
}

/** Times in the time zone of the workflow. */
export interface AnswerTimes {
  timeZone: string;
  /** The oldest answer from the register: when, as 2026-03-01 17:02, and how old it is. Null if there is none. */
  oldest: { at: string; ageMs: number } | null;
  /** The date, or the time as 2026-03-01 17:02, from which some of them are due. Null: never. */
  dueFrom: string | null;
}

/** The number of open cases, and the wait of the oldest, in milliseconds; null if no time is known. */
export interface WaitingCases {
  count: number;
  oldestMs: number | null;
}

/** A run that ended before it began. @param output how its items are returned, if that could be read */
export function nothingSent(
  itemCount: number,
  error: unknown,
  output: RunOutput = PLAIN_OUTPUT,
): RunResult<never> {
  return {
    items: Array.from({ length: itemCount }, () => ({ state: 'notSent', subject: undefined })),
    notes: [],
    stoppedBy: { itemIndex: 0, error },
    environment: null,
    ...output,
  };
}

const PLAIN_OUTPUT = { includeInputFields: false, readIn: 'asReceived' } as const;

/** The list of the run, if it is an empty one. */
export function emptyListIn(items: readonly ItemState<unknown>[]): EmptyList | undefined {
  const [item] = items;
  return item?.state === 'failed' && item.error instanceof EmptyList ? item.error : undefined;
}

export function resultsOf<Done>(items: ReadonlyArray<ItemState<Done>>): Done[] {
  return items.flatMap((item) => (item.state === 'done' ? [item.result] : []));
}

/** True if the service may have got a request for the item in this run. */
export function wasSent(item: ItemState): boolean {
  if (item.state === 'notSent') return false;
  if (item.state === 'failed') return item.sent && item.remembered !== true && !failedBeforeSending(item);
  const { remembered, reason } = item.result.receipt;
  return remembered !== true && reason !== 'beingScreened';
}

/** True if there was no access token, or no connection, or nothing could be sent at all. */
export function failedBeforeSending(item: ItemState): boolean {
  if (item.state !== 'failed' || !(item.error instanceof OperationFailure)) return false;
  const { state, sending } = item.error.details;
  return state === 'unsendable' || sending === 'never';
}

/**
 * True if the work that failed may have been charged. @param sent whether a request may have gone out for it: an error that is no failure of a
 * request does not say so
 */
export function mayBeCharged(error: unknown, sent: boolean): boolean {
  if (error instanceof OperationFailure) return failureMayBeCharged(error.details);
  return sent && !(error instanceof InvalidItem);
}

/** The verdict that the items of the company say. */
export interface EvidenceVerdict {
  outcome: string;
  reason: string | null;
}

/** The state of one item while the run goes on. */
export type UnfinishedItem =
  | Exclude<ItemState<TaskResult>, { state: 'done' }>
  /** Its result is there: what it means follows when the run is over. `evidenceOf` is the verdict that its evidence file has so far. */
  | {
      state: 'answered';
      subject: Subject;
      taskResult: TaskResult;
      binary: IBinaryKeyData;
      evidenceOf?: EvidenceVerdict;
    };

/**
 * Gives the state of each item.
 *
 * @param itemStates by the number of the item
 * @returns an error for each item of which nothing is known, so that none is lost without a word
 */
export function everyItem(
  itemStates: readonly (UnfinishedItem | undefined)[],
  count: number,
): UnfinishedItem[] {
  return Array.from({ length: count }, (_, item) => itemStates[item] ?? itemWithoutState(item));
}

function itemWithoutState(item: number): UnfinishedItem {
  const error = new OperationFailure({
    state: 'staysUncertain',
    receiptId: null,
    message: `This node has lost track of item ${item}. That is a bug in the node.`,
    advice: 'Report it, with the number of items and the options of this node.',
  });
  return { state: 'failed', subject: undefined, error, sent: true, binary: {} };
}

export type DryRunItem = IDataObject & { explanation: string };

export class EmptyList extends InvalidItem {
  /** @param subject the same in a few words */
  constructor(
    readonly subject: string,
    message: string,
    advice: string,
  ) {
    super(message, advice);
  }
}

/**
 * The list that these items are, should the only one be unusable: nothing, or the error of the node that was to read it.
 *
 * @param from the node that gave it; undefined if that is not known
 */
export function emptyListOf(
  items: readonly INodeExecutionData[],
  from: string | undefined,
): EmptyList | undefined {
  const [item, ...others] = items;
  if (!item || others.length > 0) return undefined;
  if (Object.keys(item.json).length === 0 && !item.binary) {
    const where = from === undefined ? 'The list is empty' : `The list is empty: "${from}" gave nothing`;
    const advice = 'Check where the list comes from, and who changed it.';
    return new EmptyList('the list is empty', `${where}, so nothing was screened.`, advice);
  }
  const failed = errorOfReader.safeParse(item.json);
  if (!failed.success) return undefined;
  const { forColleagues, description } = failed.data;
  return new EmptyList(
    'the list was not read',
    'The list could not be read, so nothing was screened.',
    sentences(forColleagues, description && `For whoever set this up: ${description}`),
  );
}

/** The only item of Read Company List for a list that it did not read. A row that cannot be used has its number. */
const errorOfReader = z.object({
  outcome: z.literal('error'),
  fileName: z.string().nullable(),
  row: z.undefined(),
  forColleagues: z.string(),
  description: z.string().catch(''),
});
