// Companies that the register knows under another kind of key: where the numbers of a list are missing, or new, each would be another
// company, and be screened and paid for again.
import type { Knowledge } from '../facts/knowledge';
import { answersQuery } from '../facts/standing';
import type { ReadStatement, Tables } from '../port/tables';
import { readAnswers, type StoredAnswer } from '../rows/answerRows';
import { companyHash, type Company, type CompanyHash, type ListedCompany } from '../rows/identity';

/** A list, and the answers that were read for it. */
export interface ListKnowledge {
  answers: Knowledge['answers'];
  companies: ReadonlyMap<CompanyHash, ListedCompany>;
  /** True if every answer of the register was read, as for a long list. */
  knowsAll: boolean;
}

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
  const known = await companiesIn(tables, list, answersQuery('company', [], true));
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
