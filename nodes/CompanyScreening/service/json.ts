// JSON from outside, before a schema has seen it.

// Deeper than any reply of the service, and shallow enough for all code that walks through it later.
const MAX_DEPTH = 100;

/**
 * Parses a text strictly. Undefined if it is not JSON, is nested too deeply, has a number that is lost when it is read, or names a field
 * twice: nobody can say which of the two is meant.
 */
export function strictJson(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return fieldsIn(parsed) === namesIn(text) && !losesNumber(text) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

// Every string of the text, with the colon after it if it names a field. A library that finds duplicate names takes eight times as long as
// JSON.parse, for every reply.
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?/g;

function namesIn(text: string): number {
  let count = 0;
  STRING.lastIndex = 0;
  while (STRING.test(text)) if (text[STRING.lastIndex - 1] === ':') count += 1;
  return count;
}

/** Counts the fields of all objects in the value; a duplicate name counts once. NaN if it is nested too deeply. */
function fieldsIn(value: unknown, depth = 0): number {
  if (depth > MAX_DEPTH) return Number.NaN;
  if (typeof value !== 'object' || value === null) return 0;
  const values: unknown[] = Array.isArray(value) ? value : Object.values(value);
  let count = Array.isArray(value) ? 0 : values.length;
  for (const inner of values) count += fieldsIn(inner, depth + 1);
  return count;
}

// Texts without one of these have no number that is small enough: with 199 zeros and the exponent -99, it is still more than nothing.
const MAY_BE_LOST = /\.0{200}|e-\d{3}/i;
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|\d[\d.]*(?:e[+-]?\d+)?/gi;

/** True if the text has a number that is read as 0 and is not: 1e-400 hits are not the same as none. */
function losesNumber(text: string): boolean {
  if (!MAY_BE_LOST.test(text)) return false;
  // One by one: a reply may have millions of them.
  for (const [part] of text.matchAll(STRING_OR_NUMBER))
    if (Number(part) === 0 && /^[0.]*[1-9]/.test(part)) return true;
  return false;
}

const LONGEST = 500;
/** Characters of a host, or of an error's name. */
const LONGEST_NAME = 100;
// The beginning of a text that is looked at: it may hold more than this of white space.
const LOOKED_AT = 10_000;

/** Puts a text on one line of at most 500 characters, without signs that turn the line around. */
export const quotation = (text: string): string => inOneLine(text, LONGEST);

/** Puts a code or a name on one line of at most 100 characters. */
export const quotedName = (text: string): string => inOneLine(text, LONGEST_NAME);

function inOneLine(text: string, longest: number): string {
  const line = text
    .slice(0, LOOKED_AT)
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\s\p{Control}]+/gu, ' ')
    .trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/\p{Surrogate}$/u, '')}…`;
}
