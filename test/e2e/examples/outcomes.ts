// Companies of every outcome: those that the sandbox service knows, odd replies, a name that is none, and clear ones.
import type { Fault } from '../../sandbox/client';

const record = (patch: Record<string, unknown>): Fault['fault'] => ({ kind: 'record', patch });
const nothing = { name: null, sourceType: null, jurisdiction: null, address: null, aliasNames: null };
/** Answers that nobody expects; none of them is clear. */
const odd = (
  [
    record({ status: 'Odd' }),
    record({ status: null }),
    record({ status: 'Pending' }),
    record({ totalHits: 3 }),
    record({ isError: true }),
    record({ screeningId: null, id: null }),
    record({ totalHits: 1, details: [nothing] }),
    record({ details: 'none' }),
    { kind: 'html' },
    { kind: 'truncated' },
    { kind: 'wrongShape' },
    { kind: 'status', status: 500 },
  ] satisfies Fault['fault'][]
).map((fault, index) => ({ name: `Odd Reply ${String.fromCharCode(65 + index)} Ltd`, fault }));

/** What the sandbox service has to be told, so that it gives the odd replies. */
export const oddReplies = odd.map(({ name, fault }): Fault => ({ on: 'screening', match: name, fault }));

/** A name that a spreadsheet has where a formula failed. */
const NO_NAME = '#N/A';

export const notClear = [
  'Gloomharbour Shipping Ltd',
  'Quillhaven Group',
  'Pending Partners',
  'Failing Foundry',
  'Miscounted Last Lantern Salvage',
  ...odd.map(({ name }) => name),
  NO_NAME,
];

/** A hit, a pending record, a failure of the service, a record and a body that nobody expects, and the name that is none. */
export const oneOfAKind = [
  'Gloomharbour Shipping Ltd',
  'Pending Partners',
  'Failing Foundry',
  ...odd.filter(({ fault: { kind } }, at) => at === 0 || kind === 'html').map(({ name }) => name),
  NO_NAME,
];

/** So many companies that are clear. */
export const clear = (count: number): string[] => Array.from({ length: count }, (_, at) => `Plain ${at} Ltd`);
