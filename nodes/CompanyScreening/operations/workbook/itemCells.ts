// Values of items → cells.
import type { IDataObject } from 'n8n-workflow';

import { isDay } from '../../names/plainText';
import type { CellContent } from '../../workbook/content';
import { OUTCOMES, type ShownField } from './shownFields';

type ItemValue = IDataObject[string];

export function fieldCell(fields: IDataObject, { keys, as }: Pick<ShownField, 'as' | 'keys'>): CellContent {
  const value = firstValue(fields, keys);
  if (isEmpty(value)) return null;
  switch (as) {
    case 'time':
      return timeCell(value) ?? textCell(value);
    case 'number':
      return numberCell(value);
    // Companies that an earlier run left without an answer count apart from the answers of the register.
    case 'answered':
      return shownText(fields['reason'] === 'noAnswer' ? 'No answer' : value === true ? 'Yes' : 'No');
    case 'yesNo':
      return shownText(value === true ? 'Yes' : value === false ? 'No' : textOf(value));
    case 'match':
      return isUnknown(value) ? null : textCell(value);
    case 'words':
      return shownText(inWords(textOf(value)));
    case 'outcome':
      return OUTCOME_CELLS.get(textOf(value)) ?? shownText(textOf(value));
    case 'environment':
      return value === 'sandbox'
        ? { is: 'text', text: 'Sandbox', look: 'warning' }
        : shownText(inWords(textOf(value)));
    default:
      return textCell(value);
  }
}

/** True if an item has something in the field. */
export function hasField(fields: IDataObject, { keys, as }: Pick<ShownField, 'as' | 'keys'>): boolean {
  const value = firstValue(fields, keys);
  return !isEmpty(value) && !(as === 'match' && isUnknown(value));
}

/** True for "unknown" once, or for each of several hits. */
const isUnknown = (value: ItemValue): boolean => /^unknown(?:; unknown)*$/.test(textOf(value));

/** The cell of a user's own field. A day that was read from a list is a day again. */
export function ownCell(value: ItemValue, isIdentity: boolean): CellContent {
  if (isEmpty(value)) return null;
  if (isIdentity) return textCell(value);
  if (typeof value === 'number') return numberCell(value);
  if (typeof value === 'string') return dayCell(value) ?? shownText(value);
  return (value instanceof Date ? timeCell(value) : null) ?? textCell(value);
}

export const isEmpty = (value: ItemValue): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const shownText = (of: string): CellContent => ({ is: 'text', text: of });

/** Gives "True match" for "trueMatch", for example. */
export function inWords(name: string): string {
  if (name === 'Both') return 'AML and PEP';
  if (name === 'Aml' || name === 'Pep') return name.toUpperCase();
  const words = /^[a-z][A-Za-z]*$/.test(name)
    ? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function firstValue(fields: IDataObject, keys: readonly string[]): ItemValue {
  const found = keys.find((key) => !isEmpty(fields[key]));
  return found === undefined ? null : fields[found];
}

const OUTCOME_CELLS: ReadonlyMap<string, CellContent> = new Map(
  Object.entries(OUTCOMES).map(([outcome, { word, colour }]) => [
    outcome,
    { is: 'text', text: word, look: colour },
  ]),
);

const textCell = (value: ItemValue): CellContent => shownText(textOf(value));

function textOf(value: ItemValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value))
    return value
      .map((entry: ItemValue) => textOf(entry))
      .filter(Boolean)
      .join('; ');
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

function numberCell(value: ItemValue): CellContent {
  // A program keeps fifteen digits.
  const isExact = typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e15;
  return isExact ? { is: 'number', value } : textCell(value);
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Excel knows no day before, and reads the first of 1900 in its own way. */
const FIRST_DAY = Date.UTC(1900, 2, 1);
const LAST_DAY = Date.UTC(9999, 11, 31);

function timeCell(value: ItemValue): CellContent {
  const at = timeIn(value);
  return at !== null && at >= FIRST_DAY && at < LAST_DAY ? { is: 'time', at } : null;
}

/** Epoch milliseconds of a point in time as programs write it; null for anything else. "11/12/2026 8:31" may be of two months. */
function timeIn(value: unknown): number | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.getTime();
  if (typeof value !== 'string' || !TIME.test(value) || !isDay(value.slice(0, 10))) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : at;
}

/** Null for a day that does not exist, which is a text. */
function dayCell(value: string): CellContent {
  if (value.length !== 10 || !DAY.test(value)) return null;
  const at = Date.parse(`${value}T00:00:00Z`);
  return isDay(value) && at >= FIRST_DAY && at < LAST_DAY ? { is: 'day', at } : null;
}

/** The time of the screening (epoch milliseconds); null if the item does not say it as programs do. */
export const screenedAt = ({ screenedAt: kept, processedAt, createdAt }: IDataObject): number | null =>
  timeIn(kept) ?? timeIn(processedAt) ?? timeIn(createdAt);
