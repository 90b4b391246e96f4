// Recognises the same hit on another day, whichever screening found it.
import { createHash } from 'node:crypto';

/**
 * SHA-256, as 64 hexadecimal digits, over every field of a hit as received. Lists are sorted; empty, null and missing are the same; the
 * case of the source type is ignored. If any field of a hit changes, so does its fingerprint.
 */
export function hitFingerprint(hit: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(canonicalValue(withSourceTypeInOneCase(hit)) ?? null))
    .digest('hex');
}

function withSourceTypeInOneCase(hit: unknown): unknown {
  if (typeof hit !== 'object' || hit === null || !('sourceType' in hit)) return hit;
  const { sourceType } = hit;
  return typeof sourceType === 'string' ? { ...hit, sourceType: sourceType.toLowerCase() } : hit;
}

/** Sorts the keys and lists of a value, and leaves out what is empty; undefined if nothing is left. */
function canonicalValue(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => JSON.stringify(canonicalValue(entry))).filter(isPresent);
    return entries.length === 0 ? undefined : entries.sort();
  }
  if (typeof value !== 'object') return value;
  const fields = Object.entries(value)
    .map(([name, field]) => [name, canonicalValue(field)] as const)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function isPresent(text: string | undefined): text is string {
  return text !== undefined;
}
