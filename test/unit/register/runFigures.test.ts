// What the rows of runs say together: sums, and which nights were late or without a control.
import fc from 'fast-check';

import { ONE_DAY_MS } from '../../../nodes/CompanyScreening/flowControl/time';
import type { RunWithCounts } from '../../../nodes/CompanyScreening/register/rows/runRows';
import { lateNights, runFigures } from '../../../nodes/CompanyScreening/register/watch/runFigures';
import { aRun } from './aRun';

const NOW = Date.parse('2026-03-31T12:00:00.000Z');
const figures = (runs: readonly RunWithCounts[]) => runFigures(runs, { late: new Set(), nowMs: NOW });
const HOURS_26 = 26 * 3_600_000;

test('the sums are those of the receipts, whatever their order', () => {
  const count = fc.nat({ max: 100_000 });
  const receipt = fc.record({
    screenedNow: count,
    screeningsPaid: count,
    newHits: count,
    changedHits: count,
    hitsListedAgain: count,
    goneHits: count,
  });
  fc.assert(
    fc.property(fc.array(receipt), (receipts) => {
      const runs = receipts.map((one, index) => aRun({ ...one, runId: `r${index}` }));
      const sum = (key: keyof (typeof receipts)[number]) =>
        receipts.reduce((total, one) => total + one[key], 0);
      const expected = {
        runs: receipts.length,
        nights: receipts.length,
        companiesScreened: sum('screenedNow'),
        screeningsPaid: sum('screeningsPaid'),
        newHits: sum('newHits'),
        changedHits: sum('changedHits'),
        hitsListedAgain: sum('hitsListedAgain'),
        goneHits: sum('goneHits'),
      };
      expect(figures(runs)).toMatchObject(expected);
      expect(figures(runs.toReversed())).toEqual(figures(runs));
    }),
    { verbose: true },
  );
});

test('a run that a person started is no night, and counts all the same', () => {
  const byHand = ['none', 'failed'].map((control) =>
    aRun({ startedBy: 'Nightly, execution 13 (manual)', control, runId: control }),
  );
  const late = new Set(['none', 'run']);
  expect(runFigures([aRun(), ...byHand], { late, nowMs: NOW })).toMatchObject({
    ...{ runs: 3, nights: 1, lateNights: 1, nightsWithoutControl: 0, nightsControlFailed: 0 },
    companiesScreened: 33,
  });
});

test('a night without a control, and one whose control failed, are counted apart', () => {
  const nights = ['none', 'failed', 'held', 'notScreened'].map((control) => aRun({ control }));
  expect(figures(nights)).toMatchObject({ nights: 4, nightsWithoutControl: 1, nightsControlFailed: 1 });
});

test('a run that was killed is named; one that goes on is not', () => {
  const at = (ageMs: number) => ({ beatAt: new Date(NOW - ageMs).toISOString() });
  const going = aRun({ state: 'going', endedAt: '', ...at(60_000) });
  expect(figures([going])).toMatchObject({ runsNotEnded: 0 });
  expect(figures([{ ...going, ...at(2 * ONE_DAY_MS) }])).toMatchObject({ runsNotEnded: 1 });
  expect(figures([aRun({ state: 'presumedDead', endedAt: '' })])).toMatchObject({ runsNotEnded: 1 });
});

describe('late nights', () => {
  const night = (day: number, hour = 2, by: Partial<RunWithCounts> = {}) => {
    const time = `2026-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`;
    return aRun({ runId: `${by.node ?? 'n'}-${day}`, startedAt: time, endedAt: time, ...by });
  };
  const late = (runs: readonly RunWithCounts[]) => [...lateNights(runs, HOURS_26)];

  test('are those that ended later after the one before than they may', () => {
    expect(late([night(1), night(2), night(3)])).toEqual([]);
    expect(late([night(4), night(1), night(2, 5)])).toEqual(['n-2', 'n-4']);
    // Only ends count, however long a night took.
    const long = (day: number, hour: number) => night(day, hour, { startedAt: night(day, 2).startedAt });
    expect(late([long(1, 9), long(2, 11)])).toEqual([]);
    expect(late([long(1, 9), long(2, 12)])).toEqual(['n-2']);
  });

  test('each node is a list of its own, and what a person starts fills no gap', () => {
    const other = (day: number) => night(day, 2, { node: 'other' });
    expect(late([night(1), other(2), night(3), other(3)])).toEqual(['n-3']);
    const byHand = night(2, 2, { startedBy: 'Nightly, execution 13 (manual)' });
    expect(late([night(1), byHand, night(3)])).toEqual(['n-3']);
  });

  test('one that has not ended counts from its beginning', () => {
    expect(late([night(1), night(3, 2, { endedAt: '', state: 'going' })])).toEqual(['n-3']);
  });

  test('are counted in the month in which they are', () => {
    const nights = [night(1), night(3)];
    const counted = runFigures(nights, { late: lateNights(nights, HOURS_26), nowMs: NOW });
    expect(counted).toMatchObject({ nights: 2, lateNights: 1 });
  });
});
