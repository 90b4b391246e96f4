// The items that come out for one screening record: flat for a spreadsheet, or as received.
import type { IDataObject } from 'n8n-workflow';

import type { Hit, ScreeningRecord } from '../service/contract';
import type { Outcome, ReviewReason } from '../service/outcome';

/** What an item says beside the record and the hit. */
export interface ItemFacts {
  outcome: Outcome;
  reason: ReviewReason | null;
  companyName: string;
  referenceId: string;
  requesterId: string;
  screeningOption: string;
  /** Counts from 1; null where the item is about the record and not about a hit. */
  hitNumber: number | null;
  hit: Hit | null;
}

/** A flat item: the same keys in the same order for every outcome; text, numbers and null only. */
export function simplifiedItem(facts: ItemFacts, record: ScreeningRecord): IDataObject {
  const { hit } = facts;
  return {
    outcome: facts.outcome,
    reason: facts.reason,
    companyName: facts.companyName,
    name: hit?.name ?? null,
    sourceType: sourceTypeOf(hit),
    entityType: hit?.entityType ?? null,
    pepType: hit?.pepType ?? null,
    aliasNames: joined(hit?.aliasNames),
    aliasGivenNames: joined(hit?.aliasGivenNames),
    jurisdiction: joined(hit?.jurisdiction),
    companyNumber: joined(hit?.companyNumber),
    address: joined(hit?.address),
    addressRemarks: joined(hit?.addressRemarks),
    nameRemarks: joined(hit?.nameRemarks),
    sanctionDetails: joined(hit?.sanctionDetails),
    otherInformation: joined(hit?.otherInformation),
    links: joined(hit?.links),
    sourceId: hit?.sourceId ?? null,
    tlName: hit?.tlName ?? null,
    hitNumber: facts.hitNumber,
    totalHits: record.totalHits,
    screeningOption: record.option ?? facts.screeningOption,
    status: record.status,
    screeningId: record.id,
    referenceId: facts.referenceId,
    requesterId: record.requesterId ?? (facts.requesterId === '' ? null : facts.requesterId),
    createdAt: record.createdAt ?? null,
    processedAt: record.processedAt ?? null,
  };
}

/** The hit and the record exactly as received. */
export function fullItem(facts: ItemFacts, record: ScreeningRecord): IDataObject {
  const screening: Partial<ScreeningRecord> = { ...record };
  delete screening.details;
  return {
    outcome: facts.outcome,
    reason: facts.reason,
    companyName: facts.companyName,
    referenceId: facts.referenceId,
    hitNumber: facts.hitNumber,
    hit: facts.hit,
    screening,
  };
}

const SOURCE_TYPES = new Map(
  ['Sanction', 'PEP', 'Criminal', 'Other'].map((type) => [type.toLowerCase(), type]),
);

/** The source type in the interface's spelling whatever its case; a value it does not list stays as it came. */
function sourceTypeOf(hit: Hit | null): string | null {
  const received = hit?.sourceType ?? null;
  return received === null ? null : (SOURCE_TYPES.get(received.toLowerCase()) ?? received);
}

function joined(texts: Array<string | null> | null | undefined): string | null {
  const present = (texts ?? []).filter((text) => text !== null && text !== '');
  return present.length === 0 ? null : present.join('; ');
}
