// Items that people or other nodes have changed: one that says clear is believed only if nothing in it, and no other item, contradicts that.
import type { IDataObject } from 'n8n-workflow';

import { withInputFields } from '../../nodes/CompanyScreening/output/presentation';
import { OUR_KEYS } from '../../nodes/CompanyScreening/names/itemKeys';
import { readGiven } from '../../nodes/CompanyScreening/operations/workbook/givenItems';
import { screeningWorkbook } from '../../nodes/CompanyScreening/operations/workbook/screeningWorkbook';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { isObject } from '../../nodes/CompanyScreening/operations/workbook/ownFields';
import { aHit, aRecord, aRecordWithHits, aReply, onlyOne, resultOf, taskOf } from './builders';

const NAME = 'Alder Ltd';
type Form = { itemsPer?: 'company' | 'hit'; content?: 'raw' | 'simplified' };

/** What Screen Company gives for a company with these hits. */
function screened(
  hits: readonly string[],
  { itemsPer = 'hit', content = 'simplified' }: Form = {},
): IDataObject {
  const record = hits.length === 0 ? aRecord() : aRecordWithHits(hits.map((name) => aHit({ name })));
  const task = taskOf(screenCompany, {
    companyName: NAME,
    screeningOption: 'Both',
    output: { itemsPer, content },
    additionalFields: {},
    options: {},
  });
  return onlyOne(resultOf(task, aReply({ ...record, id: 'screening 1' })).items).json;
}

/** The outcome of each company in Companies, with what there is to look at. */
function verdictsOn(items: readonly IDataObject[]) {
  const making = { workflow: 'Nightly', execution: '1', madeAt: 0, packageVersion: '0.0.0' };
  const { listed } = screeningWorkbook(readGiven(items), { making, oneSheet: false });
  return listed.companies.map(({ name, outcome, items: [first] }) => ({
    name,
    outcome,
    explanation: first?.fields['explanation'] ?? null,
  }));
}

const outcomesOf = (items: readonly IDataObject[]) => verdictsOn(items).map(({ outcome }) => outcome);

const CLEAR = screened([]);
const CLEAR_COMPANY = screened([], { itemsPer: 'company' });
const RAW = screened([], { content: 'raw' });
const RAW_COMPANY = screened([], { content: 'raw', itemsPer: 'company' });
const HIT = screened(['Listed']);
const HIT_COMPANY = screened(['Listed'], { itemsPer: 'company' });
const RAW_HIT = screened(['Listed'], { content: 'raw' });
const RAW_HIT_COMPANY = screened(['Listed'], { content: 'raw', itemsPer: 'company' });
const LISTED = { name: 'Gloomharbour' };

const recordIn = ({ screening }: IDataObject): IDataObject => {
  if (!isObject(screening)) throw new Error('It is no record.');
  return screening;
};
const screeningOf = (company: IDataObject, changes: IDataObject) => ({ ...recordIn(company), ...changes });

test.each<[field: string, more: IDataObject]>([
  ['totalHits', { totalHits: 2 }],
  ['totalHits', { totalHits: '0 or so' }],
  ['totalHits', { totalHits: true }],
  ['totalHits', { totalHits: -1 }],
  ['totalHits', { totalHits: Number.NaN }],
  ['status', { status: 'Failed' }],
  ['status', { status: 'Completed; Pending' }],
  ['status', { status: ['Completed'] }],
  ['reason', { reason: 'pending' }],
  ['reason', { reason: {} }],
  ['status', { status: 'Pending', reason: '' }],
  ['explanation', { explanation: 'A person has to look.' }],
  ['name', { name: 'Listed Ltd' }],
  ['hitFingerprint', { hitFingerprint: 'f' }],
  ['hitNumber', { hitNumber: 1 }],
  ['hitNames', { hitNames: 'Listed Ltd' }],
  ['sourceTypes', { sourceTypes: 'PEP' }],
  ['hitFingerprints', { hitFingerprints: ['f'] }],
  ['nameMatch', { nameMatch: 'same' }],
  ['numberMatches', { numberMatches: 'same' }],
  ['screenedName', { screenedName: NAME }],
  ['screenedNames', { screenedNames: NAME }],
  ['change', { change: 'new' }],
  ['change', { change: 'New' }],
  ['change', { change: ['new'] }],
  ['decision', { decision: 'trueMatch' }],
  ['decidedBy', { decidedBy: 'ann' }],
  ['decidedAt', { decidedAt: '2026-01-01' }],
  ['caseId', { caseId: 'case1~1' }],
  ['error', { error: 'No answer.' }],
  ['errorCode', { errorCode: 'S0005' }],
  ['scope', { scope: 'item' }],
  ['suggestion', { suggestion: 'Screen it again.' }],
  ['isError', { isError: true }],
  ['isError', { isError: 'TRUE' }],
  ['isError', { isError: 1 }],
  ['mayBeCharged', { mayBeCharged: 'True' }],
  ['details', { details: [LISTED] }],
  ['details', { details: '[{"name":"Gloomharbour"}]' }],
  ['errors', { errors: [{ code: 'S0005' }] }],
])('an item that says clear is to be reviewed if its %s contradicts that: %j', (field, more) => {
  const explanation = `The item says clear, but its field ${field} contradicts that. Screen the company again.`;
  for (const clear of [CLEAR, CLEAR_COMPANY])
    expect(verdictsOn([{ ...clear, ...more }])).toEqual([{ name: NAME, outcome: 'review', explanation }]);
});

