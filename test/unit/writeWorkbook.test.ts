// The bytes of a workbook: what other programs find in them.
import { strFromU8, unzipSync } from 'fflate';
import { read } from '@e965/xlsx';

import type {
  CellContent,
  SheetContent,
  TextLook,
  WorkbookContent,
} from '../../nodes/CompanyScreening/workbook/content';
import { writeWorkbook } from '../../nodes/CompanyScreening/workbook/writeWorkbook';
import { complaintOf } from './builders';
import { linesOf } from '../support/workbook';

const text = (of: string): CellContent => ({ is: 'text', text: of });
const aSheet = (rows: CellContent[][], more: Partial<SheetContent> = {}): SheetContent => ({
  name: 'To Review',
  tab: 'amber',
  columns: [{ heading: 'Company' }, { heading: 'Since' }, { heading: 'Links', layout: 'folded' }],
  rowCount: rows.length,
  rowAt: (row) => rows[row] ?? [],
  ...more,
});
const aWorkbook = (...sheets: SheetContent[]): WorkbookContent => ({
  sheets,
  properties: { CompanyScreeningWorkbook: '1.2.3' },
  madeAt: Date.parse('2026-11-24T08:30:00Z'),
  footer: 'Nights & days, execution 12',
  warning: 'Sandbox: not real results',
});
const bytesOf = (content: WorkbookContent) => Buffer.concat(writeWorkbook(content));
function partsOf(content: WorkbookContent): Record<string, string> {
  const parts = Object.entries(unzipSync(bytesOf(content)));
  return Object.fromEntries(parts.map(([path, bytes]) => [path, strFromU8(bytes)]));
}
const sheetXml = (rows: CellContent[][], more: Partial<SheetContent> = {}) =>
  partsOf(aWorkbook(aSheet(rows, more)))['xl/worksheets/sheet1.xml'] ?? '';
const shown = (cell: CellContent) => linesOf(bytesOf(aWorkbook(aSheet([[cell]]))))['To Review']?.[1]?.[0];

test.each<[CellContent, string]>([
  [text('007'), '007'],
  [text('=1+1'), "'=1+1"],
  [text('+49 30 1234'), '+49 30 1234'],
  [text('a & b < c > "d" \'e\''), 'a & b < c > "d" \'e\''],
  [text(' two\r\nlines '), ' two\nlines '],
  [text('شركة سراب الخيال للتجارة 幻海'), 'شركة سراب الخيال للتجارة 幻海'],
  [text('a\u0000b\u0007c\uD800d\uFFFEe'), 'abc\uFFFDd\uFFFDe'],
  [text('_x0041_ and _x004_'), '_x0041_ and _x004_'],
  [text(']]> <!-- <![CDATA['), ']]> <!-- <![CDATA['],
  [{ is: 'number', value: -12.5 }, '-12.5'],
  [{ is: 'time', at: Date.parse('2026-11-24T23:59:00Z') }, '2026-11-24 23:59 UTC'],
  [{ is: 'day', at: Date.parse('2024-02-29T00:00:00Z') }, '2024-02-29'],
])('%j is shown as %j', (cell, expected) => {
  expect(shown(cell)).toBe(expected);
});

test('a text that no cell can hold is cut, and says so', () => {
  const long = shown(text('x'.repeat(40_000)));
  expect(long).toHaveLength(32_767);
  expect(long).toMatch(/x \[cut: 40000 characters, more than a cell can hold\]$/);
});

test('numbers and dates are numbers, texts are texts that are no formula', () => {
  const cells: CellContent[] = [text('12'), { is: 'number', value: 12 }, { is: 'day', at: 0 }];
  const { Sheets } = read(bytesOf(aWorkbook(aSheet([cells]))), { cellFormula: true });
  const sheet = Sheets['To Review'];
  expect([sheet?.['A2'], sheet?.['B2'], sheet?.['C2']]).toMatchObject([
    { t: 's', v: '12' },
    { t: 'n', v: 12 },
    { t: 'n', v: 25_569 },
  ]);
});

test('headings stay, have a filter, and are repeated on every printed page', () => {
  const parts = partsOf(aWorkbook(aSheet([[text('Acme')], [text('Other')]])));
  const xml = parts['xl/worksheets/sheet1.xml'] ?? '';
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(xml).toContain('<autoFilter ref="A1:C3"/>');
  expect(xml).toContain('orientation="landscape" fitToWidth="1" fitToHeight="0"');
  expect(xml).toContain('&#38;RPage &#38;P of &#38;N');
  expect(xml).toContain('Nights &#38;&#38; days');
  expect(xml).toContain('&#38;BSandbox: not real results');
  expect(parts['xl/workbook.xml']).toContain(
    `<definedName name="_xlnm.Print_Titles" localSheetId="0">'To Review'!$1:$1</definedName>`,
  );
  expect(parts['xl/workbook.xml']).toContain(`hidden="1">'To Review'!$A$1:$C$3</definedName>`);
});

