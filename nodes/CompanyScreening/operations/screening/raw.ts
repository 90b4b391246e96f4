// Items that hold what the service sent, as it came. Fields that the contract does not know are kept.
import { deepCopy, type IDataObject } from 'n8n-workflow';

import { jsonValueSchema, type ScreeningRecord } from '../../service/contract';
import { hitFingerprint } from '../../service/hitFingerprint';
import {
  reasonOf,
  verdictFields,
  type CompanyVerdict,
  type ItemFinding,
  type ScreeningFacts,
} from './verdict';

/** A finding with the hit and the record exactly as received. */
export function rawItem(
  finding: ItemFinding,
  record: ScreeningRecord | null,
  facts: ScreeningFacts,
): IDataObject {
  const isHit = finding.outcome === 'hit';
  const isAboutHit = isHit || finding.outcome === 'gone';
  return {
    ...verdictFields(finding.outcome, reasonOf(finding), facts, record),
    referenceId: facts.referenceId,
    hitFingerprint: isAboutHit ? hitFingerprint(finding.hit) : null,
    hitNumber: isHit ? finding.hitNumber : null,
    hit: isAboutHit ? copyOf(finding.hit) : null,
    screening: screeningOf(record),
  };
}

/** A company with the list of its hits exactly as received. */
export function rawCompany(
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

/** The record as received, but for its details. */
export function screeningOf(record: ScreeningRecord | null) {
  if (!record) return null;
  const screening: Partial<ScreeningRecord> = { ...record };
  delete screening.details;
  return copyOf(screening);
}

// The nodes that follow may write into an item, and several items may come from one record.
function copyOf(received: unknown) {
  return deepCopy(jsonValueSchema.parse(received));
}
