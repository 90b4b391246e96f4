// Whether an item that says clear is believed: not where anything else in it says that a company may have a hit, or has no answer.
import type { IDataObject } from 'n8n-workflow';

import { COMPANY_MATCH_KEYS, HIT_KEYS, MATCH_KEYS } from '../../names/itemKeys';
import { plainText } from '../../names/plainText';
import { screeningOptionSchema, screeningRecordSchema } from '../../service/contract';
import { findingsOf, isFinished } from '../../service/outcome';
import { companyNameIn } from '../sameCompany';
import { isEmpty } from './itemCells';
import { isObject } from './ownFields';

/** Pure. @param fields of the item, flat @param screening the record of a raw item; undefined for a flat one */
export function isBelievedClear(fields: IDataObject, screening: unknown): boolean {
  const { screeningId, totalHits, status, change, companyName } = fields;
  return (
    plainText(screeningId) !== '' &&
    companyNameIn(companyName) !== undefined &&
    ['', '0'].includes(plainText(totalHits)) &&
    (isEmpty(totalHits) || typeof totalHits === 'number' || typeof totalHits === 'string') &&
    (isEmpty(status) || isFinished(plainText(status))) &&
    !OF_PRESENT_HITS.has(plainText(change)) &&
    EMPTY_IF_CLEAR.every((key) => isEmpty(fields[key])) &&
    !saysError(fields) &&
    (screening === undefined ? !hasRawHits(fields) : saysClear(screening, fields))
  );
}

/** Of a company that is clear, hits can only be gone. */
const OF_PRESENT_HITS: ReadonlySet<string> = new Set(['changed', 'known', 'listedAgain', 'new']);

const EMPTY_IF_CLEAR: readonly string[] = [
  ...['reason', 'explanation', 'error', 'errorCode', 'errorName', 'errorType', 'decision', 'caseId'],
  ...HIT_KEYS.slice(HIT_KEYS.indexOf('name'), HIT_KEYS.indexOf('totalHits')),
  ...['hitNames', 'sourceTypes', 'jurisdictions', 'hitFingerprints'],
  ...MATCH_KEYS,
  ...COMPANY_MATCH_KEYS,
];

/** Beside a request that failed there is no answer, whatever node wrote it. */
function saysError({ isError, mayBeCharged, httpStatus }: IDataObject): boolean {
  return [isError, mayBeCharged].some((one) => one === true || one === 'true') || Number(httpStatus) >= 400;
}

/** In a flat item these may be columns of the user's list: only what the service said of hits is none. */
function hasRawHits({ hit, hits, screening, ...fields }: IDataObject): boolean {
  const found = Array.isArray(hits) ? hits : [hit];
  return found.some(isObject) || (isObject(screening) && 'id' in screening && !saysClear(screening, fields));
}

/** As the service said it. When it was asked is not known here, so the record is of any age. */
function saysClear(screening: unknown, { companyName, referenceId }: IDataObject): boolean {
  const record = screeningRecordSchema.safeParse(
    typeof screening === 'object' ? { ...screening, details: [] } : screening,
  ).data;
  if (!record) return false;
  const { data: option = 'Both' } = screeningOptionSchema.safeParse(record.option);
  const findings = findingsOf(record, {
    ...{ option, requesterId: '', repliedAt: 0 },
    ...{ companyName: plainText(companyName), referenceId: plainText(referenceId) },
    ...{ mayBeMissed: false, idIsShared: false, controlFailed: false, isWhole: true },
  });
  return findings.every(({ outcome }) => outcome === 'clear');
}
