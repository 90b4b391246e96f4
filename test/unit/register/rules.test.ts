// Rules of a run that are tried here with more runs and batches at once than the model has.
import {
  presumingDead,
  seeBeats,
  tidyingClaims,
} from '../../../nodes/CompanyScreening/register/facts/liveness';
import { equal, type Statement } from '../../../nodes/CompanyScreening/register/port/tables';
import { readBackQueries, RULES } from '../../../nodes/CompanyScreening/register/protocol/rules';
import type { Claim } from '../../../nodes/CompanyScreening/register/rows/claimRows';

const claim = (by: Partial<Claim> = {}): Claim => ({
  ...{ id: 1, claimId: 'm1', runId: 'run1', state: 'open', companies: ['x'], referenceIds: {}, requests: {} },
  ...{ screenings: {}, keptFor: null, claimedAt: '2026-01-01T00:00:00.000Z' },
  ...by,
});
const held = (runId: string, company: string): Claim => claim({ runId, companies: [company] });

test.each<[string, Claim[], ReturnType<typeof RULES.resolveClaim>]>([
  ['nobody else holds any', [], { free: ['x', 'y'], won: [], lost: [] }],
  ['another run holds another one', [held('run1', 'z')], { free: ['x', 'y'], won: [], lost: [] }],
  ['later runs hold one', [held('run6', 'x'), held('run7', 'x')], { free: ['y'], won: ['x'], lost: [] }],
  [
    'an earlier run holds one too',
    [held('run6', 'x'), held('run1', 'x')],
    { free: ['y'], won: [], lost: ['x'] },
  ],
  ['the run itself holds one', [held('run5', 'x')], { free: ['y'], won: [], lost: ['x'] }],
])(
  'of several runs that claim a company, the one with the smallest uuid keeps it: %s',
  (_, others, resolved) => {
    expect(RULES.resolveClaim({ id: 5, runId: 'run5', companies: ['x', 'y'] }, others)).toEqual(resolved);
  },
);

const where = [equal('mark', 'm1')];
const goes: Statement[] = [{ do: 'delete', table: 'claims', where, match: 'any' }];
const isKeptFor = (...runs: string[]): Statement[] => {
  const set = { state: 'done', keptFor: JSON.stringify(runs) };
  return [{ do: 'update', table: 'claims', where, match: 'all', set }];
};
const done = claim({ state: 'done' });
const all = ['run1', 'run2', 'run3'];
test.each<[string, Claim, { by: string; going: string[]; isAbandoned?: true }, Statement[]]>([
  ['goes when no run lives', done, { by: 'run1', going: [] }, goes],
  ['goes when no other run lives', done, { by: 'run1', going: ['run1'] }, goes],
  [
    'goes with those for which it is kept',
    { ...done, keptFor: ['run2'] },
    { by: 'run4', going: ['run4', 'run9'] },
    goes,
  ],
  ['is kept for the runs that live', done, { by: 'run1', going: all }, isKeptFor('run2', 'run3')],
  ['is written down once', { ...done, keptFor: ['run2'] }, { by: 'run1', going: all }, []],
  ['is written down by its own run', done, { by: 'run2', going: all }, []],
  ['is not one that is open', claim(), { by: 'run1', going: [] }, []],
  ['goes where its run is over', claim(), { by: 'run4', going: ['run4'], isAbandoned: true }, goes],
  [
    'is kept by others in its place',
    claim(),
    { by: 'run4', going: ['run4', 'run5'], isAbandoned: true },
    isKeptFor('run5'),
  ],
])('a claim that is closed %s', (_, one, { by, going, isAbandoned }, statements) => {
  const abandoned = new Set(isAbandoned ? ['m1'] : []);
  expect(tidyingClaims([one], by, new Set(going), abandoned)).toEqual(statements);
});

test('a row that a failed call may have inserted is looked for by what no other row has', () => {
  const inserts = [{ run: 'r' }, { mark: 'm', run: 'r' }].map((row, index) => ({
    ...({ do: 'insert', table: index === 0 ? 'runs' : 'claims', rows: [row] } as const),
  }));
  const wheres = readBackQueries(inserts).map((one) => one.do === 'read' && one.where);
  expect(wheres).toEqual([[equal('run', 'r')], [equal('mark', 'm')]]);
});

test('the beats of runs count that are going, and only by such a beat is one taken for dead', () => {
  const seen = { beat: '1', sinceMs: 100, untilMs: 200 };
  const runs = (['going', 'ended', 'presumedDead'] as const).map((state) => ({
    runId: state,
    beat: '1',
    state,
  }));
  const before = new Map(['going', 'ended', 'gone'].map((runId) => [runId, seen] as const));
  expect([...seeBeats(before, runs, { startedAtMs: 400, endedAtMs: 500, gapMs: 200 })]).toEqual([
    ['going', { beat: '1', sinceMs: 100, untilMs: 400 }],
  ]);
  expect(presumingDead('run1', 'beat7')).toEqual({
    ...{ do: 'update', table: 'runs', match: 'all', set: { state: 'presumedDead' } },
    where: [equal('run', 'run1'), equal('beat', 'beat7'), equal('state', 'going')],
  });
});

test('the time of a company is a mean: one slow request, or one quick one, says little of the next batch', () => {
  expect([RULES.averaged(null, 900), RULES.averaged(100, 900), RULES.averaged(900, 100)]).toEqual([
    900, 500, 500,
  ]);
});

describe('the companies that a kill leaves in doubt', () => {
  /** The companies that are under way in the end, if batch after batch is sent beside these. */
  const inDoubt = (
    pace: Partial<Parameters<typeof RULES.nextBatchSize>[0]>,
    underWay: readonly number[] = [],
  ): number => {
    const usual = { batchSize: 100, concurrency: 5, overlaps: true, companyMs: 200, storingMs: 200 };
    const size = RULES.nextBatchSize({ ...usual, ...pace, underWay });
    return size === 0 ? underWay.reduce((sum, one) => sum + one, 0) : inDoubt(pace, [...underWay, size]);
  };

  test.each([1, 5, 10])(
    'are at most four rounds of requests at a second a request, %i at once',
    (concurrency) => {
      const companyMs = 1000 / concurrency;
      expect(inDoubt({ concurrency, companyMs })).toBeLessThanOrEqual(4 * concurrency);
      expect(inDoubt({ concurrency, companyMs: null })).toBeLessThanOrEqual(4 * concurrency);
    },
  );

  test('are at most 60 at 100 ms, ten at once, and never more than a batch', () => {
    expect(inDoubt({ concurrency: 10, companyMs: 10 })).toBeLessThanOrEqual(60);
    for (const companyMs of [null, 0, 0.1, 10, 1000])
      for (const overlaps of [true, false])
        for (const batchSize of [1, 10, 100])
          for (const underWay of [[], [Math.floor(batchSize / 2)], [1, 1]].filter(([one]) => one !== 0))
            expect(inDoubt({ companyMs, overlaps, batchSize }, underWay)).toBeLessThanOrEqual(
              Math.max(batchSize, underWay.length),
            );
  });
});
