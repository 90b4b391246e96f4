// An examiner's remark on a decision: it is kept in the chain, and changes nothing.
import fc from 'fast-check';

import {
  DECISIONS,
  isRemark,
  type DecisionKind,
} from '../../../../nodes/CompanyScreening/register/rows/decisionRows';
import {
  casesOf,
  readCaseId,
  replay,
  unfinishedDecisions,
  type CaseFacts,
} from '../../../../nodes/CompanyScreening/register/cases/cases';
import { decisionChain } from '../../../../nodes/CompanyScreening/register/facts/decisionChain';
import {
  decisionCaseId,
  readDecisionCaseId,
  remarksOn,
  storeRemark,
} from '../../../../nodes/CompanyScreening/register/decisions/remarks';
import { basisOf } from '../../../../nodes/CompanyScreening/register/cases/steps';
import { companyHash } from '../../../../nodes/CompanyScreening/register/rows/identity';
import type { StoredRow } from '../../../../nodes/CompanyScreening/register/port/tables';
import { aCompany, anAnswer, hit } from '../anAnswer';
import { MemoryTables, refusingInserts } from '../memoryTables';
import { added, dismissed, NOW, person, soundOf } from './aDecision';
import { randomCases } from '../../../support/random';

const gloom = aCompany('Gloom', 'P-1');
const company = companyHash(gloom);
const other = { ...hit, fingerprint: '1'.repeat(64), name: 'Another' };
const nowMs = Date.parse(NOW);
const facts: CaseFacts = (() => {
  const answer = anAnswer(gloom, 'm1', { outcome: 'hit' });
  answer.data.hits = [hit, other];
  return { company, history: [answer], current: [answer], doubt: 'noAnswer', claimId: 'm2', askedAt: NOW };
})();

/** What people, and the rules, know of each case. */
const casesIn = (rows: readonly StoredRow[]) =>
  casesOf(facts, decisionChain(rows), nowMs).map(({ about, fingerprint, standing, last, caseId }) => ({
    ...{ about, fingerprint, last, caseId, is: standing.is },
    restsOn: basisOf(standing).map(({ decision }) => decision),
  }));

const ABOUT = [
  { hitFingerprint: hit.fingerprint, claimId: 'm1' },
  { hitFingerprint: other.fingerprint, claimId: 'm1' },
  { hitFingerprint: '', claimId: 'm2' },
];
interface Said {
  decided: DecisionKind;
  about: number;
  who: string;
  /** Which of the decisions before it a remark is about. */
  on: number;
}
const said: fc.Arbitrary<Said[]> = fc.array(
  fc.record({
    decided: fc.constantFrom(...DECISIONS, 'checked' as const, 'confirm' as const),
    about: fc.nat({ max: 2 }),
    who: fc.constantFrom('ann', 'ben', 'eve'),
    on: fc.nat({ max: 20 }),
  }),
  { minLength: 1, maxLength: 14 },
);

/** Each with an id of its own, the same whatever is left out. */
function rowsOf(all: readonly Said[], isIn: (one: Said) => boolean = () => true): StoredRow[] {
  let rows: StoredRow[] = [];
  for (const [index, one] of all.entries()) {
    if (!isIn(one)) continue;
    const decision = `${company}.u${index}`;
    const by = { ...ABOUT[one.about], ...person(one.who), company, decision };
    const about = rows[one.on % Math.max(rows.length, 1)];
    if (one.decided !== 'checked') rows = added(rows, one.decided, by);
    else if (about) rows = added(rows, 'checked', { ...by, previous: [soundOf(about).decision] });
  }
  return rows.map((row, index) => ({ ...row, id: index + 1 }));
}
const isNoRemark = ({ decided }: Said) => decided !== 'checked';

test('whatever was decided, remarks change no case, none of its decisions, and nothing that a page names', () => {
  fc.assert(
    fc.property(said, (all) => {
      const [having, without] = [rowsOf(all), rowsOf(all, isNoRemark)];
      expect(casesIn(having)).toEqual(casesIn(without));
      const effects = (rows: readonly StoredRow[]) =>
        replay(decisionChain(rows))
          .withoutEffect.filter(({ decision }) => !isRemark(decision))
          .map(({ decision, why }) => [decision.decision, why]);
      expect(effects(having)).toEqual(effects(without));
      const unfinished = (rows: readonly StoredRow[]) =>
        unfinishedDecisions(company, decisionChain(rows), nowMs).map(({ decision }) => decision);
      expect(unfinished(having)).toEqual(unfinished(without));
    }),
    { verbose: true, numRuns: randomCases(50) },
  );
});

