// What an answer changes, whatever the clocks said: a thing that changed or was listed again is never quiet, and no name speaks for
// another.
import fc from 'fast-check';

import {
  mostNotable,
  NO_CHANGES,
  type AnswerChanges,
  changesOf,
  changesOfDoubtful,
  answersSinceVerdict,
} from '../../../nodes/CompanyScreening/register/facts/history';
import { companyHash } from '../../../nodes/CompanyScreening/register/rows/identity';
import { takeInAnswer } from '../../../nodes/CompanyScreening/register/facts/knowledge';
import type { StoredAnswer, IntactAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import { drawSeed, randomCases } from '../../support/random';
import { aDamaged } from './anAnswer';
import { aHit, alder, knowing, night, renamed } from './night';

/** As "a new, b gone (Alder Ltd)", with what was said before. */
function told(answer: IntactAnswer, ...others: StoredAnswer[]): string {
  return shown(changesOf(knowing(...others, answer), answer));
}
function shown({ hits, gone, previousOutcome }: AnswerChanges): string {
  const present = [...hits].map(([of, change]) => `${of.charAt(0)} ${change}`);
  const past = gone.map(
    (one) => `${one.hit.fingerprint.charAt(0)} gone (${one.answer.data.company.names[0]})`,
  );
  return `${[...present, ...past].join(', ') || 'nothing'}; before: ${previousOutcome ?? 'none'}`;
}

const first = night('m1', 'a');
const followed = ['m1.0'];
test.each<[string, IntactAnswer, StoredAnswer[], string]>([
  ['a first screening', first, [], 'a new; before: none'],
  ['the same again', night('m2', 'a', { after: followed }), [first], 'a known; before: hit'],
  ['one more hit', night('m2', 'ab', { after: followed }), [first], 'a known, b new; before: hit'],
  ['it is gone', night('m2', '', { after: followed }), [first], 'a gone (Alder Ltd); before: hit'],
  [
    'it is there again',
    night('m3', 'a', { after: ['m2.0'] }),
    [first, night('m2', '', { after: followed })],
    'a listedAgain; before: clear',
  ],
  [
    'it is there again after two nights without it',
    night('m4', 'a', { after: ['m3.0'] }),
    [first, night('m2', 'b', { after: followed }), night('m3', '', { after: ['m2.0'] })],
    'a listedAgain; before: clear',
  ],
  [
    'without a verdict nothing is gone, and a hit is compared all the same',
    { ...night('m2', 'b', { after: followed }), reason: 'hitCountMismatch' },
    [first],
    'b new; before: hit',
  ],
  [
    'a night without a verdict is passed over',
    night('m3', 'a', { after: ['m2.0'] }),
    [first, night('m2', '?', { after: followed })],
    'a known; before: hit',
  ],
  [
    'another name under the key begins anew, and nothing of the old one is gone',
    night('m2', '', { of: renamed }),
    [first],
    'nothing; before: none',
  ],
  [
    'also the very same hit is new under another name',
    night('m2', 'a', { of: renamed }),
    [first],
    'a new; before: none',
  ],
  [
    'also with one name more',
    night('m2', 'a', { of: { ...alder, names: ['Alder Ltd', 'Alder Trading'] } }),
    [night('m1', 'ab')],
    'a new; before: none',
  ],
  [
    'a name that comes back has what it had',
    night('m3', 'a', { after: followed }),
    [first, night('m2', 'b', { of: renamed })],
    'a known; before: hit',
  ],
  [
    'what has gone while the key had another name has gone when it comes back',
    night('m3', '', { after: followed }),
    [first, night('m2', 'a', { of: renamed })],
    'a gone (Alder Ltd); before: hit',
  ],
  [
    'a hit that was found under two of its names has gone once',
    night('m2', '', { after: followed }),
    [night('m1', 'aa')],
    'a gone (Alder Ltd); before: hit',
  ],
  [
    'nothing of its past can be read: its date says what came before',
    { ...night('m3', '', { after: ['m2.0'] }), screenedAt: '2026-01-03T00:00:00.000Z' },
    [first, aDamaged(night('m2', ''))],
    'a gone (Alder Ltd); before: hit',
  ],
  [
    'an answer to the same question is no past',
    { ...night('m2', 'a'), screenedAt: '2026-01-03T00:00:00.000Z' },
    [first],
    'a new; before: none',
  ],
])('%s', (_, answer, others, expected) => {
  expect(told(answer, ...others)).toBe(expected);
});

describe('where a row of its past is damaged', () => {
  const on = (day: number, answer: IntactAnswer) => ({
    ...answer,
    screenedAt: `2026-01-0${day}T00:00:00.000Z`,
  });
  const afterDamaged = (letters: string) => on(4, night('m4', letters, { after: ['lost.0'] }));
  const gone = on(2, night('m2', '', { after: followed }));

  test.each<[string, IntactAnswer[], string]>([
    ['the last one before it by date counts', [first, gone], 'a listedAgain; before: clear'],
    ['a later one does not', [first, on(5, night('m5', ''))], 'a known; before: hit'],
    ['one of the same moment does not', [on(4, night('m5', ''))], 'a new; before: none'],
    [
      'an answer to the same question does not',
      [first, on(3, night('m3', '', { after: ['lost.0'] }))],
      'a known; before: hit',
    ],
  ])('%s', (_, others, expected) => {
    expect(told(afterDamaged('a'), ...others)).toBe(expected);
    expect(told(afterDamaged('a'), ...others.reverse())).toBe(expected);
  });
});

test.each<[string, IntactAnswer[], string[], string[]]>([
  [
    'back to the last verdict',
    [first, night('m2', 'b', { after: followed }), night('m3', '?', { after: ['m2.0'] })],
    ['m3.0'],
    ['m3.0', 'm2.0'],
  ],
  [
    'all, if there never was a verdict',
    [night('m1', '?'), night('m2', '?', { after: followed })],
    ['m2.0'],
    ['m2.0', 'm1.0'],
  ],
  [
    'each of those that contradict each other, and nothing before them',
    [first, night('m2', 'b', { after: followed }), night('m3', '', { after: followed })],
    ['m2.0', 'm3.0'],
    ['m2.0', 'm3.0'],
  ],
  [
    'each of those that contradict each other, however many nights without a verdict came since',
    [
      first,
      night('m2', 'b', { after: followed }),
      night('m3', '', { after: followed }),
      night('m4', '?', { after: ['m2.0', 'm3.0'] }),
      night('m5', '?', { after: ['m4.0'] }),
    ],
    ['m5.0'],
    ['m2.0', 'm3.0', 'm4.0', 'm5.0'],
  ],
  [
    'each once, if a row between them was deleted',
    [first, { ...night('m3', '?', { after: ['lost.0'] }), screenedAt: '2026-01-03T00:00:00.000Z' }],
    ['m3.0'],
    ['m3.0', 'm1.0'],
  ],
])(
  'after a request without an answer, what was answered before still stands: %s',
  (_, answers, after, expected) => {
    const none: IntactAnswer = {
      ...night('m9', '?', { after }),
      kind: 'unanswered',
      outcome: 'error',
      reason: 'noAnswer',
      screenedAt: '2026-01-09T00:00:00.000Z',
    };
    const standing = answersSinceVerdict(knowing(...answers, none), none);
    expect(standing.map((one) => one.answerId).sort()).toEqual([...expected].sort());
  },
);

test('of a company whose answer is missing, the last verdict is the one before', () => {
  const known = knowing(first, night('m2', '', { after: followed }));
  expect(changesOfDoubtful(known, companyHash(alder), [], false).previousOutcome).toBe('clear');
  const [one, other] = [night('m3', 'a', { after: ['m2.0'] }), night('m4', '', { after: ['m2.0'] })];
  for (const answer of [one, other]) takeInAnswer(known, answer);
  const doubtful = changesOfDoubtful(known, companyHash(alder), [one, other], true);
  expect(doubtful).toMatchObject({ previousOutcome: 'clear', gone: [] });
  expect([...doubtful.hits.values()]).toEqual(['listedAgain']);
});

test('of a doubtful company, the last verdict is that of any of its answers, or the latest one if it has none', () => {
  const doubtful = [night('m2', '?'), night('m3', '?', { after: followed })];
  const known = knowing(first, ...doubtful);
  expect(changesOfDoubtful(known, companyHash(alder), doubtful, true).previousOutcome).toBe('hit');
  expect(changesOfDoubtful(knowing(first), companyHash(alder), [], true).previousOutcome).toBe('hit');
  expect(changesOfDoubtful(knowing(), companyHash(alder), [], false)).toEqual(NO_CHANGES);
});

test.each([
  ['new', 'known', 'new'],
  ['changed', 'listedAgain', 'listedAgain'],
  ['known', 'changed', 'changed'],
  ['known', 'known', 'known'],
] as const)('of %s and %s, %s is told of the company', (one, other, expected) => {
  const hits = new Map([
    ['a', one],
    ['b', other],
  ]);
  expect(mostNotable({ hits, gone: [] })).toBe(expected);
});

test('of a company, what is gone is told rather than what is known', () => {
  const gone = [{ hit: aHit('a'), answer: first }];
  expect(mostNotable({ hits: new Map(), gone: [] })).toBeNull();
  expect(mostNotable({ hits: new Map([['b', 'known']]), gone })).toBe('gone');
  expect(mostNotable({ hits: new Map([['b', 'changed']]), gone })).toBe('changed');
});

test('night after night, under any clock and in any order of the rows, nothing that changed is quiet', () => {
  const seed = drawSeed('NIGHTS_SEED');
  const nights = fc.array(
    fc.record({
      isRenamed: fc.boolean(),
      letters: fc.constantFrom('', 'a', 'b', 'ab', '?', 'a?', 'b?', 'ab?'),
      clock: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(nights, fc.infiniteStream(fc.nat()), (given, order) => {
      const all: IntactAnswer[] = [];
      /** What a person who believes each item thinks is listed now, and the hits in doubt since then. */
      const believed = new Map<string, Set<string>>();
      const inDoubt = new Map<string, Set<string>>();
      for (const [index, { isRenamed, letters, clock }] of given.entries()) {
        const of = isRenamed ? renamed : alder;
        const name = of.names[0];
        const before = all.filter(({ company }) => company === companyHash(of)).at(-1);
        const known = knowing(...shuffled(all, order));
        const answer = {
          ...night(`m${index}`, letters, { of, after: before ? [before.answerId] : [] }),
          screenedAt: `2026-01-0${clock}T00:00:00.000Z`,
        };
        all.push(answer);
        const { hits, gone } = changesOf(known, answer);
        const listed = believed.get(name) ?? new Set();
        const doubtful = inDoubt.get(name) ?? new Set();
        believed.set(name, listed);
        inDoubt.set(name, doubtful);
        for (const { hit, answer } of gone) {
          expect(answer.company).toBe(companyHash(of));
          const wasListed = listed.delete(hit.fingerprint);
          expect(doubtful.delete(hit.fingerprint) || wasListed).toBe(true);
        }
        if (letters.endsWith('?')) {
          expect(gone).toEqual([]);
          for (const of of hits.keys()) doubtful.add(of);
          continue;
        }
        for (const [of, change] of hits) {
          expect(change === 'known').toBe(listed.has(of));
          listed.add(of);
        }
        // Of the other name, nothing was said.
        const present = answer.data.hits.map(({ fingerprint }) => fingerprint);
        expect([...listed].sort()).toEqual(present.toSorted());
        // Whatever was in doubt is listed, or was said to be gone.
        expect([...doubtful].filter((one) => !present.includes(one))).toEqual([]);
        doubtful.clear();
      }
    }),
    { seed, numRuns: randomCases(200) },
  );
});

function shuffled<T>(list: readonly T[], order: Iterable<number>): T[] {
  const numbers = order[Symbol.iterator]();
  return list
    .map((one) => ({ one, at: Number(numbers.next().value) }))
    .sort((left, right) => left.at - right.at)
    .map(({ one }) => one);
}
