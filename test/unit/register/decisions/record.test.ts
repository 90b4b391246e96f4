// Recording a decision in a register: what belongs to whom, until when, and what two people do at the same instant.
import { caseIdOf, readCaseId, type Case } from '../../../../nodes/CompanyScreening/register/cases/cases';
import { claimRow } from '../../../../nodes/CompanyScreening/register/rows/claimRows';
import type { DecisionKind } from '../../../../nodes/CompanyScreening/register/rows/decisionRows';
import { storeDecision } from '../../../../nodes/CompanyScreening/register/decisions/record';
import {
  equal,
  RegisterFailure,
  type Statement,
  type Tables,
} from '../../../../nodes/CompanyScreening/register/port/tables';
import type { Company } from '../../../../nodes/CompanyScreening/register/rows/identity';
import {
  answerRow,
  type KnownHit,
  type IntactAnswer,
} from '../../../../nodes/CompanyScreening/register/rows/answerRows';
import { aCompany, anAnswer, hit } from '../anAnswer';
import { isInsert, MemoryTables, refusingInserts, rowsOf, tablesOf, watched } from '../memoryTables';
import { wholeRegisterIn } from '../wholeRegister';
import { NOW, person } from './aDecision';

const company: Company = { ...aCompany('Gloom Holdings', 'P-1'), environment: 'production' };
const nowMs = Date.parse(NOW);
let tables: MemoryTables;
let uuids = 0;
let last: IntactAnswer | undefined;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
  last = undefined;
});

/** The next answer of the company, which follows the one before. */
async function answered(
  hits: readonly KnownHit[],
  { otherScreenings, ...by }: Partial<IntactAnswer> & Pick<IntactAnswer['data'], 'otherScreenings'> = {},
  of: Company = company,
): Promise<void> {
  const previousAnswers = last && of === company ? [last.answerId] : [];
  const outcome = by.outcome ?? (hits.length > 0 ? 'hit' : 'clear');
  const answer = anAnswer(of, `m${(uuids += 1)}`, { screening: '', previousAnswers, ...by, outcome });
  answer.data.hits = [...hits];
  if (otherScreenings) answer.data.otherScreenings = otherScreenings;
  if (of === company) last = answer;
  await tables.insert('answers', answerRow(answer));
}

const casesAt = async (atMs = nowMs): Promise<Case[]> =>
  (await wholeRegisterIn(tables, atMs)).companies.flatMap(({ cases }) => cases);
async function theCase(atMs = nowMs): Promise<Case> {
  const [only, another] = await casesAt(atMs);
  if (!only || another) throw new Error('There is not exactly one case.');
  return only;
}

interface By {
  on?: Tables;
  atMs?: number;
  caseId?: string;
  address?: string;
}
async function decide(who: string, decided: DecisionKind, { on = tables, atMs = nowMs, ...by }: By = {}) {
  const seen = readCaseId(by.caseId ?? (await theCase(atMs)).caseId);
  if (!seen) throw new Error('It names no case.');
  const { decidedBy, decidedByAddress } = person(who);
  const said = { decided, reason: 'Because', decidedBy, decidedByAddress: by.address ?? decidedByAddress };
  const wanted = { seen, ...said };
  return await storeDecision(on, wanted, { uuid: `u${(uuids += 1)}`, nowMs: atMs });
}
const recorded = () => rowsOf(tables, 'decisions');
async function cleared(): Promise<void> {
  await decide('ann', 'falsePositive');
  await decide('ben', 'confirm');
  expect((await theCase()).standing.is).toBe('falsePositive');
}

test('a false positive counts when a second person confirms it, and a true match at once', async () => {
  await answered([hit]);
  expect(await decide('ann', 'falsePositive')).toMatchObject({ now: { standing: { is: 'proposed' } } });
  expect(await decide('ann', 'confirm')).toEqual({ is: 'refused', why: 'ownProposal' });
  expect(await decide('ben', 'confirm')).toMatchObject({ now: { standing: { is: 'falsePositive' } } });
  expect(await decide('ben', 'trueMatch')).toMatchObject({ now: { standing: { is: 'trueMatch' } } });
  expect(await decide('ann', 'close')).toEqual({ is: 'refused', why: 'stillListed' });
  expect(await recorded()).toHaveLength(3);
});

test('an account that was removed and invited again does not confirm its own proposal', async () => {
  await answered([hit]);
  await decide('ann', 'falsePositive');
  const again = await decide('ann-again', 'confirm', { address: ' Ann@Company.example' });
  expect(again).toEqual({ is: 'refused', why: 'ownProposal' });
});

test('an account whose address was changed does not confirm its own proposal', async () => {
  await answered([hit]);
  await decide('ann', 'falsePositive');
  const again = await decide('ann', 'confirm', { address: 'ann.new@company.example' });
  expect(again).toEqual({ is: 'refused', why: 'ownProposal' });
});

