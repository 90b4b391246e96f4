// Masks a whole reply, whatever its encoding and escapes, without changing what its fields say about the verdict.
import { FIELD_NAMES } from './contract';
import { strictJson } from './json';
import type { Mask } from './masking';

/**
 * The reply without secrets; unchanged if it contains none. JSON is masked value by value: a secret that is a common word
 * ("details") or a number must not remove a field, and with it the hits or the screening id. A value that holds no secret keeps
 * its escapes: "Complet%65d" is no status of the service.
 */
export function maskReply(text: string, mask: Mask): string {
  const masked = maskText(text, mask);
  if (masked === text) return text;
  const value = strictJson(text);
  if (value !== undefined) return JSON.stringify(maskValue(value, mask));
  // What was no JSON must not become JSON by what was unescaped.
  return strictJson(masked) === undefined ? masked : `\uFFFD${masked}`;
}

/** The text without secrets and needless escapes; unchanged if it contains no secret. */
function maskText(text: string, mask: Mask): string {
  const plain = withoutNeedlessEscapes(text);
  const masked = mask(plain);
  return masked === plain ? text : masked;
}

// Letters, digits and the underscore need no escape. A secret escaped this way would be readable again once parsed.
const NEEDLESS_ESCAPE =
  /\\{1,16}u00(3\d|[46][1-9a-f]|[57][\da]|5f)|%(?:25){0,4}(3\d|[46][1-9a-f]|[57][\da]|5f)|&#x0{0,4}(3\d|[46][1-9a-f]|[57][\da]|5f)(?:;|(?![\da-f]))|&#0{0,4}(4[89]|5[0-7]|6[5-9]|[78]\d|9[05789]|1[01]\d|12[0-2])(?:;|(?!\d))/gi;

function withoutNeedlessEscapes(text: string): string {
  const plain = /\\u00|%|&#/i.test(text) ? text.replace(NEEDLESS_ESCAPE, unescapedCharacter) : text;
  // UTF-16 has a zero byte between letters.
  return plain.replaceAll('\0', '');
}

function unescapedCharacter(_: string, json?: string, url?: string, html?: string, decimal?: string): string {
  const code = decimal === undefined ? Number.parseInt(json ?? url ?? html ?? '', 16) : Number(decimal);
  return String.fromCharCode(code);
}

function maskValue(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return maskText(value, mask);
  if (typeof value === 'number') {
    const masked = mask(String(value));
    return masked === String(value) ? value : masked;
  }
  if (Array.isArray(value)) return value.map((entry) => maskValue(entry, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => maskField(name, field, mask)));
}

function maskField(name: string, field: unknown, mask: Mask): [string, unknown] {
  const shownName = FIELD_NAMES.has(name) ? name : maskText(name, mask);
  if (typeof field !== 'string' || shownName !== name) return [shownName, maskValue(field, mask)];
  // A short secret is recognised by the name in front of it.
  const front = `${name}=`;
  const masked = maskText(front + field, mask);
  return [name, masked.startsWith(front) ? masked.slice(front.length) : maskText(field, mask)];
}
