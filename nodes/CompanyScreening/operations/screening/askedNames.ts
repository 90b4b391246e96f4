// The names under which a company is screened, and what identifies the request for each of them.
import { mayBeMissed, missingReadings } from '../../names/lookAlikes';
import { readOtherNames, type GivenName } from '../../names/otherNames';
import { uuidOf } from '../../register/rows/identity';

/** One of the names of a company, each of which is a screening of its own. */
export interface NameToScreen {
  name: string;
  /** A watchlist may not find the name, although a person can read it. */
  mayBeMissed: boolean;
}

/**
 * The names under which a company is screened, its first one first.
 *
 * @param others what the user gave as its other names
 * @param alsoLatin whether a name that can be read in Latin letters is screened as it is read, too
 * @throws InvalidItem for one that cannot be screened
 */
export function readAskedNames(
  first: GivenName,
  others: unknown,
  alsoLatin: boolean,
): [NameToScreen, ...NameToScreen[]] {
  const otherNames = readOtherNames(others, first.name);
  const given = [first, ...otherNames].map(({ name }) => name);
  const readings = alsoLatin ? missingReadings(given) : [];
  const names = [...given, ...readings];
  const judged = (one: GivenName): NameToScreen => ({
    name: one.name,
    mayBeMissed: mayBeMissed(one.given, one.name, names),
  });
  const added = readings.map((name) => ({ given: name, name }));
  return [judged(first), ...[...otherNames, ...added].map(judged)];
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
