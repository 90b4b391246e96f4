// Register → items: nothing that the register holds comes out more favourably than the service said it and than it was stored; what is new,
// changed, listed again or gone since the last screening, and what was not told yet.
import fc from 'fast-check';

import type { StoredVerdict, RegisterTask } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { storedCustomerFacts, storedData } from '../../nodes/CompanyScreening/operations/screening/compared';
import type { ItemWithKey } from '../../nodes/CompanyScreening/operations/screening/readItem';
import { resultFromStored } from '../../nodes/CompanyScreening/operations/screening/task';
import { ScreeningReader } from '../../nodes/CompanyScreening/operations/screening/screening';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { EXPLANATIONS } from '../../nodes/CompanyScreening/operations/screening/verdict';
import { knownHit } from '../../nodes/CompanyScreening/operations/screening/items';
import type { Case } from '../../nodes/CompanyScreening/register/cases/cases';
import {
  NO_CHANGES,
  type AnswerChanges,
  type Change,
  type GoneHit,
} from '../../nodes/CompanyScreening/register/facts/history';
import type { Hit, ScreeningRecord } from '../../nodes/CompanyScreening/service/contract';
import { hitFingerprint } from '../../nodes/CompanyScreening/service/hitFingerprint';
import {
  aHit,
  aRecord,
  aRecordWithHits,
  aReply,
  aStoredVerdict,
  complaintOf,
  concluded,
  parametersOf,
  sendable,
} from './builders';
import { aCompany } from './register/anAnswer';
import { answerTo } from './register/answerTo';
import { aDecision, person, soundOf } from './register/decisions/aDecision';

const BIRCH = '38ad8f16-c6a1-887d-929c-5b3028e07b9a';
const item = (changes: Partial<ItemWithKey> = {}): ItemWithKey => ({
  subject: { name: 'Alder Ltd', referenceId: 'today' },
  names: [{ name: 'Alder Ltd', watchlistMayMissName: false }],
  companyKey: 'P-1',
  showsNames: false,
  option: 'Both',
  ownReferenceId: '',
  requesterId: 'today',
  form: { itemsPer: 'hit', output: { form: 'simplified' } },
  options: { evidence: false, noHits: 'returnItem' },
  ...changes,
});
const perCompany = { form: { itemsPer: 'company', output: { form: 'simplified' } } } as const;
const perCompanyRaw = { form: { itemsPer: 'company', output: { form: 'raw' } } } as const;
const raw = { form: { itemsPer: 'hit', output: { form: 'raw' } } } as const;

const replyWith = (record: ScreeningRecord, name = 'Alder Ltd', nameIndex = 0) => ({
  reply: aReply(record),
  name,
  nameIndex,
  question: { requesterId: '' },
  referenceId: 'ref-1',
});
const held = (record: ScreeningRecord | undefined, changes: Partial<StoredVerdict> = {}): StoredVerdict =>
  aStoredVerdict({
    ...{ replies: record ? [replyWith(record)] : [], remembered: false, referenceId: 'ref-1' },
    screenedAt: '2025-03-01T08:00:03.000Z',
    ...changes,
  });

interface Around {
  of?: Partial<ItemWithKey>;
  onlyThisRun?: boolean;
  controlFailed?: boolean;
}
function outOf(what: StoredVerdict, { of, onlyThisRun = false, controlFailed = false }: Around = {}) {
  const answer = resultFromStored(item(of), what, 'sandbox', {
    reader: new ScreeningReader(),
    onlyThisRun,
    reportId: 'report-1',
    controlFailed: () => controlFailed,
  });
  const { receipt, makeItems } = answer.interpret();
  return {
    receipt,
    items: makeItems().map(({ json }) => json),
    told: receipt.changedHits?.().map(({ name, change, companyName }) => `${companyName}: ${name} ${change}`),
  };
}

