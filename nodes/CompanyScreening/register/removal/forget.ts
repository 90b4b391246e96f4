// Forgets a company: every row that says something of it goes, or is written again without it. A sealed row says that this was done,
// without anything of the company.
import { latest } from '../../names/plainText';
import { isOpenCase } from '../cases/cases';
import { companyNowIn } from '../companies/everyCompany';
import { newestSeals } from '../facts/archivedIds';
import type { DamagedRow } from '../facts/knowledge';
import { isSilentForADay, updatingClaim, deletingClaim } from '../facts/liveness';
import {
  deletingRows,
  equal,
  type Statement,
  type StoredRow,
  type TableName,
  type Tables,
} from '../port/tables';
import { readAnswers, screeningHashesOf } from '../rows/answerRows';
import type { NewRemoval, RemovalOrder } from '../rows/archiveRows';
import { claimedCompanyId, claimedCells, type Claim } from '../rows/claimRows';
import { readDecisionRow } from '../rows/decisionRows';
import { givenRowWithout } from '../rows/reportRows';
import {
  archivedTraces,
  forgetInArchive,
  onlyClaimed,
  type ArchivedTraces,
  type OnlyClaimed,
  FACT_QUERIES,
  removalFacts,
  tracesOf,
  type RemovalFacts,
  type Traces,
} from './traces';
import {
  announce,
  closingsByPacks,
  deletingPacks,
  goingIn,
  inCalls,
  type NotRemoved,
  type RemovalPorts,
} from './deleting';

export interface ForgetOrder {
  key: string;
  /** Null for a dry run. */
  by: RemovalOrder | null;
  /** True to forget it in spite of open cases and true matches, `trueMatches` in spite of these only. */
  evenIfOpen: boolean | 'trueMatches';
}

export interface ForgetPlan {
  traces: Traces;
  archived: ArchivedTraces;
  screenings: number;
  /** Hits about which nobody has decided for good, and screenings without a verdict. */
  openCases: number;
  /** Hits that stay true matches: no further decision is due. */
  trueMatches: number;
  /** Companies under other keys that have one of its names. */
  sameNames: number;
  /** True if a run is going or was killed: it is watched for some time before anything is deleted. */
  isWatched: boolean;
  /** ISO 8601; empty for never. */
  lastScreened: string;
}

export type ForgetResult =
  | { is: 'forgotten' | 'planned'; plan: ForgetPlan }
  /** Nothing was deleted. */
  | { is: 'openCases'; plan: ForgetPlan }
  | { is: 'reasonNames' }
  | NotRemoved
  /** Nothing names it. */
  | ({ is: 'unknown' } & OnlyClaimed)
  /** Something was stored meanwhile. */
  | { is: 'storedAgain' }
  | ({ is: 'damaged' } & DamagedRow);

/** @throws RegisterFailure if the tables cannot be read or written: what is left goes when it is run again */
export async function forget(
  tables: Tables,
  { key, by, evenIfOpen }: ForgetOrder,
  ports: RemovalPorts,
): Promise<ForgetResult> {
  const { uuid, nowMs } = ports;
  const facts = removalFacts(await tables.run(FACT_QUERIES), nowMs);
  if ('table' in facts) return { is: 'damaged', ...facts };
  const traces = tracesOf(facts, key);
  const archived = await archivedTraces(tables, facts, traces);
  if (isNothing(traces, archived)) return { is: 'unknown', ...onlyClaimed(facts, nowMs) };
  const plan = planOf(facts, traces, archived, nowMs);
  if (!by) return { is: 'planned', plan };
  const inTheWay = evenIfOpen === 'trueMatches' ? plan.openCases : unsettledIn(plan);
  if (inTheWay > 0 && evenIfOpen !== true) return { is: 'openCases', plan };
  if (names(by.reason, [key, ...traces.names])) return { is: 'reasonNames' };
  const said = { ...by, at: new Date(nowMs).toISOString(), mark: uuid() };
  const refused = await announce(tables, facts.rows.runs, removalOf(facts, plan, said), ports);
  if (refused) return refused;
  await inCalls(tables, deletingPacks(closingsByPacks(facts.closings, facts.removals).pruned));
  await forgetInArchive(tables, facts, traces, archived.closings);
  await inCalls(tables, statementsOf(facts, traces));
  const after = removalFacts(await tables.run(FACT_QUERIES), nowMs);
  const isBack = 'table' in after || !isNothing(tracesOf(after, key), NOTHING_ARCHIVED);
  return isBack ? { is: 'storedAgain' } : { is: 'forgotten', plan };
}

