// The names under one key: which of them is in use, and since when. It is told to people, and decides nothing.
import { companyHash, type Company } from '../../../nodes/CompanyScreening/register/identity';
import {
  digestOfNames,
  keysOfSeveral,
  listedIn,
  nameNow,
  namesOfCompany,
  renamedKeys,
  wordsOfName,
} from '../../../nodes/CompanyScreening/register/keyNames';
import type { SoundAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import { alder, knowing, night, renamed } from './night';

const third: Company = { ...alder, names: ['Elder Ltd'] };
const elsewhere: Company = { ...alder, key: 'P-2', names: ['Birch Ltd'] };
const of = (one: Company) => companyHash(one);
/** Screened on a day of March, by the run of that day unless another one is named. */
const on = (day: number, company: Company, by: { run?: string; after?: string[] } = {}): SoundAnswer => ({
  ...night(`m${day}${company.names[0].slice(0, 6)}`.replaceAll(' ', ''), '', { of: company, ...by }),
  screenedAt: `2026-03-0${day}T02:00:00.000Z`,
  run: by.run ?? `run-${day}`,
});
const list = (...companies: Company[]) =>
  new Map(companies.map((company) => [of(company), { company }] as const));

describe('what a key is called now', () => {
  const now = (answers: SoundAnswer[], company: Company, ...listed: Company[]) => {
    const name = nameNow(knowing(...answers), of(company), (one) =>
      listed.some((other) => of(other) === one),
    );
    return name && wordsOfName(name);
  };

  test.each<[string, SoundAnswer[], Company[], string | null]>([
    ['it has one name only', [on(1, alder)], [], null],
    ['it is in a list under this name', [on(1, alder), on(3, renamed)], [alder], null],
    ['it is in lists under both names', [on(1, alder), on(3, renamed)], [alder, renamed], null],
    ['a list has another name', [on(1, alder), on(3, renamed)], [renamed], 'since 2026-03-03: Alder Limited'],
    [
      'a list has a third name',
      [on(1, alder), on(3, renamed), on(5, third)],
      [third],
      'since 2026-03-05: Elder Ltd',
    ],
    [
      'lists have two other names: the one that was screened last',
      [on(1, alder), on(5, renamed), on(3, third)],
      [renamed, third],
      'since 2026-03-05: Alder Limited',
    ],
    [
      'since the first screening after the last one under this name',
      [on(1, renamed), on(2, alder), on(4, renamed, { after: ['x.0'] }), on(5, renamed, { after: ['y.0'] })],
      [renamed],
      'since 2026-03-04: Alder Limited',
    ],
    [
      'the other name came back without a screening',
      [on(3, alder), on(1, renamed)],
      [renamed],
      'again: Alder Limited',
    ],
    [
      'no list has any of them: a name that came later',
      [on(1, alder), on(3, renamed)],
      [],
      'since 2026-03-03: Alder Limited',
    ],
    ['no list has any of them, and the other one is older', [on(3, alder), on(1, renamed)], [], null],
    [
      'no list has any of them, and one run had both',
      [on(1, alder), on(3, renamed, { run: 'run-1' })],
      [],
      null,
    ],
    ['another key has another name', [on(1, alder), on(3, elsewhere)], [elsewhere], null],
  ])('%s', (_, answers, listed, expected) => {
    expect(now(answers, alder, ...listed)).toBe(expected);
    expect(now(answers.toReversed(), alder, ...listed)).toBe(expected);
  });

  test('of what was never screened, nobody knows', () => {
    expect(now([on(3, renamed)], alder, renamed)).toBeNull();
    expect(namesOfCompany(knowing(), of(alder))).toEqual([]);
  });
});

describe('a key that a list has under another name than before', () => {
  const before = (...companies: [SoundAnswer[], Company[]]) => ({
    endedAt: '2026-03-01T03:00:00.000Z',
    severalNames: digestOfNames(knowing(...companies[0]), list(...companies[1])),
  });
  const told = (answers: SoundAnswer[], listed: Company[], then: ReturnType<typeof before>) => {
    const known = knowing(...answers);
    return renamedKeys(known, list(...listed), then).map(
      ({ called, before: others }) =>
        `${called.key}: ${called.names.join()}, before ${others.flatMap((one) => namesOfCompany(known, one)).join()}`,
    );
  };
  const single = before([on(1, alder)], [alder]);
  const afterRenaming = before([on(1, alder), on(2, renamed)], [renamed]);

  test('is told in the run that has it first, and not again', () => {
    const both = [on(1, alder), on(2, renamed)];
    expect(told(both, [renamed], single)).toEqual(['P-1: Alder Limited, before Alder Ltd']);
    expect(told([on(1, alder)], [renamed], single)).toEqual(['P-1: Alder Limited, before Alder Ltd']);
    expect(told(both, [renamed], { ...afterRenaming, endedAt: '2026-03-02T03:00:00.000Z' })).toEqual([]);
  });

  test('is told when the old name comes back', () => {
    const both = [on(1, alder), on(2, renamed)];
    expect(told(both, [alder], afterRenaming)).toEqual(['P-1: Alder Ltd, before Alder Limited']);
  });

  test.each<[string, SoundAnswer[], Company[]]>([
    ['a key with one name', [on(1, alder)], [alder]],
    ['a name more beside the old one', [on(1, alder), on(2, renamed)], [alder, renamed]],
    ['a key that is new', [on(1, alder), on(2, elsewhere)], [alder, elsewhere]],
    [
      'a name of long ago whose first answers are not there any more',
      [on(1, alder), on(2, renamed, { after: ['x.0'] })],
      [renamed],
    ],
    ['a name that another list has had before', [on(1, alder), on(1, renamed)], [renamed]],
  ])('is not %s', (_, answers, listed) => {
    expect(told(answers, listed, single)).toEqual([]);
  });
});

test('only companies whose key has several names are in the row of a run', () => {
  const known = knowing(on(1, alder), on(2, renamed), on(2, elsewhere));
  const digits = (company: Company) => of(company).slice(0, 10);
  expect(digestOfNames(known, list(alder, elsewhere))).toBe(`several.${digits(alder)}`);
  expect(digestOfNames(known, list(elsewhere))).toBe('');
  // Also one that has no answer yet.
  expect(digestOfNames(known, list(third, renamed))).toBe(`several.${digits(third)}${digits(renamed)}`);
  const isListed = listedIn([
    '',
    `several.${digits(alder)}${digits(renamed)}`,
    `several.${digits(elsewhere)}`,
  ]);
  expect([alder, renamed, elsewhere, third].map((one) => isListed(of(one)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(listedIn([''])(of(alder))).toBe(false);
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
