// operations/workbook/: what a workbook says of a run: its sheets, columns and totals, from items. How they become bytes is known in workbook/.
// A verdict gets no better here, but a clear one may come to be reviewed.
//
// Decides whether an item is believed that says clear, or that a hit is gone: not where anything else in it, or another item, says that a company
// may have a hit or has no answer. Records and the fields beside them are judged by the rules for replies.
import type { IDataObject } from 'n8n-workflow';

import { cleanText } from '../../names/companyName';
import {
  COMPANY_MATCH_KEYS,
  DECISION_KEYS,
  ERROR_KEYS,
  HIT_CONTENT_KEYS,
  MATCH_KEYS,
} from '../../names/itemKeys';
import { plainText } from '../../names/plainText';
import { comparedId, screeningOptionSchema, screeningRecordSchema } from '../../service/contract';
import { saysNo } from '../../service/contradictions';
import { hitsAndVerdict, isFinished, isScreeningId } from '../../service/outcome';
import { companyNameIn } from '../shared/sameCompany';
import { isEmpty } from './itemCells';
import { isObject, type VerdictItem } from './ownFields';

/** @param json the item as it came: the same as its fields if it is flat */
export function believedItem(item: VerdictItem, json: IDataObject): VerdictItem {
  const { outcome, fields } = item;
  if (outcome !== 'clear' && outcome !== 'gone') return item;
  const contradiction = outcome === 'gone' ? signOfPresence(fields, json) : contradictionIn(fields, json);
  return contradiction === null ? item : toReview(item, contradiction);
}

/**
 * A screening proves nothing of two companies: a clear one is not believed if another one with its screening has another name, or is not
 * clear.
 *
 * @param companies the items of each
 */
export function believedCompanies(companies: readonly VerdictItem[][]): VerdictItem[][] {
  const isClear = (items: readonly VerdictItem[]) => items.every(({ outcome }) => outcome === 'clear');
  const owners = new Map<string, Set<string>>();
  for (const items of companies) {
    const isOneClear = isClear(items);
    for (const { fields } of items)
      for (const id of screeningIdsOf(fields)) {
        const owner = JSON.stringify([cleanText(fields['companyName']), isOneClear]);
        owners.set(id, (owners.get(id) ?? new Set()).add(owner));
      }
  }
  const isShared = ({ fields }: VerdictItem) =>
    screeningIdsOf(fields).some((id) => (owners.get(id)?.size ?? 0) > 1);
  return companies.map((items) =>
    isClear(items) ? items.map((item) => (isShared(item) ? toReview(item, SHARED) : item)) : items,
  );
}

const SHARED = 'another company has the same screening';

function toReview(item: VerdictItem, contradiction: string): VerdictItem {
  const explanation = `The item says ${item.outcome}, but ${contradiction}. Screen the company again.`;
  return { ...item, outcome: 'review', fields: { ...item.fields, outcome: 'review', explanation } };
}

/** An item has several screenings with Other Names. */
const screeningIdsOf = ({ screeningId }: IDataObject): string[] =>
  plainText(screeningId)
    .split('; ')
    .flatMap((id) => comparedId(id) || []);

/** Finds fields that a gone hit cannot have: no screening lists it. */
function signOfPresence(fields: IDataObject, json: IDataObject): string | null {
  const ofRecord = ['status', 'totalHits', 'hitNumber', 'reason', ...(fields === json ? [] : ['screening'])];
  const key = ofRecord.find((one) => !isEmpty(json[one]));
  if (key !== undefined) return contradictedBy(key);
  return isEmpty(json['change']) || json['change'] === 'gone' ? null : contradictedBy('change');
}

const contradictedBy = (key: string): string => `its field ${key} contradicts that`;

