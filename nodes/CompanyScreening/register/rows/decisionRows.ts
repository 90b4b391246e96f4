// The table `decisions`: a row for each decision of a person. They are only ever added.
import * as z from 'zod/v4';

import type { TableRow, StoredRow } from '../port/tables';
import { hash, jsonText, mark, SealedTable, text, time } from './cells';
import type { CompanyHash } from './identity';

/** `checked` is a remark on another decision, which changes nothing: see `decisions/remarks.ts`. */
export const DECISIONS = [
  'checked',
  'close',
  'confirm',
  'falsePositive',
  'reject',
  'sendAgain',
  'trueMatch',
] as const;
export type DecisionKind = (typeof DECISIONS)[number];

const decisionCells = {
  companyKey: text,
  companyName: text,
  /** The name under which the hit is listed. */
  name: text,
  decided: z.enum(DECISIONS),
  reason: text,
  decidedByAddress: text,
  decidedAt: time,
  decidedBy: text,
  /** Empty if it is about the company as a whole. */
  hitFingerprint: z.union([hash, text.pipe(z.literal(''))]),
  /** The hash of the company and a uuid, so that a row whose company was changed still says whom it may be about. */
  decision: mark,
  company: hash,
  /** The claim that brought the answer in which the hit was listed first, or the claim without a verdict. */
  mark,
  /** The last known decisions about the same case when it was taken; for a remark, the decision that it is about. */
  previous: jsonText(z.array(mark)),
  /** The seals of the newest rows of the whole table at that time. */
  previousSeals: jsonText(z.array(hash)),
};
const decisions = new SealedTable('decision', decisionCells);
export const DECISION_COLUMNS = decisions.columns;

const decisionSchema = z
  .object({ ...decisionCells, seal: hash })
  .transform(({ mark: claimId, ...cells }) => ({ claimId, ...cells }));
export type Decision = z.infer<typeof decisionSchema>;

/** A row that was changed. */
export interface DamagedDecision {
  id: number;
  /** Companies that it may be about; null if nobody can tell. */
  companies: CompanyHash[] | null;
  /** The seal that later rows follow. */
  seal: string;
}

export function decisionId(company: CompanyHash, uuid: string): string {
  return `${company}.${uuid}`;
}

/** The row of a decision, with its seal. Its texts were made readable before. */
export function decisionRow({ claimId, ...cells }: Omit<Decision, 'seal'>): TableRow {
  return decisions.rowOf({ ...cells, mark: claimId });
}

export function readDecisionRow(row: StoredRow): Decision | DamagedDecision {
  const decision = decisionSchema.safeParse(row).data;
  if (decision && decisions.isIntact(row) && decision.decision.startsWith(`${decision.company}.`))
    return decision;
  const { company, decision: id, previous = [], seal } = damagedSchema.parse(row);
  // An edit that makes it a row about another company changes all of these.
  const companies = [...new Set([company, ...[id, ...previous].map((one) => one?.slice(0, 64))])].flatMap(
    (one) => hash.safeParse(one).data ?? [],
  );
  return {
    id: row.id,
    companies: companies.length > 0 ? companies : null,
    seal: seal ?? decisions.sealOf(row),
  };
}

/** True for a decision about another decision, which decides nothing. */
export function isRemark({ decided }: Pick<Decision, 'decided'>): boolean {
  return decided === 'checked';
}

export function isDamagedDecision(row: Decision | DamagedDecision): row is DamagedDecision {
  return 'companies' in row;
}

const damagedSchema = z.object({
  company: hash.optional().catch(undefined),
  decision: mark.optional().catch(undefined),
  previous: jsonText(z.array(mark)).optional().catch(undefined),
  seal: hash.optional().catch(undefined),
});
