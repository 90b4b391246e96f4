// Every entry of the tables by which a company name is judged: one written case each, so that none can go unnoticed.
import { readCompanyName } from '../../nodes/CompanyScreening/names/companyName';
import {
  isTurnedAround,
  watchlistMayMissName,
  mixesScripts,
} from '../../nodes/CompanyScreening/names/lookAlikes';
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

  // Hardly any company writes them, and many of their letters look Latin.
  const RARE = new Set([
    ...['Canadian syllabics', 'Cherokee', 'Coptic', 'Tifinagh', 'Lisu', 'Glagolitic', 'Deseret', 'Osage'],
  ]);

  test.each(ALL.filter(([script]) => !RARE.has(script)))(
    '%s beside other words is not mixed: %s',
    (_, letter) => {
      expect(mixesScripts(`${letter}${letter} Ltd`)).toBe(false);
    },
  );

  test.each(ALL.filter(([script]) => RARE.has(script)))('%s beside Latin words is mixed: %s', (_, letter) => {
    expect(mixesScripts(`${letter}${letter} Ltd`)).toBe(true);
  });

  // A mark of Bali, which is used with Balinese letters only.
  test.each([...ALL, ...EAST_ASIAN_AND_LATIN])('%s has no marks of another script: %s', (_, letter) => {
    expect(mixesScripts(`${letter}\u1b34`)).toBe(true);
  });

  test.each(EAST_ASIAN_AND_LATIN)('%s may stand in a word with Latin letters: %s', (_, letter) => {
    expect(mixesScripts(`${letter}${letter}Ltd`)).toBe(false);
  });

  test.each([...EAST_ASIAN_AND_LATIN, ['Bopomofo', 'ㄅ']])(
    '%s may not stand in a word with Cyrillic letters: %s',
    (_, letter) => {
      expect(mixesScripts(`${letter}${letter}ГАВАНЬ`)).toBe(true);
    },
  );
});

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
])('a joiner is part of the spelling in: %s', (_, before, after) => {
  for (const joiner of ['\u200c', '\u200d'])
    expect(readCompanyName(before + joiner + after)).toBe(before + joiner + after);
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
    ['a line over a letter', 'G\u0305'],
    ['a line under a letter', 'G\u0332'],
    ['two lines under a letter', 'G\u0333'],
    ['two lines over a letter', 'G\u033f'],
    ['a line under two letters', 'G\u035fl'],
    ['the first small letter over a letter', 'G\u0363'],
    ['the last one', 'G\u036f'],
    ['the first small letter of manuscripts over a letter', 'G\u1dd3'],
    ['the last one of manuscripts', 'G\u1df4'],
    ['letters of flags', '\u{1f1e6}\u{1f1e8}\u{1f1f2}'],
    ['the kra of Greenland, which looks like a k', 'Ban\u0138'],
    ['a b of an old alphabet', 'Gloomhar\u0185our'],
    ['a letter for a click that looks like an l', 'G\u01c0oomharbour'],
    ['a wynn, which looks like a p', 'Shi\u01bfping'],
    ['a dotless j', 'Glo\u0237m'],
    ['an iota of phonetics', 'Sh\u0269pping'],
    ['a v of phonetics', 'Gloomharbo\u028br'],
    ['an insular t', 'Gloomharbour L\ua787d'],
    ['an e of dialectology', 'Gloomharbour W\uab32st'],
    ['an o of dialectology', 'Gl\uab3dom'],
    ['a mathematical or before a letter', '\u2228ictor'],
    ['a mathematical bar behind a letter', 'G\u2223oom'],
    ['circles among letters', 'Gl\u25cb\u25cbm'],
    ['a Hebrew line behind a letter', 'G\u05c0oom'],
    ['a stroke of Han behind a letter', 'G\u4e28oom'],
    ['an ordinal of Spanish before a letter', 'Gl\u00ba\u00bam'],
    ['the first letter in brackets', '\u249c'],
    ['the last letter in a circle', '\u24e9'],
    ['a full-width digit', '\uff11'],
    ['a long s', '\u017f'],
    ['an i with two dots', 'Sh\u0069\u0307pping'],
    ['a j with two dots', 'F\u006a\u0307ord'],
    ['a dotless i with a dot', 'Sh\u0131\u0307pping'],
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
    ['a flag', 'Harbour \u{1f1e6}\u{1f1f9}'],
    ['the schwa and the dotless i of Azerbaijan', 'Az\u0259rbaycan I\u015f\u0131k'],
    ['letters of West Africa', '\u0186n\u025b Ab\u0254 \u0257an \u0194'],
    ['a stroke of Han in a word of Han', '\u4e2b\u5934'],
    ['circles of their own', '\u25cb\u25cb \u682a\u5f0f\u4f1a\u793e'],
  ])('are everyday letters: %s', (_, name) => {
    expect(mixesScripts(name)).toBe(false);
  });
});

