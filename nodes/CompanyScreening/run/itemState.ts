// What became of an item, and of the run as a whole.
import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { InvalidItem } from '../names/invalidItem';
import type { Answer, ItemResult } from '../operations/shared/answer';
import type { OutputFrame } from '../operations/shared/operation';
import type { RunOutput } from '../operations/shared/options';
import type { Subject } from '../operations/shared/requestTask';
import type { TakenOffCompany } from '../register/companies/untold';
import type { KeyNames } from '../register/facts/keyNames';
import { OperationFailure } from '../service/failure';
import type { ServiceSettings } from '../service/settings';
import type { EvidenceVerdict } from './evidence';
import type { AnswerTimes, WaitingCases } from './register/registerCounts';

/** The keys that have other names than in the run before, and those that have several names in the list. */
export type ToldKeys = Record<'renamed' | 'several', readonly KeyNames[]>;

/** What became of one item. The subject is missing if the item's parameters could not be read. */
export type ItemState<Done = ItemResult> =
  | { state: 'done'; subject: Subject; result: Done; binary: IBinaryKeyData }
  | {
      state: 'failed';
      subject: Subject | undefined;
      error: unknown;
      /** Whether a request may have gone out for it. */
      sent: boolean;
      /** It failed in an earlier run, which the register remembers. */
      remembered?: boolean;
      binary: IBinaryKeyData;
      /** What was found before it failed, if it was not the first of several requests that did. */
      found?: Done;
    }
  /** The run stopped before its turn; `stoppedBy` says why. */
  | { state: 'notSent'; subject: Subject | undefined };

/** The failure that ended the run before its last item. */
export interface StoppedBy {
  itemIndex: number;
  /** If it is not the item with that index. */
  subject?: Subject;
  error: unknown;
}

/** What became of the control of a run. `notScreened`: there was nothing to send; `unanswered`: it was sent, and no answer came. */
export type ControlResult = 'failed' | 'held' | 'none' | 'notScreened' | 'unanswered';

export interface RunResult<Done = ItemResult> {
  /** What was sent before the items. */
  before?: ItemState<Done>;
  /** In the order of the items. */
  items: Array<ItemState<Done>>;
  /** Sentences about the run as a whole. */
  notes: string[];
  /** Missing if the run did not come so far. */
  control?: { name: string | null; result: ControlResult };
  stoppedBy?: StoppedBy;
  /** Null if the credential was not needed, or not read. */
  environment: ServiceSettings['environment'] | null;
  includeInputFields: boolean;
  /** Where the texts of the items are to be read. */
  readIn: RunOutput['readIn'];
  /** Tells whose item it is: those of one company have the same text. Null if it names none that can be screened. Each its own if missing. */
  companyOf?: (itemIndex: number) => string | null;
  /** What comes out before and after the items. */
  frame?: OutputFrame;
  /** The only item of a run that sent nothing because nothing was to be sent. */
  dryRun?: DryRunItem;
  /** Where the answers are kept. */
  register?: {
    name: string;
    /** Whether the next run leaves out those of this one. */
    onlyThisRun: boolean;
    /** How long the list of the run before was; null if there was none. */
    companiesBefore: number | null;
    /** The keys that have other names than in that run, and those that have several names in this list. */
    keys: ToldKeys;
    /** Under which what comes out is written down; null if it is not. */
    reportId: string | null;
    /** Companies that are not in the list any more, of which not everything was told. */
    takenOff: readonly TakenOffCompany[];
    /** Since when the service did not answer, in the time zone of the workflow; null if it did. */
    unreachedSince: string | null;
    /** What waits for a person on this list. */
    waitingCases: WaitingCases;
    /** When what comes from it was screened. */
    answerTimes: AnswerTimes;
    /** Where people decide; empty if nobody said. */
    deskAddress: string;
  };
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

/** What the items came to: those that are done, and what was found for those that failed after that. */
export function resultsOf<Done>(items: ReadonlyArray<ItemState<Done>>): { results: Done[]; found: Done[] } {
  return {
    results: items.flatMap((item) => (item.state === 'done' ? [item.result] : [])),
    found: items.flatMap((item) => (item.state === 'failed' && item.found ? [item.found] : [])),
  };
}

/** What became of one item while the run goes on. */
export type UnfinishedItem =
  | Exclude<ItemState<Answer>, { state: 'done' }>
  /** What the answer means is settled when the run is over. `evidenceOf` is what its evidence file says so far. */
  | {
      state: 'answered';
      subject: Subject;
      answer: Answer;
      binary: IBinaryKeyData;
      evidenceOf?: EvidenceVerdict;
    };

/**
 * What became of each item.
 *
 * @param steps by the number of the item
 * @returns an error for each item of which nothing is known, so that none is lost without a word
 */
export function everyItem(steps: readonly (UnfinishedItem | undefined)[], count: number): UnfinishedItem[] {
  return Array.from({ length: count }, (_, item) => steps[item] ?? forgotten(item));
}

function forgotten(item: number): UnfinishedItem {
  const error = new OperationFailure({
    state: 'unresolved',
    receiptId: null,
    message: `This node has lost sight of item ${item}. That is a mistake in the node.`,
    advice: 'Report it, with the number of items and the options of this node.',
  });
  return { state: 'failed', subject: undefined, error, sent: true, binary: {} };
}

/** What comes out. */
export type DryRunItem = IDataObject & { explanation: string };

export class EmptyList extends InvalidItem {
  /** @param from the node that gave it; undefined if that is not known */
  constructor(from: string | undefined) {
    const where = from === undefined ? 'The list is empty' : `The list is empty: "${from}" gave nothing`;
    super(`${where}, so nothing was screened.`, 'See where the list comes from, and who changed it.');
  }
}

/** Whether these items are such a list, if the only one cannot be used. */
export function mayBeEmptyList(items: readonly INodeExecutionData[]): boolean {
  const [item, ...others] = items;
  return item !== undefined && others.length === 0 && Object.keys(item.json).length === 0 && !item.binary;
}
