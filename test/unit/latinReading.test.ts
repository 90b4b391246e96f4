// Names of Cyrillic or Greek letters that a person reads as Latin ones.
import { readCompanyName } from '../../nodes/CompanyScreening/names/companyName';
import {
  latinReading,
  watchlistMayMissName,
  missingReadings,
} from '../../nodes/CompanyScreening/names/lookAlikes';
import { alteredName } from '../../nodes/CompanyScreening/names/alterations';
import { VOCABULARIES, type Vocabulary } from '../support/vocabularies';

const isMissed = (name: string, ...others: string[]) => watchlistMayMissName(name, name, [name, ...others]);

test.each([
  ['АСМЕ', 'ACME'],
  ['НОРЕ ТРАСТ', 'HOPE TPACT'],
  ['НОРЕ ТРАСТ Ltd', 'HOPE TPACT Ltd'],
  ['аррӏе', 'apple'],
  ['ΗΟΡΕ', 'HOPE'],
  ['ВЕКТОР', 'BEKTOP'],
  ['ООО «ВОСТОК»', 'OOO «BOCTOK»'],
  ['ΜΕΤΚΑ Α.Ε.', 'METKA A.E.'],
  ['ЁМКОСТЕР ТЕСТ', 'ËMKOCTEP TECT'],
  ['АТС Ltd', 'ATC Ltd'],
  ['AT&Т Inc', 'AT&T Inc'],
  ['А.С.М.Е. Trade', 'A.C.M.E. Trade'],
  ['АСМЕ 360', 'ACME 360'],
  ['Αιγαίο', 'Aiyaío'],
  ['Торговый дом АСМЕ Ltd', 'Торговый дом ACME Ltd'],
  ['ЗАО АСМЕ', 'ЗАО ACME'],
  ['ВАТ Ltd', 'BAT Ltd'],
  ['ѴІЅА', 'VISA'],
  ['ΑͿΑΧ', 'AJAX'],
  ['ԌОРЕ', 'GOPE'],
  ['ВАТ Co., Ltd.', 'BAT Co., Ltd.'],
  ['ооо Ltd', 'ooo Ltd'],
  ['ооо аррӏе', 'ooo apple'],
  ['ТОВ Кафе АСМЕ Ltd', 'ТОВ Кафе ACME Ltd'],
  ['Кафе АТС Ltd', 'Кафе ATC Ltd'],
])('%s reads %s', (name, reading) => {
  expect(latinReading(name)).toBe(reading);
  expect(isMissed(name)).toBe(true);
});

test.each([
  ['three letters without a Latin word', 'АТС'],
  ['a legal form and three letters', 'ООО МЕТ'],
  ['a legal form alone', 'ООО'],
  ['a legal form of its own script beside a Latin name', 'ООО Honest Bakery'],
  ['one in small letters', 'ооо Kaspi'],
  ['one in small letters with points', 'Kaspi о.а.о.'],
  ['one with a capital', 'Ооо «Kaspi»'],
  ['one with points', 'Aegean Bakery Α.Ε.'],
  ['one in quotation marks', 'ТОВ «Honest Bakery»'],
  ['a word that shows its alphabet', 'Гавань'],
  ['a short word beside one that shows its alphabet and a Latin one', 'Кафе у Harbour'],
  ['a word of two letters beside them', 'Кафе РО Harbour'],
  ['a whole name in which one word shows it', 'МЕТРО СТРОЙ'],
  ['Latin letters only', 'ACME'],
])('a person sees the alphabet of %s: %s', (_, name) => {
  expect(latinReading(name)).toBeUndefined();
  expect(isMissed(name)).toBe(false);
});

test('a name that is screened under its reading too is not missed, whatever its case', () => {
  expect(isMissed('АСМЕ', 'ACME')).toBe(false);
  expect(isMissed('АСМЕ', 'Acme')).toBe(false);
  expect(isMissed('АСМЕ', 'ACME Ltd')).toBe(true);
  expect(isMissed('АСМЕ', 'ВЕКТОР')).toBe(true);
  expect(missingReadings(['АСМЕ', 'ВЕКТОР', 'ACME'])).toEqual(['BEKTOP']);
});

