// operations/upkeep/: what changes a register on request: Prune, Forget Company, Mark as Reported. What may go is decided in register/removal/.
//
// Common parts of Prune and Forget Company: the person who deletes, and the words where nothing was deleted.
import * as z from 'zod/v4';

import { forEveryone, InvalidItem, SAID_ABOVE } from '../../names/invalidItem';
import { quantity } from '../../names/plainText';
import type { NotRemoved } from '../../register/removal/deleting';
import type { Removal, RemovalOrder } from '../../register/rows/archiveRows';
import { readResponsible } from '../desk/recordDecision';
import { MEGABYTE } from '../shared/keepInRegister';
import type { ReadParameter } from '../shared/operation';

/** The mark of a deletion, as items of n8n's own nodes have it. */
export const DELETED = { deleted: true } as const;

const NOTHING_DELETED = 'Nothing was deleted.';

/** The person who has something deleted, and the reason; null for a dry run. @throws InvalidItem */
export function readDeleting(parameter: ReadParameter): RemovalOrder | null {
  // Anything but a plain "no" deletes nothing.
  const isDryRun = z.boolean().catch(true).parse(parameter('dryRun'));
  if (isDryRun) return null;
  const { reason, decidedBy, decidedByAddress } = readResponsible(parameter, NOTHING_DELETED);
  return { reason, removedBy: decidedBy, removedByAddress: decidedByAddress };
}

/** A deletion on purpose, in one sentence for whoever misses the rows. */
export function removalSentence({
  kind,
  at,
  screenings,
  reason,
  removedByAddress,
  removed,
}: Removal): string {
  const what =
    kind === 'pruned'
      ? `Data from before ${removed.before.slice(0, 10)} that was no longer needed was pruned`
      : 'A company was forgotten';
  return `${what} on ${at.slice(0, 10)}: ${quantity(screenings, 'screening', 'screenings')}, as ${removedByAddress} decided (${reason}).`;
}

export const DELETING_IS_FOR_PEOPLE = {
  message: 'An agent cannot delete anything from a register.',
  advice:
    'Only a person decides that. Run a workflow with this operation yourself, or put a form in front of it.',
};

export function notRemoved(refused: NotRemoved): InvalidItem {
  if (refused.is === 'tablesFull')
    return new InvalidItem(
      `Nothing was deleted: a row must first say what is deleted, and there is no room for it. ${refused.said}`,
      `Have n8n's administrator raise the limit for all data tables (N8N_DATA_TABLES_MAX_SIZE_BYTES)${limitToSet(refused.said)}, run this again, and lower it again. On SQLite, the size falls where rows that lie together are deleted. On Postgres, it only falls after VACUUM FULL, but new rows take the place of old ones.`,
      SAID_ABOVE,
    );
  const {
    run: { startedBy, startedAt },
    isSaid,
  } = refused;
  if (isSaid)
    return new InvalidItem(
      `Nothing was deleted yet: a run has begun in the meantime, at ${startedAt} (${startedBy}).`,
      forEveryone(
        'Wait until it has ended, and run this again unchanged: a sealed row of the archive already says what will be deleted.',
      ),
      SAID_ABOVE,
    );
  return new InvalidItem(
    `Nothing was deleted: a run is in progress that began at ${startedAt} (${startedBy}).`,
    forEveryone('Wait until it has ended, and run this again.'),
    SAID_ABOVE,
  );
}

/** n8n refuses as soon as its tables have reached the limit, however small a row is. */
function limitToSet(said: string): string {
  const [before = '', after] = said.split('MB used');
  const used = Number(before.split(' ').at(-1));
  if (after === undefined || Number.isNaN(used)) return '';
  const megabytes = Math.ceil(used) + 1;
  return ` to ${(megabytes * MEGABYTE).toLocaleString('en', { useGrouping: false })} (${megabytes} MB) or more`;
}
