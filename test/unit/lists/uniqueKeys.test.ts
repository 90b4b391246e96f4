// Keys of a list for a table: no company of the list takes the place of another one.
import { wantedColumns } from '../../../nodes/CompanyScreening/lists/headings';
import { readTextList } from '../../../nodes/CompanyScreening/lists/textList';
import { withUniqueKeys } from '../../../nodes/CompanyScreening/lists/uniqueKeys';

const keysOf = (text: string) => {
  const wanted = wantedColumns('Company', { heading: 'Customer No', isRequired: false }, []);
  const list = { bytes: Buffer.from(text), fileName: 'list.csv', encoding: 'automatic', wanted } as const;
  return withUniqueKeys(readTextList(list), 'list.csv').map(({ json }) => json['companyKey']);
};

test('a row without a number has its name as the key, as it is screened', () => {
  expect(keysOf('Company\nPlain  Bakery\nPlain Mill\n')).toEqual(['Plain Bakery', 'Plain Mill']);
  expect(keysOf('Customer No,Company\nF1,First Ferry\n,Second Ferry\n,Third Ferry\n')).toEqual([
    'F1',
    'Second Ferry',
    'Third Ferry',
  ]);
});

test('the same company twice is one; a row that cannot be used keeps what it has', () => {
  expect(keysOf('Customer No,Company\nF1,First Ferry\nF1,First  Ferry\nF1,#N/A\n')).toEqual([
    'F1',
    'F1',
    'F1',
  ]);
});

test('two companies with one number stop the list, since one would take the place of the other', () => {
  expect(() => keysOf('Customer No,Company\nF1,First Ferry\nF2,Mill\nF1,Gloom Ltd\n')).toThrow(
    'Rows 2 and 4 of list.csv have the same number, F1, and two companies: "First Ferry" and "Gloom Ltd".',
  );
});
