// Headings of a list: which column holds the company, which one the user's own number, and what the others are called.
import { showable } from '../names/encodingDamage';
import { InvalidItem, listProblem } from '../names/invalidItem';
import { ownKey, ROW_KEYS, type MORE_ROW_KEYS } from '../names/itemKeys';
import { readsAs } from '../names/lookAlikes';
import { betweenCommas, comparable, plainText, someOf } from '../names/plainText';
import { isUsualCompany, isUsualKey, NO_KEY_COLUMN, USUAL_COMPANY_COLUMNS } from './usualHeadings';

/** Headings that the user entered: those of the company column, the preferred one first, and that of the key. */
export interface WantedColumns {
  company: readonly string[];
  /** True if any usual heading of a company will do. */
  isAnyCompany: boolean;
  key: WantedKey;
  more: readonly MoreWanted[];
}

/** A field that the rows have only if the user asks for it. */
type MoreField = (typeof MORE_ROW_KEYS)[number];

export interface MoreWanted {
  field: MoreField;
  /** The option in which the user entered the headings. */
  option: string;
  headings: readonly string[];
  /** True if a list without any of them is read all the same. Its rows do not have the field. */
  mayBeMissing?: boolean;
}

/** The heading of the user's own number; empty for none. */
export interface WantedKey {
  heading: string;
  /** True if a list without this column stops. If not, any usual heading of a number will do. */
  isRequired: boolean;
}

/** The meaning of each column, counted from 0. */
export interface Columns {
  company: number;
  /** Remarks on the columns read, and on those not read that might also have been the companies or the key, and that nothing else reads. */
  chosen: readonly string[];
  key: number | undefined;
  /** Columns of each field that the user asked for. Other names may stand in several. */
  more: ReadonlyArray<{ field: MoreField; columns: readonly number[] }>;
  /** The field of each column in an item; undefined for one without a heading. */
  fields: ReadonlyArray<string | undefined>;
}

export const wantedColumns = (
  company: string,
  key: WantedKey,
  more: readonly MoreWanted[] = [],
): WantedColumns => ({
  company: headingsIn(company),
  isAnyCompany: company.trim() === USUAL_COMPANY_COLUMNS,
  key,
  more,
});

/** Splits headings at commas; the whole text comes first, since a heading may have a comma. */
export function headingsIn(text: string): string[] {
  const names = betweenCommas(text);
  return names.length > 1 ? [text.trim(), ...names] : names;
}

/** The heading, as the user entered it or a usual one, that is the company column among these. */
export const companyHeadingAmong = (headings: readonly string[], wanted: WantedColumns): string | undefined =>
  possibleCompanies(headings, wanted).find((name) => columnsCalled(name, headings).length > 0);

/** Puts the other usual headings before the last of the default ones: that is Name, which may be a person's. */
function possibleCompanies(headings: readonly string[], { company, isAnyCompany }: WantedColumns): string[] {
  if (!isAnyCompany) return [...company];
  return [...company.slice(0, -1), ...headings.filter(isUsualCompany), ...company.slice(-1)];
}

export const hasCompanyColumn = (headings: readonly string[], wanted: WantedColumns) =>
  companyHeadingAmong(headings, wanted) !== undefined;

/** True for a heading of the company, of its number or of its other names. */
export const isReadColumn = (heading: string, wanted: WantedColumns): boolean =>
  hasCompanyColumn([heading], wanted) ||
  keysAmong([heading], wanted.key).length > 0 ||
  wanted.more.some(
    ({ field, headings }) =>
      field === 'otherNames' && headings.some((name) => isCalled(heading, comparable(name))),
  );

function choiceOfColumn(column: number, others: readonly number[], headings: readonly string[]): string[] {
  if (others.length === 0) return [];
  const [name = '', ...rest] = [column, ...others].map((one) => shortly(headings[one] ?? ''));
  return [`read: the column ${name}, not ${rest.join(', ')}`];
}

const SHOWN_LENGTH = 60;
/** A text as a sentence quotes it. */
export const shortly = (text: string): string => showable(plainText(text).slice(0, SHOWN_LENGTH));

export const filledCells = (cells: readonly string[]): number =>
  cells.filter((cell) => comparable(cell) !== '').length;

