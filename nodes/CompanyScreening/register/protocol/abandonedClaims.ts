// A run that was killed between two statements has left claims open whose answers are stored. The next run closes them in its place.
import type { Claim } from '../rows/claimRows';
import type { Statement } from '../port/tables';
import type { OwnRun } from './ownRun';

/** What may be done with claims that nobody needs open any more. */
export function tidyUp(run: OwnRun): Statement[] {
  const { known, run: me } = run.state;
  const abandoned = new Set(known.claims.filter((claim) => isAbandoned(run, claim)).map(({ mark }) => mark));
  return run.rules.tidyClaims(known.claims, me, run.going, abandoned);
}

/** An open claim of a run that is over, all of whose answers are known. */
function isAbandoned(run: OwnRun, { state, run: holder, companies, mark }: Claim): boolean {
  const { known, ownRuns } = run.state;
  if (state !== 'open' || ownRuns.includes(holder) || run.lives(holder)) return false;
  return companies.every((one) => (known.answers.get(one) ?? []).some((answer) => answer.mark === mark));
}
