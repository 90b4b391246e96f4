// Which letters and signs, next to each other, can only be Western European.
import iconv from 'iconv-lite';

import { mayBeWesternBesidesUtf8, westernCertainty } from '../../../nodes/CompanyScreening/lists/decode';

const certainty = (text: string) => westernCertainty(iconv.encode(text, 'windows-1252').toString('latin1'));
const isWestern = (text: string) => certainty(text) === 'yes';
const mayBeWestern = (text: string) => mayBeWesternBesidesUtf8(Buffer.from(text).toString('latin1'));

test.each([
  ['the same letter twice', 'Süüst'],
  ['ç and a vowel', 'Fundação'],
  ['Ç and a vowel', 'AÇÃO'],
  ['a vowel and ß', 'Größe'],
  ['a vowel and ï', 'Zéïde'],
  ['ü and í', 'Lingüística'],
  ['Ü and Í', 'LINGÜÍSTICA'],
  ['a vowel and ñ', 'Ibáñez'],
  ['a vowel and Ñ', 'IBÁÑEZ'],
  ['ñ and a vowel', 'Compañía'],
  ['Ñ and a vowel', 'COMPAÑÍA'],
  ['two letters of the north', 'Sjöängen'],
  ['two capitals of the north', 'SJÖÄNGEN'],
  ['a capital after a small accented letter, inside a word', 'CaféBar'],
  ['a small accented letter at the beginning of a word', 'une école'],
  ['an apostrophe before a capital', 'O’Neill'],
  ['a letter of another platform beside an accented end of a word', 'Škoda Café'],
  ['a letter of another platform beside an accented beginning of a word', 'Škoda, une école'],
  ['a sign that stands alone', 'A – B'],
  ['a digit in quotation marks, at the end', '“3M”'],
])('%s is Western: %s', (_what, text) => {
  expect(isWestern(text)).toBe(true);
});

test.each([
  ['two different accented vowels', 'Baéàb'],
  ['a letter of the north and another accented one', 'Bäéb'],
  ['a capital of the north and another accented one', 'BÄÉB'],
  ['three accented letters', 'Bäääb'],
  ['a capital behind a small letter', 'cafÉ'],
  ['a small letter behind capitals', 'CAFé'],
  ['a small letter at the beginning of capitals', 'éTAT'],
  ['a small letter before capitals, behind a space', 'L éTAT'],
  ['a letter that the Mac has elsewhere', 'Škoda'],
  ['such a letter in quotation marks', '“Acme Škoda”'],
  ['a sign behind a letter', 'Bar…'],
  ['a sign before a letter', 'A “Bar'],
  ['an apostrophe at the end of a word', 'Jones’ B'],
  ['an apostrophe before a small letter', 'A ’t Hof'],
])('%s may be something else: %s', (_what, text) => {
  expect(isWestern(text)).toBe(false);
});

test.each([
  ['one letter that is a letter and a sign', 'CAFɒS'],
  ['two such letters', 'CAFɒɒS'],
  ['a character that is a letter, a space and a sign', 'Caf\u983b'],
])('%s may be Western all the same: %s', (_what, text) => {
  expect(mayBeWestern(text)).toBe(true);
});

test.each([
  ['plain letters', 'Company'],
  ['such a letter behind a certain one', 'éɒ'],
  ['such a letter before a certain one', 'ɒé'],
  ['such a letter and a certain one elsewhere', 'CAFɒS, Café'],
  ['a letter whose first byte no Western language has', 'Б'],
])('%s can only be UTF-8: %s', (_what, text) => {
  expect(mayBeWestern(text)).toBe(false);
});

const WESTERN = '€‚„…ŠŒŽ‘’“”•–—™šœž\u00a0§©«®°´·»ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜßàáâãäåæçèéêëìíîïñòóôõöøùúûüÿ';

test('a byte may be Western if it is a letter or a sign of its languages', () => {
  const bytes = Array.from({ length: 128 }, (_, index) => String.fromCharCode(128 + index));
  const western = bytes.filter((byte) => westernCertainty(`A ${byte} B`) !== 'no');
  expect(iconv.decode(Buffer.from(western.join(''), 'latin1'), 'windows-1252')).toBe(WESTERN);
});

test('a control character is no text', () => {
  const codes = Array.from({ length: 32 }, (_, code) => code);
  expect(codes.filter((code) => westernCertainty(`A${String.fromCharCode(code)}B`) === 'yes')).toEqual([
    9, 10, 13,
  ]);
});

test('a small accented letter beside another small letter is Western, and a capital or one beside capitals is not', () => {
  for (const letter of 'àáâãäåæçèéêëìíîïñòóôõöøùúûüšœž') {
    const capital = letter.toUpperCase();
    expect([letter, certainty(`Ba${letter}`), certainty(`B ${letter}a`)]).toEqual([
      letter,
      ...(/[šœž]/.test(letter) ? ['orMac', 'orMac'] : ['yes', 'yes']),
    ]);
    expect([letter, ...[`a${capital}`, `BB${letter}`, `B ${letter}B`].map(certainty)]).toEqual([
      ...[letter, 'no', 'no', 'no'],
    ]);
  }
});
