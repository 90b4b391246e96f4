// Register → items: what is new, changed, listed again or gone since the last screening, and what was not told yet.
import type { StoredVerdict, RegisterTask } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { payloadOf } from '../../nodes/CompanyScreening/operations/shared/storedVerdict';
import { storedCustomerFacts, storedData } from '../../nodes/CompanyScreening/operations/screening/compared';
import type { ItemWithKey } from '../../nodes/CompanyScreening/operations/screening/readItem';
import { resultFromStored } from '../../nodes/CompanyScreening/operations/screening/task';
import { ScreeningReader } from '../../nodes/CompanyScreening/operations/screening/screening';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { knownHit } from '../../nodes/CompanyScreening/operations/screening/simplified';
import type { Case } from '../../nodes/CompanyScreening/register/cases/cases';
import { companyHash } from '../../nodes/CompanyScreening/register/rows/identity';
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
  complaintOf,
  concluded,
  parametersOf,
  sendable,
} from './builders';
import { anAnswer } from './register/anAnswer';
import { aDecision, person, soundOf } from './register/decisions/aDecision';

const BIRCH = '38ad8f16-c6a1-887d-929c-5b3028e07b9a';
const item = (changes: Partial<ItemWithKey> = {}): ItemWithKey => ({
  subject: { name: 'Alder Ltd', referenceId: 'today' },
  names: [{ name: 'Alder Ltd', mayBeMissed: false }],
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
const held = (record: ScreeningRecord | undefined, changes: Partial<StoredVerdict> = {}): StoredVerdict => ({
  replies: record ? [replyWith(record)] : [],
  registerVerdict: (said) => said,
  cases: [],
  changes: NO_CHANGES,
  news: { is: 'notAsked' },
  remembered: false,
  referenceId: 'ref-1',
  screenedAt: '2025-03-01T08:00:03.000Z',
  ...changes,
});

interface Around {
  of?: Partial<ItemWithKey>;
  onlyThisRun?: boolean;
  controlFailed?: boolean;
}
function outOf(what: StoredVerdict, { of, onlyThisRun = false, controlFailed = false }: Around = {}) {
  const answer = resultFromStored(item(of), what, {
    environment: 'sandbox',
    reader: new ScreeningReader(),
    onlyThisRun,
    reportId: 'report-1',
    controlFailed: () => controlFailed,
  });
  const { receipt, makeItems } = answer.decide();
  return {
    receipt,
    items: makeItems().map(({ json }) => json),
    told: receipt.changedHits?.().map(({ name, change, companyName }) => `${companyName}: ${name} ${change}`),
  };
}

const first = aHit({ name: 'First' });
const second = aHit({ name: 'Second' });
const both = aRecordWithHits([first, second], { id: 's-1' });
const changesOf = (...of: Array<[Hit, Change]>): AnswerChanges['hits'] =>
  new Map(of.map(([hit, change]) => [hitFingerprint(hit), change]));
/** A hit of an earlier answer, of a company with this name. */
function gone(
  hit: Hit,
  { names = ['Alder Ltd'] as [string, ...string[]], isReadable = true, underEach = false } = {},
): GoneHit {
  const answer = anAnswer(
    { key: 'P-1', names, option: 'Pep', environment: 'sandbox', baseUrl: 'https://service.example' },
    `mark of ${names.join()}`,
    { outcome: 'hit' },
  );
  answer.data.referenceId = 'ref-then';
  answer.data.screeningId = 'id-then';
  const others = names
    .slice(1)
    .map((name) => aReply(aRecordWithHits(underEach ? [hit] : [], { id: `of ${name}` })));
  const replies = [aReply(aRecordWithHits([hit])), ...others] as const;
  answer.data.payload = isReadable
    ? (JSON.parse(JSON.stringify(payloadOf(replies, { question: { requesterId: '' } }))) as null)
    : null;
  return { hit: knownHit(hit), answer };
}
const caseOf = (about: Case['about'], hit: Hit | null): Case => ({
  company: companyHash({
    key: 'P-1',
    names: ['Alder Ltd'],
    option: 'Both',
    environment: 'sandbox',
    baseUrl: 'b',
  }),
  claimId: 'm',
  fingerprint: hit ? hitFingerprint(hit) : '',
  caseId: `case of ${about}`,
  about,
  standing: { is: 'open' },
  since: '',
  hit: hit && knownHit(hit),
  unansweredRequest: null,
  last: [],
});
const third = aHit({ name: 'Third', jurisdiction: ['Ostrava'] });

describe('a hit', () => {
  test('says whether it is new, and what is not known to be old is new', () => {
    const changes: AnswerChanges = { hits: changesOf([first, 'known']), gone: [], previousOutcome: 'hit' };
    const { items, told } = outOf(held(both, { changes }));
    expect(items).toMatchObject([
      {
        name: 'First',
        change: 'known',
        previousOutcome: 'hit',
        reportId: 'report-1',
        companyKey: 'P-1',
        remembered: false,
      },
      { name: 'Second', change: 'new', screenedAt: '2025-03-01T08:00:03.000Z' },
    ]);
    expect(told).toEqual(['Alder Ltd: First known', 'Alder Ltd: Second new']);
    expect(outOf(held(both, { changes }), { of: raw }).items).toMatchObject([
      { hit: first, change: 'known' },
      { hit: second, change: 'new' },
    ]);
  });

  test('that was remembered is no change of this run', () => {
    expect(outOf(held(both, { remembered: true })).told).toEqual([]);
  });

  test('of a company is told by its most notable change', () => {
    const change = (hits: AnswerChanges['hits'], more: Partial<AnswerChanges> = {}) =>
      outOf(held(both, { changes: { ...NO_CHANGES, hits, ...more } }), { of: perCompany }).items[0]?.[
        'change'
      ];
    expect(change(changesOf([first, 'known'], [second, 'changed']))).toBe('changed');
    expect(change(changesOf([first, 'known'], [second, 'known']))).toBe('known');
    expect(change(changesOf([first, 'known']), { gone: [gone(third)] })).toBe('gone');
    expect(change(new Map())).toBeNull();
  });
});

test('a company without hits, or without a verdict, has no change', () => {
  expect(outOf(held(aRecord())).items).toMatchObject([
    { outcome: 'clear', change: null, previousOutcome: null },
  ]);
  const registerVerdict: StoredVerdict['registerVerdict'] = () => ({ outcome: 'review', reason: 'noAnswer' });
  const changes = { ...NO_CHANGES, gone: [gone(third)] };
  for (const form of [{}, perCompany]) {
    const { items, told } = outOf(held(undefined, { registerVerdict, changes }), { of: form });
    expect(items).toMatchObject([{ outcome: 'review', reason: 'noAnswer', change: null }]);
    expect(told).toEqual([]);
  }
  const unproven = outOf(held(aRecord(), { changes }), { of: perCompany, controlFailed: true });
  expect(unproven.items).toMatchObject([{ outcome: 'review', reason: 'controlFailed', change: null }]);
});

describe('a hit that is gone', () => {
  const changes: AnswerChanges = { hits: new Map(), gone: [gone(third)], previousOutcome: 'review' };

  test('is an item of its own, as it was received, with what was asked then', () => {
    const { items, told, receipt } = outOf(held(aRecord(), { changes }));
    expect(items).toMatchObject([
      { outcome: 'clear', change: null },
      {
        outcome: 'gone',
        reason: null,
        change: 'gone',
        companyName: 'Alder Ltd',
        name: 'Third',
        jurisdiction: 'Ostrava',
        hitFingerprint: hitFingerprint(third),
        hitNumber: null,
        screeningId: 'id-then',
        referenceId: 'ref-then',
        requesterId: null,
        screeningOption: 'Pep',
        previousOutcome: 'hit',
      },
    ]);
    expect(Object.keys(items[1] ?? {})).toEqual(Object.keys(items[0] ?? {}));
    expect(items[1]?.['explanation']).toMatch(
      /That alone does not make the company clear: see its own item\.$/,
    );
    expect(told).toEqual(['Alder Ltd: Third gone']);
    expect(receipt.hits).toBe(0);
    expect(outOf(held(aRecord(), { changes }), { of: raw }).items[1]).toMatchObject({
      outcome: 'gone',
      hit: third,
      hitFingerprint: hitFingerprint(third),
      screening: null,
    });
  });

  test('says that the answer that listed it was in doubt, with its reason', () => {
    const { hit, answer } = gone(third);
    const inDoubt = { hit, answer: { ...answer, reason: 'hitCountMismatch' } };
    const { items } = outOf(held(aRecord(), { changes: { ...changes, gone: [inDoubt] } }));
    expect(items[1]?.['explanation']).toMatch(/is no longer listed.* in doubt \(hitCountMismatch\)\.$/);
  });

  test('is in the item of its company, and has one of its own only with One Item per Hit', () => {
    const two = { ...changes, gone: [gone(third), gone(first)] };
    for (const form of [perCompany, perCompanyRaw]) {
      const { items, told } = outOf(held(aRecord(), { changes: two }), { of: form });
      expect(items).toMatchObject([{ outcome: 'clear', companyName: 'Alder Ltd', change: 'gone' }]);
      expect(told).toEqual(['Alder Ltd: Third gone', 'Alder Ltd: First gone']);
    }
  });

  test('of several names says under which of them it was listed', () => {
    const names = ['Old Alder', 'Alder Ltd'] as [string, ...string[]];
    // Of names that have found the same one, the first.
    for (const underEach of [false, true]) {
      const of = { ...changes, gone: [gone(third, { names, underEach })] };
      const { items } = outOf(held(aRecord(), { changes: of }), { of: { showsNames: true } });
      expect(items[1]).toMatchObject({
        outcome: 'gone',
        companyName: 'Old Alder',
        otherNames: 'Alder Ltd',
        screenedName: 'Old Alder',
      });
    }
  });

  test('is known by its name and type only if its answer cannot be read any more', () => {
    const unreadable = { ...changes, gone: [gone(third, { isReadable: false })] };
    expect(outOf(held(aRecord(), { changes: unreadable })).items[1]).toMatchObject({
      outcome: 'gone',
      name: 'Third',
      sourceType: 'Sanction',
      sourceId: 'list-7',
      jurisdiction: null,
      hitFingerprint: hitFingerprint(third),
    });
  });

  test('is about no screening of today', () => {
    const { items } = outOf(held(aRecord(), { changes }), { of: { ...raw, showsNames: true } });
    expect(items[1]).toMatchObject({ outcome: 'gone', screenings: [] });
  });

  test('comes out although clear companies do not', () => {
    const options = { evidence: false, noHits: 'returnNothing' } as const;
    expect(outOf(held(aRecord(), { changes }), { of: { options } }).items).toMatchObject([
      { outcome: 'gone' },
    ]);
    expect(outOf(held(aRecord(), { changes }), { of: { options, ...perCompany } }).items).toMatchObject([
      { outcome: 'clear', change: 'gone' },
    ]);
    expect(outOf(held(aRecord()), { of: { options, ...perCompany } }).items).toEqual([]);
    expect(outOf(held(aRecord()), { of: { options } }).items).toEqual([]);
  });
});

describe('the register', () => {
  test('has the last word: what it doubts is no clear company, whatever it calls it', () => {
    const receiptFor = (
      outcome: ReturnType<StoredVerdict['registerVerdict']>['outcome'],
      reason: string | null,
    ) => outOf(held(aRecord(), { registerVerdict: () => ({ outcome, reason }) })).receipt;
    expect(receiptFor('clear', null)).toMatchObject({ outcome: 'clear', reason: null });
    expect(receiptFor('clear', 'pending')).toMatchObject({ outcome: 'review', reason: 'pending' });
    expect(receiptFor('review', null)).toMatchObject({ outcome: 'review', reason: 'damagedRow' });
  });

  test('gives a reply back with the requester that was asked for then', () => {
    const replies = [{ ...replyWith(aRecord({ requesterId: 'you' })), question: { requesterId: 'me' } }];
    expect(outOf(held(undefined, { replies })).receipt).toMatchObject({ outcome: 'review' });
    const own = [{ ...replyWith(aRecord({ requesterId: 'me' })), question: { requesterId: 'me' } }];
    expect(outOf(held(undefined, { replies: own })).receipt).toMatchObject({ outcome: 'clear' });
  });
});

describe('what was not told yet', () => {
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

  test('comes out, without the hits that everybody knows', () => {
    const { items, receipt, told } = outOf(held(both, { news: news(), remembered: true }));
    expect(items).toMatchObject([{ name: 'Second', change: 'changed' }]);
    expect(receipt.reportEntry).toBe(reportEntry);
    expect(receipt).toMatchObject({ hits: 2, remembered: true, outcome: 'hit' });
    expect(told).toEqual(['Alder Ltd: First known', 'Alder Ltd: Second changed']);
  });

  test('is all of it if the verdict is new, or there is one item for a company', () => {
    expect(outOf(held(both, { news: news({ isVerdictNew: true }) })).items).toHaveLength(2);
    expect(outOf(held(both, { news: news() }), { of: perCompany }).items).toMatchObject([
      { hitNames: 'First; Second', change: 'changed' },
    ]);
  });

  test('is nothing for a company of which everybody was told', () => {
    const { items, receipt, told } = outOf(held(both, { news: { is: 'nothing' } }));
    expect(items).toEqual([]);
    expect(told).toEqual([]);
    expect(receipt).toMatchObject({ outcome: 'hit', hits: 2 });
    expect(receipt).not.toHaveProperty('reportEntry');
  });

  test('is always a company without a verdict', () => {
    const registerVerdict: StoredVerdict['registerVerdict'] = ({ outcome }) => ({
      outcome: outcome === 'hit' ? 'hit' : 'review',
      reason: 'pending',
    });
    for (const told of [{ is: 'nothing' } as const, news()]) {
      const { items, receipt } = outOf(held(both, { news: told, registerVerdict, remembered: true }));
      expect(items).toMatchObject([
        { name: 'First' },
        { name: 'Second' },
        { outcome: 'review', reason: 'pending' },
      ]);
      expect(receipt).not.toHaveProperty('reportEntry');
    }
  });
});

test('the control of a run that failed makes what this run sent a review, and not what was there before', () => {
  expect(outOf(held(aRecord()), { controlFailed: true }).items).toMatchObject([
    { outcome: 'review', reason: 'controlFailed' },
  ]);
  expect(outOf(held(aRecord(), { remembered: true }), { controlFailed: true }).items).toMatchObject([
    { outcome: 'clear' },
  ]);
});

describe('a company with several names', () => {
  const named = (name: string) => ({ name, mayBeMissed: false });
  const of = { names: [named('Alder Ltd'), named('Birch Ltd')], showsNames: true } as const;
  const replies = [
    replyWith(aRecord({ id: 's-1' })),
    replyWith(aRecordWithHits([first], { id: 's-2' }), 'Birch Ltd', 1),
  ];

  test('has a reply for each, with the reference id that follows from the first', () => {
    const { items, receipt } = outOf(held(undefined, { replies }), { of });
    expect(items).toMatchObject([
      { outcome: 'hit', screenedName: 'Birch Ltd', referenceId: BIRCH, screeningId: 's-2' },
    ]);
    expect(receipt).toMatchObject({
      id: 's-1; s-2',
      parts: [
        { name: 'Alder Ltd', referenceId: 'ref-1', id: 's-1', outcome: 'clear' },
        { name: 'Birch Ltd', referenceId: BIRCH, id: 's-2', outcome: 'hit' },
      ],
    });
    expect(outOf(held(aRecord())).receipt).not.toHaveProperty('parts');
  });

  test('is not clear unless there is one for each', () => {
    const { items } = outOf(held(aRecord()), { of });
    expect(items).toMatchObject([
      { outcome: 'review', reason: 'nameNotScreened', referenceId: `ref-1; ${BIRCH}` },
    ]);
    const registerVerdict: StoredVerdict['registerVerdict'] = () => ({
      outcome: 'review',
      reason: 'noAnswer',
    });
    expect(outOf(held(undefined, { registerVerdict }), { of }).items).toMatchObject([
      { referenceId: `ref-1; ${BIRCH}` },
    ]);
    expect(outOf(held(undefined, { registerVerdict, referenceId: '' }), { of }).items).toMatchObject([
      { referenceId: null },
    ]);
  });

  test('has the reference id of each name once, those without an answer behind the others', () => {
    const three = { ...of, names: [...of.names, named('Cedar Ltd')] } as const;
    const CEDAR = '779f48f5-8440-877a-bfdd-9f2157b15503';
    const answered = [replyWith(aRecord({ id: 's-1' })), replyWith(aRecord({ id: 's-2' }), 'Birch Ltd', 1)];
    expect(outOf(held(undefined, { replies: answered }), { of: three }).items).toMatchObject([
      { reason: 'nameNotScreened', referenceId: `ref-1; ${BIRCH}; ${CEDAR}` },
    ]);
    // None follows from an id that nobody knows.
    expect(outOf(held(aRecord(), { referenceId: '' }), { of }).items).toMatchObject([
      { reason: 'nameNotScreened', referenceId: 'ref-1' },
    ]);
  });

  test('is not clear if one of them is asked for no more', () => {
    const clear = [replyWith(aRecord({ id: 's-1' })), replyWith(aRecord({ id: 's-2' }), 'Cedar Ltd', 1)];
    expect(outOf(held(undefined, { replies: clear }), { of }).receipt).toMatchObject({
      outcome: 'review',
      reason: 'mixedScripts',
    });
  });
});

describe('what a person decides about', () => {
  test('is named by the item of the hit, of the hit that is gone, or of the company', () => {
    const changes = { ...NO_CHANGES, gone: [gone(third)] };
    const cases = [caseOf('hit', first), caseOf('goneHit', third)];
    expect(outOf(held(both, { changes, cases })).items).toMatchObject([
      { name: 'First', caseId: 'case of hit', decision: null },
      { name: 'Second', caseId: null },
      { outcome: 'gone', caseId: 'case of goneHit' },
    ]);
    const registerVerdict: StoredVerdict['registerVerdict'] = () => ({
      outcome: 'review',
      reason: 'noAnswer',
    });
    const cases2 = [caseOf('company', null)];
    for (const form of [{}, perCompany]) {
      expect(outOf(held(undefined, { registerVerdict, cases: cases2 }), { of: form }).items).toMatchObject([
        { outcome: 'review', caseId: 'case of company' },
      ]);
    }
  });

  test('is decided for a company once each of its hits is', () => {
    const match = soundOf(aDecision('trueMatch', person('ann')));
    const cases = [first, second].map((hit): Case => ({
      ...caseOf('hit', hit),
      standing: { is: 'trueMatch', match },
    }));
    const fieldsFor = (some: Case[], registerVerdict: StoredVerdict['registerVerdict'] = (said) => said) =>
      outOf(held(both, { cases: some, registerVerdict }), { of: perCompany }).items[0];
    expect(fieldsFor(cases)).toMatchObject({ decision: 'trueMatch', decidedBy: match.decidedByAddress });
    expect(fieldsFor(cases.slice(1))).toMatchObject({ decision: null, decidedBy: null });
    expect(fieldsFor(cases, () => ({ outcome: 'hit', reason: 'pending' }))).toMatchObject({ decision: null });
  });
});

describe('where answers are kept, a task', () => {
  const kept = (
    additionalFields: Record<string, unknown> = {},
    parameters: Record<string, unknown> = {},
  ): RegisterTask => {
    const read = parametersOf({
      companyName: 'Alder Ltd',
      screeningOption: 'Pep',
      options: {},
      keepInRegister: true,
      ...parameters,
      additionalFields: { referenceId: 'ref-1', requesterId: 'me', ...additionalFields },
    });
    const { registerTask: kept } = sendable(screenCompany.begin(read, [read]).prepare(read));
    if (!kept) throw new Error('The answer is kept.');
    return kept;
  };

  test('says which company it is, by its key or else by its name', () => {
    expect(kept({ otherNames: 'Birch Ltd' }, { companyKey: ' P-7 ' })).toMatchObject({
      company: { key: 'P-7', names: ['Alder Ltd', 'Birch Ltd'], option: 'Pep' },
      question: { requesterId: 'me' },
    });
    expect(kept({}, { companyKey: 7 }).company.key).toBe('7');
    for (const companyKey of ['', '  ', undefined, null])
      expect(kept({}, { companyKey }).company.key).toBe('Alder Ltd');
    expect(complaintOf(() => kept({}, { companyKey: [] }))).toMatchObject({
      message: 'Company Key is neither text nor a number.',
      description: expect.stringContaining('the name is then the key') as string,
    });
    expect(kept()).not.toHaveProperty('ownData');
  });

  test('recalls a company with the environment and the control of the run', () => {
    const names = (options: Record<string, unknown>) =>
      concluded(
        kept({}, { options, companyKey: 'P-1' }).resultFromStored(
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
        kept({}, { registerSettings: { companiesToReturn }, companyKey: 'P-1' }).resultFromStored(
          held(aRecord({ option: 'Pep' }), { remembered: true }),
          'sandbox',
        ),
      ).items;
    expect(itemsOf('all')).toHaveLength(1);
    expect(itemsOf('thisRun')).toEqual([]);
  });

  test('keeps what hits are compared with', () => {
    const company = { registrationNumber: 7, country: ' ' };
    expect(kept({ compareWith: { company } }).ownData).toEqual({ registrationNumber: 7 });
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

test('what was kept is given back, and the rest is not known', () => {
  expect(storedCustomerFacts({ country: 'AE' })).toEqual({
    registrationNumber: undefined,
    country: 'AE',
  });
  expect(storedCustomerFacts()).toEqual({
    registrationNumber: undefined,
    country: undefined,
  });
});
