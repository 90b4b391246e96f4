// The row of a run, as tests of many runs need it.
import type { RunWithCounts } from '../../../nodes/CompanyScreening/register/rows/runRows';
import type { TableRow } from '../../../nodes/CompanyScreening/register/port/tables';

const WENT_WELL: RunWithCounts = {
  runId: 'run',
  state: 'ended',
  beat: 'b',
  beatAt: '2026-03-02T01:30:00.000Z',
  startedAt: '2026-03-02T01:00:00.000Z',
  endedAt: '2026-03-02T01:30:00.000Z',
  startedBy: 'Nightly, execution 12 (trigger)',
  workflow: 'w1',
  node: 'Company Screening',
  screenAgainAfterDays: 1,
  companies: 11,
  unusable: 0,
  screenedNow: 11,
  remembered: 0,
  sentNow: 11,
  verdictsNow: 9,
  withVerdict: 9,
  withHits: 1,
  clear: 8,
  reviews: 1,
  errors: 1,
  notProcessed: 0,
  screeningsPaid: 12,
  newHits: 1,
  changedHits: 0,
  hitsListedAgain: 0,
  goneHits: 0,
  openCases: 1,
  oldestCaseAt: '2026-03-02T01:00:00.000Z',
  decisions: 0,
  newestDecisions: '',
  companiesBefore: 11,
  environment: 'production',
  control: 'held',
  reportId: 'report',
  kind: 'screening',
};
/** A night that went well. */
export const aRun = (by: Partial<RunWithCounts> = {}): RunWithCounts => ({ ...WENT_WELL, ...by });

export const runRow = ({ runId, companiesBefore, openCases, ...run }: RunWithCounts): TableRow => ({
  run: runId,
  ...run,
  ...(openCases === null ? {} : { openCases }),
  ...(companiesBefore === null ? {} : { companiesBefore }),
});
