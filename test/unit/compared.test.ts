// Compare With in Screen Company: which fields its items have, and that nothing else depends on it.
import type { NodeParameterValueType } from 'n8n-workflow';
import * as fc from 'fast-check';

import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import type { ItemResult } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { aHit, aRecord, aRecordWithHits, aReply, resultOf, taskOf } from './builders';

const HIT_KEYS = ['nameMatch', 'numberMatch', 'countryMatch'];
const COMPANY_KEYS = ['nameMatches', 'numberMatches', 'countryMatches'];
const own = { registrationNumber: 'v 100', country: 'Iran' };
const hits = [
  aHit({ name: 'Alder Ltd', jurisdiction: ['IR'] }),
  aHit({ companyNumber: [], jurisdiction: ['DE'] }),
];

const PARAMETERS = { companyName: 'Alder Ltd', screeningOption: 'Both', options: {} };

const resultFor = (
  record: unknown,
  parameters: Record<string, unknown>,
  additionalFields: Record<string, unknown>,
): ItemResult =>
  resultOf(taskOf(screenCompany, { ...PARAMETERS, additionalFields, ...parameters }), aReply(record));
const compared = (record: unknown, parameters: Record<string, unknown> = {}, data: unknown = own) =>
  resultFor(record, parameters, { referenceId: 'ref-1', compareWith: { company: data } }).items.map(
    ({ json }) => json,
  );

test('each hit says beside it what is the same, different or unknown', () => {
  expect(compared(aRecordWithHits(hits))).toMatchObject([
    { nameMatch: 'same', numberMatch: 'same', countryMatch: 'same' },
    { nameMatch: 'different', numberMatch: 'unknown', countryMatch: 'different' },
  ]);
});

test('a company says it of each of its hits, in their order', () => {
  expect(compared(aRecordWithHits(hits), { output: { itemsPer: 'company' } })).toMatchObject([
    { nameMatches: 'same; different', numberMatches: 'same; unknown', countryMatches: 'same; different' },
  ]);
  expect(compared(aRecordWithHits(hits), { output: { itemsPer: 'company', content: 'raw' } })).toMatchObject([
    { nameMatches: ['same', 'different'], numberMatches: ['same', 'unknown'] },
  ]);
});

test.each([
  ['hit', 'simplified', HIT_KEYS],
  ['hit', 'raw', HIT_KEYS],
  ['company', 'simplified', COMPANY_KEYS],
  ['company', 'raw', COMPANY_KEYS],
])('one item per %s, %s: every outcome has the same fields, at the end', (itemsPer, output, keys) => {
  const records = [aRecordWithHits(hits), aRecord(), aRecord({ status: 'Pending' })];
  for (const record of records) {
    const parameters = { output: { itemsPer, content: output } };
    const [plain] = resultFor(record, parameters, {}).items;
    for (const item of compared(record, parameters)) {
      expect(Object.keys(item)).toEqual([...Object.keys(plain?.json ?? {}), ...keys]);
    }
  }
  const [clear] = compared(aRecord(), { output: { itemsPer, content: output } });
  for (const key of keys)
    expect(clear?.[key]).toEqual(output === 'raw' && itemsPer === 'company' ? [] : null);
});

test('the columns of a sheet are those of the items', () => {
  for (const [itemsPer, keys, names] of [
    ['hit', HIT_KEYS, ['otherNames', 'screenedName']],
    ['company', COMPANY_KEYS, ['otherNames', 'screenedNames']],
  ] as const) {
    const columnsOf = (additionalFields: NodeParameterValueType, options = {}) =>
      screenCompany.presentation?.columns({ output: { itemsPer }, additionalFields, options })?.keys;
    const plain = columnsOf({}) ?? [];
    expect(columnsOf({ compareWith: {} })).toEqual([...plain, ...keys]);
    expect(columnsOf({ otherNames: '' })).toEqual([...plain, ...names]);
    expect(columnsOf({}, { alsoScreenLatinReading: true })).toEqual([...plain, ...names]);
    expect(columnsOf({ referenceId: '1' })).toEqual(plain);
  }
});

test('selected fields may be among them', () => {
  const parameters = { output: { content: 'selectedFields', fields: ['numberMatch', 'name'] } };
  expect(Object.keys(compared(aRecordWithHits(hits), parameters)[0] ?? {}).join(' ')).toBe(
    'companyName outcome name reason totalHits screeningId numberMatch',
  );
});

test.each([[{}], [null], ['text'], [{ registrationNumber: {}, country: [] }]])(
  'data that is missing or no text (%j) is unknown, and no error',
  (data) => {
    expect(compared(aRecordWithHits([aHit()]), {}, data)).toMatchObject([
      { outcome: 'hit', numberMatch: 'unknown', countryMatch: 'unknown' },
    ]);
  },
);

const anyText = fc.oneof(
  fc.constantFrom('V-100', 'Velmoria', 'IR', 'Alder Ltd'),
  fc.string(),
  fc.constant(null),
);
/** Two that are known, one that is not, and none. */
const anyCountry = fc.constantFrom('IR', 'DE', 'IR', 'DE', 'Velmoria', '', null);
const anyHit = fc.oneof(
  fc.record(
    {
      name: anyText,
      aliasNames: fc.array(anyText),
      companyNumber: fc.array(anyText),
      jurisdiction: fc.array(anyCountry, { maxLength: 2 }),
    },
    { requiredKeys: ['jurisdiction'] },
  ),
  fc.anything(),
);
const anyRecord = fc
  .record({
    details: fc.array(anyHit, { maxLength: 4 }),
    status: fc.constantFrom('Completed', 'Successful', 'Pending', 'Failed', 'Odd'),
    isError: fc.boolean(),
    isCounted: fc.boolean(),
  })
  .map(({ details, status, isError, isCounted }) =>
    aRecord({ details, status, isError, totalHits: details.length + (isCounted ? 0 : 1) }),
  );
const anyForm = fc.record({
  output: fc.record({
    itemsPer: fc.constantFrom('hit', 'company'),
    content: fc.constantFrom('raw', 'simplified'),
  }),
});

test('whatever the service answers, Compare With changes no outcome and no item, but adds its fields', () => {
  const said = (
    record: unknown,
    form: Record<string, unknown>,
    additionalFields: Record<string, unknown>,
  ) => {
    try {
      const { receipt, items } = resultFor(record, form, { referenceId: 'ref-1', ...additionalFields });
      return { receipt, items };
    } catch (error) {
      if (error instanceof OperationFailure) return { receipt: error.details, items: [] };
      throw error;
    }
  };
  fc.assert(
    fc.property(
      anyRecord,
      anyForm,
      fc.record({ registrationNumber: anyText, country: anyCountry }),
      (record, form, company) => {
        const plain = said(record, form, {});
        const { receipt, items } = said(record, form, { compareWith: { company } });
        const without = items.map(({ json, ...item }) => ({
          ...item,
          json: Object.fromEntries(
            Object.entries(json).filter(([key]) => ![...HIT_KEYS, ...COMPANY_KEYS].includes(key)),
          ),
        }));
        expect({ receipt, items: without }).toEqual(plain);
      },
    ),
  );
});
