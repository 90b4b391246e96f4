// An .xls file, byte for byte: which sheet is read, how far it reaches, and that a damaged one is never read by half.
import { chooseSheet } from '../../../nodes/CompanyScreening/lists/workbook/sheet';
import { aCompoundFile } from '../../support/compoundFile';

const u16 = (...numbers: number[]): number[] => numbers.flatMap((number) => [number & 0xff, number >> 8]);
const record = (type: number, data: readonly number[] = []): number[] => [...u16(type, data.length), ...data];
const BEGIN = record(0x809, u16(0x600, 0x10));
const BEGIN_OF_BIFF5 = record(0x809, u16(0x500, 0x10));
const END = record(0x0a);

/** Row, column and format, as each cell begins. */
const at = (row: number, column: number): number[] => u16(row, column, 0);
const text = (row: number, column: number) => record(0x204, [...at(row, column), ...u16(1), 65]);
const number = (row: number, column: number, bytes = [0, 0, 0, 0, 0, 0, 0, 0]) =>
  record(0x203, [...at(row, column), ...bytes]);
const booleanOrError = (row: number, column: number, value: number, isError: boolean) =>
  record(0x205, [...at(row, column), value, isError ? 1 : 0]);
const formula = (row: number, column: number, result: readonly number[]) =>
  record(0x06, [...at(row, column), ...result, ...u16(0)]);

interface SheetOfXls {
  name?: string;
  cells?: number[];
  state?: number;
  kind?: number;
  isWide?: boolean;
}

function stream(sheets: readonly SheetOfXls[], begin = BEGIN): Buffer {
  const isBiff8 = begin === BEGIN;
  const bound = ({ name = 'One', state = 0, kind = 0, isWide = false }: SheetOfXls, offset: number) => {
    const letters = [...Buffer.from(name, isWide ? 'utf16le' : 'latin1')];
    const head = [...u16(offset & 0xffff, offset >> 16), state, kind, name.length];
    return record(0x85, [...head, ...(isBiff8 ? [isWide ? 1 : 0] : []), ...letters]);
  };
  const globals = (offsets: readonly number[]) => [
    ...begin,
    ...sheets.flatMap((sheet, index) => bound(sheet, offsets[index] ?? 0)),
    ...END,
  ];
  const bodies = sheets.map(({ cells = text(0, 0) }) => [...begin, ...cells, ...END]);
  let offset = globals([]).length;
  const offsets = bodies.map(({ length }) => (offset += length) - length);
  return Buffer.from([...globals(offsets), ...bodies.flat()]);
}

const chooseIn = (bytes: Buffer, wantedSheet = '') =>
  chooseSheet({ bytes, fileName: 'list.xls', wantedSheet }, 'xls');
const choose = (sheets: readonly SheetOfXls[], begin = BEGIN) =>
  chooseIn(aCompoundFile([['Workbook', stream(sheets, begin)]]));
const one = (...cells: number[][]) => choose([{ cells: cells.flat() }]);
const DAMAGED = /^list\.xls is a workbook that cannot be read/;

describe('what a cell shows', () => {
  const codes = [
    [0x00, '#NULL!'],
    [0x07, '#DIV/0!'],
    [0x0f, '#VALUE!'],
    [0x17, '#REF!'],
    [0x1d, '#NAME?'],
    [0x24, '#NUM!'],
    [0x2a, '#N/A'],
    [0x99, '#N/A'],
  ] as const;

  test.each(codes)('is an error: %d is %s, in a cell and as the result of a formula', (code, shown) => {
    const { errors } = one(
      booleanOrError(1, 0, code, true),
      formula(2, 3, [2, 0, code, 0, 0, 0, 0xff, 0xff]),
    );
    expect(errors).toEqual(
      new Map([
        [1, new Map([[0, shown]])],
        [2, new Map([[3, shown]])],
      ]),
    );
  });

  test('is no error where it is true or false, a number, or another result of a formula', () => {
    const { errors, range } = one(
      booleanOrError(1, 0, 1, false),
      number(2, 0, [7, 1, 7, 1, 0, 0, 0, 0]),
      formula(3, 0, [2, 0, 7, 0, 0, 0, 0xf0, 0x3f]),
      formula(4, 0, [0, 0, 7, 0, 0, 0, 0xff, 0xff]),
      formula(5, 0, [1, 0, 1, 0, 0, 0, 0xff, 0xff]),
    );
    expect([errors.size, range]).toEqual([0, 'A1:A6']);
  });
});

