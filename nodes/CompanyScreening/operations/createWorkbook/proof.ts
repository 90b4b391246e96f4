// What proves that the screening works: a test, figures and a sample, as sheets. They are no companies that were screened.
import type { IDataObject } from 'n8n-workflow';

import { plainText, quantity } from '../../names/plainText';
import type { SheetContent } from '../../workbook/content';
import { FIGURE_FIELDS, SAMPLE_FIELDS, TEST_FIELDS } from './proofFields';
import { itemTable } from './sheetTables';

/** Items of Test Screening, and of Get Many with Figures or Sample of Decisions. */
export interface GivenProof {
  tested: IDataObject[];
  testSummaries: IDataObject[];
  figures: IDataObject[];
  dismissals: IDataObject[];
}

/** Puts an item where it belongs. @returns whether it is one of these */
export function takeProof(given: GivenProof, outcome: string | undefined, json: IDataObject): boolean {
  const isOfTest = outcome === 'found' || outcome === 'missed' || outcome === 'noAnswer';
  if (isOfTest) given.tested.push(json);
  else if (outcome === 'summary' && 'madeUpName' in json) given.testSummaries.push(json);
  else if (outcome === 'figures') given.figures.push(json);
  else if (outcome === 'dismissal') given.dismissals.push(json);
  else return false;
  return true;
}

/** Whether no company was screened, so that a sheet of companies would say nothing. */
export function isOnlyProof({
  verdicts,
  tested,
  testSummaries,
  figures,
  dismissals,
}: GivenProof & { verdicts: readonly unknown[] }): boolean {
  const proofs = [tested, testSummaries, figures, dismissals];
  return verdicts.length === 0 && proofs.some((some) => some.length > 0);
}

/** What was missed comes first. */
export function proofSheets({ tested, figures, dismissals }: GivenProof): SheetContent[] {
  const having = (wanted: string) => tested.filter(({ outcome }) => outcome === wanted);
  const sorted = [...having('missed'), ...having('noAnswer'), ...having('found')];
  return [
    ...(tested.length === 0 ? [] : [itemTable({ name: 'Test', tab: 'none' }, sorted, TEST_FIELDS)]),
    ...(figures.length === 0 ? [] : [itemTable({ name: 'Figures', tab: 'none' }, figures, FIGURE_FIELDS)]),
    ...(dismissals.length === 0
      ? []
      : [itemTable({ name: 'Sample', tab: 'none' }, dismissals, SAMPLE_FIELDS)]),
  ];
}

/** What each of them says, a sentence or two. */
export function proofSentences({ testSummaries, tested, figures, dismissals }: GivenProof): string[] {
  const [first] = dismissals;
  const drawn =
    first &&
    `Sample: ${dismissals.length} of ${quantity(Number(first['population']), 'dismissed hit', 'dismissed hits')}, drawn with the seed ${plainText(first['seed'])}.`;
  const spellings = `Test: ${quantity(tested.length, 'spelling', 'spellings')} of known names.`;
  return [
    ...testSummaries.map(({ explanation }) => `Test: ${plainText(explanation)}`),
    tested.length > 0 && testSummaries.length === 0 ? spellings : '',
    plainText(figures.at(-1)?.['explanation']),
    drawn ?? '',
  ].filter(Boolean);
}

/** What is wrong with them, each once. */
export function proofProblems({ testSummaries, figures, dismissals }: GivenProof): string[] {
  const all = [...testSummaries, ...figures, ...dismissals].map(({ problem }) => plainText(problem));
  return [...new Set(all)].filter(Boolean);
}
