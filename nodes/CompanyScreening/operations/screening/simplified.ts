// Flat items for a spreadsheet: text, numbers and null only.
import type { COMPANY_KEYS, HIT_KEYS } from '../../names/itemKeys';
import type { KnownHit } from '../../register/rows/answerRows';
import { fieldsOf, type ScreeningRecord } from '../../service/contract';
import { hitFingerprint } from '../../service/hitFingerprint';
import {
  reasonOf,
  verdictFields,
  type CompanyVerdict,
  type HitGoneOrVerdict,
  type ScreeningFacts,
} from './verdict';

type CellValue = number | string | null;

/** A hit or verdict as a flat item; the same keys for every outcome. */
export function simplifiedItem(
  hitOrVerdict: HitGoneOrVerdict,
  record: ScreeningRecord | null,
  facts: ScreeningFacts,
): Record<(typeof HIT_KEYS)[number], CellValue> {
  const isHit = hitOrVerdict.outcome === 'hit';
  const isAboutHit = isHit || hitOrVerdict.outcome === 'gone';
  const hit = isAboutHit ? fieldsOf(hitOrVerdict.hit) : {};
  const verdict = verdictFields(hitOrVerdict.outcome, reasonOf(hitOrVerdict), facts, record);
  const about = simplifiedRecord(record, facts);
  // The fields are written one by one: spreading an object of this size costs a sixth of this node's own processor time.
  return {
    companyName: verdict.companyName,
    outcome: verdict.outcome,
    name: cellText(hit['name']),
    sourceType: sourceTypeOf(hit),
    jurisdiction: cellText(hit['jurisdiction']),
    companyNumber: cellText(hit['companyNumber']),
    reason: verdict.reason,
    explanation: verdict.explanation,
    entityType: cellText(hit['entityType']),
    pepType: cellText(hit['pepType']),
    aliasNames: cellText(hit['aliasNames']),
    aliasGivenNames: cellText(hit['aliasGivenNames']),
    address: cellText(hit['address']),
    addressRemarks: cellText(hit['addressRemarks']),
    nameRemarks: cellText(hit['nameRemarks']),
    sanctionDetails: cellText(hit['sanctionDetails']),
    otherInformation: cellText(hit['otherInformation']),
    links: cellText(hit['links']),
    sourceId: cellText(hit['sourceId']),
    tlName: cellText(hit['tlName']),
    hitNumber: isHit ? hitOrVerdict.hitNumber : null,
    totalHits: record?.totalHits ?? null,
    screeningOption: about.screeningOption,
    status: about.status,
    createdAt: about.createdAt,
    processedAt: about.processedAt,
    environment: verdict.environment,
    hitFingerprint: isAboutHit ? hitFingerprint(hitOrVerdict.hit) : null,
    screeningId: about.screeningId,
    referenceId: about.referenceId,
    requesterId: about.requesterId,
  };
}

/** A company with its hits joined, as a flat item. */
export function simplifiedCompany(
  { outcome, reason, hits }: CompanyVerdict,
  record: ScreeningRecord | null,
  facts: ScreeningFacts,
): Record<(typeof COMPANY_KEYS)[number], CellValue> {
  const all = hits.map(fieldsOf);
  const distinct = (values: CellValue[]) => cellText([...new Set(values)]);
  const verdict = verdictFields(outcome, reason, facts, record);
  const about = simplifiedRecord(record, facts);
  return {
    companyName: verdict.companyName,
    outcome: verdict.outcome,
    totalHits: record?.totalHits ?? null,
    hitNames: cellText(all.map((hit) => cellText(hit['name']))),
    sourceTypes: distinct(sourceTypesOf(all)),
    jurisdictions: distinct(all.flatMap((hit) => [hit['jurisdiction']].flat().map(cellText))),
    reason: verdict.reason,
    explanation: verdict.explanation,
    screeningOption: about.screeningOption,
    status: about.status,
    createdAt: about.createdAt,
    processedAt: about.processedAt,
    environment: verdict.environment,
    hitFingerprints: cellText(hits.map(hitFingerprint)),
    screeningId: about.screeningId,
    referenceId: about.referenceId,
    requesterId: about.requesterId,
  };
}

function simplifiedRecord(record: ScreeningRecord | null, facts: ScreeningFacts) {
  return {
    screeningOption: cellText(record?.option) ?? facts.screeningOption,
    status: record?.status ?? null,
    screeningId: record?.id ?? null,
    referenceId: cellText(facts.referenceId),
    requesterId: cellText(record?.requesterId) ?? cellText(facts.requesterId),
    createdAt: cellText(record?.createdAt),
    processedAt: cellText(record?.processedAt),
  };
}

const SOURCE_TYPES = new Map(
  ['Sanction', 'PEP', 'Criminal', 'Other'].map((type) => [type.toLowerCase(), type]),
);

/** Names a missing type too if other hits have one: such a hit may be urgent. */
function sourceTypesOf(hits: ReadonlyArray<Record<string, unknown>>): CellValue[] {
  const types = hits.map(sourceTypeOf);
  return types.every((type) => type === null) ? types : types.map((type) => type ?? 'not given');
}

/** A hit as the register tells it from others, and as people read it there. */
export function knownHit(hit: unknown): KnownHit {
  const fields = fieldsOf(hit);
  const textOf = (value: CellValue) => String(value ?? '');
  return {
    fingerprint: hitFingerprint(hit),
    sourceId: textOf(cellText(fields['sourceId'])),
    sourceType: textOf(sourceTypeOf(fields)),
    name: textOf(cellText(fields['name'])),
  };
}

/** The source type as the service documents it, whatever its case; an undocumented value stays as it came. */
function sourceTypeOf(hit: Record<string, unknown>): CellValue {
  const received = cellText(hit['sourceType']);
  return typeof received === 'string' ? (SOURCE_TYPES.get(received.toLowerCase()) ?? received) : received;
}

/** A value of a hit for a spreadsheet cell: lists joined, null for an empty value. */
export function cellText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return (
      value
        .map(cellText)
        .filter((text) => text !== null)
        .join('; ') || null
    );
  return JSON.stringify(value);
}
