// Figures from the rows of runs: screened and paid for, what changed, which nights were late or without a control, who is watched.
import { grouped } from '../../names/plainText';
import { isSilentForADay } from '../facts/liveness';
import { ranByItself, workflowOf, type RunWithCounts, type RunTally } from '../rows/runRows';

export interface RunFigures {
  runs: number;
  /** Killed runs. Nobody knows what they paid for in the end, so they count as nothing below. */
  runsNotEnded: number;
  /** Runs that began by themselves. */
  nights: number;
  lateNights: number;
  nightsWithoutControl: number;
  nightsControlFailed: number;
  companiesScreened: number;
  screeningsPaid: number;
  newHits: number;
  changedHits: number;
  hitsListedAgain: number;
  goneHits: number;
}

/** @param late the nights that were late, see `lateNights` */
export function runFigures(
  runs: readonly RunWithCounts[],
  { late, nowMs }: { late: ReadonlySet<string>; nowMs: number },
): RunFigures {
  const sum = (key: Exclude<keyof RunTally, 'oldestCaseAt' | 'openCases'>) =>
    runs.reduce((total, run) => total + run[key], 0);
  const nights = runs.filter(({ startedBy }) => ranByItself(startedBy));
  return {
    runs: runs.length,
    runsNotEnded: runs.filter((run) => hasNotEnded(run, nowMs)).length,
    nights: nights.length,
    lateNights: nights.filter(({ runId }) => late.has(runId)).length,
    nightsWithoutControl: nights.filter(({ control }) => control === 'none').length,
    nightsControlFailed: nights.filter(({ control }) => control === 'failed').length,
    companiesScreened: sum('screenedNow'),
    screeningsPaid: sum('screeningsPaid'),
    newHits: sum('newHits'),
    changedHits: sum('changedHits'),
    hitsListedAgain: sum('hitsListedAgain'),
    goneHits: sum('goneHits'),
  };
}

const hasNotEnded = (run: RunWithCounts, nowMs: number): boolean =>
  run.state === 'presumedDead' || (run.state === 'going' && isSilentForADay(run, nowMs));

/**
 * The nights that ended later than they may after the one before of the same node: the watchdog had a reason to alarm.
 *
 * @returns the ids of their runs
 */
export function lateNights(runs: readonly RunWithCounts[], withinMs: number): Set<string> {
  const endOf = ({ endedAt, startedAt }: RunWithCounts) => Date.parse(endedAt === '' ? startedAt : endedAt);
  const late = watchedNodes(runs, []).flatMap((node) => {
    const nights = node.runs
      .filter(({ startedBy }) => ranByItself(startedBy))
      .toSorted((one, other) => endOf(one) - endOf(other));
    return nights.filter((night, index) => {
      const before = nights[index - 1];
      return before !== undefined && endOf(night) - endOf(before) > withinMs;
    });
  });
  return new Set(late.map(({ runId }) => runId));
}

export interface WatchedNode {
  name: string;
  runs: readonly RunWithCounts[];
}

/**
 * Each node of a workflow stands for itself, since one that runs must not hide one that does not.
 *
 * @param named workflows by their names or ids; if there are none, those that have run by themselves are watched
 */
export function watchedNodes(runs: readonly RunWithCounts[], named: readonly string[]): WatchedNode[] {
  if (named.length > 0) {
    return named.flatMap((name) => {
      const found = nodesIn(runs.filter((run) => isOf(run, name)));
      return found.length > 0 ? found : [{ name: `"${name}"`, runs: [] }];
    });
  }
  return nodesIn(runs).filter((node) => node.runs.some(({ startedBy }) => ranByItself(startedBy)));
}

function isOf({ workflow, startedBy }: RunWithCounts, name: string): boolean {
  const alike = (one: string) => one.trim().toLowerCase() === name.trim().toLowerCase();
  return alike(workflow) || alike(workflowOf(startedBy));
}

function nodesIn(runs: readonly RunWithCounts[]): WatchedNode[] {
  const nodes = grouped(runs, (run) => JSON.stringify([workflowIn(run), run.node]));
  return [...nodes.values()].map((ofNode) => {
    const [latest] = ofNode.toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
    if (!latest) return { name: '', runs: ofNode };
    const isOnlyOne = runs.every((run) => workflowIn(run) !== workflowIn(latest) || run.node === latest.node);
    const name = `"${workflowOf(latest.startedBy)}"`;
    return { name: isOnlyOne ? name : `${name}, node "${latest.node}",`, runs: ofNode };
  });
}

/** The id first, since the name may have been changed. */
const workflowIn = ({ workflow, startedBy }: RunWithCounts): string => workflow || workflowOf(startedBy);