test('lines above the headings stay and are repeated as they are, and only columns for paper are printed, with every row', () => {
  const columns: SheetContent['columns'] = [
    { heading: 'Company' },
    { heading: 'Source' },
    { heading: 'Address', layout: 'onScreen' },
    { heading: 'Links', layout: 'folded' },
  ];
  const rows = [[text('Acme'), text('PEP'), text('z'.repeat(200)), text('y'.repeat(200))]];
  const parts = partsOf(aWorkbook(aSheet(rows, { columns, above: ['Environment: Sandbox', 'Country: DE'] })));
  const xml = parts['xl/worksheets/sheet1.xml'] ?? '';
  expect(xml).toContain('<pane ySplit="3" topLeftCell="A4"');
  expect(xml).toContain('<autoFilter ref="A3:D4"/>');
  expect(xml).toContain('<row r="4" ht="15">');
  const names = parts['xl/workbook.xml'] ?? '';
  expect(names).toContain(`"_xlnm.Print_Area" localSheetId="0">'To Review'!$A$1:$B$4<`);
  expect(names).toContain(`"_xlnm.Print_Titles" localSheetId="0">'To Review'!$1:$3<`);
  expect(names).toContain(`hidden="1">'To Review'!$A$3:$D$4<`);
});

test('a page has no headings and no filter', () => {
  const xml = sheetXml([[text('Title')]], { isPage: true });
  expect(xml).not.toContain('autoFilter');
  expect(xml).not.toContain('pane');
  expect(xml).toContain('showGridLines="0"');
  expect(xml).toContain('<row r="1"');
  expect(xml).not.toContain('Company');
});

test('columns are as wide as their content, up to a limit; what matters less is folded', () => {
  const xml = sheetXml([[text('x'.repeat(20)), text('y'.repeat(900)), text('z')]]);
  const columns = xml.match(/<col .*?\/>/g);
  expect(columns).toEqual([
    '<col min="1" max="1" width="21" customWidth="1"/>',
    '<col min="2" max="2" width="32" customWidth="1"/>',
    '<col min="3" max="3" width="10" customWidth="1" hidden="1" outlineLevel="1"/>',
  ]);
  // 900 letters in lines of 35.
  expect(xml).toContain('<row r="2" ht="390">');
});

test('times and days are never wider than their columns, and of a short sheet each row is measured', () => {
  const columns = [{ heading: 'A' }, { heading: 'B' }, { heading: 'C' }];
  const widthsOf = (rows: CellContent[][]) =>
    Array.from(sheetXml(rows, { columns }).matchAll(/ width="(\d+)"/g), ([, width]) => width);
  expect(
    widthsOf([
      [
        { is: 'time', at: 0 },
        { is: 'day', at: 0 },
        { is: 'number', value: 1e12 },
      ],
    ]),
  ).toEqual([...['22', '13', '14']]);
  const rows = Array.from({ length: 3_000 }, (_, row) => [text('x'.repeat(row === 1_501 ? 20 : 2))]);
  expect(widthsOf(rows)).toEqual(['21', '8', '8']);
});

