// The table `claims`: a row for each batch that a run is about to send, so that no other run sends the same companies.
import * as z from 'zod/v4';

import type { StoredRow, TableRow } from '../tables';
import { columnsOf, hash, jsonText, mark, rowOf, text, time } from './cells';

const claimCells = {
  mark,
  run: mark,
  /** `open` until the answers are stored, then `done` while a run may need to know. */
  state: z.enum(['done', 'open']),
  /** The hashes of the companies. */
  companies: jsonText(z.array(hash).min(1)),
  /** The reference id by company hash, as written down before anything was sent. */
  referenceIds: jsonText(z.record(hash, z.string())),
  /** By company hash, how many screenings a company is that has several names. */
  requests: z.union([jsonText(z.record(hash, z.int())), text.transform((): Record<string, number> => ({}))]),
  /** Of each of its companies, the hashes of its screening ids. Empty until its answers are about to be stored. */
  screenings: z.union([
    jsonText(z.array(z.array(hash))),
    text.pipe(z.literal('')).transform((): string[][] => []),
  ]),
  /** The runs that a done claim is kept for; null until that is known. Empty while it is open. */
  keptFor: z.union([jsonText(z.array(mark)), text.transform(() => null)]),
  claimedAt: time,
};
export const CLAIM_COLUMNS = columnsOf(claimCells);

const claimSchema = z
  .object({ ...claimCells, id: z.number() })
  .refine(({ companies, referenceIds }) => companies.every((one) => Object.hasOwn(referenceIds, one)))
  .refine(({ companies, screenings }) => [0, companies.length].includes(screenings.length));
export type Claim = z.infer<typeof claimSchema>;

/** What closes a claim, for runs that are not known yet. */
export const DONE = { state: 'done', keptFor: 'null' } as const;

/** Undefined for a row that cannot be read: nobody can tell whom it holds, or whether its answers are stored. */
export function readClaim(row: StoredRow): Claim | undefined {
  const claim = claimSchema.safeParse(row).data;
  // A person who closes or opens a claim by hand changes one cell.
  const isClosed = (row['keptFor'] ?? '') !== '';
  return claim && isClosed === (claim.state === 'done') ? claim : undefined;
}

/** The row of a claim that is made now. */
export function claimRow(claim: Omit<Claim, 'id' | 'keptFor' | 'screenings' | 'state'>): TableRow {
  return rowOf({ ...claim, state: 'open', screenings: '', keptFor: '' });
}
