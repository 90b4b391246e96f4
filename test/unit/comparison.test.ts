// Compare With: what is said of a hit beside what the user knows. Whatever is in doubt is unknown.
import * as fc from 'fast-check';

import {
  compareWith,
  type CustomerData,
  sameName,
  sameNumber,
  sameCountry,
} from '../../nodes/CompanyScreening/comparison/compare';
import { aHit } from './builders';

const nothing: CustomerData = {
  names: [],
  registrationNumber: undefined,
  country: undefined,
};
const nameMatch = (names: string[], hit: unknown) => compareWith({ ...nothing, names }, hit).nameMatch;
const numberMatch = (registrationNumber: unknown, companyNumber: unknown) =>
  compareWith({ ...nothing, registrationNumber }, { ...aHit(), companyNumber }).numberMatch;
const countryMatch = (country: unknown, jurisdiction: unknown) =>
  compareWith({ ...nothing, country }, { ...aHit(), jurisdiction }).countryMatch;

test.each([
  ['12345', ['12345'], 'same'],
  ['V-100', ['v 100'], 'same'],
  ['12-345-678', ['12345678'], 'same'],
  [12345, ['12345'], 'same'],
  ['12345', ['777', '12345'], 'same'],
  ['１２３４５', ['12345'], 'unknown'],
  ['12345', ['98765'], 'different'],
  ['12345', ['98765', 'FRT-77'], 'different'],
  // It may be the same with a prefix, or without the zeros that a spreadsheet drops.
  ['12345', ['HRB 12345'], 'unknown'],
  ['12345', ['0012345'], 'unknown'],
  ['0012345', ['12345'], 'unknown'],
  ['12345.0', ['12345'], 'unknown'],
  ['7', ['4711'], 'unknown'],
  // Two numbers with the same digits.
  ['1/23', ['12/3'], 'unknown'],
  ['1/23', ['1-23'], 'same'],
  // Nothing to compare.
  ['', ['12345'], 'unknown'],
  [undefined, ['12345'], 'unknown'],
  [null, [''], 'unknown'],
  ['', [''], 'unknown'],
  ['n/a', ['n/a'], 'unknown'],
  ['-', ['-'], 'unknown'],
  ['000', ['000'], 'unknown'],
  ['1.23457E+13', ['1.23457E+13'], 'unknown'],
  [12345678901234567890, ['12345678901234567000'], 'unknown'],
  [true, ['12345'], 'unknown'],
  [{ number: 1 }, ['12345'], 'unknown'],
  ['12345', null, 'unknown'],
  ['12345', [], 'unknown'],
  ['12345', undefined, 'unknown'],
  // What cannot be read may be the same.
  ['12345', ['98765', null], 'unknown'],
  ['12345', ['98765', ''], 'unknown'],
  ['12345', ['98765', 'pending'], 'unknown'],
  ['12345', ['٩٨٧٦٥'], 'unknown'],
  ['12345', '12345', 'unknown'],
  ['12345', [{ number: '12345' }], 'unknown'],
  // Signs may be missing on either side.
  ['12345678', ['12-345-678'], 'same'],
  // Zeros count, except at the start.
  ['1002', ['12'], 'different'],
  ['0012', ['12345'], 'unknown'],
  ['0012', ['98765'], 'different'],
  // Digits of two scripts in one number.
  ['12 ٣٤٥', ['98765'], 'unknown'],
  ['٣5', ['98765'], 'unknown'],
  ['5٣', ['98765'], 'unknown'],
  // What a spreadsheet made of a long number.
  ['-1.2E+13', ['-1.2E+13'], 'unknown'],
  ['12.5E+13', ['12.5E+13'], 'unknown'],
  ['1E+13', ['1E+13'], 'unknown'],
  ['1.5E13', ['1.5E13'], 'unknown'],
  ['HRB 1E5', ['HRB 1E5'], 'same'],
  ['1E5-X', ['1E5-X'], 'same'],
  ['1,5E+13', ['1,5E+13'], 'unknown'],
  ['1E-13', ['1E-13'], 'unknown'],
  ['1.5e+13', ['1.5e+13'], 'unknown'],
  ['+15E+13', ['+15E+13'], 'unknown'],
  ['99', ['99'], 'same'],
  ['A1Z', ['a1z'], 'same'],
])('registration numbers: %j beside %j: %s', (own, theirs, match) => {
  expect(numberMatch(own, theirs)).toBe(match);
});

