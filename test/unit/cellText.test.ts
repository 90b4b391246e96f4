// Texts of a workbook start no formula, also when it is saved as CSV, and come back as they were.
import * as fc from 'fast-check';

import { fromCellText, OWN_SHEETS, toCellText } from '../../nodes/CompanyScreening/names/ownWorkbook';
import { safeText } from '../../nodes/CompanyScreening/names/plainText';
import { randomCases } from '../support/random';

test.each([
  ['=1+1', "'=1+1"],
  ['@Work Ltd', "'@Work Ltd"],
  [' "=1', ` "'=1`],
  ['Acme; -1', "Acme; '-1"],
  ["'=1+1", "''=1+1"],
  ["Rock 'n' Roll - Bar", "Rock 'n' Roll - Bar"],
  ['+49 30 1234', '+49 30 1234'],
  ['-12.5', '-12.5'],
  ['+1+1', "'+1+1"],
  ['-1-2', "'-1-2"],
  ['=A1', "'=A1"],
  ['+A1', "'+A1"],
  ['-A1', "'-A1"],
  ['@A1', "'@A1"],
  ['＝A1', "'＝A1"],
  ['＋A1', "'＋A1"],
  ['－A1', "'－A1"],
  ['＠A1', "'＠A1"],
  ['\0 =1', "\0 '=1"],
  ['-1 000,50', '-1 000,50'],
  ['+49 30 12 x', "'+49 30 12 x"],
  ['+1,5,5', "'+1,5,5"],
])('%j is %j in a cell', (text, cell) => {
  expect(toCellText(text)).toBe(cell);
  expect(fromCellText(cell)).toBe(text);
});

test.each([
  ['a comma', ','],
  ['a semicolon', ';'],
  ['an Arabic semicolon', '\u061b'],
  ['a vertical bar', '|'],
  ['a tab', '\t'],
  ['a vertical tab', '\v'],
  ['a form feed', '\f'],
  ['a carriage return', '\r'],
  ['a line feed', '\n'],
  ['a next line', '\u0085'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
])('behind %s, where another program may begin a cell, no formula begins', (_, separator) => {
  expect(toCellText(`Acme${separator}=1`)).toBe(`Acme${separator}'=1`);
});

const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('=', '+', '-', '@', '＝', ';', ',', '\t', '\n', '"', "'", ' ', 'a', '1', '\u0000'))
    .map((parts) => parts.join('')),
);

test('whatever the text, it starts no formula, and comes back as it was', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const cell = toCellText(text);
      expect(fromCellText(cell)).toBe(text);
      if (!/^[+-]\d/.test(text)) expect(safeText(cell, 'spreadsheet')).toBe(cell);
    }),
    { seed, numRuns: randomCases(500) },
  );
});

test('our sheets are known by a heading that each of them always had', () => {
  expect(Object.fromEntries(OWN_SHEETS)).toEqual({
    Summary: 'Company screening',
    Companies: 'Outcome',
    Hits: 'Outcome',
    'To Review': 'Outcome',
    Clear: 'Outcome',
    Errors: 'Outcome',
    Results: 'Outcome',
    'No Longer Listed': 'Outcome',
    History: 'Screened at',
    Decisions: 'Decided at',
    Runs: 'Started',
    Problems: 'Problem',
    Test: 'Known name',
    Figures: 'Month',
    Sample: 'No',
  });
});
