// Fields of a record that the contract does not know, and that contradict what it says: nobody would call it clear beside them.
import * as z from 'zod/v4';

import { normalized } from '../names/plainText';
import { RECORD_FIELDS } from './contract';

const nothing = z.union([z.undefined(), z.null(), z.literal(''), z.literal(false)]);
/** Fields of the service's error bodies, none of which belongs to a record. */
export const errorCodeSchema = z.object({
  code: nothing,
  error: nothing,
  statusCode: z.union([nothing, z.int().min(200).max(299)]),
});

// Names are compared by their letters only: a service that writes "TotalHits" or "error_code" may mean the same field.
export const STATUS_NAMES: ReadonlySet<string> = new Set(['status']);
/** Fields that say how far the screening is, in the record or in one that it contains. */
export const PROGRESS_NAMES: ReadonlySet<string> = new Set(['screeningstatus', 'status']);
export const DATE_NAMES: ReadonlySet<string> = new Set(['createdat', 'processedat']);
const STATUS_CODE_NAMES: ReadonlySet<string> = new Set(['httpstatus', 'httpstatuscode', 'statuscode']);
export const ERROR_NAMES: ReadonlySet<string> = new Set([
  'code',
  'error',
  'errorcode',
  'errorcount',
  'errordescription',
  'errorlist',
  'errormessage',
  'errors',
  'exception',
  'failed',
  'haserror',
  'haserrors',
  'iserror',
  'isfailed',
  ...STATUS_CODE_NAMES,
]);
export const HIT_NAMES: ReadonlySet<string> = new Set(['details', 'totalhits']);
const OTHER_HIT_NAMES: ReadonlySet<string> = new Set([
  ...['count', 'found', 'hashit', 'hashits', 'hit', 'hitcount', 'hits', 'hitscount', 'ishit', 'ismatch'],
  ...['match', 'matchcount', 'matched', 'matches', 'numberofhits', 'numberofmatches', 'total', 'totalcount'],
  ...['flagged', 'isflagged', 'islisted', 'ispep', 'issanctioned', 'listed', 'sanctioned'],
]);
/** A field with one of these in its name speaks of hits, unless it is a setting of the search. */
const NAME_OF_HITS = /hit|match/;
const NAME_OF_SETTING =
  /^max|^min|algorithm|config|engine|filter|limit|option|perpage|score|setting|threshold|version|white|(?:mode|rate|time|timems|type)$|(?:exact|fuzzy)match(?:ing|only)?$/;
/** Names of a record in a record, or of a list of hits. */
const CONTAINER_NAMES: ReadonlySet<string> = new Set([
  ...['body', 'content', 'data', 'detail', 'items', 'meta', 'pagination', 'paging', 'payload', 'record'],
  ...['records', 'response', 'screening', 'screenings', 'value'],
]);
const NAME_OF_CONTAINER = /(?:details|entities|results?)$/;
/** Containers in which a company may be found. A bare value says whether it is, or how often. */
const WATCHLIST_NAMES: ReadonlySet<string> = new Set([
  ...['adversemedia', 'alert', 'alerts', 'entities', 'pep', 'peps', 'sanction', 'sanctions'],
  ...['watchlist', 'watchlists'],
]);
const NAME_OF_RESULT = /(?:decision|outcome|result|status|verdict)s?$/;
/** Words for a hit in a field of a result, by their letters only. */
const HIT_WORDS: ReadonlySet<string> = new Set([
  ...['alert', 'found', 'hit', 'hits', 'listed', 'match', 'matched', 'matches', 'positive', 'possiblehit'],
  ...['possiblematch', 'potentialhit', 'potentialmatch', 'sanctioned', 'truehit', 'truematch'],
  ...['truepositive', 'blocked', 'flagged', 'refer', 'referred', 'rejected', 'review'],
]);
const SUCCESS_NAMES: ReadonlySet<string> = new Set([
  ...['issuccess', 'issuccessful', 'ok', 'succeeded', 'success'],
]);
const WHOLE_NAMES: ReadonlySet<string> = new Set([
  ...['complete', 'completed', 'final', 'finished', 'iscomplete', 'iscompleted', 'isfinal', 'isfinished'],
  ...['isscreened', 'screened'],
]);
const PART_NAMES: ReadonlySet<string> = new Set([
  ...['continuationtoken', 'hasmore', 'hasnext', 'hasnextpage', 'incomplete', 'inprogress', 'isincomplete'],
  ...['ispartial', 'ispending', 'istruncated', 'next', 'nextcursor', 'nextlink', 'nextpage', 'nextpagetoken'],
  ...['degraded', 'moreresults', 'nexttoken', 'odatanextlink', 'partial', 'partialresults', 'pending'],
  ...['processing', 'queued', 'skipped', 'timedout', 'truncated'],
]);

