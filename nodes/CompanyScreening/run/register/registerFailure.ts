// Failures of the register, and objections to a run of a list before anything is sent: each as the failure that ends the run.
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { GIVEN_LIST } from '../../names/itemKeys';
import { MEGABYTE } from '../../operations/shared/keepInRegister';
import type { RegisterSettings } from '../../operations/shared/requestTask';
import {
  hasLostNumbers,
  knownByName,
  knownByNumber,
  type ListKnowledge,
} from '../../register/companies/otherKeys';
import type { SizeEstimate } from '../../register/facts/size';
import { damagedRow, RegisterFailure, type Tables } from '../../register/port/tables';
import type { SendingStop } from '../../register/protocol/messages';
import { failedRun, type OperationFailure } from '../../service/failure';

/** A failure of the register's tables before anything was sent. Any other error stays as it is. */
export function ofRegister(error: unknown): unknown {
  if (!(error instanceof RegisterFailure)) return error;
  const { message, description } = error;
  return failedRun({ message, advice: description });
}

/** A failure of the register in mid-run: nothing more is sent. */
export function notStored(why: SendingStop, cause: unknown, register: string): OperationFailure {
  switch (why.is) {
    case 'notStored':
      return cause instanceof RegisterFailure
        ? nothingMore(cause.message, cause.description)
        : nothingMore(`The register "${register}" could not be written.`, SEE_DATABASE);
    case 'damaged': {
      const { message, description } = damagedRow(register, why);
      return nothingMore(message, description);
    }
    case 'ownRowGone':
      return nothingMore(
        `The row of this run is missing from the data table "${register} runs", or can no longer be read: somebody has emptied or changed the register.`,
        'Restore the rows from a backup before you run the workflow again, or companies that have been paid for are sent again.',
      );
  }
}

/**
 * The failure of a run whose answers would not fit into n8n's tables: it is not begun, rather than stopped in the middle. Null if there is room.
 */
export function tablesFull(
  { stored, added }: SizeEstimate,
  { register, tablesLimit }: Pick<RegisterSettings, 'register' | 'tablesLimit'>,
): OperationFailure | null {
  if (tablesLimit === null || stored + added <= tablesLimit * (1 - KEPT_FREE)) return null;
  return failedRun({
    message: `The register "${register}" would become too large: it has about ${megabytes(stored)} MB, this run would add about ${megabytes(added)} MB, and n8n allows ${megabytes(tablesLimit)} MB for all data tables together, of which ${megabytes(tablesLimit * KEPT_FREE)} MB stay free for Prune and Forget Company.`,
    advice:
      "Nothing was sent. Have n8n's administrator raise the limit (N8N_DATA_TABLES_MAX_SIZE_BYTES), and enter the new one in the option Data Tables Limit (MB) of this node. Or screen a part of the list.",
  });
}

/** A removal needs some room: it has to say what goes before it deletes anything. */
const KEPT_FREE = 0.02;

const megabytes = (bytes: number): string => Math.ceil(bytes / MEGABYTE).toLocaleString('en');

const SEE_DATABASE = 'Make sure that n8n can write to its database, and run the workflow again.';

function nothingMore(message: string, advice: string): OperationFailure {
  return failedRun({ sending: 'noMore', message, advice });
}

interface ReadList {
  list: ListKnowledge;
  /** Screenings or requests that would be sent. */
  requests: number;
  estimate: SizeEstimate;
}

/** @throws RegisterFailure if the tables cannot be read */
export async function checkList(
  context: IExecuteFunctions,
  registerSettings: RegisterSettings,
  tables: Pick<Tables, 'run'>,
  { list, requests, estimate }: ReadList,
): Promise<NumbersChecked> {
  const { refusal, knownByName } = await checkNumbers(context, registerSettings, tables, list);
  return {
    refusal: refusal ?? registerSettings.refusalOf(requests) ?? tablesFull(estimate, registerSettings),
    knownByName,
  };
}

/** The result of a look at the numbers of a list, or at their absence. */
export interface NumbersChecked {
  refusal: OperationFailure | null;
  /** Companies that are known by their names, and are screened again since they have numbers now. */
  knownByName: number;
}

export async function checkNumbers(
  context: Pick<IExecuteFunctions, 'getInputData'>,
  { register, screenWithoutNumbers }: Pick<RegisterSettings, 'register' | 'screenWithoutNumbers'>,
  tables: Pick<Tables, 'run'>,
  list: ListKnowledge,
): Promise<NumbersChecked> {
  // Annual returns have no such check.
  if (screenWithoutNumbers === undefined) return { refusal: null, knownByName: 0 };
  if (!screenWithoutNumbers && context.getInputData().every(isRowWithoutNumber)) {
    const known = await knownByNumber(tables, list);
    if (hasLostNumbers(known, list))
      return { refusal: numbersAreMissing(register, known, list.companies.size), knownByName: 0 };
  }
  return { refusal: null, knownByName: await knownByName(tables, list) };
}

/** True for a row of Read Company List that found no number. A list of a program is never stopped. */
function isRowWithoutNumber({ json: { companyKey, listFile, row } }: INodeExecutionData): boolean {
  return (
    companyKey === null &&
    Number.isInteger(row) &&
    typeof listFile === 'string' &&
    !listFile.startsWith(`${GIVEN_LIST};`)
  );
}

const numbersAreMissing = (register: string, known: number, companies: number): OperationFailure =>
  failedRun({
    message: `No customer number was found in the list, and the register "${register}" knows ${known} of its ${companies} companies under numbers. Without them, each would be screened, and paid for, again.`,
    forColleagues: `No customer number was found in the list, and ${known} of its ${companies} companies are known under numbers. Without them, each would be screened, and paid for, again. If the list has the numbers, call their column Customer No. If not, ask whoever set this up.`,
    advice:
      'Nothing was sent. If the list has the numbers, call their column Customer No, or enter its heading as Key Column in Read Company List. To screen the list without numbers, switch on Screen Without Numbers in the register settings of this node.',
  });