/** How programs show the cell: its format, letters, colour, whether it has several lines, and its side. */
function lookOf(cell: CellContent, more: Partial<SheetContent>) {
  const parts = partsOf(aWorkbook(aSheet([[cell]], more)));
  const styles = parts['xl/styles.xml'] ?? '';
  const cells = parts['xl/worksheets/sheet1.xml']?.matchAll(/<c r="A\d" s="(\d+)"/g) ?? [];
  const listed = (pattern: RegExp, number = '') => styles.match(pattern)?.[Number(number)] ?? '';
  const xf = listed(/<xf [^>]*applyFont.*?<\/xf>/g, [...cells].at(-1)?.[1]);
  const part = (name: string) => new RegExp(`${name}="(\\w+)"`).exec(xf)?.[1];
  const [colour] = /(?<=fgColor rgb="FF)\w+/.exec(listed(/<fill>.*?<\/fill>/g, part('fillId'))) ?? [''];
  const font = listed(/(?<=<font>).*?(?=<name)/g, part('fontId'));
  return [part('numFmtId'), font, colour, part('wrapText'), part('horizontal') ?? ''];
}

const PLAIN = '<sz val="11"/>';
const BOLD = '<b/><sz val="11"/>';
const WHITE = '<color rgb="FFFFFFFF"/>';
const LOOKS: Array<[CellContent, string[], Partial<SheetContent>?]> = [
  [text('x'), ['49', PLAIN, '', '1', '']],
  [text('x'), ['49', PLAIN, '', '0', ''], { columns: [{ heading: 'A', layout: 'oneLine' }] }],
  [text('x'), ['49', PLAIN, '', '0', ''], { columns: [{ heading: 'A', layout: 'onScreen' }] }],
  [{ is: 'number', value: 1 }, ['0', PLAIN, '', '1', 'right']],
  [{ is: 'number', value: 1 }, ['0', PLAIN, '', '1', 'left'], { isPage: true }],
  [{ is: 'time', at: 0 }, ['164', PLAIN, '', '1', 'left']],
  [{ is: 'day', at: 0 }, ['165', PLAIN, '', '1', 'left']],
];

test.each(LOOKS)('%j looks like %j', (cell, expected, more = {}) => {
  expect(lookOf(cell, more)).toEqual(expected);
});

test.each<[TextLook, string, string, string]>([
  ['heading', BOLD, 'E2E8F0', '1'],
  ['title', '<b/><sz val="20"/>', '', '0'],
  ['lead', '<sz val="13"/>', '', '0'],
  ['note', PLAIN, '', '0'],
  ['label', BOLD, '', '1'],
  ['banner', `<b/><sz val="14"/>${WHITE}`, 'C2185B', '0'],
  ['warning', BOLD + WHITE, 'C2185B', '1'],
  ['magenta', BOLD + WHITE, 'C2185B', '1'],
  ['red', BOLD, 'FECACA', '1'],
  ['amber', BOLD, 'FDE68A', '1'],
  ['green', BOLD, 'BBF7D0', '1'],
  ['grey', BOLD, 'E2E8F0', '1'],
  ['violet', BOLD, 'DDD6FE', '1'],
])('a text with the look %s', (look, font, colour, wraps) => {
  expect(lookOf({ is: 'text', text: 'x', look }, {})).toEqual(['49', font, colour, wraps, '']);
});

test.each([
  ['amber', '<tabColor rgb="FFF59E0B"/>'],
  ['green', '<tabColor rgb="FF16A34A"/>'],
  ['grey', '<tabColor rgb="FF64748B"/>'],
  ['magenta', '<tabColor rgb="FFC2185B"/>'],
  ['none', ''],
  ['red', '<tabColor rgb="FFDC2626"/>'],
  ['violet', '<tabColor rgb="FF7C3AED"/>'],
] as const)('the tab of a sheet is %s', (tab, colour) => {
  expect(sheetXml([], { tab })).toContain(`<sheetPr>${colour}<outlinePr`);
});

test('a program opens the first sheet only', () => {
  const parts = partsOf(aWorkbook(aSheet([]), aSheet([], { name: 'Clear' })));
  const isOpen = [1, 2].map((at) => parts[`xl/worksheets/sheet${at}.xml`]?.includes(' tabSelected="1"'));
  expect(isOpen).toEqual([true, false]);
});

test('the document says that it is ours', () => {
  const parts = partsOf(aWorkbook(aSheet([])));
  expect(parts['docProps/custom.xml']).toContain(
    'pid="2" name="CompanyScreeningWorkbook"><vt:lpwstr>1.2.3</vt:lpwstr>',
  );
  expect(parts['docProps/core.xml']).toContain('2026-11-24T08:30:00Z</dcterms:created>');
  expect(parts['[Content_Types].xml']).toContain('/docProps/custom.xml');
});

test('the columns of a wide sheet have their letters', () => {
  const columns = Array.from({ length: 703 }, (_, index) => ({ heading: `n${index}` }));
  const { Sheets } = read(bytesOf(aWorkbook(aSheet([], { columns }))));
  expect([
    Sheets['To Review']?.['Z1'],
    Sheets['To Review']?.['AA1'],
    Sheets['To Review']?.['AAA1'],
  ]).toMatchObject([{ v: 'n25' }, { v: 'n26' }, { v: 'n702' }]);
});

test('more than a workbook can have stops, since a part would be taken for the whole', () => {
  const columns = Array.from({ length: 16_385 }, () => ({ heading: '' }));
  expect(complaintOf(() => writeWorkbook(aWorkbook(aSheet([], { columns })))).message).toBe(
    'The sheet To Review would have 16385 columns, which is more than a workbook can have.',
  );
  expect(() => writeWorkbook(aWorkbook(aSheet([], { columns: [], rowCount: 1_048_576 })))).toThrow(
    'The sheet To Review would have 1048576 rows',
  );
  expect(() => writeWorkbook(aWorkbook(aSheet([], { above: ['x'], rowCount: 1_048_575 })))).toThrow(
    'The sheet To Review would have 1048575 rows',
  );
});