/** The contradiction in an item that says clear, as it follows on "but"; null if there is none. */
function contradictionIn(fields: IDataObject, json: IDataObject): string | null {
  if (!isScreeningId(plainText(fields['screeningId']))) return 'it names no screening';
  if (companyNameIn(fields['companyName']) === undefined) return 'it names no company that can be screened';
  const key = FIELDS.find((one) => !isEmpty(json[one]) && MAY_SAY.get(one)?.(json[one]) !== true);
  if (key !== undefined) return contradictedBy(key);
  const records = fields === json ? recordsInFlat(json) : recordsOf(json);
  return records.every(saysClear) ? null : 'the screening in it contradicts that';
}

/** Values that a clear item may have in these fields. Its other fields below must be empty. */
const MAY_SAY: ReadonlyMap<string, (value: IDataObject[string]) => boolean> = new Map([
  ['totalHits', (value) => plainText(value) === '0'],
  // The field has those of several screenings with Other Names.
  ['status', (value) => typeof value === 'string' && value.split('; ').every(isFinished)],
  ['change', (value) => value === 'gone'],
  ['isError', saysNo],
  ['mayBeCharged', saysNo],
  // Lists of the service have these names, and so may columns of the user.
  ['details', (value) => !isList(value)],
  ['errors', (value) => !isList(value)],
]);

const isList = (value: unknown): boolean =>
  Array.isArray(value) || (typeof value === 'string' && /^\s*\[\s*\{/.test(value));

/** Keys that do not show an error by themselves. */
const NO_SIGN_OF_ERROR: ReadonlySet<string> = new Set([
  ...['outcome', 'environment', 'referenceId', 'description', 'httpStatus'],
]);

const FIELDS: readonly string[] = [
  ...['reason', 'explanation', 'screenedName', 'screenedNames', ...MAY_SAY.keys()],
  ...ERROR_KEYS.filter((key) => !NO_SIGN_OF_ERROR.has(key)),
  ...HIT_CONTENT_KEYS,
  'hitFingerprint',
  'hitNumber',
  ...['hitNames', 'sourceTypes', 'jurisdictions', 'hitFingerprints'],
  ...[...MATCH_KEYS, ...COMPANY_MATCH_KEYS, ...DECISION_KEYS],
];

interface GivenRecord {
  record: unknown;
  companyName: unknown;
  referenceId: unknown;
}

const NO_HITS = { status: 'Completed', totalHits: 0, isError: false } as const;

/** A flat item as a record: the fields of raw items in it are documented of no record. */
function recordsInFlat(json: IDataObject): GivenRecord[] {
  const { companyName, referenceId, screeningId, hit, hits, screening, screenings, httpStatus } = json;
  const beside = { hit, hits, screening, screenings, httpStatus };
  if (Object.values(beside).every(isEmpty)) return [];
  return [{ companyName, referenceId, record: { id: plainText(screeningId), ...NO_HITS, ...beside } }];
}

/** The records of a raw item: with Other Names, one for each of them. */
function recordsOf({ companyName, referenceId, screening, screenings, ...json }: IDataObject): GivenRecord[] {
  const { hit, hits, httpStatus } = json;
  const others: unknown[] = Array.isArray(screenings) ? screenings : isEmpty(screenings) ? [] : [screenings];
  const named = others.map((one): GivenRecord =>
    isObject(one)
      ? { record: one['screening'], companyName: one['screenedName'], referenceId: one['referenceId'] }
      : { record: one, companyName, referenceId },
  );
  const [first = { companyName, referenceId }] = named;
  return [
    { ...first, record: screening },
    ...named,
    { ...first, record: { id: 'beside', ...NO_HITS, hit, hits, httpStatus } },
  ];
}

/** The time of the request is not known here, so the record may be of any age. */
function saysClear({ record: given, companyName, referenceId }: GivenRecord): boolean {
  const record = screeningRecordSchema.safeParse(given).data;
  if (!record) return false;
  const { data: option = 'Both' } = screeningOptionSchema.safeParse(record.option);
  const { outcome } = hitsAndVerdict(record, {
    ...{ option, requesterId: '', repliedAt: 0 },
    ...{ companyName: plainText(companyName), referenceId: plainText(referenceId) },
    ...{ watchlistMayMissName: false, idIsShared: false, controlFailed: false, isWhole: true },
  });
  return outcome === 'clear';
}
