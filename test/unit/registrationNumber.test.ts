// Registration numbers as people and spreadsheets write them: 14 digits, or an explanation.
import * as fc from 'fast-check';

import { readRegistrationNumber } from '../../nodes/CompanyScreening/names/registrationNumber';
import { complaintOf } from './builders';

const asGiven = { restoreLeadingZeros: false };
const withZeros = { restoreLeadingZeros: true };
const complaintAbout = (given: unknown, options = asGiven) =>
  complaintOf(() => readRegistrationNumber(given, options));

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
        fc.array(fc.constantFrom(' ', '/', '\t', '\u00a0'), { maxLength: 3 }),
        fc.boolean(),
        (digits, before, restoreLeadingZeros) => {
          const written = before.join('') + digits.map(([one, after]) => one + after.join('')).join('');
          // One full stop between plain digits is a decimal point.
          fc.pre(!/^[\d\s]+\.\d+$/.test(written.trim()));
          const number = digits.map(([one]) => one).join('');
          expect(readRegistrationNumber(written, { restoreLeadingZeros })).toBe(number);
        },
      ),
      { numRuns: 500 },
    );
  });
});

test('a text that is too long for a number is not repeated', () => {
  const separated = `1234567890123${' '.repeat(186)}4`;
  expect(readRegistrationNumber(separated, asGiven)).toBe('12345678901234');
  for (const given of [` ${separated}x `, `${separated} `.repeat(2)]) {
    const { message, description } = complaintAbout(given);
    expect(message).toBe('Registration Number has more than 200 characters; it must have 14 digits.');
    expect(description).toContain('a list of numbers is in one cell');
  }
});

describe('a number with too few digits', () => {
  test.each([
    ['1234567890123', '13 digits'],
    [1234567890123, '13 digits'],
    ['1', '1 digit;'],
    ['12-34', '4 digits'],
    ['---', '0 digits'],
  ])('%j is refused with the count, and with what spreadsheets do', (given, count) => {
    const { message, description } = complaintAbout(given);
    expect(message).toContain(count);
    expect(message).toContain('14');
    expect(description).toContain('Spreadsheets drop leading zeros');
    expect(description).toContain('Restore Leading Zeros');
    expect(description).toContain('as text');
    expect(description).toContain('No annual returns were requested for this item.');
  });

  test.each([
    ['1234567890123', '01234567890123'],
    [1234567890123, '01234567890123'],
    ['1234567890', '00001234567890'],
    ['123-456-7890', '00001234567890'],
  ])('%j is padded if Restore Leading Zeros is on', (given, number) => {
    expect(readRegistrationNumber(given, withZeros)).toBe(number);
  });

  test.each([123456789, '123456789', '123', '12-34', '0'])(
    '%j is not made a number by Restore Leading Zeros: no spreadsheet drops more than four',
    (given) => {
      const { message, description } = complaintAbout(given, withZeros);
      expect(message).toMatch(/has \d digits?; it must have 14\./);
      expect(description).toContain('up to 4 zeros');
    },
  );

  test('is not created from nothing by Restore Leading Zeros', () => {
    expect(complaintAbout('---', withZeros).message).toContain('0 digits');
  });
});

test.each([asGiven, withZeros])(
  'a number with too many digits is refused with the count, and without advice on zeros (%j)',
  (options) => {
    const { message, description } = complaintAbout('123456789012345', options);
    expect(message).toContain('15 digits');
    expect(description).not.toContain('leading zeros');
  },
);

describe('several lines', () => {
  test.each([
    ['1234567\n8901234', '1234567 8901234'],
    ['12345678901234\r\n98765432109876', '12345678901234 98765432109876'],
    ['1234567\u20288901234', '1234567 8901234'],
  ])('%j may be several numbers', (given, shown) => {
    for (const options of [asGiven, withZeros]) {
      const { message, description } = complaintAbout(given, options);
      expect(message).toBe(`Registration Number "${shown}" has several lines, so it may be several numbers.`);
      expect(description).toContain('a row of its own');
    }
  });

  test('of which one is empty are one number', () => {
    expect(readRegistrationNumber('\n 12345678901234\r\n', asGiven)).toBe('12345678901234');
  });
});