const first = aHit({ name: 'First' });
const second = aHit({ name: 'Second' });
const clear = aRecord();
const both = aRecordWithHits([first, second], { id: 's-1' });
const changesOf = (...of: Array<[Hit, Change]>): AnswerChanges['hits'] =>
  new Map(of.map(([hit, change]) => [hitFingerprint(hit), change]));
/** A hit of an earlier answer, of a company with this name. */
function gone(
  hit: Hit,
  { names = ['Alder Ltd'] as [string, ...string[]], isReadable = true, underEach = false } = {},
): GoneHit {
  const company = { ...aCompany('', 'P-1'), names, option: 'Pep' } as const;
  const others = names
    .slice(1)
    .map((name) => aReply(aRecordWithHits(underEach ? [hit] : [], { id: `of ${name}` })));
  const replies = [aReply(aRecordWithHits([hit])), ...others] as const;
  const answer = answerTo(company, `mark of ${names.join()}`, replies, { outcome: 'hit' });
  Object.assign(answer.data, { referenceId: 'ref-then', screeningId: 'id-then' });
  if (!isReadable) answer.data.payload = null;
  return { hit: knownHit(hit), answer };
}
const caseOf = (about: Case['about'], hit: Hit | null): Case => ({
  ...{ company: 'c'.repeat(64), claimId: 'm', caseId: `case of ${about}`, about, standing: { is: 'open' } },
  ...{ fingerprint: hit ? hitFingerprint(hit) : '', hit: hit && knownHit(hit) },
  ...{ since: '', unansweredRequest: null, last: [] },
});
const third = aHit({ name: 'Third', jurisdiction: ['Ostrava'] });

type Doubted = (
  outcome: ReturnType<StoredVerdict['registerVerdict']>['outcome'],
  reason: string | null,
) => object;
/** What the register says, whatever the replies say. */
const registerSays: Doubted = (outcome, reason) => ({ registerVerdict: () => ({ outcome, reason }) });
const noAnswer = registerSays('review', 'noAnswer');
/** A person has to look, and hits stay hits. */
const doubted = (reason: string): Pick<StoredVerdict, 'registerVerdict'> => ({
  registerVerdict: ({ outcome }) => ({ outcome: outcome === 'hit' ? 'hit' : 'review', reason }),
});
const firstKnown: AnswerChanges = { hits: changesOf([first, 'known']), gone: [], previousOutcome: 'hit' };
const changed = (hits: AnswerChanges['hits'], more: Partial<AnswerChanges> = {}) => ({
  changes: { ...NO_CHANGES, hits, ...more },
});
const thirdGone = changed(new Map(), { gone: [gone(third)], previousOutcome: 'review' });
const twoGone = changed(new Map(), { gone: [gone(third), gone(first)] });
const noHits = { options: { evidence: false, noHits: 'returnNothing' } } as const;

/** What comes out of an answer: the items, and what a message tells of it. */
type Row = [
  what: string,
  held: StoredVerdict,
  around: Around,
  out: { items?: object[]; told?: string[]; receipt?: object },
];

const kept = (record?: ScreeningRecord, more: Partial<StoredVerdict> = {}) =>
  held(record, { remembered: true, ...more });
const aHitOnly = aRecordWithHits([first]);
const ofThen = [{ ...replyWith(clear), question: { requesterId: 'me, then' } }];
const contradicting = kept(undefined, {
  replies: [
    { ...replyWith(aRecordWithHits([first], { id: 'one' })), referenceId: 'ref-one' },
    replyWith(aRecord({ id: 'two' })),
  ],
  ...doubted('contradiction'),
});
const unanswered = kept(undefined, { ...noAnswer, screenedAt: '' });
const toldOf = (more: object) => ({
  items: [
    {
      ...{ outcome: 'review', reason: 'noAnswer', companyName: 'Alder Ltd', referenceId: 'ref-1' },
      ...{ screenedAt: null, ...more },
    },
  ],
  receipt: { id: '', outcome: 'review', reason: 'noAnswer', hits: 0 },
});
const nothingKnown = toldOf({ requesterId: null, totalHits: null, status: null });
const nothingKnownRaw = toldOf({ screening: null });

