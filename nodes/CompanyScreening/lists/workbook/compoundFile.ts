// One stream of a compound file, the container of .xls files (MS-CFB): sectors that are chained through a table.

const END = 0xfffffffa;
const DIRECTORY_ENTRY = 128;

/** The bytes of the first of these streams that the file has. Throws a RangeError or an Error for a damaged file. */
export function streamOf(file: Buffer, names: readonly string[]): Buffer {
  const sectorSize = 1 << file.readUInt16LE(30);
  const sector = (number: number) => whole(file, (number + 1) * sectorSize, sectorSize);
  const table = allocationTable(file, sectorSize, sector);
  const chain = (first: number, next: (sector: number) => number) => chainOf(first, next, file.length / 64);
  const next = (number: number) => {
    const following = table[number];
    if (following === undefined) throw new Error('The table was cut off.');
    return following;
  };
  const read = (first: number) => Buffer.concat(chain(first, next).map(sector));

  const entries = entriesOf(read(file.readUInt32LE(48)));
  const root = entries[0];
  const entry = names.flatMap((name) => entries.filter((one) => one.name === name))[0];
  if (!root || !entry) throw new Error('There is no such stream.');
  if (entry.size >= file.readUInt32LE(56)) return whole(read(entry.first), 0, entry.size);

  // Short streams lie in sectors of 64 bytes inside a stream of the root.
  const short = read(root.first);
  const shortTable = read(file.readUInt32LE(60));
  const shortNext = (number: number) => shortTable.readUInt32LE(number * 4);
  const parts = chain(entry.first, shortNext).map((number) => whole(short, number * 64, 64));
  return whole(Buffer.concat(parts), 0, entry.size);
}

/** Throws for a part that the file does not have, since it was cut off. */
function whole(bytes: Buffer, begin: number, length: number): Buffer {
  if (!(begin + length <= bytes.length)) throw new Error('The file was cut off.');
  return bytes.subarray(begin, begin + length);
}

/** The table of the chains: after each sector, which one follows. */
function allocationTable(file: Buffer, sectorSize: number, sector: (number: number) => Buffer): number[] {
  const next = (number: number) => sector(number).readUInt32LE(sectorSize - 4);
  const lists = chainOf(file.readUInt32LE(68), next, file.length / 64).map(sector);
  // The last number of a list is that of the next one.
  const numbers = lists.flatMap((list) => numbersIn(list).slice(0, -1));
  return [...numbersIn(whole(file, 76, 436)), ...numbers]
    .filter((number) => number < END)
    .flatMap((number) => numbersIn(sector(number)));
}

const numbersIn = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32LE(index * 4));

function chainOf(first: number, next: (sector: number) => number, most: number): number[] {
  const numbers: number[] = [];
  for (let number = first; number < END; number = next(number)) {
    numbers.push(number);
    if (numbers.length > most) throw new Error('The sectors have no end.');
  }
  return numbers;
}

function entriesOf(directory: Buffer): Array<{ name: string; first: number; size: number }> {
  return Array.from({ length: Math.floor(directory.length / DIRECTORY_ENTRY) }, (_, index) => {
    const entry = directory.subarray(index * DIRECTORY_ENTRY, (index + 1) * DIRECTORY_ENTRY);
    const nameBytes = Math.max(0, entry.readUInt16LE(64) - 2);
    return {
      name: entry.subarray(0, nameBytes).toString('utf16le'),
      first: entry.readUInt32LE(116),
      size: entry.readUInt32LE(120),
    };
  });
}
