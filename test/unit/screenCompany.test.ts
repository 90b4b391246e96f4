// "Screen Company": from an item's parameters to a request, and from the reply to items.
import * as fc from 'fast-check';

import type { ItemResult } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import type { ItemToSend } from '../../nodes/CompanyScreening/operations/shared/operation';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { hitFingerprint } from '../../nodes/CompanyScreening/service/hitFingerprint';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import {
  aCredential,
  aHit,
  aRecord,
  aRecordWithHits,
  aReply,
  failureOf,
  jsonsOf,
  parametersOf,
  resultOf,
  sendable,
  taskOf,
  complaintOf,
} from './builders';

const settings = readSettings(aCredential());
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const valuesWith = (parameters: Record<string, unknown>) => ({
  companyName: 'Gloomharbour Shipping Ltd',
  screeningOption: 'Both',
  output: { itemsPer: 'hit', content: 'simplified' },
  additionalFields: { referenceId: 'ref-1' },
  ...parameters,
});
type Values = Record<string, unknown>;
const prepare = (parameters: Values = {}, options: Values = {}): ItemToSend =>
  taskOf(screenCompany, valuesWith({ options, ...parameters }));
const itemsOf = (record: unknown, parameters = {}, options = {}) =>
  jsonsOf(resultOf(prepare(parameters, options), aReply(record)));
const bodyOf = (parameters: Record<string, unknown>) =>
  sendable(prepare(parameters)).toRequest(settings).body;

const KEYS = [
  'companyName, outcome, name, sourceType, jurisdiction, companyNumber, reason, explanation, entityType, pepType, aliasNames',
  'aliasGivenNames, address, addressRemarks, nameRemarks, sanctionDetails, otherInformation, links, sourceId, tlName',
  'hitNumber, totalHits, screeningOption, status, createdAt, processedAt, environment, hitFingerprint, screeningId',
  'referenceId, requesterId',
]
  .join(', ')
  .split(', ');

describe('the request', () => {
  test('a name is sent as it is cleaned; one that cannot be sent is an error before any request', () => {
    expect(bodyOf({ companyName: '  Example Ltd \n' })).toMatchObject({ companyName: 'Example Ltd' });
    const item = prepare({ companyName: ' --- ' });
    expect(item.subject.name).toBe('---');
    expect(complaintOf(() => item.toTask())).toMatchObject({
      message: 'Company Name "---" contains no letter or digit.',
      description: expect.stringContaining('Nothing was sent') as string,
    });
  });

  test.each([[undefined], [{}], [{ referenceId: '' }], [{ referenceId: '  ' }]])(
    'a reference id is made if additional fields are %j, and stays over retries',
    (additionalFields) => {
      const task = prepare({ additionalFields });
      const { referenceId } = task.subject;
      expect(referenceId).toMatch(UUID);
      expect(sendable(task).toRequest(settings).body).toMatchObject({ referenceId });
      expect(sendable(task).toRequest(settings).body).toMatchObject({ referenceId });
      expect(resultOf(task, aReply(aRecord())).items[0]?.json).toMatchObject({ referenceId });
    },
  );

  test('a new reference id is made for each item', () => {
    const [one, other] = [1, 2].map(() => prepare({ additionalFields: {} }).subject.referenceId);
    expect(one).not.toBe(other);
  });
});

describe('duplicates', () => {
  const keyOf = (parameters: Values) =>
    sendable(prepare({ additionalFields: {}, ...parameters }, { screenDuplicatesOnce: true })).duplicateKey;

  test('are the same company under the same option', () => {
    expect(keyOf({})).not.toBeNull();
    expect(keyOf({ companyName: ' Gloomharbour Shipping Ltd ' })).toBe(keyOf({}));
  });

  test.each([
    ['another name', { companyName: 'Gloomharbour' }],
    ['another case', { companyName: 'GLOOMHARBOUR SHIPPING LTD' }],
    ['another option', { screeningOption: 'Pep' }],
    ['another requester', { additionalFields: { requesterId: 'me' } }],
    ['another form of item', { output: { content: 'raw' } }],
    ['one item per company', { output: { itemsPer: 'company' } }],
    [
      'another option of the item',
      { output: { noHits: 'returnNothing' }, options: { screenDuplicatesOnce: true } },
    ],
  ])('are not those with %s', (_, parameters) => {
    expect(keyOf(parameters)).not.toBe(keyOf({}));
  });

  test('are never items with a reference id of their own', () => {
    expect(keyOf({ additionalFields: { referenceId: 'ref-1' } })).toBeNull();
  });
});

