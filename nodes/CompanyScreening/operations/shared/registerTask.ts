// A kept task: how the answers of a run are kept in the register, what the register has to know of one task, and what it holds.
import type { Case } from '../../register/cases/cases';
import type { RegisterVerdict } from '../../register/companies/companyResult';
import type { AnswerChanges } from '../../register/facts/changes';
import type { ScreenAgain } from '../../register/facts/dueness';
import type { News } from '../../register/facts/news';
import type { LaterFailure } from '../../register/removal/laterFailure';
import type { Company } from '../../register/rows/identity';
import type { OperationFailure } from '../../service/failure';
import type { ServiceReply } from '../../service/reply';
import type { ServiceSettings } from '../../service/settings';
import type { Answer } from './answer';

/** How the answers of a run are kept. Each of its tasks then has `kept`. */
export interface Keeping {
  /** The uuid under which the run enters the register. */
  run: string;
  /** The name of the register. */
  register: string;
  batchSize: number;
  /** What all data tables of n8n together may take, in bytes; null: nobody checks. */
  tablesLimit: number | null;
  screenAgain: ScreenAgain;
  /** As the user entered it. */
  screenAgainAfterDays: number;
  /** Whether what had its verdict before this run is left out, where an operation can do so. */
  onlyThisRun?: boolean;
  /** Where people decide about what is found; messages end with it. */
  deskAddress?: string;
  /** Only what these readers were not told comes out, and what comes out is written down under the id. */
  report?: {
    id: string;
    readers: readonly string[];
    /** Whether the run makes a message: what it does not name was not told. */
    byMessage: boolean;
  };
  /** Whether a list is screened that has lost the numbers under which the register knows it; missing where nobody asks. */
  screenWithoutNumbers?: boolean;
  /** Sentences about the list, once it was read. */
  notes?: () => string[];
  /** Why the user does not allow that so many are sent; null if they do. */
  refusalOf(toSend: number): OperationFailure | null;
  /** Whether `before` is one that leaves answers in doubt if it fails. */
  hasControl?: boolean;
  /** Asked once `before` was answered: whether it leaves the answers of this run in no doubt. */
  controlHolds(): boolean;
  /** Whether it was answered at all. */
  controlAnswered?(): boolean;
}

export interface RegisterTask {
  /** Who it is to the register, whichever service it is sent to. */
  company: Pick<Company, 'key' | 'names' | 'option'>;
  /** What was asked beside that and the reference id, as JSON: whoever reads the reply on another day has to know it. */
  question: Readonly<Record<string, string>>;
  /** What the user knew of it on that day, for people who look at its hits later. No rule depends on it. */
  ownData?: Readonly<Record<string, number | string>>;
  /**
   * Register → items.
   *
   * @throws OperationFailure if the service reported that the work failed, or where there is no item for a doubt
   */
  recall(held: StoredVerdict, environment: ServiceSettings['environment']): Answer;
}

/** What a run tells a register of requests that were made before. */
export interface FollowUp {
  /** The name of the register. */
  register: string;
  /** Asked when the run is over: the requests that failed, each with what only it has; and where, if anything was sent. */
  found(): {
    failures: readonly (Pick<RegisterTask, 'question'> &
      Pick<LaterFailure, 'ids' | 'saidId'> & { reply: ServiceReply })[];
    service: Pick<ServiceSettings, 'baseUrl' | 'environment'> | undefined;
  };
}

/** What the register holds of the company of a task. */
export interface StoredVerdict {
  /** The replies that count, the newest last; none if the company has no answer. */
  replies: readonly HeldReply[];
  /** The last word on the company, from what the replies say as they are read today. */
  judge(said: RegisterVerdict): RegisterVerdict;
  /** What a person may decide about, and what was decided. */
  cases: readonly Case[];
  /** Since the screenings before. */
  changes: AnswerChanges;
  /** What of it was not told yet, where only that is to come out. */
  news: News;
  /** It was in the register before this run. */
  remembered: boolean;
  /** With which it was asked for, and when (ISO 8601); empty if that is not known. */
  referenceId: string;
  screenedAt: string;
}

export interface HeldReply {
  reply: ServiceReply;
  /** The one of the company's names that was asked for, and its place among them when they were sent. */
  name: string;
  place: number;
  /** The `question` of the task that asked for it. */
  question: Readonly<Record<string, string>>;
  /** That of the company, from which those of its other names follow. */
  referenceId: string;
}
