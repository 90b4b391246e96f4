// The checks of a list before anything of it is sent: its numbers, the limit that the user set, and the room in the tables. Companies may be
// known under another kind of key: where the numbers of a list are missing, or new, each would be screened and paid for again.
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { GIVEN_LIST } from '../../names/itemKeys';
import { MEGABYTE } from '../../operations/shared/keepInRegister';
import type { RegisterSettings } from '../../operations/shared/requestTask';
import type { SizeEstimate } from '../../register/facts/size';
import { answersQuery, EVERY_ANSWER } from '../../register/facts/standing';
import type { ReadStatement, Tables } from '../../register/port/tables';
import type { ListKnowledge } from '../../register/protocol/messages';
import { readAnswers, type StoredAnswer } from '../../register/rows/answerRows';
import { companyHash, type Company, type CompanyHash } from '../../register/rows/identity';
import { failedRun, type OperationFailure } from '../../service/failure';

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

/** Fewer names may well be the same by chance, and are not worth the reading. */
const FEWEST = 10;

/** True if so many companies are known by numbers that the list has lost them. */
export function hasLostNumbers(
  knownByNumber: number,
  { companies }: Pick<ListKnowledge, 'companies'>,
): boolean {
  return knownByNumber >= FEWEST && knownByNumber * 2 >= companies.size;
}

/** Counts the companies without a number that have no answer, while the register knows their names under numbers. */
export async function knownByNumber(tables: Pick<Tables, 'run'>, list: ListKnowledge): Promise<number> {
  const companies = newCompanies(list).filter(isWithoutNumber);
  if (companies.length < FEWEST) return 0;
  const known = await companiesIn(tables, list, EVERY_ANSWER);
  const names = new Set(known.filter((one) => !isWithoutNumber(one)).map(hashByName));
  return companies.filter((one) => names.has(hashByName(one))).length;
}

/** Counts the companies with a number that have no answer, while the register knows their names without one. */
export async function knownByName(tables: Pick<Tables, 'run'>, list: ListKnowledge): Promise<number> {
  const byName = newCompanies(list)
    .filter((one) => !isWithoutNumber(one))
    .map(hashByName);
  if (byName.length < FEWEST) return 0;
  const known = await companiesIn(tables, list, answersQuery('company', byName));
  const hashes = new Set(known.map(companyHash));
  return byName.filter((one) => hashes.has(one)).length;
}

function newCompanies({ answers, companies }: ListKnowledge): Company[] {
  return [...companies].flatMap(([hash, { company }]) =>
    (answers.get(hash) ?? []).length === 0 ? company : [],
  );
}

const isWithoutNumber = ({ key, names: [name] }: Company): boolean => key === name;

/** The hash that the company would have without its number. */
const hashByName = (company: Company): CompanyHash => companyHash({ ...company, key: company.names[0] });

/** The companies of the answers that were read already, or that this reads. */
async function companiesIn(
  tables: Pick<Tables, 'run'>,
  { answers, knowsAll }: ListKnowledge,
  reading: ReadStatement,
): Promise<Company[]> {
  const found: StoredAnswer[] = knowsAll
    ? [...answers.values()].flat()
    : (await tables.run([reading])).flat().flatMap(readAnswers);
  return found.flatMap((answer) => (answer.kind === 'damaged' ? [] : answer.data.company));
}