/**
 * The removal and its statements where the archive has nothing of the company; undefined if there is nothing of it.
 *
 * @param found the rows of each statement of `FACT_QUERIES`
 */
export function forgetting(
  found: readonly StoredRow[][],
  key: string,
  said: RemovalOrder & Pick<NewRemoval, 'at' | 'mark'>,
): { removal: NewRemoval; statements: Statement[] } | undefined {
  const nowMs = Date.parse(said.at);
  const facts = removalFacts(found, nowMs);
  if ('table' in facts) return undefined;
  const traces = tracesOf(facts, key);
  if (isNothing(traces, NOTHING_ARCHIVED)) return undefined;
  const plan = planOf(facts, traces, NOTHING_ARCHIVED, nowMs);
  return { removal: removalOf(facts, plan, said), statements: statementsOf(facts, traces) };
}

const unsettledIn = ({ openCases, trueMatches }: ForgetPlan): number => openCases + trueMatches;

const NOTHING_ARCHIVED: ArchivedTraces = {
  closings: [],
  screenings: 0,
  ids: [],
  shared: [],
  unreadable: 0,
};

function isNothing(traces: Traces, { closings }: ArchivedTraces): boolean {
  const { answers, damagedAnswers, decisions, claims, reports } = traces;
  const all = [answers, damagedAnswers, decisions, claims, reports, closings];
  return all.every(({ length }) => length === 0);
}

function planOf(
  { register, rows }: RemovalFacts,
  traces: Traces,
  archived: ArchivedTraces,
  nowMs: number,
): ForgetPlan {
  const { known } = register;
  const companyNow = companyNowIn(register, nowMs);
  const cases = [...traces.companies].flatMap((one) => companyNow(one).cases);
  const others = [...known.answers].filter(([company]) => !traces.companies.has(company));
  const sameNames = others.filter(([, answers]) =>
    answers.some(
      (one) => one.kind !== 'damaged' && one.data.company.names.some((name) => traces.names.has(name)),
    ),
  );
  return {
    traces,
    archived,
    screenings: traces.answers.length + traces.damagedAnswers.length + archived.screenings,
    openCases: cases.filter(isOpenCase).length,
    trueMatches: cases.filter((one) => !isOpenCase(one) && one.standing.is === 'trueMatch').length,
    sameNames: sameNames.length,
    isWatched: goingIn(rows.runs).some((run) => !isSilentForADay(run, nowMs)),
    lastScreened: latest(traces.answers.map(({ screenedAt }) => screenedAt)),
  };
}

/** True if a word of the reason is the key or a name: it would stay for ever. */
function names(reason: string, words: readonly string[]): boolean {
  const plain = (text: string) =>
    ` ${text
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}]+/gu, ' ')
      .trim()} `;
  return words.some((word) => plain(word).trim() !== '' && plain(reason).includes(plain(word)));
}

