// Turns the items of a run into texts for a person: a line for each company, the totals, and the hits as a file.
import Table from 'cli-table3';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod/v4';
import { companyColumn, type Row } from '../test/support/examples';
import type { Item } from '../test/support/n8n/rest';

/** The items of one row of the spreadsheet. */
export interface RowResult {
  /** Counted from 0. */
  row: number;
  company: string;
  items: ScreeningItem[];
}

const text = z.string().nullish();
const outcomeSchema = z.enum(['hit', 'clear', 'review', 'error']);
export type CompanyOutcome = z.infer<typeof outcomeSchema>;

const screeningItemSchema = z.object({
  // An item without an outcome is for a person to look at.
  outcome: outcomeSchema.catch('error'),
  reason: text,
  sourceType: text,
  screeningId: text,
  error: text,
});
/** A simplified item of the node: the fields for the table, and all fields as they came. */
type ScreeningItem = z.infer<typeof screeningItemSchema> & { json: Item['json'] };

const pairedItemSchema = z.union([
  z.number().transform((item) => item),
  z.object({ item: z.number() }).transform(({ item }) => item),
]);

/** Matches the items with their rows. Leaves out rows that name no company and have no item. */
export function byCompany(rows: Row[], items: Item[]): RowResult[] {
  const results = rows.map((row, index) => ({
    row: index,
    company: row[companyColumn] ?? '',
    items: [] as ScreeningItem[],
  }));
  for (const { json, pairedItem } of items)
    results[pairedItemSchema.parse(pairedItem)]?.items.push({ ...screeningItemSchema.parse(json), json });
  return results.filter(({ row, items: given }) => given.length > 0 || !isBlank(rows[row]));
}

export function missing(results: RowResult[]): RowResult[] {
  return results.filter(({ items }) => items.length === 0);
}

/** The table of all companies in the order of the file, and below it those that a person has to look at. */
export function resultTable(results: RowResult[], paint: Paint): string {
  const table = new Table({
    head: ['#', 'Company', 'Outcome', 'Hits', 'Source types', 'Screening ID'],
    ...plainLook,
  });
  for (const { row, company, items } of results) {
    const hits = items.filter(({ outcome }) => outcome === 'hit');
    table.push([
      String(row + 1),
      company,
      outcomesOf(items, paint),
      hits.length === 0 ? '' : String(hits.length),
      unique(hits.map(({ sourceType }) => sourceType)).join(', '),
      unique(items.map(({ screeningId }) => screeningId)).join(', '),
    ]);
  }
  return table.toString();
}

/** The reasons why companies need a person, a line each; empty when none does. */
export function attention(results: RowResult[]): string[] {
  return results.flatMap(({ company, items }) =>
    items
      .filter(({ outcome }) => outcome === 'review' || outcome === 'error')
      .map((item) => `${company}: ${whyOf(item)}`),
  );
}

/** For example: `38 companies: 22 with hits (30 hits), 12 clear, 3 to review, 1 failed.` Each company counts once, under the first that fits. */
export function totals(results: RowResult[]): string {
  const outcomes = results.map(({ items }) => new Set(items.map(({ outcome }) => outcome)));
  const first = (outcome: CompanyOutcome): number =>
    outcomes.filter((found) => outcomeOrder.find((candidate) => found.has(candidate)) === outcome).length;
  const hits = results.flatMap(({ items }) => items).filter(({ outcome }) => outcome === 'hit').length;
  const both = outcomes.filter((found) => found.has('hit') && found.size > 1).length;
  const also = both === 0 ? '' : `, ${String(both)} of these companies to review as well`;
  const count = (number: number, word: string): string => `${String(number)} ${word}`;
  return [
    `${count(results.length, 'companies')}: ${count(first('hit'), 'with hits')} (${count(hits, 'hits')}${also})`,
    count(first('clear'), 'clear'),
    count(first('review'), 'to review'),
    `${count(first('error'), 'failed')}.`,
  ].join(', ');
}

/** Explains why there are more items than companies. */
export function explained(results: RowResult[]): string {
  const items = results.flatMap(({ items: given }) => given);
  const hits = items.filter(({ outcome }) => outcome === 'hit').length;
  return `In n8n they are ${String(items.length)} items: one for each hit (${String(hits)}), and one for each company that is clear, needs a review or failed (${String(items.length - hits)}).`;
}

// A company with a hit counts there, whatever else came out for it; clear is only what is nothing else.
const outcomeOrder = ['hit', 'error', 'review', 'clear'] as const;

/** The hits as CSV that a spreadsheet opens: the columns of the row, then those of the hit. */
export function hitsCsv(rows: Row[], results: RowResult[]): string {
  const hits = results.flatMap(({ row, items }) =>
    items.filter(({ outcome }) => outcome === 'hit').map(({ json }) => ({ ...rows[row], ...json })),
  );
  // The byte order mark tells Excel that this is UTF-8. A cell that starts like a formula is defused: names on
  // a watchlist come from outside.
  return stringify(hits, { header: true, bom: true, escape_formulas: true });
}

export type Paint = (outcome: CompanyOutcome) => string;

function whyOf({ outcome, reason, error }: ScreeningItem): string {
  if (outcome === 'error') return error ?? 'it failed without a reason';
  return reasons.get(reason ?? '') ?? reason ?? 'no reason given';
}

const reasons = new Map([
  ['pending', 'the service has not finished this screening'],
  ['unknownStatus', 'the service gave a status that is not documented'],
  ['hitCountMismatch', 'the service counted another number of hits than it sent'],
  ['errorsReported', 'the service reported errors together with its hits'],
]);

function outcomesOf(items: ScreeningItem[], paint: Paint): string {
  const outcomes = [...new Set(items.map(({ outcome }) => outcome))];
  return outcomes.length === 0 ? 'MISSING' : outcomes.map(paint).join(' + ');
}

function unique(values: (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== null && value !== undefined && value !== ''))].map(
    String,
  );
}

function isBlank(row: Row | undefined): boolean {
  return Object.values(row ?? {}).every((cell) => cell.trim() === '');
}

const plainLook = {
  chars: {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: '  ',
  },
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  colAligns: ['right', 'left', 'left', 'right', 'left', 'left'] satisfies Table.HorizontalAlignment[],
};
