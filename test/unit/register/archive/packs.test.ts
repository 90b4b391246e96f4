// Repeats in columns: whatever goes into a pack comes out of it again, and a screening takes few bytes.
import { randomUUID } from 'node:crypto';

import fc from 'fast-check';

import {
  mayHaveId,
  mergeIds,
  packIds,
  unpackIds,
} from '../../../../nodes/CompanyScreening/register/rows/removedData';
import {
  packRepeats,
  unpackRepeats,
  type PackedRepeat,
} from '../../../../nodes/CompanyScreening/register/rows/packs';
import { hashOf } from '../../../../nodes/CompanyScreening/register/rows/identity';
import { drawSeed } from '../../../support/random';

const AT_MS = Date.parse('2026-01-01T02:00:00.000Z');
const service = { environment: 'production', baseUrl: 'https://service.example' } as const;
const aRepeat = (by: Partial<PackedRepeat> = {}): PackedRepeat => ({
  answerId: 'mark.0',
  runId: 'run',
  originalId: 'first.0',
  screenedAt: '2026-01-01T02:00:00.000Z',
  service,
  screeningIds: ['5b0f9a0e-6a53-4b4c-9a51-3f2d6c8a7e01'],
  referenceId: null,
  ...by,
});

const marks = fc.constantFrom('a', 'b-c', 'x.y', '0', 'mark_1');
const answers = fc
  .tuple(marks, fc.oneof(fc.nat(1_000).map(String), fc.constantFrom('007', 'last', '1e3', '-0', '')))
  .map(([mark, place]) => `${mark}.${place}`);
const times = fc.oneof(
  fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((one) => one.toISOString()),
  fc.constantFrom('2026-01-01T02:00:00Z', '2026-01-01T02:00:00.123456Z'),
);
const ids = fc.oneof(
  fc.uuid(),
  fc.uuid().map((one) => one.toUpperCase()),
  fc.string({ unit: 'grapheme' }),
);
const repeats = fc.array(
  fc.record<PackedRepeat>({
    answerId: answers,
    runId: marks,
    originalId: answers,
    screenedAt: times,
    service: fc.record({ environment: fc.constantFrom('production', 'sandbox'), baseUrl: fc.webUrl() }),
    screeningIds: fc.array(ids, { maxLength: 3 }),
    referenceId: fc.option(fc.oneof(fc.uuid(), fc.string({ unit: 'binary' }))),
  }),
  { maxLength: 30 },
);

test('what goes into a pack comes out of it', () => {
  fc.assert(
    fc.property(repeats, (all) => {
      expect(unpackRepeats(packRepeats(all))).toEqual(all);
    }),
    { seed: drawSeed('NIGHTS_SEED') },
  );
});

test('a text that is no pack is none', () => {
  const text = packRepeats([aRepeat(), aRepeat({ answerId: 'mark.1' })]);
  for (const odd of [
    '',
    'x',
    '%',
    btoa('nothing'),
    text.slice(0, -8),
    `${text.slice(0, 20)}AAAA${text.slice(24)}`,
  ])
    expect(unpackRepeats(odd)).toBeUndefined();
});

test('a screening that found nothing new takes at most 41 characters with its index', () => {
  const [batches, before] = [0, 1].map(() => Array.from({ length: 10 }, () => randomUUID()));
  const night = Array.from({ length: 1_000 }, (_, number) => {
    const [batch, place] = [Math.floor(number / 100), number % 100];
    return aRepeat({
      answerId: `${batches?.[batch]}.${place}`,
      originalId: `${before?.[batch]}.${place}`,
      runId: batches?.[0] ?? '',
      // Ten at the same time, each of which takes about 100 ms.
      screenedAt: new Date(AT_MS + Math.floor(number / 10) * 100 + ((number * 7_919) % 41)).toISOString(),
      screeningIds: [randomUUID()],
    });
  });
  const index = packIds(night.map(({ screeningIds }) => hashOf(screeningIds)));
  const bytes = (packRepeats(night).length + index.length) / night.length;
  expect(bytes).toBeLessThanOrEqual(41);
});

describe('the index of ids', () => {
  const hashes = Array.from({ length: 500 }, (_, number) => hashOf([number]));

  test('has each of its ids, and hardly another one', () => {
    const index = unpackIds(packIds(hashes));
    if (!index) throw new Error('It is one.');
    expect(index).toHaveLength(500);
    expect(hashes.every((one) => mayHaveId(index, one))).toBe(true);
    const others = Array.from({ length: 500 }, (_, number) => hashOf([number, 'other']));
    expect(others.some((one) => mayHaveId(index, one))).toBe(false);
    // 48 bits of a hash are what it knows.
    expect(mayHaveId(index, `${hashes[0]?.slice(0, 12)}${'0'.repeat(52)}`)).toBe(true);
  });

  test('of several closings is one, and of none has nothing', () => {
    const parts = [hashes.slice(0, 200), hashes.slice(200), []].map((some) => unpackIds(packIds(some)));
    const all = mergeIds(parts.flatMap((one) => one ?? []));
    expect(hashes.every((one) => mayHaveId(all, one))).toBe(true);
    expect(mayHaveId(mergeIds([]), hashes[0] ?? '')).toBe(false);
    expect(packIds([])).toBe('');
  });

  test('is none where its text was cut or changed', () => {
    expect(unpackIds(packIds(hashes).slice(0, -4))).toBeUndefined();
    for (const text of ['%', 'AAAA*AAA', 'AAAAAAA=', 'AAAAAAAÄ'])
      expect([text, unpackIds(text)]).toEqual([text, undefined]);
  });
});