test('a decision does not outlive its hit, also if that is listed again later', async () => {
  await answered([hit]);
  await cleared();
  await answered([hit]);
  expect((await theCase()).standing.is).toBe('falsePositive');
  await answered([]);
  expect(await casesAt()).toEqual([]);
  await answered([hit]);
  expect((await theCase()).standing.is).toBe('open');
});

test('an answer without a verdict does not end a decision, and one that nobody can read does', async () => {
  await answered([hit]);
  await cleared();
  await answered([], { outcome: 'review', reason: 'pending' });
  await answered([hit]);
  expect((await theCase()).standing.is).toBe('falsePositive');
  const pending = last?.previousAnswers[0] ?? '';
  await tables.change('answers', { reason: 'edited' }, equal('answer', pending));
  expect((await theCase()).standing.is).toBe('open');
  await tables.remove('answers', equal('answer', pending));
  expect((await theCase()).standing.is).toBe('open');
});

const CHANGED = { ...hit, fingerprint: '1'.repeat(64) };
test.each([
  ['a hit that has changed', [[CHANGED]], { is: 'refused', why: 'caseIsGone' }],
  ['a hit that was gone and is listed again', [[], [hit]], { is: 'refused', why: 'caseIsGone' }],
  ['the same hit, the next morning', [[hit]], { is: 'recorded' }],
])('a page of yesterday about %s: %j, then %j', async (_, nights, said) => {
  await answered([hit]);
  const { caseId } = await theCase();
  for (const hits of nights) await answered(hits);
  expect(await decide('ann', 'falsePositive', { caseId })).toMatchObject(said);
});

const SINCE = { is: 'refused', why: 'decidedSince' };
test('a page of yesterday that is sent twice records once', async () => {
  await answered([hit]);
  const { caseId } = await theCase();
  expect(await decide('ann', 'falsePositive', { caseId })).toMatchObject({ is: 'recorded' });
  expect(await decide('ann', 'falsePositive', { caseId })).toEqual(SINCE);
});

test('a page of yesterday does not confirm a later proposal of the same person', async () => {
  await answered([hit]);
  await decide('ann', 'falsePositive');
  const { caseId } = await theCase();
  await decide('ben', 'reject');
  await decide('ann', 'falsePositive');
  expect(await decide('cem', 'confirm', { caseId })).toEqual(SINCE);
});

test('a case id that was changed in any character names nothing, or another case', async () => {
  await answered([hit]);
  const { caseId } = await theCase();
  for (let at = 0; at < caseId.length; at += 1) {
    const changed = `${caseId.slice(0, at)}${caseId[at] === '0' ? '1' : '0'}${caseId.slice(at + 1)}`;
    expect(readCaseId(changed)).toBeUndefined();
  }
  expect(readCaseId(`${caseId}~`)).toBeUndefined();
  const other = caseIdOf({ company: 'a'.repeat(64), claimId: 'm', fingerprint: '' }, []);
  expect(await decide('ann', 'close', { caseId: other })).toEqual({ is: 'refused', why: 'caseIsGone' });
});

/** Tables where something happens between the look and the insert. */
function meanwhile(what: () => Promise<unknown>): Tables {
  let isDone = false;
  return watched(tables, async (statements) => {
    if (isDone || !isInsert(statements)) return;
    isDone = true;
    await what();
  });
}

test.each([
  ['confirm', 'reject', 'open'],
  ['confirm', 'trueMatch', 'trueMatch'],
  ['confirm', 'close', 'open'],
  ['confirm', 'confirm', 'falsePositive'],
  ['falsePositive', 'reject', 'open'],
] as const)('of two people at the same instant, %s and %s, both rows stay: %s', async (one, other, is) => {
  await answered([hit]);
  await decide('ann', 'falsePositive');
  const { caseId } = await theCase();
  const on = meanwhile(() => decide('cem', other, { caseId }));
  const stored = await decide('ben', one, { caseId, on });
  expect(stored).toMatchObject({
    is: 'recorded',
    now: { standing: { is } },
    others: [{ decided: other, decidedBy: 'id-of-cem' }],
    chain: { count: 3, problems: [] },
  });
  expect((await theCase()).standing.is).toBe(is);
});

