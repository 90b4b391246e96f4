// An .xls file, byte for byte: its sheets and cells, and that a damaged one is never read by half.
import { aCompoundFile } from '../../support/compoundFile';
import { complaintOf } from '../builders';
import { DATE, ERROR, NO_RESULT, rowsIn, sheetsOf } from './cells';

const u16 = (...numbers: number[]): number[] =>
  numbers.flatMap((number) => [number & 0xff, (number >> 8) & 0xff]);
const u32 = (number: number): number[] => u16(number & 0xffff, Math.floor(number / 0x10000));
const double = (value: number): number[] => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return [...bytes];
};
const record = (type: number, data: readonly number[] = []): number[] => [...u16(type, data.length), ...data];
const CONTINUE = 0x3c;
const BEGIN = record(0x809, u16(0x600, 0x10));
const END = record(0x0a);

interface Text {
  text: string;
  isWide?: boolean;
  /** Formats of its parts, and bytes of phonetic text. */
  runs?: number;
  phonetic?: number;
}

const letters = ({ text, isWide = false }: Text) => [...Buffer.from(text, isWide ? 'utf16le' : 'latin1')];
/** A text with its length in two bytes. */
const textOf = (given: Text): number[] => {
  const { text, isWide, runs, phonetic } = given;
  const flags = (isWide ? 1 : 0) + (phonetic === undefined ? 0 : 4) + (runs === undefined ? 0 : 8);
  return [
    ...[...u16(text.length), flags, ...(runs === undefined ? [] : u16(runs))],
    ...(phonetic === undefined ? [] : u32(phonetic)),
    ...letters(given),
    ...Array.from({ length: (runs ?? 0) * 4 + (phonetic ?? 0) }, () => 7),
  ];
};

/** Row, column and style, as each cell begins. */
const at = (row: number, column: number, style = 0): number[] => u16(row, column, style);
const text = (row: number, column: number, value = 'A', style = 0) =>
  record(0x204, [...at(row, column, style), ...textOf({ text: value })]);
const number = (row: number, column: number, value = 0, style = 0) =>
  record(0x203, [...at(row, column, style), ...double(value)]);
const small = (value: number) => u32(value >>> 0);
const formula = (
  row: number,
  column: number,
  result: readonly number[],
  { style = 0, flags = 0, type = 0x06 } = {},
) => record(type, [...at(row, column, style), ...result, ...u16(flags)]);
const OTHER = [0xff, 0xff];
const TEXT_FOLLOWS = [0, 0, 0, 0, 0, 0, ...OTHER];
const NOTHING = [3, 0, 0, 0, 0, 0, ...OTHER];

interface SheetOfXls {
  name?: string;
  cells?: number[];
  state?: number;
  kind?: number;
  isWide?: boolean;
}

function stream(sheets: readonly SheetOfXls[], workbook: number[] = [], begin = BEGIN): Buffer {
  const bound = ({ name = 'One', state = 0, kind = 0, isWide = false }: SheetOfXls, offset: number) => {
    const head = [...u32(offset), state, kind, name.length, isWide ? 1 : 0];
    return record(0x85, [...head, ...letters({ text: name, isWide })]);
  };
  const globals = (offsets: readonly number[]) => [
    ...begin,
    ...workbook,
    ...sheets.flatMap((sheet, index) => bound(sheet, offsets[index] ?? 0)),
    ...END,
  ];
  const bodies = sheets.map(({ cells = text(0, 0) }) => [...begin, ...cells, ...END]);
  let offset = globals([]).length;
  const offsets = bodies.map(({ length }) => (offset += length) - length);
  return Buffer.from([...globals(offsets), ...bodies.flat()]);
}

const read = (bytes: Buffer) => rowsIn(bytes, 'xls');
const file = (sheets: readonly SheetOfXls[], workbook: number[] = []) =>
  aCompoundFile([['Workbook', stream(sheets, workbook)]]);
const rows = (cells: number[], workbook: number[] = []) => read(file([{ cells }], workbook));
const names = (sheets: readonly SheetOfXls[]) =>
  sheetsOf(file(sheets), 'xls').map(({ name, hidden }) => [name, hidden]);

