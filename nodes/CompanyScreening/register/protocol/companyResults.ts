// The result of each company of a run: at once for a known one, and later for one that was waited for, sent or left.
import {
  companyResultOf,
  resultOfAnswer,
  resultWithoutVerdict,
  type ScreenedResult,
} from '../companies/companyResult';
import { toDeliver } from '../companies/undelivered';
import { NO_CHANGES } from '../facts/history';
import type { Doubt, KnownState } from '../facts/companyState';
import { withDoubts } from '../facts/lateDoubts';
import type { IntactAnswer } from '../rows/answerRows';
import type { CompanyHash } from '../rows/identity';
import { companiesReportedTo } from '../rows/reportRows';
import type { OwnRun } from './ownRun';

export function concludeKnown(
  { state, settings, ports }: OwnRun,
  company: CompanyHash,
  companyState: KnownState,
): void {
  const around = { nowMs: ports.wallClock(), readers: settings.readers };
  const result = companyResultOf(state.known, company, companyState, around);
  state.concluded.push(result);
  if (around.readers.length > 0) state.screenedByOthers.push(...toDeliver(result));
}

/**
 * Writes down, before they come out, the companies that others have screened. If this run is killed, and a company leaves the list, its
 * readers are told all the same. The row of this run covers the companies that it screens itself.
 */
export function noteScreenedByOthers(run: OwnRun): void {
  const { state, settings, ports } = run;
  const { readers, nodeHash } = settings;
  const taken = state.screenedByOthers.splice(0);
  if (nodeHash === '' || taken.length === 0) return;
  const named = companiesReportedTo(state.known.reports, nodeHash, readers);
  const unknown = taken.filter(({ company }) => !named.has(company));
  if (unknown.length === 0) return;
  // Nobody knows this report, so nobody can mark it as told.
  const report = {
    report: ports.uuid(),
    readers,
    reportedTo: '',
    nodeHash,
    runId: state.runId,
    at: run.timestamp,
    uuid: () => ports.uuid(),
  };
  const rows = run.rules.runReportRows(report, unknown);
  if (rows.length > 0) state.nextStatements.push({ do: 'insert', table: 'reports', rows });
}

/** Moves companies that nobody holds any more: each is to be sent after all, or has an answer by now. */
export function concludeWaiting(run: OwnRun): void {
  const { state } = run;
  if (state.waitingForPoll.length === 0) return;
  const held = run.companiesOfOthers();
  for (const company of state.waitingForPoll.splice(0)) {
    const companyState = run.companyState(company);
    if (companyState.is !== 'toSend') concludeKnown(run, company, companyState);
    else if (held.has(company)) state.waitingForPoll.push(company);
    else state.unclaimed.push(company);
  }
}

/** Ends the wait for others. */
export function concludeHeld({ state }: OwnRun): void {
  const nothing = { claimId: '', referenceId: '', askedAt: '', answers: [], changes: NO_CHANGES, cases: [] };
  for (const company of state.waitingForPoll.splice(0))
    state.concluded.push({ is: 'withoutVerdict', company, doubt: 'beingScreened', stored: true, ...nothing });
}

/** Gives the results of stored answers, after the poll of what others have stored meanwhile. */
export function concludeStored(run: OwnRun): void {
  const { state } = run;
  for (const answer of state.answersWithoutResult.splice(0))
    state.concluded.push(resultOfOwnAnswer(run, answer));
}

/** Gives the results of answers that may not be stored, could not be polled for afterwards, or are not to stay: they are never clear. */
export function concludeNotStored(run: OwnRun, answers: readonly IntactAnswer[]): void {
  for (const answer of answers)
    run.state.concluded.push({ ...resultOfOwnAnswer(run, answer), stored: false });
}

export function concludeRest({ state }: OwnRun): void {
  const rest = [...state.unclaimed.splice(0), ...state.waitingForPoll.splice(0)];
  for (const company of rest) state.concluded.push({ is: 'notCharged', company });
}

function resultOfOwnAnswer(run: OwnRun, given: IntactAnswer): ScreenedResult {
  const { known } = run.state;
  const answer = withDoubts(given, known);
  const nowMs = run.ports.wallClock();
  if (answer.kind === 'answer') {
    const doubt = doubtFromOtherRuns(run, answer);
    const { readers } = run.settings;
    return resultOfAnswer(known, { answer, doubt, remembered: false }, { nowMs, readers });
  }
  const { company, claimId, screenedAt: askedAt, data } = answer;
  const asked = { company, claimId, askedAt, referenceId: data.referenceId, answers: [answer] };
  return resultWithoutVerdict(known, { ...asked, doubt: 'noAnswer' }, nowMs);
}

/** A doubt from other runs: they may have stored another answer to the same question meanwhile, or one with the same screening id. */
function doubtFromOtherRuns(run: OwnRun, answer: IntactAnswer): Doubt | null {
  const known = run.knownOf(answer.company);
  // An answer contradicts this one all the same, if a failed control left it in doubt, or a person had the company sent again.
  const undecided = { ...known, claimsToSendAgain: new Set<string>() };
  const companyState = run.rules.companyStateOf(undecided, null, false);
  if (companyState.is === 'withoutVerdict') return companyState.doubt;
  // The answer's own reason says more.
  return answer.reason === '' && known.sharesId(answer) ? 'otherRequest' : null;
}
