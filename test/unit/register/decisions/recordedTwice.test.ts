// A page that is sent twice: its decision counts once wherever decisions are read, and both rows stay.
import { replay } from '../../../../nodes/CompanyScreening/register/cases/cases';
import { decisionChain } from '../../../../nodes/CompanyScreening/register/facts/decisionChain';
import {
  countedDecisions,
  decisionFigures,
} from '../../../../nodes/CompanyScreening/register/cases/decisionFigures';
import { remarksOn } from '../../../../nodes/CompanyScreening/register/decisions/remarks';
import { together } from '../../../../nodes/CompanyScreening/register/cases/steps';
import type { Decision, DecisionKind } from '../../../../nodes/CompanyScreening/register/rows/decisionRows';
import type { StoredRow } from '../../../../nodes/CompanyScreening/register/port/tables';
import { dismissalsIn } from '../../../../nodes/CompanyScreening/operations/reports/sample';
import { aDecision, added, DAY_MS, NOW, person, soundOf } from './aDecision';

type Cells = Partial<Omit<Decision, 'seal'>>;
const ben = person('ben');
const later = (ms: number): Cells => ({ decidedAt: new Date(Date.parse(NOW) + ms).toISOString() });

/** Adds what the last row says a second time, by somebody who did not see it. */
function sentTwice(rows: readonly StoredRow[], by: Cells = {}): StoredRow[] {
  const last = rows.at(-1);
  if (!last) throw new Error('There is no row.');
  const { seal: _, ...cells } = soundOf(last);
  const { decision } = soundOf(aDecision(cells.decided));
  return [...rows, aDecision(cells.decided, { ...cells, decision, ...by })];
}
const proposed = (by: Cells = {}) => added([], 'falsePositive', by);
const countedIn = (rows: readonly StoredRow[]) => decisionFigures(countedDecisions(decisionChain(rows), []));
const standingIn = (rows: readonly StoredRow[]) => {
  const chain = decisionChain(rows);
  const { decisions } = chain;
  const { after } = replay(chain);
  const followed = new Set(decisions.flatMap(({ previous }) => previous));
  const last = decisions.filter(({ decision }) => !followed.has(decision));
  return together(last.flatMap(({ decision }) => after.get(decision) ?? []));
};

test('a proposal that was sent twice is one proposal, and one count', () => {
  const rows = sentTwice(proposed());
  const proposals = [{ decidedByAddress: 'ann@company.example' }];
  expect(standingIn(rows)).toMatchObject({ is: 'proposed', proposals });
  expect(countedIn(rows).proposed).toBe(1);
  expect(decisionChain(rows)).toMatchObject({ count: 2, problems: [] });
});

test('a confirmation that was sent twice is drawn once and counted once, and the second row says why it has no effect', () => {
  const rows = sentTwice(added(proposed(), 'confirm', ben));
  expect(dismissalsIn(decisionChain(rows))).toHaveLength(1);
  expect(countedIn(rows)).toMatchObject({ confirmed: 1, decidedHits: 1 });
  expect(replay(decisionChain(rows)).withoutEffect).toMatchObject([{ why: 'recordedTwice' }]);
  expect(dismissalsIn(decisionChain(sentTwice(sentTwice(rows))))).toHaveLength(1);
});

test('what somebody else decides at the same moment is not in between', () => {
  const cara = person('cara');
  const rows = added(proposed(), 'confirm', { ...ben, ...later(1) });
  const rejected = sentTwice(rows, { ...cara, decided: 'reject', ...later(2) });
  const others = sentTwice(rejected, { ...ben, decided: 'confirm', ...later(3) });
  expect(dismissalsIn(decisionChain(others))).toHaveLength(1);
  expect(countedIn(others)).toMatchObject({ confirmed: 1, rejected: 1, decidedHits: 1 });
  expect(standingIn(others)).toEqual({ is: 'open' });
});

test('a remark that was sent twice stands once', () => {
  const rows = proposed();
  const previous = rows.map((row) => soundOf(row).decision);
  const remarked = sentTwice(added(rows, 'checked', { ...ben, previous }));
  expect([...remarksOn(decisionChain(remarked)).values()].map((all) => all.length)).toEqual([1]);
  expect(countedIn(remarked).checked).toBe(1);
  const others = sentTwice(remarked, { ...person('carl'), ...later(1) });
  expect(countedIn(others).checked).toBe(2);
});

test.each<[string, Cells]>([
  ['another person', ben],
  ['another reason', { reason: 'Born in another year' }],
  ['another decision', { decided: 'trueMatch' satisfies DecisionKind }],
  ['another hit', { hitFingerprint: '1'.repeat(64) }],
  ['another claim', { claimId: 'm2' }],
  ['another company', { company: 'd'.repeat(64), decision: `${'d'.repeat(64)}.another` }],
  ['more than a day later', later(DAY_MS + 1)],
])('it is a decision of its own with %s', (_, other) => {
  expect(countedIn(sentTwice(proposed(), other))).toMatchObject(
    other.decided ? { proposed: 1, trueMatches: 1 } : { proposed: 2 },
  );
});

test('what is said again after another decision of the case is a decision of its own, a day at the most makes none', () => {
  const rejected = added(proposed(), 'reject', ben);
  expect(countedIn(added(rejected, 'falsePositive')).proposed).toBe(2);
  expect(countedIn(added(proposed(), 'falsePositive', later(DAY_MS))).proposed).toBe(1);
  const elsewhere = added(proposed(), 'trueMatch', { ...ben, hitFingerprint: '1'.repeat(64) });
  expect(countedIn(added(elsewhere, 'falsePositive')).proposed).toBe(1);
});

test('where a row between two is gone or was changed, they are two', () => {
  const [first, rejected, again] = added(added(proposed(), 'reject', ben), 'falsePositive');
  if (!first || !rejected || !again) throw new Error('Three rows are there.');
  expect(countedIn([first, again]).proposed).toBe(2);
  expect(countedIn([first, { ...rejected, reason: 'x' }, again]).proposed).toBe(2);
});
