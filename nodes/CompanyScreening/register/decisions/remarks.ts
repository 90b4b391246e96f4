// An examiner's remark on a decision: a row `checked` of the same sealed chain. It changes nothing: no rule of a case, a verdict or of news
// looks at it. Also adds any row of the chain.
import { grouped } from '../../names/plainText';
import { areOnePerson, type Person } from '../../names/people';
import { partsOfId, withCheck } from '../cases/cases';
import { decisionChain, type Chain } from '../facts/decisionChain';
import { insertRows, type Statement, type Tables } from '../port/tables';
import { REMOVAL_QUERY, removalsAmong } from '../rows/archiveRows';
import { readable } from '../rows/cells';
import {
  decisionId,
  decisionRow,
  isDamagedDecision,
  isRemark,
  readDecisionRow,
  type Decision,
} from '../rows/decisionRows';
import { hashOf } from '../rows/identity';
import { removedOf } from '../rows/removedData';
import { readRunWithCounts } from '../rows/runRows';

export interface SeenDecision {
  decision: string;
  digest: string;
}

const FORM = /^decision1~([0-9a-f]{64}\.[\w-]+)~([0-9a-f]{16})$/;

/** The id that a remark names, which the item of a decision carries. */
export function decisionCaseId(decision: Decision): string {
  return withCheck(['decision1', decision.decision, digestOf(decision)]);
}

/** Undefined for a text that no item of a decision can have had. */
export function readDecisionCaseId(text: string): SeenDecision | undefined {
  const parts = partsOfId(FORM, text);
  if (!parts) return undefined;
  const [decision = '', digest = ''] = parts;
  return { decision, digest };
}

const digestOf = ({ seal }: Decision): string => hashOf(['decision', seal]).slice(0, 16);

/** The remarks on each decision, by its id, in their order, each once. */
export function remarksOn({
  decisions,
  recordedTwice,
}: Pick<Chain, 'decisions' | 'recordedTwice'>): Map<string, Decision[]> {
  const remarks = decisions.filter((one) => isRemark(one) && !recordedTwice.has(one.decision));
  return grouped(remarks, ({ previous: [about = ''] }) => about);
}

export type RemarkResult =
  | { is: 'refused'; why: 'decisionIsGone' | 'onlyChecked' | 'ownDecision' }
  | { is: 'remarked'; decision: Decision; about: Decision; chain: Chain }
  /** The row is not there, or not as it was written. */
  | { is: 'notStored'; cause: unknown };

/** @throws RegisterFailure if the tables cannot be read or written; the row may have been stored all the same */
export async function storeRemark(
  tables: Tables,
  { seen, decided, ...words }: Person & { seen: SeenDecision; decided: string; reason: string },
  { uuid, nowMs }: { uuid: string; nowMs: number },
): Promise<RemarkResult> {
  if (decided !== 'checked') return { is: 'refused', why: 'onlyChecked' };
  const before = await readChain(tables);
  const about = before.decisions.find((one) => one.decision === seen.decision);
  if (!about || isRemark(about) || digestOf(about) !== seen.digest)
    return { is: 'refused', why: 'decisionIsGone' };
  const ofCase = before.decisions.filter((one) => !isRemark(one) && isSameCase(one, about));
  if (ofCase.some((one) => areOnePerson(one, words))) return { is: 'refused', why: 'ownDecision' };

  const { company, claimId, hitFingerprint, companyKey, companyName, name } = about;
  const decision = newDecision({
    ...{ company, claimId, hitFingerprint, companyKey, companyName, name },
    ...words,
    decision: decisionId(company, uuid),
    decided,
    decidedAt: new Date(nowMs).toISOString(),
    previous: [about.decision],
    previousSeals: before.newest,
  });
  const cause = await insertDecisions(tables, [decision]);
  if (cause !== undefined) return { is: 'notStored', cause };
  const chain = await readChain(tables);
  const stored = chain.decisions.find((one) => one.decision === decision.decision);
  return stored ? { is: 'remarked', decision: stored, about, chain } : { is: 'notStored', cause: undefined };
}

const isSameCase = (one: Decision, other: Decision): boolean =>
  one.company === other.company &&
  one.claimId === other.claimId &&
  one.hitFingerprint === other.hitFingerprint;

/** Makes a decision with its seal. Signs that a database would change are made readable. */
export function newDecision({
  reason,
  decidedBy,
  decidedByAddress,
  companyKey,
  companyName,
  name,
  ...rest
}: Omit<Decision, 'seal'>): Decision {
  const row = decisionRow({
    ...rest,
    reason: readable(reason),
    decidedBy: readable(decidedBy),
    decidedByAddress: readable(decidedByAddress),
    companyKey: readable(companyKey),
    companyName: readable(companyName),
    name: readable(name),
  });
  const decision = readDecisionRow({ ...row, id: 0 });
  if (isDamagedDecision(decision)) throw new Error('A decision is not one as it is written.');
  return decision;
}

/** @returns why they are not there; undefined if they are */
export const insertDecisions = async (tables: Tables, decisions: readonly Decision[]) =>
  await insertRows(tables, 'decisions', decisions.map(decisionRow), 'decision');

const CHAIN_QUERIES = [
  { do: 'read', table: 'decisions', where: [], match: 'all' },
  { do: 'read', table: 'runs', where: [], match: 'all' },
  REMOVAL_QUERY,
] as const satisfies readonly Statement[];

/** @throws RegisterFailure if the tables cannot be read */
export async function readChain(tables: Tables): Promise<Chain> {
  const [rows = [], runRows = [], removals = []] = await tables.run(CHAIN_QUERIES);
  const runs = runRows.flatMap((row) => readRunWithCounts(row) ?? []);
  return decisionChain(rows, runs, removedOf(removalsAmong(removals)).decisions);
}