test.each([null, ' ', '-', '00000000-0000-0000-0000-000000000000', 'null', '{undefined}', { id: 1 }])(
  'an item that says clear is to be reviewed if its screening is %j',
  (screeningId) => {
    const explanation = 'The item says clear, but it names no screening. Screen the company again.';
    expect(verdictsOn([{ ...CLEAR, screeningId }])).toEqual([{ name: NAME, outcome: 'review', explanation }]);
  },
);

test.each([undefined, ' ', '#N/A', true, [NAME], { name: NAME }])(
  'an item that says clear is to be reviewed if its company is %j',
  (companyName) => {
    expect(verdictsOn([{ ...CLEAR, companyName }])).toMatchObject([
      {
        outcome: 'review',
        explanation:
          'The item says clear, but it names no company that can be screened. Screen the company again.',
      },
    ]);
  },
);

test.each<[what: string, item: IDataObject]>([
  [
    'a record with a hit',
    { ...CLEAR, screening: { id: 'id-1', status: 'Completed', isError: false, totalHits: 1 } },
  ],
  ['a record that is not finished', { ...CLEAR, screening: screeningOf(RAW, { status: 'Pending' }) }],
  ['a count of hits alone', { ...CLEAR, screening: { totalHits: 2 } }],
  ['a status alone', { ...CLEAR, screening: { status: 'Pending' } }],
  ['an error alone', { ...CLEAR, screening: { isError: true } }],
  ['a record as JSON', { ...CLEAR, screening: JSON.stringify(recordIn(RAW_HIT)) }],
  ['a list of records', { ...CLEAR, screening: [recordIn(RAW_HIT)] }],
  ['a record in a record', { ...CLEAR, screening: { screening: recordIn(RAW_HIT) } }],
  ['records of several names', { ...CLEAR, screenings: [{ screening: recordIn(RAW_HIT) }] }],
  ['a list of hits', { ...CLEAR, hits: [LISTED] }],
  ['names of hits', { ...CLEAR, hits: ['Gloomharbour'] }],
  ['hits that are no list', { ...CLEAR, hits: { 0: LISTED } }],
  ['hits as JSON', { ...CLEAR, hits: '[{"name":"Gloomharbour"}]' }],
  ['a number of hits', { ...CLEAR, hits: 2 }],
  ['a hit', { ...CLEAR, hit: LISTED }],
  ['that it is a hit', { ...CLEAR, hit: true }],
  ['an HTTP error', { ...CLEAR, httpStatus: 500 }],
  ['an HTTP error as a text', { ...CLEAR, httpStatus: '404' }],
  ['an HTTP error in words', { ...CLEAR, httpStatus: '500 Internal Server Error' }],
  ['what a hit has', { ...HIT, outcome: 'clear' }],
  ['what a company with hits has', { ...HIT_COMPANY, outcome: 'clear' }],
  ['a hit as received', { ...RAW_HIT, outcome: 'clear' }],
  ['the record of a hit', { ...RAW_HIT, outcome: 'clear', hit: null, hitFingerprint: null, hitNumber: null }],
  ['the record of a company with hits', { ...RAW_HIT_COMPANY, outcome: 'clear', hits: [] }],
  ['fields of a hit behind it', { ...RAW_HIT, ...CLEAR }],
  ['hits as JSON, raw', { ...RAW_COMPANY, hits: '[{"name":"Gloomharbour"}]' }],
  ['a list in place of a hit, raw', { ...RAW, hit: [LISTED] }],
  ['a text in place of a hit, raw', { ...RAW, hit: 'Gloomharbour' }],
  ['fingerprints, raw', { ...RAW_COMPANY, hitFingerprints: ['f'] }],
  ['names of hits, raw', { ...RAW_COMPANY, screenedNames: [NAME] }],
  ['a record as JSON, raw', { ...RAW, screening: JSON.stringify(recordIn(RAW)) }],
  ['a record that lists a hit', { ...RAW, screening: screeningOf(RAW, { details: [LISTED] }) }],
  ['a record that names a hit', { ...RAW, screening: screeningOf(RAW, { details: 'Gloomharbour' }) }],
  ['a record with a hit, raw', { ...RAW, screening: screeningOf(RAW, { totalHits: 1 }) }],
  ['a record that is not finished, raw', { ...RAW, screening: screeningOf(RAW, { status: 'Pending' }) }],
  ['a record with isError, raw', { ...RAW, screening: screeningOf(RAW, { isError: true }) }],
  ['a record with errors, raw', { ...RAW, screening: screeningOf(RAW, { errors: [{ code: 'S0005' }] }) }],
  ['no record', { ...RAW, screening: null }],
  [
    'a hit under another name, raw',
    {
      ...RAW_COMPANY,
      screenings: [
        { screenedName: NAME, referenceId: 'r', screening: recordIn(RAW) },
        { screenedName: 'Alder', referenceId: 's', screening: screeningOf(RAW, { totalHits: 1 }) },
      ],
    },
  ],
])('an item that says clear beside %s is to be reviewed', (_, item) => {
  expect(outcomesOf([{ ...item, outcome: 'clear' }])).toEqual(['review']);
});

