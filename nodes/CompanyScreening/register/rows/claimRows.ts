// The table `claims`: a row for each batch that a run is about to send, so that no other run sends the same companies.
import * as z from 'zod/v4';

import type { StoredRow, TableRow } from '../port/tables';
import { columnsOf, hash, jsonText, mark, rowOf, text, time } from './cells';
import { hashOf } from './identity';

const claimCells = {
  mark,
  run: mark,
  /** `open` until the answers are stored, then `done` while a run may need to know. */
  state: z.enum(['done', 'open']),
  companies: jsonText(z.array(hash).min(1)),
  /** The hash of that list: somebody who changes one by hand does not change the other. */
  companiesHash: text,
  /** The reference id by company hash, as written down before anything was sent. */
  referenceIds: jsonText(z.record(hash, z.string())),
  /** Screenings of a company that has several names, by company hash. */
  requests: z.union([jsonText(z.record(hash, z.int())), text.transform((): Record<string, number> => ({}))]),
  /** The hashes of its screening ids, by company hash. Empty until its answers are about to be stored. */
  screenings: z.union([
    jsonText(z.record(hash, z.array(hash))),
    text.pipe(z.literal('')).transform((): Record<string, string[]> => ({})),
  ]),
  /** The runs that a done claim is kept for; null until that is known. Empty while it is open. */
  keptFor: z.union([jsonText(z.array(mark)), text.transform(() => null)]),
  claimedAt: time,
};
export const CLAIM_COLUMNS = columnsOf(claimCells);

const claimSchema = z
  .object({ ...claimCells, id: z.number() })
  .transform(({ mark: claimId, run: runId, ...cells }) => ({ claimId, runId, ...cells }));

export interface Claim extends Omit<z.infer<typeof claimSchema>, 'companiesHash'> {
  /** Its row was changed: it counts as open, for every company that any of its cells names. */
  isDamaged?: true;
}

/** Cells that close a claim for runs that are not known yet. */
export const DONE = { state: 'done', keptFor: 'null' } as const;

/** Undefined for a row that names no company: nobody can tell whom it holds. */
export function readClaim(row: StoredRow): Claim | undefined {
  const claim = claimSchema.safeParse(row).data;
  // A person who closes or opens a claim by hand changes one cell.
  const isClosed = (row['keptFor'] ?? '') !== '';
  if (
    !claim ||
    isClosed !== (claim.state === 'done') ||
    claim.companiesHash !== hashOfCompanies(claim.companies)
  )
    return damagedClaim(row);
  const { companiesHash: _, ...intact } = claim;
  return intact;
}

const damagedSchema = z.object({
  id: z.number(),
  mark: claimCells.mark.catch(''),
  run: claimCells.run.catch(''),
  companies: claimCells.companies.catch([]),
  referenceIds: claimCells.referenceIds.catch({}),
  screenings: claimCells.screenings.catch({}),
  requests: claimCells.requests.catch({}),
  claimedAt: claimCells.claimedAt.catch(''),
});

function damagedClaim(row: StoredRow): Claim | undefined {
  const { data } = damagedSchema.safeParse(row);
  if (!data) return undefined;
  const { mark: own, run: runId, ...cells } = data;
  const { companies, referenceIds, screenings } = cells;
  const all = new Set([...companies, ...Object.keys(referenceIds), ...Object.keys(screenings)]);
  if (all.size === 0) return undefined;
  const claimId = own === '' ? `${UNREADABLE}${data.id}` : own;
  const open = { state: 'open', keptFor: null, isDamaged: true } as const;
  return { ...cells, ...open, runId, claimId, companies: [...all] };
}

/** A company in a claim, for the removal that says that it goes. */
export const claimedCompanyId = ({ claimId }: Pick<Claim, 'claimId'>, company: string): string =>
  `${claimId} ${company}`;

const UNREADABLE = 'unreadable-';

/** True if nobody can look for it, or for its answers, by its id. */
export const hasNoId = ({ claimId }: Pick<Claim, 'claimId'>): boolean => claimId.startsWith(UNREADABLE);

export function claimRow({
  claimId,
  runId,
  ...claim
}: Omit<Claim, 'id' | 'isDamaged' | 'keptFor' | 'screenings' | 'state'>): TableRow {
  const row = rowOf({ ...claim, mark: claimId, run: runId, state: 'open', screenings: '', keptFor: '' });
  return { ...row, ...claimedCells(claim.companies) };
}

/** The cells that say whom a claim holds. */
export function claimedCells(companies: readonly string[]): TableRow {
  return { companies: JSON.stringify(companies), companiesHash: hashOfCompanies(companies) };
}

const hashOfCompanies = (companies: readonly string[]): string => hashOf(['claimed companies', 1, companies]);
