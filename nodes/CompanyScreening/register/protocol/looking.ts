// A run looks: what do others hold, which of them live, and which of their answers are not known here yet?
import type { Command } from '../messages';
import { screeningsOf } from '../rows/answerRows';
import { answersWith } from '../readingAnswers';
import { equal, MAX_CONDITIONS, type Statement } from '../tables';
import { closeAnswered, tidyUp } from './answered';
import { beginCall } from './calls';
import { writeRowsAgain } from '../doubtfulRows';
import type { OwnRun } from './ownRun';

/** @param claim what claims a batch, if one is to be claimed */
export function look(run: OwnRun, claim: readonly Statement[] = []): Command {
  const { state, rules } = run;
  if (state.inDoubt.size > 0) closeAnswered(run);
  state.pending.push(...rowsAgain(run));
  return beginCall(run, 'looking', [
    ...tidyUp(run),
    ...run.presumptions(),
    ...claim,
    run.beatWithClaims(),
    ...lookAgain(run),
    ...rules.looking(state.run),
  ]);
}

/** What people read of the companies that have come to be in doubt since the last call. */
export function rowsAgain(run: OwnRun): Statement[] {
  const companies = [...run.state.inDoubt];
  run.state.inDoubt.clear();
  return writeRowsAgain(companies.flatMap((one) => run.rules.doubtfulRows(run.knownOf(one), one)));
}

/** What others have stored with the screening ids of the answers that the same call stores. */
export function lookAgain({ state, rules, isLongList }: OwnRun): Statement[] {
  return rules.lookingAgain(isLongList, state.storing.flatMap(screeningsOf));
}

/** Claims of others, with companies of this list or that are in doubt, whose answers may be there and are not known here. */
export function claimsToFetch(run: OwnRun): string[] {
  const { known, todo, waiting, claim: own, inDoubt } = run.state;
  const unknown = known.claims
    .filter(({ mark, state }) => !known.absorbed.has(mark) && !(state === 'open' && known.lost.has(mark)))
    .filter(({ run: holder, state }) => holder !== run.state.run && (state === 'done' || !run.lives(holder)));
  if (unknown.length === 0) return [];
  const unsettled = new Set([...todo, ...waiting, ...(own?.companies ?? []), ...inDoubt]);
  return unknown
    .filter(({ companies }) => companies.some((company) => unsettled.has(company)))
    .map(({ mark }) => mark)
    .slice(0, MAX_CONDITIONS);
}

/** The claims first: one that is still open then has no answer that the second read would miss. */
export function fetchClaims(run: OwnRun, marks: readonly string[]): Command {
  const where = marks.map((mark) => equal('mark', mark));
  return beginCall(run, 'fetching', [
    { do: 'read', table: 'claims', where, match: 'any' },
    answersWith('mark', marks),
  ]);
}
