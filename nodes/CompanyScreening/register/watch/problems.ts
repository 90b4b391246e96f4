// Problems of a list that is to be screened again and again: no run in time, a list that shrank, nobody told.
import { ONE_DAY_MS, ONE_HOUR_MS } from '../../flowControl/time';
import { compact, latest, quantity, toTheMinute } from '../../names/plainText';
import { readerHash, type ReportRow } from '../rows/reportRows';
import { listLengthOf, workflowOf, type RunWithCounts } from '../rows/runRows';
import { watchedNodes, type WatchedNode } from './runFigures';

export interface Expectation {
  /** Milliseconds within which a run has to have ended, and the readers have to have been told of it. */
  withinMs: number;
  /** Readers by their names. If there are any, only runs that write down what they give out count. */
  readers: readonly string[];
  /** True if runs have to have a control that was found. */
  control: boolean;
  /** Workflows by their names or ids; without any, each node that has run by itself. */
  watched: readonly string[];
  /** Epoch milliseconds. */
  nowMs: number;
}

interface WatchProblem {
  problem:
    | 'controlNotFound'
    | 'controlNotSet'
    | 'inTheFuture'
    | 'listShrank'
    | 'noAnswers'
    | 'noRunInTime'
    | 'noVerdicts'
    | 'notFinished'
    | 'nothingScreened'
    | 'notTold'
    | 'nothingListed'
    | 'onlySandbox';
  /** A sentence, and what to do. */
  explanation: string;
}

/** The most that clocks of several computers may differ. */
export const CLOCKS_DIFFER_MS = 5 * 60_000;
/** A list that is shorter by more than this has lost something. */
const SHRINKS_BY = 0.1;

/**
 * Empty if all is well. A run in the future is no run in time, so that it silences nothing, and no problem hides another one.
 *
 * @param reports the reports of the register, in any order
 */
export function problemsOf(
  runs: readonly RunWithCounts[],
  reports: readonly ReportRow[],
  expected: Expectation,
): WatchProblem[] {
  const { readers, watched } = expected;
  const latestMs = expected.nowMs + CLOCKS_DIFFER_MS;
  const isFuture = (time: string) => time !== '' && Date.parse(time) > latestMs;
  const future = runs.filter(({ startedAt, endedAt }) => isFuture(startedAt) || isFuture(endedAt));
  const wanted = runs.filter(({ reportId }) => readers.length === 0 || reportId !== '');
  const nodes = watchedNodes(wanted, watched);
  return [
    ...(future.length > 0 ? [inTheFuture(future)] : []),
    ...(nodes.length === 0
      ? [nothingWatched(expected), ...readers.map((reader) => notTold(reader, 'any workflow', expected))]
      : []),
    ...nodes.flatMap((node) => problemsOfNode(node, future, reports, expected)),
  ];
}

/** @param future runs that nobody can believe */
function problemsOfNode(
  { name, runs }: WatchedNode,
  future: readonly RunWithCounts[],
  reports: readonly ReportRow[],
  expected: Expectation,
): WatchProblem[] {
  const { nowMs, withinMs } = expected;
  const isInTime = (time: string) =>
    time !== '' && Date.parse(time) >= nowMs - withinMs && Date.parse(time) <= nowMs + CLOCKS_DIFFER_MS;
  const all = runs.filter((run) => run.state === 'ended' && !future.includes(run));
  const ended = all.filter((run) => isInTime(run.endedAt));
  const real = ended.filter(({ environment }) => environment === 'production');
  // Runs that were not real are judged if there is no other: something may be wrong with them as well.
  const judged = real.length > 0 ? real : ended;
  return [
    ...(ended.length === 0 ? [noRunInTime(name, runs, expected)] : []),
    ...(ended.length > 0 && real.length === 0 ? [onlySandbox(name)] : []),
    ...judged.flatMap((run) => listProblems(run, companiesBefore(run, runs))),
    ...(expected.control && judged.length > 0 ? controlProblems(name, judged) : []),
    ...nothingScreened(name, all, judged, expected),
    ...expected.readers
      .filter((reader) => !wasTold(reader, judged, reports, isInTime))
      .map((reader) => notTold(reader, name, expected)),
  ];
}

