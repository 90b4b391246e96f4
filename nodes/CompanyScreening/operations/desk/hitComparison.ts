// A hit beside the user's data about the company, in words for people. Missing data is unknown.
import type { IDataObject } from 'n8n-workflow';

import type { MATCH_KEYS } from '../../names/itemKeys';
import { plainText } from '../../names/plainText';
import { sameAlias, type GivenData } from '../screening/compared';

type MatchFields = Record<(typeof MATCH_KEYS)[number], string>;

/** @param hit its item, with the fields of Compare With if it could be read */
export function matchesOf(hit: IDataObject): MatchFields {
  const match = (key: keyof MatchFields) => plainText(hit[key]) || 'unknown';
  return {
    nameMatch: match('nameMatch'),
    numberMatch: match('numberMatch'),
    countryMatch: match('countryMatch'),
    addressMatch: match('addressMatch'),
  };
}

/** For example "same (alias Alder Lines)", where the name of the hit is another, and this alias is the user's. */
export function nameMatchWords(hit: IDataObject): string {
  const { nameMatch } = matchesOf(hit);
  const alias = nameMatch === 'same' ? sameAlias(hit) : undefined;
  return alias === undefined ? nameMatch : `same (alias ${alias})`;
}

/** All matches in one line: "name same; number unknown; …". */
export function comparedText(hit: IDataObject): string {
  const { numberMatch, countryMatch, addressMatch } = matchesOf(hit);
  return `name ${nameMatchWords(hit)}; number ${numberMatch}; country ${countryMatch}; address ${addressMatch}`;
}

/** The known matches in one line, for a narrow column. */
export function knownText(hit: IDataObject): string {
  const known = comparedText(hit)
    .split('; ')
    .filter((words) => !words.endsWith(' unknown'));
  return known.join('; ') || 'unknown';
}

/** The user's data about the company, as text. */
export function ownTexts({ registrationNumber, country, address }: GivenData): {
  number: string;
  country: string;
  address: string;
} {
  return {
    number: plainText(registrationNumber),
    country: plainText(country),
    address: plainText(address),
  };
}
