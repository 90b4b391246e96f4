// Other names of a company, as one text or as a list → the names that are screened besides its first one.
import { companyNameOf, damageOfNames, type NameField } from './companyName';
import { InvalidItem } from './invalidItem';

/** A name to screen, and the text that it was read from. */
export interface GivenName {
  given: unknown;
  name: string;
}

// Semicolons of all scripts, and new lines: two names in one would be screened as one, and not be found.
const SEPARATOR = /[;\uFF1B\u061B\u037E\uFE54\r\n\v\f\u0085\u2028\u2029]/;

const MAX_NAMES = 100;
/** Characters of all names together: a hundred names of a thousand. */
const MAX_CHARACTERS = 100_000;
/** More parts than names: those that are empty or repeat others are not counted. */
const MAX_PARTS = 10 * MAX_NAMES;

type OtherNamesField = Extract<NameField, 'Other Names' | 'Other Spellings'>;

/** Reads names as `otherNamesOf` does. @throws InvalidItem for a part that cannot be a name */
export function readOtherNames(value: unknown, firstName: string, field?: OtherNamesField): GivenName[] {
  const names = otherNamesOf(value, firstName, field);
  if (names instanceof InvalidItem) throw names;
  return names;
}

/**
 * Gives the other names of a company, each once, without its first one. Empty parts are left out. Gives what is wrong if a part cannot be a
 * name.
 *
 * @param value a text in which a semicolon or a new line separates the names, or a list of texts
 * @param field what the error calls it
 */
export function otherNamesOf(
  value: unknown,
  firstName: string,
  field: OtherNamesField = 'Other Names',
): GivenName[] | InvalidItem {
  const given = Array.isArray(value) ? value : [value];
  const tooMuch = tooMuchIn(given, field);
  if (tooMuch) return tooMuch;
  const parts: unknown[] = [];
  for (const one of given) {
    const found = otherNameParts(one, field);
    if (found instanceof InvalidItem) return found;
    parts.push(...found);
  }
  if (parts.length > MAX_PARTS) return tooManyNames(parts.length, field);
  const names = new Map<string, GivenName>();
  for (const part of parts) {
    const name = companyNameOf(part, field);
    if (name instanceof InvalidItem) return name;
    if (name !== firstName && !names.has(name)) names.set(name, { given: part, name });
  }
  return names.size <= MAX_NAMES ? [...names.values()] : tooManyNames(names.size, field);
}

/** Refuses a text that would take long to read before it is read. */
function tooMuchIn(given: readonly unknown[], field: NameField): InvalidItem | undefined {
  if (given.length > MAX_PARTS) return tooManyNames(given.length, field);
  const characters = given.reduce<number>(
    (sum, part) => sum + (typeof part === 'string' ? part.length : 0),
    0,
  );
  if (characters <= MAX_CHARACTERS) return undefined;
  return new InvalidItem(
    `${field} has more than ${MAX_CHARACTERS} characters, so these are not the names of one company.`,
    `Correct the list, or the column that ${field} is taken from: most often a whole file is in one cell.`,
    { advice: 'Correct the list: most often a whole file is in one cell.' },
  );
}

const tooManyNames = (count: number, field: NameField) =>
  new InvalidItem(
    `${field} has ${count} names, and ${MAX_NAMES} is the maximum.`,
    `Each of them would be screened and paid for. Correct the list, or the column that ${field} is taken from.`,
    { advice: 'Each of them would be screened and paid for. Correct the list.' },
  );

function otherNameParts(value: unknown, field: NameField): InvalidItem | readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'number') return [value];
  if (typeof value !== 'string') {
    return new InvalidItem(
      `${field} is neither text nor a list of texts.`,
      `Correct the expression in ${field}, or leave it empty: the company is then screened under its name only.`,
    );
  }
  // The check comes before the split: the semicolon of &amp; would make two names of one, both wrong.
  return damageOfNames(value, field) ?? value.split(SEPARATOR).filter((part) => part.trim() !== '');
}
