// Keys of our items: the one list for operations, the reader of lists and the workbook. Workflows and spreadsheets depend on their names
// and order.

/** Fields of a hit that a person compares first. */
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

/**
 * The keys of a simplified item, in order, the same for every outcome: first those that people look for, last those that only machines
 * read.
 */
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

export const NAME_KEYS = ['otherNames', 'screenedName'] as const;

/** Keys added behind `COMPANY_KEYS` with Other Names: one name for each hit. */
export const COMPANY_NAME_KEYS = ['otherNames', 'screenedNames'] as const;

export const MATCH_KEYS = ['nameMatch', 'numberMatch', 'countryMatch'] as const;

/** Keys added to the item of a whole company with Compare With: one match for each hit. */
export const COMPANY_MATCH_KEYS = ['nameMatches', 'numberMatches', 'countryMatches'] as const;

/** A person's decision about a hit or a missing verdict, and the case to name in a decision. */
export const DECISION_KEYS = ['decision', 'decidedBy', 'decidedAt', 'caseId'] as const;

const BEHIND_OUTCOME = ['change', 'decision'] as const;
const BEFORE_CREATED = ['screenedAt', 'remembered'] as const;
const BEFORE_ENVIRONMENT = ['previousOutcome', 'decidedBy', 'decidedAt', 'caseId', 'reportId'] as const;

/** Keys added to items whose answers are kept in the register. */
export const REGISTER_KEYS = [
  'companyKey',
  ...BEHIND_OUTCOME,
  ...BEFORE_CREATED,
  ...BEFORE_ENVIRONMENT,
] as const;

/** Puts the keys of the register among these, where people look for them. */
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

/** The keys of a simplified item, with those of Other Names, of Compare With and of the register if it has them. */
export function keysOfItem(
  itemsPer: 'company' | 'hit',
  has: Record<'matches' | 'names' | 'register', boolean>,
): readonly string[] {
  const isHit = itemsPer === 'hit';
  const keys = [
    ...(isHit ? HIT_KEYS : COMPANY_KEYS),
    ...(has.names ? (isHit ? NAME_KEYS : COMPANY_NAME_KEYS) : []),
    ...(has.matches ? (isHit ? MATCH_KEYS : COMPANY_MATCH_KEYS) : []),
  ];
  return has.register ? withRegisterKeys(keys) : keys;
}

/** Keys that are always selected: a verdict is never selected away. */
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
  'forColleagues',
  'errorCode',
  'errorName',
  'errorType',
  'suggestion',
  'httpStatus',
  'mayBeCharged',
] as const;

/** Keys that items read from a register have, and those of a run do not. */
export const STORED_KEYS = ['calledNow'] as const;

/** Marks an item as a past screening, which says nothing of its company now. */
export const PAST_KEY = 'inArchive';

/** Keys of raw items that flat ones do not have. */
export const RAW_KEYS = ['hit', 'hits', 'input', 'screening', 'screenings'] as const;

/** Keys that Read Company List puts in front of the columns of each row. */
export const ROW_KEYS = ['companyName', 'companyKey', 'row', 'listFile'] as const;

/** The beginning of `listFile` for a list that a program gave, and not a file. */
export const GIVEN_LIST = 'the list';

/** Keys that Read Company List adds if asked to. */
export const MORE_ROW_KEYS = ['otherNames', 'registrationNumber', 'country', 'address'] as const;

/** Every key that an item of a screening may have, whatever the options were. Only an exact spelling makes a key ours. */
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
 * Gives the key for a user's field beside ours. A name of ours gets a prefix, and so does one that has the prefix already. So no two fields
 * get the same key, and `ownName` finds the name again.
 *
 * @param ours the keys that are ours beside it
 */
export function ownKey(name: string, ours: ReadonlySet<string>): string {
  return ours.has(name) || isPrefixed(name, ours) ? PREFIX + name : name;
}

/** Gives the name from which `ownKey` made this key; undefined if the key is ours. */
export function ownName(key: string, ours: ReadonlySet<string>): string | undefined {
  if (ours.has(key)) return undefined;
  return isPrefixed(key, ours) ? key.slice(PREFIX.length) : key;
}

/** Counts companyKey as ours even without a register, so that the prefix means the same in every run. */
function isPrefixed(name: string, ours: ReadonlySet<string>): boolean {
  const bare = name.replace(/^(?:input_)+/, '');
  return bare !== name && (ours.has(bare) || bare === 'companyKey');
}
