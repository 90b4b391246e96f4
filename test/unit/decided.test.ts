// What an item says of decisions: an open hit never looks decided, whatever else was decided about its company.
import { decisionOfCompany, decisionAbout } from '../../nodes/CompanyScreening/operations/screening/verdict';
import type { Case } from '../../nodes/CompanyScreening/register/cases/cases';
import type { DecisionKind } from '../../nodes/CompanyScreening/register/rows/decisionRows';
import type { CaseStanding } from '../../nodes/CompanyScreening/register/cases/steps';
import { aDecision, person, soundOf } from './register/decisions/aDecision';

const by = (name: string, decidedAt: string, decided: DecisionKind = 'falsePositive') =>
  soundOf(aDecision(decided, { ...person(name), decidedAt }));
const [MONDAY, TUESDAY, FRIDAY] = [
  '2026-03-02T08:00:00.000Z',
  '2026-03-03T08:00:00.000Z',
  '2026-03-06T08:00:00.000Z',
];
const [ann, ben, cem] = [by('ann', MONDAY), by('ben', TUESDAY), by('cem', FRIDAY)];
const FALSE_POSITIVE: CaseStanding = { is: 'falsePositive', proposals: [ann], confirmation: ben };
const TRUE_MATCH: CaseStanding = { is: 'trueMatch', match: cem };
const OPEN: CaseStanding = { is: 'open' };

const FINGERPRINT = 'f'.repeat(64);
const OTHER = '1'.repeat(64);
const aCase = (
  about: Case['about'],
  standing: CaseStanding,
  fingerprint = about === 'company' ? '' : FINGERPRINT,
  caseId = 'the case',
): Case => ({
  ...{ company: 'c'.repeat(64), claimId: 'm', fingerprint, caseId },
  ...{ about, standing, since: MONDAY, hit: null, unansweredRequest: null, last: [] },
});
const address = (name: string) => `${name}@company.example`;
const nothing = { decision: null, decidedBy: null, decidedAt: null };

describe('a hit', () => {
  const said = (standing: CaseStanding) => decisionAbout([aCase('hit', standing)], 'hit', FINGERPRINT);

  test.each<[string, CaseStanding]>([
    ['nobody has decided about', OPEN],
    ['somebody proposed to be a false positive', { is: 'proposed', proposals: [ann, ben] }],
    ['somebody closed', { is: 'closed', by: ann }],
    ['somebody wanted to be sent again', { is: 'sendAgain', by: ann }],
  ])('that %s is not decided', (_, standing) => {
    expect(said(standing)).toEqual({ ...nothing, caseId: 'the case' });
  });

  test.each<[string, CaseStanding, object]>([
    [
      'a confirmed false positive, by both people, since the second one',
      FALSE_POSITIVE,
      { decision: 'falsePositive', decidedBy: `${address('ann')}; ${address('ben')}`, decidedAt: TUESDAY },
    ],
    ['a true match', TRUE_MATCH, { decision: 'trueMatch', decidedBy: address('cem'), decidedAt: FRIDAY }],
    [
      'a true match also while somebody doubts it',
      { is: 'disputed', match: ann, proposals: [ben] },
      { decision: 'trueMatch', decidedBy: address('ann'), decidedAt: MONDAY },
    ],
    [
      'one that a person decided twice, who is named once',
      { is: 'falsePositive', proposals: [ann, by('ann', TUESDAY)], confirmation: ben },
      { decision: 'falsePositive', decidedBy: `${address('ann')}; ${address('ben')}`, decidedAt: TUESDAY },
    ],
  ])('is %s', (_, standing, decided) => {
    expect(said(standing)).toEqual({ ...decided, caseId: 'the case' });
  });

  test('has only what was decided about itself', () => {
    const cases = [
      aCase('hit', TRUE_MATCH, OTHER),
      aCase('goneHit', TRUE_MATCH),
      aCase('company', TRUE_MATCH),
    ];
    expect(decisionAbout(cases, 'hit', FINGERPRINT)).toEqual({ ...nothing, caseId: null });
    expect(decisionAbout(cases, 'hit', null)).toEqual({ ...nothing, caseId: null });
  });

  test('of two cases is not decided, since nobody can tell which one is meant', () => {
    const cases = [aCase('hit', TRUE_MATCH), aCase('hit', TRUE_MATCH, FINGERPRINT, 'another')];
    expect(decisionAbout(cases, 'hit', FINGERPRINT)).toEqual({ ...nothing, caseId: null });
  });

  test('that is gone has what was decided about it as gone', () => {
    const cases = [aCase('hit', FALSE_POSITIVE), aCase('goneHit', TRUE_MATCH, FINGERPRINT, 'gone')];
    expect(decisionAbout(cases, 'gone', FINGERPRINT)).toMatchObject({
      ...{ decision: 'trueMatch', caseId: 'gone' },
    });
  });
});

