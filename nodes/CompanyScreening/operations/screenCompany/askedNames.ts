// The names under which a company is screened, and what identifies the request for each of them.
import { mayBeMissed } from '../../names/lookAlikes';
import { readOtherNames } from '../../names/otherNames';
import { uuidOf } from '../../register/identity';

/** One of the names of a company, each of which is a screening of its own. */
export interface NameToScreen {
  name: string;
  /** A watchlist may not find the name, although a person can read it. */
  mayBeMissed: boolean;
}

/** The other names of a company. @throws InvalidItem for one that cannot be screened */
export function readAskedNames(value: unknown, companyName: string): NameToScreen[] {
  return readOtherNames(value, companyName).map(({ given, name }) => ({
    name,
    mayBeMissed: mayBeMissed(given, name),
  }));
}

/** All names of a company, the first one first. */
export function namesToScreen({
  companyName,
  mayBeMissed: firstMayBeMissed,
  otherNames,
}: {
  companyName: string;
  mayBeMissed: boolean;
  otherNames: readonly NameToScreen[];
}): [NameToScreen, ...NameToScreen[]] {
  return [{ name: companyName, mayBeMissed: firstMayBeMissed }, ...otherNames];
}

/**
 * The reference id for one of the other names: a UUID that follows from that of the company and the name. So it is the same over
 * all retries, and after a crash.
 */
export function referenceIdFor(companyReferenceId: string, name: string): string {
  return uuidOf(['otherName', 1, companyReferenceId, name]);
}
