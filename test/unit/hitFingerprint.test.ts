// The fingerprint recognises the same hit on another day, and distinguishes a changed one.
import * as fc from 'fast-check';

import type { Hit } from '../../nodes/CompanyScreening/service/contract';
import { hitFingerprint } from '../../nodes/CompanyScreening/service/hitFingerprint';
import { aHit } from './builders';

const FIELDS = Object.keys(aHit());
const same = (one: unknown, other: unknown) => {
  expect(hitFingerprint(other)).toBe(hitFingerprint(one));
};
const different = (one: unknown, other: unknown) => {
  expect(hitFingerprint(other)).not.toBe(hitFingerprint(one));
};

test('a fingerprint is 64 hexadecimal digits, and does not change between versions of this package', () => {
  expect(hitFingerprint(aHit())).toMatch(/^[0-9a-f]{64}$/);
  // Of {"name":"Gloomharbour"}: written down, since the fingerprints of yesterday are stored in people's tables.
  expect(hitFingerprint({ name: 'Gloomharbour' })).toBe(
    '9887f65cbe099f84b28a130d9f4f26701417889617aad10e661af2173303004d',
  );
  // Of {"links":["\"a\"","\"b\""],"name":"Gloomharbour","sourceType":"sanction"}.
  expect(hitFingerprint({ sourceType: 'SANCTION', name: 'Gloomharbour', links: ['b', 'a'] })).toBe(
    'b58a5c453317fe00620c1a7bad86b4ee6e335806bcf716aa9f372b3ec0034d62',
  );
});

describe('a hit is the same', () => {
  test('with its lists in a different order', () => {
    same(aHit({ companyNumber: ['V-100', 'V-200'] }), aHit({ companyNumber: ['V-200', 'V-100'] }));
    same({ nested: [{ a: [1, 2] }, 'x'] }, { nested: ['x', { a: [2, 1] }] });
  });

  test('with its fields in a different order', () => {
    same(aHit(), Object.fromEntries(Object.entries(aHit()).reverse()));
  });

  test.each(FIELDS)('with %s empty, null or missing', (field) => {
    const missing = Object.fromEntries(Object.entries(aHit()).filter(([name]) => name !== field));
    for (const empty of [null, '', [], [null], [''], {}, [[]], { nothing: null }])
      same(missing, { ...missing, [field]: empty });
  });

  test('with an entry of a list empty or null', () => {
    same(aHit({ address: ['1 Quay Street'] }), aHit({ address: [null, '1 Quay Street', ''] }));
  });

  test.each(['Sanction', 'sanction', 'SANCTION'])('with its source type written %s', (sourceType) => {
    same(aHit({ sourceType: 'SANCTION' }), aHit({ sourceType }));
  });
});

describe('a hit is a different one', () => {
  test.each(FIELDS)('if %s has changed', (field) => {
    const changed = Array.isArray(aHit()[field]) ? ['changed'] : 'changed';
    different(aHit(), { ...aHit(), [field]: changed });
  });

  test.each([
    ['an entry was added to a list', aHit({ aliasNames: ['Gloomharbour Lines', 'GH Shipping', 'GHS'] })],
    [
      'an entry of a list comes twice',
      aHit({ aliasNames: ['Gloomharbour Lines', 'GH Shipping', 'GH Shipping'] }),
    ],
    ['a name is written in another case', aHit({ name: 'GLOOMHARBOUR SHIPPING' })],
    ['white space was added', aHit({ name: 'Gloomharbour Shipping ' })],
    [
      'two fields changed places',
      aHit({ address: ['Asset freeze'], sanctionDetails: ['1 Quay Street, Velmoria'] }),
    ],
    ['a field that nobody knows was added', { ...aHit(), score: 0 }],
    ['a field that nobody knows is false', { ...aHit(), active: false }],
    ['two entries became one', aHit({ links: ['https://gloomharbour.example,office@gloomharbour.example'] })],
  ])('if %s', (_, other) => {
    different(aHit(), other);
  });

  test('if a number became text', () => {
    different({ sourceId: 7 }, { sourceId: '7' });
    different({ list: [7] }, { list: ['7'] });
  });
});

test.each([[null], ['text'], [7], [[]], [{}]])(
  'anything that comes as a hit has a fingerprint: %j',
  (hit) => {
    expect(hitFingerprint(hit)).toMatch(/^[0-9a-f]{64}$/);
  },
);

describe('whatever the hit', () => {
  const values = fc.oneof(fc.string(), fc.array(fc.string(), { maxLength: 4 }), fc.constant(null));
  const hits = fc.dictionary(fc.constantFrom(...FIELDS, 'extra'), values, { noNullPrototype: true });

  test('the order of fields and lists does not count, and to read it again changes nothing', () => {
    fc.assert(
      fc.property(hits, (hit) => {
        const turned = Object.fromEntries(
          Object.entries(hit)
            .reverse()
            .map(([name, value]) => [name, Array.isArray(value) ? [...value].reverse() : value]),
        );
        same(hit, turned);
        same(hit, JSON.parse(JSON.stringify(hit)));
      }),
    );
  });

  test('any field that changes to something else changes it', () => {
    const others = FIELDS.filter((field) => field !== 'sourceType');
    fc.assert(
      fc.property(hits, fc.constantFrom(...others), fc.string({ minLength: 1 }), (hit, field, value) => {
        fc.pre(hit[field] !== value);
        different(hit, { ...hit, [field]: value });
      }),
    );
  });

  test('it says nothing of the hit itself', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[g-z]{4,20}$/), (name) => {
        const hit: Partial<Hit> = { name };
        expect(hitFingerprint(hit)).not.toContain(name);
      }),
    );
  });
});
