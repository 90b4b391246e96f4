// An item of a screening, as a workbook takes it.
import type { IDataObject } from 'n8n-workflow';

import type { OwnFields } from './ownFields';

export const VERDICTS = ['clear', 'error', 'gone', 'hit', 'review'] as const;

/** An item of a screening. */
export interface VerdictItem {
  outcome: (typeof VERDICTS)[number];
  /** Whether there is one for each hit or for each company; `either` if its fields do not say. */
  per: 'company' | 'either' | 'hit';
  /** What we say of it, flat. */
  fields: IDataObject;
  own: OwnFields;
}
