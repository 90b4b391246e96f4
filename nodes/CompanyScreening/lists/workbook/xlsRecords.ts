// The records of an .xls file, and the texts in them, which may go on in the next record.

export interface XlsRecord {
  type: number;
  data: Buffer;
  /** What did not fit into it. */
  continued: readonly Buffer[];
}

/** The records from one beginning to its end, without the sheets inside it, such as charts. Throws if they are cut off. */
export function recordsFrom(stream: Buffer, begin: number): XlsRecord[] {
  const records: Array<XlsRecord & { continued: Buffer[] }> = [];
  let depth = 0;
  for (let at = begin; at + 4 <= stream.length;) {
    const type = stream.readUInt16LE(at);
    const end = at + 4 + stream.readUInt16LE(at + 2);
    const data = stream.subarray(at + 4, end);
    if (type === BEGIN_OF_FILE) depth += 1;
    if (depth === 1 && type === CONTINUE) records.at(-1)?.continued.push(data);
    else if (depth === 1) records.push({ type, data, continued: [] });
    if (type === END_OF_FILE) depth -= 1;
    if (depth === 0) return records;
    at = end;
  }
  throw new Error('The records were cut off.');
}

const END_OF_FILE = 0x0a;
const CONTINUE = 0x3c;
const BEGIN_OF_FILE = 0x809;

/** Reads texts one after the other. Throws at the end of the bytes. */
export class TextBytes {
  private part = 0;
  private at = 0;

  constructor(private readonly parts: readonly Buffer[]) {}

  /** @param length how its length is written: in one byte or in two */
  text(length?: 'short'): string {
    let rest = length === 'short' ? this.byte() : this.word();
    const flags = this.byte();
    const runs = flags & 8 ? this.word() : 0;
    const more = flags & 4 ? this.word() + this.word() * 0x10000 : 0;
    let isWide = (flags & 1) === 1;
    let text = '';
    while (rest > 0) {
      // Where letters go on in the next record, it says again how wide they are.
      if (this.isAtEndOfPart()) {
        this.nextPart();
        isWide = (this.byte() & 1) === 1;
      }
      const left = Math.floor((this.current().length - this.at) / (isWide ? 2 : 1));
      const count = Math.min(rest, left);
      if (count === 0) throw new Error('A letter is cut off.');
      const letters = this.current().subarray(this.at, this.at + count * (isWide ? 2 : 1));
      text += letters.toString(isWide ? 'utf16le' : 'latin1');
      this.at += letters.length;
      rest -= count;
    }
    // The formats of its parts, and phonetic text.
    this.skip(runs * 4 + more);
    return text;
  }

  private skip(bytes: number): void {
    for (let rest = bytes; rest > 0;) {
      if (this.isAtEndOfPart()) this.nextPart();
      const skipped = Math.min(rest, this.current().length - this.at);
      this.at += skipped;
      rest -= skipped;
    }
  }

  private byte(): number {
    if (this.isAtEndOfPart()) this.nextPart();
    const byte = this.current().readUInt8(this.at);
    this.at += 1;
    return byte;
  }

  private word(): number {
    return this.byte() + this.byte() * 0x100;
  }

  private isAtEndOfPart(): boolean {
    return this.at >= this.current().length;
  }

  private current(): Buffer {
    const part = this.parts[this.part];
    if (part === undefined) throw new Error('The texts are cut off.');
    return part;
  }

  private nextPart(): void {
    this.part += 1;
    this.at = 0;
  }
}
