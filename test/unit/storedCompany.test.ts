// Register → items: nothing that the register holds comes out more favourably than the service said it and than it was stored.
import fc from 'fast-check';

import type { StoredVerdict } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import type { ItemWithKey } from '../../nodes/CompanyScreening/operations/screening/readItem';
import { resultFromStored } from '../../nodes/CompanyScreening/operations/screening/task';
import { ScreeningReader } from '../../nodes/CompanyScreening/operations/screening/screening';
import { EXPLANATIONS } from '../../nodes/CompanyScreening/operations/screening/verdict';
import type { Hit, ScreeningRecord } from '../../nodes/CompanyScreening/service/contract';
import { NO_CHANGES } from '../../nodes/CompanyScreening/register/facts/history';
import { aHit, aRecord, aRecordWithHits, aReply } from './builders';

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
const replyWith = (record: ScreeningRecord, referenceId = 'then') => ({
  reply: aReply(record),
  name: 'Alder Ltd',
  nameIndex: 0,
  question: { requesterId: '' },
  referenceId,
});
const held = (records: ScreeningRecord[], changes: Partial<StoredVerdict> = {}): StoredVerdict => ({
  replies: records.map((record) => replyWith(record)),
  registerVerdict: (said) => said,
  cases: [],
  changes: NO_CHANGES,
  news: { is: 'notAsked' },
  remembered: true,
  referenceId: 'then',
  screenedAt: '2025-03-01T08:00:03.000Z',
  ...changes,
});
function itemsOf(of: StoredVerdict, onlyThisRun = false, changes: Partial<ItemWithKey> = {}) {
  const around = {
    environment: 'sandbox',
    reader: new ScreeningReader(),
    onlyThisRun,
    reportId: null,
    controlFailed: () => false,
  } as const;
  const answer = resultFromStored(item(changes), of, around);
  const { receipt, makeItems } = answer.decide();
  return { kind: answer.kind, receipt, items: makeItems().map(({ json }) => json) };
}

test('a company comes out with the question of the day on which it was asked', () => {
  const { kind, items } = itemsOf(held([aRecord()]));
  expect(kind).toBe('result');
  expect(items).toMatchObject([
    {
      outcome: 'clear',
      referenceId: 'then',
      requesterId: null,
      companyKey: 'P-1',
      remembered: true,
      screenedAt: '2025-03-01T08:00:03.000Z',
    },
  ]);
});

test('the requester is the one of that day, where the record names none', () => {
  const replies = [{ ...replyWith(aRecord()), question: { requesterId: 'me, then' } }];
  const of = held([], { replies });
  expect(itemsOf(of).items).toMatchObject([{ requesterId: 'me, then' }]);
});

test('the register may always say that a person has to look, and the hits stay hits', () => {
  const registerVerdict: StoredVerdict['registerVerdict'] = ({ outcome }) => ({
    outcome: outcome === 'hit' ? 'hit' : 'review',
    reason: 'otherRequest',
  });
  expect(itemsOf(held([aRecord()], { registerVerdict })).items).toMatchObject([
    { outcome: 'review', reason: 'otherRequest', explanation: EXPLANATIONS.otherRequest },
  ]);
  expect(itemsOf(held([aRecordWithHits([aHit()])], { registerVerdict })).items).toMatchObject([
    { outcome: 'hit', reason: null },
    { outcome: 'review', reason: 'otherRequest' },
  ]);
});

test('a reason that nobody knows is no reason to be clear', () => {
  const registerVerdict: StoredVerdict['registerVerdict'] = () => ({ outcome: 'review', reason: 'toString' });
  expect(itemsOf(held([aRecord()], { registerVerdict })).items).toMatchObject([
    { outcome: 'review', reason: 'damagedRow' },
  ]);
});

test('answers that contradict each other show all of their hits, each with the ids of its own answer', () => {
  const registerVerdict: StoredVerdict['registerVerdict'] = ({ outcome }) => ({
    outcome: outcome === 'hit' ? 'hit' : 'review',
    reason: 'contradiction',
  });
  const replies = [
    replyWith(aRecordWithHits([aHit()], { id: 'one' }), 'ref-one'),
    replyWith(aRecord({ id: 'two' })),
  ];
  const { items } = itemsOf(held([], { replies, registerVerdict }));
  expect(items).toMatchObject([
    { outcome: 'hit', screeningId: 'one', referenceId: 'ref-one' },
    { outcome: 'review', reason: 'contradiction', screeningId: 'two' },
  ]);
  const perCompany = { form: { itemsPer: 'company', output: { form: 'simplified' } } } as const;
  expect(itemsOf(held([], { replies, registerVerdict }), false, perCompany).items).toMatchObject([
    { outcome: 'hit', reason: 'contradiction', hitNames: 'Gloomharbour Shipping' },
  ]);
});

test.each(['simplified', 'raw'] as const)(
  'a company without an answer names what is known of it (%s)',
  (form) => {
    const registerVerdict: StoredVerdict['registerVerdict'] = () => ({
      outcome: 'review',
      reason: 'noAnswer',
    });
    for (const itemsPer of ['hit', 'company'] as const) {
      const changes = { form: { itemsPer, output: { form } } };
      const { items, receipt } = itemsOf(held([], { registerVerdict, screenedAt: '' }), false, changes);
      expect(receipt).toMatchObject({ id: '', outcome: 'review', reason: 'noAnswer', hits: 0 });
      expect(items).toMatchObject([
        {
          outcome: 'review',
          reason: 'noAnswer',
          companyName: 'Alder Ltd',
          referenceId: 'then',
          screenedAt: null,
          ...(form === 'raw' ? {} : { requesterId: null }),
        },
      ]);
      expect(items[0]).toMatchObject(
        form === 'raw' ? { screening: null } : { totalHits: null, status: null },
      );
    }
  },
);

test('only what had its verdict before this run is left out of it', () => {
  const registerVerdict: StoredVerdict['registerVerdict'] = () => ({ outcome: 'review', reason: 'pending' });
  expect(itemsOf(held([aRecord()]), true).items).toEqual([]);
  expect(itemsOf(held([aRecordWithHits([aHit()])]), true).items).toEqual([]);
  expect(itemsOf(held([aRecord()], { remembered: false }), true).items).toHaveLength(1);
  expect(itemsOf(held([aRecord({ status: 'Pending' })], { registerVerdict }), true).items).toHaveLength(1);
});

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
      const of = records.map(({ status, totalHits, hits }, index) =>
        aRecord({ id: `id-${index}`, status, totalHits, details: Array<Hit>(hits).fill(aHit()) }),
      );
      const { items } = itemsOf(held(of, { registerVerdict: () => said }));
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
