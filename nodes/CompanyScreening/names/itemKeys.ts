// The keys of our items: the one list that operations, the reader of lists and the workbook work from. Workflows and spreadsheets depend on
// their names and their order.

/** What a person compares first, of a hit as the service gives it. */
const FIRST_OF_HIT = ['name', 'sourceType', 'jurisdiction', 'companyNumber'] as const;
const REST_OF_HIT = [
  'entityType',
  'pepType',
  'aliasNames',
  'aliasGivenNames',
  'address',
  'addressRemarks',
  'nameRemarks',
  'sanctionDetails',
  'otherInformation',
  'links',
  'sourceId',
  'tlName',
] as const;

/** The fields of a hit as the service gives it, in order. */
export const HIT_CONTENT_KEYS = [...FIRST_OF_HIT, ...REST_OF_HIT] as const;

const REASON_KEYS = ['reason', 'explanation'] as const;
const RECORD_KEYS = ['screeningOption', 'status', 'createdAt', 'processedAt', 'environment'] as const;
const ID_KEYS = ['screeningId', 'referenceId', 'requesterId'] as const;

/** The keys of a simplified item, in order, the same for every outcome: first what people look for, last what only machines read. */
export const HIT_KEYS = [
  'companyName',
  'outcome',
  ...FIRST_OF_HIT,
  ...REASON_KEYS,
  ...REST_OF_HIT,
  'hitNumber',
  'totalHits',
  ...RECORD_KEYS,
  'hitFingerprint',
  ...ID_KEYS,
] as const;

/** The keys of a simplified item for a whole company, in order. */
export const COMPANY_KEYS = [
  'companyName',
  'outcome',
  'totalHits',
  'hitNames',
  'sourceTypes',
  'jurisdictions',
  ...REASON_KEYS,
  ...RECORD_KEYS,
  'hitFingerprints',
  ...ID_KEYS,
] as const;

/** What items have behind that with Other Names. */
export const NAME_KEYS = ['otherNames', 'screenedName'] as const;

/** Those of the item of a whole company: the name for each of its hits. */
export const COMPANY_NAME_KEYS = ['otherNames', 'screenedNames'] as const;

/** What the items of hits have behind that with Compare With. */
export const MATCH_KEYS = ['nameMatch', 'numberMatch', 'countryMatch', 'addressMatch'] as const;

/** Those of the item of a whole company: one for each of its hits. */
export const COMPANY_MATCH_KEYS = [
  'nameMatches',
  'numberMatches',
  'countryMatches',
  'addressMatches',
] as const;

/** What a person decided about a hit or a missing verdict, and what to name in a decision. */
export const DECISION_KEYS = ['decision', 'decidedBy', 'decidedAt', 'caseId'] as const;

const BEHIND_OUTCOME = ['change', 'decision'] as const;
const BEFORE_CREATED = ['screenedAt', 'remembered'] as const;
const BEFORE_ENVIRONMENT = ['previousOutcome', 'decidedBy', 'decidedAt', 'caseId', 'reportId'] as const;

/** What items have as well if their answers are kept in the register. */
export const REGISTER_KEYS = [
  'companyKey',
  ...BEHIND_OUTCOME,
  ...BEFORE_CREATED,
  ...BEFORE_ENVIRONMENT,
] as const;

/** These keys of an item, in their order, with those of the register where people look for them. */
export function withRegisterKeys(keys: readonly string[]): string[] {
  const hasDate = keys.includes('createdAt');
  const among = keys.flatMap((key) => {
    if (key === 'outcome') return [key, ...BEHIND_OUTCOME];
    if (key === 'createdAt') return [...BEFORE_CREATED, key];
    if (key === 'environment') return [...(hasDate ? [] : BEFORE_CREATED), ...BEFORE_ENVIRONMENT, key];
    return key;
  });
  return ['companyKey', ...among];
}

/** A verdict is never selected away. */
export const KEYS_ALWAYS_SELECTED: ReadonlySet<string> = new Set([
  'outcome',
  'reason',
  'companyName',
  'totalHits',
  'screeningId',
]);

/** The keys of an error item, other than those that name the item and its id. */
export const ERROR_KEYS = [
  'outcome',
  'environment',
  'referenceId',
  'scope',
  'error',
  'description',
  'errorCode',
  'errorName',
  'errorType',
  'suggestion',
  'httpStatus',
  'mayBeCharged',
] as const;

/** What items of a register have beside those of a run. */
export const STORED_KEYS = ['calledNow'] as const;

/** Says of an item that it is a screening of the past, which says nothing of its company now. */
export const PAST_KEY = 'inArchive';

/** What raw items have, and flat ones do not. */
export const RAW_KEYS = ['hit', 'hits', 'input', 'screening', 'screenings'] as const;

/** What Read Company List puts in front of the columns of each row. */
export const ROW_KEYS = ['companyName', 'companyKey', 'row', 'listFile'] as const;

/** How `listFile` begins where the list is in no file: a program gave it. */
export const GIVEN_LIST = 'the list';

/** What it adds if it is asked for. */
export const MORE_ROW_KEYS = ['otherNames', 'registrationNumber', 'country', 'address'] as const;

/** Every key that an item of a screening may have, whatever the options were. A key is ours only if it is spelled exactly like one of these. */
export const OUR_KEYS: ReadonlySet<string> = new Set<string>([
  ...HIT_KEYS,
  ...COMPANY_KEYS,
  ...NAME_KEYS,
  ...COMPANY_NAME_KEYS,
  ...MATCH_KEYS,
  ...COMPANY_MATCH_KEYS,
  ...REGISTER_KEYS,
  ...STORED_KEYS,
  PAST_KEY,
  ...ERROR_KEYS,
  ...RAW_KEYS,
]);

const PREFIX = 'input_';

/**
 * The key of a field of the user's beside ours: a name of ours gets a prefix, and so does one that has the prefix already. So no two
 * fields get the same key, and `ownName` finds the name again.
 *
 * @param ours the keys that are ours beside it
 */
export function ownKey(name: string, ours: ReadonlySet<string>): string {
  return ours.has(name) || isPrefixed(name, ours) ? PREFIX + name : name;
}

/** The name of which `ownKey` made this key; undefined if the key is ours. */
export function ownName(key: string, ours: ReadonlySet<string>): string | undefined {
  if (ours.has(key)) return undefined;
  return isPrefixed(key, ours) ? key.slice(PREFIX.length) : key;
}

/** A run without a register has no companyKey of its own. With the prefix it means the same in every run. */
function isPrefixed(name: string, ours: ReadonlySet<string>): boolean {
  const bare = name.replace(/^(?:input_)+/, '');
  return bare !== name && (ours.has(bare) || bare === 'companyKey');
}
