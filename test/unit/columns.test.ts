// The option Same Columns for All Items.
import { inSameColumns } from '../../nodes/CompanyScreening/output/presentation';
import { ERROR_KEYS, HIT_KEYS, withRegisterKeys } from '../../nodes/CompanyScreening/names/itemKeys';

const hit = { outcome: 'hit', companyName: 'Plain Co', name: 'PLAIN', Country: 'DE', Company: 'Plain  Co ' };
const error = {
  outcome: 'error',
  companyName: '',
  error: 'Company Name is empty.',
  Company: '',
  Country: '',
  Extra: 1,
};

test('every item has every column in the same order: the company, the verdict, the columns of the list, the rest', () => {
  const items = inSameColumns([error, hit], { keys: HIT_KEYS });
  const [first, second] = items.map(Object.keys);
  expect(first).toEqual(second);
  expect(first?.slice(0, 7)).toEqual('companyName outcome reason explanation Country Extra name'.split(' '));
  expect(first).toEqual(expect.arrayContaining([...HIT_KEYS, ...ERROR_KEYS]));
  expect(new Set(first).size).toBe(first?.length);
});

test('the key of a company stands before it, where it is wanted', () => {
  const keys = withRegisterKeys(HIT_KEYS);
  const firstOf = (chosen?: ReadonlySet<string>) =>
    Object.keys(inSameColumns([hit], chosen ? { keys, chosen } : { keys })[0] ?? {}).slice(0, 2);
  expect(firstOf()).toEqual(['companyKey', 'companyName']);
  expect(firstOf(new Set(['companyKey', 'outcome']))).toEqual(['companyKey', 'companyName']);
  expect(firstOf(new Set(['outcome']))).toEqual(['companyName', 'outcome']);
});

test('the order does not depend on which item comes first', () => {
  const columns = (items: Parameters<typeof inSameColumns>[0]) =>
    Object.keys(inSameColumns(items, { keys: HIT_KEYS })[0] ?? {}).filter((key) => key !== 'Extra');
  expect(columns([hit, error])).toEqual(columns([error, hit]));
});

test('what an item does not have is null, and what it has stays', () => {
  const [first, second] = inSameColumns([hit, error], { keys: HIT_KEYS });
  expect(first).toMatchObject({ outcome: 'hit', name: 'PLAIN', Country: 'DE', Extra: null, error: null });
  expect(second).toMatchObject({ outcome: 'error', name: null, Extra: 1 });
});

test('the explanation of an error is what went wrong; that of a review stays', () => {
  const review = { outcome: 'review', explanation: 'Still in progress.', companyName: 'A' };
  expect(inSameColumns([review, error], { keys: HIT_KEYS }).map(({ explanation }) => explanation)).toEqual([
    'Still in progress.',
    'Company Name is empty.',
  ]);
});

test('a column of the list that has the company again is left out, but not if one row has something else', () => {
  expect(inSameColumns([hit, error], { keys: HIT_KEYS })[0]).not.toHaveProperty('Company');
  const other = { ...hit, Company: 'Another Co' };
  expect(inSameColumns([hit, other], { keys: HIT_KEYS })[0]).toMatchObject({
    companyName: 'Plain Co',
    Company: 'Plain  Co ',
  });
});

test.each([
  ['a number', [{ companyName: '7', Company: 7 }], false],
  ['nothing, as the company', [{ companyName: null, Company: '' }, hit], false],
  ['a name without the blank', [{ companyName: 'Plain Co', Company: 'PlainCo' }], true],
  ['another number', [{ companyName: '7', Company: 8 }], true],
  ['a list', [{ companyName: '7', Company: ['7'] }], true],
])('whether a column has the company again does not depend on its type: %s', (_, items, isKept) => {
  expect('Company' in (inSameColumns(items, { keys: HIT_KEYS })[0] ?? {})).toBe(isKept);
});

test('a field called __proto__ is a column like any other', () => {
  const [item] = inSameColumns([JSON.parse('{"companyName":"A","__proto__":"x"}') as typeof hit], {
    keys: HIT_KEYS,
  });
  expect(Object.getOwnPropertyDescriptor(item, '__proto__')?.value).toBe('x');
});

test('of chosen fields, every item has those, what to do about an error, and the columns of the list', () => {
  const chosen = new Set(['name', 'screeningId']);
  const items = inSameColumns([hit, { ...error, description: 'Enter one.', httpStatus: null }], {
    keys: HIT_KEYS,
    chosen,
  });
  const columns = [
    ...'companyName outcome reason explanation Country Extra name screeningId description'.split(' '),
    'mayBeCharged',
  ];
  expect(items.map(Object.keys)).toEqual([columns, columns]);
  expect(items[1]).toMatchObject({ explanation: 'Company Name is empty.', description: 'Enter one.' });
});
