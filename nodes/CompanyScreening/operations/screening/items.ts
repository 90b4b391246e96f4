// The items of one screening: flat for a spreadsheet, or as received; one for a hit or for a company. With several names, an item says which of
// them was screened. Flat ones have text, numbers and null only.
import { deepCopy, type IDataObject } from 'n8n-workflow';

import {
  KEYS_ALWAYS_SELECTED,
  withRegisterKeys,
  type COMPANY_KEYS,
  type HIT_KEYS,
} from '../../names/itemKeys';
import { mostNotable } from '../../register/facts/history';
import { jsonValueSchema, type ScreeningRecord, fieldsOf } from '../../service/contract';
import { hitFingerprint } from '../../service/hitFingerprint';
import type { OutputItem } from '../shared/requestTask';
import { companyMatches, hitMatches, listed } from './compared';
import {
  decisionOfCompany,
  decisionAbout,
  type DecisionFields,
  reasonOf,
  verdictFields,
  type CompanyVerdict,
  type HitGoneOrVerdict,
  type StoredFacts,
  type NameFacts,
  type ScreeningFacts,
} from './verdict';
import type { KnownHit } from '../../register/rows/answerRows';

export interface ItemForm {
  itemsPer: 'company' | 'hit';
  output: Output;
}
export type Output = { form: 'raw' | 'simplified' } | { form: 'selectedFields'; fields: string[] };

export const ITEM_OF_COMPANY: ItemForm = { itemsPer: 'company', output: { form: 'simplified' } };

/** The item of a company as a whole. Without a record, nothing is known but the question. */
export function companyItem(
  company: CompanyVerdict,
  record: ScreeningRecord | null,
  facts: ScreeningFacts,
  output: Output,
): OutputItem {
  const { stored } = facts;
  const isRaw = output.form === 'raw';
  const json = isRaw ? rawCompany(company, record, facts) : simplifiedCompany(company, record, facts);
  const { outcome, reason, hits } = company;
  const names = nameFields(facts, isRaw, ({ ofHits }) => ({ screenedNames: listed(ofHits, isRaw) }));
  const matches = companyMatches(hits, facts, isRaw);
  const change = stored && mostNotable(stored.changes);
  const decision = stored && decisionOfCompany(stored.cases, { outcome, reason }, hits.map(hitFingerprint));
  return { outcome, json: arranged(Object.assign(json, names, matches), stored, change, decision, output) };
}

export function hitOrVerdictItem(
  hitOrVerdict: HitGoneOrVerdict,
  record: ScreeningRecord | null,
  facts: ScreeningFacts,
  output: Output,
): OutputItem {
  const isRaw = output.form === 'raw';
  const json: IDataObject = isRaw
    ? rawItem(hitOrVerdict, record, facts)
    : simplifiedItem(hitOrVerdict, record, facts);
  const { outcome } = hitOrVerdict;
  const fingerprint = json['hitFingerprint'];
  const hit = typeof fingerprint === 'string' ? fingerprint : null;
  const known = hit === null ? undefined : facts.stored?.changes.hits.get(hit);
  const change = outcome === 'hit' ? (known ?? 'new') : outcome === 'gone' ? 'gone' : null;
  const names = nameFields(facts, isRaw, ({ ofHits: [screenedName = null] }) => ({ screenedName }));
  const compared = Object.assign(json, names, hitMatches(hitOrVerdict, facts));
  const decision = facts.stored && decisionAbout(facts.stored.cases, outcome, hit);
  return { outcome, json: arranged(compared, facts.stored, change, decision, output) };
}

function arranged(
  json: IDataObject,
  stored: StoredFacts | undefined,
  change: string | null | undefined,
  decision: DecisionFields | undefined,
  output: Output,
): IDataObject {
  if (!stored) return select(json, output);
  const { companyKey, remembered, screenedAt, previousOutcome, reportId } = stored;
  const added = { companyKey, remembered, screenedAt, change: change ?? null, previousOutcome, reportId };
  const fields = new Map(Object.entries({ ...json, ...added, ...decision }));
  const keys = withRegisterKeys(Object.keys(json));
  return select(Object.fromEntries(keys.map((key) => [key, fields.get(key)])), output);
}

function select(json: IDataObject, output: Output): IDataObject {
  if (output.form !== 'selectedFields') return json;
  return Object.fromEntries(
    Object.entries(json).filter(([key]) => KEYS_ALWAYS_SELECTED.has(key) || output.fields.includes(key)),
  );
}

/** Fields of Other Names, if there are any. @param screened tells under which of the names the hits of the item were found */
function nameFields(
  { names }: ScreeningFacts,
  isRaw: boolean,
  screened: (names: NameFacts) => IDataObject,
): IDataObject {
  if (!names) return {};
  const fields = { otherNames: listed(names.others, isRaw), ...screened(names) };
  if (!isRaw) return fields;
  const screenings = names.screenings.map(({ record, ...one }) => ({
    ...one,
    screening: screeningOf(record),
  }));
  return { ...fields, screenings };
}

function rawItem(
  hitOrVerdict: HitGoneOrVerdict,
  record: ScreeningRecord | null,
  facts: ScreeningFacts,
): IDataObject {
  const isHit = hitOrVerdict.outcome === 'hit';
  const isAboutHit = isHit || hitOrVerdict.outcome === 'gone';
  return {
    ...verdictFields(hitOrVerdict.outcome, reasonOf(hitOrVerdict), facts, record),
    referenceId: facts.referenceId,
    hitFingerprint: isAboutHit ? hitFingerprint(hitOrVerdict.hit) : null,
    hitNumber: isHit ? hitOrVerdict.hitNumber : null,
    hit: isAboutHit ? copyOf(hitOrVerdict.hit) : null,
    screening: screeningOf(record),
  };
}

/** A company with the list of its hits exactly as received. */
function rawCompany(
  { outcome, reason, hits }: CompanyVerdict,
  record: ScreeningRecord | null,
  facts: ScreeningFacts,
): IDataObject {
  return {
    ...verdictFields(outcome, reason, facts, record),
    referenceId: facts.referenceId,
    hitFingerprints: hits.map(hitFingerprint),
    hits: hits.map(copyOf),
    screening: screeningOf(record),
  };
}

/** The record as received, without its details. */
function screeningOf(record: ScreeningRecord | null) {
  if (!record) return null;
  const screening: Partial<ScreeningRecord> = { ...record };
  delete screening.details;
  return copyOf(screening);
}

// A copy, since the nodes that follow may write into an item, and several items may come from one record.
function copyOf(received: unknown) {
  return deepCopy(jsonValueSchema.parse(received));
}

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

function simplifiedCompany(
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
