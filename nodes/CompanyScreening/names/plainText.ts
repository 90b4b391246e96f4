// Values and counts as plain text.

/** The text or number without white space around it: in a sheet, the company name 360 is a number. Anything else reads as empty. */
export function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** The texts between the commas of a text, without those that are empty. */
export const betweenCommas = (text: string): string[] => text.split(',').flatMap((part) => part.trim() || []);

/** A count in words: "1 hit", "2 hits". */
export const quantity = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;
