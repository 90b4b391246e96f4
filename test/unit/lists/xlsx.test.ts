// An .xlsx or .ods file as other programs than Excel write it: which sheet is read, how far it reaches, and what stops.
import { strToU8, unzipSync, zipSync } from 'fflate';

import { chooseSheet } from '../../../nodes/CompanyScreening/lists/workbook/sheet';
import { complaintOf } from '../builders';

const zip = (parts: Record<string, string>): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])), {
      level: 0,
    }),
  );
const SHEET_TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';
const CHART_TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet';
const part = (id: string, target: string, type = SHEET_TYPE) =>
  `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`;

interface Parts {
  sheets?: string;
  relationships?: string;
  dimension?: string;
  /** What lies in the sheet. */
  rows?: string;
  sheet?: string;
  /** What lies in the table of texts. */
  texts?: string;
  /** How it is calculated. */
  calculation?: string;
}

function xlsx({
  sheets = '<sheet name="One" sheetId="1" r:id="rId1"/>',
  relationships = part('rId1', 'worksheets/sheet1.xml'),
  dimension = '',
  rows = '<row r="1"><c r="A1"><v>1</v></c></row>',
  sheet = `<worksheet>${dimension}<sheetData>${rows}</sheetData></worksheet>`,
  texts,
  calculation = '',
}: Parts): Buffer {
  return zip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><sheets>${sheets}</sheets>${calculation}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relationships}</Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    'xl/worksheets/sheet2.xml': '<worksheet><sheetData/></worksheet>',
    ...(texts === undefined ? {} : { 'xl/sharedStrings.xml': `<?xml version="1.0"?><sst>${texts}</sst>` }),
  });
}
const choose = (parts: Parts, wantedSheet = '') =>
  chooseSheet({ bytes: xlsx(parts), fileName: 'list.xlsx', wantedSheet }, 'xlsx');
const DAMAGED = /^list\.xlsx is a workbook that cannot be read/;

describe('the sheets of a workbook', () => {
  test.each([
    ['beside the workbook', 'worksheets/sheet1.xml'],
    ['from the root of the archive', '/xl/worksheets/sheet1.xml'],
  ])('are found where their address is given %s', (_, target) => {
    expect(choose({ relationships: part('rId1', target) })).toMatchObject({ name: 'One', range: 'A1:A1' });
  });

  test('are found by an id without a prefix as well', () => {
    expect(choose({ sheets: '<sheet name="One" id="rId1"/>' }).range).toBe('A1:A1');
  });

  test('are no charts, even if the first one is one', () => {
    const sheets =
      '<sheet name="Chart" r:id="rId2"/><sheet name="One" r:id="rId1"/><sheet name="Chart 2" r:id="rId2"/>';
    const relationships =
      part('rId1', 'worksheets/sheet1.xml') + part('rId2', 'chartsheets/sheet1.xml', CHART_TYPE);
    expect(choose({ sheets, relationships })).toMatchObject({ name: 'One', otherSheets: [] });
  });

  test('may have no name', () => {
    expect(choose({ sheets: '<sheet r:id="rId1"/>' }).name).toBe('');
  });

  test.each([
    ['is nowhere', ''],
    ['has no address', `<Relationship Id="rId1" Type="${SHEET_TYPE}"/>`],
    ['has no kind', '<Relationship Id="rId1" Target="worksheets/sheet1.xml"/>'],
    ['is not in the archive', part('rId1', 'worksheets/sheet9.xml')],
  ])('of which one %s are not read, since a list would be lost', (_, relationships) => {
    const sheets = '<sheet name="One" r:id="rId1"/><sheet name="Two" r:id="rId2"/>';
    const both = relationships + part('rId2', 'worksheets/sheet2.xml');
    expect(complaintOf(() => choose({ sheets, relationships: both }))).toMatchObject({
      message: expect.stringMatching(DAMAGED) as string,
      description: expect.stringContaining('save it again as .xlsx, and run this again.') as string,
    });
  });
});

