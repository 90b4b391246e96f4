// Whether a register that was measured did its work: one that sends nothing is quick.
import type { PaidScreening } from '../sandbox/client';
import { brokenPromises } from '../support/history';

interface Expected {
  /** The names of the list; some companies have one name, each with a number of its own. */
  listed: readonly string[];
  /** How often each may be screened. */
  times: number;
  /** How many screenings there have to be in all. */
  between: readonly [number, number];
}

/** @throws where it is otherwise */
export function checkPaid(
  paid: readonly PaidScreening[],
  { listed, times, between: [least, most] }: Expected,
): void {
  const mayBePaid = new Map<string, number>();
  for (const name of listed) mayBePaid.set(name, (mayBePaid.get(name) ?? 0) + times);
  const requests = paid.map(({ companyName, referenceId }) => ({
    company: companyName,
    name: companyName,
    reference: referenceId,
  }));
  const mayBePaidAgain = ({ name }: { name: string }) => (mayBePaid.get(name) ?? 0) - 1;
  const [broken] = brokenPromises({ paid: requests, mayBePaidAgain });
  if (broken !== undefined) throw new Error(`${broken}.`);
  if (paid.length < least || paid.length > most)
    throw new Error(`${paid.length} screenings were paid for, and not ${least} to ${most}.`);
}
