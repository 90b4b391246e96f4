// A run looks: what do others hold, which of them live, and which of their answers are not known here yet?
import type { Command } from '../messages';
import type { CompanyHash } from '../identity';
import { PENDING } from '../pendingAnswers';
import { screeningsOf, type SoundAnswer } from '../rows/answerRows';
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
    ...lookAgain(run, state.storing),
    ...laterAnswers(run),
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

/** What no claim tells of: later answers to Pending screenings whose rows the same call writes, and those that a waiting run asks for. */
function laterAnswers(run: OwnRun): Statement[] {
  const pending = run.state.written.filter(({ reason }) => reason === PENDING);
  const companies = [...new Set(pending.map(({ company }) => company))];
  const marks = waitedFor(run);
  return [
    ...(companies.length > 0 ? [answersWith('company', companies)] : []),
    ...(marks.length > 0 ? [answersWith('mark', marks)] : []),
  ];
}

/** Open claims whose answers are about to be stored, or are: they may stay open as long as the next batch of their runs takes. */
function waitedFor(run: OwnRun): string[] {
  const { known, waiting, claim: own } = run.state;
  const awaited = new Set([...waiting, ...(own?.companies ?? [])]);
  if (awaited.size === 0) return [];
  const isUnknown = (company: CompanyHash, mark: string) =>
    awaited.has(company) && !(known.answers.get(company) ?? []).some((one) => one.mark === mark);
  return run
    .openClaimsOfOthers()
    .filter(({ screenings }) => screenings.length > 0)
    .filter(({ mark, companies }) => companies.some((company) => isUnknown(company, mark)))
    .map(({ mark }) => mark);
}

/** Claims of others, with companies that are not settled, or in doubt, or whose rows have just been written, whose answers may be there and are not known here. */
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
