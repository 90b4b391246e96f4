// Other names of a company, as one text or as a list → the names that are screened besides its first one.
import { readCompanyName, refuseDamagedText, type NameField } from './companyName';
import { InvalidItem } from './invalidItem';

/** A name to screen, and the text that it was read from. */
export interface GivenName {
  given: unknown;
  name: string;
}

// The semicolons of other scripts, and new lines: two names in one would be screened as one, and not be found.
const SEPARATOR = /[;\uFF1B\u061B\u037E\uFE54\r\n\v\f\u0085\u2028\u2029]/;

const MAX_NAMES = 100;

/**
 * The other names of a company, each once, without its first one. Empty parts are left out.
 *
 * @param value a text in which a semicolon or a new line separates the names, or a list of texts
 * @param field what the error calls it
 * @throws InvalidItem for a part that cannot be a name
 */
export function readOtherNames(
  value: unknown,
  firstName: string,
  field: Extract<NameField, 'Other Names' | 'Other Spellings'> = 'Other Names',
): GivenName[] {
  const parts = (Array.isArray(value) ? value : [value]).flatMap((part) => otherNameParts(part, field));
  const names = new Map<string, GivenName>();
  for (const given of parts) {
    const name = readCompanyName(given, field);
    if (name !== firstName && !names.has(name)) names.set(name, { given, name });
  }
  if (names.size <= MAX_NAMES) return [...names.values()];
  throw new InvalidItem(
    `${field} has ${names.size} names, and ${MAX_NAMES} is the maximum.`,
    `Each of them would be screened and paid for. Correct the list, or the column that ${field} is taken from.`,
  );
}

function otherNameParts(value: unknown, field: NameField): unknown[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'number') return [value];
  if (typeof value !== 'string') {
    throw new InvalidItem(
      `${field} is neither text nor a list of texts.`,
      `Correct the expression in ${field}, or leave it empty: the company is then screened under its name only.`,
    );
  }
  // The semicolon of &amp; would make two names of one, neither of which is its own.
  refuseDamagedText(value, field);
  return value.split(SEPARATOR).filter((part) => part.trim() !== '');
}
