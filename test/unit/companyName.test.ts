// Company names as people and spreadsheets provide them: damage is refused or removed, nothing else is rewritten.
import { readCompanyName } from '../../nodes/CompanyScreening/names/companyName';
import { readOtherNames } from '../../nodes/CompanyScreening/names/otherNames';
import { isTurnedAround, watchlistMayMissName } from '../../nodes/CompanyScreening/names/lookAlikes';
import { refuseUnevaluated } from '../../nodes/CompanyScreening/names/invalidItem';
import { VOCABULARIES } from '../support/vocabularies';
import { watchlist } from '../sandbox/watchlist';
import { complaintOf } from './builders';

const sentFor = readCompanyName;
const problemWith = (given: unknown) => complaintOf(() => readCompanyName(given));

test.each([
  [
    'as a person writes it',
    [
      ...['Gloomharbour Shipping Ltd', 'GLOOMHARBOUR shipping ltd.', 'Ben & "Jerry" <Ltd>'],
      ...['Müller & Söhne GmbH', 'شركة الميناء', '暗港航运有限公司', 'ООО «Тихая Гавань»'],
      ...['Société Générale — Paris', '#paid GmbH', '3M', 'C'],
      ...['7-Eleven', '24/7', '7-11', '=Sum Holding', 'AT&T; Bell', 'R&D;', '100% Design', '[24]7.ai'],
      ...['Set 24'],
      ...['May 5 Ltd', 'August 1', '1-800-Flowers.com', 'C:\\xampp', '1.2.3', '54321'],
    ],
  ],
  ['with a joiner that is part of the spelling', ['می\u200cخواهم', 'क्\u200dष', 'র্\u200cয']],
  [
    'since it is not damaged',
    [
      ...['NESTLÉ®', 'CAFÉ™', 'CAFÉ’S BAR', '“CAFÉ” Ltd', 'CAFÉ–BAR'],
      ...Array.from('ÆÇÈÉÊËÌÍÒÓÔÕÖØÙÚÜÝß', (letter) => `MEN${letter}®`),
      ...Array.from('®©™’“”«»–—…', (sign) => `CAFÉ${sign} Weiß${sign}`),
      ...['Göteborg Åkeri', 'Łódź Żegluga', 'São Tomé', 'Ångström', 'Ñandú', 'ТОВ СІРІУС'],
      ...['РЁРИХ И СЁСТРЫ', 'طکران ظگ', 'Ρόδος ΟΞΥ', 'Root √ 2'],
    ],
  ],
  [
    'since no value is missing in it',
    [
      ...['Bignull', 'Undefinednull', 'SaintNaN', 'ToInfinity', 'Null Ltd', 'Undefined Labs'],
      ...['Infinity Shipping', 'Nanotech', 'INFINITY', 'infinity', 'NAN', 'Nan', 'NONE', 'False Ltd', 'NA'],
      ...['00', '0 Ltd'],
    ],
  ],
  [
    'since it is no number and no notation',
    [
      ...['3E', '1E5', 'E+10 Ltd', 'A+B-C', 'Alpha+AMD-Group', 'Acme ~ Sons', 'Acme ~{ Sons ~}'],
      ...['Unit 1E+10', '1E+10 Ltd', 'Acme ["Holding"]', 'ΞΈΝΙΟΣ ΑΕ'],
    ],
  ],
  [
    'since it is no expression',
    [
      ...['A$AP Worldwide', 'Ca$h (UK) Ltd', 'US$ Holdings', '$ave', 'Node$ Inc', '$jsonlines Ltd'],
      ...['$inputs Ltd'],
      ...['Curly {Braces} Ltd', 'P{2} GmbH', '{Code} Ltd', 'The {Thing}', '{a} {b}', '$fromAI Ltd'],
      ...['AC$ (M) Sdn Bhd', 'Cash$(UK) Ltd', '{your} studio'],
      ...watchlist.flatMap(({ name, aliasNames }) => [name, ...(aliasNames ?? [])]),
    ],
  ],
])('a name is sent unchanged %s', (_, names) => {
  for (const name of names) expect(sentFor(name)).toBe(name);
});