interface HeadingRow {
  headings: readonly string[];
  fileName: string;
}

/** @throws InvalidItem if there is no company column, or two may be it */
export function readHeadings(headings: readonly string[], wanted: WantedColumns, fileName: string): Columns {
  const row = { headings, fileName };
  refuseLongHeading(row);
  const heading = companyHeadingAmong(headings, wanted);
  if (heading === undefined) throw noCompanyColumn(headings, wanted, fileName);
  const company = onlyColumn(heading, row) ?? 0;
  const alike = headings.findIndex((one) => [heading, ...wanted.company].some((name) => readsAs(one, name)));
  if (alike >= 0) throw twoUsual([company, alike], row, COMPANY_COLUMN);
  const more = wanted.more
    .map((one) => ({ field: one.field, columns: columnsFor(one, row) }))
    .filter(({ columns }) => columns.length > 0);
  const others = new Set([company, ...more.flatMap(({ columns }) => columns)]);
  const possibleKeys = keysAmong(headings, wanted.key).filter((column) => !others.has(column));
  const key = keyColumnOf(row, wanted.key, possibleKeys);
  const read = new Set([key, ...others]);
  const possible = possibleCompanies(headings, wanted).flatMap((name) => columnsCalled(name, headings));
  const unread = (columns: readonly number[]) => [...new Set(columns)].filter((one) => !read.has(one));
  if (!wanted.company.some((name) => isCalled(heading, comparable(name)))) {
    const [other] = unread(possible).filter((column) => isUsualCompany(headings[column] ?? ''));
    if (other !== undefined) throw twoUsual([company, other], row, COMPANY_COLUMN);
  }
  return {
    company,
    chosen: [
      ...choiceOfColumn(company, unread(possible), headings),
      ...(key === undefined ? [] : choiceOfColumn(key, unread(possibleKeys), headings)),
    ],
    key,
    more,
    fields: fieldsOf(headings, wanted),
  };
}

/** The columns that may hold the key. */
function keysAmong(headings: readonly string[], { heading, isRequired }: WantedKey): number[] {
  const called = columnsCalled(heading, headings);
  if (isRequired || comparable(heading) === '' || heading === NO_KEY_COLUMN) return called;
  const usual = headings.flatMap((one, column) => (isUsualKey(one) ? [column] : []));
  return [...new Set([...called, ...usual])];
}

/** Finds the key column. An entered heading counts more than a usual one; of two usual ones neither is taken. */
function keyColumnOf(row: HeadingRow, wanted: WantedKey, possible: readonly number[]): number | undefined {
  const entered = onlyColumn(wanted.heading, row);
  if (entered !== undefined) return entered;
  if (wanted.isRequired)
    throw notFound(
      wanted.heading.trim(),
      row,
      'Correct Key Column in this node, or empty it if the list has no numbers of your own.',
      'Give the column with your numbers this heading, or ask whoever set this up.',
    );
  const [column, other] = possible;
  if (column === undefined || other === undefined) return column;
  throw twoUsual([column, other], row, KEY_COLUMN);
}

const COMPANY_COLUMN = { what: 'the companies', parameter: 'Company Column' };
const KEY_COLUMN = { what: 'your own numbers', parameter: 'Key Column' };

function twoUsual(columns: readonly number[], { headings, fileName }: HeadingRow, of: typeof KEY_COLUMN) {
  const two = columns.map((column) => shortly(headings[column] ?? '')).join(' and ');
  return new InvalidItem(
    `${fileName} has two columns that may hold ${of.what}: ${two}.`,
    `Enter the heading of the one that is meant as ${of.parameter} in this node, or remove the other from the list.`,
    { advice: 'Remove the one that is not meant from the list.' },
  );
}

/** UTF-16 units of a heading: it is the name of a field in each item. */
const LONGEST_HEADING = 1_000;

function refuseLongHeading({ headings, fileName }: HeadingRow): void {
  const place = headings.findIndex((heading) => heading.length > LONGEST_HEADING);
  if (place < 0) return;
  throw listProblem(
    `The heading of column ${place + 1} of ${fileName} has more than ${LONGEST_HEADING} characters: "${shortly(headings[place] ?? '')}…".`,
    'Shorten it. Most often the first line of the list is missing, or a quotation mark is not closed.',
  );
}

