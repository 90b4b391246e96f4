// Why a list is not read, in words that a person can act on.
import { OperationFailure } from '../service/failure';

/** The failure of a whole list: not one of its companies comes out. */
export function unreadableList(message: string, whatToDo: string): OperationFailure {
  return new OperationFailure({
    state: 'invalidItem',
    message,
    description: `No company of this list was screened. ${whatToDo}`,
  });
}

export const SAVE_AS = 'Save the list as an Excel workbook (.xlsx) or as "CSV UTF-8", and run this again.';
