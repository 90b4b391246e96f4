// The parts of a ZIP archive, which .xlsx and .ods files are. All of them are unpacked: of damaged ones, n8n's reader makes
// other texts, or it never comes to an end.
import { strFromU8, unzipSync } from 'fflate/browser';

export type Parts = Partial<Record<string, Uint8Array>>;

/** Bytes: many times what 100,000 rows need. */
const MAX_UNPACKED = 2 ** 30;

/** Throws for an archive that is damaged or too large, or that has two parts of one name. */
export function partsOf(bytes: Buffer): Parts {
  const names: string[] = [];
  let unpacked = 0;
  const parts: Parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      unpacked += originalSize;
      if (unpacked > MAX_UNPACKED) throw new Error('The parts are too large.');
      return names.push(name) > 0;
    },
  });
  // n8n's reader takes no notice of capitals.
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) {
    throw new Error('Two parts have the same name.');
  }
  const sums = checksumsOf(bytes, names.length);
  names.forEach((name, index) => {
    const sum = sums[index];
    // Some programs do not write it.
    if (sum !== 0 && sum !== checksum(parts[name] ?? new Uint8Array()))
      throw new Error(`${name} is damaged.`);
  });
  return parts;
}

export function partIn(parts: Parts, path: string): string {
  const part = parts[path];
  if (part === undefined) throw new Error(`There is no ${path}.`);
  return strFromU8(part);
}

/** What the directory at the end of the archive says, in the order of its parts. */
function checksumsOf(bytes: Buffer, count: number): number[] {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let at = bytes.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('The directory is damaged.');
    const sum = bytes.readUInt32LE(at + 16);
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    return sum;
  });
}

const DIRECTORY_ENTRY = 0x02014b50;

// CRC-32, as ZIP has it.
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

function checksum(part: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of part) sum = (sum >>> 8) ^ (REMAINDERS[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}
