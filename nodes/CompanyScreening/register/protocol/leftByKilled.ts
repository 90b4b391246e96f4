// A run that was killed between two statements has left claims open whose answers are stored, and people may not read of them yet. The next
// run writes that, and closes them in its place.
import { changesOf } from '../history';
import type { CompanyHash } from '../identity';
import type { Command } from '../messages';
import { answersWith, readingIds } from '../readingAnswers';
import { screeningsOf, type SoundAnswer } from '../rows/answerRows';
import type { Claim } from '../rows/claimRows';
import { readingRows } from '../rows/viewRows';
import { latestOf } from '../standing';
import type { Statement } from '../tables';
import { beginCall } from './calls';
import type { OwnRun } from './ownRun';

/** Claims that runs which seem to be over have left open, of which this run does not know what people read. */
export function claimsLeftOpen(run: OwnRun): Claim[] {
  const { written } = run.state.known;
  return answeredClaims(run).filter(({ mark }) => !written.marks.has(mark));
}

/** Of companies that have left the list since, a short list reads what else is known: a long one has read it. */
export function readRowsOf(run: OwnRun, claims: readonly Claim[]): Command {
  const { wanted } = run.state;
  const left = (run.isLongList ? [] : claims).flatMap((claim) =>
    claim.companies.filter((one) => !wanted.has(one)).flatMap((one) => answersIn(run, one, claim)),
  );
  const companies = [...new Set(left.map(({ company }) => company))];
  const ids = [...new Set(left.flatMap(screeningsOf))];
  return beginCall(run, 'fetching', [
    ...readingRows(claims.map(({ mark }) => mark)),
    ...(companies.length > 0 ? [answersWith('company', companies), ...readingIds(ids)] : []),
  ]);
}

/**
 * Writes, with the next call, what people do not read yet of companies that a run has screened before it was killed. If that run lives
 * all the same, a row is there twice until the next screening.
 */
export function writeForOthers(run: OwnRun): void {
  const { state, rules } = run;
  const { known } = state;
  const claims = answeredClaims(run).filter(({ mark }) => !state.writtenFor.has(mark));
  for (const { mark } of claims) state.writtenFor.add(mark);
  const answers = claims.flatMap((claim) => claim.companies.flatMap((one) => latestAnswer(run, one, claim)));
  const views = rules.viewsOf(answers, (answer) => changesOf(known, answer), known.written);
  // The older rows go before the new ones are there.
  if (!views.some((one) => one.do === 'insert')) return;
  state.pending.push(...views);
  // Every doubt that is known is written with them, and one that comes up at the next look, with the call after it.
  for (const { company } of answers) state.inDoubt.add(company);
  state.written.push(...answers);
}

/** What may be done with claims that nobody needs open any more. */
export function tidyUp(run: OwnRun): Statement[] {
  const { known, run: me } = run.state;
  const abandoned = abandonedClaims(run);
  return [
    ...run.rules.withoutNeedlessNames(known, abandoned),
    ...run.rules.tidyClaims(known.claims, me, run.going, abandoned),
  ];
}

/** Open claims of runs that are over, to be closed in their place. */
function abandonedClaims(run: OwnRun): Set<string> {
  const { writtenFor } = run.state;
  const claims = answeredClaims(run).filter(
    ({ mark, run: holder }) => writtenFor.has(mark) && !run.lives(holder),
  );
  return new Set(claims.map(({ mark }) => mark));
}

/** Open claims with a company of the own list, all of whose answers are known, of runs that seem to be over. */
function answeredClaims(run: OwnRun): Claim[] {
  const { known, ownRuns, wanted } = run.state;
  return known.claims
    .filter(
      ({ state, run: holder }) => state === 'open' && !ownRuns.includes(holder) && run.seemsOver(holder),
    )
    .filter(({ companies }) => companies.some((one) => wanted.has(one)))
    .filter((claim) => claim.companies.every((one) => answersIn(run, one, claim).length > 0));
}

function answersIn({ state: { known } }: OwnRun, company: CompanyHash, { mark }: Claim): SoundAnswer[] {
  const answers = known.answers.get(company) ?? [];
  return answers.flatMap((one) => (one.kind !== 'damaged' && one.mark === mark ? [one] : []));
}

/** If none has come after it. */
function latestAnswer(run: OwnRun, company: CompanyHash, claim: Claim): SoundAnswer[] {
  const latest = new Set(latestOf(run.state.known.answers.get(company) ?? []).map(({ answer }) => answer));
  return answersIn(run, company, claim).filter(({ answer }) => latest.has(answer));
}
