// The row of a run: what it says at its beginning, at its end, and of its claims, and how it is read again.
import {
  CONTROL_FAILED,
  endedRow,
  goingRow,
  noLongerUnreported,
  listLengthOf,
  ranByItself,
  readUnreportedRun,
  readRun,
  readRunWithCounts,
  startedBy,
  updatingRun,
  workflowOf,
} from '../../../nodes/CompanyScreening/register/rows/runRows';
import type { StoredRow } from '../../../nodes/CompanyScreening/register/port/tables';

const BEGAN_AT = '2026-01-01T00:00:00.000Z';
const ENDED_AT = '2026-01-01T01:00:00.000Z';
const RUN = { runId: 'run-1', beat: '7', companies: 3, startedBy: 'Night, execution 12 (trigger)' };
const begun = goingRow(BEGAN_AT, { ...RUN, about: { environment: 'production', control: 'held' } });
const rowOf = (more: object = {}): StoredRow => ({ ...begun, id: 1, ...more });

test('it begins as a run that goes on, and is read as that', () => {
  expect(begun).toEqual({
    ...{ run: 'run-1', beat: '7', companies: 3, startedBy: 'Night, execution 12 (trigger)' },
    ...{ state: 'going', beatAt: BEGAN_AT, startedAt: BEGAN_AT, endedAt: '' },
    ...{ environment: 'production', control: 'held', readers: '' },
  });
  const read = { runId: 'run-1', state: 'going', beat: '7', beatAt: BEGAN_AT, control: 'held' };
  expect(readRun(rowOf())).toEqual(read);
  expect(readRun(rowOf({ state: 'presumedDead', control: null }))).toEqual({
    ...read,
    ...{ state: 'presumedDead', control: '' },
  });
});

test('it says whom its answers are for, until that is written down', () => {
  const row = {
    ...goingRow(BEGAN_AT, { ...RUN, unreportedRunOfNode: 'node', readers: ['r1', 'r2'], about: {} }),
    id: 1,
  };
  const read = { runId: 'run-1', state: 'going', beatAt: BEGAN_AT, startedAt: BEGAN_AT };
  expect(readUnreportedRun(row)).toEqual({ ...read, environment: '', readers: ['r1', 'r2'] });
  const [update] = noLongerUnreported(['run-1', 'run-2']);
  expect(update).toMatchObject({ match: 'any', where: [{ value: 'run-1' }, { value: 'run-2' }] });
  expect(update?.do === 'update' && readUnreportedRun({ ...row, ...update.set })).toBeUndefined();
});

test('people are told its counts, and that it screens companies unless it is a test', () => {
  const read = readRunWithCounts(
    rowOf({ unusable: 1, companiesBefore: 4, latestRunOfNode: 'n', test: '{}' }),
  );
  const counts = { companies: 3, unusable: 1, companiesBefore: 4, screenedNow: 0 };
  expect(read).toMatchObject({ ...counts, kind: 'screening' });
  for (const hidden of ['latestRunOfNode', 'test']) expect(read).not.toHaveProperty(hidden);
  expect(read && listLengthOf(read)).toBe(2);
  expect(readRunWithCounts(rowOf({ kind: 'test' }))?.kind).toBe('test');
  expect(readRunWithCounts(rowOf())).toMatchObject({
    ...{ companiesBefore: null, endedAt: '', reportId: '', remembered: 0, withVerdict: 0, withHits: 0 },
    ...{ clear: 0, reviews: 0, errors: 0, notProcessed: 0, unusable: 0, decisions: 0 },
  });
});

test('one that was changed so that it cannot be read is none', () => {
  for (const change of [{ state: 'over' }, { beat: '' }, { beatAt: 'now' }, { run: '' }]) {
    expect(readRun(rowOf(change))).toBeUndefined();
    expect(readRunWithCounts(rowOf(change))).toBeUndefined();
  }
});

test('it ends with what was decided by then, what is compared, and what became of its control', () => {
  const ended = endedRow(ENDED_AT, {
    ...{ decisions: 2, newestDecisions: ['s1', 's2'] },
    ...{ compared: { companiesBefore: 5, latestRunOfNode: 'n' }, about: { control: CONTROL_FAILED } },
  });
  expect(ended).toEqual({
    ...{ state: 'ended', endedAt: ENDED_AT, decisions: 2, newestDecisions: 's1 s2' },
    ...{ companiesBefore: 5, latestRunOfNode: 'n', control: 'failed' },
  });
});

test('its counts are written into its own row', () => {
  const set = { screenedNow: 1, openCases: 1, oldestCaseAt: ENDED_AT };
  expect(updatingRun('run-1', set)).toEqual({
    ...{ do: 'update', table: 'runs', match: 'all', set },
    where: [{ column: 'run', is: 'equal', value: 'run-1' }],
  });
});

test('who started it is told in words, from which its workflow is known', () => {
  const words = startedBy({ workflow: 'A, execution of B', execution: '12', mode: 'trigger' });
  expect(words).toBe('A, execution of B, execution 12 (trigger)');
  expect(workflowOf(words)).toBe('A, execution of B');
  expect(workflowOf('by hand')).toBe('by hand');
  expect(workflowOf(', execution 1')).toBe('');
  const byHand = startedBy({ workflow: 'A', execution: '1', mode: 'manual' });
  const again = startedBy({ workflow: 'A', execution: '1', mode: 'retry' });
  expect([words, byHand, again].map(ranByItself)).toEqual([true, false, false]);
});
