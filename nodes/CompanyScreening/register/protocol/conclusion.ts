// The end of a run: its claims are given back, its row is closed, and whatever could not be stored is left as a last resort.
import { deletingClaim } from '../facts/liveness';
import type { Statement } from '../port/tables';
import { endedRow, updatingRun, type RunComparison } from '../rows/runRows';
import { beginCall, isClaim } from './calls';
import { concludeNotStored, concludeRest } from './companyResults';
import { storeAndPoll, tidyingUp } from './reads';
import type { Command, SendingStop } from './messages';
import type { OwnRun } from './ownRun';
import type { RunState } from './state';
import { storeResults } from './storing';

export function concludeRun(run: OwnRun): Command {
  giveBackClaim(run);
  // Polls before its row says that it has ended: until then, claims that others have closed are kept for it.
  if (run.state.answersWithoutResult.length > 0) return storeAndPoll(run);
  concludeRest(run);
  const { known } = run.state;
  const before = isLatest(run) ? known.runsBefore : [];
  const retired = before.map(({ runId: other }) => updatingRun(other, { latestRunOfNode: '' }));
  // Order matters: this run says first that it is the latest, and only then the one before no longer does.
  return beginCall(run, 'ending', [
    ...run.markingSilentRuns(),
    endingRow(run),
    ...retired,
    ...tidyingUp(run),
  ]);
}

/** The end of a run that has stored everything. */
export const RUN_OVER: Command = { do: 'over', failing: null, lastResort: [] };

/**
 * Moves what nobody needs any more into the archive, as one call, once the row of the run says that it has ended. Not in a run that is
 * stopped.
 */
export function archiveRepeats(run: OwnRun): Command {
  const { state, rules, ports } = run;
  const { known } = state;
  if (state.stopping) return RUN_OVER;
  const at = run.timestamp;
  const archivable = rules.archivableRepeats(known, (other) => run.lives(other));
  if (!rules.isWorthArchiving(archivable.length)) return RUN_OVER;
  const facts = { runId: state.runId, at, uuid: () => ports.uuid(), knowsAll: run.isLongList };
  const statements = rules.archivingStatements(known, archivable, facts);
  return statements.length > 0 ? beginCall(run, 'archiving', statements) : RUN_OVER;
}

/** Gives back the claim that is not yet sent. */
export function giveBackClaim({ state }: OwnRun): void {
  if (!state.claim) return;
  state.nextStatements.push(deletingClaim(state.claim.claimId));
  state.unclaimed.unshift(...state.claim.companies);
  state.claim = null;
}

/**
 * Sends nothing more. Answers that were paid for come out, and their claim stays unless the last resort stores them.
 *
 * @param statements what could not be stored
 */
export function failRun(run: OwnRun, why: SendingStop, statements: readonly Statement[] = []): Command {
  const { state } = run;
  state.call = null;
  state.failing = { why, statements: statements.filter((one) => one.do !== 'read' && !isClaim(one)) };
  if (state.results.length > 0) storeResults(run, state.results.splice(0));
  giveBackClaim(run);
  return endFailing(run, state.failing);
}

/** Waits for the batches under way, so that the last resort stores them with the rest. */
export function endFailing(run: OwnRun, { why, statements }: NonNullable<RunState['failing']>): Command {
  const { state } = run;
  if (state.underWay.length > 0) return awaitResults(run);
  const lastResort = [...statements, ...state.nextStatements.splice(0), endingRow(run)];
  concludeNotStored(run, state.answersWithoutResult.splice(0));
  concludeRest(run);
  return { do: 'over', failing: why, lastResort };
}

export function awaitResults({ state }: OwnRun): Command {
  return { do: 'wait', failing: state.failing?.why ?? null };
}

function endingRow(run: OwnRun): Statement {
  const { runId: id, known } = run.state;
  const { count, newest } = known.chain;
  const set = endedRow(run.timestamp, {
    decisions: count,
    newestDecisions: newest,
    compared: comparison(run),
    about: run.ports.about(),
  });
  return updatingRun(id, set);
}

/** Cells that the next run of the same node compares itself with. */
function comparison(run: OwnRun): RunComparison {
  const { nodeHash } = run.settings;
  const { companiesBefore } = run;
  return {
    ...(nodeHash !== '' && isLatest(run) ? { latestRunOfNode: nodeHash } : {}),
    ...(companiesBefore === null ? {} : { companiesBefore }),
  };
}

/** An empty list does not become the baseline: after it, the next list would look as if it had grown. */
function isLatest({ state }: OwnRun): boolean {
  return state.listed.size > 0;
}