test('where a row is gone or was changed, no remark, and no remark that is gone, makes a hit look harmless', () => {
  fc.assert(
    fc.property(said, fc.nat(), fc.boolean(), (all, at, isRemoved) => {
      const having = rowsOf(all);
      const damaged = having[at % Math.max(having.length, 1)];
      const broken = (rows: readonly StoredRow[]) =>
        rows.flatMap((row) => {
          if (row['decision'] !== damaged?.['decision']) return [row];
          return isRemoved ? [] : [{ ...row, reason: 'changed' }];
        });
      const harmless = (rows: readonly StoredRow[]) =>
        casesIn(broken(rows))
          .filter(({ is }) => is === 'falsePositive')
          .map(({ fingerprint }) => fingerprint);
      const without = harmless(rowsOf(all, isNoRemark));
      for (const one of harmless(having)) expect(without).toContain(one);
    }),
    { verbose: true, numRuns: randomCases(50) },
  );
});

const ofHit = { company, ...ABOUT[0] };
const rows = dismissed(ofHit);
const about = soundOf(rows.at(-1) as StoredRow);
const caseId = decisionCaseId(about);
async function tablesWith(rows: readonly StoredRow[]): Promise<MemoryTables> {
  const tables = new MemoryTables('sqlite');
  await tables.insert('decisions', ...rows);
  return tables;
}
const remark = (caseId: string, who = 'eve', decided = 'checked') => {
  const seen = readDecisionCaseId(caseId);
  if (!seen) throw new Error('It names no decision.');
  return { seen, decided, reason: 'Looked at it', ...person(who) };
};
const world = { uuid: 'u1', nowMs };

test('a remark names its decision, stands in the chain, and repeats whose hit it was', async () => {
  const stored = await storeRemark(await tablesWith(rows), remark(caseId), world);
  const links = { decision: `${company}.u1`, previous: [about.decision], previousSeals: [about.seal] };
  const whose = { companyKey: 'P-1', name: 'Somebody', hitFingerprint: hit.fingerprint };
  expect(stored).toMatchObject({
    ...{ is: 'remarked', chain: { count: 3, problems: [] } },
    decision: { decided: 'checked', reason: 'Looked at it', ...links, ...whose },
  });
  if (stored.is !== 'remarked') throw new Error('It was not stored.');
  expect(remarksOn(stored.chain).get(about.decision)).toEqual([stored.decision]);
});

test.each(['ann', 'ben'])('%s, who decided in this case, does not check it', async (who) => {
  const tables = await tablesWith(rows);
  const own = remark(caseId, who);
  const refused = { is: 'refused', why: 'ownDecision' };
  expect(await storeRemark(tables, own, world)).toEqual(refused);
  const again = { ...own, decidedBy: 'invited again', decidedByAddress: `${who}+2@Company.example` };
  expect(await storeRemark(tables, again, world)).toEqual(refused);
});

test('nothing but a remark is recorded on a decision', async () => {
  const tables = await tablesWith(rows);
  for (const decided of DECISIONS.filter((one) => one !== 'checked'))
    expect(await storeRemark(tables, remark(caseId, 'eve', decided), world)).toEqual({
      ...{ is: 'refused', why: 'onlyChecked' },
    });
});

test('none is recorded on a decision that is gone, was changed, or is a remark itself', async () => {
  const changed = rows.map((row) => (row === rows.at(-1) ? { ...row, reason: 'x' } : row));
  const byMallory = { ...ofHit, ...person('mallory'), decision: about.decision };
  const forged = added(rows.slice(0, 1), 'confirm', byMallory);
  const checked = added(rows, 'checked', { ...ofHit, ...person('eve'), previous: [about.decision] });
  const onRemark = decisionCaseId(soundOf(checked.at(-1) as StoredRow));
  for (const [all, id] of [
    [rows.slice(0, 1), caseId],
    [changed, caseId],
    [forged, caseId],
    [checked, onRemark],
  ] as const)
    expect(await storeRemark(await tablesWith(all), remark(id, 'zoe'), world)).toEqual({
      ...{ is: 'refused', why: 'decisionIsGone' },
    });
});

test('a text that is cut off, typed or names a case names no decision', () => {
  expect(readDecisionCaseId(caseId)).toBeDefined();
  expect(readCaseId(caseId)).toBeUndefined();
  for (const text of [
    '',
    caseId.slice(0, -1),
    caseId.replace('u', 'v'),
    `${caseId} `,
    casesIn([])[0]?.caseId ?? '',
  ])
    expect(readDecisionCaseId(text)).toBeUndefined();
});

test('if the row cannot be written, it says so', async () => {
  const cause = new Error('The disk is full.');
  const failing = refusingInserts(await tablesWith(rows), cause);
  expect(await storeRemark(failing, remark(caseId), world)).toMatchObject({ is: 'notStored', cause });
});
