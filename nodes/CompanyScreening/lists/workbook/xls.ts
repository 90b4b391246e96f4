// An .xls file (BIFF5 and BIFF8): records in a compound file. Only what n8n's reader does not tell is read here.
import { CellErrors, chosenOf, othersThan, rangeTo, type Place } from './choice';
import { streamOf } from './compoundFile';
import type { ChosenSheet, Sheet, WorkbookFile } from './workbookFile';

export function sheetInXls({ bytes, fileName, wantedSheet }: WorkbookFile): ChosenSheet {
  const stream = streamOf(bytes, ['Workbook', 'Book']);
  const sheets = sheetsOf(stream);
  const chosen = chosenOf(sheets, wantedSheet, fileName);
  const errors = new CellErrors();
  const last: Place = { row: 0, column: 0 };
  for (const { type, data } of records(stream, chosen.offset)) {
    if (!CELLS.has(type)) continue;
    const place = { row: data.readUInt16LE(0), column: data.readUInt16LE(2) };
    const error = errorIn(type, data);
    if (error !== undefined) errors.add(place, error);
    last.row = Math.max(last.row, place.row);
    last.column = Math.max(last.column, lastColumn(type, data));
  }
  return {
    name: chosen.name,
    range: rangeTo(last, fileName),
    errors: errors.all,
    otherSheets: othersThan(chosen, sheets),
  };
}

const BOUND_SHEET = 0x85;
const END_OF_FILE = 0x0a;
const BEGIN_OF_FILE = 0x809;
const FORMULA = 0x06;
const MANY_NUMBERS = 0xbd;
const BOOLEAN_OR_ERROR = 0x205;

// Formula, numbers, text of several kinds, boolean or error.
const CELLS = new Set([FORMULA, MANY_NUMBERS, BOOLEAN_OR_ERROR, 0x203, 0x27e, 0xfd, 0x204, 0xd6]);

const ERRORS: Partial<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
};

function errorIn(type: number, data: Buffer): string | undefined {
  if (type === BOOLEAN_OR_ERROR && data[7] === 1) return ERRORS[data[6] ?? 0] ?? '#N/A';
  // The result of a formula is a number, unless its last two bytes are these; then the first one tells its kind.
  if (type !== FORMULA || data.readUInt16LE(12) !== 0xffff || data[6] !== 2) return undefined;
  return ERRORS[data[8] ?? 0] ?? '#N/A';
}

const lastColumn = (type: number, data: Buffer) =>
  data.readUInt16LE(type === MANY_NUMBERS ? data.length - 2 : 2);

function sheetsOf(stream: Buffer): Array<Sheet & { offset: number }> {
  const isBiff8 = stream.readUInt16LE(4) === 0x600;
  return Array.from(records(stream, 0)).flatMap(({ type, data }) => {
    // Kind 0 is a worksheet; others are charts and macros.
    if (type !== BOUND_SHEET || data[5] !== 0) return [];
    const isWide = isBiff8 && ((data[7] ?? 0) & 1) === 1;
    const length = (data[6] ?? 0) * (isWide ? 2 : 1);
    const name = data.subarray(isBiff8 ? 8 : 7).subarray(0, length);
    return [
      {
        offset: data.readUInt32LE(0),
        hidden: ((data[4] ?? 0) & 3) !== 0,
        name: name.toString(isWide ? 'utf16le' : 'latin1'),
      },
    ];
  });
}

/** The records from one beginning to its end. Sheets inside it, such as charts, are left out. */
function* records(stream: Buffer, begin: number): Generator<{ type: number; data: Buffer }> {
  let depth = 0;
  for (let at = begin; at + 4 <= stream.length;) {
    const type = stream.readUInt16LE(at);
    const end = at + 4 + stream.readUInt16LE(at + 2);
    if (type === BEGIN_OF_FILE) depth += 1;
    if (depth === 1) yield { type, data: stream.subarray(at + 4, end) };
    if (type === END_OF_FILE) depth -= 1;
    if (depth === 0) return;
    at = end;
  }
  throw new Error('The records were cut off.');
}
