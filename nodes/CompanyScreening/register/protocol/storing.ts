// Results that came back, as the rows that are stored: the answers first, then the claim is closed.
import { isArchived } from '../facts/archivedIds';
import type { NewAnswer } from '../facts/history';
import { takeInAnswer, takeInDoubt } from '../facts/knowledge';
import { deletingRows } from '../port/tables';
import { answerRow, screeningHashesOf, type IntactAnswer } from '../rows/answerRows';
import { failedControl, oldAnswers } from '../rows/doubtRows';
import { keyHash, screeningHash, type CompanyHash } from '../rows/identity';
import { outcomeInDoubt } from '../../service/outcome';
import { concludeNotStored } from './companyResults';
import type { SentResult } from './messages';
import type { OwnRun } from './ownRun';
import type { OwnClaim } from './state';

/** The result of a company that may have been paid for. */
type RequestedResult = Exclude<SentResult, { is: 'notCharged' }>;

/** Closes the claim that has come back, with the next call. @param results of each of its companies */
export function storeResults(run: OwnRun, results: readonly SentResult[]): void {
  const { state, rules } = run;
  const place = state.underWay.findIndex((claim) => isResultOfEach(claim, results));
  const [claim] = place < 0 ? [] : state.underWay.splice(place, 1);
  // The next run would send a company again that is missing in a closed claim.
  if (!claim) throw new Error('These are not the results of a claim that is under way.');
  noticeControl(run);
  noticeOldAnswers(run);
  const answers: IntactAnswer[] = [];
  for (const [number, result] of results.entries()) {
    if (result.is === 'notCharged') {
      state.concluded.push(result);
      continue;
    }
    const before = state.known.answers.get(result.company) ?? [];
    answers.push(rules.withPast(before, toAnswer(run, claim, result, number)));
  }
  for (const answer of answers) takeInAnswer(state.known, answer);
  const screenings = Object.fromEntries(answers.map((answer) => [answer.company, screeningHashesOf(answer)]));
  state.nextStatements.push(
    ...rules.storingAnswersAndClosingClaim(claim.claimId, answers.map(answerRow), screenings),
  );
  state.answersWithoutResult.push(...answers);
}

const isResultOfEach = ({ companies }: OwnClaim, results: readonly SentResult[]): boolean =>
  companies.length === results.length &&
  companies.every((company, index) => results[index]?.company === company);

/**
 * Takes back answers of companies that were forgotten while this run stored them and was taken for dead. Forget Company first says which
 * companies of which claims go, and deletes afterwards. A run that stores polls afterwards, and enters again if it is taken for dead.
 */
export function takeBackForgotten(run: OwnRun): void {
  const { state, rules } = run;
  const gone = state.answersWithoutResult.filter(rules.forgottenIn(state.known));
  if (gone.length === 0) return;
  state.answersWithoutResult = state.answersWithoutResult.filter((one) => !gone.includes(one));
  concludeNotStored(run, gone);
  const ids = gone.map(({ answerId }) => answerId);
  state.nextStatements.push(...deletingRows('answers', 'answer', ids));
}

export function idsOfResults(run: OwnRun, results: readonly SentResult[]): string[] {
  return results
    .flatMap((one) => (one.is === 'answered' ? screeningHashes(run, one) : []))
    .filter((id) => id !== '');
}

/** Stores the doubt before the answers that show that the control has failed. */
function noticeControl({ state, ports, rules, timestamp }: OwnRun): void {
  if (!state.hasWorkingControl || !ports.controlFailed()) return;
  state.hasWorkingControl = false;
  state.lateDoubtNames = [...state.lateDoubtNames, ...state.ownRunIds];
  state.nextStatements.push(...rules.storingDoubts(state.ownRunIds.map(failedControl), timestamp));
}