const recalled: Row[] = [
  [
    'comes out with the question of the day on which it was asked',
    kept(clear),
    {},
    {
      items: [
        {
          ...{ outcome: 'clear', referenceId: 'ref-1', requesterId: null, companyKey: 'P-1' },
          ...{ remembered: true, screenedAt: '2025-03-01T08:00:03.000Z' },
        },
      ],
    },
  ],
  [
    'has the requester of that day, where the record names none',
    kept(undefined, { replies: ofThen }),
    {},
    { items: [{ requesterId: 'me, then' }] },
  ],
  [
    'is to review whenever the register says so',
    kept(clear, doubted('otherRequest')),
    {},
    { items: [{ outcome: 'review', reason: 'otherRequest', explanation: EXPLANATIONS.otherRequest }] },
  ],
  [
    'keeps its hits where the register says that it is to review',
    kept(aHitOnly, doubted('otherRequest')),
    {},
    {
      items: [
        { outcome: 'hit', reason: null },
        { outcome: 'review', reason: 'otherRequest' },
      ],
    },
  ],
  [
    'is not clear for a reason that nobody knows',
    kept(clear, registerSays('review', 'toString')),
    {},
    { items: [{ outcome: 'review', reason: 'damagedRow' }] },
  ],
  [
    'whose answers contradict each other has all hits, each with the ids of its own answer',
    contradicting,
    {},
    {
      items: [
        { outcome: 'hit', screeningId: 'one', referenceId: 'ref-one' },
        { outcome: 'review', reason: 'contradiction', screeningId: 'two' },
      ],
    },
  ],
  [
    'whose answers contradict each other has all hits in one item',
    contradicting,
    { of: perCompany },
    { items: [{ outcome: 'hit', reason: 'contradiction', hitNames: 'First' }] },
  ],
  ['without an answer names what is known of it', unanswered, {}, nothingKnown],
  ['without an answer names what is known of it, as one item', unanswered, { of: perCompany }, nothingKnown],
  ['without an answer names what is known of it, raw', unanswered, { of: raw }, nothingKnownRaw],
  ['without an answer does so raw, as one item', unanswered, { of: perCompanyRaw }, nothingKnownRaw],
  ['that was clear before this run is left out of it', kept(clear), { onlyThisRun: true }, { items: [] }],
  ['that was a hit before this run is left out of it', kept(aHitOnly), { onlyThisRun: true }, { items: [] }],
  ['that this run screened is not left out', held(clear), { onlyThisRun: true }, { items: [{}] }],
  [
    'without a verdict is not left out',
    kept(aRecord({ status: 'Pending' }), registerSays('review', 'pending')),
    { onlyThisRun: true },
    { items: [{}] },
  ],
];

test('whatever the register says, nothing is clear unless each reply says so, and a company always has an item', () => {
  const record = fc.record({
    status: fc.constantFrom('Completed', 'Pending', 'Archived'),
    totalHits: fc.nat(2),
    hits: fc.nat(2),
  });
  const verdict = fc.record({
    outcome: fc.constantFrom('clear', 'hit', 'review', 'error'),
    reason: fc.constantFrom(null, 'noAnswer', 'notStored', 'odd'),
  });
  fc.assert(
    fc.property(fc.array(record, { maxLength: 3 }), verdict, (records, said) => {
      const replies = records.map(({ status, totalHits, hits }, index) =>
        replyWith(aRecord({ id: `id-${index}`, status, totalHits, details: Array<Hit>(hits).fill(first) })),
      );
      const { items } = outOf(kept(undefined, { replies, registerVerdict: () => said }));
      const eachIsClear = records.every(
        (one) => one.status === 'Completed' && one.totalHits + one.hits === 0,
      );
      const isClear = said.outcome === 'clear' && said.reason === null && records.length > 0 && eachIsClear;
      const hits = records.reduce((sum, one) => sum + one.hits, 0);
      expect(items.filter(({ outcome }) => outcome === 'hit')).toHaveLength(hits);
      expect(items.some(({ outcome }) => outcome === 'clear')).toBe(isClear);
      expect(items.length).toBeGreaterThan(0);
    }),
  );
});

