// The sentences with which a workbook stops.
import { listProblem, type InvalidItem } from '../../names/invalidItem';
import { nameOf, type Place } from '../cell';
import { SAVE_AS, WITHOUT_PASSWORD } from '../fileKind';

const SAVE_AGAIN =
  'Open the workbook in Excel or LibreOffice, check that no row is missing, save it again as .xlsx, and run this again.';

/** Something with which a workbook stops. The file has its name where the list is read. */
export class WorkbookProblem extends Error {
  constructor(
    private readonly sentence: (fileName: string) => string,
    private readonly advice = SAVE_AGAIN,
  ) {
    super(sentence('the workbook'));
  }

  of(fileName: string): InvalidItem {
    return listProblem(this.sentence(fileName), this.advice);
  }
}

/** Bytes that are not what they seem to be: the words of a library would help nobody. */
export const damaged = () =>
  new WorkbookProblem(
    (fileName) =>
      `${fileName} is a workbook that cannot be read: it is damaged, or it contains something that cannot be read here.`,
  );

/** An element that stands where its format has none, and in which there may be something to see: programs that know it show other cells. */
export const unknownElement = (what: string) =>
  new WorkbookProblem((fileName) => `${fileName} contains parts that cannot be read here: ${what}.`);

export const otherKind = (what: string, advice = SAVE_AS) =>
  new WorkbookProblem((fileName) => `${fileName} is ${what}.`, advice);

export const isProtected = () => otherKind('protected with a password', WITHOUT_PASSWORD);

export const tooFar = (place: Place) =>
  new WorkbookProblem(
    (fileName) => `The sheet of ${fileName} reaches to cell ${nameOf(place)}, which is too far for a list.`,
    'Delete the rows and columns outside the list, and save the workbook again.',
  );

const badCell = (place: Place, what: string, advice?: string) =>
  new WorkbookProblem(
    (fileName) => `Row ${place.row + 1} of ${fileName}: cell ${nameOf(place)} ${what}.`,
    advice,
  );

const SHOWN_LENGTH = 200;

/** @param why it cannot be read */
export const unknownCell = (place: Place, why: string) =>
  badCell(place, `cannot be read: ${why.slice(0, SHOWN_LENGTH)}`);

export const notInOrder = (place: Place) => unknownCell(place, 'it is there twice, or not in its place');

export const hiddenByMerge = (place: Place) =>
  badCell(
    place,
    'has something in it, but cannot be seen, since cells were merged over it',
    'Split the merged cells in a spreadsheet program, correct the rows, save the workbook, and run this again.',
  );
