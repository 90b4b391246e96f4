// Which sheet of a workbook is read, and what its values alone do not show. The values come from n8n's own reader.
import { InvalidItem } from '../../names/invalidItem';
import { sheetInOds } from './ods';
import { sheetInXls } from './xls';
import { sheetInXlsx } from './xlsx';

/** A sheet of a workbook, in the order in which they stand there. */
export interface Sheet {
  name: string;
  hidden: boolean;
}

/** The sheet to read. */
export interface ChosenSheet {
  name: string;
  /** From its first cell to its last, such as `A1:C120`; undefined if the file does not say it beforehand. */
  range: string | undefined;
  /** What n8n's reader leaves out: the errors that formulas show, by row and column, both from 0. */
  errors: ReadonlyMap<number, ReadonlyMap<number, string>>;
  /** The other sheets that a person sees. */
  otherSheets: readonly string[];
}

export interface WorkbookFile {
  bytes: Buffer;
  fileName: string;
  /** The sheet that the user named; empty for the first visible one. */
  wantedSheet: string;
}

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