describe('a name is sent', () => {
  test.each([
    ['a number', 360, '360'],
    ['the highest number that has all its digits', 9007199254740991, '9007199254740991'],
    ['a number as text, however long', '12345678901234567890', '12345678901234567890'],
    ['spaces around it', '  Example Ltd ', 'Example Ltd'],
    ['something invisible between spaces', 'Société \u200b Générale', 'Société Générale'],
    ['white space around it', '  Example Ltd \n', 'Example Ltd'],
    ['line breaks around it', '\r\nExample Ltd\n\u0085', 'Example Ltd'],
    ['a line of signs below it', 'Example Ltd\n---', 'Example Ltd ---'],
    ['white space of any kind in it', 'Gloom\u00a0harbour\t\u3000Ltd', 'Gloom harbour Ltd'],
    ['composed letters, where they came in parts', 'Mu\u0308ller', 'M\u00fcller'],
    [
      'composed letters, where something invisible was between the parts',
      'Mu\u200b\u0308ller',
      'M\u00fcller',
    ],
  ])('with %s', (_, given, sent) => {
    expect(sentFor(given)).toBe(sent);
  });

  test.each([
    ['a zero-width space', '\u200b'],
    ['a zero-width joiner', '\u200d'],
    ['a zero-width non-joiner', '\u200c'],
    ['a word joiner', '\u2060'],
    ['a byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['a left-to-right mark', '\u200e'],
    ['a right-to-left override', '\u202e'],
    ['a direction isolate', '\u2066'],
    ['NUL', '\0'],
    ['a control character', '\u0007'],
    ['a variation selector', '\ufe0f'],
    ['a combining grapheme joiner', '\u034f'],
    ['a Hangul filler', '\u3164'],
    ['a tag character', '\u{e0041}'],
  ])('without %s', (_, invisible) => {
    const name = `Gloom${invisible}harbour Ship${invisible}${invisible}ping Ltd`;
    expect(sentFor(name)).toBe('Gloomharbour Shipping Ltd');
    expect(sentFor(`${invisible}${name}${invisible}`)).toBe('Gloomharbour Shipping Ltd');
  });

  test.each([
    ['at the end of a Persian word', 'می\u200c', 'می'],
    ['behind an abbreviation mark', '\u070f\u200cابج', 'ابج'],
    ['between Persian and Latin', 'می\u200cLtd', 'میLtd'],
    ['twice', 'می\u200c\u200cخواهم', 'میخواهم'],
  ])('without a non-joiner %s', (_, given, sent) => {
    expect(sentFor(given)).toBe(sent);
  });
});

// In English, German, French, Spanish, Italian, Portuguese, Dutch, Scandinavian languages, Polish and Turkish.
const MONTHS = new Set(
  [
    'jan feb mar apr may jun jul aug sep oct nov dec',
    'jan feb mrz mär märz apr mai jun jul aug sep okt nov dez',
    'janv févr mars avr mai juin juil août sept oct nov déc',
    'jan fév mars avr mai juin juil aou sept oct nov dec',
    'janv fevr mars avr mai juin juil aout sept oct nov dec',
    'ene feb mar abr may jun jul ago sep oct nov dic',
    'gen feb mar apr mag giu lug ago set ott nov dic',
    'jan fev mar abr mai jun jul ago set out nov dez',
    'jan feb mrt apr mei jun jul aug sep okt nov dec',
    'jan feb mars apr maj juni juli aug sep okt nov des',
    'sty lut mar kwi maj cze lip sie wrz paź lis gru',
    'oca şub mar nis may haz tem ağu eyl eki kas ara',
  ].flatMap((year) => year.split(' ')),
);

const REFUSALS: [as: string, given: unknown[], message: RegExp, todo: RegExp][] = [
  [
    'empty',
    ['', '   ', '\u00a0\t', '\u200b', '\u00ad\u200e', undefined, null],
    /^Company Name is empty\.$/,
    /Enter a name in your list, .* the column that Company Name is taken from\.$/,
  ],
  ['no text', [true, {}, [], ['Example Ltd']], /^Company Name is not text\.$/, /expression/],
  [
    'without a letter or digit',
    ['---', '?', '...', '№', '&', '########', '😀'],
    /contains no letter or digit/,
    /Correct the name/,
  ],
  [
    'a formula',
    [
      ...['="Example Ltd"', '=A2', '=$B$7&" Ltd"', '=CONCATENATE(A2;B2)', '=SVERWEIS(A2;B:C;2)', '=List!A2'],
      ...["='My list'!A2", '=AB2', '=$ABC$12', '=A23'],
    ],
    /is a spreadsheet formula/,
    /the values instead of the formulas/,
  ],
  [
    'the notation of a program',
    [
      ...['Smith &amp; Sons', 'Pr&auml;zision', 'M&#252;ller', 'M&#xfc;ller', 'M\\u00fcller', 'Caf%C3%A9'],
      ...['Caf=C3=A9', '=?utf-8?Q?Caf=C3=A9?=', '["Example Ltd"]', '{"name": "Example Ltd"}'],
      ...['O&#x27;Brien', '=?iso-8859-1?Q?Caf=E9?=', '=?utf-8?b?QWNtZQ==?=', '[ "Acme" ]'],
      ...['{ "name": "Acme" }'],
    ],
    /the notation of a program/,
    /Correct the step that produced the list/,
  ],
  [
    'what a spreadsheet makes of a name that looks like a date',
    [
      ...['2026-11-27T16:33:39.578-05:00', '2026-11-27T16:33+01:00', '2026-11-27 16:33:39Z'],
      ...[45849, 45849.5, 0.5, '11-Jul', '11. Jul', '11-juil', '11-Jul-25', '11 Jul 2025', 'Jul-25'],
      ...['Okt-25'],
      ...['2025-07-11', '2025-07-11 00:00:00', '7/11/25', '11.07.2025', '7-11-1999', '11/Jul', '11.Jul'],
      ...['11-Jul.', '11-Jul. 2025', '1 Jul. 25', 'Jul.-2025', '7/11/2025'],
      ...Array.from(MONTHS, (month) => `11-${month}`),
    ],
    /may be a date: spreadsheets turn names such as 7-11 into one/,
    /as text/,
  ],
  [
    'a spreadsheet error',
    [
      ...['#N/A', '#REF!', '#NAME?', '#VALUE!', '#DIV/0!', '#NULL!', '#NUM!', '#SPILL!', '#CALC!'],
      // Google Sheets, LibreOffice, German, French.
      ...['#ERROR!', 'Err:502', 'Err:504', '#NV', '#BEZUG!', '#WERT!', '#ÜBERLAUF!', '#ZAHL!'],
      ...['#VALEUR!', '#NOM?', '#NUL!', '#NOMBRE!'],
      // Spanish, Italian, Portuguese, Dutch.
      ...['#N/D', '#¡REF!', '#¿NOMBRE?', '#¡VALOR!', '#¡DIV/0!', '#RIF!', '#VALORE!', '#VALOR!'],
      ...['#N/B', '#VERW!', '#NAAM?'],
      // Danish, Swedish, Russian, Turkish.
      ...['#I/T', '#VÆRDI!', '#SAKNAS!', '#REFERENS!', '#Н/Д', '#ССЫЛКА!', '#ЗНАЧ!', '#ИМЯ?'],
      ...['#YOK', '#BAŞV!', '#AD?'],
      ...[' #n/a ', '#ref!\n'],
    ],
    /is a spreadsheet error/,
    /formula/,
  ],
  [
    'what a program writes if a value is missing',
    [
      ...['undefined', 'null', 'NULL', 'NaN', 'Infinity', '-Infinity', Number.NaN],
      ...[Number.POSITIVE_INFINITY, '[object Object]', 'Gloomharbour [object Object] Ltd'],
      ...['[object Array]', ' un\u200bdefined '],
      ...['(null)', '<null>', '[NULL]', '\\N'],
      ...['nan', 'NaT', 'None', '<NA>', 'N/A', 'n/a', 'FALSE', '0', 0],
    ],
    /is what a program writes where a value is missing/,
    /expression/,
  ],
  [
    'put together with a value that is missing',
    ['Acme Ltdundefined', 'undefined Ltd', 'Acme null', 'null & Sons', 'Acme NaN Ltd'],
    /holds what a program writes where a value is missing/,
    /expression/,
  ],
  [
    'one with a character that only its font knows',
    ['Gloom\ue000harbour', 'Gloomharbour \uf8ff', 'Gloom\ufffcharbour', 'G\u{f0000}loom'],
    /is damaged/,
    /UTF-8/,
  ],
  [
    'a number whose last digits are lost',
    [12345678901234567890, 1e21, 1e33, -9007199254740993],
    /more digits than n8n can keep/,
    /as text/,
  ],
  [
    'a number of which a spreadsheet shows a part',
    ['1.23457E+13', '1,23457e+13', '1E+05', '-2.5E-10', '1.23457E+33'],
    /more digits than a spreadsheet shows/,
    /as text/,
  ],
  [
    'an expression or a placeholder that nothing was put into',
    [
      ...['{{ $json.company }}', '{{company}}', 'Acme {{ $json.company }}', 'Acme {{company}}'],
      ...['$json.company', 'Acme $json["company"]', '$input.first().json.company'],
      ...['$node["List"].json.company', "$('List').first().json.company", '$( "List").item.json.company'],
      ...['$(‘List’).item.json.company', '$(`List`).item.json.company', "$fromAI('company')", '{company}'],
      ...['{Company Name}', '${company}', '#{company}', '<company>', '<<Company Name>>', '<%= company %>'],
      ...['[company]', '[Company_Name]', '%companyName%', '«company»', '__company__', '$company', '@name'],
      ...[':name', '"Company"', '$item.company', '$binary["data"].fileName'],
      ...['$items("List")[0].json.company'],
      ...[
        '#{firm}',
        '${firm}',
        '<firm>',
        '<<firm>>',
        '$item(0).json.company',
        '$data["company"]',
        '$data.company',
      ],
      ...Array.from('\'"`‘’“”', (mark) => `$(${mark}List${mark}).first()`),
      ...['[company-name]', '%company name%'],
    ],
    /^Company Name is ".+": an expression, or a placeholder/,
    /set Company Name to Expression/,
  ],
  [
    'two companies in one cell',
    ['\n', '\r\n', '\r', '\v', '\u0085', '\u2028', ' \n \n '].map((end) => `Evil Corp${end}Plain Co`),
    /^Company Name has 2 lines, so it may be 2 companies: "Evil Corp", "Plain Co"\.$/,
    /a row of its own, or write its name on one line/,
  ],
  [
    'too long',
    ['a'.repeat(1001), '\u{20000}'.repeat(1001), 'Gloomharbour Ltd\n'.repeat(5882)],
    /^Company Name has more than 1000 characters/,
    /one cell/,
  ],
];

describe('a name is refused before any request', () => {
  const refused = (given: unknown, message: RegExp, todo: RegExp) => {
    const problem = problemWith(given);
    expect(problem.message).toMatch(message);
    expect(problem.description).toMatch(/^Nothing was sent for this item\. /);
    expect(problem.description).toMatch(todo);
  };

  test.each(
    REFUSALS.flatMap(([as, all, message, todo]) => all.map((given) => ({ as, given, message, todo }))),
  )('as $as: $given', ({ given, message, todo }) => {
    refused(given, message, todo);
  });

  test.each([
    ['a replacement character', 'Pr\ufffdzision GmbH'],
    ['the first half of a character', 'Gloom\ud83dharbour'],
    ['the second half of a character', 'Gloomharbour\udc00'],
    ['a character that does not exist', 'Gloom\uffffharbour'],
    ['UTF-8 read as Windows-1252', 'PrÃ¤zision GmbH'],
    ['U+FFFD in UTF-8, read as Windows-1252', 'Prï¿½zision GmbH'],
    ['the same beside other signs', 'Prï¿½« zision GmbH'],
    ['UTF-8 read as Windows-1252: Ö', 'Ã–l AG'],
    ['UTF-8 read as Windows-1252: Ü', 'Ãœbersee AG'],
    ['UTF-8 read as Windows-1252: ß', 'GroÃŸ KG'],
    ['UTF-8 read as Windows-1252: é', 'CafÃ© du Port'],
    ['UTF-8 read as Windows-1252: ę', 'WÄ™giel'],
    ['UTF-8 read as Windows-1252: ř', 'PÅ™erov'],
    ['UTF-8 read as Windows-1252: ș at an end', 'MureÈ™ SRL'],
    ['UTF-8 read as Windows-1252: ə', 'AzÉ™rsu ASC'],
    ['UTF-8 read as Windows-1252: ə at a beginning', 'É™zgin MMC'],
    ['UTF-8 read as Windows-1252: ʻ', 'OÊ»zbekiston'],
    ['UTF-8 read as Windows-1252: a quotation mark', 'â€œHarbourâ€\x9d'],
    ['UTF-8 read as Windows-1252: a trade mark', 'Harbourâ„¢'],
    ['UTF-8 read as Latin-1', 'Pr\u00c3\u00a4zision, \u00c3\u0096l'],
    ['UTF-8 read as Windows-1252: Cyrillic', 'Ð¢Ð¸Ñ…Ð°Ñ Ð“Ð°Ð²Ð°Ð½ÑŒ Ð“Ð°Ð·'],
    ['UTF-8 read as Windows-1252: Arabic', 'Ø´Ø±ÙƒØ©'],
    ['UTF-8 as Windows-1251', 'РђР»СЊС„Р° Р‘Р°РЅРє'],
    ['UTF-8 as Windows-1256', 'ط´ط±ظƒط© ط³ط±ط§ط¨'],
    ['UTF-8 as Windows-1253', 'Ξ‘ΞΉΞ³Ξ±Ξ―ΞΏ'],
    ['UTF-8 as on a Mac', 'Pr√§zision GmbH'],
    ['UTF-8 as in DOS', 'Pr├ñzision GmbH'],
    ['lost letters as GBK', 'Soci锟斤拷t锟斤拷'],
  ])('as damaged by the wrong encoding: %s', (_, given) => {
    refused(given, /is damaged/, /UTF-8/);
  });

  test('its message can be displayed even if the name cannot', () => {
    expect(problemWith('Gloom\ud83dharbour').message).not.toMatch(/\p{Surrogate}/u);
  });

  test.each([
    ['SOCIÉTÉ\u00a0GÉNÉRALE', 'SOCIÉTÉ GÉNÉRALE'],
    ['«\u00a0Le Café\u00a0» SARL', '« Le Café » SARL'],
    ['SOCIÉ\u00adTÉ', 'SOCIÉTÉ'],
    ['ITAÚ\u00a0UNIBANCO', 'ITAÚ UNIBANCO'],
    ['Fuß\u00adball\u00a0Verein', 'Fußball Verein'],
  ])('but not as damaged by a fixed space or a soft hyphen: %j', (given, sent) => {
    expect(sentFor(given)).toBe(sent);
  });

  // Thousands of names as companies write them, in many languages and with all the signs that brands use.
  test('but not as an expression: any name of a list', () => {
    const ways = [
      ...'# Ltd|#, Inc.|# & Sons|# (UK) Ltd|#$ Cash|$#|Ca$h #|US$(#) Fund|#$(2) plc|{#} studio'.split('|'),
      ...'The {#}|[#] Labs|<#> Media|#{|}#{ Group|# {x}|# / Partners|<# Company>s|(#)|[#]|@#|#™|#!'.split(
        '|',
      ),
      ...'¿#?|"#" GmbH|«#»|#.json|$ #|node# AG|input:# BV|# 100%|%#%|~#~|#-#|+# S.p.A.|* # *'.split('|'),
      "L'#",
    ];
    const latin = 'Sunrise Müller Øresund Łódź Açaí Nguyễn Harbour Zürich json Input Node Form'.split(' ');
    const others = [
      ...['暗港航运', 'トヨタ', '한국전력', 'شركة الميناء', 'חברה', 'บริษัท', 'कंपनी', 'Գործարան'],
      ...['საწარმო'],
    ];
    const words = [...latin, ...others, ...VOCABULARIES.flatMap((one) => one.words.slice(0, 40))];
    const names = words.flatMap((word) => ways.map((way) => way.replaceAll('#', word)));
    expect(names.length).toBeGreaterThan(5_000);
    const refusedOnes = names.filter((name) => {
      try {
        refuseUnevaluated(name, 'Company Name');
        return false;
      } catch {
        return true;
      }
    });
    // What a template of n8n would write as well.
    expect(refusedOnes.filter((name) => !/^\$(?:json|Input|Node)$/.test(name))).toEqual([]);
  });

  test.each([
    ['letters', 'a'.repeat(1000)],
    ['letters outside of the basic plane', '\u{20000}'.repeat(1000)],
    ['letters with much white space between', `a${' '.repeat(5000)}b`],
  ])('but not as too long with a thousand characters: %s', (_, given) => {
    expect(sentFor(given)).toBe(given.replace(/ +/g, ' '));
  });
});

test('what is wrong with a name has the name by which an item is told from a mistake of ours', () => {
  expect(() => sentFor('')).toThrow(expect.objectContaining({ name: 'InvalidItem' }) as Error);
});

test.each([
  ['the blank pattern of Braille', '\u2800'],
  ['the empty head of a note', '\u{1d159}'],
])('%s is a space', (_, blank) => {
  expect(sentFor(`Gloomharbour${blank}${blank}Shipping${blank}`)).toBe('Gloomharbour Shipping');
});

test.each([
  ['letters turned around', '\u202emcA Ltd\u202c', true],
  ['Arabic letters turned around', '\u202dشركة', true],
  ['an override without letters that it turns', '\u202eشركة', false],
  ['marks that turn no letters', '\u202a\u2066Acme\u2069\u202c', false],
])('a name that shows its letters in a different order is recognised: %s', (_, name, turned) => {
  expect(isTurnedAround(name)).toBe(turned);
});

describe('a name mixes scripts', () => {
  test.each([
    ['a Cyrillic а in a Latin word', 'Gloomh\u0430rbour Shipping'],
    ['a Greek ο in a Latin word', 'Gl\u03bfomharbour'],
    ['a Latin a in a Cyrillic word', 'Тих\u0061я'],
    ['an Armenian letter in a Latin word', 'Gl\u0585omharbour'],
    ['a Cherokee letter in a Latin word', '\u13aabc'],
    ['full-width letters in a Latin word', 'Gl\uff4fomharbour'],
    ['a full-width digit in a Latin word', 'Gl\uff10omharbour'],
    ['letters of mathematics', '\u{1d406}loomharbour'],
    ['letters in circles', '\u24bcloomharbour'],
    ['a ligature', 'O\ufb03ce'],
    ['small capitals', 'Gʟ\u1d0fomharbour'],
    ['a small capital of the phonetic alphabet', 'Gloomharbou\u0280'],
    ['a Roman numeral for a letter', 'A\u217dme'],
    ['Roman numerals for all letters', '\u216d\u216e\u216f Ltd'],
    ['letters in brackets', '\u249bGl\u24aaomharbour'],
    ['raised letters', 'Gloomharbou\u02b3'],
    ['letters that are struck through', 'G\u0336l\u0336oomharbour'],
    ['a syllable of Canada in a Latin word', 'Gloomh\u15c5rbour'],
    ['a zero of another script in a Latin word', 'Gl\u0966\u0966mharbour'],
    ['an ideographic zero in a Latin word', 'Gl\u3007\u3007mharbour'],
    ['an Arabic alef in a Latin word', 'G\u0627oomharbour'],
    ['a Hebrew samekh in a Latin word', 'Gl\u05e1\u05e1mharbour'],
    ['a letter of Myanmar in a Latin word', 'Gl\u101d\u101dmharbour'],
    ['Hebrew and Arabic in one word', '\u05e1\u0627\u05e1'],
    ['full-width letters only', 'Ｇｌｏｏｍ Ｌｔｄ'],
    ['full-width letters before Han', 'ＡＢＣ商事'],
    ['full-width digits', '第１銀行'],
    ['half-width Katakana', 'ｶﾌﾞｼｷ ﾄﾖﾀ'],
    ['single Hangul letters of compatibility', '\u3131\u314f'],
    ['Arabic presentation forms', '\ufeb7\ufeae\ufedb\ufe94'],
    ['a radical for a whole Han character', '暗港\u2f00運'],
    ['the micro sign', '\u00b5loom'],
    ['an i with another dot', 'Shi\u0307pping'],
    ['a dotless i with a dot', 'Sh\u0131\u0307pping'],
    ['a capital iota of Latin letters', 'SH\u0196PPING'],
    ['a long s', 'Gloomharbour \u017fhipping'],
    ['a Hebrew mark in a Latin word', 'Gloo\u05b7mharbour'],
    ['a Hebrew mark behind an accent', 'Gl\u1ecd\u05b7m'],
    ['an Arabic mark in a Latin word', 'Gloo\u064emharbour'],
    ['a Devanagari mark in a Cyrillic word', 'Тиха\u0902я'],
    ['a mark of Bali, which is not in the list, in a Latin word', 'Gloo\u1b34mharbour'],
    ['a Hebrew mark behind an apostrophe', "O'\u05b7Gloom"],
    ['a word of Lisu letters that look Latin', '\ua4d6\ua4e1\ua4f3\ua4f3\ua4df Shipping'],
    ['Lisu letters only, which look Latin', '\ua4d6\ua4e1\ua4f3\ua4f3\ua4df'],
    ['a word of Cherokee letters that look Latin', '\u13aa\u13df\u13b7\u13ac Ltd'],
    ['a word of Coptic letters that look Latin', '\u2ca6\u2c9e\u2ca2 Shipping'],
    ['letters of a dead language that look Latin', '\u{10300}\u{1030c}\u{1030c} Ltd'],
  ])('if it has %s', (_, name) => {
    expect(watchlistMayMissName(name, name, [name])).toBe(true);
    expect(sentFor(name)).toBe(name);
  });

  test('if it is given with a filler of Korean, which only some programs show', () => {
    for (const filler of ['\u115f', '\u1160', '\u3164', '\uffa0'])
      expect(watchlistMayMissName(`Gloom${filler}harbour`, 'Gloomharbour', [])).toBe(true);
  });

  test.each([
    ['plain ASCII', 'Gloomharbour Shipping Ltd'],
    ['accents', 'Müller & Søn, Łódź'],
    ['a Chinese name with Ltd', '暗港航运 Ltd'],
    ['a Chinese name with Ltd in one word', '暗港航运Ltd'],
    ['Kana and Han', 'トヨタ自動車'],
    ['an Arabic name with LLC', 'شركة الميناء LLC'],
    ['Cyrillic alone', 'ООО «Тихая Гавань»'],
    ['words of two scripts', 'Газпром Neft'],
    ['hyphenated words of two scripts', 'Газпром-Neft'],
    ['Cyrillic with digits', 'Завод7'],
    ['Greek alone', 'Πειραιάς Α.Ε.'],
    ['Thai, with the letter of "limited"', 'บริษัท ปูนซิเมนต์ไทย จำกัด'],
    ['Thai vowels above', 'ธนาคารกสิกรไทย'],
    ['Hebrew with its points', 'חֶבְרָה'],
    ['Arabic with its marks', 'شَرِكَةٌ'],
    ['Devanagari with a joiner', 'क्\u200dषेत्र'],
    ['Burmese', 'မြန်မာ့'],
    ['Khmer', 'ក្រុមហ៊ុន'],
    ['Balinese', 'ᬩᬮᬶ'],
    ['Vietnamese with two accents', 'Công ty Cổ phần Sữa'],
    ['Yoruba', 'Ọ̀ṣun Àgbàlá'],
    ['Katakana with a voiced mark of its own', 'カ\u3099ス'],
    ['Polytonic Greek', 'Ἑλλὰς ᾳ'],
    ['Church Slavonic marks', 'Го\u0483сподь'],
    ['Hawaiian', 'Hawaiʻi Kōkua'],
    ['transliterated Arabic', 'Muʾassasat al-ʿIlm'],
    ['signs', 'Acme™ № 5 ½ ㈱ ㈜ ® ² €'],
    ['ordinals of Spanish', 'Mª Nº 1ª'],
    ['Armenian with its ligature', 'Արև և որդիներ'],
    ['a sharp s and ligatures that are letters', 'Straße Æther Œuvre'],
    ['Korean with Latin', '삼성SDS'],
    ['a Roman numeral of its own', 'Fond Ⅱ'],
    ['digits of its own script', 'कंपनी२'],
  ])('but not if it has %s', (_, name) => {
    expect(watchlistMayMissName(name, name, [name])).toBe(false);
  });
});

describe('other names in one text', () => {
  const other = (given: unknown) => readOtherNames(given, 'Quiet Mill').map(({ name }) => name);

  test('are separated by semicolons and new lines, and each is sent as it is', () => {
    expect(other('AT&T; Bell\nMüller & Söhne GmbH；Quiet Mill')).toEqual([
      'AT&T',
      'Bell',
      'Müller & Söhne GmbH',
    ]);
  });

  test.each([
    ['Smith &amp; Sons', 'notation of a program'],
    ['O&#39;Brien Ltd', 'notation of a program'],
    ['Gloomharbour &lt;Shipping&gt; Ltd', 'notation of a program'],
    ['Gloomharbour&nbsp;Shipping Ltd; Old Mill', 'notation of a program'],
    ['Ã\u0085rhus Shipping', 'is damaged'],
  ])('%s is refused, although the sign of its damage separates names: %s', (given, problem) => {
    for (const value of [given, [given]]) expect(() => other(value)).toThrow(problem);
    expect(() => other(given)).toThrow(/^Other Names "/);
  });
});

test('a damaged name is refused whether its letters are composed or not', () => {
  for (const form of ['NFC', 'NFD'])
    expect(problemWith('√À'.normalize(form)).message).toContain('is damaged');
});

test('a number may be the day of a date from 1927 to 2099', () => {
  for (const day of [10_000, 73_050]) expect(problemWith(day).message).toContain('may be a date');
  for (const name of [9_999, 73_051]) expect(sentFor(name)).toBe(String(name));
});

test.each([
  ['plain letters', 'Alder Ltd', 'Alder Ltd', false],
  [
    'letters of two scripts in one of its words',
    'Gloomhаrbour Shipping Ltd',
    'Gloomhаrbour Shipping Ltd',
    true,
  ],
  ['letters of two scripts in a word that looks like neither', 'Жanna Ltd', 'Жanna Ltd', true],
  ['letters that were turned around where it was written', '\u202edtL redlA\u202c', 'dtL redlA', true],
])(
  'a watchlist may miss a name with look-alikes or turned letters, and no other: %s',
  (_, given, name, missed) => {
    expect(watchlistMayMissName(given, name, [name])).toBe(missed);
  },
);
