// Registration numbers as people and spreadsheets write them: 14 digits, or an explanation.
import * as fc from 'fast-check';

import { readRegistrationNumber } from '../../nodes/CompanyScreening/operations/registrationNumber';
import { failureOf } from './builders';

const asGiven = { restoreLeadingZeros: false };
const withZeros = { restoreLeadingZeros: true };
const complaintAbout = (given: unknown, options = asGiven) =>
  failureOf(() => readRegistrationNumber(given, options));

describe('a number of 14 digits', () => {
  test.each([
    ['12345678901234'],
    [12345678901234],
    ['123 456 789 012 34'],
    ['1234-5678-9012-34'],
    ['1234–5678—9012‑34'],
    ['12/3456/7890/1234'],
    ['12.345.678.901.234'],
    [' 12345678901234\n'],
    ['1234\u00a05678\u202f9012\u200b34\ufeff'],
  ])('is read from %j', (given) => {
    expect(readRegistrationNumber(given, asGiven)).toBe('12345678901234');
    expect(readRegistrationNumber(given, withZeros)).toBe('12345678901234');
  });

  test('keeps its leading zeros', () => {
    expect(readRegistrationNumber('00000000000001', asGiven)).toBe('00000000000001');
  });

  test('comes back exactly, wherever separators are put', () => {
    const digit = fc.integer({ min: 0, max: 9 }).map(String);
    const separators = fc.array(fc.constantFrom(' ', '-', '/', '.', '\t', '\u00a0'), { maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(digit, separators), { minLength: 14, maxLength: 14 }),
        separators,
        fc.boolean(),
        (digits, before, restoreLeadingZeros) => {
          const written = before.join('') + digits.map(([one, after]) => one + after.join('')).join('');
          const number = digits.map(([one]) => one).join('');
          expect(readRegistrationNumber(written, { restoreLeadingZeros })).toBe(number);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a number with too few digits', () => {
  test.each([
    ['1234567890123', '13 digits'],
    [1234567890123, '13 digits'],
    ['1', '1 digit;'],
    ['12-34', '4 digits'],
    ['---', '0 digits'],
  ])('%j is refused with the count, and with what spreadsheets do', (given, count) => {
    const { message, description, beforeRequest } = complaintAbout(given);
    expect(message).toContain(count);
    expect(message).toContain('14');
    expect(description).toContain('Spreadsheets drop leading zeros');
    expect(description).toContain('Restore Leading Zeros');
    expect(description).toContain('as text');
    expect(beforeRequest).toBe(true);
  });

  test.each([
    ['1234567890123', '01234567890123'],
    [1234567890123, '01234567890123'],
    ['12-34', '00000000001234'],
    ['0', '00000000000000'],
  ])('%j is padded where Restore Leading Zeros is on', (given, number) => {
    expect(readRegistrationNumber(given, withZeros)).toBe(number);
  });

  test('is not made of nothing by Restore Leading Zeros', () => {
    expect(complaintAbout('---', withZeros).message).toContain('0 digits');
  });
});

describe('a number with too many digits', () => {
  test.each([asGiven, withZeros])(
    'is refused with the count, and without advice on zeros (%j)',
    (options) => {
      const { message, description } = complaintAbout('123456789012345', options);
      expect(message).toContain('15 digits');
      expect(description).not.toContain('leading zeros');
    },
  );
});

describe('anything else', () => {
  test.each([
    '1234567890123X',
    'GB12345678901234',
    '12345678901234,',
    '1234_5678_9012_34',
    '١٢٣٤٥٦٧٨٩٠١٢٣٤',
    '１２３４５６７８９０１２３４',
  ])('%s has other characters than digits', (given) => {
    expect(complaintAbout(given).message).toContain('other characters than digits');
    expect(complaintAbout(given, withZeros).message).toContain('other characters than digits');
  });

  test.each(['1.23457E+13', '1,23457E+13', '1.23457e13', '1E+13', 1e21])(
    '%s is recognised as what a spreadsheet made of it',
    (given) => {
      for (const options of [asGiven, withZeros]) {
        const { message, description } = complaintAbout(given, options);
        expect(message).toContain('scientific notation');
        expect(description).toContain('as text');
      }
    },
  );

  test.each([[''], ['  '], [undefined], [null], [true], [{}], [['12345678901234']]])(
    '%j is empty',
    (given) => {
      expect(complaintAbout(given).message).toContain('empty');
      expect(complaintAbout(given, withZeros).message).toContain('empty');
    },
  );

  test.each(['1234567890123.0', 1234567890123.5])(
    '%s is not taken for another number by leaving out its decimal point',
    (given) => {
      expect(complaintAbout(given).beforeRequest).toBe(true);
    },
  );
});