test.each([
  ['AE', ['United Arab Emirates'], 'same'],
  ['ARE', ['U.A.E', 'UAE'], 'same'],
  ['الإمارات العربية المتحدة', ['United Arab Emirates'], 'same'],
  ['中国', ['China'], 'same'],
  ['Vereinigte Arabische Emirate', ['ae'], 'same'],
  ['uk', ['United Kingdom'], 'same'],
  ['Germany', ['Iran', 'Deutschland'], 'same'],
  ['Côte d’Ivoire', ["COTE D'IVOIRE"], 'same'],
  ['Germany', ['Iran'], 'different'],
  ['Germany', ['Iran', 'SY'], 'different'],
  ['China', ['Hong Kong'], 'different'],
  // "Congo" is two countries, and "NA" is what lists write for "not available".
  ['Congo', ['Congo'], 'unknown'],
  ['NA', ['NA'], 'unknown'],
  ['Namibia', ['NAM'], 'same'],
  ['', ['Iran'], 'unknown'],
  [undefined, ['Iran'], 'unknown'],
  ['Germany', null, 'unknown'],
  ['Germany', [], 'unknown'],
  ['Germany', ['Iran', null], 'unknown'],
  ['Germany', ['Iran', 'Velmoria'], 'unknown'],
  ['Velmoria', ['Velmoria'], 'unknown'],
  ['Germany', ['Iran; Germany'], 'unknown'],
  ['Germany', 'Germany', 'unknown'],
  ['constructor', ['__proto__'], 'unknown'],
  // Each language, and both codes.
  ['ألمانيا', ['DE'], 'same'],
  ['Deutschland', ['DE'], 'same'],
  ['Germany', ['DE'], 'same'],
  ['Alemania', ['DE'], 'same'],
  ['آلمان', ['DE'], 'same'],
  ['Allemagne', ['DE'], 'same'],
  ['Germania', ['DE'], 'same'],
  ['Duitsland', ['DE'], 'same'],
  ['Alemanha', ['DE'], 'same'],
  ['Германия', ['DE'], 'same'],
  ['Almanya', ['DE'], 'same'],
  ['德国', ['DE'], 'same'],
  ['DEU', ['DE'], 'same'],
  ['SouthAfrica', ['South Africa'], 'unknown'],
  // As the United Nations and ISO spell them.
  ['Viet Nam', ['Vietnam'], 'same'],
  ['Iran (Islamic Republic of)', ['Iran'], 'same'],
  ['Iran, Islamic Republic of', ['IR'], 'same'],
  ['Bolivia (Plurinational State of)', ['BO'], 'same'],
  ['Venezuela (Bolivarian Republic of)', ['VE'], 'same'],
  ["Democratic People's Republic of Korea", ['KP'], 'same'],
  ['Democratic People’s Republic of Korea', ['North Korea'], 'same'],
  ['Republic of Korea', ['KR'], 'same'],
  ['Republic of Moldova', ['MD'], 'same'],
  ['United Kingdom of Great Britain and Northern Ireland', ['GB'], 'same'],
  ['China, Hong Kong Special Administrative Region', ['HK'], 'same'],
  ['China, Macao Special Administrative Region', ['MO'], 'same'],
  ['Congo, The Democratic Republic of the', ['CD'], 'same'],
  ['Democratic Republic of the Congo', ['CD'], 'same'],
  ['Tanzania, United Republic of', ['TZ'], 'same'],
  ['Gambia (Republic of The)', ['GM'], 'same'],
  ['The Bahamas', ['Bahamas (The)'], 'same'],
  ['Holy See', ['VA'], 'same'],
  ['Palestine, State of', ['PS'], 'same'],
  ['Netherlands (Kingdom of the)', ['NL'], 'same'],
  ['Federal Republic of Germany', ['DE'], 'same'],
  ['Burma', ['Myanmar'], 'same'],
  ['Hong Kong SAR', ['HK'], 'same'],
  ['Macao SAR', ['MO'], 'same'],
  ['Congo, Democratic Republic of the', ['CD'], 'same'],
  ["Korea, Democratic People's Republic of", ['KP'], 'same'],
  ['Vatican City', ['VA'], 'same'],
  ['Lao PDR', ['LA'], 'same'],
  ['Macedonia, the former Yugoslav Republic of', ['MK'], 'same'],
  ['Kingdom of the Netherlands', ['NL'], 'same'],
  ['Svalbard and Jan Mayen Islands', ['SJ'], 'same'],
  ['United States Virgin Islands', ['VI'], 'same'],
  ['British Virgin Islands', ['VG'], 'same'],
  ['Socialist Republic of Viet Nam', ['VN'], 'same'],
  ['Wallis and Futuna Islands', ['WF'], 'same'],
  ['Viet Nam', ['Iran (Islamic Republic of)'], 'different'],
  ['The', ['The'], 'unknown'],
])('countries: %j beside %j: %s', (own, theirs, match) => {
  expect(countryMatch(own, theirs)).toBe(match);
});

