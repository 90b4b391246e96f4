// A request task: what is to be sent for one item, how its replies are read, and how the register keeps its answers.
import type { Case } from '../../register/cases/cases';
import type { RegisterVerdict } from '../../register/companies/companyResult';
import type { AnswerChanges } from '../../register/facts/history';
import type { ScreenAgain } from '../../register/facts/dueness';
import type { News } from '../../register/facts/news';
import type { LaterFailure } from '../../register/companies/laterFailure';
import type { Company } from '../../register/rows/identity';
import type { ServiceRequest } from '../../service/endpoints';
import type { OperationFailure } from '../../service/failure';
import type { ServiceReply } from '../../service/reply';
import type { ServiceSettings } from '../../service/settings';
import type { TaskResult } from './taskResult';

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

  /** True if several companies have the id. */
  isShared(id: string): boolean {
    return this.shared.has(id);
  }
}

/** Settings of a run with a register. Each of its tasks then has a `registerTask`. */
export interface RegisterSettings {
  /** The uuid under which the run enters the register. */
  runId: string;
  /** The name of the register. */
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
  /** The name of the register. */
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