const ofHits: Row[] = [
  [
    'says whether it is new, and what is not known to be old is new',
    held(both, { changes: firstKnown }),
    {},
    {
      items: [
        {
          ...{ name: 'First', change: 'known', previousOutcome: 'hit', reportId: 'report-1' },
          ...{ companyKey: 'P-1', remembered: false },
        },
        { name: 'Second', change: 'new', screenedAt: '2025-03-01T08:00:03.000Z' },
      ],
      told: ['Alder Ltd: First known', 'Alder Ltd: Second new'],
    },
  ],
  [
    'says so as it was received as well',
    held(both, { changes: firstKnown }),
    { of: raw },
    {
      items: [
        { hit: first, change: 'known' },
        { hit: second, change: 'new' },
      ],
    },
  ],
  ['that was remembered is no change of this run', kept(both), {}, { told: [] }],
  [
    'that has changed is told of a company before one that is known',
    held(both, changed(changesOf([first, 'known'], [second, 'changed']))),
    { of: perCompany },
    { items: [{ change: 'changed' }] },
  ],
  [
    'that is known is told of a company where all are',
    held(both, changed(changesOf([first, 'known'], [second, 'known']))),
    { of: perCompany },
    { items: [{ change: 'known' }] },
  ],
  [
    'that is gone is told of a company before one that is known',
    held(both, changed(changesOf([first, 'known']), { gone: [gone(third)] })),
    { of: perCompany },
    { items: [{ change: 'gone' }] },
  ],
  [
    'of which nothing is known is no change',
    held(both, changed(new Map())),
    { of: perCompany },
    { items: [{ change: null }] },
  ],
];

const withoutChange: Row[] = [
  ['without hits', held(clear), {}, { items: [{ outcome: 'clear', change: null, previousOutcome: null }] }],
  [
    'without a verdict',
    held(undefined, { ...noAnswer, ...thirdGone }),
    {},
    { items: [{ outcome: 'review', reason: 'noAnswer', change: null }], told: [] },
  ],
  [
    'without a verdict, as one item',
    held(undefined, { ...noAnswer, ...thirdGone }),
    { of: perCompany },
    { items: [{ outcome: 'review', reason: 'noAnswer', change: null }], told: [] },
  ],
  [
    'whose control failed',
    held(clear, thirdGone),
    { of: perCompany, controlFailed: true },
    { items: [{ outcome: 'review', reason: 'controlFailed', change: null }] },
  ],
];
test.each(withoutChange)('a company %s has no change', (_, what, around, out) => {
  expect(outOf(what, around)).toMatchObject(out);
});

