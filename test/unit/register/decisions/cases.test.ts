// What a person may decide about, and where each case stands: pure, over answers and the rows of decisions.
import {
  caseIdOf,
  casesAbout,
  casesOf,
  isAbout,
  readCaseId,
  replay,
  seenOf,
  type CaseFacts,
} from '../../../../nodes/CompanyScreening/register/cases/cases';
import { decisionChain } from '../../../../nodes/CompanyScreening/register/facts/decisionChain';
import {
  listedSince,
  basisOf,
  together,
  type CaseStanding,
} from '../../../../nodes/CompanyScreening/register/cases/steps';
import { areOnePerson, isSameName } from '../../../../nodes/CompanyScreening/names/people';
import { companyHash } from '../../../../nodes/CompanyScreening/register/rows/identity';
import type { IntactAnswer, StoredAnswer } from '../../../../nodes/CompanyScreening/register/rows/answerRows';
import type { Decision } from '../../../../nodes/CompanyScreening/register/rows/decisionRows';
import type { StoredRow } from '../../../../nodes/CompanyScreening/register/port/tables';
import { aCompany, aDamaged, anAnswer, hit } from '../anAnswer';
import { aDecision, added, NOW, person, soundOf } from './aDecision';

const company = aCompany('Alder', 'P-1');
const hashed = companyHash(company);
const OTHER_HIT = { ...hit, fingerprint: '1'.repeat(64), name: 'Another' };
const nowMs = Date.parse(NOW);
const withHits = (mark: string, hits = [hit], by: Partial<IntactAnswer> = {}): IntactAnswer => {
  const answer = anAnswer(company, mark, { outcome: hits.length > 0 ? 'hit' : 'clear', ...by });
  answer.data.hits = [...hits];
  return answer;
};
const known = (current: IntactAnswer[], more: Partial<CaseFacts> = {}): CaseFacts => ({
  company: hashed,
  history: current,
  current,
  doubt: null,
  claimId: '',
  askedAt: '2026-02-01T00:00:00.000Z',
  ...more,
});
const listed = known([withHits('m1')]);
const about = { company: hashed, claimId: 'm1' };
const decide = (
  rows: StoredRow[],
  decided: Parameters<typeof added>[1],
  by: Parameters<typeof added>[2] = {},
) => added(rows, decided, { ...about, ...by }).map((row, index) => ({ ...row, id: index + 1 }));
const standings = (of: CaseFacts, rows: readonly StoredRow[]) =>
  casesOf(of, decisionChain(rows), nowMs).map(({ about: kind, standing: { is }, fingerprint }) => {
    return [kind, is, fingerprint.charAt(0)];
  });

describe('the cases of a company', () => {
  test('are its hits, each once, and say since when they are listed', () => {
    const cases = casesOf(known([withHits('m1', [hit, OTHER_HIT, hit])]), decisionChain([]), nowMs);
    expect(cases).toHaveLength(2);
    expect(cases[0]).toEqual({
      ...{ company: hashed, claimId: 'm1', fingerprint: hit.fingerprint, about: 'hit', hit },
      ...{ since: '2026-01-01T00:00:00.000Z', standing: { is: 'open' }, unansweredRequest: null, last: [] },
      caseId: caseIdOf({ ...about, fingerprint: hit.fingerprint }, []),
    });
    expect(cases.map((one) => one.hit?.name)).toEqual(['Somebody', 'Another']);
  });

  test('are the missing verdict as well, since it was asked for', () => {
    const cases = casesOf(known([], { doubt: 'noAnswer', claimId: 'm9' }), decisionChain([]), nowMs);
    expect(cases).toMatchObject([
      { about: 'company', claimId: 'm9', fingerprint: '', hit: null, since: '2026-02-01T00:00:00.000Z' },
    ]);
  });

  test('of one hit are found by it', () => {
    const all = known([withHits('m1', [hit, OTHER_HIT])], { doubt: 'noAnswer', claimId: 'm9' });
    const cases = casesOf(all, decisionChain([]), nowMs);
    for (const one of [hit, OTHER_HIT])
      expect(casesAbout(cases, 'hit', one.fingerprint).map(({ hit: of }) => of)).toEqual([one]);
    expect(casesAbout(cases, 'company', '')).toEqual([cases[2]]);
    expect(casesAbout(cases, 'goneHit', hit.fingerprint)).toEqual([]);
    expect(casesAbout([], 'company', '')).toEqual([]);
  });

  test('have a decision only if it is about the company, its claim and its hit', () => {
    const decision = soundOf(aDecision('trueMatch', { ...about }));
    const name = { ...about, fingerprint: hit.fingerprint };
    expect(isAbout(name, decision)).toBe(true);
    for (const other of [{ company: 'a'.repeat(64) }, { claimId: 'm2' }, { fingerprint: '' }])
      expect(isAbout({ ...name, ...other }, decision)).toBe(false);
  });
});

