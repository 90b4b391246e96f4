// The items of one screening: one for a hit or for a company; simplified, raw, or with the fields that were selected.
import { alertOf } from '../../nodes/CompanyScreening/operations/screening/alert';
import {
  companyItem,
  hitOrVerdictItem,
  ITEM_OF_COMPANY,
  type ItemForm,
} from '../../nodes/CompanyScreening/operations/screening/items';
import { verdictAfterHits } from '../../nodes/CompanyScreening/operations/screening/verdict';
import { COMPANY_KEYS, HIT_KEYS, withRegisterKeys } from '../../nodes/CompanyScreening/names/itemKeys';
import type { ScreeningRecord } from '../../nodes/CompanyScreening/service/contract';
import { hitFingerprint } from '../../nodes/CompanyScreening/service/hitFingerprint';
import { hitsAndVerdict } from '../../nodes/CompanyScreening/service/outcome';
import { aHit, aQuestion, aRecord, aRecordWithHits } from './builders';

const facts = {
  environment: 'production',
  companyName: 'Gloomharbour Shipping Ltd',
  screeningOption: 'Both',
  referenceId: 'ref-1',
  requesterId: 'me',
} as const;
const question = aQuestion();

const itemsOf = (record: ScreeningRecord, { itemsPer, output }: ItemForm) => {
  const verdict = hitsAndVerdict(record, question);
  if (itemsPer === 'company') return [companyItem(verdict, record, facts, output)];
  const hits = verdict.hits.map((hit, index) => ({ outcome: 'hit', hit, hitNumber: index + 1 }) as const);
  return [...hits, ...verdictAfterHits(verdict)].map((one) => hitOrVerdictItem(one, record, facts, output));
};
const jsonOf = (record: ScreeningRecord, form: ItemForm) => itemsOf(record, form).map(({ json }) => json);
const raw = (itemsPer: ItemForm['itemsPer']): ItemForm => ({ itemsPer, output: { form: 'raw' } });
const simplified = (itemsPer: ItemForm['itemsPer']): ItemForm => ({
  ...{ itemsPer, output: { form: 'simplified' } },
});
const selected = (itemsPer: ItemForm['itemsPer'], ...fields: string[]): ItemForm => ({
  ...{ itemsPer, output: { form: 'selectedFields', fields } },
});

const hits = [
  aHit({ name: 'First', sourceType: 'SANCTION', jurisdiction: ['Velmoria'] }),
  aHit({ name: 'Second', sourceType: 'pep', jurisdiction: ['Velmoria', 'Ostrava'] }),
  aHit({ name: null, sourceType: 'sanction', jurisdiction: null }),
];
const mismatch = aRecordWithHits(hits, { totalHits: 5 });

describe('one item per company, simplified', () => {
  test('has its hits joined', () => {
    expect(jsonOf(aRecordWithHits(hits), ITEM_OF_COMPANY)).toEqual([
      {
        ...{ outcome: 'hit', reason: null, explanation: null, environment: 'production' },
        ...{ companyName: 'Gloomharbour Shipping Ltd', totalHits: 3, hitNames: 'First; Second' },
        ...{ sourceTypes: 'Sanction; PEP', jurisdictions: 'Velmoria; Ostrava' },
        hitFingerprints: hits.map(hitFingerprint).join('; '),
        ...{ screeningOption: 'Both', status: 'Completed', screeningId: aRecord().id },
        ...{ referenceId: 'ref-1', requesterId: 'me' },
        ...{ createdAt: '2025-03-01T08:00:00Z', processedAt: '2025-03-01T08:00:02Z' },
      },
    ]);
  });

  test.each([
    ['clear', aRecord()],
    ['hit', aRecordWithHits(hits)],
    ['review', aRecord({ status: 'Pending' })],
  ])('has the same keys in the same order whatever the outcome: %s', (outcome, record) => {
    const [item, ...others] = jsonOf(record, simplified('company'));
    expect(others).toEqual([]);
    expect(item).toMatchObject({ outcome });
    expect(Object.keys(item ?? {})).toEqual([...COMPANY_KEYS]);
    expect(Object.keys(jsonOf(record, simplified('hit'))[0] ?? {})).toEqual([...HIT_KEYS]);
  });

  test.each([
    ['of one of the hits', ['PEP', null], 'PEP; not given'],
    ['of one of them, and empty', ['', 'Other', 'Other'], 'not given; Other'],
    ['of all hits', [null, undefined], null],
  ])('says of a missing source type that it is not given: %s', (_, types, sourceTypes) => {
    const record = aRecordWithHits(types.map((sourceType) => aHit({ sourceType })));
    const [json] = jsonOf(record, simplified('company'));
    expect(json).toMatchObject({ sourceTypes });
    expect(alertOf(json ?? {}, {}).urgency).toBe('urgent');
  });

  test('reads hits of any shape', () => {
    const record = aRecord({ totalHits: 3, details: [null, 'text', { name: 7, jurisdiction: 'Velmoria' }] });
    expect(jsonOf(record, simplified('company'))[0]).toMatchObject({
      ...{ outcome: 'hit', reason: 'malformedHit', hitNames: '7', jurisdictions: 'Velmoria' },
    });
  });
});

