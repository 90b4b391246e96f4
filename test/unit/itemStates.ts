// Items of a run, by what became of them, and the run that they make.
import type { ItemResult } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import type { ItemState, RegisterFacts, RunResult } from '../../nodes/CompanyScreening/run/state/itemState';

export const subjectOf = (name: string) => ({ name, referenceId: `ref-${name}` });

/** Clear, unless its receipt says otherwise. */
export const resultOf = (
  receipt: Partial<ItemResult['receipt']> = {},
  items: ItemResult['items'] = [],
): ItemResult => ({ items, receipt: { id: 'id-1', outcome: 'clear', reason: null, hits: 0, ...receipt } });

export const done = (name: string, receipt: Parameters<typeof resultOf>[0] = {}) =>
  ({
    ...{ state: 'done', subject: subjectOf(name), result: resultOf({ id: `id-${name}`, ...receipt }) },
    binary: {},
  }) satisfies ItemState;

/** @param name null if the parameters of the item could not be read */
export const failed = (name: string | null, error: unknown = new Error('no')) =>
  ({
    ...{ state: 'failed', subject: name === null ? undefined : subjectOf(name), error, sent: true },
    binary: {},
  }) satisfies ItemState;

export const notSent = (name: string) => ({ state: 'notSent', subject: subjectOf(name) }) satisfies ItemState;

export const runOf = (items: ItemState[], more: Partial<RunResult> = {}): RunResult => ({
  ...{ items, notes: [], readIn: 'asReceived', environment: 'production', includeInputFields: false },
  ...more,
});

/** A register in which everything is as it was in the run before. */
export const registerFacts = (more: Partial<RegisterFacts> = {}): RegisterFacts => ({
  ...{ name: 'Customers', onlyThisRun: false, companiesBefore: null, reportId: null, formerCompanies: [] },
  ...{ keys: { renamed: [], several: [] }, waitingCases: { count: 0, oldestMs: null }, noReplySince: null },
  ...{ answerTimes: { timeZone: 'Europe/Berlin', oldest: null, dueFrom: null }, deskAddress: '' },
  ...more,
});
