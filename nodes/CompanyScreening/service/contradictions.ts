// Fields of a record that the contract does not know, and that contradict what it says: nobody would call it clear beside them.
import * as z from 'zod/v4';

import { normalized } from '../names/normalized';
import { RECORD_FIELDS, type ScreeningRecord } from './contract';

const nothing = z.union([z.undefined(), z.null(), z.literal(''), z.literal(false)]);
/** The fields of the service's error bodies, none of which belongs to a record. */
export const errorCodeSchema = z.object({
  code: nothing,
  error: nothing,
  statusCode: z.union([nothing, z.int().min(200).max(299)]),
});

// Compared by their letters only: a service that writes "TotalHits" or "error_code" may mean it.
export const STATUS_NAMES: ReadonlySet<string> = new Set(['status']);
export const ERROR_NAMES: ReadonlySet<string> = new Set([
  'code',
  'error',
  'errorcode',
  'errormessage',
  'errors',
  'failed',
  'haserror',
  'haserrors',
  'iserror',
  'isfailed',
  'statuscode',
]);
export const HIT_NAMES: ReadonlySet<string> = new Set(['details', 'totalhits']);
const OTHER_HIT_NAMES: ReadonlySet<string> = new Set([
  ...['hashit', 'hashits', 'hitcount', 'hits', 'hitscount', 'ishit', 'ismatch', 'matchcount', 'matches'],
  ...['numberofhits', 'numberofmatches', 'totalmatches'],
]);
/** A record in a record. */
const CONTAINER_NAMES: ReadonlySet<string> = new Set([
  ...['body', 'content', 'data', 'items', 'payload', 'record', 'response', 'result', 'results'],
  ...['screening', 'value'],
]);
const SUCCESS_NAMES: ReadonlySet<string> = new Set(['issuccess', 'issuccessful', 'succeeded', 'success']);
const WHOLE_NAMES: ReadonlySet<string> = new Set(['complete', 'iscomplete']);
const PART_NAMES: ReadonlySet<string> = new Set([
  ...['hasmore', 'hasnext', 'hasnextpage', 'incomplete', 'isincomplete', 'ispartial', 'istruncated'],
  ...['nextlink', 'nextpage', 'nextpagetoken', 'partial', 'timedout', 'truncated'],
]);

/** Whether a field with nearly the same name as one of these says something different. */
export function contradictsItself(record: ScreeningRecord, names: ReadonlySet<string>): boolean {
  return Object.entries(record).some(([name, value]) => {
    if (RECORD_FIELDS.has(name)) return false;
    const letters = lettersInName(name);
    if (!names.has(letters) || saysNothing(value)) return false;
    if (letters === 'statuscode') return isErrorStatus(value);
    // Looked for among the fields of the contract: a reply may have a hundred thousand of its own.
    const known = [...RECORD_FIELDS].find((key) => key.toLowerCase() === letters && key in record);
    return known === undefined || JSON.stringify(record[known]) !== JSON.stringify(value);
  });
}

const isErrorStatus = (value: unknown): boolean => !errorCodeSchema.safeParse({ statusCode: value }).success;

/** Whether a record without hits has some under another name, or in a record that it contains. */
export function holdsHitsElsewhere(record: ScreeningRecord): boolean {
  return (
    contradictsItself(record, OTHER_HIT_NAMES) ||
    containedIn(record).some(Array.isArray) ||
    fieldsInside(record).some(
      ([letters, value]) => (HIT_NAMES.has(letters) || OTHER_HIT_NAMES.has(letters)) && !saysNothing(value),
    )
  );
}

/** Whether the record, or one that it contains, says that there is more. */
export function saysItIsAPart(record: ScreeningRecord): boolean {
  return (
    someFlag(record, WHOLE_NAMES, (value) => saysNo(value)) ||
    someFlag(record, PART_NAMES, (value) => !saysNothing(value) && !saysNo(value))
  );
}

/** Whether the record says that there was no success, or one that it contains, or that reports an error. */
export function saysItFailed(record: ScreeningRecord): boolean {
  return (
    someFlag(record, SUCCESS_NAMES, (value) => saysNo(value) || !(saysNothing(value) || saysYes(value))) ||
    fieldsInside(record).some(
      ([letters, value]) => ERROR_NAMES.has(letters) && reportsAnError(letters, value),
    )
  );
}

const reportsAnError = (letters: string, value: unknown): boolean =>
  letters === 'statuscode' ? isErrorStatus(value) : !saysNothing(value) && !saysNo(value);

/** The fields of the records that it contains, by the letters of their names. */
export const fieldsInside = (record: ScreeningRecord): ReadonlyArray<readonly [string, unknown]> =>
  containedIn(record).flatMap(fieldsOf);

function someFlag(
  record: ScreeningRecord,
  names: ReadonlySet<string>,
  speaksAgainst: (value: unknown) => boolean,
): boolean {
  return [...fieldsOf(record), ...fieldsInside(record)].some(
    ([letters, value]) => names.has(letters) && speaksAgainst(value),
  );
}

const MAX_CONTAINERS_DEEP = 3;

/** The records and the lists, none of them empty, that it contains under the names of containers. JSON in a text is a list that nobody reads, and so is what lies too deep. */
function containedIn(record: object, depth = 0): object[] {
  if (Array.isArray(record)) return [];
  return fieldsOf(record).flatMap(([letters, value]) => {
    if (!CONTAINER_NAMES.has(letters) || saysNothing(value)) return [];
    if (typeof value === 'string') return /^\s*[[{]/.test(value) ? [[value]] : [];
    if (typeof value !== 'object' || value === null) return [];
    return depth === MAX_CONTAINERS_DEEP ? [[value]] : [value, ...containedIn(value, depth + 1)];
  });
}

/** A list has none. */
function fieldsOf(record: object): [letters: string, value: unknown][] {
  if (Array.isArray(record)) return [];
  return Object.entries(record).flatMap(([name, value]): [string, unknown][] =>
    name.length > LONGEST_NAME ? [] : [[lettersInName(name), value]],
  );
}
// Longer than any that is looked for, with whatever stands between its letters.
const LONGEST_NAME = 50;

const saysNothing = (value: unknown): boolean =>
  nothings.has(value) || (Array.isArray(value) && value.length === 0);
const nothings: ReadonlySet<unknown> = new Set([undefined, null, '', false, 0]);

const saysNo = (value: unknown): boolean =>
  value === false || value === 0 || (typeof value === 'string' && NOS.has(value.trim().toLowerCase()));
const NOS: ReadonlySet<string> = new Set(['0', 'false', 'no']);

const saysYes = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && YESES.has(value.trim().toLowerCase()));
const YESES: ReadonlySet<string> = new Set(['1', 'ok', 'success', 'successful', 'succeeded', 'true', 'yes']);

export function lettersInName(name: string): string {
  return normalized(name, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}
