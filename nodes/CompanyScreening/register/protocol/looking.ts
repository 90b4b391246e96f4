// A run looks: what do others hold, which of them live, and which of their answers are not known here yet?
import type { Command } from './messages';
import { screeningsOf, type SoundAnswer } from '../rows/answerRows';
import { answersWith } from '../facts/readingAnswers';
import { equal, MAX_CONDITIONS, type Statement } from '../port/tables';
import { tidyUp } from './abandonedClaims';
import { beginCall } from './calls';
import type { OwnRun } from './ownRun';

/** @param claim what claims a batch, if one is to be claimed */
export function look(run: OwnRun, claim: readonly Statement[] = []): Command {
  const { state, rules } = run;
  return beginCall(run, 'looking', [
    ...tidyUp(run),
    ...run.presumptions(),
    ...claim,
    run.beat(),
    ...lookAgain(run, state.storing),
    ...rules.looking(state.run),
  ]);
}

/** What others have stored with the screening ids of these answers: the same call stores them. */
export function lookAgain({ rules, isLongList }: OwnRun, answers: readonly SoundAnswer[]): Statement[] {
  return rules.lookingAgain(isLongList, answers.flatMap(screeningsOf));
}

/** Claims of others whose answers may be there and are not known here, with companies that are not settled, or share a screening id. */
export function claimsToFetch(run: OwnRun): string[] {
  const { known, todo, waiting, claim: own } = run.state;
  const unknown = known.claims
    .filter(({ mark, state }) => !known.absorbed.has(mark) && !(state === 'open' && known.lost.has(mark)))
    .filter(({ run: holder, state }) => holder !== run.state.run && (state === 'done' || !run.lives(holder)));
  if (unknown.length === 0) return [];
  const sharing = [...known.screenings.values()]
    .filter(({ size }) => size > 1)
    .flatMap((owners) => [...owners]);
  const unsettled = new Set([...todo, ...waiting, ...(own?.companies ?? []), ...sharing]);
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
