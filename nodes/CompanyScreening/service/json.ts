// JSON from outside, before a schema has seen it.

// Deeper than any reply of the service, and shallow enough for whatever walks through it later.
const MAX_DEPTH = 100;

/**
 * The parsed text, or undefined if it is not JSON, is nested too deeply, has a number that is lost when it is read, or names
 * a field twice: nobody can say which of the two is meant.
 */
export function strictJson(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return fieldsIn(parsed) === namesIn(text) && !losesNumber(text) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

// Every string of the text, with the colon after it if it is the name of a field. A library that finds duplicate names
// takes eight times as long as JSON.parse, for every reply.
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?/g;

/** How many names of fields the text has. */
function namesIn(text: string): number {
  let count = 0;
  STRING.lastIndex = 0;
  while (STRING.test(text)) if (text[STRING.lastIndex - 1] === ':') count += 1;
  return count;
}

/** How many fields the value has in all its objects; a duplicate name counts once. NaN if it is nested too deeply. */
function fieldsIn(value: unknown, depth = 0): number {
  if (depth > MAX_DEPTH) return Number.NaN;
  if (typeof value !== 'object' || value === null) return 0;
  const values: unknown[] = Array.isArray(value) ? value : Object.values(value);
  let count = Array.isArray(value) ? 0 : values.length;
  for (const inner of values) count += fieldsIn(inner, depth + 1);
  return count;
}

// Without one of these, no number is small enough: with 199 zeros and the exponent -99, it is still more than nothing.
const MAY_BE_LOST = /\.0{200}|e-\d{3}/i;
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|\d[\d.]*(?:e[+-]?\d+)?/gi;

/** Whether the text has a number that is read as 0 and is not: 1e-400 hits are not the same as none. */
function losesNumber(text: string): boolean {
  if (!MAY_BE_LOST.test(text)) return false;
  // One by one: a reply may have millions of them.
  for (const [part] of text.matchAll(STRING_OR_NUMBER))
    if (Number(part) === 0 && /^[0.]*[1-9]/.test(part)) return true;
  return false;
}

const LONGEST = 500;
/** What the service calls an error, or a host. */
const LONGEST_NAME = 100;
// More than a line of white space is not looked through.
const LOOKED_AT = 10_000;

/** The text on one line of at most 500 characters, without signs that turn the line around. */
export const quotation = (text: string): string => inOneLine(text, LONGEST);

/** The same for a code or a name: at most 100 characters. */
export const quotedName = (text: string): string => inOneLine(text, LONGEST_NAME);

function inOneLine(text: string, longest: number): string {
  const line = text
    .slice(0, LOOKED_AT)
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\s\p{Control}]+/gu, ' ')
    .trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/\p{Surrogate}$/u, '')}…`;
}
