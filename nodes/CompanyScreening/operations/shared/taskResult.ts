// The result of a task: what the replies to its requests mean, what was paid for, and the items.
import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/v4';

import type { InvalidItem } from '../../names/invalidItem';
import type { Change } from '../../register/facts/history';
import type { KnownHit } from '../../register/rows/answerRows';
import type { ReportCompany } from '../../register/rows/reportRows';
import type { Outcome } from '../../service/outcome';
import type { ReplyFile } from '../../service/reply';
import type { Staleness } from '../../service/staleness';

export interface TaskResult {
  kind: 'result';
  /** A file that was received; the item has it as binary data. */
  file?: ReplyFile;
  /** Hits, for the progress of the run. Undefined if the operation finds none. */
  hits?: number;
  /** Evidence that the last reply is an old one; missing where its age does not matter. */
  staleness?: Staleness | null;
  /** Hits as the register tells them from others. */
  knownHits?(): KnownHit[];
  /**
   * Says what the replies mean. Called when they are stored, for the files of the item, and again when the run is over, since another item's
   * reply may cast doubt on these. It must not change anything. Each call of `makeItems` gives items of its own, since duplicates share a
   * result, and the nodes that follow may write into an item.
   */
  interpret(): { receipt: Receipt; makeItems: () => OutputItem[] };
}

export interface ItemResult {
  items: OutputItem[];
  receipt: Receipt;
}

/** A receipt of what was paid for, so that it can be looked up even if the items are lost. */
export interface Receipt {
  id: string;
  outcome: Outcome | 'files' | 'pending' | 'requested';
  reason: string | null;
  hits: number;
  /** Further ids that no other company may have; the register knows it by them too. */
  otherIds?: readonly string[];
  /** A receipt for each request, where several were sent for the item. */
  parts?: readonly ReceiptPart[];
  /** True if a register had it before this run. */
  remembered?: boolean;
  /** The entry for the report, because its news were not told yet. */
  reportEntry?: ReportCompany;
  /** Each hit, and those that are gone. */
  changedHits?: () => ChangedHit[];
}

export interface ChangedHit {
  fingerprint: string;
  companyName: string;
  name: string;
  sourceType: string;
  change: Change | 'gone';
}

/** The receipt of one of several requests. */
export interface ReceiptPart {
  name: string;
  referenceId: string;
  id: string;
  outcome: Outcome;
}

export interface OutputItem {
  /** The outcome, which decides the output. Where there are several, `json` has it as well, as its field `outcome`. */
  outcome: string;
  json: IDataObject;
  /** The problem of an error item: `json` then follows the keys of one. */
  problem?: InvalidItem;
}

export interface ReportPart {
  reportId: string;
  part: number;
  parts: number;
}

/** The Report ID of a message: that of the report, if it is the only message. */
export const reportPartId = (reportId: string, { part, parts }: Omit<ReportPart, 'reportId'>): string =>
  parts === 1 ? reportId : `${reportId} ${part}/${parts}`;

/** Undefined for a text that is no id. */
export function readReportPart(text: string): ReportPart | undefined {
  const [, id, part = '1', parts = '1'] = PART.exec(text) ?? [];
  const reportId = z.uuid().safeParse(id).data?.toLowerCase();
  return reportId === undefined ? undefined : { reportId, part: Number(part), parts: Number(parts) };
}

const PART = /^(\S+)(?: ([1-9]\d{0,4})\/([1-9]\d{0,4}))?$/;