function removalOf(
  { register, closings, removals }: RemovalFacts,
  plan: ForgetPlan,
  said: RemovalOrder & Pick<NewRemoval, 'at' | 'mark'>,
): NewRemoval {
  const { traces, archived, screenings } = plan;
  const { companies, damagedAnswers, decisions } = traces;
  const answers = [...traces.answers, ...damagedAnswers.flatMap(readAnswers)];
  const ids = [...new Set([...answers.flatMap(screeningHashesOf), ...archived.ids])];
  const ofOthers = new Set(archived.shared);
  const isShared = (id: string) =>
    ofOthers.has(id) ||
    [...(register.known.companiesByScreeningId.get(id) ?? [])].some((one) => !companies.has(one));
  return {
    ...said,
    kind: 'forgotten',
    // The time of a screening would say something of the company.
    oldest: said.at,
    newest: said.at,
    screenings,
    previousSeals: newestSeals({ rows: closings, removals }),
    removed: {
      before: '',
      counts: {
        answers: traces.answers.length + damagedAnswers.length,
        claims: traces.claims.length,
        closings: archived.closings.length,
        decisions: decisions.length,
        reports: traces.reports.length,
        runs: 0,
      },
      openCases: unsettledIn(plan),
      answers: [...answers.map(({ answerId }) => answerId), ...claimedOf(traces.claims, companies)],
      screenings: ids,
      shared: ids.filter(isShared),
      decisions: decisions.map((row) => readDecisionRow(row).seal),
      seals: archived.closings.map(({ seal }) => seal),
      closings: [],
      readers: [],
    },
  };
}

/** Ids of the company in claims. If this is killed before the claims go, only these ids show whom they are about. */
function claimedOf(claims: readonly Claim[], companies: ReadonlySet<string>): string[] {
  return claims.flatMap((claim) =>
    claim.companies.filter((one) => companies.has(one)).map((one) => claimedCompanyId(claim, one)),
  );
}

/** Deletes a claim without an answer after the answers, since an answer from before it may say clear. */
function statementsOf(facts: RemovalFacts, traces: Traces): Statement[] {
  const { companies, isForgotten, reports, claims, answers, damagedAnswers, decisions } = traces;
  const present = new Set(facts.reports.map(({ mark }) => mark));
  const answerIds = answers.map(({ answerId }) => answerId);
  return [
    ...reports.flatMap((report): Statement[] => {
      const row = givenRowWithout(report, isForgotten);
      const isThere = present.has(String(row['mark']));
      return [
        ...(isThere ? [] : [{ do: 'insert', table: 'reports', rows: [row] } as const]),
        ...deletingRows('reports', 'mark', [report.mark]),
      ];
    }),
    // The ids are named and not the company: a run that begins now may screen it as a new one.
    ...deletingRows('answers', 'answer', answerIds),
    ...claims.flatMap((claim) => deletingAnswersOf(claim, companies)),
    // Damaged rows go after the others, which they make doubtful.
    ...deletingStored('answers', damagedAnswers),
    ...deletingRows('decisions', 'company', [...companies]),
    ...deletingStored('decisions', decisions),
    ...claims.map((claim) => claimWithout(claim, companies)),
  ];
}

function deletingStored(table: TableName, rows: readonly StoredRow[]): Statement[] {
  return rows.map(({ id }) => ({
    do: 'delete',
    table,
    where: [
      { column: 'id', is: 'above', value: id - 1 },
      { column: 'id', is: 'atMost', value: id },
    ],
    match: 'all',
  }));
}

/** Deletes the answers that the run of a claim, which is taken for dead, may be storing at this moment. */
function deletingAnswersOf({ claimId, companies }: Claim, gone: ReadonlySet<string>): Statement[] {
  return companies
    .filter((one) => gone.has(one))
    .map((one) => ({
      do: 'delete',
      table: 'answers',
      where: [equal('mark', claimId), equal('company', one)],
      match: 'all',
    }));
}

function claimWithout(
  { claimId, companies, referenceIds, requests, screenings }: Claim,
  gone: ReadonlySet<string>,
): Statement {
  const isLeft = (company: string) => !gone.has(company);
  const left = companies.filter(isLeft);
  if (left.length === 0) return deletingClaim(claimId);
  const of = <One>(record: Readonly<Record<string, One>>) =>
    JSON.stringify(Object.fromEntries(Object.entries(record).filter(([company]) => isLeft(company))));
  return updatingClaim(claimId, {
    ...claimedCells(left),
    referenceIds: of(referenceIds),
    requests: of(requests),
    screenings: of(screenings),
  });
}
