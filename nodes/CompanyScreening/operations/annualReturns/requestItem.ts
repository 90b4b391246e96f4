// The fields of an item about an annual returns request: ours first, always in the same order, then those of the service.
import { deepCopy, type IDataObject } from 'n8n-workflow';

import { ERROR_KEYS } from '../../names/itemKeys';

export const REQUEST_KEYS = [
  'registrationNumber',
  'outcome',
  'status',
  'id',
  'requestUri',
  'reason',
  'explanation',
  'environment',
] as const;

/** With Keep in Register. */
export const KEPT_REQUEST_KEYS = ['remembered', 'requestedAt', 'caseId'] as const;

/** Of what is found at the address of a request. */
export const STATE_KEYS = ['reply', 'timedOut', 'saveAs'] as const;

/** In the place of `id`, in an error item. */
export const RECEIPT_KEY = 'requestId';

type RequestFields = Record<(typeof REQUEST_KEYS)[number], IDataObject[string]>;

const OURS: ReadonlySet<string> = new Set([
  ...REQUEST_KEYS,
  ...KEPT_REQUEST_KEYS,
  ...STATE_KEYS,
  ...ERROR_KEYS,
  RECEIPT_KEY,
]);
const PREFIX = 'reply_';

/** @param received what the service sent: a field that says something else under a name of ours gets a prefix, and is not lost */
export function requestFields(
  ours: RequestFields,
  received: Record<string, unknown>,
  more: Record<string, unknown> = {},
): IDataObject {
  const others = new Map<string, unknown>();
  const shown = new Map<string, unknown>(Object.entries(ours));
  for (const [name, value] of Object.entries(received)) {
    if (shown.get(name) === value) continue;
    let free = name;
    while (OURS.has(free) || (free !== name && free in received)) free = PREFIX + free;
    others.set(free, value);
  }
  // A copy, since the nodes that follow may write into an item.
  const json: IDataObject = { ...ours, ...Object.fromEntries(others), ...more };
  return deepCopy(json);
}
