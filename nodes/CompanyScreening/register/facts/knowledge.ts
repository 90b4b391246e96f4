// A run's knowledge of the register. Plain data, so that a model can copy it.
import type { ReadStatement, Statement, StoredRow, TableName } from '../port/tables';
import { readAnswers, readAnswersAmong, screeningHashesOf, type StoredAnswer } from '../rows/answerRows';
import type { Removal } from '../rows/archiveRows';
import { hasNoId, readClaim, type Claim } from '../rows/claimRows';
import { readDoubt, type LateDoubt } from '../rows/doubtRows';
import type { CompanyHash } from '../rows/identity';
import { removedOf, type RemovedEver } from '../rows/removedData';
import { readReport, deliveriesOf, type ReportRow, type Delivery } from '../rows/reportRows';
import {
  CONTROL_FAILED,
  readRun,
  readRunWithCounts,
  readUnreportedRun,
  type RunWithCounts,
  type RunRow,
  type UnreportedRun,
} from '../rows/runRows';
import { archivedIds, withPacks, type ArchivedIds } from './archivedIds';
import { decisionChain, type Chain } from './decisionChain';
import type { CompanyKnowledge } from './companyState';
import { withDoubtsOfItsRun, withLateDoubts, NO_LATE_DOUBTS, type KnownDoubts } from './lateDoubts';
import { seeBeats, type SeenBeat, type ReadTiming } from './liveness';

export interface Knowledge extends KnownDoubts {
  answers: Map<CompanyHash, StoredAnswer[]>;
  companiesByKeyHash: Map<string, Set<CompanyHash>>;
  /** Deliveries for each company. Read only where a run asks for news. */
  deliveries: ReadonlyMap<CompanyHash, readonly Delivery[]>;
  /** The rows of these deliveries, as they are stored. */
  reports: readonly ReportRow[];
  /** The latest runs of the same node that have ended. Read before the decisions, which they have seen. */
  runsBefore: readonly RunWithCounts[];
  /** Runs of the same node whose answers may have news that no report names. */
  unreportedRuns: readonly UnreportedRun[];
  chain: Chain;
  /**
   * Companies by the screening ids of their rows, under any of their names and whatever became of the others: rows of answers, and of
   * claims whose answers were about to be stored.
   */
  companiesByScreeningId: OwnersOfIds;
  /** The screening ids of answers that have left the table; null until they have been read. */
  archived: ArchivedIds | null;
  /** Closed claims whose answers have been read. */
  claimsFetchedDone: Set<string>;
  /** Claims of runs that are over, which were still open when their answers were read. */
  claimsFetchedOpen: Set<string>;
  /** The claims as they were read last, like the runs and their beats. */
  claims: Claim[];
  runs: RunRow[];
  beats: Map<string, SeenBeat>;
}

/** A row that somebody changed, so that nobody can tell what its table holds. */
export interface DamagedRow {
  table: TableName;
  id: number;
}

export function knowingNothing(): Knowledge {
  return {
    answers: new Map(),
    doubtedRuns: new Set(),
    lateDoubts: NO_LATE_DOUBTS,
    companiesByKeyHash: new Map(),
    deliveries: new Map(),
    reports: [],
    runsBefore: [],
    unreportedRuns: [],
    chain: decisionChain([]),
    companiesByScreeningId: new Map(),
    archived: null,
    claimsFetchedDone: new Set(),
    claimsFetchedOpen: new Set(),
    claims: [],
    runs: [],
    beats: new Map(),
  };
}

/**
 * Takes in what the reads of a call found.
 *
 * @returns the first row of a claim, or of the archive's index, that cannot be read
 */
export function takeIn(
  known: Knowledge,
  statements: readonly Statement[],
  found: readonly (readonly StoredRow[])[],
  span: ReadTiming,
): DamagedRow | undefined {
  const reads = statements.filter((statement) => statement.do === 'read');
  for (const [index, read] of reads.entries()) {
    const damaged = takeInRows(known, read, found[index] ?? [], span);
    if (damaged) return damaged;
  }
  return undefined;
}

