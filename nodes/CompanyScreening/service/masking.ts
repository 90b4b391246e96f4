// Masks the credential's secrets in texts from outside: a service may repeat what it was sent, in an error, an address or
// a record, and in a different spelling.

import { createUnveiling } from './disguises';

/** What must not appear anywhere. */
export interface Secrets {
  clientId: string;
  clientSecret: string;
  subscriptionKey: string;
  /** Including those from before a renewal: a reply may still quote one. */
  accessTokens: readonly string[];
}

export type Mask = (text: string) => string;

const MASKED = '***';

// A shorter secret is part of too many words, so it is only masked after its name.
const MIN_LENGTH_ANYWHERE = 4;
const NAMES = ['client_secret', 'subscription[-_ ]?key'];

// A token is often quoted in part. No other text begins like one, or like a part of a JWT: its first part is public, so that
// the others are as good as the whole.
const TOKEN_START_LENGTH = 16;
const REST_OF_TOKEN = String.raw`[\w.~+/=%-]*`;

/**
 * Returns a function that replaces the secrets by asterisks, in any case and spelling: plain, JSON, URL, HTML, Base64. The secret
 * and the key also in hexadecimal digits, inside a longer Base64 text, and with something between their letters.
 */
export function createMask({ clientId, clientSecret, subscriptionKey, accessTokens }: Secrets): Mask {
  const anywhere = [clientSecret, subscriptionKey]
    .filter((secret) => secret.length >= MIN_LENGTH_ANYWHERE)
    .flatMap((secret) => [
      spellings(secret),
      spellingsOfBase64(secret),
      spellingsOfBase64(`${clientId}:${secret}`),
    ]);
  const behindName = [clientSecret, subscriptionKey]
    .filter((secret) => secret !== '' && secret.length < MIN_LENGTH_ANYWHERE)
    .map(
      (secret) => String.raw`(?<=(?:${NAMES.join('|')})["'\\]*\s*[=:]\s*["'\\]*)${spellings(secret)}(?!\w)`,
    );
  const tokens = [...new Set(accessTokens.flatMap(startsOf))].map(
    (start) => spellings(start) + REST_OF_TOKEN,
  );

  const patterns = [...tokens, ...anywhere, ...behindName];
  if (patterns.length === 0) return (text) => text;
  const pattern = new RegExp(patterns.join('|'), 'giu');
  const unveil = createUnveiling([clientSecret, subscriptionKey], MASKED);
  return (text) => unveil(text.replace(pattern, MASKED));
}

/** How a token begins, and each of its parts that is long enough. */
function startsOf(token: string): string[] {
  const parts = token.split('.').slice(1);
  return [
    ...[token].filter(({ length }) => length >= MIN_LENGTH_ANYWHERE),
    ...parts.filter(({ length }) => length >= TOKEN_START_LENGTH),
  ].map((text) => text.slice(0, TOKEN_START_LENGTH));
}

function spellingsOfBase64(text: string): string {
  return `${spellings(Buffer.from(text).toString('base64').replace(/=+$/, ''))}(?:${spellings('=')})*`;
}

/** A pattern of the text in every spelling, mixed ones included. */
function spellings(text: string): string {
  return (text.match(/\\+|[^]/gu) ?? [])
    .map((part) => (part.startsWith('\\') ? spellingsOfBackslashes(part.length) : spellingsOf(part)))
    .join('');
}

// A pattern without an upper bound would take hours for a reply of nothing but backslashes.
const MAX_BACKSLASHES = 16;
const PERCENT = '%(?:25){0,4}';

// JSON doubles each, and again if it is JSON inside JSON.
function spellingsOfBackslashes(count: number): string {
  const encoded = String.raw`(?:${PERCENT}5c|\\{1,${MAX_BACKSLASHES}}u005c|&#(?:0{0,4}92|x0{0,4}5c);?)`;
  return String.raw`(?:${encoded}{${count}}|\\{${count},${count * MAX_BACKSLASHES}})`;
}

const HTML_NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

function spellingsOf(character: string): string {
  // Needless escapes of these are undone in maskReply.ts.
  if (/[a-z0-9_]/i.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
  const name = HTML_NAMES[character];
  const alternatives = [
    // An address inside an address is encoded twice.
    bytes.map((byte) => PERCENT + byte).join(''),
    character
      .split('')
      .map((unit) => String.raw`\\{1,${MAX_BACKSLASHES}}u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
    `&#(?:0{0,4}${code}|x0{0,4}${code.toString(16)});?`,
    ...(name ? [`&${name};`] : []),
    ...(character === ' ' ? [String.raw`\+`] : []),
    // JSON puts a backslash before these.
    ...('"/'.includes(character) ? [String.raw`\\{0,${MAX_BACKSLASHES}}${character}`] : []),
    `\\u{${code.toString(16)}}`,
  ];
  return `(?:${alternatives.join('|')})`;
}
