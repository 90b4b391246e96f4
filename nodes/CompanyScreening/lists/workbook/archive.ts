// The parts of a ZIP archive, which .xlsx and .ods files are.
import { unzipSync } from 'fflate/browser';

/** Bytes: many times what 100,000 rows need. */
const MAX_UNPACKED = 2 ** 30;

export interface Archive {
  /** Whether a password is needed to unpack it. */
  isProtected: boolean;
  has(path: string): boolean;
  /** The bytes of a part; capitals make no difference. Throws for a part that is damaged. */
  part(path: string): Uint8Array | undefined;
}

/** Throws for an archive that is damaged or too large, or that has two parts of one name. */
export function openArchive(bytes: Uint8Array): Archive {
  const names: string[] = [];
  let unpacked = 0;
  unzipSync(bytes, {
    filter({ name, originalSize }) {
      names.push(name);
      unpacked += originalSize;
      return false;
    },
  });
  if (unpacked > MAX_UNPACKED) throw new Error('The parts are too large.');
  const entries = directoryOf(bytes, names);
  if (entries.size < names.length) throw new Error('Two parts have the same name.');
  return {
    isProtected: [...entries.values()].some(({ isEncrypted }) => isEncrypted),
    has: (path) => entries.has(comparablePath(path)),
    part(path) {
      const entry = entries.get(comparablePath(path));
      if (entry === undefined) return undefined;
      const part = unzipSync(bytes, { filter: ({ name }) => name === entry.name })[entry.name];
      // Some programs do not write the sum.
      if (!part || (entry.sum !== 0 && entry.sum !== checksum(part))) throw new Error('A part is damaged.');
      return part;
    },
  };
}

interface Entry {
  name: string;
  sum: number;
  isEncrypted: boolean;
}

/** What the directory at the end of the archive says of its parts, by their comparable paths. */
function directoryOf(bytes: Uint8Array, names: readonly string[]): Map<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (view.getUint32(end, true) !== DIRECTORY_END) end -= 1;
  let at = view.getUint32(end + 16, true);
  return new Map(
    names.map((name) => {
      if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new Error('The directory is damaged.');
      const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
      const sum = view.getUint32(at + 16, true);
      at += 46 + [28, 30, 32].reduce((length, field) => length + view.getUint16(at + field, true), 0);
      return [comparablePath(name), { name, sum, isEncrypted }];
    }),
  );
}

// Some programs write the separators of Windows, or begin at the root.
const comparablePath = (path: string) => path.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

const DIRECTORY_END = 0x06054b50;
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
