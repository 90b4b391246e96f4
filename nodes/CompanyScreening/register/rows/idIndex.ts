// The screening ids that the archive has, in short: 48 bits of the hash of each. An id that is found here is looked up in its pack.
import { strFromU8 } from 'fflate/browser';

const DIGITS = 12;
/** Of base64. */
const CHARACTERS = 8;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** By the code of the character. */
const BASE64_VALUES = Float64Array.from({ length: 128 }, (_, code) => {
  const value = BASE64.indexOf(String.fromCharCode(code));
  return value < 0 ? NaN : value;
});

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

/** Undefined for a text that is none. Digit by digit, since an archive has millions: decoding to bytes first takes four times as long. */
export function unpackIds(text: string): IdIndex | undefined {
  if (text.length % CHARACTERS > 0) return undefined;
  const ids = new Float64Array(text.length / CHARACTERS);
  for (let place = 0; place < ids.length; place++) {
    let id = 0;
    for (let at = place * CHARACTERS; at < (place + 1) * CHARACTERS; at++)
      id = id * 64 + (BASE64_VALUES[text.charCodeAt(at)] ?? NaN);
    if (Number.isNaN(id)) return undefined;
    ids[place] = id;
  }
  return ids;
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
