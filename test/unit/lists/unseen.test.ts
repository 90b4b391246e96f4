// What a person does not see in a workbook, or sees otherwise than the cell has it: it is said, or the row is an error.
import { odsOf, relationship, xlsxOf } from '../../support/workbookParts';
import { readBook, saidBy } from './reading';

function read(bytes: Buffer) {
  const { rows, remarks } = readBook(bytes, { fileName: 'list' });
  return { said: saidBy(rows), remarks };
}

const NAMES = ['Company', 'Acme', 'Beta', 'Gamma'];
const ods = (columns: string, row: (index: number) => string, { styles = '', after = '' } = {}) =>
  read(
    odsOf(
      `<table:table table:name="One">${columns}${NAMES.map(
        (name, index) =>
          `<table:table-row${row(index)}><table:table-cell table:style-name="ce${index}" office:value-type="string"><text:p>${name}</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>${index === 0 ? 'Customer No' : index}</text:p></table:table-cell></table:table-row>`,
      ).join('')}${after}</table:table>`,
      styles,
    ),
  );
const xlsx = (
  columns: string,
  row: (index: number) => string,
  {
    styles = '',
    after = '',
    more = {},
  }: { styles?: string; after?: string; more?: Record<string, string> } = {},
) =>
  read(
    xlsxOf({
      sheet: `<worksheet>${columns}<sheetData>${NAMES.map(
        (name, index) =>
          `<row r="${index + 1}"${row(index)}><c t="str"><v>${name}</v></c><c t="str"><v>${index === 0 ? 'Customer No' : index}</v></c></row>`,
      ).join('')}</sheetData>${after}</worksheet>`,
      more: { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`, ...more },
    }),
  );
const nothing = () => '';

const all = ['Acme', 'Beta', 'Gamma'];
const inRows =
  (attribute: string, ...rows: number[]) =>
  (index: number) =>
    rows.includes(index) ? attribute : '';
const HIDDEN = '<table:table-column table:visibility="collapse"';
const TWO_ROWS = ['2 companies are in hidden rows'];
const COMPANY = ['the column Company is hidden'];
const BOTH = [...COMPANY, 'the column Customer No is hidden'];

test.each<[string, () => unknown, remarks: string[]]>([
  [
    'nothing is said where all is seen (.xlsx)',
    () => xlsx('<cols><col min="1" max="2" width="9"/></cols>', () => ' hidden="0" ht="12"'),
    [],
  ],
  [
    'nothing is said where all is seen (.ods)',
    () => ods('<table:table-column/>', () => ' table:visibility="visible"'),
    [],
  ],
  ['companies in hidden rows (.xlsx)', () => xlsx('', inRows(' hidden="1"', 2, 3)), TWO_ROWS],
  ['companies in thin rows', () => xlsx('', inRows(' ht="0.3" customHeight="1"', 2, 3)), TWO_ROWS],
  ['hidden headings', () => xlsx('', inRows(' hidden="1"', 0)), ['the headings are in a hidden row']],
  ['companies in hidden rows (.ods)', () => ods('', inRows(' table:visibility="filter"', 2, 3)), TWO_ROWS],
  [
    'a company in a hidden row',
    () => ods('', inRows(' table:visibility="collapse"', 1)),
    ['1 company is in a hidden row'],
  ],
  [
    'a hidden column of the companies (.xlsx)',
    () => xlsx('<cols><col min="1" max="1" hidden="1"/></cols>', nothing),
    COMPANY,
  ],
  [
    'thin columns of the companies and their numbers',
    () => xlsx('<cols><col min="1" max="5" width="0.1"/></cols>', nothing),
    BOTH,
  ],
  [
    'another hidden column (.xlsx)',
    () => xlsx('<cols><col min="3" max="9" hidden="1"/></cols>', nothing),
    [],
  ],
  [
    'a hidden column of the companies (.ods)',
    () => ods(`${HIDDEN}/><table:table-column/>`, nothing),
    COMPANY,
  ],
  [
    'hidden columns of the companies and their numbers',
    () => ods(`${HIDDEN} table:number-columns-repeated="2"/>`, nothing),
    BOTH,
  ],
  [
    'another hidden column (.ods)',
    () => ods(`<table:table-column table:number-columns-repeated="2"/>${HIDDEN}/>`, nothing),
    [],
  ],
])('what cannot be seen is read, and that is said: %s', (_, found, remarks) => {
  expect(found()).toEqual({ said: all, remarks });
});

const covered = (cell: string) =>
  `Cell ${cell} lies under a shape or a text box, which may show something else.`;

describe('a shape over the cells (.xlsx)', () => {
  const corner = (name: string, [column, row, right = 0, down = right]: readonly number[]) =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>${right}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${down}</xdr:rowOff></xdr:${name}>`;
  const textBox =
    '<xdr:sp><xdr:nvSpPr/><xdr:txBody><a:p xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:r><a:t>Evil Corp</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:clientData/>';
  const between = (from: readonly number[], to: readonly number[], shape = textBox) =>
    `<xdr:twoCellAnchor>${corner('from', from)}${corner('to', to)}${shape}</xdr:twoCellAnchor>`;
  const under = (drawing: string) =>
    xlsx('', nothing, {
      after: '<drawing r:id="d"/>',
      more: {
        'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships>${relationship('d', '../drawings/drawing1.xml', 'drawing')}</Relationships>`,
        'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing">${drawing}</xdr:wsDr>`,
      },
    }).said;
  test('makes errors of the rows whose company or number it covers', () => {
    expect(under(between([0, 1, 9], [0, 2, 9]))).toEqual([covered('A2'), covered('A3'), 'Gamma']);
    expect(under(between([1, 3], [2, 4]))).toEqual(['Acme', 'Beta', covered('B4')]);
    expect(under(between([0, 1], [0, 2, 9, 0]))).toEqual([covered('A2'), 'Beta', 'Gamma']);
    expect(under(between([0, 1], [1, 1, 0, 9]))).toEqual([covered('A2'), 'Beta', 'Gamma']);
    const alternatives = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="x">${between([0, 1], [1, 2])}</mc:Choice><mc:Fallback/></mc:AlternateContent>`;
    expect(under(alternatives)).toEqual([covered('A2'), 'Beta', 'Gamma']);
  });

  test('that does not say where it ends may cover everything that follows', () => {
    const open = `<xdr:oneCellAnchor>${corner('from', [0, 2])}<xdr:ext cx="1" cy="1"/>${textBox}</xdr:oneCellAnchor>`;
    expect(under(open)).toEqual(['Acme', covered('A3'), covered('A4')]);
    expect(() => under(`<xdr:absoluteAnchor>${textBox}</xdr:absoluteAnchor>`)).toThrow('lies under a shape');
  });

  test('makes no error elsewhere, nor if it is a picture, a chart or a line', () => {
    const said = ['Acme', 'Beta', 'Gamma'];
    expect(under(between([2, 0], [9, 9]))).toEqual(said);
    expect(under(between([0, 4], [9, 9]))).toEqual(said);
    for (const one of ['pic', 'graphicFrame', 'cxnSp'])
      expect(under(between([0, 0], [9, 9], `<xdr:${one}><xdr:x/></xdr:${one}>`))).toEqual(said);
    expect(under('')).toEqual(said);
  });
});

describe('a shape over the cells (.ods)', () => {
  const box = (place: string, tag = 'draw:custom-shape') =>
    `<${tag} ${place}><text:p>Evil Corp</text:p></${tag}>`;
  const at = (end: string) => `svg:x="0cm" svg:y="0.1cm"${end && ` table:end-cell-address="${end}"`}`;
  const over = (shape: string, where: 'cell' | 'sheet' = 'cell') => {
    const cell = `<table:table-cell>${shape}</table:table-cell>`;
    const rows = (names: string[]) =>
      names
        .map((name, index) => {
          const [company, number] = [name, index === 0 ? 'Customer No' : String(index)].map(
            (text) => `<text:p>${text}</text:p></table:table-cell>`,
          );
          const inCell = where === 'cell' && name === 'Beta' ? shape : '';
          return `<table:table-row><table:table-cell office:value-type="string">${inCell}${company}<table:table-cell office:value-type="string">${number}${cell.replace(shape, '')}</table:table-row>`;
        })
        .join('');
    const before = where === 'sheet' ? `<table:shapes>${shape}</table:shapes>` : '';
    return read(odsOf(`<table:table table:name="One">${before}${rows(NAMES)}</table:table>`)).said;
  };
  test('makes errors of the rows whose company or number it covers', () => {
    expect(over(box(at('One.A3')))).toEqual(['Acme', covered('A3'), 'Gamma']);
    expect(over(box(at("'My.One'.$B$4")))).toEqual(['Acme', covered('A3'), covered('A4')]);
    expect(over(box(at('')))).toEqual(['Acme', covered('A3'), covered('A4')]);
    const frame = `<draw:a><draw:frame ${at('One.A3')}>${box('', 'draw:text-box')}</draw:frame></draw:a>`;
    expect(over(frame)).toEqual(['Acme', covered('A3'), 'Gamma']);
  });

  test.each([
    ...['caption', 'circle', 'control', 'custom-shape', 'ellipse', 'g', 'path', 'polygon', 'rect'],
    ...['regular-polygon', 'text-box'],
  ])('may be any that can hide a text: %s', (shape) => {
    expect(over(box(at('One.A3'), `draw:${shape}`))).toEqual(['Acme', covered('A3'), 'Gamma']);
  });

  test('stops the list if it may cover what was read before', () => {
    for (const place of [
      'svg:x="0cm" svg:y="-1cm" table:end-cell-address="One.A3"',
      'svg:cx="1cm" svg:cy="1cm"',
      `${at('One.A3')} draw:transform="translate(0cm 3cm)"`,
      at('One.A2'),
    ])
      expect(() => over(box(place))).toThrow('it has a shape that may cover other cells');
    expect(() => over(box(at('')), 'sheet')).toThrow('lies under a shape');
  });

  test('makes no error if it is a picture, a chart or a line', () => {
    const lines = ['connector', 'line', 'measure', 'polyline'].map((line) => `<draw:${line}/>`).join('');
    const picture = `<draw:frame ${at('')}><draw:image/></draw:frame>${lines}`;
    for (const where of ['cell', 'sheet'] as const)
      expect(over(picture, where)).toEqual(['Acme', 'Beta', 'Gamma']);
  });
});

describe('a conditional format of numbers and texts', () => {
  const doubt = (cell: string, holds: string) =>
    `Cell ${cell} holds ${holds}, but shows something else under a condition.`;
  const styles =
    '<numFmts><numFmt numFmtId="170" formatCode="0"/></numFmts><dxfs><dxf><font/></dxf><dxf><numFmt numFmtId="170" formatCode=";;;&quot;Plain Co&quot;"/></dxf></dxfs>';
  const rule = (range: string, ...formats: number[]) =>
    `<conditionalFormatting sqref="${range}">${formats.map((dxf) => `<cfRule type="expression" dxfId="${dxf}" priority="1"><formula>TRUE</formula></cfRule>`).join('')}</conditionalFormatting>`;

  test('makes errors of the rows in its range (.xlsx)', () => {
    expect(xlsx('', nothing, { styles, after: rule('A3', 0, 1) }).said).toEqual([
      'Acme',
      doubt('A3', 'Beta'),
      'Gamma',
    ]);
    expect(xlsx('', nothing, { styles, after: rule('D1 B2:B3', 1) }).said).toEqual([
      doubt('B2', '1'),
      doubt('B3', '2'),
      'Gamma',
    ]);
  });

  test('makes no error elsewhere, nor if it is one of colours only (.xlsx)', () => {
    const said = ['Acme', 'Beta', 'Gamma'];
    expect(xlsx('', nothing, { styles, after: rule('A2:A9', 0) }).said).toEqual(said);
    expect(xlsx('', nothing, { styles, after: rule('C1:C9', 1) }).said).toEqual(said);
    const later = (dxf: string) =>
      xlsx('', nothing, {
        after: `<extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:conditionalFormattings><x14:conditionalFormatting><x14:cfRule><x14:dxf>${dxf}</x14:dxf></x14:cfRule></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>`,
      });
    expect(later('<font/>').said).toEqual(said);
    expect(() => later('<numFmt numFmtId="170" formatCode="0"/>')).toThrow('numFmt in x14:dxf');
  });

  const plain =
    '<number:text-style style:name="N1"><number:text>Plain Co</number:text></number:text-style><style:style style:name="Cond_5f_1" style:display-name="Cond_1" style:family="table-cell" style:data-style-name="N1"/><style:style style:name="Red" style:family="table-cell"><style:text-properties/></style:style>';
  const conditions = (style: string, range: string) =>
    `<calcext:conditional-formats><calcext:conditional-format calcext:target-range-address="${range}"><calcext:condition calcext:apply-style-name="${style}" calcext:value="formula-is(1)"/></calcext:conditional-format></calcext:conditional-formats>`;

  test('makes errors of the rows in its range (.ods)', () => {
    const read = (style: string, range: string) =>
      ods('', nothing, { styles: plain, after: conditions(style, range) }).said;
    expect(read('Cond_1', 'One.C9 $One.$A$3:One.A9')).toEqual([
      'Acme',
      doubt('A3', 'Beta'),
      doubt('A4', 'Gamma'),
    ]);
    expect(read('Cond_5f_1', "'A B'.B2:'A B'.B2")).toEqual([doubt('B2', '1'), 'Beta', 'Gamma']);
    expect(read('Red', 'One.A1:One.B9')).toEqual(['Acme', 'Beta', 'Gamma']);
  });

  test('may be said of a style (.ods)', () => {
    const mapped = (style: string) =>
      `${plain}<style:style style:name="ce1" style:family="table-cell"><style:map style:condition="is-true-formula(1)" style:apply-style-name="${style}"/></style:style>`;
    const [first, ...others] = ods('', nothing, { styles: mapped('Cond_5f_1') }).said;
    expect(first).toMatch(/^Cell A2 holds Acme, but shows something else/);
    expect(others).toEqual(['Beta', 'Gamma']);
    for (const style of ['Red', 'ce1'])
      expect(ods('', nothing, { styles: mapped(style) }).said).toEqual(['Acme', 'Beta', 'Gamma']);
  });
});