type Field = readonly [letters: string, value: unknown];

/** Fields of a record under other names than those of the contract. Read once, since a reply may have thousands. */
export interface UndocumentedFields {
  /** Fields of the contract, by their names in small letters. */
  documented: ReadonlyMap<string, unknown>;
  /** The undocumented fields of the record itself, and of records that it contains; names by their letters. */
  direct: readonly Field[];
  nested: readonly Field[];
  /** The fields of every other object in the record, such as one that repeats the request. */
  beside: readonly Field[];
  /** A list under the name of a container, or more fields than are read. */
  holdsUnread: boolean;
}

// A screening record has ten fields.
const MAX_FIELDS = 10_000;

export function undocumentedFieldsIn(record: object, documented = RECORD_FIELDS): UndocumentedFields {
  const isDocumented = ([name]: readonly [string, unknown]) => documented.has(name);
  const entries = Object.entries(record);
  const others = entries.filter((entry) => !isDocumented(entry));
  const direct = fieldsOf(others.slice(0, MAX_FIELDS));
  const contained = containedIn(direct);
  return {
    documented: new Map(entries.filter(isDocumented).map(([name, value]) => [name.toLowerCase(), value])),
    direct,
    nested: contained.flatMap((inner) => fieldsOf(entriesOf(inner))),
    beside: direct.flatMap(([letters, value]) =>
      isContainer(letters) || typeof value !== 'object' || value === null ? [] : fieldsOf(entriesOf(value)),
    ),
    holdsUnread: others.length > MAX_FIELDS || contained.some(Array.isArray),
  };
}

/** True if a field with nearly the same name as one of these says something different. */
export function contradictsItself(
  { documented, direct }: UndocumentedFields,
  names: ReadonlySet<string>,
): boolean {
  return direct.some(([letters, value]) => {
    if (!names.has(letters) || saysNothing(value)) return false;
    if (STATUS_CODE_NAMES.has(letters)) return isErrorStatus(value);
    return documented.has(letters)
      ? JSON.stringify(documented.get(letters)) !== JSON.stringify(value)
      : !saysNo(value);
  });
}

const isErrorStatus = (value: unknown): boolean => !errorCodeSchema.safeParse({ statusCode: value }).success;

/** True if a record without hits has some under another name, or in a record that it contains. */
export function holdsHitsElsewhere(fields: UndocumentedFields): boolean {
  return (
    contradictsItself(fields, OTHER_HIT_NAMES) ||
    fields.holdsUnread ||
    fields.nested.some(
      ([letters, value]) => (HIT_NAMES.has(letters) || OTHER_HIT_NAMES.has(letters)) && !saysNothing(value),
    ) ||
    fields.beside.some(([letters, value]) => letters === 'totalhits' && !saysNothing(value)) ||
    [...fields.direct, ...fields.nested].some(speaksOfHits)
  );
}

function speaksOfHits([letters, value]: Field): boolean {
  if (WATCHLIST_NAMES.has(letters)) return typeof value !== 'object' && saysThereAreSome(value);
  const isOfHits = NAME_OF_HITS.test(letters) && !NAME_OF_SETTING.test(letters);
  return (
    (isOfHits && saysThereAreSome(value)) || ((isOfHits || NAME_OF_RESULT.test(letters)) && isHitWord(value))
  );
}

