// The screening ids that the archive has, in short: 48 bits of the hash of each. An id that is found here is looked up in its pack.
import { strFromU8, strToU8 } from 'fflate/browser';

const DIGITS = 12;
const BYTES = DIGITS / 2;

/** Numbers of 48 bits, sorted. */
export type IdIndex = Float64Array;

/** Six bytes for each id, as base64. @param hashes as `screeningHash` gives them */
export function packIds(hashes: readonly string[]): string {
  const digits = [...new Set(hashes.map((one) => one.slice(0, DIGITS)))].sort().join('');
  const bytes = Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  );
  return btoa(strFromU8(bytes, true));
}

/** Undefined for a text that is none. */
export function unpackIds(text: string): IdIndex | undefined {
  try {
    const bytes = strToU8(atob(text), true);
    if (bytes.length % BYTES > 0) return undefined;
    return Float64Array.from({ length: bytes.length / BYTES }, (_, place) => numberAt(bytes, place * BYTES));
  } catch {
    return undefined;
  }
}

export function mergeIds(indexes: readonly IdIndex[]): IdIndex {
  const all = new Float64Array(indexes.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const index of indexes) {
    all.set(index, from);
    from += index.length;
  }
  return all.sort();
}

/** Whether the id may be among them: one of 281 trillion others looks the same. */
export function mayHaveId(index: IdIndex, hash: string): boolean {
  const wanted = parseInt(hash.slice(0, DIGITS), 16);
  let from = 0;
  let to = index.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((index[middle] ?? 0) < wanted) from = middle + 1;
    else to = middle;
  }
  return index[from] === wanted;
}

function numberAt(bytes: Uint8Array, from: number): number {
  let number = 0;
  for (let at = from; at < from + BYTES; at++) number = number * 256 + (bytes[at] ?? 0);
  return number;
}
