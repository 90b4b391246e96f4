// A row of a list, from its cells: the company, the user's own number, and all columns.
import { companyNameOf, hasTooManyDigits, isShortNumber, lostDigits } from '../names/companyName';
import { hasEncodingDamage } from '../names/encodingDamage';
import { InvalidItem, listProblem } from '../names/invalidItem';
import { otherNamesOf } from '../names/otherNames';
import { comparable, plainText } from '../names/plainText';
import { doubtIn, isBlank, nameOf, onOneLine, shownIn, valueOf, type Cell, type Value } from './cell';
import { shortly, type Columns, type WantedKey } from './headings';
import { NO_KEYS } from './usualHeadings';

/** A row of a list: its values by the names of their columns. Of one without a usable name, `problem` says what is wrong with it. */
export type ListRow = { json: Record<string, Value> } & (
  | { kind: 'company' }
  | { kind: 'unusable'; row: number; problem: InvalidItem }
);

/**
 * @param where the row's name in errors
 * @throws InvalidItem for letters that are damaged
 */
export function readRow(row: number, given: readonly Cell[], where: string, columns: ListColumns): ListRow {
  const { key, more, named, certain, passedOn } = columns;
  const cells = given.map((cell, column) => (certain.includes(column) ? onOneLine(cell) : cell));
  for (const column of named) refuseDamage(shownIn(cells[column]), where);
  const [name, ...otherNames] = named.map((column) => cells[column]);
  const problem =
    doubtAt(row, named, cells) ??
    problemWith(shownIn(name), otherNames.filter((cell) => !isBlank(cell)).map(shownIn)) ??
    (key === undefined ? undefined : problemWithKey(row, key, cells));
  const json: ListRow['json'] = {
    companyName: companyNameIn(name),
    companyKey: key === undefined || hasLostDigits(shownIn(cells[key])) ? null : textIn(cells[key]) || null,
    row,
    listFile: null,
  };
  for (const { field, columns: asked } of more)
    json[field] = asked.flatMap((column) => textIn(cells[column]) || []).join('; ') || null;
  for (const { column, field, read } of passedOn) json[field] = read(cells[column]) ?? '';
  return problem ? { kind: 'unusable', json, row, problem } : { kind: 'company', json };
}

/** Says that no company has a number of the user's own, if one was looked for: people see it too late at the end of a run. */
export function remarkOnKeys(rows: readonly ListRow[], { heading }: WantedKey): string[] {
  const companies = rows.filter(({ kind }) => kind === 'company');
  const isKnownByName = companies.length > 0 && companies.every(({ json }) => json['companyKey'] === null);
  return isKnownByName && comparable(heading) !== '' ? [NO_KEYS] : [];
}

function refuseDamage(given: Value, where: string): void {
  if (typeof given !== 'string' || !hasEncodingDamage(given)) return;
  throw new InvalidItem(
    `${where}: the letters of "${shortly(plainText(given))}" are damaged.`,
    'The list was once opened in the wrong encoding and saved like that, or it is read in the wrong one now. Repair the list at its source, or choose its Encoding in the options of this node.',
    {
      advice:
        'Take the list from its source again, as an Excel workbook (.xlsx), or ask whoever set this up.',
    },
  );
}

export interface ListColumns extends Columns {
  /** The columns of names: of the company, and of its other names. */
  named: readonly number[];
  /** The columns of the company and of its key. */
  certain: readonly number[];
  /** The columns that tell something of a company: that of its name is the first. */
  used: readonly number[];
  /** The columns that the rows keep. */
  passedOn: ReadonlyArray<{ column: number; field: string; read: (cell: Cell | undefined) => Value }>;
}

export function listColumns(columns: Columns): ListColumns {
  const { company, key, more, fields } = columns;
  const others = more.flatMap((one) => (one.field === 'otherNames' ? one.columns : []));
  const certain = key === undefined ? [company] : [company, key];
  const used = [...certain, ...more.flatMap((one) => one.columns)];
  const passedOn = fields.flatMap((field, column) =>
    // Columns that are used have the text that a person sees: it is screened again from the results.
    field === undefined ? [] : { column, field, read: used.includes(column) ? shownIn : valueOf },
  );
  return { ...columns, named: [company, ...others], certain, used, passedOn };
}

/** Tells what is wrong with a name; undefined if it can be screened. */
export function problemWith(name: unknown, otherNames: readonly unknown[]): InvalidItem | undefined {
  const first = companyNameOf(name);
  if (first instanceof InvalidItem) return first;
  const others = otherNamesOf(otherNames, first);
  return others instanceof InvalidItem ? others : undefined;
}

const isName = (given: unknown): boolean => problemWith(given, []) === undefined;

/** Gives the name such that Screen Company reads it as it is read here: a row that is an error is refused there too. */
function companyNameIn(cell: Cell | undefined): Value {
  const given = shownIn(cell);
  if (doubtIn(cell)) return isName(given) ? null : given;
  // A number that cannot be used stays one: as a text it might be a name.
  return typeof given === 'string' || isName(given) ? plainText(given) : (given ?? '');
}

/** Gives the problem of the first of these cells of which it is not certain what a person sees in it. */
export function doubtAt(
  row: number,
  columns: readonly number[],
  cells: readonly Cell[],
): InvalidItem | undefined {
  for (const column of columns) {
    const doubt = doubtIn(cells[column]);
    if (doubt) return listProblem(`Cell ${nameOf({ row: row - 1, column })} ${doubt.why}.`, doubt.advice);
  }
  return undefined;
}

function problemWithKey(row: number, column: number, cells: readonly Cell[]): InvalidItem | undefined {
  const key = shownIn(cells[column]);
  if (typeof key === 'boolean')
    return listProblem(
      `Cell ${nameOf({ row: row - 1, column })} holds ${key ? 'TRUE' : 'FALSE'}, which is neither a text nor a number.`,
      'Format the column as text in the spreadsheet, enter the key again, and run this row again.',
    );
  return lostDigitsOf(key) ?? doubtAt(row, [column], cells);
}

export const lostDigitsOf = (key: Value): InvalidItem | undefined =>
  hasLostDigits(key)
    ? lostDigits(
        `The key "${plainText(key)}"`,
        typeof key === 'number' ? 'n8n can keep' : 'a spreadsheet shows',
      )
    : undefined;

/** True if a key has lost digits, so that several companies may have got the same one. */
const hasLostDigits = (key: Value): boolean => hasTooManyDigits(key) || isShortNumber(plainText(key));

/** The text or the number that a person sees in the cell, if that is certain. */
const textIn = (cell: Cell | undefined): string => (doubtIn(cell) ? '' : plainText(shownIn(cell)));
