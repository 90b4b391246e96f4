// Every entry of the tables by which a company name is judged: one written case each, so that none can go unnoticed.
import { readCompanyName } from '../../nodes/CompanyScreening/names/companyName';
import { isTurnedAround, mixesScripts } from '../../nodes/CompanyScreening/names/lookAlikes';
import { complaintOf } from './builders';

describe('a letter of each script', () => {
  const LETTERS: [script: string, letter: string][] = [
    ['Greek', 'λ'],
    ['Armenian', 'Գ'],
    ['Georgian', 'გ'],
    ['Hebrew', 'ג'],
    ['Arabic', 'ش'],
    ['Syriac', 'ܓ'],
    ['Thaana', 'ނ'],
    ['Ethiopic', 'ሂ'],
    ['Devanagari', 'आ'],
    ['Bengali', 'আ'],
    ['Gurmukhi', 'ਇ'],
    ['Gujarati', 'ઇ'],
    ['Oriya', 'ଇ'],
    ['Tamil', 'ஆ'],
    ['Telugu', 'ఇ'],
    ['Kannada', 'ಆ'],
    ['Malayalam', 'ആ'],
    ['Sinhala', 'ඇ'],
    ['Thai', 'ก'],
    ['Lao', 'ຄ'],
    ['Tibetan', 'ཁ'],
    ['Myanmar', 'ဂ'],
    ['Khmer', 'គ'],
    ['Mongolian', 'ᠢ'],
    ['Canadian syllabics', 'ᐃ'],
    ['Cherokee', 'Ꭲ'],
    ['Coptic', 'ⲁ'],
    ['Tifinagh', 'ⴲ'],
    ['Nko', 'ߌ'],
    ['Vai', 'ꔂ'],
    ['Lisu', 'ꓒ'],
    ['Glagolitic', 'Ⰲ'],
    ['Deseret', '\u{10402}'],
    ['Osage', '\u{104b2}'],
    ['Adlam', '\u{1e902}'],
    ['Yi', 'ꀂ'],
  ];
  const ALL: typeof LETTERS = [...LETTERS, ['Cyrillic', 'Ж']];
  const EAST_ASIAN_AND_LATIN: typeof LETTERS = [
    ['Latin', 'C'],
    ['Han', '暗'],
    ['Hiragana', 'ひ'],
    ['Katakana', 'カ'],
    ['Hangul', '한'],
  ];

  test.each(LETTERS)('%s is not Cyrillic: %s in a Cyrillic word is mixed', (_, letter) => {
    expect(mixesScripts(`Гавань${letter}`)).toBe(true);
  });

  test.each(ALL)('%s stands alone in its word: %s in a Latin word is mixed', (_, letter) => {
    expect(mixesScripts(`Harbour${letter}`)).toBe(true);
  });

  test.each(ALL)('%s beside other words is not mixed: %s', (_, letter) => {
    expect(mixesScripts(`${letter}${letter} Ltd`)).toBe(false);
  });

  // A mark of Bali, which is used with Balinese letters only.
  test.each([...ALL, ...EAST_ASIAN_AND_LATIN])('%s has no marks of another script: %s', (_, letter) => {
    expect(mixesScripts(`${letter}\u1b34`)).toBe(true);
  });

  test.each([...EAST_ASIAN_AND_LATIN, ['Bopomofo', 'ㄅ']])(
    '%s may stand in a word with Latin letters: %s',
    (_, letter) => {
      expect(mixesScripts(`${letter}${letter}Ltd`)).toBe(false);
    },
  );

  test.each([...EAST_ASIAN_AND_LATIN, ['Bopomofo', 'ㄅ']])(
    '%s may not stand in a word with Cyrillic letters: %s',
    (_, letter) => {
      expect(mixesScripts(`${letter}${letter}ГАВАНЬ`)).toBe(true);
    },
  );
});

describe('a joiner is part of the spelling in', () => {
  test.each([
    ['Arabic', 'می', 'خ'],
    ['Syriac', 'ܐ', 'ܒ'],
    ['Mongolian', 'ᠠ', 'ᠡ'],
    ['Devanagari', 'क्', 'ष'],
    ['Bengali', 'র্', 'য'],
    ['Gurmukhi', 'ਕ੍', 'ਖ'],
    ['Gujarati', 'ક્', 'ષ'],
    ['Oriya', 'କ୍', 'ଷ'],
    ['Tamil', 'க்', 'ஷ'],
    ['Telugu', 'క్', 'ష'],
    ['Kannada', 'ಕ್', 'ಷ'],
    ['Malayalam', 'ക്', 'ഷ'],
    ['Sinhala', 'ක්', 'ය'],
  ])('%s', (_, before, after) => {
    for (const joiner of ['\u200c', '\u200d'])
      expect(readCompanyName(before + joiner + after)).toBe(before + joiner + after);
  });
});