describe('the range of a sheet', () => {
  test.each([
    [
      'rows and cells without a place',
      '<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>',
      'A1:B2',
    ],
    [
      'rows and cells that are left out',
      '<row r="3"><c r="B3"><v>1</v></c><c><v>2</v></c></row><row><c r="D4"><v>3</v></c></row>',
      'A1:D4',
    ],
    [
      'cells that only have a colour',
      '<row r="1"><c r="A1"><v>1</v></c><c r="C1" s="1"/></row><row r="9"><c r="J9" s="1"></c></row>',
      'A1:A1',
    ],
    [
      'texts with a language',
      '<row r="1"><c r="B1" t="inlineStr"><is xml:lang="en"><t>A</t></is></c></row>',
      'A1:B1',
    ],
    ['texts inside the cells', '<row r="1"><c r="B1" t="inlineStr"><is><t>A</t></is></c></row>', 'A1:B1'],
    [
      'texts in several formats',
      '<row r="1"><c r="B1" t="inlineStr"><is><r><t>A</t></r><r><t>B</t></r></is></c></row>',
      'A1:B1',
    ],
    [
      'values with attributes',
      '<row r="1"><c r="B1" t="str"><v xml:space="preserve"> A </v></c></row>',
      'A1:B1',
    ],
    ['values over several lines', '<row r="1">\n<c r="B1"\nt="str">\n<v>A\nB</v>\n</c>\n</row>', 'A1:B1'],
    ['signs inside of attributes', '<row r="1"><c r="B1" x="a>b/>"><v>1</v></c></row>', 'A1:B1'],
  ])('reaches to the last cell with something in it: %s', (_, rows, range) => {
    expect(choose({ rows })).toMatchObject({ range, errors: new Map() });
  });

  test('is the same where every element has a prefix', () => {
    const rows =
      '<ss:row r="1"><ss:c r="A1"><ss:v>1</ss:v></ss:c><ss:c r="E1" t="inlineStr"><ss:is><ss:t>A</ss:t></ss:is></ss:c></ss:row>' +
      '<ss:row r="2"><ss:c r="C2" t="e"><ss:f>NA()</ss:f><ss:v>#N/A</ss:v></ss:c><ss:c r="D2" t="str"><ss:f>B9</ss:f><ss:v/></ss:c><ss:c r="F2" s="1"/></ss:row>';
    const sheet = `<ss:worksheet><ss:dimension ref="A1:F2"/><ss:sheetData>${rows}</ss:sheetData></ss:worksheet>`;
    expect(choose({ sheet })).toMatchObject({
      range: 'A1:E2',
      errors: new Map([[1, new Map([[2, '#N/A']])]]),
    });
    const uncalculated = sheet.replace('<ss:v>#N/A</ss:v>', '');
    expect(() => choose({ sheet: uncalculated })).toThrow(/the formula in cell C2 has no result/);
    const outside = sheet.replace('A1:F2', 'A1:F1');
    expect(() => choose({ sheet: outside })).toThrow(/cell C2 lies outside/);
  });

  test('is not that of its first cell, which some programs write for every sheet', () => {
    const rows = '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>';
    expect(choose({ dimension: '<dimension ref="A1"/>', rows }).range).toBe('A1:B1');
    expect(choose({ dimension: '<dimension/>', rows }).range).toBe('A1:B1');
  });

  test.each(['B1:C2', 'A2:C2', 'A1:B2', 'A1:C1'])('is %s, and has cells outside: it stops', (ref) => {
    const cells = (row: number) =>
      ['A', 'B', 'C'].map((column) => `<c r="${column}${row}"><v>1</v></c>`).join('');
    const rows = `<row r="1">${cells(1)}</row><row r="2">${cells(2)}</row>`;
    expect(choose({ dimension: '<dimension ref="A1:C2"/>', rows }).range).toBe('A1:C2');
    expect(complaintOf(() => choose({ dimension: `<dimension ref="${ref}"/>`, rows }))).toMatchObject({
      message: expect.stringMatching(/lies outside the range that the workbook says it has\.$/) as string,
      description: expect.stringContaining('Programs would leave such cells out.') as string,
    });
  });
});

