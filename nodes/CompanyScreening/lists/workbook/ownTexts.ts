// The texts of a workbook of our own, as they were before Create Workbook wrote them.
import { fromCellText } from '../../names/cellText';
import type { Cell } from '../cell';
import type { Sheet } from './workbookFile';

/**
 * The sheet without the apostrophes that keep its texts from starting a formula. With them, a company called "@Work" would be screened
 * under another name.
 */
export function asWritten(sheet: Sheet): Sheet {
  return {
    ...sheet,
    read: (onRow) => {
      sheet.read((row, cells) => {
        onRow(row, cells.map(withoutApostrophes));
      });
    },
  };
}

function withoutApostrophes(cell: Cell): Cell {
  if (typeof cell === 'string') return fromCellText(cell);
  if (typeof cell !== 'object' || cell === null) return cell;
  const value = typeof cell.value === 'string' ? fromCellText(cell.value) : cell.value;
  return 'shown' in cell ? { value, shown: fromCellText(cell.shown) } : { ...cell, value };
}
