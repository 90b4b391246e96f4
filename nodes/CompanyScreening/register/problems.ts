// What is wrong with a list that is to be screened again and again: no run in time, a list that shrank, nobody told.
import { quantity } from '../names/plainText';
import type { ReportRow } from './rows/reportRows';
import { readerHash } from './rows/reportRows';
import { listLengthOf, workflowOf, type RunForPeople } from './rows/runRows';

export interface Expectation {
  /** A run has to have ended within so many milliseconds, and the readers have to have been told of it. */
  withinMs: number;
  /** By their names. Where there are any, only runs that write down what they give out count. */
  readers: readonly string[];
  /** Whether runs have to have a control that was found. */
  control: boolean;
  /** Epoch milliseconds. */
  nowMs: number;
}

export interface RegisterFinding {
  problem:
    | 'controlNotFound'
    | 'inTheFuture'
    | 'listShrank'
    | 'noRunInTime'
    | 'noVerdicts'
    | 'notFinished'
    | 'notTold'
    | 'nothingListed'
    | 'onlySandbox';
  /** A sentence, and what to do. */
  explanation: string;
}

/** Clocks of several computers may differ by so much. */
const CLOCKS_DIFFER_MS = 5 * 60_000;
/** A list that is shorter by more than this has lost something. */
const SHRINKS_BY = 0.1;

/**
 * Pure. None if all is well. A run in the future is no run in time, so that it silences nothing.
 *
 * @param reports those of the register, in any order
 */
export function problemsOf(
  runs: readonly RunForPeople[],
  reports: readonly ReportRow[],
  expected: Expectation,
): RegisterFinding[] {
  const { nowMs, withinMs, readers } = expected;
  const latestMs = nowMs + CLOCKS_DIFFER_MS;
  const isFuture = (time: string) => time !== '' && Date.parse(time) > latestMs;
  const isInTime = (time: string) =>
    time !== '' && Date.parse(time) >= nowMs - withinMs && Date.parse(time) <= latestMs;
  const wanted = runs.filter(({ reportId }) => readers.length === 0 || reportId !== '');
  const future = runs.filter(({ startedAt, endedAt }) => isFuture(startedAt) || isFuture(endedAt));
  const ended = wanted.filter(
    (run) => run.state === 'ended' && !future.includes(run) && isInTime(run.endedAt),
  );
  const real = ended.filter(({ environment }) => environment === 'production');
  return [
    ...(future.length > 0 ? [inTheFuture(future)] : []),
    ...(ended.length === 0 ? [noRunInTime(wanted, expected)] : []),
    ...(ended.length > 0 && real.length === 0 ? [ONLY_SANDBOX] : []),
    ...real.flatMap((run) => listProblems(run, companiesBefore(run, wanted))),
    ...(expected.control && real.length > 0 && !real.some(({ control }) => control === 'held')
      ? [controlNotFound(real)]
      : []),
    ...readers
      // Of runs that were not real, something else is wrong than that nobody was told.
      .filter((reader) => !wasTold(reader, real.length > 0 ? real : ended, reports, isInTime))
      .map((reader) => notTold(reader, expected)),
  ];
}

/** A reader was told of one of these runs, in time. */
function wasTold(
  reader: string,
  runs: readonly RunForPeople[],
  reports: readonly ReportRow[],
  isInTime: (time: string) => boolean,
): boolean {
  const ids = new Set(runs.map(({ reportId }) => reportId));
  return reports.some(
    (row) =>
      row.kind === 'told' && row.reader === readerHash(reader) && ids.has(row.report) && isInTime(row.at),
  );
}

/** How long the list was before. If the cell is empty: in the last run of the same workflow before. Null if there was none. */
function companiesBefore(run: RunForPeople, runs: readonly RunForPeople[]): number | null {
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

function listProblems(run: RunForPeople, before: number | null): RegisterFinding[] {
  const { companies, withVerdict, reviews, errors, endedAt } = run;
  const usable = listLengthOf(run);
  // One that did not write down its counts came to nothing that anybody knows of.
  const notProcessed = Math.max(run.notProcessed, companies - withVerdict - reviews - errors);
  return [
    ...(usable === 0
      ? [
          problem(
            'nothingListed',
            `The list of the run that ended at ${endedAt} had no company that could be screened: it was empty, or no row of it had a name.`,
            CHECK_LIST,
          ),
        ]
      : []),
    ...(before !== null && usable < before * (1 - SHRINKS_BY)
      ? [
          problem(
            'listShrank',
            `The list of the run that ended at ${endedAt} had ${quantity(usable, 'company', 'companies')}, and ${before} in the run before.`,
            CHECK_LIST,
          ),
        ]
      : []),
    ...(usable > 0 && withVerdict === 0
      ? [
          problem(
            'noVerdicts',
            `No company at all has a verdict from the run that ended at ${endedAt}: ${companies} on its list.`,
            'Look at its execution for the reasons, run it again, and contact the support of the service if it stays so.',
          ),
        ]
      : []),
    ...(notProcessed > 0
      ? [
          problem(
            'notFinished',
            `The run that ended at ${endedAt} did not come to ${notProcessed} of its ${quantity(companies, 'company', 'companies')}.`,
            'Look for its error in the list of executions, and run it again: what was screened is not paid for twice.',
          ),
        ]
      : []),
  ];
}

const CHECK_LIST = 'Check where the list comes from, and who changed it.';

function inTheFuture(runs: readonly RunForPeople[]): RegisterFinding {
  return problem(
    'inTheFuture',
    `${runs.length === 1 ? 'A run is' : `${runs.length} runs are`} dated in the future: ${runs[0]?.startedAt ?? ''}.`,
    'Check the clock of the computer that n8n runs on, and who edited the table of runs.',
  );
}

function noRunInTime(runs: readonly RunForPeople[], { withinMs }: Expectation): RegisterFinding {
  const ends = runs.flatMap(({ state, endedAt }) => (state === 'ended' ? [endedAt] : [])).sort();
  const last = ends.at(-1);
  return problem(
    'noRunInTime',
    `No run has ended within ${hours(withinMs)}. ${last === undefined ? 'There is none at all.' : `The last one ended at ${last}.`}`,
    'See that the workflow is published, that n8n runs, and that the last execution did not fail.',
  );
}

const ONLY_SANDBOX = problem(
  'onlySandbox',
  'The last runs were all in the sandbox, so nothing was really screened.',
  'Choose the credential for production in the workflow.',
);

function controlNotFound(runs: readonly RunForPeople[]): RegisterFinding {
  const isFailed = runs.some(({ control }) => control === 'failed');
  return problem(
    'controlNotFound',
    isFailed
      ? 'The Control Name was not found in any of the last runs, so nothing of them is clear.'
      : 'None of the last runs screened a Control Name.',
    isFailed
      ? 'Check that the name is still listed, and contact the support of the service.'
      : 'Set the option Control Name, and Screen Again After so that each run screens the list.',
  );
}

function notTold(reader: string, { withinMs }: Expectation): RegisterFinding {
  return problem(
    'notTold',
    `${reader} was not told of any run of the last ${hours(withinMs)}.`,
    'See why its message failed. What it was not told comes out again in the next run.',
  );
}

function problem(what: RegisterFinding['problem'], happened: string, advice: string): RegisterFinding {
  return { problem: what, explanation: `${happened} ${advice}` };
}

const hours = (ms: number): string => quantity(Math.round(ms / 3_600_000), 'hour', 'hours');