/** Listed under its first name. */
const underOldName = {
  outcome: 'gone',
  companyName: 'Old Alder',
  otherNames: 'Alder Ltd',
  screenedName: 'Old Alder',
};
const names = ['Old Alder', 'Alder Ltd'] as [string, ...string[]];
const hitsGone: Row[] = [
  [
    'is an item of its own, with what was asked then',
    held(clear, thirdGone),
    {},
    {
      items: [
        { outcome: 'clear', change: null },
        {
          ...{ outcome: 'gone', reason: null, change: 'gone', companyName: 'Alder Ltd', name: 'Third' },
          ...{ jurisdiction: 'Ostrava', hitFingerprint: hitFingerprint(third), hitNumber: null },
          ...{ screeningId: 'id-then', referenceId: 'ref-then', requesterId: null, screeningOption: 'Pep' },
          previousOutcome: 'hit',
          explanation: expect.stringMatching(
            /That alone does not make the company clear: see its own item\.$/,
          ) as string,
        },
      ],
      told: ['Alder Ltd: Third gone'],
      receipt: { hits: 0 },
    },
  ],
  [
    'is as it was received',
    held(clear, thirdGone),
    { of: raw },
    { items: [{}, { outcome: 'gone', hit: third, hitFingerprint: hitFingerprint(third), screening: null }] },
  ],
  [
    'is in the item of its company',
    held(clear, twoGone),
    { of: perCompany },
    {
      items: [{ outcome: 'clear', companyName: 'Alder Ltd', change: 'gone' }],
      told: ['Alder Ltd: Third gone', 'Alder Ltd: First gone'],
    },
  ],
  [
    'is in the item of its company as that was received',
    held(clear, twoGone),
    { of: perCompanyRaw },
    {
      items: [{ outcome: 'clear', companyName: 'Alder Ltd', change: 'gone' }],
      told: ['Alder Ltd: Third gone', 'Alder Ltd: First gone'],
    },
  ],
  [
    'of several names says under which of them it was listed',
    held(clear, changed(new Map(), { gone: [gone(third, { names })] })),
    { of: { showsNames: true } },
    { items: [{}, underOldName] },
  ],
  [
    'of names that have found the same one says the first',
    held(clear, changed(new Map(), { gone: [gone(third, { names, underEach: true })] })),
    { of: { showsNames: true } },
    { items: [{}, underOldName] },
  ],
  [
    'is known by its name and type only if its answer cannot be read any more',
    held(clear, changed(new Map(), { gone: [gone(third, { isReadable: false })] })),
    {},
    {
      items: [
        {},
        {
          ...{ outcome: 'gone', name: 'Third', sourceType: 'Sanction', sourceId: 'list-7' },
          ...{ jurisdiction: null, hitFingerprint: hitFingerprint(third) },
        },
      ],
    },
  ],
  [
    'is about no screening of today',
    held(clear, thirdGone),
    { of: { ...raw, showsNames: true } },
    { items: [{}, { outcome: 'gone', screenings: [] }] },
  ],
  [
    'comes out although clear companies do not',
    held(clear, thirdGone),
    { of: noHits },
    { items: [{ outcome: 'gone' }] },
  ],
  [
    'comes out with its company although clear companies do not',
    held(clear, thirdGone),
    { of: { ...noHits, ...perCompany } },
    { items: [{ outcome: 'clear', change: 'gone' }] },
  ],
  [
    'is no reason to give out another company',
    held(clear),
    { of: { ...noHits, ...perCompany } },
    { items: [] },
  ],
  ['is no reason to give out another answer', held(clear), { of: noHits }, { items: [] }],
];

test('a hit that is gone has the fields of any other item, and says if the answer that listed it was in doubt', () => {
  const { hit, answer } = gone(third);
  const inDoubt = { hit, answer: { ...answer, reason: 'hitCountMismatch' } };
  const { items } = outOf(held(clear, changed(new Map(), { gone: [inDoubt] })));
  expect(Object.keys(items[1] ?? {})).toEqual(Object.keys(items[0] ?? {}));
  expect(items[1]?.['explanation']).toMatch(/is no longer listed.* in doubt \(hitCountMismatch\)\.$/);
});

const replyTo = (requesterId: string) => [
  { ...replyWith(aRecord({ requesterId })), question: { requesterId: 'me' } },
];
test.each<[string, StoredVerdict, object]>([
  ['clear, and it is', held(clear, registerSays('clear', null)), { outcome: 'clear', reason: null }],
  [
    'clear for a reason, which is none',
    held(clear, registerSays('clear', 'pending')),
    { outcome: 'review', reason: 'pending' },
  ],
  [
    'a review without a reason',
    held(clear, registerSays('review', null)),
    { outcome: 'review', reason: 'damagedRow' },
  ],
  [
    'nothing, and another requester is in the reply',
    held(undefined, { replies: replyTo('you') }),
    { outcome: 'review' },
  ],
  [
    'nothing, and its own requester is in the reply',
    held(undefined, { replies: replyTo('me') }),
    { outcome: 'clear' },
  ],
])('the register has the last word: it says %s', (_, what, receipt) => {
  expect(outOf(what).receipt).toMatchObject(receipt);
});

