// What a number format makes of a number or a text, in Excel's own words for formats.
import {
  formatsOf,
  numberCell,
  readFormat,
  textCell,
  USUAL_FORMATS,
} from '../../../nodes/CompanyScreening/lists/workbook/numberFormat';
import { DATE, FORMAT, dated, odd, written } from './cells';

const number = (value: number, code: string) => written(numberCell(value, readFormat(code), '1900'));
const text = (value: string, code: string) => written(textCell(value, readFormat(code)));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test.each<[string, number, string]>([
  ['"Studio "0', 54, 'Studio 54'],
  ['"Studio" 0', 54, 'Studio 54'],
  [String.raw`\S\t0`, 54, 'St54'],
  ['"a;b"0', 7, 'a;b7'],
  ['"open0', 7, 'open0'],
  ['0" of "0', 42, '4 of 2'],
  ['000-000', 123456, '123-456'],
  ['000-000', 5, '000-005'],
  ['000-000', 1234567, '1234-567'],
  ['###-###', 12, '-12'],
  ['"No "??', 5, 'No  5'],
  ['00000', 42, '00042'],
  ['0000000000', 123456789, '0123456789'],
  ['General" kg"', 5, '5 kg'],
  ['"Studio "0', 0, 'Studio 0'],
  ['"Studio "#', 0, 'Studio '],
  ['#', 0, ''],
  ['"yes"', 1, 'yes'],
  ['"plus "0;"minus "0', 5, 'plus 5'],
  ['"plus "0;"minus "0', 0, 'plus 0'],
  ['"plus "0;"minus "0', -5, 'minus 5'],
  ['0;-0;"none"', 0, 'none'],
  ['0;"minus "0;"none"', -3, 'minus 3'],
  [';;;', 5, ''],
  [';;;', -5, ''],
  ['0;;', -5, ''],
  ['[Red]"R"0', 5, 'R5'],
  ['[color 12]"R"0', 5, 'R5'],
  ['[$€-407] 0', 5, '€ 5'],
  ['[$EUR]0', 5, 'EUR5'],
  ['$0', 5, '$5'],
  ['0_x"a"', 5, '5 a'],
  ['0* "a"', 5, '5a'],
  ['[color12]"R"0', 5, 'R5'],
  ['[$Rs]0', 5, 'Rs5'],
  ['[$€-x-sysdate]0', 5, '€5'],
  ['0" kg";-0;"none"', 5, '5 kg'],
])('%s shows %d as %j', (code, value, shown) => {
  expect(number(value, code)).toEqual({ value, shown });
});

test.each(['Black', 'Blue', 'CYAN', 'Green', 'Magenta', 'red', 'White', 'Yellow', 'Color1', 'Color 56'])(
  'the colour %s shows nothing',
  (colour) => {
    expect(number(5, `[${colour}]"R"0`)).toEqual({ value: 5, shown: 'R5' });
  },
);

test.each<[string, number]>([
  ['General', 54],
  ['general', 5.5],
  ['', 54],
  ['0', 54],
  ['0', -54],
  ['#', 54],
  ['@', 5.5],
  ['[Red]General', 1.5],
  ['0.00', 1.5],
  ['#,##0', 1234567],
  ['#,##0.00', -1.5],
  ['#,##0.00', 0],
  ['#.##', 0.5],
  ['.00', 0.5],
  ['0.', 5],
  ['_-* #,##0_-', 12],
  ['* 0', 12],
  ['00', 123],
  ['000', -5],
  ['0', 1e21],
  ['0;@"!"', -5],
])('%s shows %d as the number that it is', (code, value) => {
  expect(number(value, code)).toBe(value);
});

test.each<[string, number]>([
  ['0', 1.5],
  ['"Studio "0', 1.5],
  ['"Studio "0', -5],
  ['"€ "#,##0', 1234],
  ['"€ "0.00', 12],
  ['@" Ltd"', 5],
  ['0.##', 0.026],
  ['#,##0', 1.5],
  ['#,###', 0],
  ['0,', 54_000],
  ['0,.', 54_000],
  ['0.0,', 54_000],
  ['0.0.0', 5],
  ['0%', 1],
  ['0.00E+00', 5],
  ['##0e-0', 5],
  ['# ?/?', 5],
  ['# ?/8', 5],
  ['[>5]"big";"small"', 7],
  ['[DBNum1]0', 5],
  ['[$-30A0000]0', 5],
  ['0x', 5],
  ['Standard', 45_000],
  ['0½', 5],
  ['0a', 5],
  ['0*x"a"', 5],
  ['[darkred]0', 5],
  ['[redder]0', 5],
  ['[sometimes]0', 5],
  ['[x$]0', 5],
])('what %s shows of %d is not certain', (code, value) => {
  expect(number(value, code)).toEqual(odd(value));
});

