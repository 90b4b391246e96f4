// operations/shared/: what operations have in common: what one is, its options, and how its answers are kept. What only one of them does is in
// its own folder. Nothing is sent here.
//
// The counts of a run: what became of each company of its list, each counted once. Every count comes from here: that of the line above the
// output, the summary item, the messages, the row of the run, a workbook. So do the words for the totals.
import { grouped, quantity } from '../../names/plainText';

export interface CountedRow {
  /** Equal for rows of one company. Null if the row names none that can be screened: it counts as one that failed. */
  company: string | null;
  /** `done` has no verdict: annual returns were requested, or a file was read. */
  outcome: 'clear' | 'done' | 'error' | 'hit' | 'notProcessed' | 'review';
  /** A person has to look at it, even if there are hits. */
  needsALook: boolean;
  hits: number;
  /** Tells whether its answer is one of this run, or was there before. `none` if it has none, `left` if an earlier run left it without one. */
  answered: 'before' | 'left' | 'none' | 'now';
  /** The ids of paid requests in this run: a company of several names has several. */
  paidFor: readonly string[];
}

export type CompanyCounts = ReturnType<typeof countCompanies>;

/** A company of several rows counts under the outcome that a person must not miss. */
export function countCompanies(rows: readonly CountedRow[]) {
  const companies = [...grouped(rows, ({ company }) => company)].flatMap(([company, some]) =>
    company === null ? some : some.reduce(together),
  );
  const having = (outcome: CountedRow['outcome']) => companies.filter((one) => one.outcome === outcome);
  const answered = (when: CountedRow['answered']) => companies.filter((one) => one.answered === when).length;
  const withHits = having('hit');
  const sent = companies.filter(wasSentNow);
  return {
    rows: rows.length,
    companies: companies.length,
    // These six add up to the companies.
    withHits: withHits.length,
    clear: having('clear').length,
    done: having('done').length,
    toReview: having('review').length,
    failed: having('error').length,
    notProcessed: having('notProcessed').length,
    // These three add up to the companies, too.
    screenedNow: answered('now'),
    remembered: answered('before'),
    unanswered: answered('none') + answered('left'),
    /** Companies that this run has sent, or has failed to send; and those of them that got a verdict. */
    sentNow: sent.length,
    verdictsNow: sent.filter(({ outcome, needsALook }) => !needsALook && VERDICTS.has(outcome)).length,
    /** Companies without an answer that an earlier run left; a person decides. */
    leftUnanswered: answered('left'),
    /** Failed rows that name no company that can be screened. */
    unusable: companies.filter(({ company }) => company === null).length,
    /** Companies with hits that a person has to look at as well. */
    withHitsToReview: withHits.filter(({ needsALook }) => needsALook).length,
    hits: companies.reduce((sum, one) => sum + one.hits, 0),
    /** Screenings that were paid for in this run, as far as their ids are known. */
    screenings: new Set(companies.flatMap(({ paidFor }) => paidFor)).size,
  };
}

function wasSentNow({ company, answered, outcome }: CountedRow): boolean {
  const isFailure = answered === 'none' && (outcome === 'error' || outcome === 'hit');
  return company !== null && (answered === 'now' || isFailure);
}

const VERDICTS: ReadonlySet<CountedRow['outcome']> = new Set(['clear', 'done', 'hit']);

/** Tells which run answered a row that has no error. @param remembered true if the register has it of an earlier run */
export function answeredBy(reason: string | null, remembered: boolean): CountedRow['answered'] {
  if (reason === 'noAnswer') return remembered ? 'left' : 'none';
  if (reason === 'beingScreened') return 'none';
  return remembered ? 'before' : 'now';
}

/** The first one is the one that a person must not miss. */
const OUTCOMES: readonly CountedRow['outcome'][] = [
  'hit',
  'review',
  'error',
  'notProcessed',
  'done',
  'clear',
];
const ANSWERED: readonly CountedRow['answered'][] = ['now', 'before', 'none', 'left'];

function together(one: CountedRow, other: CountedRow): CountedRow {
  return {
    company: one.company,
    outcome: firstOf(OUTCOMES, one.outcome, other.outcome),
    needsALook: one.needsALook || other.needsALook,
    // Each row of the company has the same hits.
    hits: Math.max(one.hits, other.hits),
    answered: firstOf(ANSWERED, one.answered, other.answered),
    paidFor: [...one.paidFor, ...other.paidFor],
  };
}

function firstOf<Value>(order: readonly Value[], one: Value, other: Value): Value {
  return order.indexOf(one) <= order.indexOf(other) ? one : other;
}

/** Each company is in one of the three. */
export function outcomeWords({ withHits, clear, toReview, failed, notProcessed }: CompanyCounts): string {
  return `${withHits} with hits, ${clear} clear, ${toReview + failed + notProcessed} without a verdict`;
}

/** The consequence of a control that is not found. @param clear how many are clear all the same: what earlier runs have screened */
export function unprovenWords(clear = 0): string {
  const stay = `${quantity(clear, 'company that was screened earlier stays', 'companies that were screened earlier stay')} clear as of then`;
  return `no company that this run screened is clear${clear === 0 ? '' : `; ${stay}`}`;
}

/** Gives "20 companies: 14 with hits (19 hits; 2 of these companies to review as well), 5 clear, 1 to review.", for example. */
export function countsSentence(counts: CompanyCounts): string {
  const { companies, withHits, withHitsToReview, hits, clear, toReview, leftUnanswered: left } = counts;
  const failed = counts.failed + counts.notProcessed;
  const also = withHitsToReview === 0 ? '' : `; ${withHitsToReview} of these companies to review as well`;
  const parts = [
    `${withHits} with hits (${quantity(hits, 'hit', 'hits')}${also})`,
    `${clear} clear`,
    `${toReview} to review${left === 0 ? '' : ` (${left} left without an answer by an earlier run)`}`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ];
  return `${quantity(companies, 'company', 'companies')}: ${parts.join(', ')}.`;
}

/** The words for three parts of the companies, which add up to them. @param now as in "38 screened now" @param when says how old answers of the register are */
export function answeredWords(
  { screenedNow, remembered, unanswered }: CompanyCounts,
  now: string,
  when = '',
): string {
  return [
    `${screenedNow} ${now}`,
    `${remembered} from the register${remembered === 0 ? '' : when}`,
    ...(unanswered === 0 ? [] : [`${unanswered} without an answer`]),
  ].join(', ');
}
