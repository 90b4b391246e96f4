// What the sheets of a test, of figures and of a sample show, in their order.
import type { ShownField } from './shownFields';

const COMPANY: ShownField = { heading: 'Company', keys: ['companyName'] };
const ENVIRONMENT: ShownField = { heading: 'Environment', keys: ['environment'], as: 'environment' };
const WRONG: ShownField = { heading: 'What is wrong', keys: ['problem'] };

export const TEST_FIELDS: readonly ShownField[] = [
  { heading: 'Known name', keys: ['knownName'] },
  { heading: 'List', keys: ['list'] },
  { heading: 'Screened as', keys: ['screenedName'] },
  { heading: 'Spelling', keys: ['spelling'], as: 'words' },
  { heading: 'Outcome', keys: ['outcome'], as: 'words' },
  { heading: 'What the service said', keys: ['explanation'] },
  { heading: 'Last test', keys: ['lastTest'], as: 'words' },
  { heading: 'Last found at', keys: ['lastFoundAt'], as: 'time' },
  { heading: 'Must find', keys: ['expectedId'] },
  { heading: 'Hits', keys: ['hits'], as: 'number' },
  { heading: 'Listed names', keys: ['hitNames'] },
  ENVIRONMENT,
];

export const FIGURE_FIELDS: readonly ShownField[] = [
  { heading: 'Month', keys: ['month'] },
  { heading: 'In a sentence', keys: ['explanation'] },
  WRONG,
  { heading: 'Nights', keys: ['nights'], as: 'number' },
  { heading: 'Late nights', keys: ['lateNights'], as: 'number' },
  { heading: 'Nights without a control', keys: ['nightsWithoutControl'], as: 'number' },
  { heading: 'Nights whose control failed', keys: ['nightsControlFailed'], as: 'number' },
  { heading: 'Companies screened', keys: ['companiesScreened'], as: 'number' },
  { heading: 'Screenings paid for', keys: ['screeningsPaid'], as: 'number' },
  { heading: 'New hits', keys: ['newHits'], as: 'number' },
  { heading: 'Changed hits', keys: ['changedHits'], as: 'number' },
  { heading: 'Hits listed again', keys: ['hitsListedAgain'], as: 'number' },
  { heading: 'Hits gone', keys: ['goneHits'], as: 'number' },
  { heading: 'Hits decided', keys: ['decidedHits'], as: 'number' },
  { heading: 'Share of false positives', keys: ['falsePositiveShare'], as: 'number' },
  { heading: 'Median days', keys: ['medianDays'], as: 'number' },
  { heading: '90 % within days', keys: ['ninetyPercentDays'], as: 'number' },
  { heading: 'Maximum days', keys: ['maximumDays'], as: 'number' },
  { heading: 'Open at the end', keys: ['openAtEnd'], as: 'number' },
  { heading: 'Oldest open, days', keys: ['oldestOpenDays'], as: 'number' },
];

export const SAMPLE_FIELDS: readonly ShownField[] = [
  { heading: 'No', keys: ['sampleNumber'], as: 'number' },
  COMPANY,
  { heading: 'Customer No', keys: ['companyKey'] },
  { heading: 'Listed name', keys: ['name'] },
  { heading: 'List', keys: ['sourceId'] },
  { heading: 'Proposed by', keys: ['proposedBy'] },
  { heading: 'Proposed at', keys: ['proposedAt'], as: 'time' },
  { heading: 'Why', keys: ['proposalReason'] },
  { heading: 'Confirmed by', keys: ['confirmedBy'] },
  { heading: 'Confirmed at', keys: ['confirmedAt'], as: 'time' },
  { heading: 'Why confirmed', keys: ['confirmationReason'] },
  { heading: 'Checked by', keys: ['checkedBy'] },
  { heading: 'Remark', keys: ['remark'] },
  WRONG,
];
