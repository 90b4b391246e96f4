// What the items of a workbook say together: how many, and from when to when.
import type { IDataObject } from 'n8n-workflow';

import { plainText, quantity } from '../../names/plainText';
import type { CompanyCounts } from '../companyCounts';
import type { VerdictItem } from './givenItems';

/** "20 companies: 14 with hits (19 hits; 2 of them to review as well), 5 clear, 1 to review." */
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

/** Where the run had other totals than this workbook: something did not arrive here, or was counted in another way. */
export function differences(summaries: readonly IDataObject[], counts: CompanyCounts): string[] {
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

/** When a company was screened (epoch milliseconds). */
export function screenedAt({ screenedAt: kept, processedAt, createdAt }: IDataObject): number | null {
  const time = Date.parse(plainText(kept) || plainText(processedAt) || plainText(createdAt));
  return Number.isNaN(time) ? null : time;
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

/** What the items have in a field, each once. */
export function distinctTexts(items: readonly VerdictItem[], key: string): string[] {
  return [...new Set(items.map(({ fields }) => plainText(fields[key])))].filter(Boolean);
}
