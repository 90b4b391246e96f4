// A report that is told in several messages: each has an id of its own, and only all of them together say that the report was told.
import * as z from 'zod/v4';

export interface ReportPart {
  /** Of the report. */
  reportId: string;
  part: number;
  parts: number;
}

/** What a message has as its Report ID: that of the report, if it is the only message. */
export const reportPartId = (reportId: string, { part, parts }: Omit<ReportPart, 'reportId'>): string =>
  parts === 1 ? reportId : `${reportId} ${part}/${parts}`;

/** Undefined for a text that is no id. */
export function readReportPart(text: string): ReportPart | undefined {
  const [, id, part = '1', parts = '1'] = PART.exec(text) ?? [];
  const reportId = z.uuid().safeParse(id).data?.toLowerCase();
  return reportId === undefined ? undefined : { reportId, part: Number(part), parts: Number(parts) };
}

const PART = /^(\S+)(?: ([1-9]\d{0,4})\/([1-9]\d{0,4}))?$/;
