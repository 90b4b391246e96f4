// Rows of a workbook, made of its cells: no cell is lost, and no row is longer than a list can be.
import type { Place } from '../../../nodes/CompanyScreening/lists/cell';
import {
  checkCount,
  MAX_CELLS,
  ownWorkbook,
  RowMaker,
} from '../../../nodes/CompanyScreening/lists/workbook/workbookFile';
import { PROPERTIES } from '../../../nodes/CompanyScreening/lists/workbook/xlsxFormat';

const at = (row: number, column: number): Place => ({ row, column });

/** A maker of rows that has these cells, and the rows that it has made. */
function making(...places: Place[]) {
  const maker = new RowMaker('list.ods');
  for (const place of places) maker.add(place, `${place.row}/${place.column}`);
  return { maker, rows: maker.made };
}

test('cells that follow each other come as rows', () => {
  const { maker, rows } = making(at(0, 1), at(0, 3), at(4, 0), at(4, 1));
  maker.end();
  maker.end();
  expect(rows).toMatchObject([
    { row: 1, cells: [null, '0/1', null, '0/3'] },
    { row: 5, cells: ['4/0', '4/1'] },
  ]);
});

test.each([
  ['the same cell', at(4, 1), 'Row 5 of list.ods: cell B5 is there twice, or not in its place.'],
  ['a cell before it', at(4, 0), 'Row 5 of list.ods: cell A5 is there twice, or not in its place.'],
  ['a row before it', at(3, 7), 'Row 4 of list.ods: cell H4 is there twice, or not in its place.'],
])('%s stops, since one of two would be lost', (_, place, said) => {
  const { maker } = making(at(0, 0), at(4, 1));
  expect(() => {
    maker.add(place, 'x');
  }).toThrow(said);
});

test('empty cells before and between others count as well, each once', () => {
  const { maker } = making(at(0, 1), at(0, 3), at(4, 0));
  const expectMore = (count: number) => () => {
    maker.expect(count, at(9, 27));
  };
  expect(expectMore(MAX_CELLS - 5)).not.toThrow();
  expect(expectMore(MAX_CELLS - 4)).toThrow(
    'The sheet of list.ods reaches to cell AB10, which is too far for a list.',
  );
});

test('a cell that is too far stops before the empty ones are made', () => {
  const { maker } = making(at(0, 9));
  maker.expect(MAX_CELLS - 10, at(1, 0));
  expect(() => {
    maker.add(at(1, MAX_CELLS - 10), 'x');
  }).toThrow('which is too far for a list');
});

test('so many are counted, and no more', () => {
  checkCount([1, 2], 2);
  expect(() => {
    checkCount([1, 2, 3], 2);
  }).toThrow('There are too many.');
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
