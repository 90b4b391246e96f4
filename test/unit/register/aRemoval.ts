// Who deletes something on purpose, and the row that is left of it in the archive.
import { removalRow, type NewRemoval } from '../../../nodes/CompanyScreening/register/rows/archiveRows';
import type { TableRow } from '../../../nodes/CompanyScreening/register/port/tables';

export const REMOVED_BY = {
  reason: 'Request 4711',
  removedBy: 'u-1',
  removedByAddress: 'ann@company.example',
};

/** The surroundings of a removal at this time. Nobody waits. */
export const removing = (nowMs: number, uuid: () => string = () => crypto.randomUUID()) => ({
  ...{ uuid, nowMs, sleep: () => Promise.resolve() },
});

/** Pruned in May 2026: what was before April. */
export const aRemoval = (
  by: Partial<NewRemoval> = {},
  decisions: readonly string[] = [],
  more: Partial<NewRemoval['removed']> = {},
): TableRow => {
  const none = { answers: 0, claims: 0, closings: 0, companies: 0, hits: 0, reports: 0, runs: 0 };
  return removalRow({
    ...{ kind: 'pruned', mark: 'removal', at: '2026-05-02T10:00:00.000Z', previousSeals: [], screenings: 12 },
    ...{ oldest: '2026-03-01T00:00:00.000Z', newest: '2026-03-31T00:00:00.000Z' },
    ...{ removedBy: 'u-1', removedByAddress: 'ann@company.example', reason: 'Five years are over' },
    removed: {
      ...{ before: by.kind === 'forgotten' ? '' : '2026-04-01T00:00:00.000Z', openCases: 0 },
      counts: { ...none, decisions: decisions.length },
      ...{ answers: [], screenings: [], shared: [], decisions: [...decisions] },
      ...{ seals: [], closings: [], readers: [], ...more },
    },
    ...by,
  });
};
