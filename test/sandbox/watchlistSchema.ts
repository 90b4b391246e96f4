// The entities of the watchlist, and the message that changes them while the sandbox runs.
import { z } from 'zod/v4';

const texts = z.array(z.string()).nullable().default(null);
const line = z.string().nullable().default(null);

/** An entity of the watchlist: the detail object of the interface. Fields left out are null. */
export const watchlistEntitySchema = z.strictObject({
  aliasNames: texts,
  aliasGivenNames: texts,
  links: texts,
  sourceType: z.string().nullable().default('Other'),
  address: texts,
  addressRemarks: texts,
  companyNumber: texts,
  jurisdiction: texts,
  entityType: z.string().nullable().default('ENTITY'),
  pepType: line,
  name: z.string().min(1),
  nameRemarks: texts,
  sourceId: line,
  sanctionDetails: texts,
  otherInformation: texts,
  tlName: line,
});
export type WatchlistEntity = z.infer<typeof watchlistEntitySchema>;

/**
 * Changes the watchlist, in this order: another list for the whole of it, entities off it by name, fields of
 * entities changed by name, entities added. A name that is not on the list is refused, and nothing changes.
 */
export const watchlistChangeSchema = z.strictObject({
  replace: z.array(watchlistEntitySchema).optional(),
  remove: z.array(z.string()).optional(),
  change: z.array(z.strictObject({ name: z.string(), fields: z.record(z.string(), z.unknown()) })).optional(),
  add: z.array(watchlistEntitySchema).optional(),
});
export type WatchlistChange = z.infer<typeof watchlistChangeSchema>;
/** The same as it is written: fields may be left out. */
export type WatchlistChangeInput = z.input<typeof watchlistChangeSchema>;
