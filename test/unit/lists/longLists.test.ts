// Text files of sizes that nobody writes by hand: they are read in seconds, or they stop.
import { readText } from './reading';

// If the time grew with the square of their number, this would take hours.
test('a hundred thousand equal headings have names of their own', () => {
  const others = 150_000;
  const [row] = readText(`Name${',x'.repeat(others)}\nA${',1'.repeat(others)}\n`).rows;
  expect(Object.keys(row?.json ?? {}).at(-1)).toBe('x_150000');
});

test('a line of 10 MB stops, wherever it is', () => {
  const long = 'x'.repeat(10_000_000);
  expect(() => readText(`Company,Country\n${long},DE\n`)).toThrow(/^Line 2 of list\.csv: .* a million/);
  expect(() => readText(long)).toThrow(/a million/);
  expect(() => readText(`Company,Country\n1,"${long}`)).toThrow(/^Line 2 of list\.csv: .* a million/);
});
