// A request task: what is to be sent for one item, how its replies are read, and how the register keeps its answers. Then its result: what the
// replies mean, what was paid for, and the items.
import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/v4';

import type { Case } from '../../register/cases/cases';
import type { RegisterVerdict } from '../../register/companies/companyResult';
import type { AnswerChanges, Change } from '../../register/facts/history';
import type { ScreenAgain } from '../../register/facts/dueness';
import type { News } from '../../register/facts/news';
import type { LaterFailure } from '../../register/companies/laterFailure';
import type { Company } from '../../register/rows/identity';
import type { ServiceRequest } from '../../service/endpoints';
import type { OperationFailure } from '../../service/failure';
import type { ServiceReply, ReplyFile } from '../../service/reply';
import type { ServiceSettings } from '../../service/settings';
import type { InvalidItem } from '../../names/invalidItem';
import type { KnownHit } from '../../register/rows/answerRows';
import type { ReportCompany } from '../../register/rows/reportRows';
import type { Outcome } from '../../service/outcome';
import type { Staleness } from '../../service/staleness';

/** Names the item in errors and error items. */
export interface Subject {
  /** The company, the number or the address as given; an address without secrets. */
  name: string;
  /** The name as it was typed, with parts that may not be shown: it comes out nowhere. */
  typed?: string;
  referenceId: string | null;
  /** The user's own number of the company, where answers are kept. */
  companyKey?: string;
  /** The name and option that are screened; missing if nothing can be. */
  screened?: { name: string; option: string };
  /** Other fields by which people find it, in an error item. */
  also?: Readonly<Record<string, string | null>>;
}

/** One request, and how its reply is read. */
export interface RequestSpec {
  /** Names it in errors. */
  subject: Subject;
  /** Item → request. Throws an InvalidItem if it cannot be sent with these settings. */
  toRequest(settings: ServiceSettings): ServiceRequest;
  /** Reply → contract. Throws an OperationFailure for a reply that is no result. */
  read(reply: ServiceReply, progress: RequestProgress): ReplyResult;
}

/** The work for one item. */
export interface Task extends RequestSpec {
  /** Equal for items that ask the service exactly the same; null if the item needs a request of its own. */
  duplicateKey: string | null;
  /** True if a file is to keep the question and the reply. */
  evidence: boolean;
  /** Further requests for the item: each is sent once all before it were answered. None if missing. */
  others?: readonly RequestSpec[];
  /**
   * Reads the replies to its requests together, in the order of the requests. From fewer replies than there are requests, it never says that
   * nothing was found. Needed where there are `others`, or where a duplicate has more to say than the first one.
   */
  readAll?(replies: readonly ServiceReply[], environment: ServiceSettings['environment']): TaskResult;
  /** The part that the register has to know, and that makes items of what the register holds. */
  registerTask?: RegisterTask;
}

/** The number of a task's requests so far, the time of the first, and the service. */
export interface RequestProgress extends Pick<ServiceSettings, 'baseUrl' | 'environment'> {
  times: number;
  sinceMs: number;
}

export type ReplyResult =
  /** Not finished: ask again after this many milliseconds. `interim` stands if that cannot be; it is an error if there is none. */
  { kind: 'askAgain'; afterMs: number; interim?: TaskResult } | TaskResult;

/** The company of each id: no two may have the same. */
export class IdOwners {
  private readonly companies = new Map<string, string>();
  private readonly shared = new Set<string>();

  /** Returns false if another company already has the id. */
  add(id: string, company: string): boolean {
    const owner = this.companies.get(id) ?? company;
    this.companies.set(id, owner);
    if (owner !== company) this.shared.add(id);
    return owner === company;
  }

  isShared(id: string): boolean {
    return this.shared.has(id);
  }
}

/** Settings of a run with a register. Each of its tasks then has a `registerTask`. */
export interface RegisterSettings {
  /** The uuid under which the run enters the register. */
  runId: string;
  register: string;
  batchSize: number;
  /** Bytes that all data tables of n8n together may take; null: nobody checks. */
  tablesLimit: number | null;
  screenAgain: ScreenAgain;
  /** The number as the user entered it. */
  screenAgainAfterDays: number;
  /** True to leave out what had its verdict before this run, where an operation can do so. */
  onlyThisRun?: boolean;
  /** The address where people decide about hits; messages end with it. */
  deskAddress?: string;
  /** Set if only news for these readers come out. They are written down under the id. */
  report?: {
    id: string;
    readers: readonly string[];
    /** True if the run makes a message: what it does not name was not told. */
    makesMessage: boolean;
  };
  /** True to screen a list with other numbers than those under which the register knows its companies; missing where nobody asks. */
  acceptOtherNumbers?: boolean;
  /** Sentences about the list, once it was read. */
  notes?: () => string[];
  /** The failure for more than the user allows to send; null for fewer. */
  refusalOf(toSend: number): OperationFailure | null;
}

export interface RegisterTask {
  /** The company as the register knows it, whichever service it is sent to. */
  company: Pick<Company, 'key' | 'names' | 'option'>;
  /** Further parts of the question, as JSON: whoever reads the reply on another day has to know them. */
  question: Readonly<Record<string, string>>;
  /** The user's data about it on that day, for people who look at its hits later. No rule depends on it. */
  ownData?: Readonly<Record<string, number | string>>;
  /**
   * Register → items.
   *
   * @throws OperationFailure if the service reported that the work failed, or where there is no item for a doubt
   */
  resultFromStored(storedVerdict: StoredVerdict, environment: ServiceSettings['environment']): TaskResult;
}

/** A run's report to a register about requests that were made before. */
export interface FollowUp {
  register: string;
  /** The requests that failed, asked when the run is over, each with the ids that only it has; and the service, if anything was sent. */
  found(): {
    failures: readonly (Pick<RegisterTask, 'question'> &
      Pick<LaterFailure, 'ids' | 'saidId'> & { reply: ServiceReply })[];
    service: Pick<ServiceSettings, 'baseUrl' | 'environment'> | undefined;
  };
}

/** The register's verdict on the company of a task. */
export interface StoredVerdict {
  /** The replies that count, the newest last; none if the company has no answer. */
  replies: readonly NamedReply[];
  /** The verdict of the register, after what the replies say as they are read today. */
  registerVerdict(said: RegisterVerdict): RegisterVerdict;
  /** Cases of the company, and the decisions about them. */
  cases: readonly Case[];
  /** Changes since the screenings before. */
  changes: AnswerChanges;
  /** News that were not told yet, where only those are to come out. */
  news: News;
  /** True if the company was in the register before this run. */
  remembered: boolean;
  /** The reference id and the time (ISO 8601) of the request; empty if not known. */
  referenceId: string;
  screenedAt: string;
}

export interface NamedReply {
  reply: ServiceReply;
  /** The one of the company's names that was asked for, and its place among them when they were sent. */
  name: string;
  nameIndex: number;
  /** The `question` of the task that asked for it. */
  question: Readonly<Record<string, string>>;
  /** The id of the company, from which those of its other names follow. */
  referenceId: string;
}

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