const FORMATS = [
  ...record(0x41e, [...u16(164), ...textOf({ text: '"Studio "0' })]),
  ...record(0x41e, [...u16(165), ...textOf({ text: '"工作室 "0', isWide: true })]),
  ...record(0x41e, [...u16(166), ...textOf({ text: '@" Ltd"' })]),
  ...[0, 164, 14, 165, 166].flatMap((format) => record(0xe0, [...u16(0, format), ...u16(0, 0)])),
];

describe('the cells', () => {
  test('are texts and numbers of several kinds', () => {
    const rk = (value: number) => [...u16(0), ...small(value)];
    const cells = [
      ...text(0, 0, 'Acme'),
      ...record(0xd6, [...at(0, 1), ...textOf({ text: '幻海', isWide: true }), ...u16(0)]),
      ...number(1, 0, 360.5),
      ...record(0x27e, [...at(1, 1), ...small((7 << 2) | 2)]),
      ...record(0x27e, [...at(1, 2), ...small((-7 << 2) | 2)]),
      ...record(0x27e, [...at(1, 3), ...small((1234 << 2) | 3)]),
      ...record(0x27e, [...at(1, 4), ...small(0x3ff80000)]),
      ...record(0x27e, [...at(1, 5), ...small(0x3ff80001)]),
      ...record(0xbd, [...u16(2, 1), ...rk((1 << 2) | 2), ...rk((2 << 2) | 2), ...u16(2)]),
      ...record(0x205, [...at(3, 0), 1, 0]),
      ...record(0x205, [...at(3, 1), 0, 0]),
      ...record(0x201, at(9, 9)),
      ...record(0xbe, [...u16(9, 1, 0, 0, 2)]),
    ];
    expect(rows(cells)).toEqual({
      1: ['Acme', '幻海'],
      2: [360.5, 7, -7, 12.34, 1.5, 0.015],
      3: [null, 1, 2],
      4: [true, false],
    });
  });

  test('show what their formats make of them', () => {
    const cells = [
      ...number(0, 0, 54, 1),
      ...number(1, 0, 45_103, 2),
      ...record(0xbd, [
        ...u16(2, 0),
        ...u16(3),
        ...small((54 << 2) | 2),
        ...u16(1),
        ...small((55 << 2) | 2),
        ...u16(1),
      ]),
      ...record(0x27e, [...at(3, 0, 1), ...small((54 << 2) | 2)]),
      ...formula(4, 0, double(54), { style: 1 }),
      ...number(5, 0, 54, 99),
      ...formula(6, 0, TEXT_FOLLOWS, { style: 4 }),
      ...record(0x207, textOf({ text: 'Acme' })),
      ...formula(7, 0, [1, 0, 1, 0, 0, 0, ...OTHER], { style: 4 }),
    ];
    expect(rows(cells, FORMATS)).toEqual({
      1: [{ value: 54, shown: 'Studio 54' }],
      2: [{ value: '2023-06-26', doubt: DATE }],
      3: [
        { value: 54, shown: '工作室 54' },
        { value: 55, shown: 'Studio 55' },
      ],
      4: [{ value: 54, shown: 'Studio 54' }],
      5: [{ value: 54, shown: 'Studio 54' }],
      6: [54],
      7: [{ value: 'Acme', shown: 'Acme Ltd' }],
      8: [true],
    });
    const date = number(0, 0, 43_641, 2);
    expect(rows(date, [...FORMATS, ...record(0x22, u16(1))])).toEqual({
      1: [{ value: '2023-06-26', doubt: DATE }],
    });
    expect(rows(date, [...FORMATS, ...record(0x22, u16(0))])).toEqual({
      1: [{ value: '2019-06-25', doubt: DATE }],
    });
  });

  test('may stand in any order', () => {
    expect(rows([...text(2, 0, 'C'), ...text(0, 1, 'B'), ...text(0, 0, 'A')])).toEqual({
      1: ['A', 'B'],
      3: ['C'],
    });
  });

  test('stop where two are in one place', () => {
    expect(complaintOf(() => rows([...text(1, 0), ...number(1, 0)]))).toMatchObject({
      message: 'Row 2 of list.xls: cell A2 is there twice, or not in its place.',
    });
  });

  test.each([0x02, 0x03, 0x04, 0x05, 0x07])('stop where they are of an unknown kind: %d', (type) => {
    expect(complaintOf(() => rows(record(type, at(1, 0))))).toMatchObject({
      message: `Row 2 of list.xls: cell A2 cannot be read: its kind (${type}) is not known.`,
    });
  });

  test.each([
    [0x00, '#NULL!'],
    [0x07, '#DIV/0!'],
    [0x0f, '#VALUE!'],
    [0x17, '#REF!'],
    [0x1d, '#NAME?'],
    [0x24, '#NUM!'],
    [0x2a, '#N/A'],
    [0x99, '#N/A'],
  ])('may be errors: %d is %s, in a cell and as the result of a formula', (code, value) => {
    const cells = [
      ...record(0x205, [...at(0, 0), code, 1]),
      ...formula(1, 0, [2, 0, code, 0, 0, 0, ...OTHER]),
    ];
    expect(rows(cells)).toEqual({ 1: [{ value, doubt: ERROR }], 2: [{ value, doubt: ERROR }] });
  });
});

