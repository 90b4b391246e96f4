// Dates and times as workbooks keep them.
import {
  dateOf,
  isoDate,
  isoTime,
  timeOf,
} from '../../../nodes/CompanyScreening/lists/workbook/numberFormat';

test.each([
  [1, '1900-01-01'],
  [59, '1900-02-28'],
  [61, '1900-03-01'],
  [5000, '1913-09-08'],
  [45_103, '2023-06-26'],
  [45_103.75, '2023-06-26T18:00:00'],
  [45_103.000_005_787_04, '2023-06-26T00:00:00.500'],
  [90_000, '2146-05-29'],
  [2_958_465, '9999-12-31'],
])('counted from 1900, %d is %s', (days, date) => {
  expect(dateOf(days, '1900')).toBe(date);
});

test.each([
  [0, '1904-01-01'],
  [59, '1904-02-29'],
  [60, '1904-03-01'],
  [43_641, '2023-06-26'],
])('counted from 1904, %d is %s', (days, date) => {
  expect(dateOf(days, '1904')).toBe(date);
});

test.each([60, 60.5, 2_958_466, 1e300])('counted from 1900, %d is no date, and stays a number', (days) => {
  expect(dateOf(days, '1900')).toBe(days);
});

test.each([
  [0, '00:00:00'],
  [0.75, '18:00:00'],
  [0.5 + 1 / 86_400_000, '12:00:00.001'],
  [1.5, '36:00:00'],
  [100, '2400:00:00'],
  [-0.5, -0.5],
])('%d of a day is %s', (days, time) => {
  expect(timeOf(days)).toBe(time);
});

test('the texts of other programs are written in the same way', () => {
  expect(isoDate('2023-06-26T00:00:00')).toBe('2023-06-26');
  expect(isoDate('2023-06-26T00:00:00.000Z')).toBe('2023-06-26');
  expect(isoDate('2023-06-26T00:00')).toBe('2023-06-26');
  expect(isoDate('2023-06-26T10:00:00.000')).toBe('2023-06-26T10:00:00');
  expect(isoDate('2023-06-26')).toBe('2023-06-26');
  expect(isoTime('PT18H30M00S')).toBe('18:30:00');
  expect(isoTime('PT100H30M01.5S')).toBe('100:30:01.5');
  expect(isoTime('PT18H30M00.000S')).toBe('18:30:00');
  for (const other of ['P1D', 'xPT18H30M00S', 'PT18H30M00Sx', '2023Z6']) expect(isoTime(other)).toBe(other);
  expect(isoDate('2023Z6')).toBe('2023Z6');
});
