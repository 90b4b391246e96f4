// The rules of decisions: every standing with every step, and what no order of steps may bring about.
import fc from 'fast-check';

import {
  DECISIONS,
  type DecisionKind,
  type Decision,
} from '../../../../nodes/CompanyScreening/register/rows/decisionRows';
import { areOnePerson } from '../../../../nodes/CompanyScreening/names/people';
import {
  atTime,
  basisOf,
  applyDecision,
  together,
  type CaseStanding,
} from '../../../../nodes/CompanyScreening/register/cases/steps';
import { aDecision, DAY_MS, NOW, person, soundOf } from './aDecision';

const by = (name: string, decided: DecisionKind, decidedAt = NOW): Decision =>
  soundOf(aDecision(decided, { ...person(name), decidedAt }));
const proposal = by('ann', 'falsePositive');
const confirmation = by('ben', 'confirm');
const match = by('ann', 'trueMatch');

const OF_HIT = {
  open: { is: 'open' },
  proposed: { is: 'proposed', proposals: [proposal] },
  falsePositive: { is: 'falsePositive', proposals: [proposal], confirmation },
  trueMatch: { is: 'trueMatch', match },
  disputed: { is: 'disputed', match, proposals: [proposal] },
  closed: { is: 'closed', by: match },
} satisfies Record<string, CaseStanding>;

// Ann has proposed; each column is a step of Ben.
const HIT_STEPS = {
  open: {
    falsePositive: 'proposed',
    trueMatch: 'trueMatch',
    confirm: 'nothingToConfirm',
    reject: 'nothingToConfirm',
    close: 'nothingToClose',
    sendAgain: 'notAboutAHit',
    checked: 'onlyOnADecision',
  },
  proposed: {
    falsePositive: 'proposed',
    trueMatch: 'trueMatch',
    confirm: 'falsePositive',
    reject: 'open',
    close: 'open',
    sendAgain: 'notAboutAHit',
    checked: 'onlyOnADecision',
  },
  falsePositive: {
    falsePositive: 'proposed',
    trueMatch: 'trueMatch',
    confirm: 'nothingToConfirm',
    reject: 'nothingToConfirm',
    close: 'open',
    sendAgain: 'notAboutAHit',
    checked: 'onlyOnADecision',
  },
  trueMatch: {
    falsePositive: 'disputed',
    trueMatch: 'trueMatch',
    confirm: 'nothingToConfirm',
    reject: 'nothingToConfirm',
    close: 'closed',
    sendAgain: 'notAboutAHit',
    checked: 'onlyOnADecision',
  },
  disputed: {
    falsePositive: 'disputed',
    trueMatch: 'trueMatch',
    confirm: 'falsePositive',
    reject: 'trueMatch',
    close: 'closed',
    sendAgain: 'notAboutAHit',
    checked: 'onlyOnADecision',
  },
  closed: {
    falsePositive: 'over',
    trueMatch: 'over',
    confirm: 'over',
    reject: 'over',
    close: 'over',
    sendAgain: 'over',
    checked: 'over',
  },
} satisfies Record<keyof typeof OF_HIT, Record<DecisionKind, string>>;

describe.each(Object.entries(OF_HIT))('a hit that is %s', (name, standing) => {
  const steps = HIT_STEPS[name as keyof typeof HIT_STEPS];
  test.each(DECISIONS)('and the step %s', (decided) => {
    const taken = applyDecision('hit', standing, by('ben', decided));
    expect(taken.is === 'taken' ? taken.standing.is : taken.why).toBe(steps[decided]);
  });
});

const OF_COMPANY = {
  open: { is: 'open' },
  closed: { is: 'closed', by: match },
  sendAgain: { is: 'sendAgain', by: match },
} satisfies Record<string, CaseStanding>;
const COMPANY_STEPS = {
  open: { close: 'closed', sendAgain: 'sendAgain' },
  closed: { close: 'closed', sendAgain: 'sendAgain' },
  sendAgain: { close: 'over', sendAgain: 'over' },
} satisfies Record<keyof typeof OF_COMPANY, Partial<Record<DecisionKind, string>>>;

describe.each(Object.entries(OF_COMPANY))('a company without a verdict that is %s', (name, standing) => {
  const steps: Partial<Record<DecisionKind, string>> = COMPANY_STEPS[name as keyof typeof COMPANY_STEPS];
  test.each(DECISIONS)('and the step %s', (decided) => {
    const taken = applyDecision('company', standing, by('ben', decided));
    expect(taken.is === 'taken' ? taken.standing.is : taken.why).toBe(
      decided === 'checked' ? 'onlyOnADecision' : (steps[decided] ?? 'notAboutACompany'),
    );
  });
});

