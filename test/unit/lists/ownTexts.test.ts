// The texts of a workbook of our own are those of the list that it was made of.
import type { Cell } from '../../../nodes/CompanyScreening/lists/cell';
import { asWritten } from '../../../nodes/CompanyScreening/lists/workbook/ownTexts';
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
  const rows: [number, Cell[]][] = [];
  const sheet: Sheet = {
    name: 'One',
    hidden: false,
    read: (onRow) => {
      onRow(3, [written]);
    },
  };
  asWritten(sheet, ['Hits'], () => false).read((row, cells) => rows.push([row, cells]));
  expect(rows).toEqual([[3, [cell]]]);
});
