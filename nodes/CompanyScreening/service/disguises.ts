// Masks secrets in disguise: in hexadecimal digits, inside a longer Base64 text, or with something between their letters.

/** A disguise of a secret: how it is found cheaply, and how exactly. */
interface Disguise {
  /** What is left of it in `compact` text. */
  core: string;
  pattern: string;
}

// Shorter ones occur by chance.
const MIN_CORE_LENGTH = 8;

/**
 * Returns a function that replaces the disguised secrets in a text. Most texts hold none, which is found out without a
 * search for each.
 */
export function createUnveiling(secrets: readonly string[], replacement: string): (text: string) => string {
  const disguises = secrets
    .flatMap((secret) => [lettersApart(secret), inHexadecimal(secret), ...inBase64(secret)])
    .filter(({ core }) => core.length >= MIN_CORE_LENGTH);
  if (disguises.length === 0) return (text) => text;
  const pattern = new RegExp(disguises.map((disguise) => disguise.pattern).join('|'), 'giu');
  return (text) => {
    const compacted = compact(text);
    const digits = HEXADECIMAL_PREFIX.test(text)
      ? compact(text.replaceAll(HEXADECIMAL_PREFIXES, ''))
      : compacted;
    const isThere = disguises.some(({ core }) => compacted.includes(core) || digits.includes(core));
    return isThere ? text.replace(pattern, replacement) : text;
  };
}

// One character, plain or escaped.
const ONE_BETWEEN = String.raw`(?:\\{1,16}(?:u[\da-f]{4}|[nrt])|&#?\w{1,8};|(?:%[\da-f]{2}){1,4}|[^a-z\d])`;

// Runs are bounded: with a repetition of any length, V8 may run out of stack in a reply of megabytes of spaces.
const ESCAPED = /\\{1,16}u[\da-f]{4}|\\{1,16}[nrt]|&#?\w{1,8};|%[\da-f]{2}|[^a-z\d\\%&]{1,1000}|[\\%&]/gi;

// As in 0x6b and \x6b. In Base64 a 0x is part of the text.
const HEXADECIMAL_PREFIX = /0x|\\x/i;
const HEXADECIMAL_PREFIXES = /0x|\\{1,16}x/gi;

/** What is left of a text without anything that may be put between the letters of a disguise. */
function compact(text: string): string {
  return text.replace(ESCAPED, '').toLowerCase();
}

function lettersApart(secret: string): Disguise {
  const letters = secret.replaceAll(/[^a-z\d]/gi, '');
  return {
    core: letters.toLowerCase(),
    // A character of the secret itself may be there too, with something on either side.
    pattern: Array.from(letters).join(`${ONE_BETWEEN}{0,3}`),
  };
}

function inHexadecimal(secret: string): Disguise {
  const bytes = [...Buffer.from(secret)].map((byte) => byte.toString(16).padStart(2, '0'));
  return { core: bytes.join(''), pattern: bytes.join(`${ONE_BETWEEN}{0,2}(?:0?x)?`) };
}

const BITS_OF_DIGIT = 6;
const VARIANTS: Readonly<Record<string, string>> = {
  '+': '(?:[+-]|%2b)',
  '/': String.raw`(?:\\{0,16}/|_|%2f)`,
};

/** For each place where it may begin in a group of three bytes, the digits that nothing but the secret decides. */
function inBase64(secret: string): Disguise[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const digits = Array.from(
      bytes
        .toString('base64')
        .slice(Math.ceil((before * 8) / BITS_OF_DIGIT), Math.floor((bytes.length * 8) / BITS_OF_DIGIT)),
    );
    return {
      core: digits
        .filter((digit) => !(digit in VARIANTS))
        .join('')
        .toLowerCase(),
      pattern: digits.map((digit) => VARIANTS[digit] ?? digit).join(String.raw`\s{0,2}`),
    };
  });
}
