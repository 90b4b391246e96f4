// The fields of an input item, as they may come out beside what was asked with them.
import type { IDataObject } from 'n8n-workflow';

import type { Subject } from '../operations/shared/requestTask';
import { shownAddress } from '../service/shownAddress';

/** The field from which the subject was read is shown like the subject, and an address in another one without its secrets. */
export function shownInput(subject: Subject | undefined, given: IDataObject): IDataObject {
  if (subject?.typed === undefined) return given;
  const shown = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string')
      return value.trim() === subject.typed ? subject.name : shownAddress(value, (text) => text);
    if (typeof value !== 'object' || value === null || depth === DEEPEST) return value;
    if (Array.isArray(value)) return value.map((one) => shown(one, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(one, depth + 1)]));
  };
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, shown(value, 0) as IDataObject[string]]),
  );
}

/** Deeper, nobody keeps an address. */
const DEEPEST = 100;