const reportEntry = { company: 'c', answerId: 'a' };
type Something = Extract<StoredVerdict['news'], { is: 'something' }>;
const news = (more: Partial<Something> = {}): Something => ({
  is: 'something',
  hits: changesOf([first, 'known'], [second, 'changed']),
  gone: [],
  isVerdictNew: false,
  reportEntry,
  ...more,
});

const notTold: Row[] = [
  [
    'comes out, without the hits that everybody knows',
    kept(both, { news: news() }),
    {},
    {
      items: [{ name: 'Second', change: 'changed' }],
      told: ['Alder Ltd: First known', 'Alder Ltd: Second changed'],
      receipt: { hits: 2, remembered: true, outcome: 'hit', reportEntry },
    },
  ],
  [
    'is all of it if the verdict is new',
    held(both, { news: news({ isVerdictNew: true }) }),
    {},
    { items: [{ name: 'First' }, { name: 'Second' }] },
  ],
  [
    'is all of it if there is one item for a company',
    held(both, { news: news() }),
    { of: perCompany },
    { items: [{ hitNames: 'First; Second', change: 'changed' }] },
  ],
  [
    'is nothing for a company of which everybody was told',
    held(both, { news: { is: 'nothing' } }),
    {},
    { items: [], told: [], receipt: { outcome: 'hit', hits: 2 } },
  ],
];

test('what was not told yet is always a company without a verdict, which is no news to write down', () => {
  expect(outOf(held(both, { news: { is: 'nothing' } })).receipt).not.toHaveProperty('reportEntry');
  for (const told of [{ is: 'nothing' } as const, news()]) {
    const { items, receipt } = outOf(kept(both, { news: told, ...doubted('pending') }));
    expect(items).toMatchObject([
      { name: 'First' },
      { name: 'Second' },
      { outcome: 'review', reason: 'pending' },
    ]);
    expect(receipt).not.toHaveProperty('reportEntry');
  }
});

test('the control of a run that failed makes what this run sent a review, and not what was there before', () => {
  const outcomes = [false, true].map(
    (remembered) => outOf(held(clear, { remembered }), { controlFailed: true }).items,
  );
  expect(outcomes).toMatchObject([[{ outcome: 'review', reason: 'controlFailed' }], [{ outcome: 'clear' }]]);
});

