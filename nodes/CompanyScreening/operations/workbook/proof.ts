// Proofs that the screening works: a test, figures and a sample, as sheets. They are no companies that were screened.
import type { IDataObject } from 'n8n-workflow';

import { SHEETS } from '../../names/ownWorkbook';
import { compact, grouped, plainText, quantity } from '../../names/plainText';
import type { SheetContent } from '../../workbook/content';
import type { GivenItems } from './givenItems';
import { itemTables } from './sheetTables';
import type { ShownField } from './shownFields';

const PROOFS = ['dismissals', 'figures', 'history', 'tested', 'testProblems', 'testSummaries'] as const;

/** True if no company was screened, so that a sheet of companies would say nothing. */
export const isOnlyProof = (given: GivenItems): boolean =>
  given.verdicts.length === 0 && PROOFS.some((proof) => given[proof].length > 0);

/** Missed spellings come first. */
export function proofSheets({ tested, figures, dismissals }: GivenItems): SheetContent[] {
  const having = (wanted: string) => tested.filter(({ outcome }) => outcome === wanted);
  const sorted = [...having('missed'), ...having('noAnswer'), ...having('found')];
  return [
    ...itemTables({ name: SHEETS.test, tab: 'none' }, sorted, TEST_FIELDS),
    ...itemTables({ name: SHEETS.figures, tab: 'none' }, figures, FIGURE_FIELDS),
    ...itemTables({ name: SHEETS.sample, tab: 'none' }, dismissals, SAMPLE_FIELDS),
  ];
}

export function proofSentences(given: GivenItems): string[] {
  const { history, testSummaries, tested } = given;
  const spellings = `Test: ${quantity(tested.length, 'spelling', 'spellings')} of known names.`;
  return compact(
    history.length > 0 &&
      `History: ${quantity(history.length, 'past screening', 'past screenings')}, which say nothing about a company now.`,
    ...testSummaries.map(({ explanation }) => `Test: ${plainText(explanation)}`),
    tested.length > 0 && testSummaries.length === 0 && spellings,
    figuresSentence(given.figures),
    ...drawings(given.dismissals),
  );
}

/** The facts with which anybody can draw each sample again. */
function drawings(dismissals: readonly IDataObject[]): string[] {
  const alike = grouped(
    dismissals,
    ({ population, before, seed }) =>
      `${quantity(Number(population), 'dismissed hit', 'dismissed hits')} confirmed before ${plainText(before)}, drawn with the seed ${plainText(seed)}.`,
  );
  return [...alike].map(([drawing, { length }]) => `Sample: ${length} of ${drawing}`);
}

/** Leaves out a month that goes on: its figures would be read as those of a whole one. */
function figuresSentence(figures: readonly IDataObject[]): string {
  if (figures.length === 0) return '';
  const last = figures.findLast(({ finished }) => finished === true);
  return last ? plainText(last['explanation']) : 'Figures: no month of them is finished yet.';
}

export function proofProblems({ testSummaries, testProblems, figures, dismissals }: GivenItems): string[] {
  // The summary of a test says it too.
  const ofTest =
    testSummaries.length > 0 ? [] : testProblems.map(({ explanation }) => plainText(explanation));
  const all = [...testSummaries, ...figures, ...dismissals].map(({ problem }) => plainText(problem));
  return [...new Set([...ofTest, ...all])].filter(Boolean);
}

const COMPANY: ShownField = { heading: 'Company', keys: ['companyName'] };
const ENVIRONMENT: ShownField = { heading: 'Environment', keys: ['environment'], as: 'environment' };
const WRONG: ShownField = { heading: 'What is wrong', keys: ['problem'] };

const TEST_FIELDS: readonly ShownField[] = [
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
  { heading: 'May be charged', keys: ['mayBeCharged'], as: 'yesNo' },
  ENVIRONMENT,
];

const FIGURE_FIELDS: readonly ShownField[] = [
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

const SAMPLE_FIELDS: readonly ShownField[] = [
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
