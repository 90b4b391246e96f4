// Every row that says something of the company with a key, in the tables and in the archive: rows with the key, and rows with the hashes that
// follow from it; and a closing as it is without them.
import { cleanText } from '../../names/companyName';
import { ofOneCall } from '../archive/pastScreenings';
import { REGISTER_QUERIES, wholeRegister, type WholeRegister } from '../companies/everyCompany';
import {
  archivedIds,
  ARCHIVE_INDEX_QUERY,
  idsOfRepeat,
  packQuery,
  packRows,
  repeatsOfClosing,
} from '../facts/archivedIds';
import { forgottenBy, type DamagedRow } from '../facts/knowledge';
import { isSilentForADay } from '../facts/liveness';
import { type Statement, type StoredRow, equal, type TableRow, type Tables } from '../port/tables';
import { readAnswers, type IntactAnswer, screeningHashesOf } from '../rows/answerRows';
import { closingRows, type IndexRow, type PackRow, type Removal } from '../rows/archiveRows';
import { claimedCompanyId, type Claim } from '../rows/claimRows';
import { isDamagedDecision, readDecisionRow } from '../rows/decisionRows';
import { companyHash, keyHash, type Company, type CompanyHash, uuidOf } from '../rows/identity';
import type { PackedRepeat } from '../rows/packs';
import {
  deliveriesOf,
  readReport,
  type ReportCompany,
  type ReportRow,
  type RunReport,
} from '../rows/reportRows';
import type { RunRow } from '../rows/runRows';
import { closingsByPacks } from './deleting';

export interface Traces {
  /** Companies under each of its names, with each option. */
  companies: ReadonlySet<CompanyHash>;
  names: ReadonlySet<string>;
  answers: IntactAnswer[];
  /** Rows that were changed. */
  damagedAnswers: StoredRow[];
  decisions: StoredRow[];
  /** Claims of runs that are over, or closed ones. */
  claims: Claim[];
  reports: RunReport[];
  /** True if a report names it, or a company that was forgotten while a run went on. */
  isForgotten: (given: ReportCompany) => boolean;
}

/** @param key as people entered it */
export function tracesOf({ register, rows, reports, removals }: RemovalFacts, key: string): Traces {
  const isKey = (text: unknown) => cleanText(text) === cleanText(key);
  const { known } = register;
  const intact = [...known.answers.values()].flat().filter((one) => one.kind !== 'damaged');
  const own = intact.filter(({ data }) => isKey(data.company.key));
  const decided = rows.decisions.filter((row) => isKey(row['companyKey']));
  const wasForgotten = forgottenBy(removals);
  const leftInClaims = known.claims.flatMap((claim) =>
    claim.companies.filter((one) => wasForgotten(claimedCompanyId(claim, one)) && !known.answers.has(one)),
  );
  const companies = new Set([
    ...own.map(({ company }) => company),
    ...decided.flatMap(hashIn),
    ...neverAnswered(intact, key),
    ...leftInClaims,
  ]);
  const isOwn = (row: StoredRow) => isKey(row['companyKey']) || hashIn(row).some((one) => companies.has(one));
  const isForgotten = ({ company, answerId }: ReportCompany) =>
    companies.has(company) || (wasForgotten(answerId) && !known.answers.has(company));
  const keys = own.map(({ data }) => data.company.key);
  return {
    companies,
    isForgotten,
    names: new Set(own.flatMap(({ data }) => data.company.names)),
    answers: own,
    damagedAnswers: rows.answers.filter((row) => isDamagedTrace(row, companies, keys)),
    decisions: rows.decisions.filter((row) => isOwn(row) || isDamagedDecisionOf(row, companies)),
    claims: known.claims.filter((claim) => claim.companies.some((one) => companies.has(one))),
    reports: reports.flatMap((row) =>
      row.kind === 'given' && row.data.companies.some(isForgotten) ? [row] : [],
    ),
  };
}

function hashIn(row: StoredRow): CompanyHash[] {
  const { company } = row;
  return typeof company === 'string' && /^[0-9a-f]{64}$/.test(company) ? [company] : [];
}

