// A compound file (MS-CFB) for tests, whose sectors lie in any order but their own.

const FREE = 0xffffffff;
const END_OF_CHAIN = 0xfffffffe;
const SHORTER_THAN = 4096;
const SHORT_SECTOR = 64;
const LISTS_AT = 76;
const IN_HEADER = 109;

interface Making {
  /** The size of a sector is 2 to the power of this. */
  sectorShift?: number;
  /** So many that are not used lie before the others. */
  freeSectors?: number;
  /** How many of the tables of sectors are listed; all if missing. */
  tables?: number;
  /** What goes round in a circle. */
  loop?: 'lists' | 'stream';
}

export function aCompoundFile(
  streams: ReadonlyArray<readonly [name: string, bytes: Buffer]>,
  making: Making = {},
) {
  const { sectorShift = 9, freeSectors = 0, tables, loop } = making;
  const size = 1 << sectorShift;
  const sectors: Buffer[] = [];
  const following: number[] = [];
  const free = (count: number) => {
    for (let index = 0; index < count; index++) following[sectors.push(Buffer.alloc(size)) - 1] = FREE;
  };
  /** Puts it into sectors, the last one first. Gives the number of the first one. */
  const place = (bytes: Buffer): number => {
    let next = END_OF_CHAIN;
    for (let part = Math.ceil(bytes.length / size) - 1; part >= 0; part--) {
      const sector = Buffer.concat([bytes.subarray(part * size, (part + 1) * size)], size);
      following[sectors.push(sector) - 1] = next;
      next = sectors.length - 1;
    }
    return next;
  };
  // The header takes 512 bytes, however small the sectors are.
  free(512 / size - 1 + freeSectors);

  const shortSectors: Buffer[] = [];
  const shortFollowing: number[] = [];
  const placeShort = (bytes: Buffer): number => {
    let next = END_OF_CHAIN;
    for (let part = Math.ceil(bytes.length / SHORT_SECTOR) - 1; part >= 0; part--) {
      const begin = part * SHORT_SECTOR;
      const sector = Buffer.concat([bytes.subarray(begin, begin + SHORT_SECTOR)], SHORT_SECTOR);
      shortFollowing[shortSectors.push(sector) - 1] = next;
      next = shortSectors.length - 1;
    }
    return next;
  };
  const entries = streams.map(([name, bytes]) =>
    entry(name, bytes.length < SHORTER_THAN ? placeShort(bytes) : place(bytes), bytes.length),
  );
  if (loop === 'stream') following[following.lastIndexOf(END_OF_CHAIN)] = following.length - 1;
  const shorts = Buffer.concat(shortSectors);
  const root = entry('Root Entry', place(shorts), shorts.length);
  const shortTable = place(numbers(shortFollowing));
  const directory = place(Buffer.concat([root, ...entries]));

  const perSector = size / 4;
  let tableCount = 0;
  let listCount = 0;
  while (tableCount * perSector < sectors.length + tableCount + listCount) {
    tableCount += 1;
    listCount = Math.ceil(Math.max(0, tableCount - IN_HEADER) / (perSector - 1));
  }
  const firstTable = sectors.length + listCount;
  const tableSectors = Array.from({ length: tableCount }, (_, index) => firstTable + index);
  const firstList = listCount === 0 ? END_OF_CHAIN : sectors.length;
  for (let list = 0; list < listCount; list++) {
    const begin = IN_HEADER + list * (perSector - 1);
    const listed = tableSectors.slice(begin, begin + perSector - 1);
    while (listed.length < perSector - 1) listed.push(FREE);
    const isLast = list === listCount - 1;
    const next = isLast ? (loop === 'lists' ? firstList : END_OF_CHAIN) : firstList + list + 1;
    following[sectors.push(numbers([...listed, next])) - 1] = 0xfffffffc;
  }
  for (const sector of tableSectors) following[sector] = 0xfffffffd;
  const table = numbers(following);
  for (let index = 0; index < tableCount; index++) {
    const part = table.subarray(index * size, (index + 1) * size);
    sectors.push(Buffer.concat([part, Buffer.alloc(size, 0xff)], size));
  }

  const header = Buffer.alloc(512);
  header.writeUInt16LE(sectorShift, 30);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(SHORTER_THAN, 56);
  header.writeUInt32LE(shortTable, 60);
  header.writeUInt32LE(firstList, 68);
  for (let index = 0; index < IN_HEADER; index++) {
    const listed = index < (tables ?? tableCount) ? tableSectors[index] : undefined;
    header.writeUInt32LE(listed ?? FREE, LISTS_AT + index * 4);
  }
  const hidden = 512 / size - 1;
  return Buffer.concat([header, ...sectors.slice(Math.max(0, hidden))]);
}

function entry(name: string, first: number, length: number): Buffer {
  const bytes = Buffer.alloc(128);
  const letters = Buffer.from(name, 'utf16le');
  letters.copy(bytes);
  bytes.writeUInt16LE(letters.length + 2, 64);
  bytes.writeUInt32LE(first, 116);
  bytes.writeUInt32LE(length, 120);
  return bytes;
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4));
  return bytes;
}