test('a record that cannot be clear is said to contradict it', () => {
  expect(verdictsOn([{ ...CLEAR, screening: { status: 'Pending' } }])).toMatchObject([
    {
      explanation: 'The item says clear, but the screening in it contradicts that. Screen the company again.',
    },
  ]);
});

test('a raw company with a hit that somebody told clear is a hit', () => {
  expect(outcomesOf([{ ...RAW_HIT_COMPANY, outcome: 'clear' }])).toEqual(['hit']);
});

test.each<[what: string, other: IDataObject]>([
  ['a hit of another company', { ...HIT, companyName: 'Alder GmbH' }],
  ['a hit of no company', { ...HIT, companyName: null }],
  ['a raw hit of another company', { ...RAW_HIT, companyName: 'Alder GmbH' }],
  ['a review of another company', { ...HIT, outcome: 'review', companyName: 'Alder GmbH' }],
  ['the same company under another key', { ...HIT, companyKey: '2' }],
  ['another company that is clear', { ...CLEAR, companyName: 'Alder GmbH' }],
  [
    'a screening of several names',
    { ...HIT, companyName: 'Alder GmbH', screeningId: 'screening 0; SCREENING 1' },
  ],
])('an item that says clear is to be reviewed if its screening is that of %s', (_, other) => {
  const clear = { ...CLEAR, companyKey: '1' };
  for (const items of [
    [clear, other],
    [other, clear],
  ]) {
    expect(outcomesOf(items)).toContain('review');
    expect(outcomesOf(items)).not.toContain('clear');
  }
  expect(verdictsOn([clear, other])[0]?.explanation).toBe(
    'The item says clear, but another company has the same screening. Screen the company again.',
  );
});

test.each<[key: string, value: unknown]>([
  ['status', 'Completed'],
  ['totalHits', 1],
  ['hitNumber', 1],
  ['reason', 'pending'],
  ['change', 'new'],
])('an item that says gone is to be reviewed if its %s is that of a hit that is there', (field, value) => {
  const gone = { outcome: 'gone', companyName: NAME, screeningId: 'screening 0', change: 'gone' };
  const item: IDataObject = { ...gone, name: 'Listed', [field]: value };
  expect(verdictsOn([item])).toEqual([
    {
      name: NAME,
      outcome: 'review',
      explanation: `The item says gone, but its field ${field} contradicts that. Screen the company again.`,
    },
  ]);
  expect(outcomesOf([item, CLEAR])).toEqual(['review']);
  expect(outcomesOf([gone, CLEAR])).toEqual(['clear']);
});

