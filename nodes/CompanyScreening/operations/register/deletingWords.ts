// What Prune and Forget Company have in common: who may, and what is said where nothing was deleted.
import * as z from 'zod/v4';

import { InvalidItem, SAID_ABOVE } from '../../names/invalidItem';
import { quantity } from '../../names/plainText';
import type { NewRemoval, Removal } from '../../register/rows/archiveRows';
import type { RunIsGoing } from '../../register/removal/deleting';
import type { ReadParameter } from '../operation';
import { readResponsible } from './responsible';

/** What an item says, as those of n8n's own nodes do, if anything was deleted. */
export const DELETED = { deleted: true } as const;

const NOTHING_DELETED = 'Nothing was deleted.';

/** Who has something deleted, and why; null for a dry run. @throws InvalidItem */
export function readDeleting(
  parameter: ReadParameter,
): Pick<NewRemoval, 'reason' | 'removedBy' | 'removedByAddress'> | null {
  // Whatever is not a plain "no" deletes nothing.
  const isDryRun = z.boolean().catch(true).parse(parameter('dryRun'));
  if (isDryRun) return null;
  const { reason, decidedBy, decidedByAddress } = readResponsible(parameter, NOTHING_DELETED);
  return { reason, removedBy: decidedBy, removedByAddress: decidedByAddress };
}

/** What was deleted on purpose, in one sentence for whoever misses it. */
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
      ? `What nobody needed any more from before ${removed.before.slice(0, 10)} was pruned`
      : 'A company was forgotten';
  return `${what} on ${at.slice(0, 10)}: ${quantity(screenings, 'screening', 'screenings')}, as ${removedByAddress} decided (${reason}).`;
}

export const DELETING_IS_FOR_PEOPLE = {
  message: 'An agent cannot delete anything from a register.',
  advice:
    'Only a person decides that. Run a workflow with this operation yourself, or put a form in front of it.',
};

export function runIsGoing({ run: { startedBy, startedAt }, isSaid }: RunIsGoing): InvalidItem {
  if (isSaid)
    return new InvalidItem(
      `Nothing was deleted yet: a run has begun meanwhile, at ${startedAt} (${startedBy}).`,
      'Wait until it has ended, and run this again, as it is: a sealed row of the archive says already what goes.',
      SAID_ABOVE,
    );
  return new InvalidItem(
    `Nothing was deleted: a run is going that began at ${startedAt} (${startedBy}).`,
    'Wait until it has ended, and run this again.',
    SAID_ABOVE,
  );
}
