// Which sheet is the list, and how far it reaches: whatever the format of the workbook is.
import {
  CellErrors,
  chosenOf,
  nameOf,
  othersThan,
  placeOf,
  rangeTo,
} from '../../../nodes/CompanyScreening/lists/workbook/choice';
import { InvalidItem } from '../../../nodes/CompanyScreening/names/invalidItem';

const sheet = (name: string, hidden = false) => ({ name, hidden });
const choose = (sheets: Array<ReturnType<typeof sheet>>, wanted = '') =>
  chosenOf(sheets, wanted, 'list.xlsx');
const complaint = (action: () => unknown): string => {
  try {
    action();
  } catch (error) {
    if (error instanceof InvalidItem) return `${error.message} ${error.advice}`;
    throw error;
  }
  throw new Error('It was chosen.');
};
const old = sheet('Old', true);
const list = sheet(' List ');
const notes = sheet('Notes');

test('without a name it is the first sheet that a person sees; a name finds a hidden one too', () => {
  expect(choose([old, list, notes])).toBe(list);
  expect(choose([old, list, notes], '  ')).toBe(list);
  expect(choose([old, list, notes], ' OLD ')).toBe(old);
  expect(choose([old, list, notes], 'list')).toBe(list);
});

test.each([
  [
    [old],
    '',
    'list.xlsx has no sheet that can be seen. Correct Sheet in the options of this node, or the workbook.',
  ],
  [
    [list, notes],
    ' Third ',
    'list.xlsx has no sheet called Third. Its sheets:  List , Notes. Correct Sheet in the options of this node, or the workbook.',
  ],
  [
    [notes, list, sheet('Notes', true)],
    'notes',
    'list.xlsx has two sheets called Notes. Rename or remove one of them: which one is meant cannot be known.',
  ],
])('stops where it is not certain: %j, %j', (sheets, wanted, said) => {
  expect(complaint(() => choose(sheets, wanted))).toBe(said);
});

test('the other sheets are those that a person sees, so that no list is forgotten', () => {
  expect(othersThan(list, [old, list, notes])).toEqual(['Notes']);
});

test.each([
  ['A1', { row: 0, column: 0 }],
  ['Z9', { row: 8, column: 25 }],
  ['AA10', { row: 9, column: 26 }],
  ['AZ1', { row: 0, column: 51 }],
  ['ZZ1', { row: 0, column: 701 }],
  ['XFD1048576', { row: 1_048_575, column: 16_383 }],
])('%s is the same place in both directions', (name, place) => {
  expect(placeOf(name)).toEqual(place);
  expect(nameOf(place)).toBe(name);
});

test('a place may be written as one that does not move, and nothing else is one', () => {
  expect(placeOf('$B$3')).toEqual({ row: 2, column: 1 });
  for (const name of ['', 'A', '1', 'a1', 'ABCD1', 'A12345678', ' A1', 'A1 ', 'A1:B2', 'A-1']) {
    expect(placeOf(name)).toBeUndefined();
  }
});

test('a list is read from its first cell to its last, unless that is too far for a list', () => {
  expect(rangeTo({ row: 1, column: 2 }, 'list.xlsx')).toBe('A1:C2');
  expect(rangeTo({ row: 999_999, column: 49 }, 'list.xlsx')).toBe('A1:AX1000000');
  expect(complaint(() => rangeTo({ row: 1_000_000, column: 49 }, 'list.xlsx'))).toBe(
    'The sheet of list.xlsx reaches to cell AX1000001, which is too far for a list. Delete the rows and columns behind the list, and save the workbook again.',
  );
});

test('errors are known by their row and column', () => {
  const errors = new CellErrors();
  errors.add({ row: 3, column: 1 }, '#N/A');
  errors.add({ row: 3, column: 2 }, '#REF!');
  errors.add({ row: 5, column: 1 }, '#N/A');
  expect(errors.all).toEqual(
    new Map([
      [
        3,
        new Map([
          [1, '#N/A'],
          [2, '#REF!'],
        ]),
      ],
      [5, new Map([[1, '#N/A']])],
    ]),
  );
});
