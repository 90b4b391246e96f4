// Texts, times and counts as people read them.
import {
  betweenCommas,
  comparable,
  earliest,
  hasTooManyMarks,
  isDay,
  latest,
  oneLine,
  plainText,
  shortText,
  someOf,
  toTheMinute,
  withoutTags,
} from '../../nodes/CompanyScreening/names/plainText';

const texts = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`);

test.each<[string, unknown, unknown]>([
  ['a text without white space around it', plainText(' \u00a0Acme\n'), 'Acme'],
  ['a number as a text', plainText(360), '360'],
  ['nothing of what is neither', [true, null, ['A'], {}].map(plainText).join(''), ''],
  ['what stands between commas', betweenCommas(' A, ,B B,'), ['A', 'B B']],
  ['one line of several', oneLine(' A\r\n\tB\0\u2028 C '), 'A B C'],
  ['the first of several times', earliest(['2026-03-02', '2026-03-01', '2026-03-03']), '2026-03-01'],
  ['no first time of none', earliest([]), ''],
  ['the last of several times', latest(['2026-03-02', '2026-03-03', '2026-03-01']), '2026-03-03'],
  ['no last time of none', latest([]), ''],
  ['a time to the minute', toTheMinute('2026-03-01T12:34:56.789Z'), '2026-03-01 12:34'],
  ['a day as it is', toTheMinute('2026-03-01'), '2026-03-01'],
  ['twenty texts', someOf(texts(20)), texts(20).join(', ')],
  ['the first twenty of more', someOf(texts(21), '; '), `${texts(20).join('; ')}; …`],
  ['a text that is short enough', shortText('Acme', 4), 'Acme'],
  ['the beginning of a longer one', shortText('Acme', 3), 'Acm…'],
  ['whole characters', shortText('\u{20000}\u{20001}\u{20002}', 2), '\u{20000}\u{20001}…'],
  ['signs of two units that are few enough', shortText('\u{20000}\u{20001}', 2), '\u{20000}\u{20001}'],
  [
    'a sentence without tags',
    withoutTags('<a> <IMG> </A> <!-- <?x < 3 <4'),
    '‹a> ‹IMG> ‹/A> ‹!-- ‹?x < 3 <4',
  ],
  ['a heading in one form', comparable(' Ｃo\u200bmpany\t\u2060NAME\0 '), 'companyname'],
])('it gives %s', (_, given, expected) => {
  expect(given).toEqual(expected);
});

test.each([
  ['2026-02-28', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-2-3', false],
  ['26-02-03', false],
  ['2026-02-28T00', false],
  ['soon', false],
  ['', false],
])('whether a day exists: %j %s', (day, exists) => {
  expect(isDay(day)).toBe(exists);
});

test.each(['\u0301', '\uff9e', '\uff9f', '\u20dd'])(
  'thirty marks in a row are not too many, and more are: %j',
  (mark) => {
    expect([30, 31].map((count) => hasTooManyMarks(`A${mark.repeat(count)}B`))).toEqual([false, true]);
  },
);
