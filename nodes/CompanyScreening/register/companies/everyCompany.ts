// Every company of a register, or those of one key, as they stand when somebody looks: nothing is claimed, and nothing is sent.
import { decisionChain, type Chain } from '../facts/decisionChain';
import { nameNow, type NameNow } from '../facts/keyNames';
import {
  knowingNothing,
  knowledgeOf,
  takeIn,
  takeInAnswers,
  takeInRemovals,
  type DamagedRow,
  type Knowledge,
} from '../facts/knowledge';
import { isSilentForADay } from '../facts/liveness';
import { answersQuery, EVERY_ANSWER, screeningIdQueries } from '../facts/answerQueries';
import { latestIntactOf, companyStateOf } from '../facts/companyState';
import type { Statement, StoredRow } from '../port/tables';
import { readAnswers, screeningHashesOf, type IntactAnswer } from '../rows/answerRows';
import { REMOVAL_QUERY, removalsAmong, type Removal } from '../rows/archiveRows';
import { readClaim, type Claim } from '../rows/claimRows';
import { keyHash, type CompanyHash } from '../rows/identity';
import { removedOf } from '../rows/removedData';
import { readRun, readRunWithCounts, type RunWithCounts, type RunRow } from '../rows/runRows';
import { companyResultOf, resultWithoutVerdict, withEarlier, type ScreenedResult } from './companyResult';
import { unansweredRunsOf, type UnansweredRun } from './deskCases';

const CLAIM_QUERIES: readonly Statement[] = [
  { do: 'read', table: 'runs', where: [], match: 'all' },
  { do: 'read', table: 'claims', where: [], match: 'all' },
];
/** Order matters: a run that is over by then has its claims, and a claim that is read has its answers, if there are any. */
export const REGISTER_QUERIES = [
  ...CLAIM_QUERIES,
  EVERY_ANSWER,
  { do: 'read', table: 'decisions', where: [], match: 'all' },
  // Removals are read last, so that one in between explains the missing rows.
  REMOVAL_QUERY,
] as const satisfies readonly Statement[];

/** A company as it stands when somebody looks. */
export type CompanyNow = ScreenedResult & {
  /** Answers before its own that have hits: until there is a verdict again, these are to be decided about. */
  earlier: readonly IntactAnswer[];
  /** The present name of its key, if it is another one. */
  calledNow: NameNow | null;
};

export interface EveryCompany extends Pick<WholeRegister, 'removals' | 'unreadable'> {
  /** The order in which they were first answered; companies that were only claimed come last. */
  companies: CompanyNow[];
  /** Runs that left several companies without an answer. */
  unansweredRuns: UnansweredRun[];
  chain: Chain;
}

/** Everything that was read, and what follows from it for all companies alike. */
export interface WholeRegister {
  known: Knowledge;
  /** Rows of runs with the decisions that they have seen, in their order. */
  runs: readonly RunWithCounts[];
  /** The runs that have ended or count as dead. */
  over: ReadonlySet<string>;
  /** Open claims, without the companies that have their answer. */
  openClaims: readonly Claim[];
  /** Rows that were deleted on purpose, the oldest first. */
  removals: readonly Removal[];
  /** Ids of rows in `answers` of which nobody can tell the company. */
  unreadable: number[];
}

/**
 * @param found the rows of each statement of `REGISTER_QUERIES`
 * @param nowMs epoch milliseconds
 * @returns a row of a claim that cannot be read, since nobody can tell whom it holds
 */
export function wholeRegister(
  found: readonly (readonly StoredRow[])[],
  nowMs: number,
): DamagedRow | WholeRegister {
  const known = knowingNothing();
  const damaged = takeIn(known, CLAIM_QUERIES, found, { startedAtMs: 0, endedAtMs: 0, gapMs: 0 });
  if (damaged) return damaged;
  const [answerRows = [], decisionRows = [], removalRows = []] = found.slice(CLAIM_QUERIES.length);
  const unreadable = takeInAnswers(known, answerRows);
  const runs = (found[0] ?? []).flatMap((row) => readRunWithCounts(row) ?? []);
  const removals = removalsAmong(removalRows);
  takeInRemovals(known, removals);
  known.chain = decisionChain(decisionRows, runs, removedOf(removals).decisions);
  // Each company is asked for: in a claim that was never closed, the companies that were not sent have no answer.
  const isAnswered = (company: CompanyHash, claimId: string) =>
    (known.answers.get(company) ?? []).some((one) => one.claimId === claimId);
  const lives = (run: RunRow) => run.state === 'going' && !isSilentForADay(run, nowMs);
  const openClaims = known.claims
    .filter(({ state }) => state === 'open')
    .map(({ companies, ...claim }) => ({
      ...claim,
      companies: companies.filter((company) => !isAnswered(company, claim.claimId)),
    }));
  for (const { claimId } of openClaims) known.claimsFetchedOpen.add(claimId);
  const runRows = (found[0] ?? []).map((row) => ({ runId: String(row['run']), run: readRun(row) }));
  // A run without a row may have entered after the runs were read. After a day, its row was deleted, or its claim was changed.
  const withRow = new Set(runRows.map(({ runId }) => runId));
  const hasLostRow = ({ runId, claimedAt }: Claim) =>
    !withRow.has(runId) && isSilentForADay({ beatAt: claimedAt }, nowMs);
  return {
    known,
    runs,
    // Runs whose row cannot be read are over.
    over: new Set([
      ...runRows.flatMap(({ runId, run }) => (run && lives(run) ? [] : [runId])),
      ...openClaims.filter(hasLostRow).map(({ runId }) => runId),
    ]),
    openClaims,
    removals,
    unreadable,
  };
}