test.each([
  [['Gloomharbour Shipping'], { name: 'GLOOMHARBOUR  SHIPPING', aliasNames: [] }, 'same'],
  [['Straße 7 GmbH'], { name: 'STRASSE 7 GMBH', aliasNames: [] }, 'same'],
  [['Gloomharbour Shipping'], { name: 'Another', aliasNames: ['Gloomharbour Shipping'] }, 'same'],
  [['Another', 'Gloomharbour Shipping'], { name: 'Gloomharbour Shipping', aliasNames: null }, 'same'],
  [['Gloomharbour Shipping'], { name: 'Gloomharbour Shipping Ltd' }, 'different'],
  [['Gloomharbour Shipping'], { name: 'Gloomharbour-Shipping', aliasNames: ['GH'] }, 'different'],
  [['Gloomharbour'], { name: 'Gloom Harbour' }, 'different'],
  [['Q\u0301 Ltd'], { name: 'X' }, 'different'],
  [['Sarab'], { name: 'شركة سراب', aliasNames: ['GH'] }, 'unknown'],
  [['شركة سراب'], { name: 'شركة سراب' }, 'same'],
  // What a tool made of a name is not its name.
  [['Sharikat Sarab'], { name: 'شركة سراب', tlName: 'Sharikat Sarab' }, 'unknown'],
  [['Gloomharbour'], { name: null, aliasNames: ['Another'] }, 'unknown'],
  [['Gloomharbour'], { name: '', aliasNames: [] }, 'unknown'],
  [['Gloomharbour'], { name: 'Another', aliasNames: [null] }, 'unknown'],
  [['Gloomharbour'], { name: 'Another', aliasNames: 'Gloomharbour' }, 'unknown'],
])('names: %j beside %j: %s', (own, hit, match) => {
  expect(nameMatch(own, hit)).toBe(match);
});

test.each([null, undefined, 'text', 7, []])('of a hit that is %j, everything is unknown', (hit) => {
  const own = { names: ['A'], registrationNumber: '1', country: 'AE' };
  expect(new Set(Object.values(compareWith(own, hit)))).toEqual(new Set(['unknown']));
});

const anyData = fc.record({
  registrationNumber: fc.anything(),
  country: fc.anything(),
});
const MATCHES = ['same', 'different', 'unknown'];

test('whatever the data and the hit are, each comparison says one of three words', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), anyData, fc.anything(), (names, data, hit) => {
      const matches = compareWith({ names, ...data }, hit);
      expect(Object.keys(matches)).toEqual(['nameMatch', 'numberMatch', 'countryMatch']);
      expect(MATCHES).toEqual(expect.arrayContaining(Object.values(matches)));
    }),
  );
});

const values = fc.oneof(
  fc.constantFrom('12345', 'HRB 12345', '00123', 'Iran', 'AE', 'Congo', ''),
  fc.string(),
);

test('which of two texts is the user’s makes no difference', () => {
  fc.assert(
    fc.property(values, values, (one, other) => {
      expect(numberMatch(one, [other])).toBe(numberMatch(other, [one]));
      expect(countryMatch(one, [other])).toBe(countryMatch(other, [one]));
      expect(nameMatch([one], { name: other })).toBe(nameMatch([other], { name: one }));
    }),
  );
});

test('one more entry never makes what was the same different, or what was in doubt', () => {
  fc.assert(
    fc.property(values, fc.array(values), values, (own, theirs, more) => {
      for (const match of [numberMatch, countryMatch]) {
        const [before, after] = [match(own, theirs), match(own, [...theirs, more])];
        if (before === 'same') expect(after).toBe('same');
        if (theirs.length > 0 && before === 'unknown') expect(after).not.toBe('different');
      }
    }),
  );
});

test('what cannot be compared is unknown by itself, and not only beside other entries', () => {
  expect(
    [
      sameNumber('', '12345'),
      sameNumber('12345', undefined),
      sameNumber('12345', 'HRB 12345'),
      sameNumber('1/23', '12/3'),
      sameCountry('', 'AE'),
      sameCountry('AE', 'Velmoria'),
      sameName('', 'Alder'),
      sameName('Alder', 'شركة سراب'),
    ].filter((match) => match !== 'unknown'),
  ).toEqual([]);
});
