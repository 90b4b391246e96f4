// The history checker: a log that is right breaks no promise, and each promise is broken by the log that it is there for.
import {
  brokenPromises,
  PROMISES,
  type EndedRun,
  type History,
  type KeptAnswer,
  type PaidRequest,
  type Told,
} from '../support/history';

const paid = (company: string, by: Partial<PaidRequest> = {}): PaidRequest => ({
  company,
  name: company,
  reference: `reference of ${company}`,
  said: 'clear',
  ...by,
});
const kept = (company: string, by: Partial<KeptAnswer> = {}): KeptAnswer => ({
  id: `answer of ${company}`,
  run: 'first',
  company,
  reference: `reference of ${company}`,
  hasHits: false,
  screenings: [`id of ${company}`],
  ...by,
});
const told = (company: string, by: Partial<Told> = {}): Told => ({
  run: 'first',
  company,
  names: [company],
  reference: `reference of ${company}`,
  outcome: 'clear',
  answer: `answer of ${company}`,
  isInDoubt: false,
  isOfFailedControl: false,
  ...by,
});
const ended: EndedRun = { run: 'first', listed: ['A', 'B'], cameOut: ['B', 'A'], after: [] };

/** Two companies of one run, both clear. */
const right: Required<History> = {
  paid: [paid('A'), paid('B')],
  mayBePaidAgain: () => 0,
  kept: [kept('A'), kept('B')],
  open: [],
  told: [told('A'), told('B')],
  ended: [ended],
};

test('a log in which all is well breaks no promise, and nothing is asked of what nobody looked at', () => {
  expect(brokenPromises(right)).toEqual([]);
  expect(brokenPromises({})).toEqual([]);
  const { told, ended } = right;
  expect(brokenPromises({ told, ended })).toEqual([]);
});

const sharing = { kept: [kept('A'), kept('B', { screenings: ['id of A'] })] };
const later: EndedRun = { run: 'later', listed: ['A'], cameOut: ['A'], after: ['first'] };

test.each<[keyof typeof PROMISES, string, Partial<History>]>([
  ['paidOnce', 'a name is paid for again', { paid: [paid('A'), paid('B'), paid('A')] }],
  [
    'paidOnce',
    'more often than a person said',
    { paid: [paid('A'), paid('A'), paid('A'), paid('B')], mayBePaidAgain: () => 1 },
  ],
  [
    'referencesOfOne',
    'two companies under one reference',
    { paid: [...right.paid, paid('C', { reference: 'reference of A' })], open: [paidAs('C', 'A')] },
  ],
  ['askedBeforeTold', 'told of whom nobody asked', { paid: [paid('A')] }],
  [
    'askedBeforeTold',
    'told under the reference of another request',
    { told: [told('A', { reference: 'reference of B' })] },
  ],
  [
    'saidBeforeTold',
    'clear, and the service found a hit',
    { paid: [paid('A', { said: 'review' }), paid('B')] },
  ],
  [
    'saidBeforeTold',
    'clear, and the service said nothing',
    { paid: [paid('A', { said: 'nothing' }), paid('B')] },
  ],
  [
    'saidBeforeTold',
    'clear, and one of its names was not asked for',
    { told: [told('A', { names: ['A', 'Alias'] })] },
  ],
  ['saidBeforeTold', 'a hit that the service did not give', { told: [told('A', { outcome: 'hit' })] }],
  ['saidBeforeTold', 'a review without any reason', { told: [told('A', { outcome: 'review' })] }],
  ['keptBeforeTold', 'told, and not stored', { kept: [kept('B')], open: [paidAs('A', 'A')] }],
  [
    'keptBeforeTold',
    'told from the row of another company',
    { told: [told('A', { answer: 'answer of B' })] },
  ],
  ['nothingPaidIsLost', 'paid for, and in no row', { kept: [kept('A')], told: [] }],
  [
    'nothingPaidIsLost',
    'a hit whose row has none',
    { paid: [paid('A', { said: 'hit' }), paid('B')], told: [] },
  ],
  ['keptOnce', 'an answer that is there twice', { kept: [...right.kept, kept('A')] }],
  ['eachCompanyOnce', 'a company that did not come out', { ended: [{ ...ended, cameOut: ['A'] }] }],
  ['eachCompanyOnce', 'a company that came out twice', { ended: [{ ...ended, cameOut: ['A', 'B', 'B'] }] }],
  ['eachCompanyOnce', 'a company that nobody listed', { ended: [{ ...ended, cameOut: ['A', 'C'] }] }],
  ['noIdClearsTwo', 'the later of two with one screening id is clear', sharing],
  [
    'noIdClearsTwo',
    'the earlier one is, in a run that begins later',
    { ...sharing, told: [told('A', { run: 'later' })], ended: [ended, later] },
  ],
  [
    'failedControlsClearNobody',
    'clear, although the control failed',
    { told: [told('A', { isOfFailedControl: true })] },
  ],
])('%s: %s', (name, _, by) => {
  const wrong = { ...right, ...by };
  const broken = Object.entries(PROMISES).flatMap(([key, promise]) =>
    promise(wrong).length > 0 ? [key] : [],
  );
  expect(broken).toEqual([name]);
  expect(brokenPromises(wrong)).toEqual(PROMISES[name](wrong));
});

test('what is said of a failed run, of a doubt, and of what may have been sent keeps them', () => {
  const said: Partial<History>[] = [
    { paid: [...right.paid, paid('A')], mayBePaidAgain: () => 1 },
    { kept: [kept('A')], open: [paidAs('B', 'B')], told: [told('A')] },
    { told: [told('A', { outcome: 'review', isInDoubt: true })] },
    { ...sharing, told: [told('A')] },
    {
      paid: [paid('A', { said: 'hit' }), paid('B')],
      kept: [kept('A', { hasHits: true }), kept('B')],
      told: [],
    },
    { paid: right.paid.map(({ company, name, reference }) => ({ company, name, reference })) },
  ];
  for (const by of said) expect(brokenPromises({ ...right, ...by })).toEqual([]);
});

/** Something says that it may have been sent under this reference. */
function paidAs(company: string, other: string) {
  return { company, reference: `reference of ${other}` };
}
