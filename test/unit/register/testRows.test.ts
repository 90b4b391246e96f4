// The row of a test in the table of runs: what is written is read, what was changed is not, and what earlier tests say of a spelling.
import * as fc from 'fast-check';

import {
  earlierResults,
  isTest,
  lastTest,
  readTest,
  spellingHash,
  testRow,
  type StoredTest,
} from '../../../nodes/CompanyScreening/register/rows/testRows';
import { readRun, readRunWithCounts } from '../../../nodes/CompanyScreening/register/rows/runRows';
import { A, aTest, B, C } from './aTest';

const row = { id: 1, ...testRow(aTest()) };

test('what is written is read again, and is a run that has ended', () => {
  expect(readTest(row)).toEqual(aTest());
  expect(isTest(row)).toBe(true);
  expect(readRun(row)).toMatchObject({ state: 'ended' });
  expect(readRunWithCounts(row)).toMatchObject({ kind: 'test', companies: 0 });
});

test('a run that screens companies is none', () => {
  const run = { id: 1, run: 'run-1', state: 'ended', beat: 'b', beatAt: '2026-03-02T01:00:00.000Z' };
  expect(isTest(run)).toBe(false);
  expect(readTest({ ...row, kind: '' })).toBeUndefined();
  expect(readRunWithCounts({ ...run, startedAt: run.beatAt })).toMatchObject({ kind: 'screening' });
});

test('a row in which any cell of it was changed counts for nothing', () => {
  const changed = (cell: object) => readTest({ ...row, ...cell });
  expect(changed({ startedBy: 'Somebody else' })).toBeDefined();
  const elsewhen = '2027-03-02T01:00:00.000Z';
  for (const cell of [
    { startedAt: elsewhen },
    { endedAt: elsewhen },
    { environment: 'sandbox' },
    { run: 'run-2' },
    { test: 'no JSON' },
  ])
    expect(changed(cell)).toBeUndefined();
  const json = String(testRow(aTest())['test']);
  for (const [from, to] of [
    ['"noLongerFound":0', '"noLongerFound":1'],
    ['"madeUpFound":false', '"madeUpFound":null'],
    [A, C],
    [`"missed":["${B}"],"noAnswer":[]`, `"missed":[],"noAnswer":["${B}"]`],
  ] as const) {
    expect(json).toContain(from);
    expect(changed({ test: json.replace(from, to) })).toBeUndefined();
  }
});

/** Of a day of March. */
const at = (day: number, results: Partial<StoredTest['results']>) =>
  aTest({ startedAt: `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`, results });

test('earlier tests say what the last answer was, and when a spelling was found last', () => {
  const tests = [at(3, { missed: [A], noAnswer: [B] }), at(1, { found: [A] }), at(2, { found: [A, B] })];
  expect([...earlierResults(tests)]).toEqual([
    [A, { last: 'missed', lastFoundAt: '2026-03-02T00:00:00.000Z', lastAt: '2026-03-03T00:00:00.000Z' }],
    // That it was not answered says nothing.
    [B, { last: 'found', lastFoundAt: '2026-03-02T00:00:00.000Z', lastAt: '2026-03-02T00:00:00.000Z' }],
  ]);
  const missed = { last: 'missed', lastFoundAt: null };
  expect(earlierResults([at(1, { missed: [A] })]).get(A)).toMatchObject(missed);
  expect(lastTest(tests)?.startedAt).toBe('2026-03-03T00:00:00.000Z');
  expect(lastTest([])).toBeUndefined();
});

test('the order of the rows makes no difference', () => {
  const tests = fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: 1, max: 28 }),
      outcome: fc.constantFrom('found', 'missed', 'noAnswer'),
    }),
    { selector: ({ day }) => day, maxLength: 6 },
  );
  fc.assert(
    fc.property(tests, (days) => {
      const all = days.map(({ day, outcome }) => at(day, { [outcome]: [A] }));
      expect(earlierResults(all.toReversed())).toEqual(earlierResults(all));
    }),
  );
});

test('a spelling is known by its text, its option and the ID that must be found', () => {
  const asked = { text: 'Gloomharbour', option: 'Both', expectedId: '' };
  const changes = [{}, { text: 'x' }, { option: 'Aml' }, { expectedId: '7' }];
  const hashes = changes.map((by) => spellingHash({ ...asked, ...by }));
  expect(new Set(hashes).size).toBe(4);
  // A test of next year has to find those of this year.
  expect(hashes[0]).toBe('8721fa15ebca');
});
