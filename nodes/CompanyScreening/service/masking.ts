// Masks the credential's secrets in texts from outside: a service may repeat a secret in an error, an address or a record. A quoted secret
// is replaced. A text with a secret in disguise is withheld as a whole: the rest of it helps nobody.
import { FIELD_NAMES } from './contract';
import { strictJson } from './json';

/** Texts that must not appear anywhere. */
export interface Secrets {
  clientId: string;
  clientSecret: string;
  subscriptionKey: string;
  /** Includes tokens from before a renewal: a reply may still quote one. */
  accessTokens: readonly string[];
}

export type Mask = (text: string) => string;

const MASKED = '***';

// Shorter ones are part of too many words.
const MIN_SECRET_LENGTH = 4;
// Tokens are often quoted in part. No other text begins like one, or like a part of a JWT. The first part of a JWT is public, so the others
// are as good as the whole.
const TOKEN_START_LENGTH = 16;
const REST_OF_TOKEN = String.raw`[\w.~+/=%-]*`;

/** Returns a function that puts asterisks in the place of each secret, in any case, or of a whole text with a secret in disguise. */
export function createMask({ clientId, clientSecret, subscriptionKey, accessTokens }: Secrets): Mask {
  const secrets = [clientSecret, subscriptionKey].filter(({ length }) => length >= MIN_SECRET_LENGTH);
  const starts = [...new Set(accessTokens.flatMap(startsOf))];
  const quotes = [
    ...secrets.flatMap((secret) => [
      ...spellingsOf(secret),
      base64Of(secret),
      base64Of(`${clientId}:${secret}`),
    ]),
    ...starts.flatMap((start) => spellingsOf(start).map((one) => one + REST_OF_TOKEN)),
  ];
  if (quotes.length === 0) return (text) => text;
  // The longest first: one may begin like another.
  const quote = new RegExp(quotes.toSorted((one, other) => other.length - one.length).join('|'), 'giu');
  const isDisguised = disguiseFinder(secrets, starts);
  return (text) => {
    if (text.length < MIN_SECRET_LENGTH) return text;
    const masked = text.replace(quote, MASKED);
    return isDisguised(masked) ? MASKED : masked;
  };
}

/** The beginning of a token, and of each of its parts that is long enough. */
function startsOf(token: string): string[] {
  const parts = token.split('.').filter(({ length }) => length >= TOKEN_START_LENGTH);
  const whole = token.length < MIN_SECRET_LENGTH ? [] : [token];
  return [...whole, ...parts].map((text) => text.slice(0, TOKEN_START_LENGTH));
}

const json = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Patterns of a text as services quote it: plain, in JSON, in an address, in a form and in HTML. */
function spellingsOf(text: string): string[] {
  const numbered = text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const spellings = [text, json(text), json(json(text)), addressOf(text), formOf(text), numbered];
  return [...new Set(spellings)].map(patternOf);
}

/** Half a surrogate pair, which `encodeURIComponent` refuses, is sent as U+FFFD. */
const addressOf = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

const formOf = (text: string): string => new URLSearchParams({ text }).toString().slice('text='.length);

/** Padding is optional: it may be missing in a quotation. */
const base64Of = (text: string): string =>
  `${patternOf(Buffer.from(text).toString('base64').replaceAll('=', ''))}(?:=|%3d)*`;

const patternOf = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Escapes inside of escapes. No service has more levels. */
const MAX_LEVELS = 5;

/**
 * Finds a secret in disguise: in escapes of any kind, with signs between its letters, in hexadecimal digits, or inside a longer Base64
 * text. The beginning of a token is only found in escapes.
 */
function disguiseFinder(secrets: readonly string[], starts: readonly string[]): (text: string) => boolean {
  const escaped = [...secrets, ...starts].map((secret) => secret.toLowerCase());
  const cores = secrets.flatMap(coresOf).filter(({ length }) => length >= MIN_CORE_LENGTH);
  const digits = secrets.map((secret) => Buffer.from(secret).toString('hex'));
  return (text) => {
    let view = text;
    for (let level = 0; level < MAX_LEVELS; level++) {
      const letters = lettersIn(view);
      if (cores.some((core) => letters.includes(core))) return true;
      // An x or 0x may be in front of each byte.
      const bytes = [letters.replaceAll('0x', ''), letters.replaceAll('x', '')];
      if (digits.some((some) => bytes.some((reading) => reading.includes(some)))) return true;
      const next = withoutEscapes(view);
      if (next === view) return false;
      view = next;
      const lowerCase = view.toLowerCase();
      if (escaped.some((secret) => lowerCase.includes(secret))) return true;
    }
    return false;
  };
}

// Shorter ones occur by chance.
const MIN_CORE_LENGTH = 8;

/** The letters and digits of the secret, and of its Base64 for each place at which it may begin in three bytes. */
function coresOf(secret: string): string[] {
  const base64 = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
  return [secret, ...base64].map(lettersIn);
}

/** The letters and digits in small letters, without the names of signs. Runs are bounded: V8 has no room for one of megabytes. */
const lettersIn = (text: string): string =>
  text.replaceAll(/[^a-z\d&]{1,1000}|&(?:\w{1,8};)?/gi, '').toLowerCase();

