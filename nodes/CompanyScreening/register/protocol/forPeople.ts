// What people read is written at the end of a run, before its last look: so whoever stores later finds the rows, and whoever has stored
// earlier is seen by that look. For a run that was killed before it did so, the next run of its node does.
import { changesOf } from '../history';
import { writeRowsAgain } from '../doubtfulRows';
import type { SoundAnswer } from '../rows/answerRows';
import type { RunForPeople } from '../rows/runRows';
import { withoutRows } from '../rows/viewRows';
import { latestOf } from '../standing';
import { equalToAny, type Statement } from '../tables';
import type { OwnRun } from './ownRun';

/** Puts what is to be written into the next call. @returns whether there is anything */
export function writeForPeople(run: OwnRun): boolean {
  const { state, rules } = run;
  const others = answersFrom(run, otherRuns(run));
  const before = state.pending.length;
  if (others.length > 0 && !state.isCleared && !state.isWritten) {
    // Some may be there. In a call of its own: of one that failed, an insert counts as done if its first row is there.
    const ids = others.map(({ answer }) => answer);
    state.pending.push(...withoutRows('companies', ids), ...withoutRows('hits', ids));
    state.isCleared = true;
  } else if (!state.isWritten) {
    const all = [...others, ...answersFrom(run, [state.run])];
    const latest = all.filter((one) => isLatest(run, one));
    state.pending.push(...rules.viewsOf(latest, (answer) => changesOf(state.known, answer)));
    state.isWritten = true;
  }
  return state.pending.length > before;
}

/** What people read of companies that are in doubt by now, whoever's answer it is. */
export function doubtsForPeople(run: OwnRun): Statement[] {
  const { known } = run.state;
  return writeRowsAgain(
    [...known.answers.keys()].flatMap((one) => run.rules.doubtfulRows(run.knownOf(one), one, known)),
  );
}

/** That what others had left is written. */
export function othersWritten(run: OwnRun): Statement[] {
  const runs = otherRuns(run);
  const set = { toWrite: '' };
  return equalToAny('run', runs).map((where) => ({ do: 'update', table: 'runs', where, match: 'any', set }));
}

/** Those that were killed, and this one under its uuids before. */
function otherRuns(run: OwnRun): string[] {
  const { known, ownRuns, enteredAtMs } = run.state;
  // If it lives all the same, its rows are there twice until the next screening.
  const seemsOver = ({ state, beatAt }: RunForPeople) =>
    state !== 'going' || enteredAtMs - Date.parse(beatAt) > run.settings.times.freshBeat;
  const killed = known.unwritten
    .filter(seemsOver)
    .flatMap((one) => (ownRuns.includes(one.run) ? [] : one.run));
  return [...killed, ...ownRuns.slice(0, -1)];
}

/** The answers of these runs. A short list knows everything of its own companies only. */
function answersFrom(run: OwnRun, runs: readonly string[]): SoundAnswer[] {
  const { known, wanted } = run.state;
  const companies = run.isLongList ? known.answers.keys() : wanted.keys();
  const answers = [...companies].flatMap((one) => known.answers.get(one) ?? []);
  const found = answers.flatMap((one) => (one.kind !== 'damaged' && runs.includes(one.run) ? [one] : []));
  // An own one may have been read as well.
  return [...new Map(found.map((one) => [one.answer, one])).values()];
}

function isLatest({ state: { known } }: OwnRun, { company, answer }: SoundAnswer): boolean {
  return latestOf(known.answers.get(company) ?? []).some((one) => one.answer === answer);
}
