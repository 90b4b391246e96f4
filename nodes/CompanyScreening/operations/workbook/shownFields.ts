// The fields of ours that each sheet shows, in their order: those that matter first, the others folded.
import type { CellColour } from '../../workbook/content';

export interface ShownField {
  heading: string;
  /** The fields that it may be in: the first one with something in it counts. */
  keys: readonly [string, ...string[]];
  /** A text if missing. `words` is a name of ours, such as `trueMatch`; a `match` shows only known ones. */
  as?: 'answered' | 'environment' | 'match' | 'number' | 'outcome' | 'time' | 'words' | 'yesNo';
  isFolded?: boolean;
  /** Stands above the table if it is the same in all rows. */
  isOfRun?: boolean;
  /** The lower, the sooner it is printed; see pageLayout.ts. */
  rank?: number;
  /** Characters, if it may be wider than other columns. */
  widest?: number;
}

/** A text that people read to its end. */
const PROSE = 48;
/** Most names of companies fit into a line. */
export const NAME = 40;
/** Rank of a column that is printed in any case. */
export const ALWAYS = 0;
/** Rank of a column that identifies the company. */
export const WHO = 1;
/** Fields by which a hit is compared first. */
export const COMPARED = 2;
/** The user's own columns, which a hit is compared with. */
export const OWN = 3;
/** Every other field. */
export const REST = 5;

export type ShownOutcome = 'clear' | 'error' | 'gone' | 'hit' | 'review';

/** The word for one company and for all of them, and the colour beside it. */
export const OUTCOMES: Readonly<Record<ShownOutcome, { word: string; group: string; colour: CellColour }>> = {
  hit: { word: 'Hit', group: 'With hits', colour: 'red' },
  review: { word: 'To review', group: 'To review', colour: 'amber' },
  error: { word: 'Error', group: 'Errors', colour: 'violet' },
  clear: { word: 'Clear', group: 'Clear', colour: 'green' },
  gone: { word: 'No longer listed', group: 'No longer listed', colour: 'grey' },
};

const folded = (fields: readonly ShownField[]): ShownField[] =>
  fields.map((field) => ({ ...field, isFolded: true }));

/** Behind the user's own columns in every sheet, unless one of these has it. */
export const COMPANY_FIELD: ShownField = {
  heading: 'Company',
  keys: ['companyName'],
  rank: WHO,
  widest: NAME,
};
export const KEY_FIELD: ShownField = { heading: 'Customer No', keys: ['companyKey'], rank: WHO };

/** Columns only of the sheet that is the next list. */
export const OTHER_NAMES_FIELD: ShownField = { heading: 'Other Names', keys: ['otherNames'] };

