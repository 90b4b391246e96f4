// The end of a run: the result of each company, and then the run itself.
import {
  casesOfAnswer,
  companyResultOf,
  type ScreenedResult,
  type FinalStanding,
} from '../companies/companyResult';
import { owedOf } from '../companies/untold';
import { NO_CHANGES } from '../facts/changes';
import { changesOf } from '../facts/history';
import { doubted } from '../facts/lateDoubts';
import { withoutClaim } from '../facts/liveness';
import { newsOf } from '../facts/news';
import type { Doubt } from '../facts/standing';
import { equal, type Statement } from '../port/tables';
import type { SoundAnswer } from '../rows/answerRows';
import type { CompanyHash } from '../rows/identity';
import { namedFor } from '../rows/reportRows';
import { endedRow, listLengthOf, type RunComparison } from '../rows/runRows';
import { beginCall, isClaim } from './calls';
import { look, tidyUp } from './looking';
import type { Command, SendingStop } from './messages';
import type { OwnRun } from './ownRun';
import type { RunState } from './state';
import { storeResults } from './storing';

export function concludeRun(run: OwnRun): Command {
  giveBackClaim(run);
  // Before its row says that it has ended: until then, claims that others have closed are kept for it.
  if (run.state.storing.length > 0) return look(run);
  concludeRest(run);
  const { known } = run.state;
  const retired = (isLatest(run) ? known.before : []).map(({ run: other }): Statement => ({
    do: 'update',
    table: 'runs',
    where: [equal('run', other)],
    match: 'all',
    set: { latestOf: '' },
  }));
  // Only then the one before is no longer the latest.
  return beginCall(run, 'ending', [...run.presumptions(), endingRow(run), ...retired, ...tidyUp(run)]);
}

/** Everything is stored. */
export const RUN_OVER: Command = { do: 'over', failing: null, lastResort: [] };

/** Moves what nobody needs any more into the archive, as one call, once the row of the run says that it has ended. Not in a run that is stopped. */
export function closeBooks(run: OwnRun): Command {
  const { state, rules, world } = run;
  const { known } = state;
  if (state.stopping) return RUN_OVER;
  const at = run.timestamp;
  const closable = rules.closableRepeats(known, (other) => run.lives(other));
  if (!rules.isWorthClosing(closable.length)) return RUN_OVER;
  const facts = { run: state.run, at, uuid: () => world.uuid(), knowsAll: run.isLongList };
  const statements = rules.closingStatements(known, closable, facts);
  return statements.length > 0 ? beginCall(run, 'closing', statements) : RUN_OVER;
}

/** The claim that is not yet sent. */
export function giveBackClaim({ state }: OwnRun): void {
  if (!state.claim) return;
  state.pending.push(withoutClaim(state.claim.mark));
  state.todo.unshift(...state.claim.companies);
  state.claim = null;
}

/**
 * Nothing more is sent. What was paid for comes out, and its claim stays unless the last resort stores the answers.
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

/** What is under way is waited for, so that the last resort stores it with the rest. */
export function endFailing(run: OwnRun, { why, statements }: NonNullable<RunState['failing']>): Command {
  const { state } = run;
  if (state.underWay.length > 0) return awaitResults(run);
  const lastResort = [...statements, ...state.pending.splice(0), endingRow(run)];
  concludeNotStored(run, state.storing.splice(0));
  concludeRest(run);
  return { do: 'over', failing: why, lastResort };
}

export function awaitResults({ state }: OwnRun): Command {
  return { do: 'wait', failing: state.failing?.why ?? null };
}

function endingRow(run: OwnRun): Statement {
  const { run: id, known } = run.state;
  const { count, newest } = known.chain;
  const set = endedRow(run.timestamp, {
    decisions: count,
    newestDecisions: newest,
    compared: comparison(run),
    about: run.world.about?.() ?? {},
  });
  return { do: 'update', table: 'runs', where: [equal('run', id)], match: 'all', set };
}

/** What its row says so that it can be compared with the run before. */
function comparison(run: OwnRun): RunComparison {
  const { node } = run.settings;
  const { runBefore } = run;
  const latest = { latestOf: node ?? '' };
  return {
    ...(node !== undefined && isLatest(run) ? latest : {}),
    ...(runBefore ? { companiesBefore: listLengthOf(runBefore) } : {}),
  };
}

/** After a list of nothing, the next one would look as if it had grown: it is compared with the one before. */
function isLatest({ state }: OwnRun): boolean {
  return state.wanted.size > 0;
}

