// What one message of a run can tell. What it does not name was not told and comes out again: whoever writes down what was given out,
// and whoever writes the message, ask here.
import type { ChangedHit } from '../../operations/shared/answer';
import type { GivenCompany } from '../../register/rows/reportRows';
import type { TakenOffCompany } from '../../register/companies/untold';
import { emptyListIn, type ItemState } from '../itemState';

/** What there is to tell of one company. */
export interface Tidings {
  /** The first of its items: the others say the same. Null for a company that was taken off the list. */
  item: ItemState | null;
  /** Each hit that is new, changed, listed again or gone. */
  changes: readonly ChangedHit[];
  /** The changes that the message names, in their order; empty if it has no room for this company. */
  named: readonly ChangedHit[];
  /** What is to be written down once all of it is told. */
  given: readonly GivenCompany[];
}

/**
 * Pure. Of each company once, in the order of the list; those that are not in it any more come first.
 *
 * @param companyOf tells whose item it is, by its number
 * @param owedOf what has to be written down of a company with so many changes
 */
export function tidingsOf(
  items: readonly ItemState[],
  companyOf: (itemIndex: number) => string | null,
  takenOff: readonly TakenOffCompany[] = [],
  owedOf: (company: string, changes: number) => readonly GivenCompany[] = () => [],
): Tidings[] {
  const listed = emptyListIn(items) ? [] : oneItemEach(items, companyOf);
  const ofItem = ({ item, company }: (typeof listed)[number]) =>
    tidingsOfItem(item, (changes) => (company === null ? [] : owedOf(company, changes)));
  const all = [...takenOff.map(tidingsOfTakenOff), ...listed.map(ofItem)];
  let room = ROOM;
  /** All of them, or none. */
  const fitting = (hits: readonly ChangedHit[]): readonly ChangedHit[] => {
    const needed = hits.reduce((sum, hit) => sum + lengthOf(hit), 0);
    if (needed > room) return [];
    room -= needed;
    return hits;
  };
  // Nobody has to wait for a company with very many.
  const first = all.map(({ changes }) => fitting(changes.slice(0, NAMED_FIRST)));
  return all.map((tidings, place) => {
    const named = [...(first[place] ?? [])];
    if (named.length === 0) return { ...tidings, named };
    for (const hit of tidings.changes.slice(named.length)) {
      const [fits] = fitting([hit]);
      if (!fits) break;
      named.push(fits);
    }
    return { ...tidings, named };
  });
}

/** Whether the message says anything of what has to be said of this company by its name, if there is something. */
export function isNamed({ changes, named }: Tidings): boolean {
  return changes.length === 0 || named.length > 0;
}

/** What is written down of a company if only what the message names counts as told. */
export function givenByMessage(tidings: Tidings): GivenCompany[] {
  const { changes, named, given } = tidings;
  if (!isNamed(tidings)) return [];
  if (named.length === changes.length) return [...given];
  const hits = [...new Set(named.map(({ fingerprint }) => fingerprint))];
  return given.slice(0, 1).map((one) => ({ ...one, hits }));
}

/** What it leaves to another message, so that it is known if the company is taken off the list before that. */
export function leftByMessage(tidings: Tidings): readonly GivenCompany[] {
  return isNamed(tidings) ? [] : tidings.given;
}

/** Characters, before they are made safe for where they are read: messengers take 40,000. */
const ROOM = 20_000;
/** Of one company, before the others have had their turn. */
const NAMED_FIRST = 50;
/** A message cuts each text after so many characters. */
export const CHARACTERS_SHOWN = 100;

function lengthOf({ companyName, name, sourceType }: ChangedHit): number {
  return [companyName, name, sourceType].reduce(
    (sum, text) => sum + Math.min(text.length, CHARACTERS_SHOWN),
    ' : ()\n'.length,
  );
}

function tidingsOfTakenOff({ name: companyName, changes, given }: TakenOffCompany): Omit<Tidings, 'named'> {
  const hits = changes.map(({ hit: { fingerprint, name, sourceType }, change }) => {
    return { fingerprint, companyName, name, sourceType, change };
  });
  return { item: null, changes: hits, given };
}

function tidingsOfItem(
  item: ItemState,
  owedOf: (changes: number) => readonly GivenCompany[],
): Omit<Tidings, 'named'> {
  const receipt = item.state === 'done' ? item.result.receipt : undefined;
  const found = item.state === 'failed' ? item.found?.receipt : undefined;
  const hits = (receipt ?? found)?.changedHits?.() ?? [];
  const changes = hits.filter(({ change }) => change !== 'known');
  // Without a verdict, it comes out again: only its hits are told.
  const named = [...new Set(changes.map(({ fingerprint }) => fingerprint))];
  const withoutVerdict = owedOf(changes.length).map((one) => ({ ...one, hits: named }));
  return { item, changes, given: receipt?.given ? [receipt.given] : withoutVerdict };
}

function oneItemEach(
  items: readonly ItemState[],
  companyOf: (itemIndex: number) => string | null,
): { item: ItemState; company: string | null }[] {
  const seen = new Set<string>();
  return items.flatMap((item, itemIndex) => {
    const company = companyOf(itemIndex);
    if (company === null) return { item, company };
    const isFirst = !seen.has(company);
    seen.add(company);
    return isFirst ? { item, company } : [];
  });
}