test.each([
  ['<c r="A1"><f t="shared" si="0"/></c>'],
  ['<c r="A1"><f>B1</f><v></v></c>'],
  ['<c r="A1"><f >B1</f></c>'],
])('a formula without a result stops, and it is said what to do: %s', (cell) => {
  expect(complaintOf(() => choose({ rows: `<row r="1">${cell}</row>` }))).toMatchObject({
    message: 'Row 1 of list.xlsx: the formula in cell A1 has no result in the file.',
    description: expect.stringContaining('so that it calculates, save it, and run this again.') as string,
  });
});

test.each(['1', 'true'])('formulas stop in a workbook that still has to be calculated: %s', (asked) => {
  const calculation = `<calcPr calcId="124519" fullCalcOnLoad="${asked}"/>`;
  const rows = '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1&amp;" Ltd"</f><v>0</v></c></row>';
  expect(() => choose({ rows, calculation })).toThrow(
    'Row 1 of list.xlsx: the formula in cell B1 has no result in the file.',
  );
  expect(choose({ calculation }).range).toBe('A1:A1');
  for (const done of ['<calcPr/>', '<calcPr fullCalcOnLoad="0"/>']) {
    expect(choose({ rows, calculation: done }).range).toBe('A1:B1');
  }
});

test('a formula that gave an empty text, written with a space, is read', () => {
  const rows = '<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="str"><f>C1</f><v /></c></row>';
  expect(choose({ rows }).range).toBe('A1:A1');
});

test.each([
  ['a row', '<row r="2"/><row r="1"/>', 'Row 1 of list.xlsx: cell A1'],
  ['the same row', '<row r="2"/><row r="2"/>', 'Row 2 of list.xlsx: cell A2'],
  ['a cell', '<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>', 'Row 1 of list.xlsx: cell A1'],
])('%s that is not in its place stops, and it is said what to do', (_, rows, where) => {
  expect(complaintOf(() => choose({ rows }))).toMatchObject({
    message: `${where} is there twice, or not in its place.`,
    description: expect.stringContaining('check that no row is missing, save it again') as string,
  });
});

const NUMBERS = 'letters are written as their numbers';
const MISREAD = [
  ['Acme <!-- x -->Ltd', 'it has comments'],
  ['<![CDATA[Acme]]>', 'it has texts in CDATA sections'],
  ['Acme <?x y?>Ltd', 'it has instructions for another program'],
  ['Acme</t ><t>', 'white space is in the ends of its tags'],
  ['&#x29E3D;', NUMBERS],
  ['&#x10000;', NUMBERS],
  ['&#X0001f600;', NUMBERS],
  ['&#65536;', NUMBERS],
  ['&#0065540;', NUMBERS],
  ['&#65600;', NUMBERS],
  ['&#66000;', NUMBERS],
  ['&#70000;', NUMBERS],
  ['&#134071;', NUMBERS],
] as const;
const WELL_READ = [
  '&#x141;',
  '&#xFFFD;',
  '&#x00FFFD;',
  '&#65535;',
  '&#0065000;',
  '&#64999;',
  '&#321;',
  '\u{20BB7}',
  'A &lt;!-- b',
];

const misread = (what: string) => ({
  message: `n8n would read list.xlsx wrongly: ${what}.`,
  description: expect.stringContaining('save it again as .xlsx, and run this again.') as string,
});

test.each([
  ['<c r="A1"><v>Beta</v></c>'],
  ['<c r="A1" t="n"><v>12 Ltd</v></c>'],
  ['<c r="A1"><v>1,5</v></c>'],
])('a text that is not marked as one stops: %s', (cell) => {
  expect(complaintOf(() => choose({ rows: `<row r="1">${cell}</row>` }))).toMatchObject(
    misread('cell A1 has a text, and is not marked as one'),
  );
});

test('numbers are read, in every notation', () => {
  const rows = ['0', '-1.5', '1E+20', ' 7 ', ''].map(
    (value) => `<row><c><v>${value}</v></c><c t="n"><v>${value}</v></c></row>`,
  );
  expect(choose({ rows: rows.join('') }).range).toBe('A1:B5');
});

test.each([
  ['<c\tr="B1"><v>1</v></c>', 'B1'],
  ['<x:c\nr="B1"><v>1</v></c>', 'B1'],
  ['<c\r\nt="n"><v>1</v></c>', 'without a name'],
  ['<c r="$B$1"><v>1</v></c>', '$B$1'],
])('a cell that n8n would not find stops: %j', (cell, name) => {
  expect(complaintOf(() => choose({ rows: `<row r="1"><c r="A1"><v>1</v></c>${cell}</row>` }))).toMatchObject(
    misread(`cell ${name} is not written as n8n expects it`),
  );
});

