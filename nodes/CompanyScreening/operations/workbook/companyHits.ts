// The hits of a company: each once, in however many items, rows of the list or screenings it stands.
import type { IDataObject } from 'n8n-workflow';

import { HIT_CONTENT_KEYS } from '../../names/itemKeys';
import { plainText } from '../../names/plainText';
import { screenedAt } from './itemCells';
import type { VerdictItem } from './verdictItem';

export interface CompanyHits {
  /** The items that name them, in their order: of several that name the same hit, one of the latest screening. */
  items: VerdictItem[];
  count: number;
}

/** Pure. @param items of one company */
export function hitsOf(items: readonly VerdictItem[]): CompanyHits {
  const found = items.filter(({ outcome }) => outcome === 'hit');
  if (found.length < 2 && found.every(({ per }) => per === 'hit'))
    return { items: found, count: found.length };
  const isCountRight = hasRightCount(items);
  const ofHits = found.filter(({ per }) => per !== 'company');
  const single = singleHits(ofHits, isCountRight);
  const joined = joinedHits(
    found.filter(({ per }) => per === 'company'),
    { ids: single.keys(), screenings: new Set(ofHits.map(screeningOf)) },
  );
  const shown = new Set([...single.values(), ...joined.items]);
  let count = Math.max(joined.ids.size, shown.size === 0 ? 0 : 1);
  for (const { per, fields } of found)
    if (per === 'either' || (per === 'company' && fingerprintsOf(fields).length === 0))
      count = Math.max(count, saidHits(fields));
  return { items: found.filter((item) => shown.has(item)), count };
}

/** Where the service listed other hits than it counted, its count says nothing of how many items there should be. */
export const hasRightCount = (items: readonly VerdictItem[]): boolean =>
  items.every(({ fields }) => fields['reason'] !== 'hitCountMismatch');

/** 0 if it says no count, or what cannot be one. */
export function saidHits({ totalHits }: IDataObject): number {
  const count = Number(plainText(totalHits));
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/** The items of one hit each, by what tells the hit from the others of its company. */
function singleHits(items: readonly VerdictItem[], isCountRight: boolean): Map<string, VerdictItem> {
  const screenings = new Map<string, ScreeningHits>();
  const hits = new Map<string, VerdictItem>();
  for (const item of items) {
    const { screeningId, screenedName } = item.fields;
    const name = JSON.stringify([plainText(screeningId), plainText(screenedName)]);
    const screening = screenings.get(name) ?? new ScreeningHits();
    screenings.set(name, screening);
    const id = screening.add(item.fields, (isCountRight && saidHits(item.fields)) || Infinity);
    const known = id === undefined ? undefined : hits.get(id);
    if (id !== undefined && (!known || timeOf(item) > timeOf(known))) hits.set(id, item);
  }
  return hits;
}

const screeningOf = ({ fields }: VerdictItem): string => plainText(fields['screeningId']);
const timeOf = ({ fields }: VerdictItem): number => screenedAt(fields) ?? -Infinity;

/** Of one screening, which may list the same entry twice. */
class ScreeningHits {
  private readonly counts = new Map<string, number>();
  private readonly numbers = new Set<string>();
  private all = 0;

  /** @param said how many hits it has by its own count @returns undefined for a hit that was there already */
  add(fields: IDataObject, said: number): string | undefined {
    const content = contentOf(fields);
    const count = this.counts.get(content) ?? 0;
    const number = plainText(fields['hitNumber']);
    const numbered = JSON.stringify([content, number]);
    const isKnown = number === '' ? count > 0 && this.all >= said : this.numbers.has(numbered);
    if (isKnown) return undefined;
    this.numbers.add(numbered);
    this.counts.set(content, count + 1);
    this.all += 1;
    return idOf(content, count);
  }
}

const idOf = (content: string, count: number): string => JSON.stringify([content, count]);

/** Selected Fields may have left out the fingerprint. */
function contentOf(fields: IDataObject): string {
  const fingerprint = plainText(fields['hitFingerprint']);
  return fingerprint === '' ? JSON.stringify(HIT_CONTENT_KEYS.map((key) => fields[key])) : fingerprint;
}

const fingerprintsOf = ({ hitFingerprints }: IDataObject): string[] =>
  plainText(hitFingerprints)
    .split('; ')
    .filter((one) => one !== '');

const JOINED_KEYS = ['hitNames', 'sourceTypes', 'jurisdictions', 'totalHits'];

/** The items of all hits of the company, as far as each says more than the others. @param single the hits that have an item of their own */
function joinedHits(
  items: readonly VerdictItem[],
  single: { ids: Iterable<string>; screenings: ReadonlySet<string> },
): { items: VerdictItem[]; ids: Set<string> } {
  const ids = new Set(single.ids);
  const shown = new Map<string, VerdictItem>();
  for (const item of items.toSorted((one, other) => timeOf(other) - timeOf(one) || 0)) {
    const fingerprints = fingerprintsOf(item.fields);
    const counts = new Map<string, number>();
    const own = fingerprints.map((one) => {
      const count = counts.get(one) ?? 0;
      counts.set(one, count + 1);
      return idOf(one, count);
    });
    const text = JSON.stringify(fingerprints.length > 0 ? own : JOINED_KEYS.map((key) => item.fields[key]));
    const isNew =
      fingerprints.length > 0
        ? own.some((id) => !ids.has(id))
        : !shown.has(text) && !single.screenings.has(screeningOf(item));
    if (isNew) shown.set(text, item);
    for (const id of own) ids.add(id);
  }
  return { items: [...shown.values()], ids };
}