const named = (name: string) => ({ name, watchlistMayMissName: false });
const twoNames = { names: [named('Alder Ltd'), named('Birch Ltd')], showsNames: true } as const;
const threeNames = { ...twoNames, names: [...twoNames.names, named('Cedar Ltd')] } as const;
const CEDAR = '779f48f5-8440-877a-bfdd-9f2157b15503';
const ofFirst = replyWith(aRecord({ id: 's-1' }));
const clearOf = (name: string) => replyWith(aRecord({ id: 's-2' }), name, 1);
const hitOfSecond = replyWith(aRecordWithHits([first], { id: 's-2' }), 'Birch Ltd', 1);
const severalNames: Row[] = [
  [
    'has a reply for each, with the reference id that follows from the first',
    held(undefined, { replies: [ofFirst, hitOfSecond] }),
    { of: twoNames },
    {
      items: [{ outcome: 'hit', screenedName: 'Birch Ltd', referenceId: BIRCH, screeningId: 's-2' }],
      receipt: {
        id: 's-1; s-2',
        parts: [
          { name: 'Alder Ltd', referenceId: 'ref-1', id: 's-1', outcome: 'clear' },
          { name: 'Birch Ltd', referenceId: BIRCH, id: 's-2', outcome: 'hit' },
        ],
      },
    },
  ],
  [
    'is not clear unless there is one for each',
    held(clear),
    { of: twoNames },
    { items: [{ outcome: 'review', reason: 'nameNotScreened', referenceId: `ref-1; ${BIRCH}` }] },
  ],
  [
    'has the reference ids of both without any reply',
    held(undefined, noAnswer),
    { of: twoNames },
    { items: [{ referenceId: `ref-1; ${BIRCH}` }] },
  ],
  [
    'has none where the first is not known',
    held(undefined, { ...noAnswer, referenceId: '' }),
    { of: twoNames },
    { items: [{ referenceId: null }] },
  ],
  [
    'has the one of its reply where no other follows from it',
    held(clear, { referenceId: '' }),
    { of: twoNames },
    { items: [{ reason: 'nameNotScreened', referenceId: 'ref-1' }] },
  ],
  [
    'has each once, those without an answer behind the others',
    held(undefined, { replies: [ofFirst, clearOf('Birch Ltd')] }),
    { of: threeNames },
    { items: [{ reason: 'nameNotScreened', referenceId: `ref-1; ${BIRCH}; ${CEDAR}` }] },
  ],
  [
    'is not clear if one of them is asked for no more',
    held(undefined, { replies: [ofFirst, clearOf('Cedar Ltd')] }),
    { of: twoNames },
    { receipt: { outcome: 'review', reason: 'mixedScripts' } },
  ],
];

test.each(severalNames)('the result of a company with several names %s', (_, what, around, out) => {
  expect(outOf(what, around)).toMatchObject(out);
});

test('a company with one name has no parts', () => {
  expect(outOf(held(clear)).receipt).not.toHaveProperty('parts');
});

const match = soundOf(aDecision('trueMatch', person('ann')));
const matches = [first, second].map((hit): Case => ({
  ...caseOf('hit', hit),
  standing: { is: 'trueMatch', match },
}));
const decidedAbout: Row[] = [
  [
    'is named by the item of the hit, and of the hit that is gone',
    held(both, {
      ...changed(new Map(), { gone: [gone(third)] }),
      cases: [caseOf('hit', first), caseOf('goneHit', third)],
    }),
    {},
    {
      items: [
        { name: 'First', caseId: 'case of hit', decision: null },
        { name: 'Second', caseId: null },
        { outcome: 'gone', caseId: 'case of goneHit' },
      ],
    },
  ],
  [
    'is named by the item of the company',
    held(undefined, { ...noAnswer, cases: [caseOf('company', null)] }),
    {},
    { items: [{ outcome: 'review', caseId: 'case of company' }] },
  ],
  [
    'is named by the only item of the company',
    held(undefined, { ...noAnswer, cases: [caseOf('company', null)] }),
    { of: perCompany },
    { items: [{ outcome: 'review', caseId: 'case of company' }] },
  ],
  [
    'is decided for a company once each of its hits is',
    held(both, { cases: matches }),
    { of: perCompany },
    { items: [{ decision: 'trueMatch', decidedBy: match.decidedByAddress }] },
  ],
  [
    'is not decided for a company while a hit is not',
    held(both, { cases: matches.slice(1) }),
    { of: perCompany },
    { items: [{ decision: null, decidedBy: null }] },
  ],
  [
    'is not decided for a company that is in doubt',
    held(both, { cases: matches, ...registerSays('hit', 'pending') }),
    { of: perCompany },
    { items: [{ decision: null }] },
  ],
];

const ABOUT: Array<[about: string, rows: Row[]]> = [
  ['a company in the register', recalled],
  ['a hit', ofHits],
  ['a hit that is gone', hitsGone],
  ['what was not told yet', notTold],
  ['what a person decides about', decidedAbout],
];
describe.each(ABOUT)('%s', (_, rows) => {
  test.each(rows)('%s', (...[, what, around, out]) => {
    expect(outOf(what, around)).toMatchObject(out);
  });
});

