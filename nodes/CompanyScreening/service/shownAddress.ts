// An address that somebody typed, as it may be shown: without the secrets of the credential, a subscription key or a user name.
import type { Mask } from './masking';

const MASKED = '***';
const KEY_NAME = /subscription[^a-z\d]*key/i;
/** Escapes inside of escapes. */
const MAX_LEVELS = 5;

/** @param mask of the secrets of the credential, once they are known */
export function shownAddress(typed: string, mask: Mask): string {
  const masked = mask(typed);
  // A program that reads an address skips these.
  const address = masked.replaceAll(/[\t\n\r]|^[\0-\x20]+/g, '');
  const [path = '', ...query] = address.split('?');
  const parameters = query.join('?').split('&').map(withoutKey).join('&');
  const shown = withoutUser(withoutKey(path)) + (query.length === 0 ? '' : `?${parameters}`);
  return shown === address ? masked : shown;
}

function withoutKey(part: string): string {
  if (!KEY_NAME.test(unescaped(part))) return part;
  const start = part.search(KEY_NAME);
  const before = part.slice(0, Math.max(start, 0));
  // Another one may stand before it in escapes.
  return start === -1 || KEY_NAME.test(unescaped(before)) ? MASKED : `${before}subscription-key=${MASKED}`;
}

function unescaped(part: string): string {
  let text = part;
  for (let level = 0; level < MAX_LEVELS && text.includes('%'); level++) {
    text = text.replaceAll(/%([\da-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }
  return text;
}

// The schemes of which a host follows, however many slashes there are; and any other with two slashes.
const BEFORE_HOST = /^(?:(?:blob:)?(?:ftp|https?|wss?):[/\\]*|(?:[a-z][a-z\d+.-]*:)?[/\\]{2,})/i;

/** A user name stands before the last @; in a path behind a host, an @ is nothing special. */
function withoutUser(path: string): string {
  const at = path.lastIndexOf('@');
  const [start] = BEFORE_HOST.exec(path) ?? [];
  if (at === -1 || start === undefined) return path;
  // Of "https://user:a/b@host" nobody can tell which one is the host.
  const isBehindHost = /^[^/\\@:]*(?::\d*)?[/\\]/.test(path.slice(start.length, at));
  return isBehindHost ? path : `${start}${MASKED}@${path.slice(at + 1)}`;
}
