// A holding: what the register holds of a company, as the items are made from it.
import type { AnswerChanges } from '../../register/facts/changes';
import type { Case } from '../../register/cases/cases';
import type { RegisterVerdict } from '../../register/companies/registerVerdict';
import type { News } from '../../register/facts/news';
import type { ServiceReply } from '../../service/reply';

/** What the register holds of the company of a task. */
export interface Holding {
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
