// The option Summary Item: the counts of a run as an item of its own, after those of the companies.
import type { IDataObject } from 'n8n-workflow';

import type { ChangedHit } from '../operations/answer';
import type { CompanyCounts } from '../operations/companyCounts';
import type { RequestOperation } from '../operations/operation';
import { resultsOf, type ControlResult, type ItemState, type RunResult } from '../run/itemState';
import { countRun } from '../run/runCounts';
import { messagesOf, type CompanyLack, type RunMessages } from './receiptMessage';
import { runHint } from './runHint';

/** The keys of the summary item, in their order. */
export const SUMMARY_KEYS = [
  'outcome',
  'explanation',
  'environment',
  'companies',
  'companiesWithHits',
  'clear',
  'review',
  'errors',
  'companiesWithHitsToReview',
  'hits',
  'rows',
  'problem',
] as const;

type SummaryFields = Record<(typeof SUMMARY_KEYS)[number], IDataObject[string]>;
/** What it has as well if answers are kept in the register. */
interface KeptSummary extends RunMessages {
  screenedNow: number;
  remembered: number;
  unanswered: number;
  companiesBefore: number | null;
  control: ControlResult;
  newHits: number;
  changedHits: number;
  hitsListedAgain: number;
  goneHits: number;
  withoutVerdict: number;
  reportId: string | null;
}

/**
 * The counts of a run, of which each company is in one: with hits, clear, to review, or an error. `explanation` says them
 * in a sentence, `problem` what was wrong with the first company that has no answer. If answers are kept, it also has messages for
 * people, which name hits and companies without a verdict, and no others.
 *
 * @param firstError the first error item
 */
export function summaryOf(
  operation: RequestOperation,
  run: RunResult,
  firstError: IDataObject | undefined,
): SummaryFields & Partial<KeptSummary> {
  const counts = countRun(run);
  const { companies, withHits, clear, toReview, failed, notProcessed, withHitsToReview, hits, rows } = counts;
  const summary = {
    outcome: 'summary',
    explanation: runHint(operation, run, counts),
    environment: run.environment,
    companies,
    companiesWithHits: withHits,
    clear,
    review: toReview,
    errors: failed + notProcessed,
    companiesWithHitsToReview: withHitsToReview,
    hits,
    rows,
    problem: firstError ? textsOf(firstError['error'], firstError['description']) : null,
  };
  return { ...summary, ...(run.register ? keptSummary(run, run.register, counts) : {}) };
}

const textsOf = (...values: unknown[]): string =>
  values.filter((value) => typeof value === 'string').join(' ');

function keptSummary(
  { items, environment }: RunResult,
  {
    companiesBefore,
    control,
    reportId,
    deskAddress,
    companyOf,
    answerTimes,
    keys,
  }: NonNullable<RunResult['register']>,
  counts: CompanyCounts,
): KeptSummary {
  const companies = eachOnce(items, companyOf);
  const { results, found } = resultsOf(companies);
  const hits = [...results, ...found].flatMap(({ receipt }) => receipt.changedHits?.() ?? []);
  const having = (wanted: ChangedHit['change']) => hits.filter(({ change }) => change === wanted).length;
  const lacks = companies.flatMap(lackOf);
  const withoutVerdict = lacks.filter(({ hasHits }) => !hasHits);
  const hitsToReview = lacks.filter(({ hasHits }) => hasHits);
  const about = { counts, answerTimes, deskAddress, companiesBefore, environment, control, keys };
  return {
    screenedNow: counts.screenedNow,
    remembered: counts.remembered,
    unanswered: counts.unanswered,
    companiesBefore,
    control,
    newHits: having('new'),
    changedHits: having('changed'),
    hitsListedAgain: having('listedAgain'),
    goneHits: having('gone'),
    withoutVerdict: withoutVerdict.length,
    reportId,
    ...messagesOf({ ...about, hits, withoutVerdict, hitsToReview }),
  };
}

/** The first item of each company: the others say the same. */
function eachOnce(items: readonly ItemState[], companyOf: (itemIndex: number) => string | null): ItemState[] {
  const seen = new Set<string>();
  return items.filter((_, itemIndex) => {
    const company = companyOf(itemIndex);
    if (company === null) return true;
    const isFirst = !seen.has(company);
    seen.add(company);
    return isFirst;
  });
}

/** Why somebody has to look; nothing if nobody has to. */
function lackOf(item: ItemState): Array<CompanyLack & { hasHits: boolean }> {
  const companyName = item.subject?.name ?? '';
  if (item.state === 'notSent') return [{ companyName, why: 'not processed', hasHits: false }];
  if (item.state === 'failed') {
    const why = item.error instanceof Error ? item.error.message : 'failed';
    return [{ companyName, why, hasHits: (item.found?.receipt.hits ?? 0) > 0 }];
  }
  const { reason, outcome } = item.result.receipt;
  return reason === null ? [] : [{ companyName, why: inWords(reason), hasHits: outcome === 'hit' }];
}

/** "noAnswer" as "no answer". */
const inWords = (reason: string): string =>
  reason.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
