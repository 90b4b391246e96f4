// Objections to a run of a kept list before anything is sent: the run itself asks for them, and its dry run.
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { GIVEN_LIST } from '../../names/itemKeys';
import type { Keeping } from '../../operations/shared/registerTask';
import {
  hasLostNumbers,
  knownByName,
  knownByNumber,
  type ListKnowledge,
} from '../../register/companies/otherKeys';
import type { SizeEstimate } from '../../register/facts/size';
import type { Tables } from '../../register/port/tables';
import { OperationFailure } from '../../service/failure';
import { tablesFull } from './registerFailure';

interface ReadList {
  list: ListKnowledge;
  /** Screenings or requests that would be sent. */
  requests: number;
  estimate: SizeEstimate;
}

/** @throws RegisterFailure if the tables cannot be read */
export async function checkList(
  context: IExecuteFunctions,
  keeping: Keeping,
  tables: Pick<Tables, 'run'>,
  { list, requests, estimate }: ReadList,
): Promise<NumbersChecked> {
  const { refusal, knownByName } = await checkNumbers(context, keeping, tables, list);
  return { refusal: refusal ?? keeping.refusalOf(requests) ?? tablesFull(estimate, keeping), knownByName };
}

/** The result of a look at the numbers of a list, or at their absence. */
export interface NumbersChecked {
  refusal: OperationFailure | null;
  /** Companies that are known by their names, and are screened again since they have numbers now. */
  knownByName: number;
}

export async function checkNumbers(
  context: Pick<IExecuteFunctions, 'getInputData'>,
  { register, screenWithoutNumbers }: Pick<Keeping, 'register' | 'screenWithoutNumbers'>,
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
  new OperationFailure({
    state: 'unsendable',
    endsRun: true,
    message: `No customer number was found in the list, and the register "${register}" knows ${known} of its ${companies} companies under numbers. Without them, each would be screened, and paid for, again.`,
    forColleagues: `No customer number was found in the list, and ${known} of its ${companies} companies are known under numbers. Without them, each would be screened, and paid for, again. If the list has the numbers, call their column Customer No. If not, ask whoever set this up.`,
    advice:
      'Nothing was sent. If the list has the numbers, call their column Customer No, or enter its heading as Key Column in Read Company List. To screen the list without numbers, switch on Screen Without Numbers in the register settings of this node.',
  });