/** True if a reader was told of one of these runs, in time. */
function wasTold(
  reader: string,
  runs: readonly RunWithCounts[],
  reports: readonly ReportRow[],
  isInTime: (time: string) => boolean,
): boolean {
  const ids = new Set(runs.map(({ reportId }) => reportId));
  return reports.some(
    (row) =>
      row.kind === 'told' && row.reader === readerHash(reader) && ids.has(row.report) && isInTime(row.at),
  );
}

/** The length of the list before. If the cell is empty: in the last run of the same workflow before. Null if there was none. */
function companiesBefore(run: RunWithCounts, runs: readonly RunWithCounts[]): number | null {
  if (run.companiesBefore !== null) return run.companiesBefore;
  const workflow = workflowOf(run.startedBy);
  const earlier = runs.filter(
    (other) =>
      other.state === 'ended' &&
      other.environment === run.environment &&
      workflowOf(other.startedBy) === workflow &&
      Date.parse(other.endedAt) < Date.parse(run.startedAt),
  );
  const [last] = earlier.sort((a, b) => Date.parse(b.endedAt) - Date.parse(a.endedAt));
  return last ? listLengthOf(last) : null;
}

function listProblems(run: RunWithCounts, before: number | null): WatchProblem[] {
  const { companies, sentNow, verdictsNow, withVerdict, withHits, reviews, errors, endedAt } = run;
  const usable = listLengthOf(run);
  // Nobody knows without counts that the run came to anything.
  const isCounted = withVerdict + withHits + reviews + errors > 0;
  const notProcessed = isCounted ? run.notProcessed : companies;
  const isToldByControl = run.control === 'failed' && gotNoAnswer(run);
  return compact(
    usable === 0 &&
      problem(
        'nothingListed',
        `The list of the run that ended at ${shown(endedAt)} had no company that could be screened: it was empty, or no row of it had a name.`,
        CHECK_LIST,
      ),
    before !== null &&
      usable < before * (1 - SHRINKS_BY) &&
      problem(
        'listShrank',
        `The list of the run that ended at ${shown(endedAt)} had ${quantity(usable, 'company', 'companies')}, and ${before} in the run before.`,
        CHECK_LIST,
      ),
    // Verdicts of earlier runs say nothing of the service tonight.
    usable > 0 &&
      (withVerdict === 0 || (sentNow > 0 && verdictsNow === 0)) &&
      !isToldByControl &&
      problem(
        'noVerdicts',
        `The run that ended at ${shown(endedAt)} got no verdict on any company: it sent ${sentNow} of the ${companies} on its list.`,
        "Look at its execution for the reasons, run it again, and contact the service's support if that does not help.",
      ),
    notProcessed > 0 &&
      problem(
        'notFinished',
        `The run that ended at ${shown(endedAt)} did not reach ${notProcessed} of its ${quantity(companies, 'company', 'companies')}.`,
        'Look in the list of executions for the reason, and run it again: what was screened is not paid for twice.',
      ),
  );
}

const CHECK_LIST = 'Check where the list comes from, and who changed it.';

function inTheFuture(runs: readonly RunWithCounts[]): WatchProblem {
  return problem(
    'inTheFuture',
    `${runs.length === 1 ? 'A run is' : `${runs.length} runs are`} dated in the future: ${shown(runs[0]?.startedAt ?? '')}.`,
    'Check the clock of the computer that n8n runs on, and who edited the table of runs.',
  );
}

const SEE_WORKFLOW =
  'Make sure that the workflow is published, that n8n is running, and that the last execution did not fail.';

function nothingWatched({ withinMs }: Expectation): WatchProblem {
  return problem(
    'noRunInTime',
    `No run has ended within ${hours(withinMs)}. No workflow has ever run automatically with this register.`,
    SEE_WORKFLOW,
  );
}

