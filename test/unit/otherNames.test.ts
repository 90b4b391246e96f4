// Other Names: each of them is screened and paid for, so none is lost, split or sent twice.
import { readOtherNames } from '../../nodes/CompanyScreening/names/otherNames';
import { complaintOf } from './builders';

const namesIn = (value: unknown) => readOtherNames(value, 'Quiet Mill').map(({ name }) => name);
const problemWith = (value: unknown) => complaintOf(() => namesIn(value));

test.each<[string, unknown, string[]]>([
  ['nothing', undefined, []],
  ['null', null, []],
  ['an empty text', '', []],
  ['white space', ' \u00a0 ', []],
  ['an empty list', [], []],
  ['a list of nothing', [null, undefined, ''], []],
  ['one name', 'Old Mill', ['Old Mill']],
  ['a number', 360, ['360']],
  ['a list with a number', ['Old Mill', 360], ['Old Mill', '360']],
  ['separators side by side', 'Old Mill;;\r\n\r\n New Mill ; ;', ['Old Mill', 'New Mill']],
  [
    'a list of texts of which one has two names',
    ['Old Mill; New Mill', 'Mill'],
    ['Old Mill', 'New Mill', 'Mill'],
  ],
  ['a name twice', 'Old Mill; Old  Mill; OLD MILL', ['Old Mill', 'OLD MILL']],
  ['the first name again', 'Quiet Mill; Old Mill', ['Old Mill']],
  ['the first name again, written differently', 'Quiet  Mill; Quiet\u00a0Mill; Old Mill', ['Old Mill']],
])('%s', (_, value, names) => {
  expect(namesIn(value)).toEqual(names);
});

test.each([
  ['a semicolon', ';'],
  ['a wide semicolon', '\uff1b'],
  ['an Arabic semicolon', '\u061b'],
  ['a Greek question mark', '\u037e'],
  ['a small semicolon', '\ufe54'],
  ['a carriage return', '\r'],
  ['a line feed', '\n'],
  ['a vertical tab', '\v'],
  ['a form feed', '\f'],
  ['a next line', '\u0085'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
])('%s separates two names', (_, separator) => {
  expect(namesIn(`Old Mill${separator}New Mill`)).toEqual(['Old Mill', 'New Mill']);
});

test('what each name was read from stays with it', () => {
  expect(readOtherNames('Old\u200b Mill ;360', 'Quiet Mill')).toEqual([
    { given: 'Old\u200b Mill ', name: 'Old Mill' },
    { given: '360', name: '360' },
  ]);
});

test.each([[true], [{}], [[['Old Mill']]]])(
  'what is neither text nor a list of texts is refused: %j',
  (value) => {
    const problem = problemWith(value);
    expect(problem.message).toBe('Other Names is neither text nor a list of texts.');
    expect(problem.description).toMatch(/Correct the expression in Other Names, or leave it empty/);
  },
);

test('there are no more than a hundred, since each is paid for', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `Mill ${index + 1}`);
  expect(namesIn(names(100))).toHaveLength(100);
  expect(namesIn(Array.from({ length: 10 }, () => names(100)).flat())).toHaveLength(100);
  const problem = problemWith(names(101));
  expect(problem.message).toBe('Other Names has 101 names, and 100 is the maximum.');
  expect(problem.description).toMatch(/Each of them would be screened and paid for/);
});

test('a name that cannot be one is refused as one of Other Names', () => {
  expect(problemWith('Old Mill; #REF!').message).toMatch(/^Other Names "#REF!"/);
  expect(problemWith(['&amp;']).message).toMatch(/^Other Names "/);
});