describe('where rows were changed or removed', () => {
  const remove = (decided: string) => tables.remove('decisions', equal('decided', decided));

  test('nobody clears a hit by removing the word against it', async () => {
    await answered([hit]);
    await cleared();
    await decide('cem', 'trueMatch');
    await decide('ann', 'falsePositive');
    await remove('trueMatch');
    expect((await theCase()).standing.is).not.toBe('falsePositive');
  });

  test('a proposal that was rejected does not come back when the rejection is removed', async () => {
    await answered([hit]);
    await answered([hit], {}, { ...company, key: 'P-2' });
    const [first, second] = await casesAt();
    await decide('ann', 'falsePositive', { caseId: first?.caseId ?? '' });
    const [proposed] = await casesAt();
    await decide('ben', 'reject', { caseId: proposed?.caseId ?? '' });
    await decide('ben', 'trueMatch', { caseId: second?.caseId ?? '' });
    await remove('reject');
    const [now] = await casesAt();
    expect(now?.standing.is).toBe('open');
    expect(await decide('cem', 'confirm', { caseId: now?.caseId ?? '' })).toMatchObject({ is: 'refused' });
  });
});

test('a true match that is no longer listed waits for somebody to close it, and then is over', async () => {
  await answered([hit]);
  await decide('ann', 'trueMatch');
  await answered([]);
  expect(await theCase()).toMatchObject({ about: 'goneHit', standing: { is: 'trueMatch' } });
  expect(await decide('ann', 'falsePositive')).toEqual({ is: 'refused', why: 'noLongerListed' });
  expect(await decide('ann', 'close')).toMatchObject({ is: 'recorded' });
  expect(await casesAt()).toEqual([]);
  await answered([hit]);
  expect((await theCase()).standing.is).toBe('open');
});

test('a company without a verdict is closed or sent again by one person, and the next answer is another case', async () => {
  await answered([], { outcome: 'review', reason: 'pending' });
  expect(await decide('ann', 'falsePositive')).toEqual({ is: 'refused', why: 'notAboutACompany' });
  await decide('ann', 'close');
  expect(await decide('ben', 'sendAgain')).toMatchObject({ now: { standing: { is: 'sendAgain' } } });
  expect(await decide('ben', 'sendAgain')).toEqual({ is: 'refused', why: 'over' });
  await answered([], { outcome: 'review', reason: 'pending' });
  expect((await theCase()).standing.is).toBe('open');
});

test('an insert that is told as failed and was carried out is recorded once', async () => {
  await answered([hit]);
  const on = tablesOf(async (statements) => {
    const found = await tables.run(statements);
    if (isInsert(statements)) throw new Error('The connection was lost.');
    return found;
  });
  expect(await decide('ann', 'falsePositive', { on })).toMatchObject({ is: 'recorded' });
  expect(await recorded()).toHaveLength(1);
});

describe('the row of a decision', () => {
  test('says whom and what it is about, in words as well', async () => {
    const named: Company = { ...company, names: ['Gloom Holdings', 'Gloom Trading'] };
    await answered([hit], {}, named);
    await decide('ann', 'falsePositive');
    const [row] = await recorded();
    expect(row).toMatchObject({
      ...{ companyKey: 'P-1', companyName: 'Gloom Holdings; Gloom Trading', name: 'Somebody' },
      ...{ hitFingerprint: hit.fingerprint, previous: '[]', previousSeals: '[]', reason: 'Because' },
      decidedAt: NOW,
    });
    await decide('ben', 'reject');
    expect((await recorded())[1]).toMatchObject({
      previous: JSON.stringify([row?.['decision']]),
      previousSeals: JSON.stringify([row?.['seal']]),
    });
  });

  test('is about the hit that was meant, of several', async () => {
    const another = { ...hit, fingerprint: '1'.repeat(64), name: 'Another' };
    await answered([hit, another]);
    const [, second] = await casesAt();
    const stored = await decide('ann', 'trueMatch', { caseId: second?.caseId ?? '' });
    expect(stored).toMatchObject({ decision: { name: 'Another' }, now: { hit: another }, others: [] });
    expect((await casesAt()).map(({ standing }) => standing.is)).toEqual(['open', 'trueMatch']);
  });
});

test('a match that is disputed and still listed is not closed', async () => {
  await answered([hit]);
  await decide('ann', 'trueMatch');
  await decide('ann', 'falsePositive');
  expect((await theCase()).standing.is).toBe('disputed');
  expect(await decide('ben', 'close')).toEqual({ is: 'refused', why: 'stillListed' });
});

test('decisions that were known are not told as those of others', async () => {
  await answered([hit]);
  await decide('ann', 'falsePositive');
  await decide('ben', 'reject');
  expect(await decide('cem', 'trueMatch')).toMatchObject({ is: 'recorded', others: [] });
});