describe('a formula', () => {
  test.each([0x06, 0x206, 0x406])('gave a number, a text, or true or false: %d', (type) => {
    const cells = [
      ...formula(0, 0, double(2.5), { type }),
      ...formula(0, 1, TEXT_FOLLOWS, { type }),
      ...record(0x207, textOf({ text: 'Acme' })),
      ...formula(0, 2, [1, 0, 1, 0, 0, 0, ...OTHER], { type }),
      ...formula(0, 3, [1, 0, 0, 0, 0, 0, ...OTHER], { type }),
      ...formula(0, 4, [2, 0, 7, 0, 0, 0, 0xf0, 0x3f], { type }),
    ];
    const almostOne = Buffer.from([2, 0, 7, 0, 0, 0, 0xf0, 0x3f]).readDoubleLE();
    expect(rows(cells)).toEqual({ 1: [2.5, 'Acme', true, false, almostOne] });
  });

  test('may share its text with a record between them, and its text may go on in the next one', () => {
    const cells = [
      ...formula(0, 0, TEXT_FOLLOWS),
      ...record(0x4bc, [0, 0]),
      ...record(0x207, [...u16(4), 0, 65, 66]),
      ...record(CONTINUE, [1, 67, 0, 68, 0]),
      ...text(1, 0, 'Next'),
    ];
    expect(rows(cells)).toEqual({ 1: ['ABCD'], 2: ['Next'] });
  });

  test('has its own text, and not that of another one', () => {
    const texts = ['Acme', 'Beta', 'Gamma'];
    const cells = texts.flatMap((value, row) => [
      ...formula(row, 0, TEXT_FOLLOWS),
      ...record(0x207, textOf({ text: value })),
    ]);
    expect(rows(cells)).toEqual({ 1: ['Acme'], 2: ['Beta'], 3: ['Gamma'] });
  });

  test('whose text is missing is not read', () => {
    expect(() => rows(formula(0, 0, TEXT_FOLLOWS))).toThrow('The text of a formula is missing.');
  });

  test('without a result is one, whether its program says so or says nothing', () => {
    expect(rows([...formula(0, 0, NOTHING), ...formula(1, 0, NOTHING), ...number(2, 0, 1)])).toEqual({
      1: [NO_RESULT],
      2: [NO_RESULT],
      3: [1],
    });
    expect(
      rows([...formula(0, 0, double(0), { flags: 2 }), ...formula(1, 0, double(0), { flags: 1 })]),
    ).toEqual({
      1: [NO_RESULT],
      2: [0],
    });
    expect(rows(formula(0, 0, double(7), { flags: 2 }))).toEqual({ 1: [7] });
  });

  test('gave an empty text, where another one shows that they were calculated', () => {
    expect(rows([...formula(0, 0, NOTHING), ...formula(1, 0, double(1))])).toEqual({ 2: [1] });
  });
});

