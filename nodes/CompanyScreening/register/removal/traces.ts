// Every row that says something of the company with a key: rows with the key, and rows with the hashes that follow from it.
import { cleanText } from '../../names/companyName';
import { READING_REGISTER, wholeRegister, type WholeRegister } from '../companies/everyCompany';
import { archivedIds, READING_INDEX } from '../facts/archivedIds';
import { forgottenBy, type DamagedRow } from '../facts/knowledge';
import type { Statement, StoredRow } from '../port/tables';
import { readAnswers, type SoundAnswer } from '../rows/answerRows';
import type { IndexRow, Removal } from '../rows/archiveRows';
import { claimedId, type Claim } from '../rows/claimRows';
import { isDamagedDecision, readDecisionRow } from '../rows/decisionRows';
import { companyHash, type Company, type CompanyHash } from '../rows/identity';
import { readReport, type GivenCompany, type GivenReport } from '../rows/reportRows';

export interface Traces {
  /** Companies under each of its names, with each option. */
  companies: ReadonlySet<CompanyHash>;
  names: ReadonlySet<string>;
  answers: SoundAnswer[];
  /** Rows that were changed. */
  damagedAnswers: StoredRow[];
  decisions: StoredRow[];
  /** Claims of runs that are over, or closed ones. */
  claims: Claim[];
  reports: GivenReport[];
  /** True if a report names it, or a company that was forgotten while a run went on. */
  isForgotten: (given: GivenCompany) => boolean;
}

/** Pure. @param key as people entered it */
export function tracesOf({ register, rows, removals }: RemovalFacts, key: string): Traces {
  const isKey = (text: unknown) => cleanText(text) === cleanText(key);
  const { known } = register;
  const sound = [...known.answers.values()].flat().filter((one) => one.kind !== 'damaged');
  const own = sound.filter(({ data }) => isKey(data.company.key));
  const decided = rows.decisions.filter((row) => isKey(row['companyKey']));
  const wasForgotten = forgottenBy(removals);
  const leftInClaims = known.claims.flatMap((claim) =>
    claim.companies.filter((one) => wasForgotten(claimedId(claim, one)) && !known.answers.has(one)),
  );
  const companies = new Set([
    ...own.map(({ company }) => company),
    ...decided.flatMap(hashIn),
    ...neverAnswered(sound, key),
    ...leftInClaims,
  ]);
  const isOwn = (row: StoredRow) => isKey(row['companyKey']) || hashIn(row).some((one) => companies.has(one));
  const isForgotten = ({ company, answer }: GivenCompany) =>
    companies.has(company) || (wasForgotten(answer) && !known.answers.has(company));
  const keys = own.map(({ data }) => data.company.key);
  return {
    companies,
    isForgotten,
    names: new Set(own.flatMap(({ data }) => data.company.names)),
    answers: own,
    damagedAnswers: rows.answers.filter((row) => isDamagedTrace(row, companies, keys)),
    decisions: rows.decisions.filter((row) => isOwn(row) || isDamagedDecisionOf(row, companies)),
    claims: known.claims.filter((claim) => claim.companies.some((one) => companies.has(one))),
    reports: rows.reports.flatMap((row) => {
      const report = readReport(row);
      return report?.kind === 'given' && report.data.companies.some(isForgotten) ? [report] : [];
    }),
  };
}

function hashIn(row: StoredRow): CompanyHash[] {
  const { company } = row;
  return typeof company === 'string' && /^[0-9a-f]{64}$/.test(company) ? [company] : [];
}

/** Finds a company that was claimed and never answered. It is there as a hash only, which can be told if its key is its name. */
function neverAnswered(answers: readonly SoundAnswer[], key: string): CompanyHash[] {
  const services = new Map<string, Omit<Company, 'key' | 'names'>>();
  for (const { data } of answers) {
    const { option, environment, baseUrl } = data.company;
    services.set(JSON.stringify([option, environment, baseUrl]), { option, environment, baseUrl });
  }
  return [...services.values()].map((service) => companyHash({ ...service, key, names: [key] }));
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
    keys.some((key) => data.includes(`"key":${JSON.stringify(key)}`))
  );
}

function isDamagedDecisionOf(row: StoredRow, companies: ReadonlySet<CompanyHash>): boolean {
  const read = readDecisionRow(row);
  return isDamagedDecision(read) && (read.companies ?? []).some((one) => companies.has(one));
}

export interface RemovalFacts {
  register: WholeRegister;
  rows: Record<'answers' | 'decisions' | 'reports' | 'runs', readonly StoredRow[]>;
  closings: readonly IndexRow[];
  removals: readonly Removal[];
}

export const READING_FACTS: readonly Statement[] = [
  ...READING_REGISTER,
  { do: 'read', table: 'reports', where: [], match: 'all' },
  READING_INDEX,
];

/**
 * Pure.
 *
 * @param found the rows of each statement of `READING_FACTS`
 * @returns a row that cannot be read, on which others depend
 */
export function removalFacts(
  found: readonly (readonly StoredRow[])[],
  nowMs: number,
): DamagedRow | RemovalFacts {
  const register = wholeRegister(found, nowMs);
  if (!('known' in register)) return register;
  const [runs = [], , answers = [], decisions = []] = found;
  const [reports = [], index = []] = found.slice(READING_REGISTER.length);
  const archived = archivedIds(index);
  if (typeof archived === 'number') return { table: 'archive', id: index[archived]?.id ?? 0 };
  const rows = { answers, decisions, reports, runs };
  return { register, rows, closings: archived.rows, removals: archived.removals };
}

/** The rows that a prune has read. */
export interface PruneFacts {
  register: WholeRegister;
  runs: readonly StoredRow[];
  reports: readonly StoredRow[];
  closings: readonly IndexRow[];
  removals: readonly Removal[];
  /** Originals of repeats that are older than the date and stay, because their pack has younger ones. */
  repeated: ReadonlySet<string>;
}
