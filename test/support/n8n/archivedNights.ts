// The archive of a register as many nights leave it: written by the code that closes the books, from screenings that nobody made.
import { randomUUID } from 'node:crypto';

import { screeningHash } from '../../../nodes/CompanyScreening/register/rows/identity';
import { closingRows } from '../../../nodes/CompanyScreening/register/rows/archiveRows';
import { addRows } from './dataTables';
import type { N8nRest } from './rest';

const DAY_MS = 24 * 60 * 60 * 1_000;
const IN_A_BATCH = 100;
const SERVICE = { environment: 'sandbox', baseUrl: 'http://127.0.0.1:4711' } as const;

interface ArchivedNights {
  nights: number;
  /** The beginning of the first of them (ISO 8601). */
  from: string;
  /** The answer's id for each company, with what it said in all of them. */
  originals: readonly string[];
}

/** Adds them to the archive of this register. */
export async function addArchivedNights(
  rest: N8nRest,
  register: string,
  { nights, from, originals }: ArchivedNights,
): Promise<void> {
  let previousSeals: string[] = [];
  for (let night = 0; night < nights; night++) {
    const atMs = Date.parse(from) + night * DAY_MS;
    const runId = randomUUID();
    const marks = Array.from({ length: Math.ceil(originals.length / IN_A_BATCH) }, () => randomUUID());
    const repeats = originals.map((originalId, place) => ({
      answerId: `${marks[Math.floor(place / IN_A_BATCH)]}.${place % IN_A_BATCH}`,
      originalId,
      runId,
      screenedAt: new Date(atMs + place * 3 + ((place * 7_919) % 31)).toISOString(),
      service: SERVICE,
      screeningIds: [randomUUID()],
      referenceId: null,
    }));
    const ids = repeats.flatMap(({ screeningIds }) =>
      screeningIds.map((id) => screeningHash({ ...SERVICE, option: 'Both' }, id)),
    );
    const at = new Date(atMs).toISOString();
    const rows = closingRows(
      { runId, at, previousSeals, repeats, ids, otherBytes: 0, originals: 0 },
      randomUUID,
    );
    await addRows(rest, `${register} archive`, rows);
    previousSeals = [String(rows.at(-1)?.['seal'])];
  }
}
