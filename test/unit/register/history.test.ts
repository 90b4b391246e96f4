// What an answer changes, whatever the clocks said: a thing that changed, was listed again or has another name is never quiet.
import fc from 'fast-check';

import {
  mostNotable,
  NO_CHANGES,
  type AnswerChanges,
} from '../../../nodes/CompanyScreening/register/changes';
import {
  changesOf,
  changesOfDoubtful,
  stillStanding,
  takenPlaces,
} from '../../../nodes/CompanyScreening/register/history';
import { companyHash, keyHash } from '../../../nodes/CompanyScreening/register/identity';
import { takeInAnswer } from '../../../nodes/CompanyScreening/register/knowledge';
import type { StoredAnswer, SoundAnswer } from '../../../nodes/CompanyScreening/register/rows';
import { drawSeed } from '../../support/random';
import { aHit, alder, knowing, night, renamed } from './night';

/** As "a new, b gone (Alder Ltd)", with what was said before. */
function told(answer: SoundAnswer, ...others: StoredAnswer[]): string {
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
test.each<[string, SoundAnswer, StoredAnswer[], string]>([
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
    'the one that took its place stands under its own name, and has said nothing before',
    night('m2', '', { of: renamed, replaces: ['m1.0'] }),
    [first],
    'a gone (Alder Ltd); before: none',
  ],
  [
    'of one name more, the very same hit has not gone, and is told as a new one; another one has gone',
    night('m2', 'a', { of: { ...alder, names: ['Alder Ltd', 'Alder Trading'] }, replaces: ['m1.0'] }),
    [night('m1', 'ab')],
    'a new, b gone (Alder Ltd); before: none',
  ],
  [
    'of one name less, the very same hit has not gone either',
    night('m2', 'a', { replaces: ['m1.0'] }),
    [night('m1', 'a', { of: { ...alder, names: ['Alder Ltd', 'Alder Trading'] } })],
    'a new; before: none',
  ],
  [
    'what it took the place of cannot be found',
    night('m2', '', { of: renamed, replaces: ['m1.0'] }),
    [],
    'nothing; before: none',
  ],
  [
    'the old name came back later: what it had then was not gone before',
    night('m2', 'c', { of: renamed, replaces: ['m1.0'] }),
    [first, night('m3', 'b', { after: followed, replaces: ['m2.0'] })],
    'c new, a gone (Alder Ltd); before: none',
  ],
  [
    'the old name came back before the other one had a verdict: nobody was told that it was gone',
    night('m3', 'a', { after: followed, replaces: ['m2.0'] }),
    [first, night('m2', '?', { of: renamed, replaces: ['m1.0'] })],
    'a known; before: hit',
  ],
  [
    'of another name, it is told as gone from the old one',
    night('m2', 'a', { of: renamed, replaces: ['m1.0'] }),
    [first],
    'a new, a gone (Alder Ltd); before: none',
  ],
  [
    'the place was taken by an answer without a verdict: it is told with the first verdict',
    night('m3', 'b', { of: renamed, after: ['m2.0'] }),
    [first, night('m2', '?', { of: renamed, replaces: ['m1.0'] })],
    'b new, a gone (Alder Ltd); before: none',
  ],
  [
    'it is told once',
    night('m3', '', { of: renamed, after: ['m2.0'] }),
    [first, night('m2', '', { of: renamed, replaces: ['m1.0'] })],
    'nothing; before: clear',
  ],
  [
    'the old name is there again: its hits were told as gone',
    night('m3', 'a', { after: followed, replaces: ['m2.0'] }),
    [first, night('m2', '', { of: renamed, replaces: ['m1.0'] })],
    'a listedAgain; before: hit',
  ],
  [
    'nothing of its past can be read: its date says what came before',
    { ...night('m3', '', { after: ['m2.0'] }), screenedAt: '2026-01-03T00:00:00.000Z' },
    [first, { kind: 'damaged', answer: 'm2.0', mark: 'm2', company: companyHash(alder), screenings: [] }],
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
  const on = (day: number, answer: SoundAnswer) => ({
    ...answer,
    screenedAt: `2026-01-0${day}T00:00:00.000Z`,
  });
  const afterDamaged = (letters: string) => on(4, night('m4', letters, { after: ['lost.0'] }));
  const gone = on(2, night('m2', '', { after: followed }));

  test.each<[string, SoundAnswer[], string]>([
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

test.each<[string, SoundAnswer[], string[], string[]]>([
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
    'each once, if a row between them was deleted',
    [first, { ...night('m3', '?', { after: ['lost.0'] }), screenedAt: '2026-01-03T00:00:00.000Z' }],
    ['m3.0'],
    ['m3.0', 'm1.0'],
  ],
])(
  'after a request without an answer, what was answered before still stands: %s',
  (_, answers, after, expected) => {
    const none: SoundAnswer = {
      ...night('m9', '?', { after }),
      kind: 'none',
      outcome: 'error',
      reason: 'noAnswer',
      screenedAt: '2026-01-09T00:00:00.000Z',
    };
    const standing = stillStanding(knowing(...answers, none), none);
    expect(standing.map((one) => one.answer).sort()).toEqual([...expected].sort());
  },
);

test('answers that follow each other, or take the place of each other, in a circle have an end', () => {
  const circle = [night('m1', 'a', { after: ['m2.0'] }), night('m2', '', { after: followed })] as const;
  expect(told(...circle)).toBe('a new; before: clear');
  const [one, other] = [
    night('m1', '?', { replaces: ['m2.0'] }),
    night('m2', '?', { of: renamed, replaces: followed }),
  ];
  const third = night('m3', '', { of: { ...alder, names: ['Elder Ltd'] }, replaces: followed });
  expect(told(third, one, other)).toBe('nothing; before: none');
});

test('what another name had is marked as such', () => {
  const answer = night('m2', '', { of: renamed, replaces: followed });
  expect(changesOf(knowing(first, answer), answer).gone).toMatchObject([{ isRenamed: true }]);
  const same = night('m2', '', { after: followed });
  expect(changesOf(knowing(first, same), same).gone).toMatchObject([{ isRenamed: false }]);
});

test('a clock that was wrong for a night does not decide what came last', () => {
  const wrong = { ...night('m1', 'a'), screenedAt: '2031-01-01T00:00:00.000Z' };
  const cleared = night('m2', '', { after: ['m1.0'] });
  expect(told(night('m3', 'a', { after: ['m2.0'] }), cleared, wrong)).toBe('a listedAgain; before: clear');
});

test('only what is not in the list has its place taken, and only once', () => {
  const key = keyHash(alder);
  const known = knowing(first);
  const taken = (isListed: boolean) => takenPlaces(known, companyHash(renamed), key, () => isListed);
  expect(taken(true)).toEqual([]);
  expect(taken(false)).toEqual(['m1.0']);
  takeInAnswer(known, night('m2', '', { of: renamed, replaces: ['m1.0'] }));
  expect(taken(false)).toEqual([]);
  expect(takenPlaces(known, companyHash(alder), key, () => false)).toEqual(['m2.0']);
  expect(takenPlaces(known, companyHash(alder), 'another key', () => false)).toEqual([]);
  expect(takenPlaces(knowing(first), companyHash(alder), key, () => false)).toEqual([]);
});

test('a company that was renamed and has no verdict of its own has none of the old name', () => {
  const known = knowing(night('m1', ''), night('m2', '?', { of: renamed, replaces: ['m1.0'] }));
  const answer = night('m2', '?', { of: renamed, replaces: ['m1.0'] });
  expect(changesOf(known, answer)).toEqual({ ...NO_CHANGES, previousOutcome: null });
  const none = changesOfDoubtful(known, companyHash(renamed), [], false);
  expect(none).toEqual(NO_CHANGES);
});

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
  const gone = [{ hit: aHit('a'), answer: first, isRenamed: false }];
  expect(mostNotable({ hits: new Map(), gone: [] })).toBeNull();
  expect(mostNotable({ hits: new Map([['b', 'known']]), gone })).toBe('gone');
  expect(mostNotable({ hits: new Map([['b', 'changed']]), gone })).toBe('changed');
});

test('night after night, under any clock and in any order of the rows, nothing that changed is quiet', () => {
  const seed = drawSeed('NIGHTS_SEED');
  const nights = fc.array(
    fc.record({
      isRenamed: fc.boolean(),
      letters: fc.constantFrom('', 'a', 'b', 'ab', '?'),
      clock: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(nights, fc.infiniteStream(fc.nat()), (given, order) => {
      const all: SoundAnswer[] = [];
      /** What a person who believes each item thinks is listed now. */
      const believed = new Map<string, Set<string>>();
      for (const [index, { isRenamed, letters, clock }] of given.entries()) {
        const of = isRenamed ? renamed : alder;
        const name = of.names[0];
        const before = all.filter(({ company }) => company === companyHash(of)).at(-1);
        const known = knowing(...shuffled(all, order));
        const replaces = takenPlaces(known, companyHash(of), keyHash(of), () => false);
        const answer = {
          ...night(`m${index}`, letters, { of, replaces, after: before ? [before.answer] : [] }),
          screenedAt: `2026-01-0${clock}T00:00:00.000Z`,
        };
        all.push(answer);
        const { hits, gone } = changesOf(known, answer);
        for (const one of gone) {
          const listed = believed.get(one.answer.data.company.names[0]);
          expect(listed?.delete(one.hit.fingerprint)).toBe(true);
        }
        if (letters === '?') continue;
        const listed = believed.get(name) ?? new Set();
        believed.set(name, listed);
        for (const [of, change] of hits) {
          expect(change === 'known').toBe(listed.has(of));
          listed.add(of);
        }
        const present = [...believed].flatMap(([whose, some]) => [...some].map((one) => `${whose} ${one}`));
        expect(present.sort()).toEqual(answer.data.hits.map((one) => `${name} ${one.fingerprint}`).sort());
      }
    }),
    { seed, numRuns: 500 },
  );
});

function shuffled<T>(list: readonly T[], order: Iterable<number>): T[] {
  const numbers = order[Symbol.iterator]();
  return list
    .map((one) => ({ one, at: Number(numbers.next().value) }))
    .sort((left, right) => left.at - right.at)
    .map(({ one }) => one);
}

test('a hit of a name whose place was taken by one that never had a verdict, and then by another, is told as gone', () => {
  const withNames = (...names: [string, ...string[]]) => ({ ...alder, names });
  const one = night('m1', 'a');
  const two = night('m2', '?', { of: withNames('Alder Ltd', 'Alder Trading'), replaces: ['m1.0'] });
  const three = night('m3', '', {
    of: withNames('Alder Ltd', 'Alder Trading', 'Alder Shipping'),
    replaces: ['m2.0'],
  });
  expect(told(three, one, two)).toBe('a gone (Alder Ltd); before: none');
});
