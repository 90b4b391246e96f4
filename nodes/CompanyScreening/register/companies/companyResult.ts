// What the run says of one company in the end.
import type { Case } from '../cases/cases';
import type { AnswerChanges } from '../facts/changes';
import type { News } from '../facts/news';
import type { Doubt } from '../facts/standing';
import type { SoundAnswer } from '../rows/answerRows';
import type { CompanyHash } from '../rows/identity';

/** What the run says of one company in the end. */
export type Settlement =
  | {
      is: 'answer';
      company: CompanyHash;
      answer: SoundAnswer;
      /** It was in the register before this run. */
      remembered: boolean;
      /** False if the register could not be written: then nothing is clear. */
      stored: boolean;
      doubt: Doubt | null;
      /** Since the screenings before this answer. */
      changes: AnswerChanges;
      /** What of it was not told yet. */
      news: News;
      /** What a person may decide about, and what was decided. */
      cases: Case[];
    }
  | {
      is: 'withoutVerdict';
      company: CompanyHash;
      doubt: Doubt | 'beingScreened';
      /** The claim that a person's `sendAgain` has to name; empty with `beingScreened`. */
      mark: string;
      referenceId: string;
      /** When it was asked for, as far as it is known; otherwise empty. */
      askedAt: string;
      /** Answers that it has all the same: their hits have to be shown. */
      answers: SoundAnswer[];
      cases: Case[];
      /** Of the hits of these answers. Without a verdict, none is gone. */
      changes: AnswerChanges;
    }
  /** The run ended before its turn, or it could not be sent; nothing was paid. */
  | { is: 'notSent'; company: CompanyHash };

/** What became of a company that was sent at some time. */
export type CompanySettlement = Exclude<Settlement, { is: 'notSent' }>;
