// The names under one key: which of them is in use, and since when. It is told to people, and decides nothing.
import { companyHash, type Company } from '../../../nodes/CompanyScreening/register/rows/identity';
import {
  keysOfSeveral,
  nameNow,
  renamedKeys,
  wordsOfName,
} from '../../../nodes/CompanyScreening/register/facts/keyNames';
import type { IntactAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import { alder, knowing, night, renamed } from './night';

const third: Company = { ...alder, names: ['Elder Ltd'] };
const elsewhere: Company = { ...alder, key: 'P-2', names: ['Birch Ltd'] };
const of = (one: Company) => companyHash(one);
/** Screened on a day of March, by the run of that day unless another one is named. */
const on = (day: number, company: Company, by: { run?: string; after?: string[] } = {}): IntactAnswer => ({
  ...night(`m${day}${company.names[0].slice(0, 6)}`.replaceAll(' ', ''), '', { of: company, ...by }),
  screenedAt: `2026-03-0${day}T02:00:00.000Z`,
  runId: by.run ?? `run-${day}`,
});
const list = (...companies: Company[]) =>
  new Map(companies.map((company) => [of(company), { company }] as const));

const now = (answers: IntactAnswer[], company: Company) => {
  const name = nameNow(knowing(...answers), of(company));
  return name && wordsOfName(name);
};

test.each<[string, IntactAnswer[], string | null]>([
  ['it has one name only', [on(1, alder)], null],
  ['a later run has another name', [on(1, alder), on(3, renamed)], 'since 2026-03-03: Alder Limited'],
  ['there is a third name', [on(1, alder), on(3, renamed), on(5, third)], 'since 2026-03-05: Elder Ltd'],
  [
    'since the first screening after the last one under this name',
    [on(1, renamed), on(2, alder), on(4, renamed, { after: ['x.0'] }), on(5, renamed, { after: ['y.0'] })],
    'since 2026-03-04: Alder Limited',
  ],
  ['the other one is older', [on(3, alder), on(1, renamed)], null],
  ['one run had both', [on(1, alder), on(3, renamed, { run: 'run-1' })], null],
  ['another key has another name', [on(1, alder), on(3, elsewhere)], null],
  [
    'the other name is screened with another option',
    [on(1, alder), on(3, { ...renamed, option: 'Pep' })],
    null,
  ],
  ['it is one of the sandbox', [on(1, alder), on(3, { ...renamed, environment: 'sandbox' })], null],
  ['it is one of another service', [on(1, alder), on(3, { ...renamed, baseUrl: 'https://other' })], null],
])('what a key is called now: %s', (_, answers, expected) => {
  expect(now(answers, alder)).toBe(expected);
  expect(now(answers.toReversed(), alder)).toBe(expected);
});

describe('a key that a list has under another name than before', () => {
  const told = (answers: IntactAnswer[], listed: Company[]) => {
    const known = knowing(...answers);
    return renamedKeys(known, list(...listed), ['run-2']).map(
      ({ key, names, before }) => `${key}: ${names.join()}, before ${before.join()}`,
    );
  };

  test('is told in the run that screens it first, and not again', () => {
    const both = [on(1, alder), on(2, renamed)];
    expect(told(both, [renamed])).toEqual(['P-1: Alder Limited, before Alder Ltd']);
    expect(told([on(1, alder)], [renamed])).toEqual(['P-1: Alder Limited, before Alder Ltd']);
    expect(told([...both, on(1, renamed)], [renamed])).toEqual([]);
  });

  test.each<[string, IntactAnswer[], Company[]]>([
    ['a key with one name', [on(1, alder)], [alder]],
    ['a name more beside the old one', [on(1, alder), on(2, renamed)], [alder, renamed]],
    ['a name beside one of two old ones', [on(1, alder), on(1, third)], [alder, renamed]],
    ['a key that is new', [on(1, alder), on(2, elsewhere)], [alder, elsewhere]],
    ['a name that another list has had before', [on(1, alder), on(1, renamed)], [renamed]],
    [
      'a name in production beside one of the sandbox',
      [on(1, { ...alder, environment: 'sandbox' })],
      [renamed],
    ],
  ])('is not %s', (_, answers, listed) => {
    expect(told(answers, listed)).toEqual([]);
  });
});

test('a key that a list has with several names or options is named with them, and the same company twice is one', () => {
  const others = { ...alder, names: ['Elder Ltd', 'Alder Ltd'] } as const;
  const option = { ...alder, option: 'Aml' } as const;
  expect(keysOfSeveral([alder, alder, elsewhere])).toEqual([]);
  expect(keysOfSeveral([alder, others, elsewhere, alder])).toEqual([
    { key: 'P-1', names: ['Alder Ltd', 'Elder Ltd; Alder Ltd'], before: [] },
  ]);
  expect(keysOfSeveral([alder, option])).toMatchObject([{ key: 'P-1' }]);
  expect(keysOfSeveral([])).toEqual([]);
});
