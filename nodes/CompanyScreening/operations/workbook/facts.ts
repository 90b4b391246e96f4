// Facts about all items of a workbook: how many, and from when to when.
import type { IDataObject } from 'n8n-workflow';

import { plainText, quantity } from '../../names/plainText';
import type { CompanyCounts } from '../shared/companyCounts';
import type { GivenItems } from './givenItems';
import { screenedAt } from './itemCells';
import type { VerdictItem } from './ownFields';
import type { WorkbookCompanies } from './workbookCompanies';

/** For example "20 companies: 14 with hits (19 hits; 2 of them to review as well), 5 clear, 1 to review." */
export function countsSentence(counts: CompanyCounts): string {
  const { companies, withHits, withHitsToReview, hits, clear, toReview } = counts;
  const failed = counts.failed + counts.notProcessed;
  const also = withHitsToReview === 0 ? '' : `; ${withHitsToReview} of them to review as well`;
  const parts = [
    `${withHits} with hits (${quantity(hits, 'hit', 'hits')}${also})`,
    `${clear} clear`,
    `${toReview} to review`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ];
  return `${quantity(companies, 'company', 'companies')}: ${parts.join(', ')}.`;
}

const NAMES: ReadonlyArray<readonly [key: string, name: string, count: (counts: CompanyCounts) => number]> = [
  ['companies', 'companies', ({ companies }) => companies],
  ['companiesWithHits', 'with hits', ({ withHits }) => withHits],
  ['hits', 'hits', ({ hits }) => hits],
  ['clear', 'clear', ({ clear }) => clear],
  ['review', 'to review', ({ toReview }) => toReview],
  ['errors', 'errors', ({ failed, notProcessed }) => failed + notProcessed],
];

/** Sentences on other totals of the run than those of this workbook: something did not arrive here, or was counted in another way. */
export function differences(
  given: readonly IDataObject[],
  { companies, counts }: WorkbookCompanies,
): string[] {
  const summaries = [...new Map(given.map((one) => [JSON.stringify(one), one])).values()];
  if (summaries.length > 1 && companies.some(({ items }) => areOfSeveralTimes(items))) return [SEVERAL_RUNS];
  const wrong = NAMES.flatMap(([key, name, countOf]) => {
    const said = summaries.map((summary) => summary[key]).filter((value) => typeof value === 'number');
    if (said.length === 0) return [];
    const total = said.reduce((sum, one) => sum + one, 0);
    const here = countOf(counts);
    return here === total ? [] : [`${name}: ${total} in the run, ${here} here`];
  });
  return wrong.length === 0
    ? []
    : [
        `This workbook does not have the totals of the run (${wrong.join('; ')}). Check which items reach Create Workbook.`,
      ];
}

const SEVERAL_RUNS =
  'These items are of several runs that have companies in common, so the totals cannot be held against those of the runs.';

/** True if a name of a company was screened more than once in these items: one of them may be out of date. */
export function areOfSeveralTimes(items: readonly VerdictItem[]): boolean {
  const screenings = new Map<string, string>();
  return items.some(({ fields }) => {
    const id = plainText(fields['screeningId']);
    const name = plainText(fields['screenedName']);
    const known = screenings.get(name) ?? id;
    if (id !== '') screenings.set(name, id);
    return known !== id && known !== '' && id !== '';
  });
}

export function screenedBetween(items: readonly VerdictItem[]): {
  first: number | null;
  last: number | null;
} {
  const between: { first: number | null; last: number | null } = { first: null, last: null };
  for (const { outcome, fields } of items) {
    const at = outcome === 'gone' ? null : screenedAt(fields);
    if (at === null) continue;
    between.first = Math.min(between.first ?? at, at);
    between.last = Math.max(between.last ?? at, at);
  }
  return between;
}

/** The environments of all items, including tests and past screenings; empty if nothing names one. */
export function environmentsOf(given: GivenItems): string[] {
  const { verdicts, history, runs, tested, testSummaries, testProblems, figures, dismissals, problems } =
    given;
  const others = [
    ...history,
    ...runs,
    ...tested,
    ...testSummaries,
    ...testProblems,
    ...figures,
    ...dismissals,
    ...problems,
  ];
  const items = [...verdicts.map(({ fields }) => fields), ...others];
  // A month may have both.
  return [...new Set(items.flatMap(({ environment }) => plainText(environment).split('; ')))]
    .filter(Boolean)
    .sort();
}

/** The texts of the items in a field, each once. */
export function distinctTexts(items: readonly VerdictItem[], key: string): string[] {
  return [...new Set(items.map(({ fields }) => plainText(fields[key])))].filter(Boolean);
}