describe('a simplified item', () => {
  const records: Array<[string, unknown]> = [
    ['clear', aRecord()],
    ['hit', aRecordWithHits([aHit()])],
    ['hit', aRecordWithHits([{ unknown: { deep: [1] } }], { unknownToo: [] })],
    ['review', aRecord({ status: 'Pending', createdAt: null })],
  ];

  test.each(records)('has the keys of the design in their order: %s', (outcome, record) => {
    const [item] = itemsOf(record);
    expect(Object.keys(item ?? {})).toEqual(KEYS);
    expect(item).toMatchObject({ outcome });
  });

  test('of a hit says all that the hit says', () => {
    const remarks = { nameRemarks: ['Formerly GH'], addressRemarks: ['Old quay'] };
    const hit = aHit({ pepType: 'Minister', aliasGivenNames: ['Gloria', 'Glenn'], ...remarks });
    const record = aRecordWithHits([hit], { requesterId: 'me' });
    expect(itemsOf(record)).toEqual([
      {
        outcome: 'hit',
        reason: null,
        explanation: null,
        environment: 'sandbox',
        companyName: 'Gloomharbour Shipping Ltd',
        name: 'Gloomharbour Shipping',
        sourceType: 'Sanction',
        entityType: 'ENTITY',
        pepType: 'Minister',
        aliasNames: 'Gloomharbour Lines; GH Shipping',
        aliasGivenNames: 'Gloria; Glenn',
        jurisdiction: 'Velmoria',
        companyNumber: 'V-100; V-200',
        address: '1 Quay Street, Velmoria',
        addressRemarks: 'Old quay',
        nameRemarks: 'Formerly GH',
        sanctionDetails: 'Asset freeze',
        otherInformation: 'Vessel owner',
        links: 'https://gloomharbour.example; office@gloomharbour.example',
        sourceId: 'list-7',
        tlName: 'Gloomharbour',
        hitFingerprint: hitFingerprint(hit),
        hitNumber: 1,
        totalHits: 1,
        screeningOption: 'Both',
        status: 'Completed',
        screeningId: '7b0f3c3e-5a53-4c92-9a35-0b8a7f7d1c11',
        referenceId: 'ref-1',
        requesterId: 'me',
        createdAt: '2025-03-01T08:00:00Z',
        processedAt: '2025-03-01T08:00:02Z',
      },
    ]);
  });

  test.each([
    ['SANCTION', 'Sanction'],
    ['sanction', 'Sanction'],
    ['pep', 'PEP'],
    ['Pep', 'PEP'],
    ['CRIMINAL', 'Criminal'],
    ['other', 'Other'],
    ['Adverse Media', 'Adverse Media'],
    ['constructor', 'constructor'],
    ['', null],
    [null, null],
  ])('shows the source type %j as %j', (received, shown) => {
    const [item] = itemsOf(aRecordWithHits([aHit({ sourceType: received })]));
    expect(item?.['sourceType']).toBe(shown);
  });

  test.each([
    [['a', 'b'], 'a; b'],
    [['a', null, '', 'b'], 'a; b'],
    [['a; b'], 'a; b'],
    [[], null],
    [[null], null],
    [null, null],
    [undefined, null],
    ['one text', 'one text'],
    [[7, { street: 'Quay' }], '7; {"street":"Quay"}'],
  ])('joins the list %j to %j', (list, joined) => {
    const record = { ...aRecord(), totalHits: 1, details: [{ ...aHit(), address: list }] };
    expect(itemsOf(record)[0]).toMatchObject({ address: joined });
  });

  test('falls back on the request for what the record leaves open', () => {
    const additionalFields = { referenceId: 'ref-1', requesterId: 'me' };
    const record = aRecord({ option: null, requesterId: null });
    const [item] = itemsOf(record, { additionalFields, screeningOption: 'Pep' });
    expect(item).toMatchObject({ screeningOption: 'Pep', requesterId: 'me' });
  });
});

const full = { output: { content: 'raw' } };

test('a raw item holds the hit exactly as received, and the record without its details', () => {
  const hit = { sourceType: 'SANCTION', name: null, score: 0.9, nested: { a: [null] } };
  const { details, ...screening } = aRecordWithHits([hit], { status: 'Successful', extra: [1] });
  const [item] = itemsOf({ ...screening, details }, full);
  expect(item).toEqual({
    ...{ outcome: 'hit', reason: null, explanation: null, environment: 'sandbox' },
    ...{ companyName: 'Gloomharbour Shipping Ltd', referenceId: 'ref-1' },
    ...{ hitFingerprint: hitFingerprint(hit), hitNumber: 1, hit, screening },
  });
  expect(Object.keys(item ?? {}).join(' ')).toBe(
    'companyName outcome reason explanation environment referenceId hitFingerprint hitNumber hit screening',
  );
});