/** Gives every column of other names, but only the first one of any other field. */
function columnsFor(wanted: MoreWanted, row: HeadingRow): number[] {
  const columns = wanted.headings.flatMap((name) => onlyColumn(name, row) ?? []);
  if (columns.length === 0 && wanted.mayBeMissing !== true)
    throw notFound(
      oneOf(wanted.headings),
      row,
      `Correct ${wanted.option} in the options of this node, or remove the option if the list has no such column.`,
      'Add a column with this heading, or ask whoever set this up.',
    );
  return wanted.field === 'otherNames' ? [...new Set(columns)] : columns.slice(0, 1);
}

function onlyColumn(name: string, { headings, fileName }: HeadingRow): number | undefined {
  const [column, other] = columnsCalled(name, headings);
  if (other === undefined) return column;
  throw listProblem(
    `${fileName} has two columns called ${headings[other]?.trim() ?? name}.`,
    'Rename or remove one of them: nobody can tell which one is meant.',
  );
}

/** Places of the columns with this heading, from 0. */
export function columnsCalled(name: string, headings: readonly string[]): number[] {
  const wanted = comparable(name);
  if (wanted === '') return [];
  return headings.flatMap((heading, column) => (isCalled(heading, wanted) ? [column] : []));
}

/** Compares the first letters first: it is asked of each cell of a list. @param wanted see `comparable` */
export function isCalled(heading: string, wanted: string): boolean {
  const [first, other] = [heading.charAt(0).toLowerCase(), wanted.charAt(0)];
  if (first !== other && LETTER.test(first) && LETTER.test(other)) return false;
  return comparable(heading) === wanted;
}

// Letters that no other one looks like.
const LETTER = /[a-z\d]/;

/** Gives each column its own name as field. A name that is taken, or is one of ours, gets another, as in the rest of the node. */
function fieldsOf(headings: readonly string[], wanted: WantedColumns): Array<string | undefined> {
  // Fields that the columns of the file do not give. One called __proto__ would not be one of the item.
  const ours = new Set([...ROW_KEYS, ...wanted.more.map(({ field }) => field), '__proto__']);
  const taken = new Set(ours);
  const given = new Set(headings.map((heading) => heading.trim()));
  // Thousands of columns may have one heading.
  const numbers = new Map<string, number>();
  return headings.map((heading) => {
    const name = heading.trim();
    if (name === '') return undefined;
    const own = ownKey(name, ours);
    let field = own;
    while (taken.has(field) || (field !== own && given.has(field))) {
      const number = (numbers.get(name) ?? 1) + 1;
      numbers.set(name, number);
      field = `${name}_${number}`;
    }
    taken.add(field);
    return field;
  });
}

/** @param below where such a column was found further down, such as `line 3` */
export function noCompanyColumn(
  headings: readonly string[],
  { company }: WantedColumns,
  fileName: string,
  below?: { place: string; number: number },
): InvalidItem {
  const found = below && `${below.place} ${below.number} has one: if the headings are there,`;
  return notFound(
    oneOf(company),
    { headings, fileName },
    below
      ? `${found} enter ${below.number} as Heading Row in the options of this node. What stands above it is not read.`
      : 'Rename the column of the list, or enter its heading as Company Column in this node. The headings must be in the first line that is not empty, or in the one that you enter as Heading Row in the options.',
    below
      ? `${found} delete what stands above.`
      : 'Call the column of the companies Company, and put the headings into the first line that is not empty.',
  );
}

const oneOf = (names: readonly string[]) =>
  names
    .filter((name) => !name.includes(','))
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1');

function notFound(called: string, row: HeadingRow, advice: string, forColleagues: string): InvalidItem {
  const found = row.headings.flatMap((heading) => heading.trim().slice(0, SHOWN_LENGTH) || []);
  const shown =
    found.length === 0
      ? 'No cell has a text where the headings should be.'
      : `The columns found: ${someOf(found)}.`;
  const message = `No column of ${row.fileName} is called ${called}. ${shown}`;
  return new InvalidItem(message, advice, { advice: forColleagues });
}