describe('the texts of a workbook', () => {
  const text = (name: string) => `<si><t>${name}</t></si>`;
  test.each([
    ['one after the other', text('A') + text('B')],
    ['with a prefix', '<x:si><x:t>A</x:t></x:si>'],
    ['on lines of their own', '\n<si>\n<t>A</t>\n</si>\n'],
    [
      'in several formats',
      '<si><r><rPr><sz val="1"/></rPr><t xml:space="preserve">A </t></r><r><t>B</t></r></si>',
    ],
    ['none', ''],
    ['that are empty', '<si><t/></si><si></si>'],
  ])('are read: %s', (_, texts) => {
    expect(choose({ texts }).range).toBe('A1:A1');
  });

  test.each([
    ['<si/>'],
    ['<si />'],
    ['<x:si/>'],
    ['<si ><t>B</t></si>'],
    ['<si xml:lang="en"><t>B</t></si>'],
    ['<si\n><t>B</t></si>'],
  ])('stop, since each cell would have the text of another one: %s', (odd) => {
    expect(complaintOf(() => choose({ texts: text('A') + odd + text('C') }))).toMatchObject(
      misread('its texts are not written one after the other as n8n expects it'),
    );
  });
});

describe('an .ods file', () => {
  const chooseInOds = (content: string, wantedSheet = '') =>
    chooseSheet(
      {
        bytes: zip({
          mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
          ...(content === '' ? {} : { 'content.xml': content }),
        }),
        fileName: 'list.ods',
        wantedSheet,
      },
      'ods',
    );
  const table = (name: string, style: string) =>
    `<table:table table:name="${name}" table:style-name="${style}"><table:table-row/></table:table>`;

  test('has the sheets whose own style does not hide them', () => {
    const styles =
      '<style:style style:name="ta1" style:family="table"><style:text-properties/></style:style>' +
      '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="true"/></style:style>' +
      '<style:style style:name="ta3" style:family="table"/>' +
      '<style:style style:name="ta4" style:family="table">\n<style:table-properties table:display="false"/>\n</style:style>';
    const tables = table('Old', 'ta4') + table('One', 'ta1') + table('Two', 'ta2') + table('Three', 'ta3');
    expect(chooseInOds(`<content>${styles}${tables}</content>`)).toEqual({
      name: 'One',
      range: undefined,
      errors: new Map(),
      otherSheets: ['Two', 'Three'],
    });
  });

  test('may have a sheet without a name', () => {
    expect(chooseInOds('<content><table:table/></content>').name).toBe('');
  });

  test('with a formula that failed stops, since it would come out as nothing', () => {
    const cell = '<table:table-cell office:value-type="string" calcext:value-type="error"/>';
    expect(complaintOf(() => chooseInOds(`<content>${table('One', 'ta1')}${cell}</content>`))).toMatchObject({
      message: 'list.ods has formulas that failed, such as #N/A.',
      description: expect.stringContaining('Correct them, or save the workbook as .xlsx') as string,
    });
  });

  test.each(MISREAD)('stops where n8n would read another text: %s', (text, what) => {
    const cell = `<text:p><t>${text}</t></text:p>`;
    expect(() => chooseInOds(`<content>${table('One', 'ta1')}${cell}</content>`)).toThrow(
      `n8n would read list.ods wrongly: ${what}.`,
    );
  });

  test.each(WELL_READ)('is read: %s', (text) => {
    expect(chooseInOds(`<content>${table('One', 'ta1')}<text:p>${text}</text:p></content>`).name).toBe('One');
  });

  describe('the cells', () => {
    const cell = (text: string, more = '') =>
      `<table:table-cell office:value-type="string"${more}><text:p>${text}</text:p></table:table-cell>`;
    const row = (cells: string, more = '') => `<table:table-row${more}>${cells}</table:table-row>`;
    const sheet = (name: string, rows: string) => `<table:table table:name="${name}">${rows}</table:table>`;
    const before =
      row(cell('Company'), ' table:number-rows-repeated="2"') +
      '<table:table-row/>' +
      '<table:table-row table:number-rows-repeated="2"/>';
    const after = (odd: string) =>
      `<content>${sheet('One', before + row(cell('1', ' table:number-columns-repeated="2"') + odd))}</content>`;
    const PICTURE = '<draw:frame draw:z-index="0"><draw:image xlink:href="a.png"/></draw:frame>';

    test('may have notes, links and several formats', () => {
      const note =
        '<office:annotation draw:style-name="gr1"><dc:date>2020-01-01</dc:date><text:p>ask</text:p></office:annotation>';
      const text =
        'A<text:s/>B<text:span text:style-name="T1">C</text:span><text:a xlink:href="x=y">D</text:a>';
      expect(chooseInOds(after(cell(note + text, ' table:formula="of:=1&gt;2"'))).name).toBe('One');
      expect(chooseInOds(after(cell('A', '\n table:style-name="a > b" '))).name).toBe('One');
    });

    test.each([
      [`<table:table-cell>${PICTURE}<text:p>A</text:p></table:table-cell>`],
      [`<table:table-cell><text:p>A</text:p>${PICTURE}</table:table-cell>`],
      ['<table:covered-table-cell><draw:line/></table:covered-table-cell>'],
    ])('stop under a picture or a shape: %s', (odd) => {
      expect(complaintOf(() => chooseInOds(after(odd)))).toMatchObject({
        message:
          'Row 6 of list.ods: a picture or a shape lies on cell C6, and n8n would lose or change the text of that cell.',
        description: expect.stringContaining('save the workbook as .xlsx or the list as .csv') as string,
      });
    });

    test('are read beside pictures of the sheet, and where another sheet has them', () => {
      const odd = sheet(
        'Odd',
        row(`<table:table-cell x='1' table:formula="of:=1">${PICTURE}</table:table-cell>`),
      );
      const one = sheet(
        'One',
        `<table:shapes>${PICTURE}</table:shapes>${row(cell('A') + '<table:table-cell/>')}${PICTURE}`,
      );
      expect(chooseInOds(`<content>${one}${odd}</content>`).name).toBe('One');
      const hidden =
        '<style:style style:name="ta4"><style:table-properties table:display="false"/></style:style>';
      const first = odd.replace('table:name="Odd"', 'table:name="Odd" table:style-name="ta4"');
      expect(chooseInOds(`<content>${hidden}${first}${one}</content>`).name).toBe('One');
    });

    test('are judged in the sheet that is read, whichever it is', () => {
      const odd = row(`<table:table-cell>${PICTURE}</table:table-cell>`);
      const content = `<content>${sheet('One', row(cell('A')))}${sheet('Two', odd)}${sheet('Three', odd)}</content>`;
      expect(chooseInOds(content).name).toBe('One');
      for (const wanted of ['Two', 'Three'])
        expect(() => chooseInOds(content, wanted)).toThrow(
          'Row 1 of list.ods: a picture or a shape lies on cell A1',
        );
    });

    test.each([
      ['<table:table-cell table:formula="of:=1"/>'],
      ['<table:table-cell table:formula="of:=1"><text:p>A</text:p></table:table-cell>'],
    ])('stop with a formula that was never calculated: %s', (odd) => {
      expect(() => chooseInOds(after(odd))).toThrow(
        'Row 6 of list.ods: the formula in cell C6 has no result in the file.',
      );
    });

    test.each([
      [cell('A', " table:style-name='ce1'"), 'table:table-cell'],
      [cell('A').replace('="string"', ' = "string"'), 'table:table-cell'],
      [cell("<text:span text:style-name='T1'>A</text:span>"), 'text:span'],
    ])('stop where n8n would lose them: %s', (odd, tag) => {
      expect(() => chooseInOds(after(odd))).toThrow(
        `n8n would read list.ods wrongly: the attributes of ${tag} are not written as n8n expects it.`,
      );
    });
  });

  test('without its content is not read', () => {
    expect(() => chooseInOds('')).toThrow(/^list\.ods is a workbook that cannot be read/);
  });
});

