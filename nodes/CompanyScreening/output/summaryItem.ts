// The option Summary Item: the counts of a run as an item of its own, after those of the companies.
import type { IDataObject } from 'n8n-workflow';

import type { ChangedHit, ItemResult } from '../operations/answer';
import type { RequestOperation } from '../operations/operation';
import { resultsOf, type ControlResult, type ItemState, type RunResult } from '../run/itemState';
import { messagesOf, type RunMessages, type RunReceipt } from './receiptMessage';
import { runHint } from './runHint';

/** The keys of the summary item, in their order. */
export const SUMMARY_KEYS = [
  'outcome',
  'explanation',
  'environment',
  'companies',
  'companiesWithHits',
  'hits',
  'clear',
  'review',
  'errors',
  'problem',
] as const;

type SummaryFields = Record<(typeof SUMMARY_KEYS)[number], IDataObject[string]>;
/** What it has as well if answers are kept in the register. */
interface KeptSummary extends RunMessages {
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
 * The counts of a run. `explanation` says them in a sentence, `problem` what was wrong with the first company that has no answer.
 * If answers are kept, it also has messages for people, which name hits and companies without a verdict, and no others.
 *
 * @param firstError the first error item
 */
export function summaryOf(
  operation: RequestOperation,
  run: RunResult,
  firstError: IDataObject | undefined,
): SummaryFields & Partial<KeptSummary> {
  const { results, found } = resultsOf(run.items);
  const all = [...results, ...found];
  const having = (outcome: string) =>
    results.filter((result: ItemResult) => result.receipt.outcome === outcome).length;
  const summary = {
    outcome: 'summary',
    explanation: runHint(operation, run),
    environment: run.environment,
    companies: run.items.length,
    companiesWithHits: all.filter(({ receipt }) => receipt.outcome === 'hit').length,
    hits: all.reduce((sum, { receipt }) => sum + receipt.hits, 0),
    clear: having('clear'),
    review: having('review'),
    errors: run.items.length - results.length,
    problem: firstError ? textsOf(firstError['error'], firstError['description']) : null,
  };
  return { ...summary, ...(run.register ? keptSummary(run, run.register, summary) : {}) };
}

const textsOf = (...values: unknown[]): string =>
  values.filter((value) => typeof value === 'string').join(' ');

function keptSummary(
  run: RunResult,
  { companiesBefore, control, reportId, companies, deskAddress }: NonNullable<RunResult['register']>,
  counts: Pick<RunReceipt, 'clear' | 'companiesWithHits'>,
): KeptSummary {
  const { results, found } = resultsOf(run.items);
  const hits = [...results, ...found].flatMap(({ receipt }) => receipt.changedHits?.() ?? []);
  const having = (wanted: ChangedHit['change']) => hits.filter(({ change }) => change === wanted).length;
  const withoutVerdict = run.items.flatMap(lackOf);
  const { clear, companiesWithHits } = counts;
  const { environment } = run;
  const rows = run.items.length;
  const listed = {
    companies,
    rows,
    deskAddress,
    companiesBefore,
    companiesWithHits,
    clear,
    environment,
    control,
  };
  return {
    companiesBefore,
    control,
    newHits: having('new'),
    changedHits: having('changed'),
    hitsListedAgain: having('listedAgain'),
    goneHits: having('gone'),
    withoutVerdict: withoutVerdict.length,
    reportId,
    ...messagesOf({ ...listed, hits, withoutVerdict }),
  };
}

/** Why there is no verdict; nothing if there is one. */
function lackOf(item: ItemState): RunReceipt['withoutVerdict'] {
  const companyName = item.subject?.name ?? '';
  if (item.state === 'notSent') return [{ companyName, why: 'not processed' }];
  if (item.state === 'failed') {
    const why = item.error instanceof Error ? item.error.message : 'failed';
    return [{ companyName, why }];
  }
  const { reason } = item.result.receipt;
  return reason === null ? [] : [{ companyName, why: inWords(reason) }];
}

/** "noAnswer" as "no answer". */
const inWords = (reason: string): string =>
  reason.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