describe('the result', () => {
  const of = (record: unknown, output = {}): ItemResult => resultOf(prepare({ output }), aReply(record));

  test.each(['simplified', 'raw'])(
    'has an item for every hit, in order, whatever the record (%s)',
    (content) => {
      const output = { content };
      fc.assert(
        fc.property(
          fc.array(fc.string(), { maxLength: 5 }),
          fc.integer({ min: 0, max: 5 }),
          fc.constantFrom('Completed', 'Successful', 'Pending', 'Failed', 'Archived'),
          fc.boolean(),
          (names, totalHits, status, isError) => {
            const record = aRecord({ details: names.map((name) => ({ name })), totalHits, status, isError });
            const failed = names.length === 0 && (status === 'Failed' || isError);
            if (failed) {
              failureOf(() => resultOf(prepare({ output }), aReply(record)));
              return;
            }
            const hits = itemsOf(record, { output }).filter(({ outcome }) => outcome === 'hit');
            expect(hits.map(({ name, hit }) => (content === 'raw' ? hit : name))).toEqual(
              names.map((name) => (content === 'raw' ? { name } : name || null)),
            );
            expect(hits.map(({ hitNumber }) => hitNumber)).toEqual(names.map((_, index) => index + 1));
          },
        ),
      );
    },
  );

  test.each([
    ['Pending', aRecord({ status: 'Pending' })],
    ['counted but not listed hits', aRecord({ totalHits: 1 })],
    ['a hit', aRecordWithHits([aHit()])],
    ['another requester', aRecord({ option: 'Pep' })],
  ])('is never nothing for a company that is not clear: %s', (_, record) => {
    expect(of(record, { noHits: 'returnNothing' }).items).toHaveLength(1);
  });

  test.each([
    [
      'Failed with an error of the catalog',
      aRecord({ status: 'Failed', isError: true, errors: [{ code: 'S0001' }] }),
    ],
    ['isError under Completed', aRecord({ isError: true, errors: [{ code: 'S0001' }] })],
  ])('is a failure that names the error and the screening id: %s', (_, record) => {
    const failure = failureOf(() => of(record));
    expect(failure).toMatchObject({
      ...{ errorCode: 'S0001', errorName: 'FAILED_TO_VERIFY_LICENCE_NUMBER', errorType: 'Fatal' },
      ...{ httpStatus: 200, state: 'failedAtService', receiptId: record.id },
    });
    expect(failure.message).toContain('licence number');
    expect(failure.description).toContain(record.id);
  });
});

describe('several companies in one run', () => {
  const begin = (values: Array<Record<string, unknown>>, options: Record<string, unknown> = {}) => {
    const all = values.map((parameters) => parametersOf(valuesWith({ options, ...parameters })));
    const run = screenCompany.begin(parametersOf(valuesWith({ options })), all);
    return all.map((parameter) => run.prepare(parameter));
  };
  const named = (companyName: string, referenceId = '') => ({
    ...{ companyName, additionalFields: { referenceId } },
  });

  test('do not share a Reference ID: the later ones are refused', () => {
    const tasks = begin([named('A', 'ref-1'), named('B', 'ref-1'), named('A', 'ref-1'), named('C', 'ref-2')]);
    const refused = tasks.map((item) => {
      try {
        item.toTask();
        return null;
      } catch (error) {
        return error;
      }
    });
    expect(refused).toEqual([null, expect.any(InvalidItem), null, null]);
    expect(refused[1]).toMatchObject({
      message: 'The Reference ID "ref-1" is already used for another company in this run.',
      advice:
        'Give every company its own Reference ID, or leave it empty: one is then created for each item.',
    });
  });
});

test('two companies of one name have reference ids of their own in one run, by their keys', () => {
  const [one, other] = [{ companyKey: '1' }, { companyKey: '2' }].map((key) =>
    parametersOf(valuesWith({ keepInRegister: true, additionalFields: {}, options: {}, ...key })),
  );
  if (!one || !other) throw new Error('There are two.');
  const begun = screenCompany.begin(one, [one, other]);
  const [first, second, again] = [one, other, one].map(
    (read) => sendable(begun.prepare(read)).subject.referenceId,
  );
  expect(second).not.toBe(first);
  expect(again).toBe(first);
});

test('a Company Key is cleaned as a name is, also in an error: every spelling that looks the same is one company', () => {
  const keysOf = (companyKey: string, companyName = 'Gloomharbour Shipping Ltd') => {
    const task = prepare({ keepInRegister: true, companyKey, companyName });
    return [task.subject, () => sendable(task).registerTask?.company].map((one) =>
      typeof one === 'function' ? one()?.key : one.companyKey,
    );
  };
  for (const key of ['Zürich 1', 'Zu\u0308rich 1', '\u200bZürich\u00a01', ' Zürich  1 '])
    expect(keysOf(key)).toEqual(['Zürich 1', 'Zürich 1']);
  expect(keysOf('\u200b \u00a0')).toEqual(['Gloomharbour Shipping Ltd', 'Gloomharbour Shipping Ltd']);
});
