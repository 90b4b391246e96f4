// Tells which runs live. That a run is dead can only be guessed. A guess makes `noAnswer` and nothing else: the run is told in its own row
// that it is taken for dead, and reads everything again before it claims another company.
import { ONE_DAY_MS } from '../../flowControl/time';
import { deletingRows, equal, type Statement, type TableRow } from '../port/tables';
import type { Claim } from '../rows/claimRows';
import type { RunRow } from '../rows/runRows';

/** The times of every run: see `Times`. */
export const TIMES = {
  silence: 120_000,
  gap: 30_000,
  freshBeat: 30_000,
  poll: 2_000,
  wait: 600_000,
  backoff: 1_000,
} satisfies Times;

/** The beat of another run, and the time for which it did not change, in milliseconds of the own monotonic clock. */
export interface SeenBeat {
  beat: string;
  sinceMs: number;
  /** The last poll, and not the present: a run that has not polled knows nothing of the others. */
  untilMs: number;
}

export interface ReadTiming {
  startedAtMs: number;
  endedAtMs: number;
  /** The most that the time since the read before counts for. */
  gapMs: number;
}

/** Keeps the times since which the beats of the runs that are going have not changed. */
export function seeBeats(
  before: ReadonlyMap<string, SeenBeat>,
  runs: readonly Pick<RunRow, 'beat' | 'runId' | 'state'>[],
  { startedAtMs, endedAtMs, gapMs }: ReadTiming,
): Map<string, SeenBeat> {
  return new Map(
    runs
      .filter(({ state }) => state === 'going')
      .map(({ runId, beat }) => {
        const seen = before.get(runId);
        if (seen?.beat !== beat) return [runId, { beat, sinceMs: endedAtMs, untilMs: endedAtMs }];
        const notCounted = Math.max(0, startedAtMs - seen.untilMs - gapMs);
        return [runId, { beat, sinceMs: seen.sinceMs + notCounted, untilMs: startedAtMs }];
      }),
  );
}

/** True after more than a day: clocks of two machines differ, but not by a day. @param nowMs epoch milliseconds */
export function isSilentForADay({ beatAt }: Pick<RunRow, 'beatAt'>, nowMs: number): boolean {
  return nowMs - Date.parse(beatAt) > ONE_DAY_MS;
}

/** True of a run that sends nothing any more, if both clocks are right. No company is sent or taken over because of it. */
export function seemsInterrupted({ beatAt }: Pick<RunRow, 'beatAt'>, nowMs: number): boolean {
  return nowMs - Date.parse(beatAt) > TIMES.freshBeat;
}

/** Tells a silent run that it is taken for dead, unless it shows at this very moment that it lives, or has ended. */
export function presumingDead(runId: string, beat: string): Statement {
  return {
    do: 'update',
    table: 'runs',
    where: [equal('run', runId), equal('beat', beat), equal('state', 'going')],
    match: 'all',
    set: { state: 'presumedDead' },
  };
}

/**
 * Removes closed claims. One is kept while a run lives that was registered before it was closed, since that run may have read the answers
 * too early.
 *
 * @param claims read before `going`, and their answers are known here
 * @param going the runs that have neither ended nor been told that they are taken for dead
 * @param abandoned open claims of runs that are over, all of whose answers are stored: they are closed in their place
 */
export function tidyingClaims(
  claims: readonly Claim[],
  ownRunId: string,
  going: ReadonlySet<string>,
  abandoned: ReadonlySet<string>,
): Statement[] {
  const tidied = claims
    .filter(({ state, claimId }) => state === 'done' || abandoned.has(claimId))
    .map((claim) => {
      const waiting = (claim.keptFor ?? [...going]).filter((runId) => runId !== ownRunId && going.has(runId));
      const hasKeptFor = claim.state === 'done' && (claim.keptFor !== null || claim.runId !== ownRunId);
      return { claimId: claim.claimId, waiting, hasKeptFor };
    });
  const needed = tidied.filter(({ waiting, hasKeptFor }) => waiting.length > 0 && !hasKeptFor);
  const unneeded = tidied.filter(({ waiting }) => waiting.length === 0).map(({ claimId }) => claimId);
  return [
    ...deletingRows('claims', 'mark', unneeded),
    ...needed.map(({ claimId, waiting }) =>
      updatingClaim(claimId, { state: 'done', keptFor: JSON.stringify(waiting) }),
    ),
  ];
}

export function deletingClaim(claimId: string): Statement {
  return { do: 'delete', table: 'claims', where: [equal('mark', claimId)], match: 'all' };
}

export function updatingClaim(claimId: string, set: TableRow): Statement {
  return { do: 'update', table: 'claims', where: [equal('mark', claimId)], match: 'all', set };
}

/** Milliseconds. */
export interface Times {
  /** A run whose beat has not changed for so long counts as dead. */
  silence: number;
  /** The longest gap between two polls that counts: the run that polls may have stood still, and the others with it. */
  gap: number;
  /** The oldest own stored beat with which a batch is sent. */
  freshBeat: number;
  /** The pause between two polls of what others hold. */
  poll: number;
  /** The longest time that a run waits for others, in all. */
  wait: number;
  /** The pause before a failed call is read back: times 1, 2, 4, … */
  backoff: number;
}