/**
 * Two facts make no difference: a decision to send again, until it is carried out, and the age of an answer. A doubt from a failed
 * control stays.
 *
 * @param nowMs epoch milliseconds
 * @returns gives a company as it stands
 */
export function companyNowIn(
  { known, over, openClaims }: Pick<WholeRegister, 'known' | 'over' | 'openClaims'>,
  nowMs: number,
): (company: CompanyHash) => CompanyNow {
  const held = new Set(
    openClaims.filter(({ runId }) => !over.has(runId)).flatMap(({ companies }) => companies),
  );
  const resultNow = (company: CompanyHash): ScreenedResult => {
    const knowledge = knowledgeOf(known, company, (runId) => over.has(runId));
    const companyState = companyStateOf({ ...knowledge, claimsToSendAgain: NONE }, null, false);
    if (companyState.is !== 'toSend' && !held.has(company)) {
      return companyResultOf(known, company, companyState, { nowMs, readers: [] });
    }
    const { claimedAt: askedAt = '', referenceIds = {} } =
      openClaims.find(({ companies }) => companies.includes(company)) ?? {};
    const facts = {
      doubt: 'beingScreened',
      claimId: '',
      askedAt,
      referenceId: referenceIds[company] ?? '',
    } as const;
    return resultWithoutVerdict(
      known,
      { company, answers: latestIntactOf(knowledge.answers), ...facts },
      nowMs,
    );
  };
  return (company) => {
    const result = resultNow(company);
    const answers = result.is === 'answer' ? [result.answer] : result.answers;
    const all = new Set(withEarlier(known, answers));
    const earlier = [...all].filter((one) => !answers.includes(one) && one.data.hits.length > 0);
    return { ...result, earlier, calledNow: nameNow(known, result.company) };
  };
}

/** Takes the arguments of `wholeRegister`, and gives the same row that cannot be read. */
export function everyCompany(
  found: readonly (readonly StoredRow[])[],
  nowMs: number,
): DamagedRow | EveryCompany {
  const register = wholeRegister(found, nowMs);
  return 'known' in register ? companiesIn(register, nowMs) : register;
}

/** @param nowMs epoch milliseconds */
export function companiesIn(register: WholeRegister, nowMs: number): EveryCompany {
  const { known, over, openClaims, runs, removals, unreadable } = register;
  const all = new Set([...known.answers.keys(), ...openClaims.flatMap(({ companies }) => companies)]);
  const companies = [...all].map(companyNowIn(register, nowMs));
  const left = openClaims.filter(({ runId }) => over.has(runId));
  const unansweredRuns = unansweredRunsOf(companies, left, runs);
  return { companies, unansweredRuns, chain: known.chain, removals, unreadable };
}

const NONE: ReadonlySet<string> = new Set();

type Found = readonly (readonly StoredRow[])[];

export const ANSWERS = REGISTER_QUERIES.findIndex(({ table }) => table === 'answers');

/** The first of two calls: `REGISTER_QUERIES`, with only those answers that this query finds. */
export function queriesWithAnswers(some: Statement): Statement[] {
  return REGISTER_QUERIES.map((statement, index) => (index === ANSWERS ? some : statement));
}

/** The same, with the answers under the key. */
export function companyKeyQueries(key: string): Statement[] {
  return queriesWithAnswers(answersQuery('keyHash', [keyHash(key)]));
}

/**
 * The second call reads the companies that share a screening id with these answers, rows of these companies whose key was changed, and the
 * companies of the open claims.
 *
 * @param first the rows of each statement of the first call
 */
export function relatedQueries(first: Found): Statement[] {
  const answers = (first[ANSWERS] ?? []).flatMap(readAnswers);
  const claims = first.flat().flatMap((row) => readClaim(row) ?? []);
  const claimed = claims.filter(({ state }) => state === 'open').flatMap(({ companies }) => companies);
  const companies = new Set([...answers.map(({ company }) => company), ...claimed]);
  return [
    answersQuery('company', [...companies]),
    ...screeningIdQueries([...new Set(answers.flatMap(screeningHashesOf))]),
  ];
}

/** Joins the rows of the first call and of a second one that reads answers, as those of each statement of `REGISTER_QUERIES`. */
export function rowsOfBothCalls(first: Found, others: Found): StoredRow[][] {
  const answers = [...(first[ANSWERS] ?? []), ...others.flat()];
  const each = [...new Map(answers.map((row) => [row.id, row])).values()];
  return first.map((rows, index) =>
    index === ANSWERS ? each.toSorted((one, other) => one.id - other.id) : [...rows],
  );
}