test('nobody confirms their own, whatever was decided before, and a proposal that was rejected or closed needs two people again', () => {
  const who = fc.constantFrom('ann', 'ben', 'cem');
  const word = fc.record({ who, decided: fc.constantFrom(...DECISIONS) });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      let standing: CaseStanding = { is: 'open' };
      let sayingSo = new Set<string>();
      for (const { who, decided } of words) {
        const taken = applyDecision('hit', standing, by(who, decided));
        if (taken.is === 'refused') continue;
        standing = taken.standing;
        sayingSo = new Set(['falsePositive', 'confirm'].includes(decided) ? [...sayingSo, who] : []);
        if (standing.is !== 'falsePositive') continue;
        const { proposals, confirmation: second } = standing;
        expect(sayingSo.size).toBeGreaterThanOrEqual(2);
        expect(proposals.length).toBeGreaterThan(0);
        for (const first of proposals) expect(areOnePerson(first, second)).toBe(false);
      }
    }),
    { verbose: true },
  );
});

const confirmedAt = Date.parse(NOW);
test.each([
  ['at once', 0, 'falsePositive'],
  ['on its last day', 365 * DAY_MS - 1, 'falsePositive'],
  ['after 365 days', 365 * DAY_MS, 'open'],
  ['on a machine whose clock is a day late', -DAY_MS, 'falsePositive'],
  ['that is dated in the future', -DAY_MS - 1, 'open'],
])('a false positive: %s', (_, laterMs, is) => {
  expect(atTime(OF_HIT.falsePositive, confirmedAt + laterMs).is).toBe(is);
});

describe('decisions of the same instant', () => {
  test.each([
    [['falsePositive', 'open'], 'open'],
    [['falsePositive', 'proposed'], 'open'],
    [['falsePositive', 'falsePositive'], 'falsePositive'],
    [['falsePositive', 'trueMatch'], 'trueMatch'],
    [['falsePositive', 'disputed'], 'trueMatch'],
    [['falsePositive', 'closed'], 'open'],
    [['proposed', 'proposed'], 'proposed'],
    [['proposed', 'open'], 'open'],
    [['disputed', 'disputed'], 'disputed'],
    [['disputed', 'trueMatch'], 'trueMatch'],
    [['closed', 'closed'], 'closed'],
    [['closed', 'trueMatch'], 'trueMatch'],
    [[], 'open'],
  ] as const)('that lead to %j', (standings, is) => {
    const all = standings.map((name) => OF_HIT[name]);
    expect(together(all).is).toBe(is);
    expect(together(all.toReversed()).is).toBe(is);
  });

  test('to send again and to close: it is sent again', () => {
    expect(together([OF_COMPANY.closed, OF_COMPANY.sendAgain]).is).toBe('sendAgain');
    expect(together([OF_COMPANY.sendAgain, OF_COMPANY.open]).is).toBe('sendAgain');
    expect(together([OF_COMPANY.closed, OF_COMPANY.open]).is).toBe('open');
  });

  test('are never more harmless than any one of them', () => {
    const anyStanding = fc.constantFrom(...Object.values(OF_HIT));
    fc.assert(
      fc.property(fc.array(anyStanding, { minLength: 1, maxLength: 5 }), (standings) => {
        const { is } = together(standings);
        if (is === 'falsePositive') expect(new Set(standings.map((one) => one.is))).toEqual(new Set([is]));
        if (standings.some((one) => 'match' in one)) expect(['disputed', 'trueMatch']).toContain(is);
      }),
      { verbose: true },
    );
  });

  test('by two people who both propose leave it to a third one', () => {
    const both = together([OF_HIT.proposed, { is: 'proposed', proposals: [by('ben', 'falsePositive')] }]);
    expect(basisOf(both).map(({ decidedBy }) => decidedBy)).toEqual(['id-of-ann', 'id-of-ben']);
    for (const name of ['ann', 'ben'])
      expect(applyDecision('hit', both, by(name, 'confirm'))).toEqual({ is: 'refused', why: 'ownProposal' });
    expect(applyDecision('hit', both, by('cem', 'confirm'))).toMatchObject({ is: 'taken' });
  });
});
