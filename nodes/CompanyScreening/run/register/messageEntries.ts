// The entries of one message of a run. A company that a message does not name was not told and comes out again. Whoever writes down what was
// given out, and whoever writes the message, ask here.
import { randomUUID } from 'node:crypto';

import type { RegisterSettings, ChangedHit } from '../../operations/shared/requestTask';
import type { CompanyResult } from '../../register/companies/companyResult';
import { toDeliver, type FormerCompany, type Undelivered } from '../../register/companies/undelivered';
import type { Statement } from '../../register/port/tables';
import type { CompanyHash } from '../../register/rows/identity';
import { addressedTo, runReportRows, type ReportCompany } from '../../register/rows/reportRows';
import { noLongerUnreported } from '../../register/rows/runRows';
import { emptyListIn, type ItemState } from '../state/itemState';

export interface MessageEntry {
  /** The first of its items: the others say the same. Null for a company that is not in the list any more. */
  item: ItemState | null;
  /** Each hit that is new, changed, listed again or gone. */
  changes: readonly ChangedHit[];
  /** The changes that the message names, in their order; empty if it has no room for this company. */
  named: readonly ChangedHit[];
  /** The answers to write down once all of it is told. */
  reportEntries: readonly ReportCompany[];
}

/**
 * An entry for each company, in the order of the list; those that are not in it any more come first.
 *
 * @param companyOf tells whose item it is, by its number
 * @param undeliveredOf gives what has to be written down of a company with so many changes
 */
export function messageEntriesOf(
  items: readonly ItemState[],
  companyOf: (itemIndex: number) => string | null,
  formerCompanies: readonly FormerCompany[] = [],
  undeliveredOf: (company: string, changes: number) => readonly ReportCompany[] = () => [],
): MessageEntry[] {
  const listed = emptyListIn(items) ? [] : oneItemEach(items, companyOf);
  const ofItem = ({ item, company }: (typeof listed)[number]) =>
    entryOfItem(item, (changes) => (company === null ? [] : undeliveredOf(company, changes)));
  const all = [...formerCompanies.map(entryOfFormer), ...listed.map(ofItem)];
  let room = ROOM;
  /** Gives all of them, or none. */
  const fitting = (hits: readonly ChangedHit[]): readonly ChangedHit[] => {
    const needed = hits.reduce((sum, hit) => sum + lengthOf(hit), 0);
    if (needed > room) return [];
    room -= needed;
    return hits;
  };
  // Each company is named before one with very many hits goes on.
  const first = all.map(({ changes }) => fitting(changes.slice(0, NAMED_FIRST)));
  return all.map((entry, place) => {
    const named = [...(first[place] ?? [])];
    if (named.length === 0) return { ...entry, named };
    for (const hit of entry.changes.slice(named.length)) {
      const [fits] = fitting([hit]);
      if (!fits) break;
      named.push(fits);
    }
    return { ...entry, named };
  });
}

/** True if the message names the company, or has nothing to say of it. */
export function isInMessage({ changes, named }: MessageEntry): boolean {
  return changes.length === 0 || named.length > 0;
}

/** The answers to write down of a company if only the hits that the message names count as told. */
export function givenByMessage(entry: MessageEntry): readonly ReportCompany[] {
  const { changes, named, reportEntries } = entry;
  if (!isInMessage(entry)) return [];
  if (named.length === changes.length) return reportEntries;
  const hits = [...new Set(named.map(({ fingerprint }) => fingerprint))];
  return reportEntries.slice(0, 1).map((one) => ({ ...one, hits }));
}

/** The answers that it leaves to another message, so that they are known if the company leaves the list before that. */
export function leftByMessage(entry: MessageEntry): readonly ReportCompany[] {
  return isInMessage(entry) ? [] : entry.reportEntries;
}

/** Characters, before they are made safe for where they are read: messengers take 40,000. */
const ROOM = 20_000;
/** Hits of one company, before the others have had their turn. */
const NAMED_FIRST = 50;
/** A message cuts each text after so many characters. */
export const CHARACTERS_SHOWN = 100;

function lengthOf({ companyName, name, sourceType }: ChangedHit): number {
  return [companyName, name, sourceType].reduce(
    (sum, text) => sum + Math.min(text.length, CHARACTERS_SHOWN),
    ' : ()\n'.length,
  );
}

function entryOfFormer({
  name: companyName,
  changes,
  reportEntries,
}: FormerCompany): Omit<MessageEntry, 'named'> {
  const hits = changes.map(({ hit: { fingerprint, name, sourceType }, change }) => {
    return { fingerprint, companyName, name, sourceType, change };
  });
  return { item: null, changes: hits, reportEntries };
}