test.each(['АррӀе', 'АррІе Ltd', 'ӏВМ Ltd'])(
  '%s may be read in two ways, so no reading clears it',
  (name) => {
    expect(latinReading(name)).toBeDefined();
    expect(missingReadings([name])).toEqual([]);
    expect(isMissed(name, latinReading(name) ?? '')).toBe(true);
  },
);

test('the reading itself needs no other one', () => {
  for (const name of ['АСМЕ', 'ЗАО АСМЕ', 'Торговый дом АСМЕ Ltd', 'ТОВ Кафе АСМЕ Ltd']) {
    const reading = latinReading(name) ?? '';
    expect([readCompanyName(reading), isMissed(reading)]).toEqual([reading, false]);
  }
});

test('a word in which the alphabets are mixed is missed however the company is screened', () => {
  expect(isMissed('\u0410cme', 'Acme')).toBe(true);
  expect(missingReadings(['\u0410cme'])).toEqual([]);
});

test('the legal forms are those that Test Screening leaves out', () => {
  for (const name of ['ОсОО Гавань', 'ЖШС Гавань', 'Гавань ЕООД', 'ΑΕΒΕ Ελιά', 'Ελιά Α.Ε.'])
    expect(alteredName(name, 'withoutLegalForm')).toMatch(/^(?:Гавань|Ελιά)$/);
});

// Accents are not written on Greek capitals.
const inCapitals = (word: string) =>
  word.normalize('NFD').toUpperCase().replaceAll('\u0301', '').normalize('NFC');

/** Of a hundred names of this kind, how many are for review. */
function reviews({ words }: Vocabulary, nameOf: (one: string, other: string) => string): number {
  const names = words.map((word, index) => nameOf(word, words[(index * 7 + 3) % words.length] ?? ''));
  return Math.round((names.filter((name) => isMissed(name)).length / names.length) * 1000) / 10;
}

// Of a hundred honest names. docs/lists.md quotes those in capitals.
test.each([
  ['Russian', { words: 5.1, capitals: 29.4, pairs: 11, withForm: 29.4, beside: 31.6 }],
  ['Ukrainian', { words: 3.6, capitals: 25, pairs: 5, withForm: 25, beside: 25.7 }],
  ['Kazakh', { words: 1.7, capitals: 14.2, pairs: 4.2, withForm: 14.2, beside: 19.2 }],
  ['Greek', { words: 3.3, capitals: 17.5, pairs: 6.7, withForm: 17.5, beside: 19.2 }],
])('of %s names, so many are for review', (language, expected) => {
  const vocabulary = VOCABULARIES.find((one) => one.language === language);
  if (!vocabulary) throw new Error('The language has no words.');
  const { legalForm } = vocabulary;
  expect({
    words: reviews(vocabulary, (one) => one),
    capitals: reviews(vocabulary, inCapitals),
    pairs: reviews(vocabulary, (one, other) => inCapitals(`${one} ${other}`)),
    withForm: reviews(vocabulary, (one) => `${legalForm} «${inCapitals(one)}»`),
    beside: reviews(vocabulary, (one) => `${inCapitals(one)} Ltd`),
  }).toEqual(expected);
});

describe('a sign that looks like a letter', () => {
  test.each([
    'Hop℮',
    'A₵ME',
    'A\u20b1PLE',
    '\u20a6OVA',
    'Gl口om',
    'H\u20acLLO',
    'Gl\u25cfom',
    'Gloo\u1175',
    'Acm\u3125',
  ])('in a Latin word is never clear: %s', (name) => {
    expect(isMissed(name, 'Hope', 'ACME')).toBe(true);
  });

  test.each([
    'Fund \u20ac',
    '\u20b1 100 Stores',
    '500 ml ℮ Ltd',
    'JR東日本',
    'Tシャツ Ltd',
    '口 Bank',
    '한국 Ltd',
    'ㄅㄆ Ltd',
  ])('elsewhere is no letter: %s', (name) => {
    expect(isMissed(name)).toBe(false);
  });
});