test.each<[CaseStanding['is'], string | null, CaseStanding]>([
  ['open', null, OPEN],
  ['closed', 'closed', { is: 'closed', by: ann }],
  ['sendAgain', 'sendAgain', { is: 'sendAgain', by: ann }],
  // Nobody can say of a whole company that it is somebody else.
  ['falsePositive', null, FALSE_POSITIVE],
  ['trueMatch', null, TRUE_MATCH],
])('a missing verdict with the standing %j has the decision %j', (_, decision, standing) => {
  const cases = [aCase('company', standing), aCase('hit', TRUE_MATCH)];
  const said = decisionAbout(cases, 'review', FINGERPRINT);
  expect(said).toEqual(
    decision === null
      ? { ...nothing, caseId: 'the case' }
      : { decision, decidedBy: address('ann'), decidedAt: MONDAY, caseId: 'the case' },
  );
});

describe('a company as a whole', () => {
  const whole = (cases: Case[], fingerprints: string[], reason: 'noAnswer' | null = null) =>
    decisionOfCompany(cases, { outcome: 'hit', reason }, fingerprints);
  const two = (one: CaseStanding, other: CaseStanding) => [
    aCase('hit', one),
    aCase('hit', other, OTHER, 'another'),
  ];

  test('is decided when all of its hits are, by everybody who said so, since the last of them', () => {
    const later: CaseStanding = { is: 'falsePositive', proposals: [ann], confirmation: cem };
    for (const cases of [two(later, FALSE_POSITIVE), two(FALSE_POSITIVE, later)])
      expect(whole(cases, [FINGERPRINT, OTHER])).toEqual({
        decision: 'falsePositive',
        decidedBy: expect.stringContaining(address('ann')) as string,
        decidedAt: FRIDAY,
        caseId: null,
      });
  });

  test('is a true match if one of its hits is, whatever the others are', () => {
    for (const cases of [two(TRUE_MATCH, FALSE_POSITIVE), two(FALSE_POSITIVE, TRUE_MATCH)])
      expect(whole(cases, [FINGERPRINT, OTHER])).toEqual({
        ...{ decision: 'trueMatch', decidedBy: address('cem'), decidedAt: FRIDAY, caseId: null },
      });
  });

  test.each<[string, Case[], 'noAnswer' | null]>([
    ['one of its hits is open', two(TRUE_MATCH, OPEN), null],
    ['one of its hits has no case', [aCase('hit', TRUE_MATCH), aCase('company', OPEN)], null],
    ['it has no verdict', two(TRUE_MATCH, TRUE_MATCH), 'noAnswer'],
  ])('is not decided where %s', (_, cases, reason) => {
    expect(whole(cases, [FINGERPRINT, OTHER], reason)).toEqual({ ...nothing, caseId: null });
  });

  test('names its case if it has a single one, and a hit that is gone is none', () => {
    const gone = aCase('goneHit', TRUE_MATCH, OTHER, 'gone');
    expect(whole([gone, aCase('hit', OPEN)], [FINGERPRINT])).toEqual({ ...nothing, caseId: 'the case' });
    expect(whole([gone, aCase('hit', TRUE_MATCH)], [FINGERPRINT])).toMatchObject({
      ...{ decision: 'trueMatch', caseId: 'the case' },
    });
    expect(whole([gone], [FINGERPRINT])).toEqual({ ...nothing, caseId: null });
  });

  test('without a hit has what was decided about its missing verdict', () => {
    const closed: CaseStanding = { is: 'closed', by: ann };
    const review = { outcome: 'review', reason: 'noAnswer' } as const;
    const cases = [aCase('company', closed)];
    expect(decisionOfCompany(cases, review, [])).toEqual({
      ...{ decision: 'closed', decidedBy: address('ann'), decidedAt: MONDAY, caseId: 'the case' },
    });
    expect(decisionOfCompany([...cases, aCase('hit', OPEN)], review, [])).toMatchObject({
      ...{ decision: 'closed', caseId: null },
    });
  });
});
