// Columns that the rows have only if an option asks for them.
import { headingsIn, type MoreWanted } from '../../lists/headings';
import { InvalidItem } from '../../names/invalidItem';
import { ROW_KEYS } from '../../names/itemKeys';
import { plainText } from '../../names/plainText';
import { readCollection } from '../shared/options';
import { FOUND_KEYS } from './foundList';

/** The fields of an item that are not columns of the user. */
export function keysOf(options: unknown): string[] {
  const added = readCollection(options);
  if (added['showFound'] === true) return [...FOUND_KEYS];
  const more = MORE_COLUMNS.filter(({ name }) => name in added);
  return [...ROW_KEYS, ...more.map(({ field }) => field)];
}

const MORE_COLUMNS = [
  { field: 'otherNames', name: 'otherNamesColumn', option: 'Other Names Column' },
  { field: 'registrationNumber', name: 'registrationNumberColumn', option: 'Registration Number Column' },
  { field: 'country', name: 'countryColumn', option: 'Country Column' },
  { field: 'address', name: 'addressColumn', option: 'Address Column' },
] as const;

/** The columns for which an option was added. An empty one may be an expression that went wrong. */
export function moreColumns(collection: unknown, mayBeMissing: boolean): MoreWanted[] {
  const added = readCollection(collection);
  return MORE_COLUMNS.flatMap(({ field, name, option }) => {
    if (!(name in added)) return [];
    const headings = headingsIn(plainText(added[name]));
    if (headings.length > 0) return [{ field, option, headings, mayBeMissing }];
    throw new InvalidItem(
      `${option} is empty or not a text.`,
      'Enter a heading of your list, or remove the option.',
    );
  });
}
