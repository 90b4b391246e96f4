// operations/shared/: what operations have in common: what one is, its options, and how its answers are kept. What only one of them does is in its
// own folder. Nothing is sent here.
//
// What comes out: the answer to a task, what it means, what was paid for, and the items.
import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/v4';

import type { InvalidItem } from '../../names/invalidItem';
import type { Change } from '../../register/facts/changes';
import type { KnownHit } from '../../register/rows/answerRows';
import type { GivenCompany } from '../../register/rows/reportRows';
import type { ReplyFile } from '../../service/reply';
import type { Staleness } from '../../service/staleness';

export interface Answer {
  kind: 'answer';
  /** A file that was received; the item has it as binary data. */
  file?: ReplyFile;
  /** How many hits there are, for the progress of the run. Undefined if the operation finds none. */
  hits?: number;
  /** What shows that the last reply is an old one; missing where its age does not matter. */
  staleness?: Staleness | null;
  /** By what the register tells its hits from others. */
  knownHits?(): KnownHit[];
  /**
   * What the answer means. Asked when the run is over, since another item's answer may cast doubt on this one, and before that
   * for the files of the item. It must not change anything.
   */
  decide(): AnswerMeaning;
}

interface AnswerMeaning {
  receipt: Receipt;
  /**
   * Contract → items. Duplicates share an answer, and the nodes that follow may write into an item: each call gives items of its
   * own.
   */
  makeItems: () => OutputItem[];
}

export interface ItemResult {
  items: OutputItem[];
  receipt: Receipt;
}

/** What was paid for, so that it can be looked up even if the items are lost. */
export interface Receipt {
  id: string;
  outcome: string;
  reason: string | null;
  hits: number;
  /** What no other company may have beside the id; the register knows it by that too. */
  otherIds?: readonly string[];
  /** Where several requests were sent for the item: one for each. */
  parts?: readonly ReceiptPart[];
  /** Where answers are kept: whether it was in the register before this run. */
  remembered?: boolean;
  /** What has to be written down of it, because it came out as something that was not told yet. */
  given?: GivenCompany;
  /** Of each hit, and of those that are gone. */
  changedHits?: () => ChangedHit[];
}

/** A hit as a message names it. */
export interface ChangedHit {
  fingerprint: string;
  companyName: string;
  name: string;
  sourceType: string;
  change: Change | 'gone';
}

/** What was paid for with one of several requests. */
export interface ReceiptPart {
  name: string;
  referenceId: string;
  id: string;
  outcome: string;
}

export interface OutputItem {
  /** Which output it goes to. Where there are several, `json` has it as well, as its field `outcome`. */
  outcome: string;
  json: IDataObject;
  /** What is wrong with it, if it is an error item: `json` then follows the keys of one. */
  problem?: InvalidItem;
}

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