/** Finds a company that was claimed and never answered. It is there as a hash only, which can be told if its key is its name. */
function neverAnswered(answers: readonly IntactAnswer[], key: string): CompanyHash[] {
  const services = new Map<string, Omit<Company, 'key' | 'names'>>();
  for (const { data } of answers) {
    const { option, environment, baseUrl } = data.company;
    services.set(JSON.stringify([option, environment, baseUrl]), { option, environment, baseUrl });
  }
  return [...services.values()].map((service) => companyHash({ ...service, key, names: [key] }));
}

/** Numbers of companies that stand in open claims only: a claim has hashes, so the one that is looked for may be among them. */
export interface OnlyClaimed {
  /** Their run may still store an answer. */
  mayBeAnswered: number;
  /** Their run is over. */
  leftUnanswered: number;
}

export function onlyClaimed({ register }: RemovalFacts, nowMs: number): OnlyClaimed {
  const { known, over, openClaims } = register;
  // A run that was taken for dead may live, and store its answers all the same.
  const mayLive = (run: RunRow) => run.state === 'presumedDead' && !isSilentForADay(run, nowMs);
  const late = new Set(known.runs.filter(mayLive).map(({ runId }) => runId));
  const isOver = ({ runId }: Claim) => over.has(runId) && !late.has(runId);
  const unnamedIn = (claims: readonly Claim[]) =>
    new Set(claims.flatMap(({ companies }) => companies.filter((one) => !known.answers.has(one)))).size;
  return {
    mayBeAnswered: unnamedIn(openClaims.filter((claim) => !isOver(claim))),
    leftUnanswered: unnamedIn(openClaims.filter(isOver)),
  };
}

/** True if any cell names one of them: a row that was changed may say in each of them whom it was about. */
function isDamagedTrace(
  row: StoredRow,
  companies: ReadonlySet<CompanyHash>,
  keys: readonly string[],
): boolean {
  const read = readAnswers(row);
  if (read.some(({ kind }) => kind !== 'damaged')) return false;
  const data = String(row['data'] ?? '');
  return (
    read.some(({ company }) => companies.has(company)) ||
    keys.some((key) => row['keyHash'] === keyHash(key) || data.includes(`"key":${JSON.stringify(key)}`))
  );
}

function isDamagedDecisionOf(row: StoredRow, companies: ReadonlySet<CompanyHash>): boolean {
  const read = readDecisionRow(row);
  return isDamagedDecision(read) && (read.companies ?? []).some((one) => companies.has(one));
}

export interface RemovalFacts {
  register: WholeRegister;
  rows: Record<'answers' | 'decisions' | 'runs', readonly StoredRow[]>;
  reports: readonly ReportRow[];
  closings: readonly IndexRow[];
  removals: readonly Removal[];
}

export const FACT_QUERIES: readonly Statement[] = [
  ...REGISTER_QUERIES,
  { do: 'read', table: 'reports', where: [], match: 'all' },
  ARCHIVE_INDEX_QUERY,
];

/**
 * @param found the rows of each statement of `FACT_QUERIES`
 * @returns a row that cannot be read, on which others depend
 */
export function removalFacts(
  found: readonly (readonly StoredRow[])[],
  nowMs: number,
): DamagedRow | RemovalFacts {
  const register = wholeRegister(found, nowMs);
  if (!('known' in register)) return register;
  const [runs = [], , answers = [], decisions = []] = found;
  const [reportRows = [], index = []] = found.slice(REGISTER_QUERIES.length);
  const archived = archivedIds(index);
  if (typeof archived === 'number') return { table: 'archive', id: index[archived]?.id ?? 0 };
  const reports = reportRows.flatMap((row) => readReport(row) ?? []);
  register.known.deliveries = deliveriesOf(reports);
  const rows = { answers, decisions, runs };
  return { register, rows, reports, closings: archived.rows, removals: archived.removals };
}

export interface PruneFacts extends RemovalFacts {
  /** Originals of repeats that are older than the date and stay, because their pack has younger ones. */
  repeated: ReadonlySet<string>;
}