describe('a true match that is gone', () => {
  const rows = decide([], 'trueMatch');
  const gone = [['goneHit', 'trueMatch', 'f']];
  const clear = withHits('m2', []);

  test('has the name that was decided about', () => {
    const named = { fingerprint: hit.fingerprint, name: 'Somebody', sourceId: '', sourceType: '' };
    const cases = casesOf(known([clear]), decisionChain(rows), nowMs);
    expect(cases).toMatchObject([{ about: 'goneHit', hit: named, since: NOW }]);
  });

  const disputed = decide(rows, 'falsePositive');
  const pending = withHits('m3', [], { outcome: 'review', reason: 'pending' });
  test.each<[string, CaseFacts, StoredRow[], string[][]]>([
    ['is a case', known([clear]), rows, gone],
    ['is one while it is disputed', known([clear]), disputed, [['goneHit', 'disputed', 'f']]],
    ['is none once it was cleared', known([clear]), decide(disputed, 'confirm', person('ben')), []],
    ['was a match: what is only proposed is none', known([clear]), decide([], 'falsePositive'), []],
    ['is none while it is listed', listed, rows, [['hit', 'trueMatch', 'f']]],
    ['is none while answers contradict each other', known([clear], { doubt: 'contradiction' }), rows, []],
    ['is none without an answer', known([]), rows, []],
    ['is none beside an answer without a verdict', known([clear, pending]), rows, []],
    ['is one, however often it was said', known([clear]), decide(rows, 'trueMatch'), gone],
  ])('%s', (_, of, decisions, cases) => {
    expect(standings(of, decisions)).toEqual(cases);
  });

  test('is one for each claim and hit', () => {
    const again = decide(decide(rows, 'trueMatch', { claimId: 'm0' }), 'trueMatch', {
      hitFingerprint: OTHER_HIT.fingerprint,
    });
    expect(standings(known([clear]), again)).toHaveLength(3);
  });
});

test('a proposal from before a row that is gone counts for nothing, whoever confirmed it since', () => {
  const proposed = decide([], 'falsePositive');
  const elsewhere = decide(proposed, 'trueMatch', { company: 'd'.repeat(64) });
  const confirmed = decide(elsewhere, 'confirm', { ...person('ben'), decidedAt: '2026-03-01T12:00:01.000Z' });
  expect(standings(listed, confirmed)).toEqual([['hit', 'falsePositive', 'f']]);
  expect(standings(listed, confirmed.toSpliced(1, 1))).toEqual([['hit', 'open', 'f']]);
});

test('where a row between two is gone, the later one comes after the one that it names, whatever their clocks say', () => {
  const at = (time: string) => ({ ...about, decidedAt: `2026-02-20T${time}:00.000Z` });
  // Her clock is an hour ahead.
  const matched = added([], 'trueMatch', { ...at('13:00'), ...person('ann') });
  const remarked = added(matched, 'checked', {
    ...at('12:10'),
    ...person('eve'),
    previous: matched.map((row) => soundOf(row).decision),
  });
  const closed = added(remarked, 'close', { ...at('12:20'), ...person('ben') });
  const proposed = added(closed, 'falsePositive', { ...at('12:30'), ...person('ben') });
  const all = added(proposed, 'confirm', { ...at('12:40'), ...person('eve') });
  // Once without her remark.
  for (const rows of [all, all.toSpliced(1, 1)])
    expect(standings(listed, rows).map(([, is]) => is)).not.toContain('falsePositive');
});

