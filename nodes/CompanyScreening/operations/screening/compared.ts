// Compare With: the user's data about a company, and beside each hit what is the same, different or unknown. No outcome depends on it.
import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/v4';

import { compareWith, type HitMatches, type CustomerData, sameName } from '../../comparison/compare';
import type { COMPANY_MATCH_KEYS } from '../../names/itemKeys';
import { plainText } from '../../names/plainText';
import { readCollection } from '../shared/options';
import type { HitGoneOrVerdict, ScreeningFacts } from './verdict';

export type CustomerFacts = Omit<CustomerData, 'names'>;

export const NOT_COMPARED = { nameMatch: null, numberMatch: null, countryMatch: null };

/** Matches for an item of one hit or verdict: null where it is no hit. Undefined if nothing is compared. */
export function hitMatches(
  hitOrVerdict: HitGoneOrVerdict,
  { customer }: ScreeningFacts,
): HitMatches | typeof NOT_COMPARED | undefined {
  if (!customer) return undefined;
  return hitOrVerdict.outcome === 'hit' ? compareWith(customer, hitOrVerdict.hit) : NOT_COMPARED;
}

/** Matches for an item of a whole company: one word for each hit, in their order; as lists in raw items. */
export function companyMatches(
  hits: readonly unknown[],
  { customer }: ScreeningFacts,
  isRaw: boolean,
): Record<(typeof COMPANY_MATCH_KEYS)[number], string[] | string | null> | undefined {
  if (!customer) return undefined;
  const all = hits.map((hit) => compareWith(customer, hit));
  const together = (key: keyof HitMatches) =>
    listed(
      all.map((matches) => matches[key]),
      isRaw,
    );
  return {
    nameMatches: together('nameMatch'),
    numberMatches: together('numberMatch'),
    countryMatches: together('countryMatch'),
  };
}

/** Several texts in a field: a list in raw items, joined in flat ones. */
export const listed = (texts: readonly string[], isRaw: boolean): string[] | string | null =>
  isRaw ? [...texts] : texts.join('; ') || null;

/** The alias of a hit, as its simplified item has it, that is the name of the company. Undefined where the hit's own name is. */
export function sameAlias({ name, aliasNames, companyName, screenedName }: IDataObject): string | undefined {
  const listed = (names: unknown) => plainText(names).split('; ');
  const ours = [screenedName, companyName, ...listed(companyName)];
  const isOurs = (theirs: unknown) => ours.some((our) => sameName(our, theirs) === 'same');
  return isOurs(name) ? undefined : listed(aliasNames).find(isOurs);
}

/** The data in Additional Fields to compare with, all of it optional. */
export function readCustomerFacts(collection: unknown): CustomerFacts {
  return customerFactsSchema.parse(readCollection(collection)['compareWith']);
}

/** The data that the register keeps beside the answer: a person who looks at the hits on another day may not have it. */
export function storedData({ registrationNumber, country }: CustomerFacts): Record<string, number | string> {
  const given = Object.entries({ registrationNumber, country });
  return Object.fromEntries(given.flatMap(([name, value]) => (isStoredValue(value) ? [[name, value]] : [])));
}

/** The data as they were kept. Anything else is not known. */
export function storedCustomerFacts(ownData: Readonly<Record<string, number | string>> = {}): CustomerFacts {
  const { registrationNumber, country } = ownData;
  return { registrationNumber, country };
}

const MAX_KEPT_LENGTH = 1_000;

function isStoredValue(value: unknown): value is number | string {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_KEPT_LENGTH;
}

const customerFactsSchema = z
  .object({
    company: z.object({
      registrationNumber: z.unknown(),
      country: z.unknown(),
    }),
  })
  .transform(({ company }): CustomerFacts => company)
  .catch(storedCustomerFacts());