test('no hit is gone because somebody says so', () => {
  for (const item of [HIT, HIT_COMPANY, RAW_HIT])
    expect(outcomesOf([{ ...item, outcome: 'gone' }])).toEqual(['review']);
  expect(outcomesOf([{ ...RAW_HIT_COMPANY, outcome: 'gone' }])).toEqual(['hit']);
  const gone = { ...RAW_HIT, outcome: 'gone', hitNumber: null };
  expect(outcomesOf([gone])).toEqual(['review']);
  expect(outcomesOf([{ ...gone, screening: null }])).toEqual([]);
});

test.each<[what: string, item: IDataObject]>([
  ['of a company', CLEAR_COMPANY],
  ['raw', RAW],
  ['raw, of a company', RAW_COMPANY],
  ['with its hits counted in a text', { ...CLEAR, totalHits: '0' }],
  ['with hits that are gone', { ...CLEAR, change: 'gone', previousOutcome: 'hit' }],
  [
    'of several names',
    { ...CLEAR, screeningId: 'a; b', status: 'Completed; Successful', otherNames: 'Alder' },
  ],
  [
    'of several names, raw',
    {
      ...RAW_COMPANY,
      referenceId: 'r; s',
      screenings: [
        { screenedName: NAME, referenceId: 'r', screening: screeningOf(RAW, { ReferenceID: 'r' }) },
        { screenedName: 'Alder', referenceId: 's', screening: screeningOf(RAW, { CompanyName: 'ALDER' }) },
      ],
      screening: screeningOf(RAW, { ReferenceID: 'r' }),
    },
  ],
  [
    'with fewer fields',
    { outcome: 'clear', reason: null, companyName: NAME, totalHits: 0, screeningId: 'id' },
  ],
  [
    'with the empty columns of an error',
    { ...CLEAR, error: null, scope: null, mayBeCharged: false, httpStatus: 0 },
  ],
  ['with a success', { ...CLEAR, isError: 'no', httpStatus: 200 }],
  ['with empty columns of raw items', { ...CLEAR, hit: null, hits: [], screening: null }],
  ['beside a word about it', { ...CLEAR, screening: 'yearly' }],
  ['beside an object about it', { ...CLEAR, screening: { by: 'Ann' } }],
  ['beside a text in details', { ...CLEAR, details: '[see file]', errors: 'none' }],
  ['beside an object in details', { ...CLEAR, details: { founded: 1990 } }],
  ['beside a description', { ...CLEAR, description: 'Bakery' }],
  ['that had another outcome before', { ...CLEAR, input: HIT, previous: HIT, outcome_1: 'hit' }],
])('a clear item stays clear: %s', (_, item) => {
  expect(outcomesOf([item])).toEqual(['clear']);
  expect(outcomesOf([item, item])).toEqual(['clear']);
});

test('a raw company with hits and a reason has something to review beside its hits', () => {
  const outcomes = (item: IDataObject) => readGiven([item]).verdicts.map(({ outcome }) => outcome);
  expect(outcomes(RAW_HIT_COMPANY)).toEqual(['hit']);
  expect(outcomes({ ...RAW_HIT_COMPANY, reason: 'pending' })).toEqual(['hit', 'review']);
});

test('columns of the list stay columns, whatever they are called', () => {
  const list = Object.fromEntries([...OUR_KEYS, 'details', 'errors'].map((key) => [key, 'hit']));
  for (const clear of [CLEAR, CLEAR_COMPANY])
    expect(outcomesOf([withInputFields(clear, list, OUR_KEYS)])).toEqual(['clear']);
  for (const raw of [RAW, RAW_COMPANY]) expect(outcomesOf([{ ...raw, input: list }])).toEqual(['clear']);
});

test('a screening that rows of one company share contradicts nothing', () => {
  const rows = ['1', '2'].map((companyKey) => ({ ...CLEAR, companyKey }));
  expect(outcomesOf(rows)).toEqual(['clear', 'clear']);
});