const OUTCOME: ShownField = { heading: 'Outcome', keys: ['outcome'], as: 'outcome', rank: ALWAYS };
const ENVIRONMENT: ShownField = {
  heading: 'Environment',
  keys: ['environment'],
  as: 'environment',
  rank: ALWAYS,
  isOfRun: true,
};
const SCREENED_AT: ShownField = {
  heading: 'Screened at',
  keys: ['screenedAt', 'processedAt', 'createdAt'],
  as: 'time',
  rank: OWN,
  isOfRun: true,
};
const WHY: ShownField = {
  heading: 'What to look at',
  keys: ['explanation', 'error'],
  rank: ALWAYS,
  widest: PROSE,
};
const DECISION: readonly ShownField[] = [
  { heading: 'Decision', keys: ['decision'], as: 'words', rank: COMPARED },
  { heading: 'Decided by', keys: ['decidedBy'] },
  { heading: 'Decided at', keys: ['decidedAt'], as: 'time' },
];
const SCREENING_ID: ShownField = { heading: 'Screening ID', keys: ['screeningId'], isFolded: true };
/** Fields for somebody who looks something up. */
const RECORD: readonly ShownField[] = folded([
  { heading: 'Row', keys: ['row'], as: 'number' },
  OTHER_NAMES_FIELD,
  { heading: 'Lists asked', keys: ['screeningOption'], as: 'words', isOfRun: true },
  { heading: 'Your list', keys: ['listFile'], isOfRun: true },
  { heading: 'Status', keys: ['status'] },
  { heading: 'Reference ID', keys: ['referenceId'] },
  { heading: 'Requester ID', keys: ['requesterId'] },
  { heading: 'Created at', keys: ['createdAt'], as: 'time' },
  { heading: 'Processed at', keys: ['processedAt'], as: 'time' },
  { heading: 'From the register', keys: ['remembered'], as: 'answered' },
  { heading: 'Outcome before', keys: ['previousOutcome'], as: 'words' },
  { heading: 'Case ID', keys: ['caseId'] },
  { heading: 'Report ID', keys: ['reportId'] },
]);
const HIT: readonly ShownField[] = [
  { heading: 'Listed name', keys: ['name', 'hitNames'], rank: ALWAYS, widest: NAME },
  { heading: 'Change', keys: ['change'], as: 'words', rank: COMPARED },
  { heading: 'Source', keys: ['sourceType', 'sourceTypes'], rank: COMPARED },
  { heading: 'List', keys: ['sourceId'], rank: OWN },
  { heading: 'Jurisdiction', keys: ['jurisdiction', 'jurisdictions'], rank: COMPARED },
  { heading: 'Listed number', keys: ['companyNumber'], rank: COMPARED },
  { heading: 'Listed address', keys: ['address'] },
  { heading: 'Sanction details', keys: ['sanctionDetails'] },
  { heading: 'Screened name', keys: ['screenedName', 'screenedNames'] },
  { heading: 'Name match', keys: ['nameMatch', 'nameMatches'], as: 'match', rank: COMPARED },
  { heading: 'Number match', keys: ['numberMatch', 'numberMatches'], as: 'match', rank: COMPARED },
  { heading: 'Country match', keys: ['countryMatch', 'countryMatches'], as: 'match', rank: COMPARED },
];
const MORE_OF_HIT: readonly ShownField[] = folded([
  { heading: 'Kind of entity', keys: ['entityType'] },
  { heading: 'Kind of PEP', keys: ['pepType'] },
  { heading: 'Name in Latin letters', keys: ['tlName'] },
  { heading: 'Alias names', keys: ['aliasNames'] },
  { heading: 'Alias given names', keys: ['aliasGivenNames'] },
  { heading: 'Name remarks', keys: ['nameRemarks'] },
  { heading: 'Address remarks', keys: ['addressRemarks'] },
  { heading: 'Other information', keys: ['otherInformation'] },
  { heading: 'Links', keys: ['links'] },
  { heading: 'Hit number', keys: ['hitNumber'], as: 'number' },
  { heading: 'Hits of the company', keys: ['totalHits'], as: 'number' },
  { heading: 'Hit fingerprint', keys: ['hitFingerprint', 'hitFingerprints'] },
]);
const ERROR: readonly ShownField[] = [
  { heading: 'What happened', keys: ['forColleagues', 'error', 'explanation'], rank: ALWAYS, widest: PROSE },
  { heading: 'For whoever set it up', keys: ['description'], rank: ALWAYS, widest: PROSE },
  { heading: 'Suggestion', keys: ['suggestion'] },
  { heading: 'May be charged', keys: ['mayBeCharged'], as: 'yesNo', rank: WHO },
];
const MORE_OF_ERROR: readonly ShownField[] = folded([
  { heading: 'Error code', keys: ['errorCode'] },
  { heading: 'Error name', keys: ['errorName'] },
  { heading: 'Error type', keys: ['errorType'] },
  { heading: 'HTTP status', keys: ['httpStatus'], as: 'number' },
  { heading: 'Failed alike', keys: ['scope'], as: 'words' },
]);

const FIRST = [OUTCOME, ENVIRONMENT];