describe('the texts that cells share', () => {
  const shared = (count: number, bytes: number[], ...continued: number[][]) => [
    ...record(0xfc, [...u32(count), ...u32(count), ...bytes]),
    ...continued.flatMap((data) => record(CONTINUE, data)),
  ];
  const cell = (row: number, index: number) => record(0xfd, [...at(row, 0), ...u32(index)]);

  test('have formats and phonetic texts behind them', () => {
    const texts = [
      { text: 'Acme' },
      { text: '幻海', isWide: true, runs: 2, phonetic: 5 },
      { text: '', runs: 1 },
      { text: 'Beta', phonetic: 70_000 % 300 },
      { text: 'Last' },
    ];
    const cells = [0, 1, 2, 3, 4].flatMap((index) => cell(index, index));
    expect(rows(cells, shared(5, texts.flatMap(textOf)))).toEqual({
      1: ['Acme'],
      2: ['幻海'],
      4: ['Beta'],
      5: ['Last'],
    });
  });

  test('go on in the next record, inside a text, between texts, and behind them', () => {
    const cells = [...cell(0, 0), ...cell(1, 1), ...cell(2, 2)];
    const inside = shared(
      3,
      [...u16(4), 0, 65, 66],
      [1, 67, 0, 68, 0, ...u16(2), 1, 69, 0],
      [0, 70],
      textOf({ text: 'End' }),
    );
    expect(rows(cells, inside)).toEqual({ 1: ['ABCD'], 2: ['EF'], 3: ['End'] });
    const behind = shared(
      3,
      textOf({ text: 'A', runs: 2, phonetic: 3 }).slice(0, -6),
      [7, 7],
      [7, 7, 7, 7, ...textOf({ text: 'B' })],
      textOf({ text: 'C' }),
    );
    expect(rows(cells, behind)).toEqual({ 1: ['A'], 2: ['B'], 3: ['C'] });
  });

  test('may be long, and have long phonetic texts behind them', () => {
    const name = 'A'.repeat(300);
    expect(rows(text(0, 0, name))).toEqual({ 1: [name] });
    const bytes = [...textOf({ text: name, phonetic: 70_000 }), ...textOf({ text: 'B' })];
    const parts = shared(2, bytes.slice(0, 60_000), bytes.slice(60_000));
    expect(rows([...cell(0, 0), ...cell(1, 1)], parts)).toEqual({ 1: [name], 2: ['B'] });
  });

  test('are not read by half', () => {
    for (const texts of [
      shared(2, textOf({ text: 'A' })),
      shared(1, [...u16(4), 0, 65]),
      shared(1, [...u16(2), 1, 65, 0, 66], [1, 0]),
    ])
      expect(() => rows(cell(0, 0), texts)).toThrow();
  });

  test('stop where a cell has one that is not there', () => {
    expect(complaintOf(() => rows(cell(3, 1), shared(1, textOf({ text: 'A' }))))).toMatchObject({
      message: 'Row 4 of list.xls: cell A4 cannot be read: its text is missing.',
    });
  });
});

describe('merged cells', () => {
  const merged = record(0xe5, [...u16(2), ...u16(8, 9, 0, 1), ...u16(0, 1, 0, 1)]);

  test('that hide nothing are read', () => {
    expect(rows([...text(0, 0), ...record(0x201, at(0, 1)), ...text(2, 1), ...merged])).toEqual({
      1: ['A'],
      3: [null, 'A'],
    });
  });

  test('that hide a cell with something in it stop', () => {
    for (const [row, column, name] of [
      [0, 1, 'B1'],
      [1, 0, 'A2'],
      [9, 1, 'B10'],
    ] as const)
      expect(() => rows([...text(0, 0), ...text(row, column), ...merged])).toThrow(
        `cell ${name} has something in it, but cannot be seen`,
      );
  });
});

