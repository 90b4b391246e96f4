// The rules on which payments and the archive depend, each a pure function: a test can put another one in the place of each, and the model of
// the register has to notice.
import { archivableRepeats, archivingStatements, isWorthArchiving } from '../archive/closing';
import { withPast } from '../facts/history';
import { forgottenBy, type Knowledge } from '../facts/knowledge';
import { tidyingClaims, updatingClaim, deletingClaim } from '../facts/liveness';
import { screeningIdQueries } from '../facts/answerQueries';
import { companyStateOf } from '../facts/companyState';
import { equal, MAX_CONDITIONS, type Statement, type StoredRow, type TableRow } from '../port/tables';
import type { IntactAnswer } from '../rows/answerRows';
import { claimedCompanyId, DONE, type Claim } from '../rows/claimRows';
import { doubtRow, type LateDoubt } from '../rows/doubtRows';
import { runReportRows } from '../rows/reportRows';
import type { CompanyHash } from '../rows/identity';
import { CONTROL_FAILED, updatingRun } from '../rows/runRows';
import type { OwnClaim } from './state';

export const RULES = {
  isLongList,
  resolveClaim,
  companyStateOf,
  statementsToRepeat,
  tidyingClaims,
  storingAnswersAndClosingClaim,
  duplicateIdQueries,
  pollQueries,
  storingDoubts,
  mayWaitForOthers,
  overlaps,
  nextBatchSize,
  averaged,
  withPast,
  isWorthArchiving,
  archivableRepeats,
  archivingStatements,
  runReportRows,
  forgottenIn,
};
export type ProtocolRules = typeof RULES;

interface ClaimResolution {
  /** Nobody else holds it: it may be sent. */
  free: CompanyHash[];
  /** Other runs hold it too, but this one comes first. It waits until they give it back, or conclude it. */
  won: CompanyHash[];
  /** A run that comes first holds it too. */
  lost: CompanyHash[];
}

/**
 * Resolves an own claim against every other open claim, all of them read after the own one was stored. Of two runs, at least one stored its
 * claim before the other one read, so at most one of them finds a company free. Of two that both see it, the one with the smaller uuid
 * wins it. It must not send yet, because the other one may have read too early to know.
 *
 * @param mine has the id of its row, which the rule does not use: the model tries one that does, and finds it unsafe
 * @param others open claims of other runs that live
 */
function resolveClaim(
  mine: Pick<Claim, 'companies' | 'id' | 'runId'>,
  others: readonly Claim[],
): ClaimResolution {
  const resolution: ClaimResolution = { free: [], won: [], lost: [] };
  for (const company of mine.companies) {
    const holders = others.filter(({ companies }) => companies.includes(company));
    const comesFirst = holders.every(({ runId }) => mine.runId < runId);
    resolution[holders.length === 0 ? 'free' : comesFirst ? 'won' : 'lost'].push(company);
  }
  return resolution;
}

/** True if the whole table is read: each condition costs a scan. */
function isLongList(companies: number): boolean {
  return companies > MAX_CONDITIONS;
}

/**
 * Stores the answers first, as one statement, and closes the claim only then. Before, the claim says which screening ids they have: whoever
 * reads all claims afterwards knows the ids of every answer that is stored.
 *
 * @param screenings the hashes of the screening ids of each company
 */
function storingAnswersAndClosingClaim(
  claimId: string,
  answers: readonly TableRow[],
  screenings: Readonly<Record<string, readonly string[]>>,
): Statement[] {
  // Nothing of it can have been charged for.
  if (answers.length === 0) return [deletingClaim(claimId)];
  return [
    updatingClaim(claimId, { screenings: JSON.stringify(screenings) }),
    { do: 'insert', table: 'answers', rows: answers },
    updatingClaim(claimId, DONE),
  ];
}

/**
 * Reads answers of other runs with the same screening ids. Must follow the insert in the same call. Never reads from a row id on, since a
 * lower one may be committed later. A run with a long list finds them in the claims: whoever closed one before this run began has its
 * answers among those that were read then.
 */
function duplicateIdQueries(isLongList: boolean, ids: readonly string[]): Statement[] {
  return isLongList || ids.length === 0 ? [] : screeningIdQueries(ids);
}

/**
 * Reads all of the claims, and after them the runs: a run that closes a claim in between is still seen to live. Also reads the runs whose
 * control has failed, since their clear answers are not clear.
 */
function pollQueries(runId: string): Statement[] {
  return [
    { do: 'read', table: 'claims', where: [], match: 'all' },
    {
      do: 'read',
      table: 'runs',
      where: [equal('state', 'going'), equal('run', runId), equal('control', CONTROL_FAILED)],
      match: 'any',
    },
  ];
}

