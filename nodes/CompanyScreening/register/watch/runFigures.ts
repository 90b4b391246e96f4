// What the rows of runs say together: how much was screened and paid for, what changed, and which nights were late or without a control.
import { isSilentForADay } from '../facts/liveness';
import { ranByItself, type RunForPeople } from '../rows/runRows';
import { watchedNodes } from './watched';

export interface RunFigures {
  runs: number;
  /** They were killed, so that nobody knows what they paid for after their last receipt: they count as nothing below. */
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

/** Pure. @param late the nights that were late, see `lateNights` */
export function runFigures(
  runs: readonly RunForPeople[],
  { late, nowMs }: { late: ReadonlySet<string>; nowMs: number },
): RunFigures {
  const sum = (key: SummedKey) => runs.reduce((total, run) => total + run[key], 0);
  const nights = runs.filter(({ startedBy }) => ranByItself(startedBy));
  return {
    runs: runs.length,
    runsNotEnded: runs.filter((run) => hasNotEnded(run, nowMs)).length,
    nights: nights.length,
    lateNights: nights.filter(({ run }) => late.has(run)).length,
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

type SummedKey =
  | 'changedHits'
  | 'goneHits'
  | 'hitsListedAgain'
  | 'newHits'
  | 'screenedNow'
  | 'screeningsPaid';

const hasNotEnded = (run: RunForPeople, nowMs: number): boolean =>
  run.state === 'presumedDead' || (run.state === 'going' && isSilentForADay(run, nowMs));

/**
 * Pure. The nights that ended later than they may after the one before of the same node: the watchdog had a reason to alarm.
 *
 * @returns the ids of their runs
 */
export function lateNights(runs: readonly RunForPeople[], withinMs: number): Set<string> {
  const endOf = ({ endedAt, startedAt }: RunForPeople) => Date.parse(endedAt === '' ? startedAt : endedAt);
  const late = watchedNodes(runs, []).flatMap((node) => {
    const nights = node.runs
      .filter(({ startedBy }) => ranByItself(startedBy))
      .toSorted((one, other) => endOf(one) - endOf(other));
    return nights.filter((night, index) => {
      const before = nights[index - 1];
      return before !== undefined && endOf(night) - endOf(before) > withinMs;
    });
  });
  return new Set(late.map(({ run }) => run));
}
