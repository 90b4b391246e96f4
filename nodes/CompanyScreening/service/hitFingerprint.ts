// Tells the same hit again on another day, whatever the screening that found it.
import { createHash } from 'node:crypto';

/**
 * SHA-256, as 64 hexadecimal digits, over every field of a hit as received. Lists count sorted; empty, null and
 * missing are alike; the source type counts in one case. A hit that changed in any field has another fingerprint.
 */
export function hitFingerprint(hit: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(withSourceTypeInOneCase(hit)) ?? null))
    .digest('hex');
}

function withSourceTypeInOneCase(hit: unknown): unknown {
  if (typeof hit !== 'object' || hit === null || !('sourceType' in hit)) return hit;
  const { sourceType } = hit;
  return typeof sourceType === 'string' ? { ...hit, sourceType: sourceType.toLowerCase() } : hit;
}

/** The value with its keys and lists in order, and without what is empty; undefined where nothing is left. */
function canonical(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => JSON.stringify(canonical(entry))).filter(isPresent);
    return entries.length === 0 ? undefined : entries.sort();
  }
  if (typeof value !== 'object') return value;
  const fields = Object.entries(value)
    .map(([name, field]) => [name, canonical(field)] as const)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function isPresent(text: string | undefined): text is string {
  return text !== undefined;
}
