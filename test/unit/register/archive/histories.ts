// Random histories of a register, night by night: which runs there are, side by side or killed, what the service says of each company,
// and what people decide and delete.
import type { DecisionKind } from '../../../../nodes/CompanyScreening/register/rows/decisionRows';
import type { ListedCompany } from '../../../../nodes/CompanyScreening/register/rows/identity';
import type { SentResult } from '../../../../nodes/CompanyScreening/register/protocol/messages';
import { aCompany } from '../anAnswer';
import { wanted } from '../aList';
import { resultOf } from '../night';

const DAY_MS = 24 * 60 * 60 * 1000;
const START_MS = Date.parse('2026-01-01T02:00:00.000Z');
export const nightMs = (number: number): number => START_MS + number * DAY_MS;

/** Some have two names; some have the key of another one, as if they had been renamed. */
const COMPANIES = Array.from({ length: 16 }, (_, number) => {
  const company = aCompany(`Company ${number}`);
  if (number % 9 === 0) return wanted({ ...company, names: [`Company ${number}`, 'Other'] });
  return wanted(number % 9 === 1 ? aCompany(`Renamed ${number}`, `Company ${number - 1}`) : company);
});

const READERS = ['Slack', 'mail'];

/** One of up to two runs of a night. */
export interface PlannedRun {
  list: readonly ListedCompany[];
  readers: readonly string[];
  isTold: boolean;
  /** The message names one hit of each company. */
  isToldInPart: boolean;
  /** The list counts as long: the run reads the whole register. */
  isLong: boolean;
  isDue: boolean;
  batchSize: number;
  controlHolds: boolean;
  /** After so many steps. */
  killedAfter: number;
}

export interface Night {
  number: number;
  runs: readonly PlannedRun[];
  /** Which of the runs takes the next step, by its place. */
  order: readonly number[];
  /** What the service says when a company is asked for once more in this night. */
  resultOf: (company: string, attempt: number) => SentResult | undefined;
  /** After how many statements a closing is killed. */
  closingKilledAfter: number;
  /** Which of the open cases is decided about, as their share, how and by whom. */
  decisions: ReadonlyArray<{ of: number; as: DecisionKind; by: string }>;
  /** The key of a company that is forgotten. */
  forgotten: string | null;
  /** What is older is pruned (ISO 8601). */
  prunedBefore: string | null;
  /** After how many statements both are killed before they are run again. */
  removalKilledAfter: number;
}

/** The nights of one history, each drawn when it is asked for. */
export class History {
  private readonly rates;
  /** The hits of each company in the night before, by their letters; in doubt if there is a `?` behind them. */
  private readonly letters = new Map<string, string>();
  private readonly ids: string[] = [];

  constructor(private readonly random: () => number) {
    this.rates = {
      unanswered: this.from([0.01, 0.08]),
      changed: this.from([0.05, 0.3]),
      failed: this.from([0, 0.1]),
      shared: this.from([0, 0.01]),
    };
  }

  night(number: number): Night {
    const results = new Map(
      COMPANIES.map((one) => {
        if (this.random() < this.rates.changed)
          this.letters.set(
            one.hash,
            this.from(['', 'a', 'ab', 'b', 'bc', 'c', 'abc', '?', '?', 'c?', 'bc?']),
          );
        return [one.hash, Array.from({ length: 4 }, (_, attempt) => this.result(one, number, attempt))];
      }),
    );
    return {
      number,
      resultOf: (company, attempt) => results.get(company)?.[Math.min(attempt, 3)],
      runs: Array.from({ length: this.random() < 0.6 ? 1 : 2 }, () => ({
        ...this.run(),
        // Of a reader who comes later, a prune knows nothing.
        ...(number === 0 ? { readers: READERS, killedAfter: Infinity } : {}),
      })),
      order: Array.from({ length: 17 }, () => this.below(2)),
      closingKilledAfter: this.random() < 0.7 ? Infinity : this.below(4),
      decisions: Array.from({ length: this.from([0, 1, 2, 4]) }, () => ({
        of: this.random(),
        as: this.from<DecisionKind>([
          ...(['sendAgain', 'trueMatch', 'falsePositive', 'falsePositive', 'confirm', 'close'] as const),
        ]),
        by: this.from(['ann', 'bob', 'cat']),
      })),
      forgotten: this.random() < 0.12 ? this.from(COMPANIES).company.key : null,
      prunedBefore: this.random() < 0.3 ? new Date(nightMs(this.below(number + 1))).toISOString() : null,
      removalKilledAfter: this.random() < 0.5 ? Infinity : this.below(20),
    };
  }

  private run(): PlannedRun {
    return {
      list: COMPANIES.filter(() => this.random() > 0.05),
      readers: this.from([[], ['Slack'], READERS]),
      isTold: this.random() < 0.6,
      isToldInPart: this.random() < 0.2,
      isLong: this.random() < 0.6,
      isDue: this.random() < 0.9,
      batchSize: this.from([5, 10]),
      controlHolds: this.random() > 0.06,
      killedAfter: this.random() < 0.12 ? this.below(8) : Infinity,
    };
  }

  private result(one: ListedCompany, number: number, attempt: number): SentResult {
    const at = nightMs(number) + 1000 * attempt + this.below(900);
    const screenedAt = new Date(at).toISOString();
    const letters =
      attempt === 0 || this.random() < 0.6 ? (this.letters.get(one.hash) ?? '') : this.from(['', 'a', 'b']);
    const ids = one.company.names.map(() => this.screeningId());
    const isFailed = this.random() < this.rates.failed;
    const isUnanswered = this.random() < this.rates.unanswered;
    const facts = { at: screenedAt, ids, payload: { reply: letters } };
    const result = resultOf(one, isUnanswered ? '!' : isFailed ? '' : letters, facts);
    return isFailed && result.is === 'answered' ? { ...result, outcome: 'error', reason: 'failed' } : result;
  }

  /** Now and then one that the service has given out before. */
  private screeningId(): string {
    const isOld = this.random() < this.rates.shared && this.ids.length > 0;
    const id = isOld ? this.from(this.ids) : `id ${this.below(2 ** 40)}`;
    this.ids.push(id);
    return id;
  }

  private below(end: number): number {
    return Math.floor(this.random() * end);
  }

  private from<One>(all: readonly One[]): One {
    const one = all[this.below(all.length)];
    if (one === undefined) throw new Error('There is nothing to choose from.');
    return one;
  }
}
