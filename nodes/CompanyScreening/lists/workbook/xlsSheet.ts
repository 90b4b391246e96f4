// The cells of a sheet of an .xls file, each of them once.
import { failedFormula, isBlank, noResult, type Cell, type Place } from '../cell';
import type { DateSystem } from './dates';
import { GENERAL, numberCell, textCell, type NumberFormat } from './numberFormat';
import { MergedCells, type MergedRange } from './range';
import { RowMaker, unknownCell, type OnRow } from './workbookFile';
import { TextBytes, type XlsRecord } from './xlsRecords';

/** What a sheet needs of its workbook. */
export interface XlsWorkbook {
  fileName: string;
  /** The texts that cells share, by their numbers. */
  texts: readonly string[];
  /** The formats of cells, by the numbers of their styles. */
  formats: readonly NumberFormat[];
  dates: DateSystem;
}

/** @throws InvalidItem for a cell that cannot be read with certainty */
export function readXlsSheet(records: readonly XlsRecord[], workbook: XlsWorkbook, onRow: OnRow): void {
  const found = records.flatMap((record, index) =>
    cellsIn(record, records.slice(index + 1, index + 3), workbook),
  );
  // A program that cannot calculate writes that every formula gave an empty text.
  const isCalculated = found.some(({ isFormula, cell }) => isFormula && cell !== NOTHING);
  const cells = found
    .map(({ place, cell }) => ({ place, cell: cell === NOTHING ? (isCalculated ? null : noResult) : cell }))
    .filter(({ cell }) => !isBlank(cell))
    .toSorted(({ place: one }, { place: other }) => one.row - other.row || one.column - other.column);
  const rows = new RowMaker(onRow, workbook.fileName);
  const merged = new MergedCells(records.flatMap(mergedIn), workbook.fileName);
  for (const { place, cell } of cells) {
    merged.check(place);
    rows.add(place, cell);
  }
  rows.end();
}

interface FoundCell {
  place: Place;
  cell: Cell | typeof NOTHING;
  isFormula?: boolean;
}

/** What a formula gave that gave an empty text, or was never calculated. */
const NOTHING = Symbol('nothing');

const NUMBER = 0x203;
const TEXT = 0x204;
const BOOLEAN_OR_ERROR = 0x205;
const SMALL_NUMBER = 0x27e;
const SMALL_NUMBERS = 0xbd;
const SHARED_TEXT = 0xfd;
const FORMATTED_TEXT = 0xd6;
// The last two are those of older versions, which some programs write.
const FORMULAS = [0x06, 0x206, 0x406];
const TEXT_OF_FORMULA = 0x207;
const MERGED = 0xe5;
// Cells of even older versions are among them.
const CELLS = [
  ...[...FORMULAS, NUMBER, TEXT, BOOLEAN_OR_ERROR, SMALL_NUMBER, SMALL_NUMBERS, SHARED_TEXT, FORMATTED_TEXT],
  ...[0x02, 0x03, 0x04, 0x05, 0x07],
];

/** @param following the next records, of which one may have the text that a formula gave */
function cellsIn(record: XlsRecord, following: readonly XlsRecord[], workbook: XlsWorkbook): FoundCell[] {
  const { type, data } = record;
  if (!CELLS.includes(type)) return [];
  const place = { row: data.readUInt16LE(0), column: data.readUInt16LE(2) };
  const format = (style: number) => workbook.formats[style] ?? GENERAL;
  const number = (value: number, style = data.readUInt16LE(4)) =>
    numberCell(value, format(style), workbook.dates);
  const text = (value: string) => textCell(value, format(data.readUInt16LE(4)));
  if (FORMULAS.includes(type)) {
    const result = resultOf(record, following);
    const cell =
      typeof result === 'number' ? number(result) : typeof result === 'string' ? text(result) : result;
    return [{ place, cell, isFormula: true }];
  }
  switch (type) {
    case NUMBER:
      return [{ place, cell: number(data.readDoubleLE(6)) }];
    case SMALL_NUMBER:
      return [{ place, cell: number(smallNumber(data, 6)) }];
    case SMALL_NUMBERS:
      return Array.from({ length: (data.length - 6) / 6 }, (_, index) => ({
        place: { row: place.row, column: place.column + index },
        cell: number(smallNumber(data, 6 + index * 6), data.readUInt16LE(4 + index * 6)),
      }));
    case SHARED_TEXT: {
      const shared = workbook.texts[data.readUInt32LE(6)];
      if (shared === undefined) throw unknownCell(place, 'its text is missing', workbook.fileName);
      return [{ place, cell: text(shared) }];
    }
    case TEXT:
    case FORMATTED_TEXT:
      return [{ place, cell: text(new TextBytes([data.subarray(6), ...record.continued]).text()) }];
    case BOOLEAN_OR_ERROR:
      return [{ place, cell: data.readUInt8(7) === 1 ? failed(data.readUInt8(6)) : data.readUInt8(6) === 1 }];
    default:
      throw unknownCell(place, `its kind (${type}) is not known`, workbook.fileName);
  }
}

/** Eight bytes: a number, unless the last two say that it is something else. */
function resultOf({ data }: XlsRecord, following: readonly XlsRecord[]): Cell | typeof NOTHING {
  if (data.readUInt16LE(12) !== 0xffff) {
    const number = data.readDoubleLE(6);
    // Of a formula that is to be calculated when the workbook is opened, zero is no result.
    return number === 0 && data.readUInt16LE(14) & 2 ? noResult : number;
  }
  const value = data.readUInt8(8);
  switch (data.readUInt8(6)) {
    case 0: {
      const text = following.find(({ type }) => type === TEXT_OF_FORMULA);
      if (text === undefined) throw new Error('The text of a formula is missing.');
      return new TextBytes([text.data, ...text.continued]).text();
    }
    case 1:
      return value === 1;
    case 2:
      return failed(value);
    default:
      return NOTHING;
  }
}

const failed = (code: number) => failedFormula(ERRORS[code] ?? '#N/A');

const ERRORS: Partial<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
};

/** Thirty bits: a whole number, or the first half of another one; and whether it is to be divided by 100. */
function smallNumber(data: Buffer, at: number): number {
  const bits = data.readInt32LE(at);
  const half = new DataView(new ArrayBuffer(8));
  half.setInt32(0, bits & ~3);
  const number = bits & 2 ? bits >> 2 : half.getFloat64(0);
  return bits & 1 ? number / 100 : number;
}

function mergedIn({ type, data }: XlsRecord): MergedRange[] {
  if (type !== MERGED) return [];
  return Array.from({ length: data.readUInt16LE(0) }, (_, index) => {
    const word = (number: number) => data.readUInt16LE(2 + index * 8 + number * 2);
    return { from: { row: word(0), column: word(2) }, to: { row: word(1), column: word(3) } };
  });
}
