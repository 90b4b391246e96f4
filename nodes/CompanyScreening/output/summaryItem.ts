// The option Summary Item: the counts of a run as an item of its own, after those of the companies.
import type { IDataObject } from 'n8n-workflow';

import { reportPartId, type ChangedHit } from '../operations/shared/requestTask';
import type { CompanyCounts } from '../operations/shared/companyCounts';
import type { RequestOperation } from '../operations/shared/operation';
import { emptyListIn, type ItemState, type RegisterFacts, type RunResult } from '../run/state/itemState';
import { messageEntriesOf } from '../run/register/messageEntries';
import { countRun } from '../run/state/runCounts';
import { messagesOf, messagesOfStop, type RunMessage } from './runMessages';
import type { CompanyLack } from './messageSections';
import { runHint } from './runHint';
import { isUnreachable } from '../run/state/outage';

/**
 * The counts of a run, of which each company is in one: with hits, clear, to review, or an error. `explanation` says them in a sentence,
 * `problem` what was wrong with the first company that has no answer. If answers are kept, it also has a message for people. That names hits and
 * companies without a verdict, and no others; or it says what stopped the run before anything was sent. A message that is too long for Slack
 * comes in several items, with the counts in each.
 *
 * @param firstError the first error item
 */
export function summaryOf(operation: RequestOperation, run: RunResult, firstError: IDataObject | undefined) {
  const counts = countRun(run);
  const { companies, withHits, clear, toReview, failed, notProcessed, withHitsToReview, hits, rows } = counts;
  const problem = firstError
    ? [firstError['error'], firstError['description']].filter((text) => typeof text === 'string').join(' ')
    : null;
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
    problem,
    control: run.control?.result ?? null,
    controlName: run.control?.name ?? null,
    register: run.register?.name ?? null,
  };
  // A night that ended before its register was opened has a message too: whoever reads it must not wait in vain.
  const isStopped = counts.rows > 0 && counts.notProcessed === counts.companies;
  const messages = isStopped && problem !== null ? messagesOfStop(problem) : [{}];
  const all: Array<Partial<RunMessage & ReturnType<typeof registerSummaries>[number]>> = run.register
    ? registerSummaries(run, run.register, counts)
    : messages;
  return all.map((one) => ({ ...summary, ...one }));
}

/** The counts of a run whose answers are kept, and its messages. */
function registerSummaries(
  { items, companyOf = String, environment, stoppedBy, control }: RunResult,
  register: RegisterFacts,
  counts: CompanyCounts,
) {
  const { companiesBefore, reportId, deskAddress, answerTimes, noReplySince, keys, waitingCases } = register;
  const messageEntries = messageEntriesOf(items, companyOf, register.formerCompanies);
  const listed = messageEntries.flatMap(({ item, ...one }) => (item ? { item, ...one } : []));
  const changes = listed.flatMap((one) => one.changes);
  const having = (wanted: ChangedHit['change']) => changes.filter(({ change }) => change === wanted).length;
  const lacks = listed.flatMap(({ item }) => lackOf(item, stoppedBy?.error));
  const withoutVerdict = lacks.filter(({ hasHits }) => !hasHits);
  const empty = emptyListIn(items);
  const messages = messagesOf({
    ...{ keys, waitingCases, counts, answerTimes, noReplySince, deskAddress, companiesBefore, environment },
    control: control?.result ?? 'none',
    emptyList: empty ? { subject: empty.subject, text: `${empty.message} ${empty.advice}` } : null,
    withoutReply: lacks.filter((one) => one.isUnreachable).length,
    messageEntries,
    withoutVerdict,
    hitsToReview: lacks.filter(({ hasHits }) => hasHits),
    comesAgain: reportId !== null,
  });
  return messages.map((message) => ({
    screenedNow: counts.screenedNow,
    remembered: counts.remembered,
    unanswered: counts.unanswered,
    companiesBefore,
    newHits: having('new'),
    changedHits: having('changed'),
    hitsListedAgain: having('listedAgain'),
    goneHits: having('gone'),
    openCases: waitingCases.count,
    withoutVerdict: withoutVerdict.length,
    reportId: reportId === null ? null : reportPartId(reportId, message),
    ...message,
  }));
}

type CompanyNeed = CompanyLack & { hasHits: boolean; isUnreachable: boolean };

/** The reason why somebody has to look; none if nobody has to. @param stoppedBy why the run ended before its last company, if it did */
function lackOf(item: ItemState, stoppedBy: unknown): CompanyNeed[] {
  const companyName = item.subject?.name ?? '';
  if (item.state === 'done') {
    const { reason, outcome } = item.result.receipt;
    const hasHits = outcome === 'hit';
    return reason === null ? [] : [{ companyName, why: inWords(reason), hasHits, isUnreachable: false }];
  }
  const isProcessed = item.state === 'failed';
  const error = isProcessed ? item.error : stoppedBy;
  const said = error instanceof Error ? error.message : isProcessed ? 'failed' : '';
  const why = isProcessed ? said : ['not processed', said].filter(Boolean).join(': ');
  const hasHits = isProcessed && (item.partialResult?.receipt.hits ?? 0) > 0;
  return [{ companyName, why, hasHits, isUnreachable: isUnreachable(error) }];
}

/** Gives "no answer" for "noAnswer", for example. */
const inWords = (reason: string): string =>
  reason.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