test.each<[string, number, number | string]>([
  ['yyyy-mm-dd', 45_849, '2025-07-11'],
  ['d-mmm', 45_849, '2025-07-11'],
  ['mmmm', 45_849, '2025-07-11'],
  ['m', 45_849, '2025-07-11'],
  ['yyyy-mm-dd', 0.5, '12:00:00'],
  ['[$-409]d/m/yy h:mm AM/PM;@', 45_849.75, '2025-07-11T18:00:00'],
  ['[DBNum1]yyyy"年"', 45_849, '2025-07-11'],
  ['ggge"年"', 45_849, '2025-07-11'],
  ['aaa', 45_849, '2025-07-11'],
  ['bbbb', 45_849, '2025-07-11'],
  ['0;yyyy', -3, -3],
  ['h:mm', 0.75, '18:00:00'],
  ['h:mm', 1, '1900-01-01'],
  ['mm:ss', 0.75, '18:00:00'],
  ['AM/PM', 0.75, '18:00:00'],
  ['上午/下午h', 0.75, '18:00:00'],
  ['h:mm', 45_849.75, '2025-07-11T18:00:00'],
  ['[h]:mm', 1.5, '36:00:00'],
  ['[hh]:mm', 1.5, '36:00:00'],
  ['[mm]', 0.5, '12:00:00'],
  ['[ss]', 0.5, '12:00:00'],
])('%s makes a date or a time of %d: %j', (code, value, date) => {
  expect(number(value, code)).toEqual(dated(date));
});

test.each([
  ['General', 'Acme'],
  ['0', 'Acme'],
  ['"x"0;"y"0;"z"', 'Acme'],
  ['@', 'Acme'],
  ['0;0;0;@', 'Acme'],
  [' @ ', 'Acme'],
  ['0;0;0;@', ' Acme '],
  ['0;-0;0;General', 'Acme'],
])('%s leaves a text as it is', (code, value) => {
  expect(text(value, code)).toBe(value);
});

test.each([
  ['@" Ltd"', 'Acme', 'Acme Ltd'],
  ['0;@"!"', 'Acme', 'Acme!'],
  ['0;0;0;"The "@', 'Acme', 'The Acme'],
  ['0;0;0;"The "@;@', 'Acme', 'The Acme'],
  [';;;', 'Acme', ''],
  ['0;0;0;"-"', 'Acme', '-'],
])('%s shows %j as %j', (code, value, shown) => {
  expect(text(value, code)).toEqual({ value, shown });
});

test.each(['[>5]@', '*-@', '@x', '@.', '0;0;0;0', '@yyyy'])(
  'what %s shows of a text is not certain',
  (code) => {
    expect(text('Acme', code)).toEqual(odd('Acme'));
  },
);

test('what is shown is said, as far as it is known', () => {
  const why = 'holds 5, but shows something else, since its format is 0%';
  expect(numberCell(5, readFormat('0%'), '1900')).toMatchObject({ doubt: { why } });
});

test('formats that are not written down have their usual numbers', () => {
  const shownBy = (id: number, value = 45_849.5) => {
    const [format = readFormat('')] = formatsOf([id], USUAL_FORMATS);
    const cell = written(numberCell(value, format, '1900'));
    return typeof cell === 'object' && cell !== null && 'doubt' in cell ? [cell.value, cell.doubt] : cell;
  };
  const dates = [...[14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 47], ...range(27, 36), ...range(50, 58)];
  for (const id of dates) expect([id, shownBy(id)]).toEqual([id, ['2025-07-11T12:00:00', DATE]]);
  expect(shownBy(46)).toEqual(['1100388:00:00', DATE]);
  for (const id of [0, 2, 4, 23, 26, ...range(37, 44), 49, 59, 163])
    expect([id, shownBy(id)]).toEqual([id, 45_849.5]);
  for (const id of [1, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 48])
    expect([id, shownBy(id)]).toEqual([id, [45_849.5, FORMAT]]);
  for (const id of [2, 4, 37, 40, 44]) expect([id, shownBy(id, 0.125)]).toEqual([id, [0.125, FORMAT]]);
});
