// The option Summary Item: the counts of a run as an item of its own, after those of the companies.
import type { IDataObject } from 'n8n-workflow';

import type { RequestOperation, Result } from '../operations/operation';
import type { Run } from '../run/itemState';
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

/**
 * The counts of a run. It names no company, so that nobody takes it for one. `explanation` says the counts in a sentence,
 * `problem` what was wrong with the first company that has no answer.
 *
 * @param firstError the first error item
 */
export function summaryOf(
  operation: RequestOperation,
  run: Run,
  firstError: IDataObject | undefined,
): Record<(typeof SUMMARY_KEYS)[number], IDataObject[string]> {
  const results = run.items.flatMap((item) => (item.state === 'done' ? [item.result] : []));
  const having = (outcome: string) =>
    results.filter((result: Result) => result.receipt.outcome === outcome).length;
  return {
    outcome: 'summary',
    explanation: runHint(operation, run),
    environment: run.environment,
    companies: run.items.length,
    companiesWithHits: having('hit'),
    hits: results.reduce((sum, { receipt }) => sum + receipt.hits, 0),
    clear: having('clear'),
    review: having('review'),
    errors: run.items.length - results.length,
    problem: firstError ? textsOf(firstError['error'], firstError['description']) : null,
  };
}

const textsOf = (...values: unknown[]): string =>
  values.filter((value) => typeof value === 'string').join(' ');
