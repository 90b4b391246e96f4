// The cases of a list that wait for a person, for its receipt.
import { isOpenCase, type Case } from '../../register/cases/cases';

/** How many are open, and how long the oldest has waited, in milliseconds; null if no time is known. */
export interface WaitingCases {
  count: number;
  oldestMs: number | null;
}

/** Pure. @param nowMs epoch milliseconds */
export function waitingCases(cases: readonly Case[], nowMs: number): WaitingCases {
  const open = cases.filter(isOpenCase);
  const [oldest] = open.flatMap(({ since }) => (since === '' ? [] : [since])).sort();
  return {
    count: open.length,
    oldestMs: oldest === undefined ? null : Math.max(0, nowMs - Date.parse(oldest)),
  };
}