/**
 * Takes away one level of escapes. One by one: a replacement function would be called with lists of all their parts, millions of them at
 * once.
 */
function withoutEscapes(text: string): string {
  if (!/[\\%&]/.test(text)) return text;
  const escaped = text.replaceAll(WHITE_SPACE, '');
  const pieces: string[] = [];
  let end = 0;
  for (const match of escaped.matchAll(ESCAPE)) {
    pieces.push(escaped.slice(end, match.index), unescaped(match));
    end = match.index + match[0].length;
  }
  return pieces.join('') + escaped.slice(end);
}

const WHITE_SPACE = /\\{1,16}[bfnrt]/gi;

// Escapes of JSON, of addresses, and of HTML by number or name. Units and bytes in a row are decoded together, as far as V8 has room.
const ESCAPE =
  /((?:\\{1,1000}u[\da-f]{4}){1,1000})|\\{1,1000}(["/\\])|((?:%[\da-f]{2}){1,1000})|&#(?:x([\da-f]{1,6})|(\d{1,7}));?|&(amp|lt|gt|quot|apos);/gi;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped([, units, sign, address, hexadecimal, decimal, name]: RegExpExecArray): string {
  if (sign !== undefined) return sign;
  if (units !== undefined)
    return Buffer.from(units.replaceAll(/[\\u]+/gi, ''), 'hex')
      .swap16()
      .toString('utf16le');
  // A buffer for each byte that stands alone would take three times as long.
  if (address?.length === 3) return String.fromCharCode(Number.parseInt(address.slice(1), 16));
  if (address !== undefined) return Buffer.from(address.replaceAll('%', ''), 'hex').toString();
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? '';
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return String.fromCodePoint(Math.min(code, 0x10ffff));
}

// A record of two thousand hits. The millions of values of a longer one would keep n8n busy for half a minute.
const LONGEST_QUOTING = 2e6;

/**
 * Masks a reply; gives it unchanged if it has no secret. JSON is masked value by value: a secret that is a common word ("details") or a
 * number must not remove a field, and with it the hits or the screening id. A long reply with a secret is withheld as a whole.
 */
export function maskReply(text: string, mask: Mask): string {
  const masked = mask(text);
  if (masked === text) return text;
  if (text.length > LONGEST_QUOTING) return MASKED;
  const value = strictJson(text);
  if (value !== undefined) return JSON.stringify(maskValue(value, mask));
  // A text that is no JSON must not become JSON by being masked.
  return strictJson(masked) === undefined ? masked : `\uFFFD${masked}`;
}

/** True for a text of which nothing is shown, since it quotes a secret. */
export const isWithheld = (text: string): boolean => text === MASKED;

function maskValue(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') {
    const masked = mask(String(value));
    return masked === String(value) ? value : masked;
  }
  if (Array.isArray(value)) return value.map((entry) => maskValue(entry, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      FIELD_NAMES.has(name) ? name : mask(name),
      maskValue(field, mask),
    ]),
  );
}

const KEY_NAME = /subscription[^a-z\d]*key/i;

/** Shows an address without secrets, keys and user names. @param mask of the secrets of the credential, once they are known */
export function shownAddress(typed: string, mask: Mask): string {
  const masked = mask(typed);
  // Programs that read an address skip these.
  const address = masked.replaceAll(/[\t\n\r]|^[\0-\x20]+/g, '');
  const [path = '', ...query] = address.split('?');
  const parameters = query.join('?').split('&').map(withoutKey).join('&');
  const shown = withoutUser(withoutKey(path)) + (query.length === 0 ? '' : `?${parameters}`);
  return shown === address ? masked : shown;
}

function withoutKey(part: string): string {
  if (!KEY_NAME.test(withoutPercents(part))) return part;
  const start = part.search(KEY_NAME);
  const before = part.slice(0, Math.max(start, 0));
  // Another one may stand before it in escapes.
  return start === -1 || KEY_NAME.test(withoutPercents(before))
    ? MASKED
    : `${before}subscription-key=${MASKED}`;
}

function withoutPercents(part: string): string {
  let text = part;
  for (let level = 0; level < MAX_LEVELS && text.includes('%'); level++) {
    text = text.replaceAll(/%([\da-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }
  return text;
}

// The beginning of an address before its host: a scheme that a host follows, however many slashes there are, or any other with two slashes.
const BEFORE_HOST = /^(?:(?:blob:)?(?:ftp|https?|wss?):[/\\]*|(?:[a-z][a-z\d+.-]*:)?[/\\]{2,})/i;

/** A user name stands before the last @; in a path behind a host, an @ is nothing special. */
function withoutUser(path: string): string {
  const at = path.lastIndexOf('@');
  const [start] = BEFORE_HOST.exec(path) ?? [];
  if (at === -1 || start === undefined) return path;
  // Nobody can tell which one is the host of "https://user:a/b@host".
  const isBehindHost = /^[^/\\@:]*(?::\d*)?[/\\]/.test(path.slice(start.length, at));
  return isBehindHost ? path : `${start}${MASKED}@${path.slice(at + 1)}`;
}