describe('one item per hit, simplified', () => {
  test('has nothing of a hit where there is none', () => {
    for (const record of [aRecord(), aRecord({ status: 'Pending' })]) {
      expect(jsonOf(record, simplified('hit'))).toMatchObject([
        { name: null, sourceType: null, hitFingerprint: null, hitNumber: null },
      ]);
    }
  });
});

describe('raw items', () => {
  test('hold the list of hits for a company, exactly as received', () => {
    const record = aRecord({ totalHits: 2, details: [hits[0], { odd: [null, 7] }], extra: { a: 1 } });
    const { details, ...screening } = record;
    expect(jsonOf(record, raw('company'))).toEqual([
      {
        ...{ outcome: 'hit', reason: null, explanation: null, environment: 'production' },
        ...{ companyName: 'Gloomharbour Shipping Ltd', referenceId: 'ref-1', hits: details, screening },
        hitFingerprints: [hitFingerprint(hits[0]), hitFingerprint({ odd: [null, 7] })],
      },
    ]);
  });

  test('do not share anything: what a later node writes into one stays there', () => {
    const record = aRecordWithHits([aHit(), aHit()], { errors: [], extra: { a: [1] } });
    const [first, second, third] = [...jsonOf(record, raw('hit')), ...jsonOf(record, raw('company'))];
    const others = structuredClone([second, third, record]);
    const write = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const inner of Object.values(value)) write(inner);
      if (Array.isArray(value)) value.push('changed');
      else Object.assign(value, { changed: true });
    };
    write(first);
    expect(first).toHaveProperty('hit.changed', true);
    expect([second, third, record]).toEqual(others);
  });
});

describe('a hit with a field that JavaScript has a meaning for', () => {
  const hit = aHit({ name: 'First' });
  const record = { ...aRecordWithHits([{ ...hit, constructor: 'Ostrava Yard' }]), constructor: {} };

  test.each(['company', 'hit'] as const)('keeps its name (per %s)', (per) => {
    const nameKey = per === 'company' ? 'hitNames' : 'name';
    expect(jsonOf(record, simplified(per))).toMatchObject([{ outcome: 'hit', [nameKey]: 'First' }]);
  });

  test('comes out raw without that field, which n8n removes from each copy of an item', () => {
    expect(jsonOf(record, raw('hit'))).toMatchObject([{ outcome: 'hit', hit }]);
    expect(jsonOf(record, raw('company'))).toMatchObject([{ outcome: 'hit', hits: [hit] }]);
  });

  test('does not change the prototype of a copy', () => {
    const [item] = jsonOf(aRecordWithHits([{ ...hit, inner: { ['__proto__']: { place: 4 } } }]), raw('hit'));
    expect(item).toHaveProperty('hit.inner', {});
    expect(item).not.toHaveProperty('hit.inner.place');
  });
});

describe('selected fields', () => {
  test.each([
    ['company', ['companyName', 'outcome', 'totalHits', 'reason', 'screeningId']],
    ['hit', ['companyName', 'outcome', 'reason', 'totalHits', 'screeningId']],
  ] as const)('always keep the verdict, and what it is about (per %s)', (itemsPer, always) => {
    for (const record of [aRecord(), mismatch, aRecord({ status: 'Pending' })]) {
      for (const item of jsonOf(record, selected(itemsPer))) expect(Object.keys(item)).toEqual(always);
    }
  });

  test('are added in the order of the simplified item, with its values', () => {
    const [item] = jsonOf(mismatch, selected('hit', 'processedAt', 'name', 'hitFingerprint'));
    const [all] = jsonOf(mismatch, simplified('hit'));
    expect(Object.keys(item ?? {}).join(' ')).toBe(
      'companyName outcome name reason totalHits processedAt hitFingerprint screeningId',
    );
    expect(all).toMatchObject(item ?? {});
  });
});

test.each([
  [
    'outcome reason environment screeningId',
    'companyKey outcome change decision reason screenedAt remembered previousOutcome decidedBy decidedAt caseId reportId environment screeningId',
  ],
  [
    'companyName outcome createdAt processedAt environment nameMatch',
    'companyKey companyName outcome change decision screenedAt remembered createdAt processedAt previousOutcome decidedBy decidedAt caseId reportId environment nameMatch',
  ],
])('the keys of the register are where people look for them: %s', (keys, all) => {
  expect(withRegisterKeys(keys.split(' '))).toEqual(all.split(' '));
});
