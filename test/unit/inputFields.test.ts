// The option Include Input Fields: the input item's fields after those of this node, and none is overwritten.
import * as fc from 'fast-check';

import {
  COMPANY_KEYS,
  COMPANY_MATCH_KEYS,
  COMPANY_NAME_KEYS,
  DECISION_KEYS,
  ERROR_KEYS,
  HIT_CONTENT_KEYS,
  HIT_KEYS,
  KEYS_ALWAYS_SELECTED,
  MATCH_KEYS,
  MORE_ROW_KEYS,
  NAME_KEYS,
  OUR_KEYS as OUR_KEYS_OF_ALL,
  ownKey,
  ownName,
  REGISTER_KEYS,
  ROW_KEYS,
} from '../../nodes/CompanyScreening/names/itemKeys';
import { withInput, withInputFields } from '../../nodes/CompanyScreening/output/presentation';

const ours = { outcome: 'clear', companyName: 'Gloomharbour' };
const OUR_KEYS = new Set(['outcome', 'companyName', 'error']);

describe('simplified items', () => {
  test('have our fields first, then those of the input', () => {
    const item = withInputFields(ours, { row: 7, city: 'Velmoria' }, OUR_KEYS);
    expect(item).toEqual({ ...ours, row: 7, city: 'Velmoria' });
    expect(Object.keys(item)).toEqual(['outcome', 'companyName', 'row', 'city']);
  });

  test('keep ours if the input has a field of the same name, which gets a prefix', () => {
    expect(withInputFields(ours, { companyName: 'as it was', outcome: 7 }, OUR_KEYS)).toEqual({
      ...ours,
      input_companyName: 'as it was',
      input_outcome: 7,
    });
  });

  test('give a field the same name in every item, whether this one has ours or not', () => {
    expect(withInputFields(ours, { error: 'theirs' }, OUR_KEYS)).toEqual({ ...ours, input_error: 'theirs' });
  });

  test('keep both if the input also has a field with the prefix', () => {
    const input = { outcome: 'one', input_outcome: 'two' };
    for (const given of [input, { input_outcome: 'two', outcome: 'one' }]) {
      const item = withInputFields(ours, given, OUR_KEYS);
      expect(item).toEqual({ ...ours, input_outcome: 'one', input_input_outcome: 'two' });
    }
  });

  test('do not share anything with the input', () => {
    const input = { row: { cells: [1] } };
    const item = withInputFields(ours, input, OUR_KEYS);
    input.row.cells.push(2);
    expect(item['row']).toEqual({ cells: [1] });
  });
});

const names = fc.constantFrom('outcome', 'input_outcome', 'input_input_outcome', 'error', 'row', 'toString');
const inputs = fc.dictionary(names, fc.integer({ min: 10 }), { noNullPrototype: true });

test('whatever the input, no field of ours changes, and no value of the input is lost', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const item = withInputFields(ours, input, OUR_KEYS);
      expect(item).toMatchObject(ours);
      expect(Object.keys(item)).toHaveLength(Object.keys(ours).length + Object.keys(input).length);
      expect(Object.values(item)).toEqual(expect.arrayContaining(Object.values(input)));
    }),
  );
});

test('raw items have the input in one field', () => {
  const input = { companyName: 'as it was', row: { cells: [1] } };
  const item = withInput({ ...ours, hit: null }, input);
  expect(item).toEqual({ ...ours, hit: null, input });
  input.row.cells.push(2);
  expect(item['input']).toEqual({ companyName: 'as it was', row: { cells: [1] } });
});

test.each([
  ...'companyName outcome name sourceType jurisdiction companyNumber reason explanation entityType'.split(
    ' ',
  ),
  ...'pepType aliasNames aliasGivenNames address addressRemarks nameRemarks sanctionDetails links'.split(' '),
  ...'otherInformation sourceId tlName hitNumber totalHits screeningOption status createdAt'.split(' '),
  ...'processedAt environment hitFingerprint screeningId referenceId requesterId hitNames'.split(' '),
  ...'sourceTypes jurisdictions hitFingerprints otherNames screenedName screenedNames nameMatch'.split(' '),
  ...'numberMatch countryMatch nameMatches numberMatches countryMatches decision decidedBy'.split(' '),
  ...'decidedAt caseId companyKey change screenedAt remembered previousOutcome reportId scope'.split(' '),
  ...'error description forColleagues errorCode errorName errorType suggestion httpStatus'.split(' '),
  ...'mayBeCharged calledNow inArchive hit hits input screening screenings'.split(' '),
])('a field of the input is never taken for one of ours: %s', (name) => {
  expect(ownKey(name, OUR_KEYS_OF_ALL)).toBe(`input_${name}`);
  expect(ownName(`input_${name}`, OUR_KEYS_OF_ALL)).toBe(name);
});

test('a key of a company has the same prefix with a register and without', () => {
  expect(ownKey('input_companyKey', OUR_KEYS)).toBe('input_input_companyKey');
  expect(ownName('input_input_companyKey', OUR_KEYS)).toBe('input_companyKey');
});

// Workflows and spreadsheets depend on the names and their order.
test.each<[string, Iterable<string>]>([
  [
    'companyName outcome name sourceType jurisdiction companyNumber reason explanation entityType pepType aliasNames aliasGivenNames address addressRemarks nameRemarks sanctionDetails otherInformation links sourceId tlName hitNumber totalHits screeningOption status createdAt processedAt environment hitFingerprint screeningId referenceId requesterId',
    HIT_KEYS,
  ],
  [
    'companyName outcome totalHits hitNames sourceTypes jurisdictions reason explanation screeningOption status createdAt processedAt environment hitFingerprints screeningId referenceId requesterId',
    COMPANY_KEYS,
  ],
  [
    'name sourceType jurisdiction companyNumber entityType pepType aliasNames aliasGivenNames address addressRemarks nameRemarks sanctionDetails otherInformation links sourceId tlName',
    HIT_CONTENT_KEYS,
  ],
  [
    'companyKey change decision screenedAt remembered previousOutcome decidedBy decidedAt caseId reportId',
    REGISTER_KEYS,
  ],
  [
    'outcome environment referenceId scope error description forColleagues errorCode errorName errorType suggestion httpStatus mayBeCharged',
    ERROR_KEYS,
  ],
  ['outcome reason companyName totalHits screeningId', KEYS_ALWAYS_SELECTED],
  ['otherNames screenedName', NAME_KEYS],
  ['otherNames screenedNames', COMPANY_NAME_KEYS],
  ['nameMatch numberMatch countryMatch', MATCH_KEYS],
  ['nameMatches numberMatches countryMatches', COMPANY_MATCH_KEYS],
  ['decision decidedBy decidedAt caseId', DECISION_KEYS],
  ['companyName companyKey row listFile', ROW_KEYS],
  ['otherNames registrationNumber country address', MORE_ROW_KEYS],
])('fields are called %s', (names, keys) => {
  expect([...keys].join(' ')).toBe(names);
});