/** Stores a doubt before the answers that show it: one for each id that the run had when it stored the old ones. */
function noticeOldAnswers({ state, ports, rules, timestamp }: OwnRun): void {
  const { known, ownRunIds } = state;
  const answers = ports.foundOld().flatMap((company) => known.answers.get(company) ?? []);
  const doubts = ownRunIds.flatMap((own) => {
    const ids = answers.flatMap((one) => (one.kind === 'answer' && one.runId === own ? one.answerId : []));
    return ids.length === 0 ? [] : [oldAnswers(own, state.lateDoubtNames.length, [...new Set(ids)])];
  });
  if (doubts.length === 0) return;
  for (const doubt of doubts) takeInDoubt(known, doubt);
  state.lateDoubtNames = [...state.lateDoubtNames, ...doubts.map(({ name }) => name)];
  state.nextStatements.push(...rules.storingDoubts(doubts, timestamp));
}

function toAnswer(
  run: OwnRun,
  { claimId, states }: OwnClaim,
  result: RequestedResult,
  place: number,
): NewAnswer {
  const { company, referenceId } = run.listed(result.company);
  // Keeps to what was known when it was asked for: answers that have been read since then are not followed, and change nothing about the
  // decisions that this one carries out.
  const { previousAnswers, replacesClaims } = states.get(result.company) ?? {
    previousAnswers: [],
    replacesClaims: [],
  };
  const screenings = screeningHashes(run, result);
  const begunAt = new Date(run.state.begunAtMs).toISOString();
  const [screening = '', ...others] = screenings;
  const otherScreenings = others.filter((one) => one !== '');
  const otherScreeningIds = screeningIds(result).slice(1);
  const { lateDoubtNames } = run.state;
  const more = {
    ...(otherScreeningIds.length === 0 ? {} : { otherScreenings, otherScreeningIds }),
    ...(lateDoubtNames.length === 0 ? {} : { lateDoubtNames: [...lateDoubtNames] }),
  };
  const common = {
    answerId: `${claimId}.${place}`,
    claimId,
    company: result.company,
    keyHash: keyHash(company.key),
    runId: run.state.runId,
    previousAnswers,
    replacesClaims,
    screening,
  };
  if (result.is === 'unanswered') {
    const { hits, payload } = result.partial ?? { hits: [], payload: null };
    const data = { company, referenceId, screeningId: '', begunAt, hits, payload, ...more };
    const unanswered = { kind: 'unanswered', outcome: 'error', reason: 'noAnswer' } as const;
    return { ...common, ...unanswered, screenedAt: result.sentAt, data };
  }
  const { screeningId, screenedAt, hits, payload } = result;
  const idDoubt = doubtAboutIds(run, result.company, screenings);
  const reason = result.reason || idDoubt;
  const outcome = outcomeInDoubt(idDoubt, result.outcome);
  const data = { company, referenceId, screeningId, begunAt, hits, payload, ...more };
  return { ...common, kind: 'answer', outcome, reason, screenedAt, data };
}

/** Empty if there is none. */
function doubtAboutIds(
  run: OwnRun,
  company: CompanyHash,
  ids: readonly string[],
): 'otherRequest' | 'staleAnswer' | '' {
  const { companiesByScreeningId: known, archived } = run.state.known;
  if (run.listed(company).company.option !== 'AnnualReturns') {
    // An id that the register has already is that of another screening.
    const isUsed = (id: string) => known.has(id) || (archived !== null && isArchived(archived, id));
    return ids.some(isUsed) ? 'staleAnswer' : '';
  }
  // It is not documented whether the service gives one number another id each time.
  const owners = ids.flatMap((id) => [...(known.get(id) ?? [])]);
  return owners.some((owner) => owner !== company) ? 'otherRequest' : '';
}

/** A hash for each name that has an id. Empty if the service gave none: answers without an id have nothing in common. */
function screeningHashes(run: OwnRun, result: RequestedResult): string[] {
  const { company } = run.listed(result.company);
  return screeningIds(result).map((id) => (id.trim() === '' ? '' : screeningHash(company, id)));
}

function screeningIds(result: RequestedResult): readonly string[] {
  if (result.is === 'unanswered') return result.screeningIds ?? [];
  return [result.screeningId, ...(result.otherScreeningIds ?? [])];
}
