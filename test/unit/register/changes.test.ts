// What has changed since the last successful screening: a hit that is not exactly the same is never quiet.
import fc from 'fast-check';

import { changesSince } from '../../../nodes/CompanyScreening/register/facts/history';
import type { KnownHit } from '../../../nodes/CompanyScreening/register/rows/answerRows';

const hit = (fingerprint: string, name = 'Somebody', sourceId = 'list'): KnownHit => ({
  fingerprint: fingerprint.padEnd(64, '0'),
  sourceId,
  sourceType: 'Sanction',
  name,
});
const hits = fc.array(
  fc
    .tuple(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.constantFrom('Somebody', 'Other'),
      fc.constantFrom('1', '2'),
    )
    .map(([fingerprint, name, sourceId]) => hit(`${fingerprint}${name}${sourceId}`, name, sourceId)),
  { maxLength: 6 },
);

test.each([
  ['a first screening', null, [], [hit('a')], ['new'], 0],
  ['nothing has changed', [hit('a')], [], [hit('a')], ['known'], 0],
  ['a field has changed', [hit('a')], [], [hit('b')], ['changed'], 0],
  ['another name', [hit('a')], [], [hit('b', 'Other')], ['new'], 1],
  ['the same name on another list', [hit('a')], [], [hit('b', 'Somebody', 'other')], ['new'], 1],
  ['more came than went', [hit('a')], [], [hit('b'), hit('c')], ['new', 'new'], 1],
  ['it is gone', [hit('a')], [], [], [], 1],
  ['it is listed again', [], [hit('a')], [hit('a')], ['listedAgain'], 0],
] as const)('%s', (_, before, earlier, now, changes, gone) => {
  const found = changesSince(before, earlier, now);
  expect(found.hits).toEqual(changes);
  expect(found.gone).toHaveLength(gone);
});

test('a hit is known exactly if the last successful screening had the very same', () => {
  fc.assert(
    fc.property(fc.option(hits), hits, hits, (before, earlier, now) => {
      const found = changesSince(before, earlier, now);
      const known = now.map(({ fingerprint }) =>
        (before ?? []).some((one) => one.fingerprint === fingerprint),
      );
      expect(found.hits.map((change) => change === 'known')).toEqual(known);
    }),
  );
});

test('a hit that is not there any more is told as gone, unless it has changed', () => {
  fc.assert(
    fc.property(hits, hits, hits, (before, earlier, now) => {
      const { hits: changes, gone } = changesSince(before, earlier, now);
      const missing = before.filter((one) => !now.some(({ fingerprint }) => fingerprint === one.fingerprint));
      for (const one of missing) {
        const isTold = gone.includes(one);
        const isChanged = now.some(
          (other, index) =>
            changes[index] === 'changed' && other.name === one.name && other.sourceId === one.sourceId,
        );
        expect(isTold).toBe(!isChanged);
      }
      expect(gone.every((one) => missing.includes(one))).toBe(true);
    }),
  );
});
