// The keys of simplified items. Workflows and spreadsheets depend on their names and their order.

/** The keys of a simplified item, in order; the same for every outcome. */
export const HIT_KEYS = [
  'outcome',
  'reason',
  'explanation',
  'environment',
  'companyName',
  'name',
  'sourceType',
  'entityType',
  'pepType',
  'aliasNames',
  'aliasGivenNames',
  'jurisdiction',
  'companyNumber',
  'address',
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
  'screeningOption',
  'status',
  'screeningId',
  'referenceId',
  'requesterId',
  'createdAt',
  'processedAt',
] as const;

/** The keys of a simplified item for a whole company, in order. */
export const COMPANY_KEYS = [
  'outcome',
  'reason',
  'explanation',
  'environment',
  'companyName',
  'totalHits',
  'hitNames',
  'sourceTypes',
  'jurisdictions',
  'hitFingerprints',
  'screeningOption',
  'status',
  'screeningId',
  'referenceId',
  'requesterId',
  'createdAt',
  'processedAt',
] as const;

/** A verdict is never selected away. */
export const KEYS_ALWAYS_SELECTED: ReadonlySet<string> = new Set([
  'outcome',
  'reason',
  'companyName',
  'totalHits',
  'screeningId',
]);
