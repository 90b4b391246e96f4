// Countries by the names and codes of ISO 3166: "AE", "ARE", "UAE", "United Arab Emirates" and "الإمارات العربية المتحدة" are one. Case
// does not count; names are in the languages below, those of the United Nations among them. A name of several countries, such as "Congo",
// is none.
import codes from 'i18n-iso-countries/codes.json';
import arabic from 'i18n-iso-countries/langs/ar.json';
import german from 'i18n-iso-countries/langs/de.json';
import english from 'i18n-iso-countries/langs/en.json';
import spanish from 'i18n-iso-countries/langs/es.json';
import persian from 'i18n-iso-countries/langs/fa.json';
import french from 'i18n-iso-countries/langs/fr.json';
import italian from 'i18n-iso-countries/langs/it.json';
import dutch from 'i18n-iso-countries/langs/nl.json';
import portuguese from 'i18n-iso-countries/langs/pt.json';
import russian from 'i18n-iso-countries/langs/ru.json';
import turkish from 'i18n-iso-countries/langs/tr.json';
import chinese from 'i18n-iso-countries/langs/zh.json';
import * as z from 'zod/v4';

import { plainText } from '../names/plainText';
import { wordsOf, type Match } from './matches';

export function sameCountry(ours: unknown, theirs: unknown): Match {
  const [our, their] = [countryOf(ours), countryOf(theirs)];
  if (our === undefined || their === undefined) return 'unknown';
  return our === their ? 'same' : 'different';
}

/** Gives the code of two letters; undefined if the text is not the name or the code of one country. */
function countryOf(value: unknown): string | undefined {
  countries ??= namesAndCodes();
  return countries.get(spelled(plainText(value)));
}

// "NA" is no country: lists write it for "not available".
const NOT_AVAILABLE = 'na';

let countries: Map<string, string> | undefined;

function namesAndCodes(): Map<string, string> {
  const languages = [arabic, german, english, spanish, persian, french, italian, dutch];
  const named = [...languages, portuguese, russian, turkish, chinese].flatMap((language) =>
    Object.entries(languageSchema.parse(language).countries).flatMap(([code, names]) =>
      [names].flat().map((name) => [spelled(name), code] as const),
    ),
  );
  const official = OFFICIAL_NAMES.map(([name, code]) => [spelled(name), code] as const);
  const coded = codesSchema
    .parse(codes)
    .flatMap(([two, three]) => [[two.toLowerCase(), two] as const, [three.toLowerCase(), two] as const]);
  const found = new Map<string, string>();
  const ambiguous = new Set([NOT_AVAILABLE]);
  for (const [name, code] of [...named, ...official, ...coded]) {
    if ((found.get(name) ?? code) !== code) ambiguous.add(name);
    found.set(name, code);
  }
  for (const name of ambiguous) found.delete(name);
  return found;
}

/** Drops the article: "The Bahamas" is written without it as well, and with it at the end. */
const spelled = (name: string): string =>
  wordsOf(name)
    .filter((word) => word !== 'the')
    .join(' ');

/** Names as the United Nations, ISO 3166 and sanctions lists spell them, where the names in English lack them. */
const OFFICIAL_NAMES = [
  ['Bolivia (Plurinational State of)', 'BO'],
  ['Burma', 'MM'],
  ['China, Hong Kong Special Administrative Region', 'HK'],
  ['Hong Kong SAR', 'HK'],
  ['China, Macao Special Administrative Region', 'MO'],
  ['Macao SAR', 'MO'],
  ['Congo, Democratic Republic of the', 'CD'],
  ["Democratic People's Republic of Korea", 'KP'],
  ["Korea, Democratic People's Republic of", 'KP'],
  ['Federal Republic of Germany', 'DE'],
  ['Gambia (Republic of The)', 'GM'],
  ['Holy See', 'VA'],
  ['Vatican City', 'VA'],
  ['Iran (Islamic Republic of)', 'IR'],
  ['Lao PDR', 'LA'],
  ['Macedonia, the former Yugoslav Republic of', 'MK'],
  ['Netherlands (Kingdom of the)', 'NL'],
  ['Kingdom of the Netherlands', 'NL'],
  ['Palestine, State of', 'PS'],
  ['Republic of Moldova', 'MD'],
  ['Svalbard and Jan Mayen Islands', 'SJ'],
  ['Tanzania, United Republic of', 'TZ'],
  ['United Kingdom of Great Britain and Northern Ireland', 'GB'],
  ['United States Virgin Islands', 'VI'],
  ['British Virgin Islands', 'VG'],
  ['Venezuela (Bolivarian Republic of)', 'VE'],
  ['Viet Nam', 'VN'],
  ['Socialist Republic of Viet Nam', 'VN'],
  ['Wallis and Futuna Islands', 'WF'],
] as const;

const languageSchema = z.object({
  countries: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});
const codesSchema = z.array(z.tuple([z.string(), z.string()], z.string()));
