// Values and counts as plain text.
import { normalized } from './normalized';

/** The text or number without white space around it: in a sheet, the company name 360 is a number. Anything else reads as empty. */
export function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** A heading, such that all that look the same are equal: case and white space make no difference, and what cannot be seen neither. */
export const comparable = (heading: string): string =>
  normalized(heading, 'NFKC')
    .replaceAll(/[\p{White_Space}\p{Control}\p{Format}]/gu, '')
    .toLowerCase();

/** The texts between the commas of a text, without those that are empty. */
export const betweenCommas = (text: string): string[] => text.split(',').flatMap((part) => part.trim() || []);

const SHOWN_TEXTS = 20;

/** The first of these texts, with commas between them: a file may have thousands. */
export const someOf = (texts: readonly string[]): string =>
  [...texts.slice(0, SHOWN_TEXTS), ...(texts.length > SHOWN_TEXTS ? ['…'] : [])].join(', ');

/** A count in words: "1 hit", "2 hits". */
export const quantity = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;