describe('Cyrillic or Greek letters that look Latin', () => {
  test.each([
    ['joined by a sign', 'AT&\u0422 Inc'],
    ['behind a digit', '3\u041c Company'],
    ['between points', 'I.\u0412.M. Ltd'],
    ['of a word of their own', '\u0410\u0421\u041c\u0415 Shipping Ltd'],
    ['in small letters', 'Harbour \u0441\u043e\u0440\u0443'],
    ['with an accent', 'Caf\u00e9 \u0391\u03ac'],
    ['of Greek', '\u0391\u0392\u039d AMRO'],
    ['of a legal form that is joined to something', '\u0410\u0422&T'],
    ['beside a legal form', '\u041e\u041e\u041e \u0410\u0421\u041c\u0415 Trade'],
  ])('are never clear beside Latin ones: %s', (_, name) => {
    expect(watchlistMayMissName(name, name, [name])).toBe(true);
    expect(readCompanyName(name)).toBe(name);
  });

  test.each([
    ['a Russian legal form', '\u041e\u041e\u041e Honest Bakery'],
    ['a Ukrainian one in quotation marks', '\u0422\u041e\u0412 \u00abHonest Bakery\u00bb'],
    ['a Greek one', 'Aegean Bakery \u0391.\u0395.'],
    ['a word that shows its alphabet', '\u041a\u0430\u0444\u0435 \u0443 Harbour'],
    ['three letters and no Latin one', '\u0410\u0422\u0421 360'],
  ])('may be clear with %s', (_, name) => {
    expect(watchlistMayMissName(name, name, [name])).toBe(false);
  });

  // Each of them, as the fonts of most programs show it.
  test.each([
    ['Cyrillic capitals', 'АВЕЅІЈКМНОРСТУХҮҺԀԚԜӀ'],
    ['small Cyrillic letters', 'аеѕіјкорсухүһԁԛԝӏѵ'],
    ['Greek capitals', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'],
    ['small Greek letters', 'αγικνορσυχ'],
  ])('are known: %s', (_, letters) => {
    for (const letter of letters) {
      const name = `Ltd ${letter}`;
      expect([letter, watchlistMayMissName(name, name, [name])]).toEqual([letter, true]);
    }
  });
});

describe('an override that turns letters around', () => {
  const TO_THE_LEFT = '\u202e';
  const TO_THE_RIGHT = '\u202d';

  test.each([
    ['Latin', TO_THE_LEFT, 'emcA'],
    ['Cyrillic', TO_THE_LEFT, 'Гавань'],
    ['Greek', TO_THE_LEFT, 'Αιγαίο'],
    ['Han', TO_THE_LEFT, '暗港'],
    ['digits', TO_THE_LEFT, '360'],
    ['Katakana', TO_THE_LEFT, 'アカ'],
    ['Hangul', TO_THE_LEFT, '한국'],
    ['Thai', TO_THE_LEFT, 'กข'],
    ['Devanagari', TO_THE_LEFT, 'कख'],
    ['Arabic', TO_THE_RIGHT, 'شركة'],
    ['Hebrew', TO_THE_RIGHT, 'חברה'],
    ['Syriac', TO_THE_RIGHT, 'ܒܓ'],
    ['Thaana', TO_THE_RIGHT, 'ނށ'],
    ['Nko', TO_THE_RIGHT, 'ߊߋ'],
    ['Adlam', TO_THE_RIGHT, '\u{1e902}\u{1e903}'],
  ])('to the other side, in %s', (_, override, letters) => {
    expect(isTurnedAround(`${override}${letters}`)).toBe(true);
    expect(isTurnedAround(`Ltd\n${letters}${override}`)).toBe(true);
    expect(isTurnedAround(letters)).toBe(false);
  });

  test.each([
    ['isolates between letters', true, '\u2067\u2066e\u2069\u2066m\u2069\u2066c\u2069\u2066A\u2069\u2069'],
    ['marks in an embedding', true, '\u202be\u200fm\u200fc\u200fA\u202c'],
    ['marks at its beginning and between', true, '\u200fe\u200fm\u200fc\u200fA'],
    ['marks of Arabic between letters', true, '\u061ce\u061cm\u061ce'],
    ['isolates around a letter with an accent', true, '\u2067\u2066e\u0301\u2069\u2066m\u2069\u2069'],
    ['marks around a word', false, '\u2067Acme\u2069 \u202bLtd\u202c'],
    ['marks before and behind', false, '\u200fAcme Ltd\u200f'],
    ['a mark to the right in a word', false, 'Ac\u200eme'],
    ['a mark between Arabic and Latin', false, 'شركة\u200fAcme'],
    ['an override to the left at the end', true, 'A\u202e'],
    ['an override to the right at the end', true, 'ש\u202d'],
    ['an override of letters that run to the right anyway', false, '\u202dAcme 360 Ltd'],
    ['an override of letters that run to the left anyway', false, '\u202eחברה'],
    ['an override within another', true, '\u202e\u202dחברה'],
  ])('is imitated or meant by %s: %s', (_, isTurned, name) => {
    expect(isTurnedAround(name)).toBe(isTurned);
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
