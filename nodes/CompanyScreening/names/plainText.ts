// A value from a sheet as text: it may be a number, such as the company name 360.

/** The text or number without white space around it. Anything else reads as empty. */
export function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