describe('a row that breaks the rules', () => {
  test('leaves a case as it was, which is open if what it follows is not there', () => {
    const lost = soundOf(aDecision('confirm', { previous: [`${hashed}.gone`] }));
    expect(replay({ decisions: [lost], recordedTwice: new Map() })).toEqual({
      after: new Map([[lost.decision, { is: 'open' }]]),
      withoutEffect: [{ decision: lost, why: 'nothingToConfirm' }],
    });
  });

  test('has no effect, and is named with the reason', () => {
    const rows = decide(decide([], 'falsePositive'), 'confirm');
    const chain = decisionChain(rows);
    const { after, withoutEffect } = replay(chain);
    expect(withoutEffect).toEqual([{ decision: chain.decisions[1], why: 'ownProposal' }]);
    expect([...after.values()].map(({ is }) => is)).toEqual(['proposed', 'proposed']);
    expect(standings(listed, rows)).toEqual([['hit', 'proposed', 'f']]);
  });
});

describe('where a row was changed', () => {
  const changed = (rows: StoredRow[], at: number) =>
    rows.map((row, index) => (index === at ? { ...row, reason: 'edited' } : row));
  /** First a decision about another company's hit, which somebody changes afterwards. */
  const before = (of: string) => added([], 'trueMatch', { company: of });
  const cleared = (rows: StoredRow[]) => decide(decide(rows, 'falsePositive'), 'confirm', person('ben'));

  const withChange = (rows: StoredRow[]) => {
    const later = decide(rows, 'close', { claimId: 'another' });
    return changed(later, later.length - 1);
  };
  const disputed = decide(decide([], 'trueMatch'), 'falsePositive');
  const sentAgain = decide([], 'sendAgain', { hitFingerprint: '' });
  const closed = decide([], 'close', { hitFingerprint: '' });
  const withoutVerdict = known([], { doubt: 'noAnswer', claimId: 'm1' });
  const ofAnother = added(cleared([]), 'trueMatch', { company: 'a'.repeat(64) });

  test.each<[string, CaseFacts, StoredRow[], string]>([
    [
      'before people cleared it who saw that, their word counts',
      listed,
      changed(cleared(before(hashed)), 0),
      'falsePositive',
    ],
    ['of another company, it stays as it was', listed, changed(ofAnother, 2), 'falsePositive'],
    ['a proposal is open again', listed, withChange(decide([], 'falsePositive')), 'open'],
    ['a true match stays', listed, withChange(decide([], 'trueMatch')), 'trueMatch'],
    ['but a dispute is one as long as no row is', listed, disputed, 'disputed'],
    ['a dispute is a true match again', listed, withChange(disputed), 'trueMatch'],
    [
      'what somebody has released is sent again all the same',
      withoutVerdict,
      withChange(sentAgain),
      'sendAgain',
    ],
    ['but what was closed is closed as long as no row is', withoutVerdict, closed, 'closed'],
    ['what was closed is open', withoutVerdict, withChange(closed), 'open'],
  ])('%s', (_, of, rows, is) => {
    expect(standings(of, rows).map(([, standing]) => standing)).toEqual([is]);
  });
});

describe('since when a hit is listed', () => {
  const first = (answers: StoredAnswer[], now: IntactAnswer) =>
    listedSince(answers)(now, hit.fingerprint).answerId;
  const after = (mark: string, ...previous: IntactAnswer[]) =>
    withHits(mark, [hit], { previousAnswers: previous.map(({ answerId }) => answerId) });

  test('is not told by one of them where the other cannot be read', () => {
    const a = after('a');
    const b = after('b');
    const now = after('n', a, b);
    for (const answers of [
      [a, aDamaged(b), now],
      [a, now],
      [a, b, b, now],
    ])
      expect(first(answers, now)).toBe('n.0');
    expect(first([a, b, now], now)).toBe('a.0');
  });

  test('ends where answers follow each other in a circle', () => {
    const a = after('a');
    const z = withHits('z', [hit], { previousAnswers: ['z.0', 'a.0'] });
    const y = after('y', a);
    const now = after('n', z, y);
    expect(first([a, y, z, now], now)).toBe('y.0');
  });
});