function entryOfItem(
  item: ItemState,
  entriesFor: (changes: number) => readonly ReportCompany[],
): Omit<MessageEntry, 'named'> {
  const receipt = item.state === 'done' ? item.result.receipt : undefined;
  const partial = item.state === 'failed' ? item.partialResult?.receipt : undefined;
  const hits = (receipt ?? partial)?.changedHits?.() ?? [];
  const changes = hits.filter(({ change }) => change !== 'known');
  // Hits alone are told without a verdict: the company comes out again.
  const named = [...new Set(changes.map(({ fingerprint }) => fingerprint))];
  const withoutVerdict = entriesFor(changes.length).map((one) => ({ ...one, hits: named }));
  return { item, changes, reportEntries: receipt?.reportEntry ? [receipt.reportEntry] : withoutVerdict };
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

/** Answers that have to be in a report, whatever is told. */
interface UnnamedReports {
  reportEntries: readonly ReportCompany[];
  /** Runs of whose answers everything undelivered is in these rows: only then nobody looks at them again. */
  reportedRuns: readonly string[];
}

const NOTHING_UNNAMED: UnnamedReports = { reportEntries: [], reportedRuns: [] };

export class PendingReports {
  private readonly seen = new Map<CompanyHash, readonly ReportCompany[]>();
  private isFailing = false;

  /** @param isCoveredBefore whether a report from before the run names a company for all of its readers */
  constructor(private readonly isCoveredBefore: (company: CompanyHash) => boolean) {}

  see(result: CompanyResult): void {
    if (result.is !== 'notCharged' && result.doubt !== 'beingScreened')
      this.seen.set(result.company, toDeliver(result));
  }

  /** Rows that could not be stored may be there all the same: the row of the run goes on saying that something is to be told. */
  fail(): void {
    this.isFailing = true;
  }

  /** @param changes how many hits of it are to be told */
  of(company: CompanyHash, changes: number): readonly ReportCompany[] {
    if (this.isFailing) return [];
    return (this.seen.get(company) ?? []).filter((one) => changes > 0 || !this.isCovered(one));
  }

  /**
   * @param ownRuns the uuids of the run
   * @param others runs that are over
   * @param isListed whether a company is in the list of this run
   * @returns what no message names, and the runs of which nothing is left to report once that is written down
   */
  allOf(
    ownRuns: readonly string[],
    others: Undelivered['over'],
    isListed: (company: CompanyHash) => boolean,
  ): UnnamedReports {
    if (this.isFailing) return NOTHING_UNNAMED;
    const isSaid = (company: CompanyHash) => this.seen.has(company) || !isListed(company);
    const left = others.filter(({ companies }) => [...companies].every(isSaid)).map(({ runId }) => runId);
    const reportEntries = [...this.seen.values()].flat().filter((one) => !this.isCovered(one));
    return { reportEntries, reportedRuns: [...ownRuns, ...left] };
  }

  /** Any report that names a company without a verdict is enough. */
  private isCovered({ company, hits }: ReportCompany): boolean {
    return hits !== undefined && this.isCoveredBefore(company);
  }
}

/**
 * Gives the statements of a report. Empty if everything comes out.
 *
 * @param about which node it was, which run, and when
 */
export function reportStatements(
  asked: RegisterSettings['report'],
  messageEntries: readonly MessageEntry[],
  { uuid = randomUUID, ...about }: { nodeHash: string; runId: string; at: string; uuid?: () => string },
  { reportEntries, reportedRuns }: UnnamedReports = NOTHING_UNNAMED,
): Statement[] {
  if (!asked) return [];
  const { id: report, readers, makesMessage } = asked;
  const rowsOf = { ...addressedTo(readers), uuid, ...about };
  const given = messageEntries.flatMap((one) => (makesMessage ? givenByMessage(one) : one.reportEntries));
  const named = new Set(given.map(nameOf));
  const left = [...(makesMessage ? messageEntries.flatMap(leftByMessage) : []), ...reportEntries].filter(
    (one) => !named.has(nameOf(one)),
  );
  // The id is random on purpose: this report must never be marked as told.
  const rowsOfLeft = left.length === 0 ? [] : runReportRows({ report: uuid(), ...rowsOf }, left);
  const rows = [...runReportRows({ report, ...rowsOf }, given), ...rowsOfLeft];
  return [{ do: 'insert', table: 'reports', rows }, ...noLongerUnreported(reportedRuns)];
}

const nameOf = ({ company, answerId }: ReportCompany): string => `${company} ${answerId}`;
