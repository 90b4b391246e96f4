// The keys of simplified items. Workflows and spreadsheets depend on their names and their order.

const VERDICT_KEYS = ['outcome', 'reason', 'explanation', 'environment', 'companyName'] as const;
const RECORD_KEYS = [
  'screeningOption',
  'status',
  'screeningId',
  'referenceId',
  'requesterId',
  'createdAt',
  'processedAt',
] as const;

/**
 * The keys of a simplified item, in order; the same for every outcome. The first ten are what a person reads first: the verdict,
 * the company, and of a hit what they compare with what they know. The others stay, since a sheet needs each field as a column.
 */
export const HIT_KEYS = [
  ...VERDICT_KEYS,
  'name',
  'sourceType',
  'jurisdiction',
  'companyNumber',
  'address',
  'entityType',
  'pepType',
  'aliasNames',
  'aliasGivenNames',
  'addressRemarks',
  'nameRemarks',
  'sanctionDetails',
  'otherInformation',
  'links',
  'sourceId',
  'tlName',
  'hitFingerprint',
  'hitNumber',
  'totalHits',
  ...RECORD_KEYS,
] as const;

/** The keys of a simplified item for a whole company, in order. */
export const COMPANY_KEYS = [
  ...VERDICT_KEYS,
  'totalHits',
  'hitNames',
  'sourceTypes',
  'jurisdictions',
  'hitFingerprints',
  ...RECORD_KEYS,
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

/** What the items have at their end if their answers are kept in the register. */
export const REGISTER_KEYS = [
  'companyKey',
  'remembered',
  'screenedAt',
  'change',
  'previousOutcome',
  ...DECISION_KEYS,
  'reportId',
] as const;

/** A verdict is never selected away. */
export const KEYS_ALWAYS_SELECTED: ReadonlySet<string> = new Set([
  'outcome',
  'reason',
  'companyName',
  'totalHits',
  'screeningId',
]);
