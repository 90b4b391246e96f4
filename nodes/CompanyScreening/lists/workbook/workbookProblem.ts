// The sentences with which a workbook stops.
import { listProblem, type InvalidItem } from '../../names/invalidItem';
import { nameOf, type Place } from '../cell';
import { SAVE_AS, WITHOUT_PASSWORD } from '../fileKind';

/** Something with which a workbook stops. The file has its name where the list is read. */
export class WorkbookProblem extends Error {
  constructor(
    private readonly sentence: (fileName: string) => string,
    private readonly advice: string,
  ) {
    super(sentence('the workbook'));
  }

  of(fileName: string): InvalidItem {
    return listProblem(this.sentence(fileName), this.advice);
  }
}

/** An element that stands where its format has none, and in which there may be something to see: programs that know it show other cells. */
export class UnknownElement extends WorkbookProblem {
  constructor(what: string) {
    super(
      (fileName) => `${fileName} contains parts that cannot be read here: ${what}.`,
      'Open it in Excel or LibreOffice, save it again as .xlsx, and run this again.',
    );
  }
}

/** Bytes that are not what they seem to be: the words of a library would help nobody. */
export const damaged = () =>
  new WorkbookProblem(
    (fileName) =>
      `${fileName} is a workbook that cannot be read: it is damaged, or it contains something that cannot be read here.`,
    'Open it in a spreadsheet program, save it again as .xlsx, and run this again.',
  );

export const otherKind = (what: string, advice = SAVE_AS) =>
  new WorkbookProblem((fileName) => `${fileName} is ${what}.`, advice);

export const isProtected = () => otherKind('protected with a password', WITHOUT_PASSWORD);

export const tooFar = (place: Place) =>
  new WorkbookProblem(
    (fileName) => `The sheet of ${fileName} reaches to cell ${nameOf(place)}, which is too far for a list.`,
    'Delete the rows and columns outside the list, and save the workbook again.',
  );

const badCell = (place: Place, what: string, advice: string) =>
  new WorkbookProblem(
    (fileName) => `Row ${place.row + 1} of ${fileName}: cell ${nameOf(place)} ${what}.`,
    advice,
  );

export const notInOrder = (place: Place) =>
  badCell(
    place,
    'is there twice, or not in its place',
    'Open the workbook in a spreadsheet program, check that no row is missing, save it again, and run this again.',
  );

const SHOWN_LENGTH = 200;

/** @param what what is in the cell */
export const unknownCell = (place: Place, what: string) =>
  badCell(
    place,
    `cannot be read: ${what.slice(0, SHOWN_LENGTH)}`,
    'Open the workbook in a spreadsheet program, save it again as .xlsx, and run this again.',
  );

export const hiddenByMerge = (place: Place) =>
  badCell(
    place,
    'has something in it, but cannot be seen, since cells were merged over it',
    'Split the merged cells in a spreadsheet program, correct the rows, save the workbook, and run this again.',
  );
