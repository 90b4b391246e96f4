// A run looks: what do others hold, which of them live, and which of their answers are not known here yet?
import type { Command } from '../messages';
import { PENDING } from '../pendingAnswers';
import { screeningsOf, type SoundAnswer } from '../rows/answerRows';
import { answersWith } from '../readingAnswers';
import { equal, MAX_CONDITIONS, type Statement } from '../tables';
import { tidyUp } from './leftByKilled';
import { beginCall } from './calls';
import { writeRowsAgain } from '../doubtfulRows';
import type { OwnRun } from './ownRun';

/** @param claim what claims a batch, if one is to be claimed */
export function look(run: OwnRun, claim: readonly Statement[] = []): Command {
  const { state, rules } = run;
  state.pending.push(...rowsAgain(run));
  return beginCall(run, 'looking', [
    ...tidyUp(run),
    ...run.presumptions(),
    ...claim,
    run.beatWithClaims(),
    ...lookAgain(run, state.storing),
    ...laterWords(run),
    ...rules.looking(state.run),
  ]);
}

/** What people read of the companies that have come to be in doubt since the last call. */
export function rowsAgain(run: OwnRun): Statement[] {
  const companies = [...run.state.inDoubt];
  run.state.inDoubt.clear();
  return writeRowsAgain(companies.flatMap((one) => run.rules.doubtfulRows(run.knownOf(one), one)));
}

/** What others have stored with the screening ids of these answers: the same call stores them, or what people read of them. */
export function lookAgain({ rules, isLongList }: OwnRun, answers: readonly SoundAnswer[]): Statement[] {
  return rules.lookingAgain(isLongList, answers.flatMap(screeningsOf));
}

/** What no claim tells of: later answers to Pending screenings whose rows the same call writes. */
function laterWords({ state }: OwnRun): Statement[] {
  const pending = state.written.filter(({ reason }) => reason === PENDING);
  const companies = [...new Set(pending.map(({ company }) => company))];
  return companies.length > 0 ? [answersWith('company', companies)] : [];
}

/**
 * Claims of others whose answers may be there and are not known here, with companies that are not settled, or in doubt, or whose rows
 * have just been written.
 */
export function claimsToFetch(run: OwnRun): string[] {
  const { known, todo, waiting, claim: own, inDoubt, written } = run.state;
  const unknown = known.claims
    .filter(({ mark, state }) => !known.absorbed.has(mark) && !(state === 'open' && known.lost.has(mark)))
    .filter(({ run: holder, state }) => holder !== run.state.run && (state === 'done' || !run.lives(holder)));
  if (unknown.length === 0) return [];
  const writtenAbout = written.map(({ company }) => company);
  const unsettled = new Set([...todo, ...waiting, ...(own?.companies ?? []), ...inDoubt, ...writtenAbout]);
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
