// Rows of a workbook, made of its cells: no cell is lost, and no row is longer than a list can be.
import { doubtIn, type Place } from '../../../nodes/CompanyScreening/lists/cell';
import {
  MAX_CELLS,
  ownWorkbook,
  RowMaker,
} from '../../../nodes/CompanyScreening/lists/workbook/workbookFile';
import { PROPERTIES } from '../../../nodes/CompanyScreening/lists/workbook/xlsxFormat';

const at = (row: number, column: number): Place => ({ row, column });

test('cells under a condition are doubtful, and empty ones are not', () => {
  const rows = new RowMaker([{ from: at(4, 1), to: at(4, 2), because: 'condition' }]);
  expect(rows.made(3, ['A', 'B'], true)).toEqual({
    row: 4,
    cells: ['A', 'B'],
    isHidden: true,
    hiddenColumns: [],
  });
  const [first, second, third] = rows.made(4, ['A', 'B', null], false).cells;
  expect([first, doubtIn(second)?.why, third]).toEqual([
    'A',
    'holds B, but shows something else under a condition',
    null,
  ]);
});

test('all cells count, the empty ones before and between others as well', () => {
  const rows = new RowMaker([]);
  rows.expect(4, at(0, 3));
  rows.expect(MAX_CELLS - 4, at(9, 27));
  expect(() => {
    rows.expect(1, at(9, 27));
  }).toThrow('The sheet of the workbook reaches to cell AB10, which is too far for a list.');
});

test.each([
  ['row', at(1_048_576, 0), 'A1048577'],
  ['column', at(0, 16_384), 'XFE1'],
])('a %s that no spreadsheet has is too far', (_, place, name) => {
  expect(() => {
    new RowMaker([]).expect(1, place);
  }).toThrow(`The sheet of the workbook reaches to cell ${name}, which is too far for a list.`);
});

test('a workbook of our own says which columns and sheets are ours', () => {
  const ownIn = (properties: Record<string, string>) => {
    const all = Object.entries(properties).map(
      ([name, text]) => `<custom:property name="${name}"><t>${text}</t></custom:property>`,
    );
    const space = 'http://schemas.openxmlformats.org/officeDocument/2006/custom-properties';
    const part = `<custom:Properties xmlns:custom="${space}" xmlns="${space}">${all.join('')}</custom:Properties>`;
    return ownWorkbook(() => [new TextEncoder().encode(part)], PROPERTIES);
  };
  const mark = { CompanyScreeningWorkbook: '1.0.0' };
  expect(ownIn({})).toBeNull();
  expect(ownIn(mark)).toEqual({ columns: [], otherNames: '', sheets: [] });
  expect(
    ownIn({
      ...mark,
      CompanyScreeningColumns: 'Outcome\n\nReason\n',
      CompanyScreeningSheets: 'Summary\nHits',
      CompanyScreeningOtherNames: 'Other Names',
    }),
  ).toEqual({ columns: ['Outcome', 'Reason'], otherNames: 'Other Names', sheets: ['Summary', 'Hits'] });
  expect(ownWorkbook(() => undefined, PROPERTIES)).toBeNull();
});
