// The rows of the list that have a company, and its hits. Rows with other values in the user's own columns stay apart. An addition to a hit, such
// as a link, makes no other row.
import type { IDataObject } from 'n8n-workflow';

import { HIT_CONTENT_KEYS } from '../../names/itemKeys';
import { grouped, plainText } from '../../names/plainText';
import { isEmpty, screenedAt } from './itemCells';
import { type VerdictItem, keyOf, listFileOf, rowInList, type OwnColumns } from './ownFields';

export interface CompanyRow {
  items: readonly VerdictItem[];
  /** Lines of the list, all alike. */
  lines: number;
}

/**
 * Items with the same own values are of one row. Items with other values join it only afterwards: in the order of the items, one of them
 * might take the place of another that comes later.
 *
 * @param items of one company
 */
export function companyRows(items: readonly VerdictItem[], { columns }: OwnColumns): CompanyRow[] {
  const mayBeHits = alikeHits(items);
  const byValues = grouped(items, (item) => {
    const key = keyOf(item);
    const values = columns.map(({ valueOf }) => valueOf(item) ?? null);
    return key === undefined && values.every(isEmpty) ? WITHOUT : JSON.stringify([key, values]);
  });
  const without = byValues.get(WITHOUT) ?? [];
  byValues.delete(WITHOUT);
  const rows: FoundRow[] = [];
  const bySource = new Map<string, SourceRows>();
  for (const alike of byValues.values()) {
    const sources = [...new Set(alike.flatMap(sourcesOf))].map((source) => {
      const known = bySource.get(source) ?? new SourceRows();
      bySource.set(source, known);
      return known;
    });
    let row: FoundRow | undefined;
    for (const source of sources) row ??= source.rowFor(alike);
    if (!row) rows.push((row = new FoundRow(mayBeHits)));
    for (const item of alike) row.add(hitOrVerdictOf(item), item);
    for (const source of sources) source.add(row);
  }
  // An item without any of the user's columns may be of any row.
  const [first = new FoundRow(mayBeHits)] = rows;
  for (const item of without) first.add(hitOrVerdictOf(item), item);
  return rows.length === 0 ? [first] : rows;
}

/** Stands for the values of an item without any of the user's columns. */
const WITHOUT = '';

class FoundRow implements CompanyRow {
  readonly items: VerdictItem[] = [];
  private readonly contents = new Map<string, number>();
  private isAlone = false;
  private readonly ofList = new Set<string>();

  constructor(private readonly mayBeHits: AlikeHits) {}

  get lines(): number {
    return Math.max(1, this.ofList.size);
  }

  /** Two rows of the list have the same hits and verdicts; the items of one row have different ones. */
  takes(content: string, item: VerdictItem): boolean {
    if (this.isAlone || isWholeRow(item)) return false;
    const count = this.contents.get(content) ?? 0;
    return count === 0 || (this.mayBeHits(item) && count < saidHits(item.fields));
  }

  add(content: string, item: VerdictItem): void {
    this.items.push(item);
    this.isAlone ||= isWholeRow(item);
    this.contents.set(content, (this.contents.get(content) ?? 0) + 1);
    const row = rowInList(item);
    if (row !== undefined) this.ofList.add(lineOf(item));
  }
}

/** The rows with items of one source, in their order. */
class SourceRows {
  private readonly rows = new Set<FoundRow>();
  /** The rows that may take a hit or verdict, by its text. A row that does not take it never will, so it is looked at once. */
  private readonly open = new Map<string, FoundRow[]>();

  add(row: FoundRow): void {
    if (this.rows.has(row)) return;
    this.rows.add(row);
    for (const some of this.open.values()) some.push(row);
  }

  /** @param alike items with the same own values; never empty */
  rowFor(alike: readonly VerdictItem[]): FoundRow | undefined {
    const [first] = alike;
    if (!first) return undefined;
    const content = hitOrVerdictOf(first);
    const open = (this.open.get(content) ?? [...this.rows]).filter((row) => row.takes(content, first));
    this.open.set(content, open);
    return open.find((row) => alike.every((item) => row.takes(hitOrVerdictOf(item), item)));
  }
}

/** The source of an item: its line of the list, or else its screening and its reference. */
function sourcesOf(item: VerdictItem): string[] {
  if (rowInList(item) !== undefined) return [lineOf(item)];
  const { screeningId, referenceId } = item.fields;
  return [screeningId, referenceId].flatMap((id) => plainText(id) || []);
}

const lineOf = (item: VerdictItem): string => JSON.stringify([listFileOf(item), rowInList(item)]);

/** True for the only item of an input item: one that is clear, or says clear and is not believed. */
const isWholeRow = ({ outcome, fields }: VerdictItem): boolean =>
  outcome === 'clear' || (outcome === 'review' && plainText(fields['reason']) === '');

function hitOrVerdictOf({ outcome, per, fields }: VerdictItem): string {
  const { hitFingerprint, hitNumber, reason } = fields;
  return JSON.stringify([outcome, per, hitFingerprint, hitNumber, reason]);
}

type AlikeHits = (item: VerdictItem) => boolean;

/**
 * Tells whether an item may be another hit of a screening although it looks the same: Selected Fields may have left out the keys that tell hits
 * apart. Where it may also be the item of a whole company, there have to be as many of them as hits.
 */
function alikeHits(items: readonly VerdictItem[]): AlikeHits {
  if (!hasRightCount(items)) return () => false;
  const counts = new Map<unknown, number>();
  for (const { fields } of items)
    counts.set(fields['screeningId'], (counts.get(fields['screeningId']) ?? 0) + 1);
  return ({ outcome, per, fields }) => {
    const isTold = plainText(fields['hitFingerprint']) !== '' || plainText(fields['hitNumber']) !== '';
    if (outcome !== 'hit' || per === 'company' || isTold) return false;
    return per === 'hit' || counts.get(fields['screeningId']) === saidHits(fields);
  };
}

/**
 * The hits: their count, and the items that name them, in their order. Of several that name the same hit, one of the latest screening.
 *
 * @param items of one company
 */
export function hitsOf(items: readonly VerdictItem[]) {
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

/** False where the service listed other hits than it counted: its count then says nothing of how many items there should be. */
const hasRightCount = (items: readonly VerdictItem[]): boolean =>
  items.every(({ fields }) => fields['reason'] !== 'hitCountMismatch');

/** 0 for no count, or an impossible one. */
function saidHits({ totalHits }: IDataObject): number {
  const count = Number(plainText(totalHits));
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/** The items of one hit each, by the key that tells the hit from the others of its company. */
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

/** The hits of one screening, which may list the same entry twice. */
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

/** The whole content if Selected Fields has left out the fingerprint. */
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
