// A bound before every cost: what is more than anybody needs is refused with a sentence, and a hit that was paid for is not lost.
import { wantedColumns } from '../../nodes/CompanyScreening/lists/headings';
import { readTextList } from '../../nodes/CompanyScreening/lists/textList';
import { readWorkbookList } from '../../nodes/CompanyScreening/lists/workbook/workbookList';
import { openArchive } from '../../nodes/CompanyScreening/lists/workbook/archive';
import { readCompanyName } from '../../nodes/CompanyScreening/names/companyName';
import { normalized, someOf } from '../../nodes/CompanyScreening/names/plainText';
import { readOtherNames } from '../../nodes/CompanyScreening/names/otherNames';
import { ScreeningReader, foundIn } from '../../nodes/CompanyScreening/operations/screening/screening';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { odsOf, xlsxOf, zip } from '../support/workbookParts';
import { aRecord, aReply } from './builders';

const ASKED = {
  companyName: 'Zorblax',
  watchlistMayMissName: false,
  option: 'Both',
  referenceId: 'case-1',
  requesterId: '',
} as const;
const screeningOf = (fields: Parameters<typeof aRecord>[0]) =>
  new ScreeningReader().read(aReply(aRecord(fields)), ASKED);

describe('a reply', () => {
  const hits = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Zorblax ${index}` }));

  test.each([
    ['all of 10,000, and no more is said', 10_000, 10_000, 10_000, null],
    ['the first ones of more', 10_001, 10_001, 10_000, 'hitCountMismatch'],
    ['the first ones of more than were counted', 10_001, 10_000, 10_000, 'hitCountMismatch'],
  ])('of the hits of a reply, 10,000 come out at most: %s', (_, listed, totalHits, expected, reason) => {
    const screening = screeningOf({ totalHits, details: hits(listed) });
    const verdict = screening.hitsAndVerdictNow(false);
    expect(verdict.hits).toHaveLength(expected);
    expect(verdict).toMatchObject({ outcome: 'hit', reason });
    expect(foundIn([{ name: 'Zorblax', referenceId: 'r', requesterId: '', screening }]).hits).toBe(expected);
  });

  test('what the items of all hits repeat is bounded, and the id of the screening is told', () => {
    const read = () =>
      screeningOf({ id: 'screening-7', totalHits: 10_000, details: hits(10_000), echo: 'x'.repeat(5_000) });
    expect(read).toThrow(/cannot be understood/);
    expect(read).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({ state: 'staysUncertain', receiptId: 'screening-7' }) as object,
      }) as OperationFailure,
    );
    const { outcome } = screeningOf({
      totalHits: 1,
      details: hits(1),
      echo: 'x'.repeat(5_000),
    }).hitsAndVerdictNow(false);
    expect(outcome).toBe('hit');
  });

  test('with more fields than anybody reads is no clear, and they are not read', () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, number) => [`\u00E9t\u00E9 ${number}`, number]));
    expect(screeningOf(fields(10_000)).hitsAndVerdictNow(false).outcome).toBe('clear');
    const normalize = jest.spyOn(String.prototype, 'normalize');
    try {
      const verdict = screeningOf(fields(60_000)).hitsAndVerdictNow(false);
      expect(verdict).toMatchObject({ outcome: 'review', reason: 'hitCountMismatch' });
      expect(normalize.mock.calls.length).toBeLessThan(50_000);
    } finally {
      normalize.mockRestore();
    }
  });

  test('of its errors, so many are told as a person reads', () => {
    const errors = Array.from({ length: 1_000 }, () => ({ code: 'X', message: 'y'.repeat(10_000) }));
    const read = () => screeningOf({ status: 'Failed', errors });
    expect(read).toThrow(OperationFailure);
    expect(read).toThrow(/^.{500,800}$/);
  });
});

describe('a name', () => {
  test('may have thirty marks in a row, and no more', () => {
    expect(readCompanyName(`A${'\u0301'.repeat(30)}cme`)).toBe(`\u00C1${'\u0301'.repeat(29)}cme`);
    for (const mark of ['\u0301', '\uFF9E', '\u0E38'])
      expect(() => readCompanyName(`A${mark.repeat(31)}cme`)).toThrow(
        'Company Name has more than 30 accents or other marks on one letter',
      );
  });

  test('may be padded, within reason', () => {
    expect(readCompanyName(`Acme${' '.repeat(9_000)}Ltd`)).toBe('Acme Ltd');
    expect(() => readCompanyName(`Acme${' '.repeat(10_000)}Ltd`)).toThrow('more than 1000 characters');
  });

  test.each([
    ['a text of too many characters', 'x; '.repeat(40_000), 'more than 100000 characters'],
    ['a list of too many parts', Array.from({ length: 1_001 }, () => 'x'), '1001 names'],
    ['a text of too many parts', 'x;'.repeat(1_001), '1001 names'],
  ])('is not one of %s', (_, value, problem) => {
    expect(() => readOtherNames(value, 'Acme')).toThrow(problem);
  });

  test('is normalised as Unicode says, unless it has more marks than that', () => {
    for (const text of ['Société', 'e\u0316\u0301', 'ｶﾞ', '한국', `a${'\u0301\u0316'.repeat(15)}`])
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
        expect(normalized(text, form)).toBe(text.normalize(form));
    expect(normalized(`a${'\u0301\u0316'.repeat(16)}`, 'NFD')).toBe(
      `a${'\u0316'.repeat(15)}${'\u0301'.repeat(15)}\u034F\u0316\u0301`,
    );
  });
});

describe('a list', () => {
  const wanted = wantedColumns('Company', { heading: '', isRequired: false });
  const list = { wanted, headingRow: 0, fileName: 'list' };
  const csv = (text: string) => readTextList({ ...list, bytes: Buffer.from(text), encoding: 'utf-8' }).rows;
  const book = (bytes: Buffer) => readWorkbookList({ ...list, bytes, wantedSheet: '' }).rows;
  const cell = (text: string, more = '') =>
    `<table:table-cell office:value-type="string"${more}><text:p>${text}</text:p></table:table-cell>`;
  const ods = (row: string, repeated = '1') =>
    odsOf(
      `<table:table><table:table-row>${cell('Company')}${cell('Note')}</table:table-row><table:table-row table:number-rows-repeated="${repeated}">${row}</table:table-row></table:table>`,
    );

  test.each([
    ['a row that is repeated', '9999999', cell('Acme') + cell('x'), 'too far for a list'],
    [
      'a long text that is repeated',
      '1000000',
      cell('Acme') + cell('x'.repeat(9_000)),
      'too long for one run',
    ],
    [
      'a cell that is repeated',
      '1',
      cell('Acme') + cell('x', ' table:number-columns-repeated="16384"'),
      'too far for a list',
    ],
    ['a row that no spreadsheet has', '1048576', '<table:table-cell/>', 'no row below them'],
  ])('of .ods stops for %s', (_, repeated, row, problem) => {
    expect(() => book(ods(row, repeated))).toThrow(problem);
  });

  test('of .ods has no more than a thousand spaces in a row', () => {
    const [row] = book(ods(cell('Acme') + cell('a<text:s text:c="99999999"/>b')));
    expect(row?.json['Note']).toBe(`a${' '.repeat(1_000)}b`);
  });

  test('of .ods has a doubtful number, if a text is shown that no number has', () => {
    const number = `<table:table-cell office:value-type="float" office:value="1.5"><text:p>1,5${'0'.repeat(1_000)}</text:p></table:table-cell>`;
    expect(book(ods(number + cell('x')))).toMatchObject([{ kind: 'unusable' }]);
  });

  const row = (number: number | string, text = 'Company') =>
    `<row r="${number}"><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
  test.each([
    ['a row behind the last one of a spreadsheet', row(1) + row(1_048_577), /A1048577, which is too far/],
    [
      'a column behind the last one',
      `${row(1)}<row r="2"><c r="XFE2"><v>1</v></c></row>`,
      /XFE2, which is too far/,
    ],
    ['millions of rows without a cell', `${row(1)}<row r="1048576"/><row/>`, /which is too far/],
  ])('of .xlsx stops for %s', (_, rows, problem) => {
    expect(() => book(xlsxOf({ rows }))).toThrow(problem);
  });

  test('of .xlsx stops for a format that no program writes, and for merged cells that lie in each other', () => {
    const formats = [`0${'"x"'.repeat(400)}`];
    expect(() => book(xlsxOf({ rows: row(1) + row(2), formats }))).toThrow('cannot be read');
    const merged = '<mergeCell ref="B1:C9"/>'.repeat(501);
    const sheet = `<worksheet><sheetData>${row(1)}${row(2, 'Acme')}</sheetData><mergeCells>${merged}</mergeCells></worksheet>`;
    expect(() => book(xlsxOf({ sheet }))).toThrow('cannot be read');
  });

  test('has no heading that is longer than a name', () => {
    expect(() => csv(`Company,${'x'.repeat(1_001)}\nAcme,1\n`)).toThrow(
      'The heading of column 2 of list has more than 1000 characters: "xxx',
    );
  });

  test.each(['\n', '\r\n', '\r'])('of text may have any number of blank lines: %j', (end) => {
    expect(csv(`Company${end}Acme${end.repeat(300_000)}`)).toHaveLength(1);
    expect(csv(`Company${end}Acme${end.repeat(300_000)}Birch`)).toMatchObject([
      { json: { row: 2 } },
      { json: { row: 300_002 } },
    ]);
  });

  test('in an archive is read a few times at the most', () => {
    const archive = openArchive(zip({ sheet: 'x'.repeat(10) }), 30);
    const read = () => Buffer.concat([...(archive.part('sheet') ?? [])]).length;
    expect([read(), read(), read()]).toEqual([10, 10, 10]);
    expect(read).toThrow('too large to be read so often');
  });

  test('with thousands of sheets names the first of them', () => {
    expect(someOf(Array.from({ length: 21 }, () => 'x'))).toBe(`${'x, '.repeat(20)}…`);
  });
});
