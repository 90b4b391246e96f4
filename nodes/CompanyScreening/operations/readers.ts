// The names of those who are told.
import * as z from 'zod/v4';

import { InvalidItem } from '../names/invalidItem';

/** Who is told where only one reader is. */
export const DEFAULT_READER = 'default';

export const readersSchema = z
  .string()
  .transform((names) => names.split(',').flatMap((name) => name.trim() || []))
  .pipe(z.array(z.string()).min(1));

/** @throws InvalidItem if there is none */
export function readReaders(value: unknown): string[] {
  const readers = readersSchema.safeParse(value).data;
  if (readers) return readers;
  throw new InvalidItem(
    'Reported To is empty.',
    'Enter the name of the reader or channel in this node, as in Screen Company; several separated by commas.',
  );
}
