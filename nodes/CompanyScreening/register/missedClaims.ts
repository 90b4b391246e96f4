// Claims that the rows of their runs name and that are not there, because somebody deleted them. What is known of one counts like an
// open claim: its companies may have been sent.
import type { Knowledge } from './knowledge';
import type { Claim } from './rows/claimRows';
import { claimedCell, type ClaimName, type RunRow } from './rows/runRows';
import { equal, type Statement, type StoredRow } from './tables';

type KnownClaims = Pick<Knowledge, 'absorbed' | 'claims' | 'lost' | 'runs'>;

/** Adds them to the claims that were read. One may also have been stored since these were read: then that is known of it, too early. */
export function missClaims(known: KnownClaims): void {
  const marks = new Set(known.claims.map(({ mark }) => mark));
  const missed = known.runs.flatMap((row) =>
    row.claimed
      .filter(({ mark }) => !marks.has(mark) && !known.absorbed.has(mark))
      .map((claim) => missedClaim(row, claim)),
  );
  if (missed.length > 0) known.claims = [...known.claims, ...missed];
}

/** Removes those whose answers are there: they were closed before they went. A batch has all of its answers, or none. */
export function withoutAnswered(known: KnownClaims, answers: readonly StoredRow[]): void {
  const stored = new Set(known.claims.filter((claim) => !isMissed(claim)).map(({ mark }) => mark));
  for (const mark of new Set(answers.map((row) => String(row['mark'])))) {
    if (!isClaimNamed(known, mark) || stored.has(mark)) continue;
    known.absorbed.add(mark);
    known.lost.delete(mark);
    known.claims = known.claims.filter((claim) => claim.mark !== mark);
  }
}

/**
 * What the rows of runs that are over still name, although its answers are stored: whoever looks for them after they have left the table
 * would miss them. To be carried out before such a claim goes.
 *
 * @param abandoned open claims of theirs, all of whose answers are stored
 */
export function withoutNeedlessNames(known: KnownClaims, abandoned: ReadonlySet<string>): Statement[] {
  const closed = known.claims.filter(({ state }) => state === 'done').map(({ mark }) => mark);
  const isNeeded = ({ mark }: ClaimName) =>
    !abandoned.has(mark) && !known.absorbed.has(mark) && !closed.includes(mark);
  return known.runs
    .filter(({ state, claimed }) => state !== 'going' && !claimed.every(isNeeded))
    .map(({ run, claimed }): Statement => {
      const set = { claimed: claimedCell(claimed.filter(isNeeded)) };
      return { do: 'update', table: 'runs', where: [equal('run', run)], match: 'all', set };
    });
}

/** Whether the row of a run names it. */
export function isClaimNamed({ runs }: Pick<Knowledge, 'runs'>, mark: string): boolean {
  return runs.some(({ claimed }) => claimed.some((one) => one.mark === mark));
}

/** No row has this id. */
const NO_ROW = 0;
const isMissed = ({ id }: Claim): boolean => id === NO_ROW;

function missedClaim({ run, beatAt }: RunRow, { mark, companies }: ClaimName): Claim {
  const unknown = { referenceIds: {}, requests: {}, screenings: [], keptFor: null };
  return { id: NO_ROW, mark, run, state: 'open', companies, claimedAt: beatAt, ...unknown };
}
