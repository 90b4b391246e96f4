// The items that a workbook is made of: the kind of each, and its fields as flat ones, whatever Output was chosen.
import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/v4';

import { InvalidItem } from '../../names/invalidItem';
import {
  COMPANY_KEYS,
  COMPANY_MATCH_KEYS,
  COMPANY_NAME_KEYS,
  HIT_KEYS,
  PAST_KEY,
  RAW_KEYS,
} from '../../names/itemKeys';
import { screeningRecordSchema } from '../../service/contract';
import { simplifiedItem } from '../screening/items';
import { believedItem } from './belief';
import {
  isObject,
  isRaw,
  isUnusableRow,
  ofUnusableRow,
  ownFieldsReader,
  VERDICTS,
  type OwnFields,
  type VerdictItem,
} from './ownFields';

/** Items that say nothing of a company now. */
type OtherKind =
  /** Past screenings of a register, including those that were followed by others. */
  | 'history'
  /** Of the option Summary Item. */
  | 'summaries'
  /** Of Test Screening; a problem says that the test proves nothing. */
  | 'tested'
  | 'testProblems'
  | 'testSummaries'
  /** Of Get Many. */
  | 'decisions'
  | 'dismissals'
  | 'figures'
  | 'problems'
  | 'runs';

export type GivenItems = Record<OtherKind, IDataObject[]> & { verdicts: VerdictItem[] };

const outcomeSchema = z.looseObject({ outcome: z.string() });
const verdictSchema = z.enum(VERDICTS);

/** @throws InvalidItem for an item of which nobody knows where it belongs: left out, it would be lost without a word */
export function readGiven(items: readonly IDataObject[]): GivenItems {
  const given: GivenItems = {
    ...{ verdicts: [], summaries: [], history: [], runs: [], decisions: [], problems: [] },
    ...{ tested: [], testSummaries: [], testProblems: [], figures: [], dismissals: [] },
  };
  const ownFields = ownFieldsReader();
  for (const [index, json] of items.entries()) {
    if (depthOf(json) > DEEPEST) throw tooDeep(index);
    const outcome = outcomeSchema.safeParse(json).data?.outcome;
    const verdict = verdictSchema.safeParse(outcome);
    if (PAST_KEY in json && !isUnusableRow(json)) given.history.push(json);
    else if (verdict.success)
      for (const item of verdictItems(json, verdict.data, ownFields(json)))
        given.verdicts.push(believedItem(item, json));
    else {
      const kind = otherKindOf(json, outcome);
      // A long message comes in several items, each with the same counts.
      const isRepeated = kind === 'summaries' && Number(json['part'] ?? 1) !== 1;
      if (kind) given[kind].push(...(isRepeated ? [] : [json]));
      else if (!holdsNothing(json)) throw unknownItem(index, outcome);
    }
  }
  return given;
}

const KINDS: ReadonlyMap<string, OtherKind> = new Map([
  ['decision', 'decisions'],
  ['dismissal', 'dismissals'],
  ['figures', 'figures'],
  ['found', 'tested'],
  ['missed', 'tested'],
  ['noAnswer', 'tested'],
  ['run', 'runs'],
]);

function otherKindOf(json: IDataObject, outcome = ''): OtherKind | undefined {
  if (outcome === 'summary') return 'madeUpName' in json ? 'testSummaries' : 'summaries';
  if (outcome === 'problem') return json['reason'] === 'madeUpFound' ? 'testProblems' : 'problems';
  return KINDS.get(outcome);
}

/** The deepest level of an item that is read: nobody reads such a cell, and recursion that deep fails. */
const DEEPEST = 1000;

function depthOf(json: IDataObject): number {
  const isNested = (value: unknown) => typeof value === 'object' && value !== null;
  let depth = 0;
  for (let level: object[] = [json]; level.length > 0; depth += 1) {
    if (depth > DEEPEST) break;
    level = level.flatMap((one) => Object.values(one).filter(isNested));
  }
  return depth;
}

