// A list that an item has already, such as the body of a webhook → its rows. An element that is no company is a row that says so: nothing
// falls out.
import { InvalidItem } from '../names/invalidItem';
import { GIVEN_LIST, ROW_KEYS } from '../names/itemKeys';
import { comparable, plainText, quantity } from '../names/plainText';
import type { Value } from './cell';
import {
  columnsCalled,
  companyHeadingAmong,
  isCalled,
  noCompanyColumn,
  readHeadings,
  type WantedColumns,
} from './headings';
import { lostDigitsOf, problemWith, remarkOnKeys, type ListRow } from './listRow';
import type { ReadList } from './rows';

/**
 * @param list names, or objects with a field for each column; the first element says which. An element of the other kind is no company
 * @throws InvalidItem if it is no list, or no object has a company
 */
export function readGivenList(list: unknown, wanted: WantedColumns): ReadList {
  if (!Array.isArray(list)) throw noGivenList(list);
  if (list.length === 0) throw new InvalidItem('The list has no company.', 'Check where it comes from.');
  const elements = list.map(fieldsOf);
  const headings = [...new Set(elements.flatMap((fields) => [...(fields?.keys() ?? [])]))];
  const read = elements[0] ? readFields(headings, wanted) : undefined;
  const rows = elements.map((fields, index) => rowOf(index + 1, list[index], read && fields, read));
  // Names alone never have a number.
  const remarks = read ? [...read.chosen, ...remarkOnKeys(rows, wanted.key)] : [];
  const companies = rows.filter(({ kind }) => kind === 'company').length;
  const facts = [GIVEN_LIST, ...remarks, quantity(companies, 'company', 'companies')].join('; ');
  for (const { json } of rows) json['listFile'] ??= facts;
  return { rows, remarks };
}

const noGivenList = (given: unknown): InvalidItem =>
  new InvalidItem(
    `List is ${given === undefined || given === null ? 'empty' : typeof given === 'string' ? 'a text, not a list' : 'not a list'}.`,
    'Enter an expression that gives a list, with an element for each company. A text with several names would be screened as one company.',
  );

type Fields = ReadonlyMap<string, unknown> | undefined;

/** The fields of an element; undefined for one that is no object. */
function fieldsOf(element: unknown): Fields {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return undefined;
  return new Map(Object.entries(element));
}

type Read = ReturnType<typeof readFields>;

/** The fields that are read, and remarks on them: see `Columns`. */
function readFields(given: readonly string[], wanted: WantedColumns) {
  const heading = companyHeadingAmong(given, wanted);
  if (heading === undefined) throw noCompanyColumn(given, wanted, GIVEN_LIST);
  const meant = [heading, wanted.key.heading].flatMap((name) => fieldCalled(name, given) ?? []);
  const headings = given.filter(
    (name) => meant.includes(name) || !meant.some((one) => isCalled(name, comparable(one))),
  );
  const { company, key, chosen } = readHeadings(headings, wanted, GIVEN_LIST);
  return {
    company: headings[company] ?? heading,
    key: key === undefined ? undefined : headings[key],
    chosen,
  };
}

/** Finds a field by its exact name first: a program's own name is not one of several spellings. */
function fieldCalled(name: string, headings: readonly string[]): string | undefined {
  if (headings.includes(name)) return name;
  const [column = -1, other] = columnsCalled(name, headings);
  if (other === undefined) return headings[column];
  throw new InvalidItem(
    `Two fields of ${GIVEN_LIST} are called ${name}.`,
    'Enter the one that is meant exactly as it is written.',
  );
}

/** @param read undefined for a list of names */
function rowOf(row: number, element: unknown, fields: Fields, read: Read | undefined): ListRow {
  const given = read ? fields?.get(read.company) : element;
  const name = isScalar(given) ? given : null;
  const key = read?.key === undefined ? undefined : fields?.get(read.key);
  const lost = isScalar(key) ? lostDigitsOf(key) : undefined;
  const problem = problemWith(name, []) ?? lost;
  const own = [...(fields ?? [])].flatMap(([field, value]) => {
    // Rows that Read Company List once gave know their place in the file.
    const isItsPlace = field === 'row' || field === 'listFile';
    if (isItsPlace || !OURS.includes(field)) return [[field, flat(value)] as const];
    return field === read?.company || field === read?.key ? [] : [[`input_${field}`, flat(value)] as const];
  });
  const json: ListRow['json'] = {
    companyName: typeof name === 'string' || !problem ? plainText(name) : name,
    companyKey: isScalar(key) && !lost ? plainText(key) || null : null,
    row,
    listFile: null,
    ...Object.fromEntries(own),
  };
  return problem ? { kind: 'unusable', json, row, problem } : { kind: 'company', json };
}

const OURS: readonly string[] = ROW_KEYS;

const isScalar = (value: unknown): value is number | string =>
  typeof value === 'string' || typeof value === 'number';

/** Writes several values as JSON, so that they stay readable in a cell. */
const flat = (value: unknown): Value =>
  isScalar(value) || typeof value === 'boolean' ? value : value === null ? null : JSON.stringify(value);
