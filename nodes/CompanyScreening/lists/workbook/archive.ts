// lists/workbook/: the bytes of a workbook → its cells, each read once, as a person sees it. Which of them is a company is decided in
// lists/.
//
// The parts of a ZIP archive, which .xlsx and .ods files are.
import { Inflate, unzipSync, type UnzipFileInfo } from 'fflate/browser';

/** Bytes: many times what 100,000 rows need. */
const MAX_UNPACKED = 2 ** 29;
/** Bytes of all parts as often as they are read: a thousand sheets may be one and the same part. */
const MAX_READ = 4 * MAX_UNPACKED;
/** Bytes: a few letters in a small file may stand for millions of formats or sheets, which would take all memory. */
const MAX_SMALL = 2 ** 25;

export interface Archive {
  /** True if a password is needed to unpack it. */
  isProtected: boolean;
  /** Finds a part by its path, without case. */
  part(path: string): Part | undefined;
  /** Finds a part that says what is in the archive. Throws for one that is as large as a list. */
  smallPart(path: string): Part | undefined;
}

/** The bytes of a part, unpacked as they are read. Throws at the end of a part that is damaged. */
export type Part = Iterable<Uint8Array>;

/**
 * Throws for an archive that is damaged or too large, or that has two parts of one name.
 *
 * @param maxRead bytes of all parts that are read before its parts throw
 */
export function openArchive(bytes: Uint8Array, maxRead = MAX_READ): Archive {
  const files: UnzipFileInfo[] = [];
  unzipSync(bytes, { filter: (file) => files.push(file) === 0 });
  const size = files.reduce((sum, { originalSize }) => sum + originalSize, 0);
  if (size > MAX_UNPACKED) throw new Error('The parts are too large.');
  const entries = directoryOf(bytes, files);
  if (entries.size < files.length) throw new Error('Two parts have the same name.');
  let read = 0;
  const partOf = (entry: Entry | undefined): Part | undefined =>
    entry && {
      *[Symbol.iterator]() {
        for (const piece of unpacked(bytes, entry)) {
          read += piece.length;
          if (read > maxRead) throw new Error('The parts are too large to be read so often.');
          yield piece;
        }
      },
    };
  return {
    isProtected: [...entries.values()].some(({ isEncrypted }) => isEncrypted),
    part: (path) => partOf(entries.get(comparablePath(path))),
    smallPart(path) {
      const entry = entries.get(comparablePath(path));
      if (entry && entry.originalSize > MAX_SMALL) throw new Error('A part is too large.');
      return partOf(entry);
    },
  };
}

interface Entry extends UnzipFileInfo {
  sum: number;
  isEncrypted: boolean;
  begin: number;
}

/** Reads the directory at the end of the archive: its parts, by their comparable paths. */
function directoryOf(bytes: Uint8Array, files: readonly UnzipFileInfo[]): Map<string, Entry> {
  const view = viewOf(bytes);
  let end = bytes.length - 22;
  while (view.getUint32(end, true) !== DIRECTORY_END) end -= 1;
  let at = view.getUint32(end + 16, true);
  return new Map(
    files.map((file) => {
      if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new Error('The directory is damaged.');
      const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
      const sum = view.getUint32(at + 16, true);
      const begin = view.getUint32(at + 42, true);
      at += 46 + [28, 30, 32].reduce((length, field) => length + view.getUint16(at + field, true), 0);
      return [comparablePath(file.name), { ...file, sum, isEncrypted, begin }];
    }),
  );
}

function* unpacked(bytes: Uint8Array, { begin, size, originalSize, compression, sum }: Entry) {
  const view = viewOf(bytes);
  if (view.getUint32(begin, true) !== LOCAL_ENTRY) throw new Error('A part is not in its place.');
  const from = begin + 30 + view.getUint16(begin + 26, true) + view.getUint16(begin + 28, true);
  const packed = slices(bytes.subarray(from, from + size));
  let rest = originalSize;
  let found = 0xffffffff;
  for (const piece of compression === 0 ? packed : inflated(packed)) {
    rest -= piece.length;
    if (rest < 0) break;
    found = sumWith(found, piece);
    yield piece;
  }
  // Some programs do not write the sum.
  const isWhole = rest === 0 && (sum === 0 || sum === (found ^ 0xffffffff) >>> 0);
  if (!isWhole) throw new Error('A part is damaged.');
}

function* inflated(packed: Iterable<Uint8Array>): Generator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const inflate = new Inflate((piece) => pieces.push(piece));
  for (const slice of packed) {
    inflate.push(slice);
    for (const piece of pieces.splice(0)) yield* slices(piece, SLICE);
  }
  inflate.push(new Uint8Array(), true);
  for (const piece of pieces) yield* slices(piece, SLICE);
}

// Bytes at a time: a sheet has tens of millions when it is unpacked.
const SLICE = 2 ** 14;
// Bytes that may be a hundred thousand when they are unpacked: of most sheets only the first rows are read.
const FIRST_SLICE = 2 ** 7;

function* slices(bytes: Uint8Array, first = FIRST_SLICE): Generator<Uint8Array> {
  let at = 0;
  for (let size = first; at < bytes.length; size = Math.min(2 * size, SLICE)) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

// Some programs write the separators of Windows, or begin at the root.
const comparablePath = (path: string) => path.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

const LOCAL_ENTRY = 0x04034b50;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

// CRC-32, as ZIP has it.
const REMAINDERS = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

function sumWith(before: number, piece: Uint8Array): number {
  let sum = before;
  // Twice as fast as over the values of the piece.
  for (let at = 0; at < piece.length; at += 1)
    sum = (sum >>> 8) ^ (REMAINDERS[(sum ^ (piece[at] ?? 0)) & 0xff] ?? 0);
  return sum;
}