/** @returns the ids of rows of which nobody can tell the company */
export function takeInAnswers(known: Knowledge, rows: readonly StoredRow[]): number[] {
  const read = rows.map((row) => ({ row, doubt: readDoubt(row), answers: readAnswers(row) }));
  known.lateDoubts = withLateDoubts(
    known.lateDoubts,
    read.flatMap(({ doubt }) => doubt ?? []),
    read.flatMap(({ answers }) => answers),
  );
  doubtAnswers(known);
  for (const { answers } of read) for (const answer of answers) takeInAnswer(known, answer);
  // Damaged rows are read again once the companies under each key are known.
  const isDamaged = ({ kind }: StoredAnswer) => kind === 'damaged';
  const damaged = read.filter(({ doubt, answers }) => doubt?.isIntact !== true && answers.every(isDamaged));
  return damaged.flatMap(({ row }) => {
    const answers = readAnswersAmong(row, (keyHash) => known.companiesByKeyHash.get(keyHash) ?? new Set());
    for (const answer of answers) takeInAnswer(known, answer);
    return answers.length === 0 ? row.id : [];
  });
}

/** Counts a row that is read twice, or inserted twice, once. */
export function takeInAnswer(known: Knowledge, stored: StoredAnswer): void {
  const answer = withDoubtsOfItsRun(stored, known);
  const answers = known.answers.get(answer.company) ?? [];
  known.answers.set(answer.company, answers);
  const isSame = (one: StoredAnswer) => textOf(one) === textOf(answer);
  if (!answers.some((one) => one.answerId === answer.answerId && isSame(one))) answers.push(answer);
  addOwner(known.companiesByScreeningId, answer.company, screeningHashesOf(answer));
  if (answer.kind === 'damaged') return;
  const underKey = known.companiesByKeyHash.get(answer.keyHash) ?? new Set();
  known.companiesByKeyHash.set(answer.keyHash, underKey.add(answer.company));
}