describe('letters in an unusual form', () => {
  test.each([
    ['the first squared letter', '\u{1f110}'],
    ['the last squared letter', '\u{1f189}'],
    ['the first outlined letter', '\u{1ccd6}'],
    ['the last outlined letter', '\u{1ccef}'],
    ['the Roman fifty', '\u216c'],
    ['the Roman thousand', '\u216f'],
    ['the small Roman fifty', '\u217c'],
    ['the small Roman thousand', '\u217f'],
    ['the first phonetic extension', '\u1d00'],
    ['the last phonetic extension', '\u1dbf'],
    ['a Latin alpha', '\u0251'],
    ['a script g', '\u0261'],
    ['a small capital G', '\u0262'],
    ['a small capital I', '\u026a'],
    ['a small capital N', '\u0274'],
    ['a small capital R', '\u0280'],
    ['a small capital Y', '\u028f'],
    ['a small capital B', '\u0299'],
    ['a small capital H', '\u029c'],
    ['a small capital L', '\u029f'],
    ['a small capital F', '\ua730'],
    ['a small capital S', '\ua731'],
    ['a tilde through a letter', 'G\u0334'],
    ['a line through a letter', 'G\u0338'],
    ['a hundred thousand sign around a letter', 'G\u0488'],
    ['a million sign around a letter', 'G\u0489'],
    ['the first mark for symbols', 'G\u20d0'],
    ['the last mark for symbols', 'G\u20f0'],
    ['a Roman one behind a capital', 'A\u2160'],
    ['a Roman twelve behind a small letter', 'z\u217b'],
    ['a Roman one before a capital', '\u2160Z'],
    ['a Roman twelve before a small letter', '\u217ba'],
    ['the first letter in brackets', '\u249c'],
    ['the last letter in a circle', '\u24e9'],
    ['a full-width digit', '\uff11'],
    ['a long s', '\u017f'],
  ])('are never clear: %s', (_, letter) => {
    expect(mixesScripts(letter)).toBe(true);
  });

  test.each([
    ['the ordinal of Spanish for a woman', 'M\u00aa'],
    ['the ordinal of Spanish for a man', 'N\u00ba'],
    ['the ligature of Armenian', 'Գ\u0587'],
    ['the vowel of Thai in "limited"', 'จ\u0e33กัด'],
    ['the same vowel of Lao', 'ຄ\u0eb3'],
    ['ho no of Lao', '\u0edcຄ'],
    ['ho mo of Lao', '\u0eddຄ'],
    ['a Roman two of its own', 'Fond \u2161'],
    ['signs of companies', 'Harbour \u3231 \u2122 \u2116'],
  ])('are everyday letters: %s', (_, name) => {
    expect(mixesScripts(name)).toBe(false);
  });
});

describe('an override that turns letters around', () => {
  test.each([
    ['Latin', 'emcA'],
    ['Cyrillic', 'Гавань'],
    ['Greek', 'Αιγαίο'],
    ['Han', '暗港'],
    ['digits', '360'],
  ])('to the left, in %s', (_, letters) => {
    expect(isTurnedAround(`\u202e${letters}`)).toBe(true);
    expect(isTurnedAround(`Ltd\n${letters}\u202e`)).toBe(true);
    expect(isTurnedAround(letters)).toBe(false);
  });

  test.each([
    ['Arabic', 'شركة'],
    ['Hebrew', 'חברה'],
  ])('to the right, in %s', (_, letters) => {
    expect(isTurnedAround(`\u202d${letters}`)).toBe(true);
    expect(isTurnedAround(`\n${letters}\u202d`)).toBe(true);
    expect(isTurnedAround(letters)).toBe(false);
  });

  test('is seen wherever it stands, and does nothing to letters that run its way anyway', () => {
    expect(isTurnedAround('A\u202e')).toBe(true);
    expect(isTurnedAround('ש\u202d')).toBe(true);
    expect(isTurnedAround('\u202dAcme 360 Ltd')).toBe(false);
    expect(isTurnedAround('\u202eחברה')).toBe(false);
  });
});

describe('a spreadsheet error in each language', () => {
  test.each([
    '#N/A',
    '#N/B',
    '#N/D',
    '#N/T',
    '#Н/Д',
    '#I/T',
    '#NV',
    '#YOK',
    '#HIÁNYZIK',
    '#NENÍ_K_DISPOZICI',
    '#NUL',
    '#NULL',
    '#SPILL',
    '#GETTING_DATA',
    'Err:5',
    'Err:502',
    '#REF!',
    '#¡REF!',
    '#¿NOMBRE?',
    '#DIV/0!',
    '#ÜBERLAUF!',
    '#X_1!',
  ])('is no name: %s', (error) => {
    expect(complaintOf(() => readCompanyName(error)).message).toBe(
      `Company Name "${error}" is a spreadsheet error, not a name.`,
    );
  });

  test.each(['#NV Ltd', 'The #NV', 'Err:502 Ltd', 'My Err:502', '#SPILL Coffee', '#NULLARBOR', '#1'])(
    'is not: %s',
    (name) => {
      expect(readCompanyName(name)).toBe(name);
    },
  );
});

describe('a mark', () => {
  test('at the beginning belongs to no letter', () => {
    // It is used with Cyrillic and with Latin letters.
    expect(mixesScripts('\u0485abc')).toBe(true);
    expect(mixesScripts('a\u0485bc')).toBe(false);
  });

  test('behind a joiner belongs to the letter before it', () => {
    expect(mixesScripts('क\u200d\u094dष')).toBe(false);
  });
});

describe('damage by the wrong encoding', () => {
  test.each(['PrÃ¤É® GmbH', 'PrÉ®Ã¤ GmbH'])('is found beside a sign behind a letter: %s', (name) => {
    expect(complaintOf(() => readCompanyName(name)).message).toContain('is damaged');
  });

  test('is shown as far as it can be', () => {
    expect(complaintOf(() => readCompanyName('Gloom\ud83dhar\uffffbour')).message).toBe(
      'Company Name "Gloom\ufffdhar\ufffdbour" is damaged: its file was read with the wrong encoding.',
    );
  });

  // The second half of "à" is a no-break space, which goes when white space does.
  test.each(['UniversitÃ\u00a0', '\u00a0UniversitÃ\u00a0 ', 'SocietÃ\u00a0 di Navigazione'])(
    'is found where it ends in white space: %j',
    (name) => {
      expect(complaintOf(() => readCompanyName(name)).message).toContain('is damaged');
    },
  );
});