describe('the sheets of a workbook', () => {
  test('are neither charts nor macros, and may be hidden', () => {
    const sheets = [
      { name: 'Chart', kind: 2 },
      { name: 'Macro', kind: 1 },
      { name: 'Hidden', state: 1 },
      { name: 'Very hidden', state: 2 },
      { name: 'Straße' },
      { name: '名单', isWide: true },
    ];
    expect(names(sheets)).toEqual([
      ['Hidden', true],
      ['Very hidden', true],
      ['Straße', false],
      ['名单', false],
    ]);
  });

  test('have nothing of a chart that lies in them, nor of the sheet behind them', () => {
    const chart = [...BEGIN, ...text(50, 50), ...record(CONTINUE, [1]), ...END];
    const sheets = [
      { name: 'One', cells: [...text(0, 0), ...chart, ...text(1, 1)] },
      { name: 'Two', cells: text(80, 80) },
    ];
    expect(read(file(sheets))).toEqual({ 1: ['A'], 2: [null, 'A'] });
  });
});

test('a workbook with a password says so', () => {
  expect(complaintOf(() => rows(text(0, 0), record(0x2f, u16(1))))).toMatchObject({
    message: 'list.xls is protected with a password.',
    description: expect.stringContaining('save it without a password') as string,
  });
});

test('a workbook of Excel 95 says so', () => {
  const older = stream([{}], [], record(0x809, u16(0x500, 0x10)));
  expect(complaintOf(() => read(aCompoundFile([['Book', older]])))).toMatchObject({
    message: 'list.xls is a workbook of Excel 95 or older, which is not read.',
    description: expect.stringContaining('save it as .xlsx') as string,
  });
});

test.each([
  ['without its end', -END.length],
  ['in the middle of a record', -END.length - 3],
])('records that are cut off %s are not read', (_, end) => {
  const bytes = stream([{ cells: [...text(0, 0), ...text(1, 0)] }]).subarray(0, end);
  expect(() => read(aCompoundFile([['Workbook', bytes]]))).toThrow();
});

describe('a compound file', () => {
  const plain = stream([{ cells: text(2, 1) }]);
  const PLAIN = { 3: [null, 'A'] };
  const long = (length: number) => Buffer.concat([plain], length);

  test.each([64, 65, 4095, 4096, 4097, 20_000])('has a stream of %d bytes', (length) => {
    expect(read(aCompoundFile([['Workbook', long(Math.max(length, plain.length))]]))).toEqual(PLAIN);
  });

  test('has the newer stream where it has both, and the older one where it has only that', () => {
    const older = stream([{ name: 'Old', cells: text(9, 9) }]);
    const both = aCompoundFile([
      ['Book', older],
      ['Workbook', plain],
    ]);
    expect(read(both)).toEqual(PLAIN);
    expect(sheetsOf(aCompoundFile([['Book', older]]), 'xls')).toMatchObject([{ name: 'Old' }]);
    expect(() => read(aCompoundFile([['Books', older]]))).toThrow();
  });

  // Small sectors make it what otherwise takes fifteen megabytes.
  test('may have more sectors than its first list has places, and more than the second one', () => {
    const sectorShift = 7;
    for (const freeSectors of [0, 109 * 32, 141 * 32])
      expect(read(aCompoundFile([['Workbook', long(9000)]], { sectorShift, freeSectors }))).toEqual(PLAIN);
  });

  test.each([
    ['the sectors of a stream', { loop: 'stream' }],
    ['the lists of sectors', { loop: 'lists' }],
  ] as const)('that goes round in a circle is not read: %s', (_, { loop }) => {
    const options = { sectorShift: 7, freeSectors: 141 * 32, loop };
    expect(() => read(aCompoundFile([['Workbook', long(9000)]], options))).toThrow();
  });

  test('whose table of sectors is cut off is not read by half', () => {
    expect(() => read(aCompoundFile([['Workbook', long(90_000)]], { tables: 1 }))).toThrow();
    // The older stream could be read; where the newer one is named cannot.
    const streams = [
      ['Book', long(5000)],
      ['Summary', long(90_000)],
      ['Picture', long(5000)],
      ['Workbook', long(5000)],
    ] as const;
    expect(read(aCompoundFile(streams))).toEqual(PLAIN);
    expect(() => read(aCompoundFile(streams, { tables: 1 }))).toThrow();
  });

  test('whose last sector is cut off is not read', () => {
    const bytes = aCompoundFile([['Workbook', long(9000)]]);
    expect(() => read(bytes.subarray(0, -4))).toThrow();
  });
});