function noRunInTime(name: string, runs: readonly RunWithCounts[], { withinMs }: Expectation): WatchProblem {
  const last = latest(runs.flatMap(({ state, endedAt }) => (state === 'ended' ? [endedAt] : [])));
  return problem(
    'noRunInTime',
    `No run of ${name} has ended within ${hours(withinMs)}. ${last === '' ? 'There is none at all.' : `The last one ended at ${shown(last)}.`}`,
    SEE_WORKFLOW,
  );
}

function onlySandbox(name: string): WatchProblem {
  return problem(
    'onlySandbox',
    `The last runs of ${name} were all in the sandbox, so nothing was really screened.`,
    'Choose the credential for production in the workflow.',
  );
}

/**
 * Judges the controls. A control that was not due does not count as not found, and a service that does not answer does not count as one
 * with wrong lists.
 */
function controlProblems(name: string, runs: readonly RunWithCounts[]): WatchProblem[] {
  const having = (control: string) => runs.filter((run) => run.control === control);
  if (having('held').length > 0) return [];
  const failed = having('failed');
  const silent = failed.find(gotNoAnswer);
  if (silent) return [noAnswers(name, silent)];
  if (failed.length > 0) {
    return [
      problem(
        'controlNotFound',
        `The Control Name was not found in any of the last runs of ${name}, so no company that they screened is clear.`,
        "Check that the name is still listed, and contact the service's support.",
      ),
    ];
  }
  if (having('notScreened').length > 0) return [];
  return [
    problem(
      'controlNotSet',
      `No Control Name is set in ${name}: nobody would notice if the lists of the service were empty.`,
      'Set the option Control Name: a company that you know to be listed.',
    ),
  ];
}

const gotNoAnswer = ({ screenedNow, errors }: RunWithCounts): boolean => screenedNow === 0 && errors > 0;

function noAnswers(name: string, { endedAt, errors }: RunWithCounts): WatchProblem {
  return problem(
    'noAnswers',
    `The service gave no answer for any company in the run of ${name} that ended at ${shown(endedAt)}: ${quantity(errors, 'company has', 'companies have')} no verdict because of it.`,
    'Look in its execution for the reason, check the credential and the network, and run it again.',
  );
}

/** Reports that nothing was screened for longer than the list allows: that nothing was due is right on a night, and wrong after a week. */
function nothingScreened(
  name: string,
  all: readonly RunWithCounts[],
  judged: readonly RunWithCounts[],
  { nowMs, withinMs }: Expectation,
): WatchProblem[] {
  const [days] = judged.map(({ screenAgainAfterDays }) => screenAgainAfterDays).sort((a, b) => b - a);
  const isExpected = judged.some(({ companies }) => companies > 0);
  if (days === undefined || !isExpected || judged.some(({ screenedNow }) => screenedNow > 0)) return [];
  const last = latest(all.flatMap(({ screenedNow, endedAt }) => (screenedNow > 0 ? [endedAt] : [])));
  const allowedMs = withinMs + Math.max(0, days - 1) * ONE_DAY_MS;
  const isLate = last === '' || nowMs - Date.parse(last) > allowedMs;
  if (days > 0 && !isLate) return [];
  const since = last === '' ? 'in any of its runs' : `since ${shown(last)}`;
  const again =
    days === 0 ? 'never screened again' : `to be screened again after ${quantity(days, 'day', 'days')}`;
  return [
    problem(
      'nothingScreened',
      `${name} has screened nothing ${since}. Its companies are ${again}.`,
      'Check Screen Again After (Days), and the last execution.',
    ),
  ];
}

function notTold(reader: string, name: string, { withinMs }: Expectation): WatchProblem {
  return problem(
    'notTold',
    `${reader} was not told of any run of ${name} of the last ${hours(withinMs)}.`,
    'Find out why its message failed. What it was not told comes out again in the next run.',
  );
}

function problem(what: WatchProblem['problem'], happened: string, advice: string): WatchProblem {
  return { problem: what, explanation: `${happened} ${advice}` };
}

const shown = (time: string): string => `${toTheMinute(time)} UTC`;

const hours = (ms: number): string => quantity(Math.round(ms / ONE_HOUR_MS), 'hour', 'hours');