describe('two people', () => {
  const at = (decidedByAddress: string, decidedBy = '') => ({ decidedBy, decidedByAddress });

  test.each([
    ['ann@x.example', ' ANN@X.example ', true],
    ['ann+desk@x.example', 'ann@x.example', true],
    ['ann+a@x.example', 'ann+other@x.example', true],
    ['ann+a+b@x.example', 'ann@x.example', true],
    ['ａｎｎ@x.example', 'ann@x.example', true],
    ['an\u200Bn@x.example', 'ann@x.example', true],
    ['ann@x.example', 'ben@x.example', false],
    ['straße@x.example', 'strasse@x.example', false],
    ['a+b', 'a', false],
  ])('are one if their addresses are the same in effect: %s, %s: %s', (one, other, isOne) => {
    expect(areOnePerson(at(one, '1'), at(other, '2'))).toBe(isOne);
    expect(isSameName(one, other)).toBe(isOne);
  });

  test('are one if they have one id, and two if nothing is known of either', () => {
    expect(areOnePerson(at('', '7'), at('', '7'))).toBe(true);
    expect(areOnePerson(at('', ''), at('', ''))).toBe(false);
    expect(areOnePerson(at(' ', '1'), at('', '2'))).toBe(false);
  });
});

describe('a case id', () => {
  const name = { company: 'a'.repeat(64), claimId: 'm1', fingerprint: 'b'.repeat(64) };

  test('stays what it is from one version to the next: pages and workflows keep it', () => {
    expect(seenOf(['y', 'x'])).toBe(seenOf(['x', 'y']));
    expect(caseIdOf(name, ['x'])).toBe(
      `case1~${name.company}~m1~${name.fingerprint}~f782025f931d3747~62f994db`,
    );
    expect(caseIdOf({ ...name, fingerprint: '' }, [])).toBe(
      `case1~${name.company}~m1~company~d175944aea048c1d~56320538`,
    );
  });

  test('is read back, and nothing else is taken for one', () => {
    const id = caseIdOf(name, ['x']);
    expect(readCaseId(id)).toEqual({ ...name, seen: seenOf(['x']) });
    expect(readCaseId(caseIdOf({ ...name, fingerprint: '' }, []))?.fingerprint).toBe('');
    for (const text of ['', `x${id}`, `${id}0`, ` ${id}`, `${id} `, id.toUpperCase()])
      expect(readCaseId(text)).toBeUndefined();
  });
});

describe('standings of one case that did not know of each other', () => {
  const by = (name: string, decidedAt = NOW) => soundOf(aDecision('confirm', { ...person(name), decidedAt }));
  const proposal = soundOf(aDecision('falsePositive'));
  const earlier = by('ben', '2026-02-01T00:00:00.000Z');
  const later = by('cem');
  const is = (confirmation: typeof later): CaseStanding => ({
    ...{ is: 'falsePositive', proposals: [proposal] },
    confirmation,
  });

  test('of two confirmations, the one that ends first counts', () => {
    for (const both of [
      [is(earlier), is(later)],
      [is(later), is(earlier)],
    ])
      expect(together(both)).toEqual(is(earlier));
  });

  test('a dispute keeps the proposals of all of them, so that none of these people confirms', () => {
    const disputed = { is: 'disputed', match: proposal } as const;
    const both = [earlier, later].map((one) => ({ ...disputed, proposals: [one] }));
    expect(together(both)).toEqual({ ...disputed, proposals: [earlier, later] });
  });

  test.each<[CaseStanding, Decision[]]>([
    [{ is: 'open' }, []],
    [{ is: 'proposed', proposals: [proposal] }, [proposal]],
    [is(later), [proposal, later]],
    [{ is: 'trueMatch', match: later }, [later]],
    [{ is: 'disputed', match: later, proposals: [proposal] }, [later, proposal]],
    [{ is: 'closed', by: later }, [later]],
    [{ is: 'sendAgain', by: later }, [later]],
  ])('rest on the decisions that led to them', (standing, basis) => {
    expect(basisOf(standing)).toEqual(basis);
  });
});