export const HIT_FIELDS = [
  ...FIRST,
  ...HIT,
  ...DECISION,
  SCREENED_AT,
  SCREENING_ID,
  ...MORE_OF_HIT,
  ...RECORD,
];
export const REVIEW_FIELDS = [
  ...FIRST,
  WHY,
  { heading: 'Reason', keys: ['reason'], as: 'words', isFolded: true },
  ...ERROR.slice(1),
  ...DECISION,
  SCREENED_AT,
  SCREENING_ID,
  ...RECORD,
] satisfies ShownField[];
export const CLEAR_FIELDS = [
  ...FIRST,
  { heading: 'Change', keys: ['change'], as: 'words', rank: COMPARED },
  SCREENED_AT,
  SCREENING_ID,
  ...RECORD,
] satisfies ShownField[];
export const ERROR_FIELDS = [...FIRST, ...ERROR, SCREENING_ID, ...MORE_OF_ERROR, ...RECORD];
export const RESULT_FIELDS: readonly ShownField[] = [
  ...FIRST,
  WHY,
  ...HIT,
  ...DECISION,
  // A hit needs the room on paper.
  ...ERROR.slice(1).map((field) => ({ ...field, rank: REST })),
  SCREENED_AT,
  SCREENING_ID,
  ...MORE_OF_HIT,
  ...MORE_OF_ERROR,
  ...RECORD,
];

/** Fields of a company as a whole, put together from its items. */
export const COMPANY_FIELDS: readonly ShownField[] = [
  OUTCOME,
  { heading: 'To review as well', keys: ['needsALook'], as: 'yesNo', rank: ALWAYS },
  ENVIRONMENT,
  { heading: 'Hits', keys: ['hits'], as: 'number', rank: COMPARED },
  { heading: 'Hits without a decision', keys: ['undecidedHits'], as: 'number' },
  WHY,
  SCREENED_AT,
  SCREENING_ID,
];

/** Fields of past screenings, decisions, problems and runs; their other fields follow. */
export const HISTORY_FIELDS: readonly ShownField[] = [
  SCREENED_AT,
  { heading: 'Company', keys: ['companyName'] },
  { heading: 'Customer No', keys: ['companyKey'] },
  OUTCOME,
  ENVIRONMENT,
  { heading: 'Hits', keys: ['totalHits'], as: 'number' },
  { heading: 'Listed names', keys: ['hitNames'] },
  WHY,
  { heading: 'Lists asked', keys: ['screeningOption'], as: 'words' },
  { heading: 'In the archive', keys: ['inArchive'], as: 'yesNo' },
  { heading: 'Screening ID', keys: ['screeningId'] },
  { heading: 'Reference ID', keys: ['referenceId'] },
  { heading: 'Run', keys: ['run'] },
  { heading: 'Hit fingerprints', keys: ['hitFingerprints'] },
  { heading: 'Reason', keys: ['reason'], as: 'words' },
];
export const DECISION_FIELDS: readonly ShownField[] = [
  { heading: 'Company', keys: ['companyName'] },
  { heading: 'Customer No', keys: ['companyKey'] },
  { heading: 'Listed name', keys: ['name'] },
  { heading: 'Decision', keys: ['decided'], as: 'words' },
  { heading: 'Reason', keys: ['reason'] },
  { heading: 'Decided by', keys: ['decidedByAddress'] },
  { heading: 'Decided by (ID)', keys: ['decidedBy'] },
  { heading: 'Decided at', keys: ['decidedAt'], as: 'time' },
  { heading: 'What is wrong with it', keys: ['problem'] },
];
export const PROBLEM_FIELDS: readonly ShownField[] = [
  { heading: 'Problem', keys: ['problem'] },
  { heading: 'What to do', keys: ['explanation'] },
];
export const RUN_FIELDS: readonly ShownField[] = [
  { heading: 'Started', keys: ['startedAt'], as: 'time' },
  { heading: 'Ended', keys: ['endedAt'], as: 'time' },
  { heading: 'State', keys: ['state'], as: 'words' },
  { heading: 'Environment', keys: ['environment'], as: 'environment' },
  { heading: 'Companies', keys: ['companies'], as: 'number' },
  { heading: 'With hits', keys: ['withHits'], as: 'number' },
  { heading: 'Started by', keys: ['startedBy'] },
];