/** Sorts the keys, which come back from the table in another order. */
const textOf = (answer: StoredAnswer): string =>
  JSON.stringify(answer, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/** The companies that have each screening id, by the hash of the id. */
export type OwnersOfIds = Map<string, Set<CompanyHash>>;

export function addOwner(owners: OwnersOfIds, company: CompanyHash, ids: readonly string[]): void {
  for (const id of ids) owners.set(id, (owners.get(id) ?? new Set()).add(company));
}

/** True if another company has one of its screening ids. */
export const isSharedAmong = (owners: OwnersOfIds, answer: StoredAnswer): boolean =>
  screeningHashesOf(answer).some((id) => (owners.get(id)?.size ?? 0) > 1);

/** @param isOver whether the run of an open claim has ended or counts as dead */
export function knowledgeOf(
  known: Knowledge,
  company: CompanyHash,
  isOver: (runId: string) => boolean,
): CompanyKnowledge {
  const decisions = known.chain.ofCompany.get(company) ?? [];
  const sentAgain = decisions.filter(
    ({ decided, hitFingerprint }) => decided === 'sendAgain' && hitFingerprint === '',
  );
  return {
    answers: known.answers.get(company) ?? [],
    claimsLeftOpen: known.claims
      .filter(
        ({ claimId, state, runId }) =>
          state === 'open' && known.claimsFetchedOpen.has(claimId) && isOver(runId),
      )
      .filter(({ companies }) => companies.includes(company))
      .map(({ claimId }) => claimId),
    claimsToSendAgain: new Set(sentAgain.map(({ claimId }) => claimId)),
    sharesId: (answer) => isSharedAmong(known.companiesByScreeningId, answer),
  };
}

function takeInRows(
  known: Knowledge,
  read: ReadStatement,
  rows: readonly StoredRow[],
  span: ReadTiming,
): DamagedRow | undefined {
  switch (read.table) {
    case 'answers':
      takeInAnswers(known, rows);
      return undefined;
    case 'decisions':
      known.chain = decisionChain(rows, known.runsBefore, removedOf(known.archived?.removals).decisions);
      return undefined;
    case 'claims':
      return takeInClaims(known, read, rows);
    case 'reports':
      known.reports = rows.flatMap((row) => readReport(row) ?? []);
      known.deliveries = deliveriesOf(known.reports);
      return undefined;
    case 'runs': {
      // Rows of the same node say what its list was, and nothing else.
      const node = read.where.find(({ column }) => column === 'latestRunOfNode')?.value;
      if (node !== undefined) {
        const isOf = (column: string) => (row: StoredRow) => row[column] === node;
        known.runsBefore = rows
          .filter(isOf('latestRunOfNode'))
          .flatMap((row) => readRunWithCounts(row) ?? []);
        known.unreportedRuns = rows
          .filter(isOf('unreportedRunOfNode'))
          .flatMap((row) => readUnreportedRun(row) ?? []);
        return undefined;
      }
      // Unreadable rows are left out: the run of such a row ends when it sees that, so it claims nothing more.
      known.runs = rows.flatMap((row) => readRun(row) ?? []);
      doubtAnswers(known);
      known.beats = seeBeats(known.beats, known.runs, span);
      return undefined;
    }
    case 'archive':
      return takeInArchive(known, read, rows);
  }
}

export function takeInDoubt(known: Knowledge, doubt: LateDoubt): void {
  known.lateDoubts = withLateDoubts(known.lateDoubts, [{ isIntact: true, ...doubt }], []);
  doubtAnswers(known);
}

function doubtAnswers(known: Knowledge): void {
  const ofRows = known.runs.filter(({ control }) => control === CONTROL_FAILED).map(({ runId }) => runId);
  const { failedRuns, runsMissingDoubt, oldAnswers } = known.lateDoubts;
  const all = new Set([...known.doubtedRuns, ...ofRows, ...failedRuns, ...runsMissingDoubt]);
  if (all.size === known.doubtedRuns.size && oldAnswers.size === 0) return;
  known.doubtedRuns = all;
  for (const [company, answers] of known.answers) {
    known.answers.set(
      company,
      answers.map((answer) => withDoubtsOfItsRun(answer, known)),
    );
  }
}

/** Takes in a read of the index rows, or of the packs of some closings. */
function takeInArchive(
  known: Knowledge,
  { where }: ReadStatement,
  rows: readonly StoredRow[],
): DamagedRow | undefined {
  const closings = where.flatMap((one) => (one.column === 'closing' ? [one.value] : []));
  if (closings.length > 0) {
    known.archived = known.archived && withPacks(known.archived, closings, rows);
    return undefined;
  }
  const read = archivedIds(rows, known.archived);
  if (typeof read === 'number') return { table: 'archive', id: rows[read]?.id ?? 0 };
  known.archived = read;
  takeInRemovals(known, read.removals);
  return undefined;
}

/** Leaves a company in doubt that shared a screening id with a forgotten one. */
export function takeInRemovals(known: Knowledge, removals: readonly Removal[]): void {
  for (const { mark, removed } of removals) addOwner(known.companiesByScreeningId, mark, removed.shared);
}

/** Tells of the id of an answer, or of a `claimedId`, whether its company was forgotten. */
export function forgottenBy(removals: readonly Removal[] = []): RemovedEver['hasAnswer'] {
  return removedOf(removals.filter(({ kind }) => kind === 'forgotten')).hasAnswer;
}

/** Takes in claims: a read of all replaces what was known of them; one of single claims corrects it. */
function takeInClaims(
  known: Knowledge,
  { where }: ReadStatement,
  rows: readonly StoredRow[],
): DamagedRow | undefined {
  const read = rows.map(readClaim);
  const claims = read.filter((claim) => claim !== undefined);
  for (const claim of claims) {
    if (hasNoId(claim)) known.claimsFetchedOpen.add(claim.claimId);
    for (const [company, ids] of Object.entries(claim.screenings))
      addOwner(known.companiesByScreeningId, company, ids);
  }
  const marks = where.flatMap((condition) => (condition.is === 'equal' ? [condition.value] : []));
  if (where.length === 0) known.claims = claims;
  else known.claims = [...known.claims.filter(({ claimId }) => !marks.includes(claimId)), ...claims];
  for (const mark of marks) {
    const claim = claims.find((one) => one.claimId === mark);
    if (claim?.state === 'open') known.claimsFetchedOpen.add(mark);
    else known.claimsFetchedDone.add(mark);
  }
  const row = rows[read.indexOf(undefined)];
  return row && { table: 'claims', id: row.id };
}
