// comparison/: what the user knows of a company beside what a hit says of its entity. No outcome and no rule depends on it, and whatever is
// in doubt is unknown.
//
// Nothing is guessed. A comparison helps a person to see what to look at first.
import * as z from 'zod/v4';
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

import { normalized, plainText } from '../names/plainText';

/** Data that the user knows. A value that is no text or number, or cannot be read, counts as missing. */
export interface CustomerData {
  /** The names under which the company is screened. */
  names: readonly string[];
  registrationNumber: unknown;
  country: unknown;
}

export type HitMatches = Record<'countryMatch' | 'nameMatch' | 'numberMatch', Match>;

/** Compares the user's data with a hit. Never throws, whatever the hit holds (docs/design/service.md, Detail object). */
export function compareWith(own: CustomerData, hit: unknown): HitMatches {
  const { name, aliasNames, companyNumber, jurisdiction } = entitySchema.parse(hit);
  return {
    nameMatch: best(own.names, [name, ...aliasNames], sameName),
    numberMatch: best([own.registrationNumber], companyNumber, sameNumber),
    countryMatch: best([own.country], jurisdiction, sameCountry),
  };
}

/** Gives `same` if any pair is, `different` only if every pair is. */
function best(
  ours: readonly unknown[],
  theirs: readonly unknown[],
  compare: (ours: unknown, theirs: unknown) => Match,
): Match {
  const matches = ours.flatMap((our) => theirs.map((their) => compare(our, their)));
  if (matches.includes('same')) return 'same';
  return matches.length > 0 && matches.every((match) => match === 'different') ? 'different' : 'unknown';
}

/** Reads a list of an odd type as one entry of which nothing is known. */
const list = z
  .array(z.unknown())
  .nullish()
  .transform((entries) => entries ?? [])
  .catch([undefined]);
const fieldsSchema = z.object({
  name: z.unknown(),
  aliasNames: list,
  companyNumber: list,
  jurisdiction: list,
});
const entitySchema = fieldsSchema.catch(fieldsSchema.parse({}));

export type Match = 'different' | 'same' | 'unknown';

/** Names are the same if they are written alike. Case and white space do not count; everything else does. */
export function sameName(ours: unknown, theirs: unknown): Match {
  const [our, their] = [written(ours), written(theirs)];
  if (our === '' || their === '') return 'unknown';
  if (our === their) return 'same';
  return isLatin(our) && isLatin(their) ? 'different' : 'unknown';
}

function written(name: unknown): string {
  return evened(plainText(name)).replaceAll(/\s+/g, ' ');
}

/**
 * Compares letters and digits. A hit may have its number with or without a prefix, or the zeros at its start, so numbers of which one
 * contains the other are in doubt.
 */
export function sameNumber(ours: unknown, theirs: unknown): Match {
  const [our, their] = [numberParts(ours), numberParts(theirs)];
  if (!our || !their) return 'unknown';
  const [one, other] = [our.join(''), their.join('')];
  if (one !== other) return containsEither(withoutZeros(one), withoutZeros(other)) ? 'unknown' : 'different';
  // 1/23 and 12/3 are two numbers. A number without any signs is the same as one with them.
  const isDividedAlike = our.length === 1 || their.length === 1 || our.join('-') === their.join('-');
  return isDividedAlike ? 'same' : 'unknown';
}

/** Gives undefined for what is no number, or has lost digits in a spreadsheet. */
function numberParts(value: unknown): string[] | undefined {
  const text = plainText(value);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined;
  if (CUT_OFF.test(text)) return undefined;
  const parts = wordsOf(text);
  // Digits of other scripts may be the same ones.
  return parts.every((part) => ASCII.test(part)) && /[1-9]/.test(text) ? parts : undefined;
}

/** A number that a spreadsheet has cut off: 1.23457E+13. */
const CUT_OFF = /^[-+]?\d+(?:[.,]\d+)?E[-+]?\d+$/i;
const ASCII = /^[a-z0-9]+$/;

const withoutZeros = (number: string): string => number.replace(/^0+/, '');

const containsEither = (one: string, other: string): boolean => one.includes(other) || other.includes(one);

/** True for a text with Latin letters only. Only such texts are ever called different: another script may spell the same. */
function isLatin(text: string): boolean {
  return LATIN_ONLY.test(text);
}

const LATIN_ONLY = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Gives the text with one form of each letter, in lower case. In capitals, ß is SS. */
function evened(text: string): string {
  return normalized(normalized(text, 'NFKC').toLowerCase(), 'NFKC').replaceAll('ß', 'ss');
}

/** Gives the runs of letters and digits, in their order, without case. */
function wordsOf(text: string): string[] {
  return evened(text).match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [];
}

// Countries by the names and codes of ISO 3166: "AE", "ARE", "UAE", "United Arab Emirates" and "الإمارات العربية المتحدة" are one. Case
// does not count; names are in the languages above, those of the United Nations among them. A name of several countries, such as "Congo",
// is none.

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