describe('anything else', () => {
  test.each([
    '1234567890123X',
    'GB12345678901234',
    '12345678901234,',
    '1234_5678_9012_34',
    Number.NaN,
    Infinity,
  ])('%s contains characters other than digits', (given) => {
    expect(complaintAbout(given).message).toContain('contains characters other than digits');
    expect(complaintAbout(given, withZeros).message).toContain('contains characters other than digits');
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

  test.each([[true], [false], [{}], [[]], [['12345678901234']], [{ number: 12345678901234 }]])(
    '%j is not a text or number',
    (given) => {
      const { message, description } = complaintAbout(given);
      expect(message).toBe('Registration Number is not a text or number.');
      expect(description).toContain('which field the expression');
    },
  );

  test.each(['１２３４５６７８９０１２３４', '١٢٣٤٥٦٧٨٩٠١٢٣٤', '۱۲۳۴۵۶۷۸۹۰۱۲۳۴', '1234567890123４', '०००'])(
    'the digits of %s are named',
    (given) => {
      const { message, description } = complaintAbout(given, withZeros);
      expect(message).toContain('with the digits of another script, or with full-width ones');
      expect(description).toContain('0 to 9');
    },
  );

  test.each([[''], ['  '], [undefined], [null]])('%j is empty', (given) => {
    expect(complaintAbout(given).message).toContain('empty');
    expect(complaintAbout(given, withZeros).message).toContain('empty');
  });

  test.each(['1234567890123.0', 1234567890123.5])(
    '%s is not taken for another number by leaving out its decimal point',
    (given) => {
      expect(complaintAbout(given).message).toContain('a number with decimals');
    },
  );
});

describe('a number that a spreadsheet calculated with', () => {
  const DECIMALS = [
    ...'1234567890123.4; 1234567890123,4; 12345678901234.0; 123456789012.34'.split('; '),
    ...['123 456 789 012.34', '.5', ',12345678901234', 1234567890123.5, 0.5],
  ];
  const NEGATIVE = [
    ...['-12345678901234', -12345678901234, '\u221212345678901234', '- 1234567890123'],
    '\u201312345678901234',
  ];

  test.each([asGiven, withZeros])('is refused with decimals, as text too (%j)', (options) => {
    for (const given of DECIMALS) {
      const { message, description } = complaintAbout(given, options);
      expect(message).toContain('a number with decimals');
      expect(description).toContain('as text');
    }
  });

  test.each([asGiven, withZeros])('is refused with a sign, as text too (%j)', (options) => {
    for (const given of NEGATIVE) {
      expect(complaintAbout(given, options).message).toContain('is a negative number');
    }
  });

  test.each(['00000000000000', '0000-0000-0000-00', '0000000000', 0])(
    'is refused as zeros only: %j',
    (given) => {
      const { message } = complaintAbout(given, withZeros);
      expect(message).toMatch(given === 0 ? /1 digit;/ : /zeros only/);
    },
  );

  test('is only said to have lost digits if it has', () => {
    expect(complaintAbout('1.23457E+13').message).toContain('cut off its last digits');
    expect(complaintAbout('1E+13').message).toContain('cut off its last digits');
    expect(complaintAbout('1.234567890123E+13').message).toContain('cut off its last digits');
    expect(complaintAbout('1.2345678901234E+13').message).not.toContain('cut off');
    expect(complaintAbout('1,2345678901234e13').message).not.toContain('cut off');
  });
});

describe('what is said about a number', () => {
  const AS_TEXT =
    'Format the column as text in the spreadsheet (Excel: Format Cells > Text; Google Sheets: Format > Number > Plain text), then enter the number again.';

  test.each([
    ['', 'Registration Number is empty.', 'Enter the number.'],
    [
      '1234X',
      'Registration Number "1234X" contains characters other than digits; it must have 14 digits.',
      'Correct the number.',
    ],
    [
      '00000000000000',
      'Registration Number "00000000000000" consists of zeros only.',
      'No business has this number. Correct it.',
    ],
    [
      '1.2E+13',
      'Registration Number "1.2E+13" is a number in scientific notation: the spreadsheet has cut off its last digits.',
      AS_TEXT,
    ],
    [
      '1.2345678901234E+13',
      'Registration Number "1.2345678901234E+13" is a number in scientific notation.',
      AS_TEXT,
    ],
    [
      '-12',
      'Registration Number "-12" is a negative number, not a registration number.',
      'Correct the number.',
    ],
    ['1.5', 'Registration Number "1.5" is a number with decimals, not a registration number.', AS_TEXT],
    [
      '123456789012345',
      'Registration Number "123456789012345" has 15 digits; it must have 14.',
      'Correct the number.',
    ],
    [
      '12',
      'Registration Number "12" has 2 digits; it must have 14.',
      `Spreadsheets drop leading zeros: add the option Restore Leading Zeros and switch it on, or enter the numbers again as text. ${AS_TEXT}`,
    ],
    [
      '1',
      'Registration Number "1" has 1 digit; it must have 14.',
      `Spreadsheets drop leading zeros: add the option Restore Leading Zeros and switch it on, or enter the numbers again as text. ${AS_TEXT}`,
    ],
  ])('%j', (given, message, advice) => {
    expect(complaintAbout(given)).toEqual({
      message,
      description: `No annual returns were requested for this item. ${advice}`,
    });
  });

  test('with Restore Leading Zeros says that it does not add as many', () => {
    expect(complaintAbout('12', withZeros).description).toBe(
      'No annual returns were requested for this item. Restore Leading Zeros adds up to 4 zeros; this number is missing more digits than that. Correct it.',
    );
  });

  test.each([
    [true, 'scientific notation', ['+1.2E13', '-1.2e+13', '1E-5', '12E13']],
    [false, 'scientific notation', ['x1.2E13', '1.2E13x', 'E13', '1.E13', '1.2E', '1..2']],
    [false, 'negative', ['1x-2', '12-34']],
    [false, 'decimals', ['a.5', '1.5x', '1.234.5', '1.']],
  ])('has, which is %s, the words "%s": %j', (isSaid, words, all) => {
    for (const given of all)
      expect([given, complaintAbout(given).message.includes(words)]).toEqual([given, isSaid]);
  });
});
