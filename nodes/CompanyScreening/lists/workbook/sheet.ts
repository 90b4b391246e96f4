// Which sheet of a workbook is read, and what its values alone do not show. The values come from n8n's own reader.
import { InvalidItem } from '../../names/invalidItem';
import { sheetInOds } from './ods';
import { sheetInXls } from './xls';
import { sheetInXlsx } from './xlsx';
import type { ChosenSheet, WorkbookFile } from './workbookFile';

const READERS = { xlsx: sheetInXlsx, xls: sheetInXls, ods: sheetInOds };

/** @throws InvalidItem if it is not certain what is to be read */
export function chooseSheet(file: WorkbookFile, format: keyof typeof READERS): ChosenSheet {
  try {
    return READERS[format](file);
  } catch (error) {
    // Bytes that are not what they seem to be: the library's words would help nobody.
    return giveUp(error instanceof InvalidItem ? error : damaged(file.fileName));
  }
}

function giveUp(problem: InvalidItem): never {
  throw problem;
}

const damaged = (fileName: string) =>
  new InvalidItem(
    `${fileName} is a workbook that cannot be read: it is damaged, or it has something that is not known here.`,
    'Open it in a spreadsheet program, save it again as .xlsx, and run this again.',
  );
