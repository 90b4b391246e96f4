// The fields of items of Get Many, as workflows and workbooks of users know them.
import { HIT_CONTENT_KEYS, MATCH_KEYS } from '../../nodes/CompanyScreening/names/itemKeys';

export const FIGURE_KEYS = [
  ...['outcome', 'month', 'finished', 'from', 'until', 'explanation', 'environment'],
  ...['runs', 'runsNotEnded', 'nights', 'lateNights', 'nightsWithoutControl', 'nightsControlFailed'],
  ...['companiesScreened', 'screeningsPaid', 'newHits', 'changedHits', 'hitsListedAgain', 'goneHits'],
  ...['proposed', 'confirmed', 'rejected', 'trueMatches', 'closed', 'sentAgain', 'checked'],
  ...['decidedHits', 'falsePositiveShare', 'medianDays', 'ninetyPercentDays', 'maximumDays'],
  ...['openAtEnd', 'oldestOpenDays', 'tests', 'spellingsMissed', 'spellingsNoLongerFound', 'problem'],
];

export const PROBLEM_KEYS = ['outcome', 'register', 'problem', 'explanation', 'message', 'slackMessage'];

export const SAMPLE_KEYS = [
  ...['outcome', 'seed', 'sampleNumber', 'sampleSize', 'population', 'before', 'only', 'newestDecisions'],
  'caseId',
  ...['proposedBy', 'proposedAt', 'proposalReason', 'confirmedBy', 'confirmedAt', 'confirmationReason'],
  ...['checkedBy', 'checkedAt', 'remark', 'companyKey', 'companyName', 'ownNumber', 'ownCountry'],
  ...HIT_CONTENT_KEYS,
  ...['hitFingerprint', 'screenedName', 'environment', 'screeningOption', 'screeningId', 'referenceId'],
  'screenedAt',
  ...MATCH_KEYS,
  ...['decisionId', 'decisionHash', 'problem'],
];
