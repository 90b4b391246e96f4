// For any list of names in any dialect of CSV that is read, what comes out is what went in, or the list stops.
import { stringify } from 'csv-stringify/sync';
import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import { InvalidItem } from '../../../nodes/CompanyScreening/names/invalidItem';
import { drawSeed, randomCases } from '../../support/random';
import { readText } from './reading';

const seed = drawSeed('FC_SEED');
const runs = { seed, numRuns: randomCases(50) };

const awkward = fc.constantFrom(
  ...['"', '""', ',', ';', '\t', '|', '\n', '\r', '\r\n', ' ', '\u00a0', '\uFEFF', '\0', '\uFFFD'],
  ...['Acme', 'Ltd', 'é', 'ø', 'ش', '幻', '=', '#N/A', '1,5', '«', '’', '\u2028', '\u0085', 'Company', '𝐀'],
);
const anyName = fc.oneof(
  fc.array(awkward, { maxLength: 5 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const westernWord = fc
  .tuple(
    fc.array(fc.constantFrom('a', 'T', 'é', 'É', 'ö', 'ß', 'ç', 'ã', 'š', 'Œ', ',', ';', '"'), {
      minLength: 1,
    }),
    fc.constantFrom('', '', '€', '’', '’S', '™', '–', '”', '\u00a0»'),
  )
  .map(([letters, sign]) => letters.join('') + sign);
const westernName = fc.array(westernWord, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

const shape = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
  columns: fc.constantFrom(
    ['Company'],
    ['Customer No', 'Company'],
    ['Company', 'Country'],
    ['No', 'Name', 'Country'],
  ),
  namesDelimiter: fc.boolean(),
  endsWithLineBreak: fc.boolean(),
});
type Shape = typeof shape extends fc.Arbitrary<infer Value> ? Value : never;

const rowsFor = (names: string[], columns: readonly string[]) => [
  [...columns],
  ...names.map((name, index) =>
    columns.map((column) => (column === 'Company' || column === 'Name' ? name : `x${index}`)),
  ),
];

const encodings = fc.constantFrom(
  { encoding: 'utf8', addBOM: false },
  { encoding: 'utf8', addBOM: true },
  { encoding: 'utf16le', addBOM: true },
  { encoding: 'utf16le', addBOM: false },
  { encoding: 'utf16be', addBOM: true },
  { encoding: 'utf16be', addBOM: false },
);

/** What comes out: the text of each row's company; or nothing if the list stops. */
function companiesOf(bytes: Buffer): unknown[] | undefined {
  try {
    return readText(bytes).rows.map(({ json }) => json['companyName']);
  } catch (error) {
    if (error instanceof InvalidItem) return undefined;
    throw error;
  }
}

function expectSame(names: string[], columns: readonly string[], bytes: Buffer): void {
  const companies = companiesOf(bytes);
  if (companies === undefined) return;
  // A blank row is left out; with other columns, no row is blank.
  const given = columns.length === 1 ? names.filter((name) => name.trim() !== '') : names;
  const isOfTwo = (name: string, row: number) => LINE_END.test(name) && companies[row] === null;
  expect(companies).toEqual(given.map((name, row) => (isOfTwo(name.trim(), row) ? null : name.trim())));
}

// A name with one of these comes out as an error.
const LINE_END = /[\r\n\v\f\x1c-\x1e\u0085\u2028\u2029]/;

const separated = (text: string, { delimiter, namesDelimiter, lineBreak }: Shape) =>
  namesDelimiter ? `sep=${delimiter}${lineBreak}${text}` : text;

test('a list that is written by the rules of CSV, in UTF-8 or UTF-16, is read as it is', () => {
  fc.assert(
    fc.property(
      fc.array(anyName, { minLength: 1, maxLength: 5 }),
      shape,
      fc.boolean(),
      encodings,
      (names, form, quoted, { encoding, addBOM }) => {
        const text = stringify(rowsFor(names, form.columns), {
          delimiter: form.delimiter,
          record_delimiter: form.lineBreak,
          quoted,
          eof: form.endsWithLineBreak,
        });
        expectSame(names, form.columns, iconv.encode(separated(text, form), encoding, { addBOM }));
      },
    ),
    runs,
  );
});

test('written without quotation marks around cells', () => {
  const bareName = anyName.filter((name) => !/[\r\n]|^\s*"|^[\s,;|]*$/.test(name));
  fc.assert(
    fc.property(fc.array(bareName, { minLength: 1, maxLength: 5 }), shape, (names, form) => {
      const text = rowsFor(names, form.columns)
        .map((cells) => cells.join(form.delimiter))
        .join(form.lineBreak);
      expectSame(names, form.columns, Buffer.from(separated(text, form)));
    }),
    runs,
  );
});

test('written in Windows-1252', () => {
  fc.assert(
    fc.property(fc.array(westernName, { minLength: 1, maxLength: 5 }), shape, (names, form) => {
      const text = stringify(rowsFor(names, form.columns), { delimiter: form.delimiter });
      expectSame(names, form.columns, iconv.encode(text, 'windows-1252'));
    }),
    runs,
  );
});

test('most ordinary lists are read, and do not stop', () => {
  const ordinary = fc.constantFrom(
    'Willowbrook Bakery Ltd',
    'Präzision & Söhne',
    'A, B',
    'The "Second" Sock',
    '幻海',
  );
  fc.assert(
    fc.property(
      fc.array(ordinary, { minLength: 1, maxLength: 5 }),
      shape,
      encodings,
      (names, form, encoding) => {
        const text = stringify(rowsFor(names, form.columns), {
          delimiter: form.delimiter,
          record_delimiter: form.lineBreak,
        });
        // In UTF-16 without a mark, carriage returns alone do not show the order of the bytes.
        fc.pre(encoding.addBOM || form.lineBreak !== '\r');
        const bytes = iconv.encode(separated(text, form), encoding.encoding, { addBOM: encoding.addBOM });
        expect(companiesOf(bytes)).toEqual(names);
      },
    ),
    runs,
  );
});
