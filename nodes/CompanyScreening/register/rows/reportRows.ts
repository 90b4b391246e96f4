// The table `reports`: what a run gave out, and that a reader was told. Rows are only ever added.
import * as z from 'zod/v4';

import { normalized } from '../../names/plainText';
import { equal, inParts, type ReadStatement, type StoredRow, type TableRow } from '../port/tables';
import { hash, jsonText, mark, readable, SealedTable, text, time } from './cells';
import { hashOf, uuidOf, type CompanyHash } from './identity';

const reportCompanySchema = z
  .object({
    company: hash,
    /** The answer; it stands for every answer before it. */
    answer: mark,
    /** Fingerprints of the hits that a message named, if it had no room for all that were new, changed or gone. */
    hits: z.array(hash).optional(),
  })
  .transform(({ answer: answerId, ...named }) => ({ ...named, answerId }));
/** A company that came out. Without a verdict, only the hits that were named count as told: it comes out every time. */
export type ReportCompany = z.infer<typeof reportCompanySchema>;

const reportCells = {
  mark,
  report: mark,
  /** `given`: what a run gave out. `told`: a reader was told what a run gave out. */
  kind: z.enum(['given', 'told']),
  /** The reader who was told, by a hash. Empty in a `given` row: its readers are in `data`. */
  reader: text,
  /** The reader for people; in a `given` row the readers that the run asked for. */
  reportedTo: text,
  /** Empty in a `told` row, and so is `data`. */
  run: text,
  at: time,
  /** Tells whether there is a company in the report. A run reads only those that have one, so what it reads grows with what changes. */
  tells: z.enum(['companies', 'nothing']),
  data: text,
};
const reports = new SealedTable('report', reportCells);
export const REPORT_COLUMNS = reports.columns;

const givenDataSchema = z.object({
  /** The readers by their hashes. One that others do not know may be missing here: then it tells them nothing. */
  readers: z.array(hash),
  /** The node that has the list, by a hash; empty if the workflow was never saved. */
  nodeHash: z.union([hash, z.literal('')]),
  companies: z.array(reportCompanySchema),
});
const reportSchema = z.discriminatedUnion('kind', [
  z
    .object({ ...reportCells, kind: z.literal('given'), run: mark, data: jsonText(givenDataSchema) })
    .omit({ reader: true }),
  z.object({ ...reportCells, kind: z.literal('told'), reader: hash }).omit({ run: true, data: true }),
]);
export type ReportRow = z.infer<typeof reportSchema>;
export type RunReport = Extract<ReportRow, { kind: 'given' }>;

/** Undefined for a row that cannot be read or was changed: what it said comes out again. */
export function readReport(row: StoredRow): ReportRow | undefined {
  return reports.isIntact(row) ? reportSchema.safeParse(row).data : undefined;
}

/** The rows of deliveries that a run reads. */
export const REPORT_QUERY: ReadStatement = {
  do: 'read',
  table: 'reports',
  where: [equal('tells', 'companies')],
  match: 'all',
};

/** The hash of a reader, the same however the name is written. */
export function readerHash(name: string): string {
  return hashOf(['reader', 1, normalized(name.trim(), 'NFC').toLowerCase()]);
}

const COMPANIES_IN_A_ROW = 500;

interface NewReport {
  report: string;
  /** Their hashes; `reportedTo` has their names for people: see `addressedTo`. */
  readers: readonly string[];
  reportedTo: string;
  nodeHash: string;
  runId: string;
  at: string;
  uuid: () => string;
}

/** @param names of readers that a run asked for */
export const addressedTo = (names: readonly string[]): Pick<NewReport, 'readers' | 'reportedTo'> => ({
  readers: names.map(readerHash),
  reportedTo: readable(names.join(', ')),
});

/** The rows for what a run gave out; one even if it is nothing, so that there is something to be told. */
export function runReportRows(
  { runId, readers, nodeHash, uuid, ...cells }: NewReport,
  companies: readonly ReportCompany[],
): TableRow[] {
  const parts = inParts(companies, COMPANIES_IN_A_ROW);
  return (parts.length === 0 ? [[]] : parts).map((some) => {
    const data = { readers, nodeHash, companies: some.map(cellOf) };
    const own = { run: runId, kind: 'given', mark: uuid(), reader: '', tells: tellsOf(some), data };
    return reports.rowOf({ ...cells, ...own });
  });
}

/** The companies that reports of this node name for each of these readers. */
export function companiesReportedTo(
  rows: readonly ReportRow[],
  nodeHash: string,
  readers: readonly string[],
): ReadonlySet<string> {
  return new Set(
    rows.flatMap((row) =>
      row.kind === 'given' &&
      row.data.nodeHash === nodeHash &&
      readers.every((one) => row.data.readers.includes(one))
        ? row.data.companies.map(({ company }) => company)
        : [],
    ),
  );
}

/** The row without some of its companies. Its mark follows from the old one, so that nobody stores it twice. */
export function givenRowWithout(
  { data, ...cells }: RunReport,
  isGone: (given: ReportCompany) => boolean,
): TableRow {
  const companies = data.companies.filter((one) => !isGone(one));
  const id = uuidOf(['written again', cells.mark, companies.map(({ company }) => company)]);
  return reports.rowOf({
    ...cells,
    mark: id,
    reader: '',
    tells: tellsOf(companies),
    data: { ...data, companies: companies.map(cellOf) },
  });
}

const cellOf = ({ answerId, ...named }: ReportCompany) => ({ ...named, answer: answerId });

const tellsOf = (companies: readonly ReportCompany[]): ReportRow['tells'] =>
  companies.length > 0 ? 'companies' : 'nothing';

interface ToldFacts extends Pick<ReportRow, 'at' | 'report'> {
  uuid: () => string;
  /** Tells whether there is a company in what the reader was told; `companies` if nobody knows. */
  tells?: ReportRow['tells'];
}

export function toldRow({ report, at, uuid, tells = 'companies' }: ToldFacts, reader: string): TableRow {
  const who = { reader: readerHash(reader), reportedTo: readable(reader.trim()) };
  return reports.rowOf({ kind: 'told', mark: uuid(), report, ...who, run: '', at, tells, data: '' });
}

/** A reader, by a hash, was told what an answer says, or these hits of it. */
export interface Delivery {
  reader: string;
  answerId: string;
  hits?: readonly string[] | undefined;
  /** The mark of the row that named the answer. */
  mark: string;
}

/** The deliveries of each company. A report tells nothing to a reader that it was not made for. */
export function deliveriesOf(rows: readonly ReportRow[]): Map<CompanyHash, Delivery[]> {
  const readers = new Map<string, Set<string>>();
  for (const row of rows) {
    if (row.kind === 'told') readers.set(row.report, (readers.get(row.report) ?? new Set()).add(row.reader));
  }
  const told = new Map<CompanyHash, Delivery[]>();
  for (const row of rows) {
    if (row.kind !== 'given') continue;
    for (const reader of row.data.readers.filter((one) => readers.get(row.report)?.has(one))) {
      for (const { company, ...what } of row.data.companies) {
        const ofCompany = told.get(company) ?? [];
        told.set(company, ofCompany);
        ofCompany.push({ reader, mark: row.mark, ...what });
      }
    }
  }
  return told;
}
