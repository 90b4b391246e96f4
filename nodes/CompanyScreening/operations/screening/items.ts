// The items of one screening: flat for a spreadsheet, or as received; one for a hit or for a company. With several names, an item says which of
// them was screened.
import { deepCopy, type IDataObject } from 'n8n-workflow';

import {
  KEYS_ALWAYS_SELECTED,
  withRegisterKeys,
  type COMPANY_NAME_KEYS,
  type NAME_KEYS,
} from '../../names/itemKeys';
import { mostNotable } from '../../register/facts/history';
import { jsonValueSchema, type ScreeningRecord } from '../../service/contract';
import { hitFingerprint } from '../../service/hitFingerprint';
import type { OutputItem } from '../shared/taskResult';
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
import { simplifiedCompany, simplifiedItem } from './simplified';

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
  const names = companyNames(facts, isRaw);
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
  const compared = Object.assign(json, hitNames(facts, isRaw), hitMatches(hitOrVerdict, facts));
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

/** Name fields for an item of one hit or verdict; none without Other Names. */
function hitNames({ names }: ScreeningFacts, isRaw: boolean): IDataObject {
  if (!names) return {};
  return {
    otherNames: listed(names.others, isRaw),
    screenedName: names.ofHits[0] ?? null,
    ...screeningFields(names, isRaw),
  } satisfies Record<(typeof NAME_KEYS)[number], unknown>;
}

/** Name fields for an item of a whole company: the name of each hit, in their order; as lists in raw items. */
function companyNames({ names }: ScreeningFacts, isRaw: boolean): IDataObject {
  if (!names) return {};
  return {
    otherNames: listed(names.others, isRaw),
    screenedNames: listed(names.ofHits, isRaw),
    ...screeningFields(names, isRaw),
  } satisfies Record<(typeof COMPANY_NAME_KEYS)[number], unknown>;
}

function screeningFields({ screenings }: NameFacts, isRaw: boolean): IDataObject {
  if (!isRaw) return {};
  return {
    screenings: screenings.map(({ record, ...about }) => ({ ...about, screening: screeningOf(record) })),
  };
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
