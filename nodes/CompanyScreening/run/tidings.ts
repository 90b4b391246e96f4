// What one message of a run can tell. What it does not name was not told and comes out again: whoever writes down what was given out,
// and whoever writes the message, ask here.
import type { ChangedHit } from '../operations/answer';
import type { GivenCompany } from '../register/rows/reportRows';
import { emptyListIn, type ItemState } from './itemState';

/** What there is to tell of one company. */
export interface Tidings {
  /** The first of its items: the others say the same. */
  item: ItemState;
  /** Each hit that is new, changed, listed again or gone. */
  changes: readonly ChangedHit[];
  /** How many of them the message names; none if it has no room for this company. */
  named: number;
}

/** Pure. Of each company once, in the order of the list. @param companyOf tells whose item it is, by its number */
export function tidingsOf(
  items: readonly ItemState[],
  companyOf: (itemIndex: number) => string | null,
): Tidings[] {
  if (emptyListIn(items)) return [];
  let room = ROOM;
  return eachOnce(items, companyOf).map((item) => {
    const changes = changesOf(item);
    const first = changes.slice(0, NAMED_OF_ONE);
    const needed = first.reduce((sum, hit) => sum + lengthOf(hit), 0);
    // One that needs all of the room has its turn as well.
    const isNamed = needed <= room || (room === ROOM && needed > 0);
    if (isNamed) room -= needed;
    return { item, changes, named: isNamed ? first.length : 0 };
  });
}

/** Whether the message says all that has to be said of this company by its name. */
export function isTold({ changes, named }: Tidings): boolean {
  return changes.length === 0 || named > 0;
}

/** What is written down of a company that came out as something that was not told yet. */
export function givenOf({ item }: Tidings): GivenCompany[] {
  const given = item.state === 'done' ? item.result.receipt.given : undefined;
  return given ? [given] : [];
}

/** Characters, before they are made safe for where they are read: messengers take 40,000. */
const ROOM = 20_000;
/** Of a company with more changes, the message says how many there are. */
const NAMED_OF_ONE = 50;
/** A message cuts each text after so many characters. */
export const CHARACTERS_SHOWN = 100;

function lengthOf({ companyName, name, sourceType }: ChangedHit): number {
  return [companyName, name, sourceType].reduce(
    (sum, text) => sum + Math.min(text.length, CHARACTERS_SHOWN),
    ' : ()\n'.length,
  );
}

function changesOf(item: ItemState): ChangedHit[] {
  const receipt = item.state === 'done' ? item.result.receipt : undefined;
  const found = item.state === 'failed' ? item.found?.receipt : undefined;
  const hits = (receipt ?? found)?.changedHits?.() ?? [];
  return hits.filter(({ change }) => change !== 'known');
}

function eachOnce(items: readonly ItemState[], companyOf: (itemIndex: number) => string | null): ItemState[] {
  const seen = new Set<string>();
  return items.filter((_, itemIndex) => {
    const company = companyOf(itemIndex);
    if (company === null) return true;
    const isFirst = !seen.has(company);
    seen.add(company);
    return isFirst;
  });
}
