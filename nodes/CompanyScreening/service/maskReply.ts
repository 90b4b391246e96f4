// Masks a whole reply without changing what its fields say about the verdict.
import { FIELD_NAMES } from './contract';
import { strictJson } from './json';
import type { Mask } from './masking';

/**
 * The reply without secrets; unchanged if it contains none. JSON is masked value by value: a secret that is a common word
 * ("details") or a number must not remove a field, and with it the hits or the screening id.
 */
export function maskReply(text: string, mask: Mask): string {
  const masked = mask(text);
  if (masked === text) return text;
  const value = strictJson(text);
  if (value !== undefined) return JSON.stringify(maskValue(value, mask));
  // What was no JSON must not become JSON by what was taken out.
  return strictJson(masked) === undefined ? masked : `\uFFFD${masked}`;
}

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