const [shared, unlike] = ['a'.repeat(64), 'b'.repeat(64)];
/** That of one company is under its second name. */
const ofSecondName = { screening: unlike, otherScreenings: [shared] };
test.each([
  ['of its first name, with the first name of another one', { screening: shared }, { screening: shared }],
  ['of its second name, with the first name of another one', ofSecondName, { screening: shared }],
  ['of its first name, with the second name of another one', { screening: shared }, ofSecondName],
  [
    'of its second name, with the second name of another one',
    ofSecondName,
    { ...ofSecondName, screening: 'c'.repeat(64) },
  ],
])('a company that shares a screening id %s is decided about as it stands', async (_, mine, theirs) => {
  const other: Company = { ...company, key: 'P-2', names: ['Another'] };
  await answered([], mine);
  await answered([], theirs, other);
  const cases = await casesAt();
  expect(cases.map(({ about }) => about)).toEqual(['company', 'company']);
  for (const { caseId, company: of } of cases)
    expect(await decide('ann', 'close', { caseId })).toMatchObject({
      ...{ is: 'recorded', decision: { company: of }, now: { company: of, standing: { is: 'closed' } } },
    });
  expect((await recorded()).map((row) => row['companyName'])).toEqual(['Gloom Holdings', 'Another']);
});

test('of the answers, only those of the company are read, and those with its screening ids and the doubts', async () => {
  await answered([hit], { screening: 'a'.repeat(64) });
  const read: Statement[] = [];
  const on = watched(tables, (statements) =>
    read.push(...statements.filter((one) => one.do === 'read' && one.table === 'answers')),
  );
  await decide('ann', 'falsePositive', { on });
  const named = { column: 'data', is: 'contains', value: 'lateDoubtNames' };
  const doubts = { column: 'kind', is: 'equal', value: 'doubt' };
  const where = (column: string, value: unknown, ...more: object[]) => ({
    ...{ do: 'read', table: 'answers', match: 'any' },
    where: [{ column, is: 'equal', value }, ...more, doubts],
  });
  const ofSeveralNames = {
    ...{ do: 'read', table: 'answers', match: 'any' },
    where: [{ column: 'data', is: 'contains', value: 'otherScreenings' }, doubts],
  };
  const looked = [where('company', last?.company, named), where('screening', 'a'.repeat(64)), ofSeveralNames];
  expect(read).toEqual([...looked, ...looked]);
});

describe('where a row of a claim names nobody', () => {
  const claim = () => tables.insert('claims', { mark: 'x' });
  const damaged = { is: 'damaged', table: 'claims', id: 1 };

  test('nothing is recorded', async () => {
    await answered([hit]);
    const { caseId } = await theCase();
    await claim();
    expect(await decide('ann', 'falsePositive', { caseId })).toEqual(damaged);
    expect(await recorded()).toEqual([]);
  });

  test('it is told although the decision is stored', async () => {
    await answered([hit]);
    expect(await decide('ann', 'falsePositive', { on: meanwhile(claim) })).toMatchObject(damaged);
    expect(await recorded()).toHaveLength(1);
  });
});

test('an insert that has no effect, or failed after others had decided, is not taken for stored', async () => {
  await answered([hit]);
  await decide('ann', 'falsePositive');
  const lost = tablesOf((statements) => tables.run(statements.filter((one) => one.do !== 'insert')));
  expect(await decide('ben', 'confirm', { on: lost })).toEqual({ is: 'notStored', cause: undefined });
  const cause = new RegisterFailure('full', 'Full.', 'Make room.');
  const failing = refusingInserts(tables, cause);
  expect(await decide('ben', 'confirm', { on: failing })).toEqual({ is: 'notStored', cause });
});

test('a company that nobody can name is decided about like any other one, and not in place of another one', async () => {
  const lost = ['c'.repeat(64), 'd'.repeat(64)];
  const referenceIds = Object.fromEntries(lost.map((one) => [one, 'ref']));
  const claim = { claimId: 'm', runId: 'r', companies: lost, requests: {}, referenceIds, claimedAt: NOW };
  await tables.insert('runs', { run: 'r', state: 'ended', beat: 'b', beatAt: NOW });
  await tables.insert('claims', claimRow(claim));
  const cases = await casesAt();
  expect(cases.map(({ company: of }) => of)).toEqual(lost);
  for (const { caseId, company: of } of cases)
    expect(await decide('ann', 'close', { caseId })).toMatchObject({
      ...{ is: 'recorded', now: { company: of, standing: { is: 'closed' } } },
      decision: { company: of, companyKey: '', companyName: '', name: '' },
    });
});

test('a company that was sent without an answer has the name that it was sent by', async () => {
  await answered([], { kind: 'unanswered', outcome: 'error', reason: 'noAnswer' });
  expect(await decide('ann', 'close')).toMatchObject({
    decision: { companyKey: 'P-1', companyName: 'Gloom Holdings' },
  });
});

test('where the answers of the company are removed at the same instant, the decision is recorded, and its case is over', async () => {
  await answered([hit]);
  const on = meanwhile(() => tables.remove('answers', equal('mark', last?.claimId ?? '')));
  expect(await decide('ann', 'falsePositive', { on })).toMatchObject({ is: 'recorded', now: undefined });
  expect(await recorded()).toHaveLength(1);
});