const tooDeep = (index: number) =>
  new InvalidItem(
    `Item ${index + 1} of the input has a field in which more than ${DEEPEST} lists or objects are nested, so it does not fit into a cell.`,
    'Remove that field before this node.',
  );

/** True for the item that n8n's Always Output Data adds, or Get Many where nothing was found. */
function holdsNothing(json: IDataObject): boolean {
  const keys = Object.keys(json);
  return keys.length === 0 || (keys.length === 1 && json['found'] === false);
}

function unknownItem(index: number, outcome: string | undefined): InvalidItem {
  const what = outcome === undefined ? 'no outcome' : `the outcome "${outcome}"`;
  return new InvalidItem(
    `Item ${index + 1} of the input has ${what}, so nobody can say where in the workbook it belongs.`,
    'Connect this node to Screen Company, to Test Screening, or to Get Many for companies, hits, history, decisions, runs, figures or a sample. A node in between must keep the field outcome.',
  );
}

/** Flat items stay as they are: there may be a hundred thousand of them. */
function verdictItems(json: IDataObject, outcome: VerdictItem['outcome'], own: OwnFields): VerdictItem[] {
  if (isUnusableRow(json)) return [{ outcome, per: 'either', fields: ofUnusableRow(json), own }];
  if (!isRaw(json)) return [{ outcome, per: perOf(json), fields: json, own }];
  const { hit, hits, screening } = json;
  const about = flatFields(json, screening, null);
  if (!Array.isArray(hits)) {
    const fields = isObject(hit) ? flatFields(json, screening, { hit, hitNumber: 1 }) : about;
    return [{ outcome, per: 'hit', fields, own }];
  }
  const found = hits.map((one: unknown, index): VerdictItem => {
    const fields = flatFields(json, screening, { hit: one, hitNumber: index + 1 });
    return { outcome: 'hit', per: 'hit', fields, own };
  });
  // The reason for a review of a whole company stands beside its hits.
  const rest: VerdictItem = {
    outcome: outcome === 'hit' ? 'review' : outcome,
    per: 'hit',
    fields: about,
    own,
  };
  return found.length > 0 && typeof json['reason'] !== 'string' ? found : [...found, rest];
}

const OF_HIT: ReadonlySet<string> = new Set(HIT_KEYS);
const OF_COMPANY: ReadonlySet<string> = new Set([
  ...COMPANY_KEYS,
  ...COMPANY_NAME_KEYS,
  ...COMPANY_MATCH_KEYS,
]);
const ONLY_OF_COMPANY = [...OF_COMPANY].filter((key) => !OF_HIT.has(key) && key !== 'otherNames');
const ONLY_OF_HIT = [...OF_HIT].filter((key) => !OF_COMPANY.has(key));

function perOf(json: IDataObject): VerdictItem['per'] {
  if (ONLY_OF_COMPANY.some((key) => key in json)) return 'company';
  return ONLY_OF_HIT.some((key) => key in json) ? 'hit' : 'either';
}

/** Fields that a flat item has under other keys. */
const NOT_FLAT: ReadonlySet<string> = new Set([...RAW_KEYS, 'hitFingerprints']);
/** Placeholders: a raw item has these facts by itself. */
const NO_FACTS = {
  environment: 'production',
  companyName: '',
  screeningOption: '',
  referenceId: '',
  requesterId: '',
} as const;

/** The fields of a raw item as a simplified one has them. */
function flatFields(
  json: IDataObject,
  screening: unknown,
  found: { hit: unknown; hitNumber: number } | null,
): IDataObject {
  const read = isObject(screening) ? screeningRecordSchema.safeParse({ ...screening, details: null }) : null;
  const hitOrError = found ? ({ outcome: 'hit', ...found } as const) : ({ outcome: 'error' } as const);
  const flat = simplifiedItem(hitOrError, read?.data ?? null, NO_FACTS);
  const said = Object.fromEntries(Object.entries(json).filter(([key]) => !NOT_FLAT.has(key)));
  return { ...flat, environment: null, ...said, hitNumber: said['hitNumber'] ?? flat.hitNumber };
}
