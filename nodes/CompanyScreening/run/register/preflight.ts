// The checks of a list before anything of it is sent: its numbers, the limit that the user set, and the room in the tables. Companies may be
// known under other keys: where the numbers of a list are missing, or written otherwise, each would be screened and paid for again.
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { GIVEN_LIST } from '../../names/itemKeys';
import { MEGABYTE } from '../../operations/shared/keepInRegister';
import type { RegisterSettings } from '../../operations/shared/requestTask';
import type { SizeEstimate } from '../../register/facts/size';
import { answersQuery, EVERY_ANSWER } from '../../register/facts/answerQueries';
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

/** The result of a look at the numbers of a list. */
export interface NumbersChecked {
  refusal: OperationFailure | null;
  /** Companies that are known by their names, and are screened again since they have numbers now. */
  knownByName: number;
}

export async function checkNumbers(
  context: Pick<IExecuteFunctions, 'getInputData'>,
  { register, acceptOtherNumbers }: Pick<RegisterSettings, 'register' | 'acceptOtherNumbers'>,
  tables: Pick<Tables, 'run'>,
  list: ListKnowledge,
): Promise<NumbersChecked> {
  // Annual returns have no such check.
  if (acceptOtherNumbers === undefined) return { refusal: null, knownByName: 0 };
  const mayStop = !acceptOtherNumbers && context.getInputData().every(isRowOfFile);
  const known = await knownByOtherKeys(tables, list, mayStop);
  return mayStop && isMostOf(list, known.byNumber)
    ? { refusal: otherNumbers(register, known.byNumber, list.companies.size), knownByName: 0 }
    : { refusal: null, knownByName: known.byName };
}

/** True for a row of a file that Read Company List has read. A list of a program is never stopped. */
function isRowOfFile({ json: { listFile, row } }: INodeExecutionData): boolean {
  return Number.isInteger(row) && typeof listFile === 'string' && !listFile.startsWith(`${GIVEN_LIST};`);
}

const otherNumbers = (register: string, known: number, companies: number): OperationFailure =>
  failedRun({
    message: `The register "${register}" knows ${known} of the ${companies} companies in the list under other customer numbers. As the list is, each would be screened, and paid for, again.`,
    forColleagues: `${known} of the ${companies} companies in the list are known under other customer numbers. As the list is, each would be screened, and paid for, again. Check whether their numbers are missing, or have lost zeros at the start. Call their column Customer No. If the numbers are right, ask whoever set this up.`,
    advice:
      'Nothing was sent. Check Company Key of this node. If the numbers are missing in the list, call their column Customer No, or enter its heading as Key Column in Read Company List. If they have lost zeros at the start, take them from where they are complete, into a column that is formatted as text. If the list is right, or has new numbers for companies that you already have, switch on Accept Other Numbers in the register settings of this node.',
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

/** True if so many companies would not be there by chance. */
export function isMostOf({ companies }: Pick<ListKnowledge, 'companies'>, count: number): boolean {
  return count >= FEWEST && count * 2 >= companies.size;
}

/**
 * Counts the names of companies without an answer that the register knows: under numbers that the list does not have, and, for those with
 * a number, without one.
 *
 * @param looksForNumbers false reads only answers by hash
 */
export async function knownByOtherKeys(
  tables: Pick<Tables, 'run'>,
  list: ListKnowledge,
  looksForNumbers: boolean,
): Promise<{ byNumber: number; byName: number }> {
  const companies = newCompanies(list);
  const numbered = companies.filter((one) => !isWithoutNumber(one)).map(hashByName);
  const readsAll = looksForNumbers && isMostOf(list, companies.length);
  if (!readsAll && numbered.length < FEWEST) return { byNumber: 0, byName: 0 };
  const known = await companiesIn(tables, list, readsAll ? EVERY_ANSWER : answersQuery('company', numbered));
  const others = [...known].filter(([hash, one]) => !isWithoutNumber(one) && !list.companies.has(hash));
  const underNumbers = new Set(others.map(([, one]) => hashByName(one)));
  const names = new Set(companies.map(hashByName));
  return {
    byNumber: [...names].filter((hash) => underNumbers.has(hash)).length,
    byName: numbered.length < FEWEST ? 0 : numbered.filter((hash) => known.has(hash)).length,
  };
}

function newCompanies({ answers, companies }: ListKnowledge): Company[] {
  return [...companies].flatMap(([hash, { company }]) =>
    (answers.get(hash) ?? []).length === 0 ? company : [],
  );
}

const isWithoutNumber = ({ key, names: [name] }: Company): boolean => key === name;

/** The hash that the company would have without its number. */
const hashByName = (company: Company): CompanyHash => companyHash({ ...company, key: company.names[0] });

/** The companies of the answers that were read already, or that this reads, each once. */
async function companiesIn(
  tables: Pick<Tables, 'run'>,
  { answers, knowsAll }: ListKnowledge,
  reading: ReadStatement,
): Promise<Map<CompanyHash, Company>> {
  const found: StoredAnswer[] = knowsAll
    ? [...answers.values()].flat()
    : (await tables.run([reading])).flat().flatMap(readAnswers);
  return new Map(
    found.flatMap((answer) => (answer.kind === 'damaged' ? [] : [[answer.company, answer.data.company]])),
  );
}
