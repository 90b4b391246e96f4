// Places and merged cells of a workbook.
import { hiddenByMerge } from '../../../nodes/CompanyScreening/lists/workbook/workbookProblem';
import { MergedCells, placeOf, rangeIn } from '../../../nodes/CompanyScreening/lists/workbook/ranges';

test.each<[string, number, number]>([
  ['A1', 0, 0],
  ['Z9', 8, 25],
  ['AA10', 9, 26],
  ['$AB$12', 11, 27],
  ['XFD1048576', 1_048_575, 16_383],
])('%s is row %i, column %i', (name, row, column) => {
  expect(placeOf(name)).toEqual({ row, column });
});

test.each(['', 'A', '1', 'a1', 'A1B', '1A1', 'ABCD1', 'A12345678', 'A 1', 'A1:B2'])(
  '%j is no place',
  (name) => {
    expect(placeOf(name)).toBeUndefined();
  },
);

test('a range has two corners, or one cell', () => {
  expect(rangeIn('A1:B2')).toEqual({ from: { row: 0, column: 0 }, to: { row: 1, column: 1 } });
  expect(rangeIn('B2')).toEqual({ from: { row: 1, column: 1 }, to: { row: 1, column: 1 } });
  for (const none of [undefined, '', 'A1:', ':A1', 'x:A1']) expect(() => rangeIn(none)).toThrow();
});

describe('of merged cells', () => {
  const ranges = ['D4:E5', 'A1:B2', 'B4:B6'].map(rangeIn);
  /** The names of the cells from A1 to F7 that must not have anything in them. */
  const hidden = () => {
    const cells = new MergedCells(ranges);
    return Array.from({ length: 7 }, (_, row) => row).flatMap((row) =>
      Array.from('ABCDEF').flatMap((letter, column) => {
        try {
          cells.check({ row, column });
          return [];
        } catch {
          return `${letter}${row + 1}`;
        }
      }),
    );
  };

  test('only the first can be seen', () => {
    expect(hidden()).toEqual(['B1', 'A2', 'B2', 'E4', 'B5', 'D5', 'E5', 'B6']);
  });

  test('a row behind them is asked without those in between', () => {
    const cells = new MergedCells(ranges);
    expect(() => {
      cells.check({ row: 5, column: 1 });
    }).toThrow(/^Row 6 of the workbook: cell B6 has something in it, but cannot be seen/);
    cells.check({ row: 6, column: 1 });
    expect(hiddenByMerge({ row: 5, column: 1 }).of('list').advice).toMatch(/^Split the merged cells/);
  });
});