describe('where answers are kept, a task', () => {
  const taskOf = (
    additionalFields: Record<string, unknown> = {},
    parameters: Record<string, unknown> = {},
  ): RegisterTask => {
    const read = parametersOf({
      ...{ companyName: 'Alder Ltd', screeningOption: 'Pep', options: {}, keepInRegister: true },
      ...parameters,
      additionalFields: { referenceId: 'ref-1', requesterId: 'me', ...additionalFields },
    });
    const { registerTask } = sendable(screenCompany.begin(read, [read]).prepare(read));
    if (!registerTask) throw new Error('The answer is kept.');
    return registerTask;
  };

  test('says which company it is, by its key or else by its name', () => {
    expect(taskOf({ otherNames: 'Birch Ltd' }, { companyKey: ' P-7 ' })).toMatchObject({
      company: { key: 'P-7', names: ['Alder Ltd', 'Birch Ltd'], option: 'Pep' },
      question: { requesterId: 'me' },
    });
    expect(taskOf({}, { companyKey: 7 }).company.key).toBe('7');
    for (const companyKey of ['', '  ', undefined, null])
      expect(taskOf({}, { companyKey }).company.key).toBe('Alder Ltd');
    expect(complaintOf(() => taskOf({}, { companyKey: [] }))).toMatchObject({
      message: 'Company Key is neither text nor a number.',
      description: expect.stringContaining('the name is then the key') as string,
    });
    expect(taskOf()).not.toHaveProperty('ownData');
  });

  test('recalls a company with the environment and the control of the run', () => {
    const names = (options: Record<string, unknown>) =>
      concluded(
        taskOf({}, { options, companyKey: 'P-1' }).resultFromStored(
          held(aRecord({ option: 'Pep' })),
          'production',
        ),
      );
    expect(names({})).toMatchObject({
      receipt: { outcome: 'clear', reason: null },
      items: [{ json: { environment: 'production', companyKey: 'P-1', reportId: null } }],
    });
    expect(names({ controlName: 'Gloomharbour' })).toMatchObject({
      receipt: { outcome: 'review', reason: 'controlFailed' },
    });
  });

  test('leaves out what was remembered if only what this run screened is to come out', () => {
    const itemsOf = (companiesToReturn: string) =>
      concluded(
        taskOf({}, { registerSettings: { companiesToReturn }, companyKey: 'P-1' }).resultFromStored(
          held(aRecord({ option: 'Pep' }), { remembered: true }),
          'sandbox',
        ),
      ).items;
    expect(itemsOf('all')).toHaveLength(1);
    expect(itemsOf('thisRun')).toEqual([]);
  });

  test('keeps what hits are compared with', () => {
    const company = { registrationNumber: 7, country: ' ' };
    expect(taskOf({ compareWith: { company } }).ownData).toEqual({ registrationNumber: 7 });
  });
});

test.each([
  ['a number', 7, true],
  ['zero', 0, true],
  ['a number that is none', Number.NaN, false],
  ['text', 'AE', true],
  ['white space', ' \t', false],
  ['nothing', undefined, false],
  ['yes', true, false],
  ['a list', ['AE'], false],
  ['a thousand characters', 'x'.repeat(1000), true],
  ['more than a thousand characters', 'x'.repeat(1001), false],
  ['more than a thousand with white space', `${' '.repeat(1000)}AE`, false],
])('what the user knows of a company is kept if it is a number or a text: %s', (_, country, isKept) => {
  const customerFacts = { registrationNumber: undefined, country };
  expect(storedData(customerFacts)).toEqual(isKept ? { country } : {});
});

test.each([{ country: 'AE' }, undefined])(
  'what was kept is given back, and the rest is not known: %j',
  (facts) => {
    const unknown = { registrationNumber: undefined, country: undefined };
    expect(storedCustomerFacts(facts)).toEqual({ ...unknown, ...facts });
  },
);
