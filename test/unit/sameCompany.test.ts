// Which rows are about one company: held against a comparison of each row with each.
import fc from 'fast-check';

import {
  companyNumbers,
  type NamedCompany,
} from '../../nodes/CompanyScreening/operations/shared/sameCompany';
import { randomCases } from '../support/random';

const said = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: null });
const rows = fc.array(
  fc.record({
    name: fc.constantFrom('Alder', 'Birch'),
    key: said('1', '2', '3'),
    environment: said('sandbox', 'production'),
    option: said('both', 'aml'),
  }),
  { maxLength: 12 },
);

const alder = (key: string, environment: string | null, option: string | null): NamedCompany => ({
  ...{ name: 'Alder', key, environment, option },
});
const apart = [alder('1', 'sandbox', 'both'), alder('1', 'sandbox', 'aml'), alder('1', null, 'aml')];
/** The last row is about the first company. What the second says is between them. */
const atLast = [alder('1', 'sandbox', null), alder('2', null, 'both'), alder('1', null, null)];

/** The same numbers, by looking at every two rows until nothing changes. */
function compared(all: readonly NamedCompany[]): number[] {
  const mayBeOne = (one: NamedCompany, other: NamedCompany) =>
    one.name === other.name &&
    (['key', 'environment', 'option'] as const).every(
      (what) => one[what] === null || other[what] === null || one[what] === other[what],
    );
  let numbers = all.map((_, index) => index);
  for (const [index, one] of all.entries())
    for (const [place, other] of all.entries()) {
      const [from, to] = [numbers[place], numbers[index] ?? index];
      if (mayBeOne(one, other)) numbers = numbers.map((number) => (number === from ? to : number));
    }
  return numbers;
}

/** The first row of each row's company. */
const firsts = (numbers: readonly number[]) => numbers.map((number) => numbers.indexOf(number));

test('rows are one company if what they say does not keep them apart, also by way of others', () => {
  fc.assert(
    fc.property(rows, (all) => {
      expect(firsts(companyNumbers(all))).toEqual(firsts(compared(all)));
    }),
    { numRuns: randomCases(300), examples: [[apart], [atLast]] },
  );
});

test('one name with 100,000 numbers, and a row that says none', () => {
  const keyed = Array.from({ length: 100_000 }, (_, key): NamedCompany => ({
    ...{ name: 'Alder', key: String(key), environment: null, option: 'both' },
  }));
  expect(new Set(companyNumbers(keyed)).size).toBe(100_000);
  const [first] = keyed;
  if (!first) throw new Error('There is a first row.');
  expect(new Set(companyNumbers([...keyed, { ...first, key: null }])).size).toBe(1);
});