describe.each(['xlsx', 'ods'] as const)('the archive of an .%s file', (format) => {
  const content =
    '<office:document-content><table:table table:name="One"><table:table-row/></table:table></office:document-content>';
  const texts = '<sst><si><t>Willowbrook Bakery Ltd, Willowbrook Mill Ltd, Willowbrook Ltd</t></si></sst>';
  const packed = (names: string[], level: 0 | 6 = 0): Buffer =>
    Buffer.from(
      zipSync(
        {
          ...unzipSync(format === 'xlsx' ? xlsx({}) : zip({ 'content.xml': content })),
          ...Object.fromEntries(names.map((name): [string, Uint8Array] => [name, strToU8(texts)])),
        },
        { level },
      ),
    );
  const chooseIn = (bytes: Buffer) => chooseSheet({ bytes, fileName: 'list.xlsx', wantedSheet: '' }, format);
  const withBytes = (bytes: Buffer, from: string, to: string) =>
    Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');

  test('is read with parts that are not needed here', () => {
    expect(chooseIn(packed(['texts.xml'])).name).toBe('One');
    expect(chooseIn(packed(['texts.xml'], 6)).name).toBe('One');
  });

  test('stops where another part cannot be unpacked: the reader of n8n would never end', () => {
    const bytes = packed(['texts.xml'], 6);
    const begin = bytes.indexOf('texts.xml') + 'texts.xml'.length;
    bytes.fill(0xff, begin, begin + 20);
    expect(() => chooseIn(bytes)).toThrow(DAMAGED);
  });

  test.each([
    ['a further field', { extra: { 0x7075: strToU8('further') } }],
    ['a comment', { comment: 'made by hand' }],
  ])('is read with %s in its directory', (_, options) => {
    expect(chooseIn(Buffer.from(zipSync(unzipSync(packed([])), options))).name).toBe('One');
  });

  test('stops where its directory is damaged', () => {
    const bytes = packed(['texts.xml']);
    bytes.write('XX', bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1'), 'latin1');
    expect(() => chooseIn(bytes)).toThrow(DAMAGED);
  });

  test('stops where a part is not what its checksum says', () => {
    expect(() => chooseIn(withBytes(packed(['texts.xml']), 'Bakery', 'Bakers'))).toThrow(DAMAGED);
  });

  test('stops before it is unpacked where its parts say that they are very large together', () => {
    const entry = 'PK\x01\x02';
    for (const [size, isRead] of [
      [2 ** 28, true],
      [2 ** 30, false],
    ] as const) {
      const bytes = packed(['texts.xml']);
      // Of the last part, which is stored as it is.
      bytes.writeUInt32LE(size, bytes.lastIndexOf(entry, undefined, 'latin1') + 24);
      if (isRead) expect(chooseIn(bytes).name).toBe('One');
      else expect(() => chooseIn(bytes)).toThrow(DAMAGED);
    }
  });

  test('is read without checksums', () => {
    const bytes = packed(['texts.xml']);
    for (
      let at = bytes.indexOf('PK\x01\x02', 0, 'latin1');
      at >= 0;
      at = bytes.indexOf('PK\x01\x02', at + 1, 'latin1')
    ) {
      bytes.writeUInt32LE(0, at + 16);
    }
    expect(chooseIn(bytes).name).toBe('One');
  });

  test.each(['textB.xml', 'TEXTB.xml'])('stops where two parts have one name: %s', (name) => {
    const bytes = packed(['textA.xml', 'textB.xml']);
    expect(chooseIn(bytes).name).toBe('One');
    expect(() => chooseIn(withBytes(bytes, 'textA.xml', name))).toThrow(DAMAGED);
  });
});

describe.each([
  [
    'the sheet',
    (text: string) => ({ rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>` }),
  ],
  ['the texts', (text: string) => ({ texts: `<si><t>${text}</t></si>` })],
] as const)('%s of an .xlsx file', (_, partsWith) => {
  test.each(MISREAD)('stops where n8n would read another text: %s', (text, what) => {
    expect(complaintOf(() => choose(partsWith(text)))).toMatchObject(misread(what));
  });

  test.each(WELL_READ)('is read: %s', (text) => {
    expect(choose(partsWith(text)).range).toBe('A1:A1');
  });
});