const isHitWord = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= LONGEST_NAME && HIT_WORDS.has(lettersInName(value));

/** Words such as "NoMatch" say nothing. */
const saysThereAreSome = (value: unknown): boolean =>
  typeof value === 'string' ? saysYes(value) || Number(value) > 0 : !saysNothing(value);

/** True if the record, or one that it contains, says that there is more. */
export function saysItIsAPart(fields: UndocumentedFields): boolean {
  return (
    valuesIn(fields, WHOLE_NAMES).some(saysNo) ||
    valuesIn(fields, PART_NAMES).some((value) => !saysNothing(value) && !saysNo(value))
  );
}

/** True if the record, or one that it contains, denies success, or if a contained one reports an error. */
export function saysItFailed(fields: UndocumentedFields): boolean {
  return (
    valuesIn(fields, SUCCESS_NAMES).some(
      (value) => saysNo(value) || !(saysNothing(value) || saysYes(value)),
    ) || fields.nested.some(([letters, value]) => ERROR_NAMES.has(letters) && reportsAnError(letters, value))
  );
}

const reportsAnError = (letters: string, value: unknown): boolean =>
  STATUS_CODE_NAMES.has(letters) ? isErrorStatus(value) : !saysNothing(value) && !saysNo(value);

/** Gives the values under these names, of the record and those that it contains. */
export const valuesIn = ({ direct, nested }: UndocumentedFields, names: ReadonlySet<string>): unknown[] =>
  [...direct, ...nested].flatMap(([letters, value]) => (names.has(letters) ? [value] : []));

const MAX_CONTAINERS_DEEP = 3;

/**
 * Finds the records and non-empty lists in fields with the names of containers. JSON in a text counts as an unread list, and so does what
 * lies too deep.
 */
function containedIn(fields: readonly Field[], depth = 0): object[] {
  return fields.flatMap(([letters, value]) => {
    if (!isContainer(letters) || saysNothing(value) || namesWatchlists(letters, value)) return [];
    if (typeof value === 'string') return /^\s*[[{]/.test(value) ? [[value]] : [];
    if (typeof value !== 'object' || value === null) return [];
    return depth === MAX_CONTAINERS_DEEP
      ? [[value]]
      : [value, ...containedIn(fieldsOf(entriesOf(value)), depth + 1)];
  });
}

const isContainer = (letters: string): boolean =>
  CONTAINER_NAMES.has(letters) || WATCHLIST_NAMES.has(letters) || NAME_OF_CONTAINER.test(letters);

/** True for a list of the watchlists that were searched. */
const namesWatchlists = (letters: string, value: unknown): boolean =>
  letters.startsWith('watchlist') && Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The entries of a record; a list has none. */
const entriesOf = (record: object): [name: string, value: unknown][] =>
  Array.isArray(record) ? [] : Object.entries(record);

const fieldsOf = (entries: readonly (readonly [name: string, value: unknown])[]): Field[] =>
  entries.flatMap(([name, value]): Field[] =>
    name.length > LONGEST_NAME ? [] : [[lettersInName(name), value]],
  );
// Longer than any name that is looked for, even with signs between its letters.
const LONGEST_NAME = 200;

const saysNothing = (value: unknown): boolean =>
  nothings.has(value) || (Array.isArray(value) && value.length === 0);
const nothings: ReadonlySet<unknown> = new Set([undefined, null, '', false, 0]);

export const saysNo = (value: unknown): boolean =>
  value === false || value === 0 || (typeof value === 'string' && NOS.has(value.trim().toLowerCase()));
const NOS: ReadonlySet<string> = new Set(['0', 'false', 'no']);

const saysYes = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && YESES.has(value.trim().toLowerCase()));
const YESES: ReadonlySet<string> = new Set(['1', 'ok', 'success', 'successful', 'succeeded', 'true', 'yes']);

function lettersInName(name: string): string {
  return normalized(name, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}
