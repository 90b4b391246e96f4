// What a workbook's own reader gives, in a form that a test can write down.
import { doubtIn, shownIn, valueOf, type Cell } from '../../../nodes/CompanyScreening/lists/cell';
import { openArchive } from '../../../nodes/CompanyScreening/lists/workbook/archive';
import { openOds } from '../../../nodes/CompanyScreening/lists/workbook/ods';
import { openXls } from '../../../nodes/CompanyScreening/lists/workbook/xls';
import { openXlsx } from '../../../nodes/CompanyScreening/lists/workbook/xlsx';

/** A value; one with what it shows; or one with the first words of what is doubtful about it. */
export type Written = ReturnType<typeof written>;

export function written(cell: Cell | undefined) {
  const doubt = doubtIn(cell);
  if (doubt)
    return {
      value: valueOf(cell),
      doubt: / but shows /.test(doubt.why) ? FORMAT : doubt.why.split(' ').slice(0, 3).join(' '),
    };
  const [value, shown] = [valueOf(cell), shownIn(cell)];
  return shown === value ? value : { value, shown };
}

export const DATE = 'holds a date';
export const ERROR = 'shows the error';
export const FORMAT = 'it shows something else';
export const NO_RESULT = { value: null, doubt: 'has a formula' };

const OPENERS = {
  xlsx: (bytes: Buffer) => openXlsx(openArchive(bytes), 'list.xlsx'),
  ods: (bytes: Buffer) => openOds(openArchive(bytes), 'list.ods'),
  xls: (bytes: Buffer) => openXls(bytes, 'list.xls'),
};

export const sheetsOf = (bytes: Buffer, format: keyof typeof OPENERS) => OPENERS[format](bytes).sheets;

/** The rows of the first sheet, by their numbers. */
export function rowsIn(bytes: Buffer, format: keyof typeof OPENERS): Record<number, Written[]> {
  const rows: Record<number, Written[]> = {};
  sheetsOf(bytes, format)[0]?.read((row, cells) => {
    rows[row] = cells.map(written);
  });
  return rows;
}