export interface ArchivedTraces {
  /** The closings that have screenings of it. */
  closings: IndexRow[];
  screenings: number;
  ids: string[];
  /** Hashes of ids that others have in the archive, and the company has in the table. */
  shared: string[];
  /** Closings of which a row is missing or was changed: nobody can tell what they have. */
  unreadable: number;
}

export async function archivedTraces(
  tables: Tables,
  facts: RemovalFacts,
  traces: Traces,
): Promise<ArchivedTraces> {
  const found: ArchivedTraces = { closings: [], screenings: 0, ids: [], shared: [], unreadable: 0 };
  const isOwn = repeatsOfIt(facts, traces);
  const ownIds = new Set(traces.answers.flatMap(screeningHashesOf));
  for (const some of ofOneCall(closingsByPacks(facts.closings, facts.removals).withPacks)) {
    const packs = await packsOf(tables, some);
    for (const closing of some) {
      const repeats = repeatsOfClosing(closing.packs, packs);
      const own = (repeats ?? []).filter(isOwn);
      const others = (repeats ?? []).filter((one) => !isOwn(one));
      found.shared.push(...others.flatMap(idsOfRepeat).filter((id) => ownIds.has(id)));
      if (!repeats) found.unreadable += 1;
      if (own.length === 0) continue;
      found.closings.push(closing);
      found.screenings += own.length;
      found.ids.push(...own.flatMap(idsOfRepeat));
    }
  }
  return found;
}

/**
 * Writes the closings again without the company, the oldest first, each before the old one goes.
 *
 * @throws RegisterFailure; run again, it goes on
 */
export async function forgetInArchive(
  tables: Tables,
  facts: RemovalFacts,
  traces: Traces,
  closings: readonly IndexRow[],
): Promise<void> {
  const isOwn = repeatsOfIt(facts, traces);
  const present = new Set(facts.closings.map(({ mark }) => mark));
  const newSeals = new Map<string, string>();
  for (const closing of closings.toSorted((one, other) => (one.at < other.at ? -1 : 1))) {
    const repeats = repeatsOfClosing(closing.packs, await packsOf(tables, [closing])) ?? [];
    const previousSeals = closing.previousSeals.map((seal) => newSeals.get(seal) ?? seal);
    const ofOthers = repeats.filter((one) => !isOwn(one));
    const rows = closingAgain(closing, ofOthers, previousSeals);
    const index = rows.at(-1);
    if (index) newSeals.set(closing.seal, String(index['seal']));
    // A call that was killed may have stored it.
    const isNew = index !== undefined && !present.has(String(index['mark']));
    const inserting: Statement[] = isNew ? [{ do: 'insert', table: 'archive', rows }] : [];
    const where = [equal('closing', closing.mark), equal('mark', closing.mark)];
    await tables.run([...inserting, { do: 'delete', table: 'archive', where, match: 'any' }]);
  }
}

/** Makes the rows of a closing again. Their ids follow from the old row, so that they are not stored twice. None where nothing is left. */
function closingAgain(
  { seal, runId, at, otherBytes, originals }: IndexRow,
  repeats: readonly PackedRepeat[],
  previousSeals: readonly string[],
): TableRow[] {
  let rows = 0;
  const uuid = () => uuidOf(['written again', seal, (rows += 1)]);
  if (repeats.length === 0) return [];
  return closingRows(
    { runId, at, previousSeals, repeats, ids: repeats.flatMap(idsOfRepeat), otherBytes, originals },
    uuid,
  );
}

function repeatsOfIt(
  { register, removals }: RemovalFacts,
  { answers }: Traces,
): (repeat: PackedRepeat) => boolean {
  const own = new Set(answers.map(({ answerId }) => answerId));
  const all = [...register.known.answers.values()].flat();
  const present = new Set(all.map(({ answerId }) => answerId));
  // A run that went on when a company was forgotten may have moved repeats of it.
  const wasForgotten = forgottenBy(removals);
  return ({ originalId }) => own.has(originalId) || (!present.has(originalId) && wasForgotten(originalId));
}

async function packsOf(tables: Tables, closings: readonly IndexRow[]): Promise<PackRow[]> {
  const [found = []] = await tables.run([packQuery(closings.map(({ mark }) => mark))]);
  return packRows(found);
}
