// The fields of items in a run with Other Names: under which name a hit was found, and which names were screened.
import type { IDataObject } from 'n8n-workflow';

import type { COMPANY_NAME_KEYS, NAME_KEYS } from '../../names/itemKeys';
import { screeningOf } from './raw';
import type { NameFacts, ScreeningFacts } from './verdict';

/** For an item of one finding; nothing without Other Names. */
export function hitNames({ names }: ScreeningFacts, isRaw: boolean): IDataObject {
  if (!names) return {};
  const fields = { otherNames: othersOf(names, isRaw), screenedName: names.ofHits[0] ?? null };
  return {
    ...(fields satisfies Record<(typeof NAME_KEYS)[number], unknown>),
    ...screeningFields(names, isRaw),
  };
}

/** For an item of a whole company: the name of each hit, in their order; as lists in raw items. */
export function companyNames({ names }: ScreeningFacts, isRaw: boolean): IDataObject {
  if (!names) return {};
  const ofHits = [...names.ofHits];
  const fields = {
    otherNames: othersOf(names, isRaw),
    screenedNames: isRaw ? ofHits : ofHits.join('; ') || null,
  };
  return {
    ...(fields satisfies Record<(typeof COMPANY_NAME_KEYS)[number], unknown>),
    ...screeningFields(names, isRaw),
  };
}

const othersOf = ({ others }: NameFacts, isRaw: boolean): string[] | string | null =>
  isRaw ? [...others] : others.join('; ') || null;

function screeningFields({ screenings }: NameFacts, isRaw: boolean): IDataObject {
  if (!isRaw) return {};
  return {
    screenings: screenings.map(({ record, ...about }) => ({ ...about, screening: screeningOf(record) })),
  };
}
