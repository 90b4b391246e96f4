// The filters of Get Many: a time without a zone is in the workflow's timezone, and what is not known is not left out.
import fc from 'fast-check';
import { DateTime } from 'luxon';

import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { readFilters } from '../../nodes/CompanyScreening/operations/shared/registerReading';

const ZONE = 'Asia/Dubai';
const hasKey = (companyKey: unknown, key: string) =>
  readFilters({ companyKey }, ZONE).isWanted({ key, time: '' });
const isInTime = (filters: object, time: string) => readFilters(filters, ZONE).isInTime(time);

test('without a filter, everything passes', () => {
  for (const collection of [undefined, null, {}, { companyKey: '', outcome: [], from: '', before: null }]) {
    const filters = readFilters(collection, ZONE);
    const time = '2026-03-01T00:00:00.000Z';
    expect(filters.isWanted({ key: 'P-1', time }) && filters.isWanted({ key: '', time })).toBe(true);
    expect(filters.hasOutcome('clear') && filters.isInTime(time)).toBe(true);
  }
});

test('From is included, and Before is not', () => {
  const filters = { from: '2026-03-01T00:00:00Z', before: '2026-03-02T00:00:00Z' };
  expect(isInTime(filters, '2026-02-28T23:59:59.999Z')).toBe(false);
  expect(isInTime(filters, '2026-03-01T00:00:00.000Z')).toBe(true);
  expect(isInTime(filters, '2026-03-01T23:59:59.999Z')).toBe(true);
  expect(isInTime(filters, '2026-03-02T00:00:00.000Z')).toBe(false);
});

test('a day begins at midnight where the workflow is', () => {
  expect(isInTime({ from: '2026-03-01' }, '2026-02-28T19:59:59.999Z')).toBe(false);
  expect(isInTime({ from: '2026-03-01' }, '2026-02-28T20:00:00.000Z')).toBe(true);
  expect(isInTime({ before: '2026-03-01T00:00:00' }, '2026-02-28T19:59:59.999Z')).toBe(true);
});

test("a time of an expression may be n8n's own, or a Date", () => {
  for (const from of [DateTime.fromISO('2026-03-01T00:00:00Z'), new Date('2026-03-01T00:00:00Z')]) {
    expect(isInTime({ from }, '2026-02-28T23:59:59.999Z')).toBe(false);
    expect(isInTime({ from }, '2026-03-01T00:00:00.000Z')).toBe(true);
  }
});

test('a date, with or without a time and a zone, is the moment that n8n means by it', () => {
  const zones = fc.constantFrom('Asia/Dubai', 'America/New_York', 'Europe/Berlin', 'Pacific/Apia', 'UTC');
  const moments = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2060, 0) });
  const forms = fc.constantFrom(
    'yyyy-MM-dd',
    "yyyy-MM-dd'T'HH:mm",
    "yyyy-MM-dd'T'HH:mm:ss",
    "yyyy-MM-dd'T'HH:mm:ss.SSSZZ",
    "yyyy-MM-dd'T'HH:mmZZZ",
  );
  fc.assert(
    fc.property(zones, moments, forms, (zone, ms, form) => {
      const from = DateTime.fromMillis(ms, { zone }).toFormat(form);
      const meant = DateTime.fromISO(from, { zone }).toMillis();
      expect(readFilters({ from }, zone).inWords).toBe(`from ${new Date(meant).toISOString()}`);
    }),
  );
});

test('what has no time may belong to any', () => {
  expect(isInTime({ from: '2026-03-01', before: '2026-03-02' }, '')).toBe(true);
});

test('a key is compared as Screen Company writes it', () => {
  const keys = ['P-1', 'p-1', 'P-10', ''];
  expect(keys.map((key) => hasKey(' P-1\n', key))).toEqual([true, false, false, true]);
  expect(hasKey(42, '42')).toBe(true);
  const spellings = ['Zürich 1', 'Zu\u0308rich 1', '\u200bZürich\u00a01', ' Zürich  1 '];
  for (const given of spellings)
    expect(spellings.map((key) => hasKey(given, key))).toEqual([true, true, true, true]);
});

test('with a key and a time, only what has both is wanted', () => {
  const { isWanted } = readFilters({ companyKey: 'P-1', from: '2026-03-01T00:00:00Z' }, ZONE);
  expect(isWanted({ key: 'P-1', time: '2026-03-01T00:00:00.000Z' })).toBe(true);
  expect(isWanted({ key: 'P-1', time: '2026-02-28T23:59:59.999Z' })).toBe(false);
  expect(isWanted({ key: 'P-2', time: '2026-03-01T00:00:00.000Z' })).toBe(false);
});

test('an outcome is one of those that were chosen', () => {
  const { hasOutcome } = readFilters({ outcome: ['hit', 'review'] }, ZONE);
  expect(['hit', 'review', 'clear', 'error'].map(hasOutcome)).toEqual([true, true, false, false]);
});

test.each([
  ['From', { from: '01.03.2026' }],
  ['From', { from: 1_772_323_200_000 }],
  ['Before', { before: '2026-02-30' }],
  ['Before', { before: '2026-13-01' }],
  ['From', { from: '2026-03' }],
  ['From', { from: '2026-03-01T25:00' }],
  ['From', { from: 'Sun, 01 Mar 2026 00:00:00 GMT' }],
  ['Outcome', { outcome: 'hit' }],
  ['Outcome', { outcome: ['hits'] }],
])('%s with a value that cannot be used says so', (name, filters) => {
  expect(() => readFilters(filters, ZONE)).toThrow(`The filter ${name} has an invalid value.`);
});

test('in words, they are those that were set, as a person can check them', () => {
  const words = (filters: object) => readFilters(filters, ZONE).inWords;
  expect(words({})).toBe('');
  expect(words({ companyKey: ' P-1 ' })).toBe('company key P-1');
  expect(words({ from: '2026-03-01' })).toBe('from 2026-02-28T20:00:00.000Z');
  expect(words({ companyKey: 'P-1', from: '2026-03-01T00:00:00Z', before: '2026-03-02T00:00:00Z' })).toBe(
    'company key P-1, from 2026-03-01T00:00:00.000Z, before 2026-03-02T00:00:00.000Z',
  );
});

test.each([
  [
    { from: 'yesterday' },
    'Correct it in this node. It must be a date, or a date and a time, such as 2026-01-31 or 2026-01-31T18:00.',
  ],
  [{ outcome: 'hit' }, /^Correct it in this node\. It must be one or several of .*hit, /],
])('%j: the error says what it must be', (filters, advice) => {
  try {
    readFilters(filters, ZONE);
  } catch (error) {
    if (!(error instanceof InvalidItem)) throw error;
    expect(error.advice).toMatch(advice);
    return;
  }
  throw new Error('It was taken.');
});