/**
 * Stores a doubt about answers of the run that are stored already. If a control failed, the rows of the run say it as well, to the runs
 * that are going at this time and have read the answers.
 *
 * @param doubts at least one, about ids that the run has had
 * @param at when, as an ISO date and time
 */
function storingDoubts(doubts: readonly LateDoubt[], at: string): Statement[] {
  const toOthers = doubts.flatMap(({ runId, old }) =>
    old ? [] : updatingRun(runId, { control: CONTROL_FAILED }),
  );
  return [{ do: 'insert', table: 'answers', rows: doubts.map((doubt) => doubtRow(doubt, at)) }, ...toOthers];
}

/** True if the run may wait for others: not while a batch is being sent, since others may wait for its answers. */
function mayWaitForOthers(underWay: readonly OwnClaim[]): boolean {
  return underWay.length === 0;
}

/**
 * True if batches are sent side by side. They hide the calls of the register behind a service that takes longer. Otherwise they would
 * only double the calls.
 */
function overlaps({ batchMs, claimingMs }: { batchMs: number; claimingMs: number }): boolean {
  return batchMs >= claimingMs;
}

/** Takes the mean: one slow request says little of the next batch. */
function averaged(beforeMs: number | null, nowMs: number): number {
  return beforeMs === null ? nowMs : (beforeMs + nowMs) / 2;
}

interface BatchPace {
  batchSize: number;
  concurrency: number;
  overlaps: boolean;
  companyMs: number | null;
  storingMs: number;
  /** The number of companies of each batch that is under way. */
  underWay: readonly number[];
}

/**
 * The most companies of the next batch; 0 if none may be sent beside those under way. A crash leaves all of them in doubt, so a batch is only
 * large enough to hide the calls of the register behind the others. Several small ones keep all slots busy while one waits for a slow
 * request.
 */
function nextBatchSize({ underWay, ...pace }: BatchPace): number {
  const { batchSize, concurrency, companyMs } = pace;
  const isAlone = underWay.length === 0;
  // Nobody knows yet how long the service takes.
  if (companyMs === null) return isAlone ? Math.min(batchSize, MAX_BATCHES * concurrency) : 0;
  if (!pace.overlaps || batchSize === 1) return isAlone ? batchSize : 0;
  const half = Math.floor(batchSize / 2);
  const hiding = companyMs === 0 ? half : Math.ceil((HIDING_MARGIN * pace.storingMs) / companyMs);
  const size = Math.min(half, Math.max(hiding, concurrency));
  const atOnce = Math.max(2, Math.min(MAX_BATCHES, Math.floor((MOST_ROUNDS * concurrency) / size)));
  if (underWay.length >= atOnce) return 0;
  // Batches under way may be larger than this one.
  const room = batchSize - underWay.reduce((sum, companies) => sum + companies, 0);
  return Math.max(0, Math.min(size, room));
}

const MAX_BATCHES = 4;
/** Requests one after the other, in all batches that are under way. */
const MOST_ROUNDS = 8;
/** Calls do not all take the same time. */
const HIDING_MARGIN = 1.5;

/** True for an answer whose company was forgotten while it was on its way, or when it was stored. */
function forgottenIn({ archived }: Pick<Knowledge, 'archived'>): (answer: IntactAnswer) => boolean {
  const isForgotten = forgottenBy(archived?.removals);
  return (answer) => isForgotten(answer.answerId) || isForgotten(claimedCompanyId(answer, answer.company));
}

/**
 * Reads back, for each `insert` in the order of a failed call, whether its rows are there: it may have been carried out, wholly or from the
 * first statement up to any other, so nothing is inserted blindly again.
 */
export function readBackQueries(statements: readonly Statement[]): Statement[] {
  return statements
    .filter((statement) => statement.do === 'insert')
    .map(({ table, rows }) => {
      const column = table === 'runs' ? 'run' : 'mark';
      const where = [equal(column, String(rows[0]?.[column]))];
      return { do: 'read', table, where, match: 'all', limit: 1 };
    });
}

/**
 * The rest of a failed call. An insert is one transaction, so one row of it proves the others; an update, a delete or a read is simply done
 * again.
 *
 * @param found what `readBackQueries` found
 */
function statementsToRepeat(
  statements: readonly Statement[],
  found: readonly (readonly StoredRow[])[],
): Statement[] {
  const inserts = statements.filter((statement) => statement.do === 'insert');
  const done = new Set<Statement>(inserts.filter((_, index) => (found[index] ?? []).length > 0));
  return statements.filter((statement) => !done.has(statement));
}
