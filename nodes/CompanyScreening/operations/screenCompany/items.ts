// The items that come out for one screening: flat for a spreadsheet, or as received; one for a hit or for a company.
import type { IDataObject } from 'n8n-workflow';

import type { ScreeningRecord } from '../../service/contract';
import type { OutputItem } from '../operation';
import { companyMatches, hitMatches } from './compared';
import { KEYS_ALWAYS_SELECTED } from './keys';
import { companyNames, hitNames } from './nameFields';
import { rawCompany, rawItem } from './raw';
import { simplifiedCompany, simplifiedItem } from './simplified';
import { companyVerdict, type ItemFinding, type ScreeningFacts } from './verdict';

/** Which items are wanted. */
export interface ItemForm {
  itemsPer: 'company' | 'hit';
  output: Output;
}
export type Output = { form: 'raw' | 'simplified' } | { form: 'selectedFields'; fields: string[] };

/** The items for the findings of a record, in their order. Without a record, nothing is known but the question. */
export function itemsOf(
  findings: readonly ItemFinding[],
  record: ScreeningRecord | null,
  facts: ScreeningFacts,
  { itemsPer, output }: ItemForm,
): OutputItem[] {
  if (itemsPer === 'company') {
    const company = companyVerdict(findings);
    const isRaw = output.form === 'raw';
    const json = isRaw ? rawCompany(company, record, facts) : simplifiedCompany(company, record, facts);
    const more = { ...companyNames(facts, isRaw), ...companyMatches(company.hits, facts, isRaw) };
    return [{ outcome: company.outcome, json: arranged(json, more, facts, output) }];
  }
  return findings.map((finding) => ({
    outcome: finding.outcome,
    json: arranged(
      output.form === 'raw' ? rawItem(finding, record, facts) : simplifiedItem(finding, record, facts),
      { ...hitNames(facts, output.form === 'raw'), ...hitMatches(finding, facts) },
      facts,
      output,
    ),
  }));
}

function arranged(
  json: IDataObject,
  more: IDataObject,
  { kept }: ScreeningFacts,
  output: Output,
): IDataObject {
  return select(Object.assign(json, more, kept), output);
}

function select(json: IDataObject, output: Output): IDataObject {
  if (output.form !== 'selectedFields') return json;
  return Object.fromEntries(
    Object.entries(json).filter(([key]) => KEYS_ALWAYS_SELECTED.has(key) || output.fields.includes(key)),
  );
}
