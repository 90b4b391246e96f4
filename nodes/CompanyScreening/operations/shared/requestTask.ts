// A request task: what is to be sent for one item, and how its replies are read.
import type { ServiceRequest } from '../../service/endpoints';
import type { ServiceReply } from '../../service/reply';
import type { ServiceSettings } from '../../service/settings';
import type { Answer } from './answer';
import type { RegisterTask } from './registerTask';

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
export interface Inquiry {
  /** Names it in errors. */
  subject: Subject;
  /** Item → request. Throws an InvalidItem if it cannot be sent with these settings. */
  toRequest(settings: ServiceSettings): ServiceRequest;
  /** Reply → contract. Throws an OperationFailure for a reply that is no result. */
  read(reply: ServiceReply, asked: InquiryHistory): Reading;
}

/** The work for one item. */
export interface Task extends Inquiry {
  /** Equal for items that ask the service exactly the same; null if the item needs a request of its own. */
  duplicateKey: string | null;
  /** True if a file is to keep the question and the answer. */
  evidence: boolean;
  /** Further requests for the item: each is sent once all before it were answered. None if missing. */
  others?: readonly Inquiry[];
  /**
   * Reads the replies to its requests together, in the order of the requests. From fewer replies than there are requests, it never says that
   * nothing was found. Needed where there are `others`, or where a duplicate has more to say than the first one.
   */
  readAll?(replies: readonly ServiceReply[], environment: ServiceSettings['environment']): Answer;
  /** The part that the register has to know, and that makes items of what the register holds. */
  kept?: RegisterTask;
}

/** The number of a task's requests so far, the time of the first, and the service. */
export interface InquiryHistory extends Pick<ServiceSettings, 'baseUrl' | 'environment'> {
  times: number;
  sinceMs: number;
}

export type Reading =
  /** Not finished: ask again after this many milliseconds. `sofar` stands if that cannot be; it is an error if there is none. */
  { kind: 'askAgain'; afterMs: number; sofar?: Answer } | Answer;

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
