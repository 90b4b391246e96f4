// The texts of a workbook of our own are those of the list that it was made of.
import type { Cell } from '../../../nodes/CompanyScreening/lists/cell';
import { asWritten } from '../../../nodes/CompanyScreening/lists/workbook/choice';
import type { Sheet } from '../../../nodes/CompanyScreening/lists/workbook/workbookFile';

const doubt = { why: 'is odd', advice: 'Look.' };

test.each<[Cell, Cell]>([
  ["'@Work", '@Work'],
  ['Acme', 'Acme'],
  [5, 5],
  [null, null],
  [true, true],
  [
    { value: "'=A", shown: "'=A Ltd" },
    { value: '=A', shown: '=A Ltd' },
  ],
  [
    { value: 54, shown: "'=54" },
    { value: 54, shown: '=54' },
  ],
  [
    { value: "'=A", doubt },
    { value: '=A', doubt },
  ],
  [
    { value: 5, doubt },
    { value: 5, doubt },
  ],
])('the cell %j was %j', (written, cell) => {
  expect(asItWas([[written]], ['Hits'])).toEqual([[cell]]);
});

test('columns that are not of the user are empty, wherever they are, and whatever stands beneath the headings', () => {
  const written = [
    [null, 'Outcome'],
    ['Company', ' Outcome ', 'Note', { value: 1, shown: 'Reason' }],
    ['Acme', 'clear', 'Outcome', 'x'],
    ['Company', 'hit', 'Outcome', 'y'],
  ];
  expect(asItWas(written, ['Outcome', 'Reason'])).toEqual([
    [null, 'Outcome'],
    ['Company', null, 'Note', null],
    ['Acme', null, 'Outcome', null],
    ['Company', null, 'Outcome', null],
  ]);
});

function asItWas(written: Cell[][], columns: string[]): Array<readonly Cell[]> {
  const rowsOf: Sheet['rows'] = () =>
    written.map((cells, index) => ({ row: index + 3, cells, isHidden: false, hiddenColumns: [] }));
  const sheet: Sheet = { name: 'One', hidden: false, rows: rowsOf, top: rowsOf };
  const rows = [...asWritten(sheet, columns, (_, cells) => cells.includes('Company')).rows()];
  expect(rows.map(({ row }) => row)).toEqual(written.map((_, index) => index + 3));
  return rows.map(({ cells }) => cells);
}
