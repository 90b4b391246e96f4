// What was given out and told, as tests of deliveries need the rows of it.
import type { IntactAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import {
  addressedTo,
  readReport,
  runReportRows,
  toldRow,
  type ReportCompany,
  type ReportRow,
} from '../../../nodes/CompanyScreening/register/rows/reportRows';
import type { TableRow } from '../../../nodes/CompanyScreening/register/port/tables';

export const AT = '2026-01-01T00:00:00.000Z';
/** The hash of the node whose list it is. */
export const LIST = 'a'.repeat(64);
let marks = 0;
const about = (report: string) => ({ report, at: AT, uuid: () => `mark-${(marks += 1)}` });

/** Companies that a run of the node with this hash gave out for these readers. */
export const givenBy = (nodeHash: string, readers: string[], report: string, companies: ReportCompany[]) =>
  runReportRows({ ...about(report), ...addressedTo(readers), nodeHash, runId: 'run' }, companies);
export const givenTo = (readers: string[], report: string, ...companies: ReportCompany[]): TableRow[] =>
  givenBy(LIST, readers, report, companies);
export const told = (report: string, reader: string): TableRow => toldRow(about(report), reader);
export const givenAs = ({ company, answerId }: IntactAnswer): ReportCompany => ({ company, answerId });
export const reportsIn = (rows: readonly TableRow[]): ReportRow[] =>
  rows.flatMap((row, index) => readReport({ ...row, id: index + 1 }) ?? []);
