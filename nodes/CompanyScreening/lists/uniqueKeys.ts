// Keys for a table that is updated row by row: every company of a list has one, and none of them stands for two companies.
import { readCompanyName } from '../names/companyName';
import { InvalidItem } from '../names/invalidItem';
import { plainText } from '../names/plainText';
import type { ListRow } from './rows';

/**
 * A row without a key has its name as the key, as a register takes it too.
 *
 * @throws InvalidItem where one key comes with two names: a table would keep only one of them
 */
export function withUniqueKeys(rows: readonly ListRow[], fileName: string): ListRow[] {
  const known = new Map<string, { name: string; row: number }>();
  return rows.map((one) => {
    if (one.kind === 'unusable') return one;
    const name = readCompanyName(one.json['companyName']);
    const companyKey = plainText(one.json['companyKey']) || name;
    const row = Number(one.json['row']);
    const first = known.get(companyKey) ?? { name, row };
    known.set(companyKey, first);
    if (first.name !== name) throw twoNames(fileName, companyKey, first, { name, row });
    return { ...one, json: { ...one.json, companyKey } };
  });
}

type Named = { name: string; row: number };

function twoNames(fileName: string, key: string, first: Named, second: Named): InvalidItem {
  return new InvalidItem(
    `Rows ${first.row} and ${second.row} of ${fileName} have the same number, ${key}, and two companies: "${first.name}" and "${second.name}".`,
    'Only one of them would be kept. Give each company a number of its own in the list.',
  );
}
