// The rows of the table `reports`: what a run gave out, and that a reader was told. They are only ever added.
import * as z from 'zod/v4';

import { hashOf } from './identity';
import { COLUMNS, hash, jsonText, mark, readable, text, time } from './rows';
import type { TableRow, StoredRow } from './tables';

const givenCompanySchema = z.object({
  company: hash,
  /** What it says covers every answer before it. */
  answer: mark,
});
/** A company that came out with a verdict. One without a verdict comes out every time, so it is not written down. */
export type GivenCompany = z.infer<typeof givenCompanySchema>;

const common = { mark, report: mark, at: time };
const reportSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('given'),
    ...common,
    run: mark,
    /** The readers that the run asked for, for people. */
    reportedTo: text,
    data: jsonText(
      z.object({
        /** The same readers, by their hashes. What others do not know may be missing here, so that it tells them nothing. */
        readers: z.array(hash),
        companies: z.array(givenCompanySchema),
      }),
    ),
  }),
  z.object({ kind: z.literal('told'), ...common, reader: hash, reportedTo: text }),
]);
export type ReportRow = z.infer<typeof reportSchema>;

/** Undefined for a row that cannot be read or was changed: what it said comes out again. */
export function readReport(row: StoredRow): ReportRow | undefined {
  return row['seal'] === reportSeal(row) ? reportSchema.safeParse(row).data : undefined;
}

/** One reader, however the name is written. */
export function readerHash(name: string): string {
  return hashOf(['reader', 1, name.trim().normalize('NFC').toLowerCase()]);
}

/** A row takes so many companies. */
const COMPANIES_IN_A_ROW = 500;

/**
 * What a run gave out, in as many rows as it takes; one even if it is nothing, so that there is something to be told.
 *
 * @param readers the names of those that the run asked for
 */
export function givenRows(
  {
    report,
    readers,
    run,
    at,
    uuid,
  }: { report: string; readers: readonly string[]; run: string; at: string; uuid: () => string },
  companies: readonly GivenCompany[],
): TableRow[] {
  const who = { reader: '', reportedTo: readable(readers.join(', ')) };
  const parts = Math.max(1, Math.ceil(companies.length / COMPANIES_IN_A_ROW));
  return Array.from({ length: parts }, (_, part) => {
    const some = companies.slice(part * COMPANIES_IN_A_ROW, (part + 1) * COMPANIES_IN_A_ROW);
    const data = JSON.stringify({ readers: readers.map(readerHash), companies: some });
    return sealed({ kind: 'given', mark: uuid(), report, ...who, run, at, data });
  });
}

export function toldRow(
  { report, at, uuid }: { report: string; at: string; uuid: () => string },
  reader: string,
): TableRow {
  const who = { reader: readerHash(reader), reportedTo: readable(reader.trim()) };
  return sealed({ kind: 'told', mark: uuid(), report, ...who, run: '', at, data: '' });
}

const SEALED = Object.keys(COLUMNS.reports).filter((name) => name !== 'seal');

function sealed(row: TableRow): TableRow {
  return { ...row, seal: reportSeal(row) };
}

function reportSeal(row: TableRow): string {
  return hashOf(['report', 1, ...SEALED.map((name) => row[name] ?? '')]);
}