/** A company that the register knows. */
export function concludeKnown(
  { state, settings, world }: OwnRun,
  company: CompanyHash,
  standing: FinalStanding,
): void {
  const around = { nowMs: world.wallClock(), readers: settings.readers ?? [] };
  const settled = companyResultOf(state.known, company, standing, around);
  state.settled.push(settled);
  if (around.readers.length > 0) state.takenUp.push(...owedOf(settled));
}

/**
 * What others have screened is written down before it comes out: should this run be killed, and the company leave the list, its readers
 * hear of it all the same. What this run screens itself is known by its row.
 */
export function noteTakenUp(run: OwnRun): void {
  const { state, settings, world } = run;
  const { readers = [], node = '' } = settings;
  const taken = state.takenUp.splice(0);
  if (node === '' || taken.length === 0) return;
  const named = namedFor(state.known.reports, node, readers);
  const unknown = taken.filter(({ company }) => !named.has(company));
  if (unknown.length === 0) return;
  const about = {
    report: world.uuid(),
    list: node,
    run: state.run,
    at: run.timestamp,
    uuid: () => world.uuid(),
  };
  const rows = run.rules.rowsOfTaken(about, readers, unknown);
  if (rows.length > 0) state.pending.push({ do: 'insert', table: 'reports', rows });
}

/** A company that nobody holds any more is to be sent after all, or has an answer by now. */
export function concludeWaiting(run: OwnRun): void {
  const { state } = run;
  if (state.waiting.length === 0) return;
  const held = run.companiesOfOthers();
  for (const company of state.waiting.splice(0)) {
    const standing = run.standing(company);
    if (standing.is !== 'toSend') concludeKnown(run, company, standing);
    else if (held.has(company)) state.waiting.push(company);
    else state.todo.push(company);
  }
}

/** The wait for others is over. */
export function concludeHeld({ state }: OwnRun): void {
  for (const company of state.waiting.splice(0)) {
    const nothing = { mark: '', referenceId: '', askedAt: '', answers: [], changes: NO_CHANGES, cases: [] };
    state.settled.push({ is: 'withoutVerdict', company, doubt: 'beingScreened', ...nothing });
  }
}

/** Settles what is stored, once the run has looked at what others have stored meanwhile. */
export function concludeStored(run: OwnRun): void {
  const { state } = run;
  for (const answer of state.storing.splice(0)) state.settled.push(resultOfAnswer(run, answer));
}

/** Settles what nobody knows to be stored, what could not be looked at afterwards, or is not to stay: it is never clear. */
export function concludeNotStored(run: OwnRun, answers: readonly SoundAnswer[]): void {
  for (const answer of answers) {
    const settled = resultOfAnswer(run, answer);
    run.state.settled.push(settled.is === 'answer' ? { ...settled, stored: false } : settled);
  }
}

/** Settles what was not sent. */
function concludeRest({ state }: OwnRun): void {
  const rest = [...state.todo.splice(0), ...state.waiting.splice(0)];
  for (const company of rest) state.settled.push({ is: 'notSent', company });
}

/** What an own answer says. */
function resultOfAnswer(run: OwnRun, given: SoundAnswer): ScreenedResult {
  const { company, mark, data } = given;
  const { known } = run.state;
  const answer = doubted(given, known);
  const nowMs = run.world.wallClock();
  if (answer.kind === 'answer') {
    const doubt = doubtAbout(run, answer);
    const changes = changesOf(known, answer);
    const cases = casesOfAnswer(known, answer, doubt, nowMs);
    const news = newsOf(known, answer, run.settings.readers ?? []);
    const said = { changes, cases, news };
    return { is: 'answer', company, answer, remembered: false, stored: true, doubt, ...said };
  }
  const { referenceId } = data;
  const askedAt = answer.screenedAt;
  return {
    is: 'withoutVerdict',
    company,
    doubt: 'noAnswer',
    mark,
    referenceId,
    askedAt,
    answers: [answer],
    changes: changesOf(known, answer),
    cases: casesOfAnswer(known, answer, 'noAnswer', nowMs),
  };
}

/** Others may have stored another answer to the same question meanwhile, or one with the same screening id. */
function doubtAbout(run: OwnRun, answer: SoundAnswer): Doubt | null {
  const known = run.knownOf(answer.company);
  const standing = run.rules.standingOf(known, null, run.state.controlHolds);
  if (standing.is === 'withoutVerdict') return standing.doubt;
  // Its own reason says more.
  return answer.reason === '' && known.isShared(answer) ? 'otherRequest' : null;
}