describe('the range of a sheet', () => {
  test('reaches to the last cell of any kind', () => {
    const rk = [...u16(0), 0, 0, 0, 0];
    const manyNumbers = record(0xbd, [...u16(1, 2), ...rk, ...rk, ...rk, ...u16(4)]);
    expect(one(text(0, 0), manyNumbers, text(2, 1)).range).toBe('A1:E3');
    expect(one(text(0, 0), record(0x201, at(9, 9)), text(2, 1)).range).toBe('A1:B3');
  });

  test('has nothing of a chart that lies in the sheet, nor of the sheet behind it', () => {
    const chart = [...BEGIN, ...text(50, 50), ...END];
    const sheets = [
      { name: 'One', cells: [...text(0, 0), ...chart, ...text(1, 1)] },
      { name: 'Two', cells: text(80, 80) },
    ];
    expect(choose(sheets)).toMatchObject({ name: 'One', range: 'A1:B2', otherSheets: ['Two'] });
  });
});

describe('the sheets of a workbook', () => {
  test('are neither charts nor macros, and not those that are hidden', () => {
    const sheets = [
      { name: 'Chart', kind: 2 },
      { name: 'Macro', kind: 1 },
      { name: 'Hidden', state: 1 },
      { name: 'Very hidden', state: 2 },
      { name: 'List' },
      { name: 'Other' },
    ];
    expect(choose(sheets)).toMatchObject({ name: 'List', otherSheets: ['Other'] });
  });

  test('have names in one byte for each letter, or in two', () => {
    const sheets = [{ name: 'Straße' }, { name: '名单', isWide: true }];
    expect(choose(sheets)).toMatchObject({ name: 'Straße', otherSheets: ['名单'] });
    expect(choose([{ name: 'Straße' }, { name: 'a' }], BEGIN_OF_BIFF5)).toMatchObject({
      name: 'Straße',
      otherSheets: ['a'],
    });
  });
});

test.each([
  ['without its end', -END.length],
  ['in the middle of a record', -END.length - 3],
])('records that are cut off %s are not read', (_, end) => {
  const bytes = stream([{ cells: [...text(0, 0), ...text(1, 0)] }]).subarray(0, end);
  expect(() => chooseIn(aCompoundFile([['Workbook', bytes]]))).toThrow(DAMAGED);
});

describe('a compound file', () => {
  const plain = stream([{ cells: text(2, 1) }]);
  const long = (length: number) => Buffer.concat([plain], length);

  test.each([64, 65, 4095, 4096, 4097, 20_000])('has a stream of %d bytes', (length) => {
    expect(chooseIn(aCompoundFile([['Workbook', long(Math.max(length, plain.length))]])).range).toBe('A1:B3');
  });

  test('has the newer stream where it has both, and the older one where it has only that', () => {
    const older = stream([{ name: 'Old', cells: text(9, 9) }]);
    const both = aCompoundFile([
      ['Book', older],
      ['Workbook', plain],
    ]);
    expect(chooseIn(both).name).toBe('One');
    expect(chooseIn(aCompoundFile([['Book', older]])).name).toBe('Old');
    expect(() => chooseIn(aCompoundFile([['Books', older]]))).toThrow(DAMAGED);
  });

  // Small sectors make it what otherwise takes fifteen megabytes.
  test('may have more sectors than its first list has places, and more than the second one', () => {
    const sectorShift = 7;
    for (const freeSectors of [0, 109 * 32, 141 * 32])
      expect(chooseIn(aCompoundFile([['Workbook', long(9000)]], { sectorShift, freeSectors })).range).toBe(
        'A1:B3',
      );
  });

  test.each([
    ['the sectors of a stream', { loop: 'stream' }],
    ['the lists of sectors', { loop: 'lists' }],
  ] as const)('that goes round in a circle is not read: %s', (_, { loop }) => {
    const options = { sectorShift: 7, freeSectors: 141 * 32, loop };
    expect(() => chooseIn(aCompoundFile([['Workbook', long(9000)]], options))).toThrow(DAMAGED);
  });

  test('whose table of sectors is cut off is not read by half', () => {
    expect(() => chooseIn(aCompoundFile([['Workbook', long(90_000)]], { tables: 1 }))).toThrow(DAMAGED);
    // The older stream could be read; where the newer one is named cannot.
    const streams = [
      ['Book', long(5000)],
      ['Summary', long(90_000)],
      ['Picture', long(5000)],
      ['Workbook', long(5000)],
    ] as const;
    expect(chooseIn(aCompoundFile(streams)).name).toBe('One');
    expect(() => chooseIn(aCompoundFile(streams, { tables: 1 }))).toThrow(DAMAGED);
  });

  test('whose last sector is cut off is not read', () => {
    const bytes = aCompoundFile([['Workbook', long(9000)]]);
    expect(() => chooseIn(bytes.subarray(0, -4))).toThrow(DAMAGED);
  });
});
