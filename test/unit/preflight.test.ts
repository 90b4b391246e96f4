// A list whose numbers are missing or new: how many of its companies the register knows under another kind of key.
import { companyHash, type Company } from '../../nodes/CompanyScreening/register/rows/identity';
import { isMostOf, knownByOtherKeys } from '../../nodes/CompanyScreening/run/register/preflight';
import type { ListKnowledge } from '../../nodes/CompanyScreening/register/protocol/messages';
import { answerRow } from '../../nodes/CompanyScreening/register/rows/answerRows';
import type { Statement } from '../../nodes/CompanyScreening/register/port/tables';
import { wanted } from './register/aList';
import { MemoryTables } from './register/memoryTables';
import { alder, knowing, night } from './register/night';

const named = (number: number, key = `Company ${number}`, more: Partial<Company> = {}): Company => ({
  ...alder,
  key,
  names: [`Company ${number}`],
  ...more,
});
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const byName = (from: number, to: number) => numbers(from, to).map((one) => named(one));
const byNumber = (from: number, to: number, more: Partial<Company> = {}) =>
  numbers(from, to).map((one) => named(one, `C-${one}`, more));
const answerTo = (company: Company) => night(`m${companyHash(company).slice(0, 8)}`, '', { of: company });

/** The list, in a register that has an answer to each of these. A short list has read those of its own companies only. */
async function ask(list: Company[], known: Company[], isLong: boolean, looksForNumbers = true) {
  const tables = new MemoryTables('sqlite');
  const answers = known.map(answerTo);
  await tables.run([{ do: 'insert', table: 'answers', rows: answers.map(answerRow) }]);
  const listed = new Set(list.map(companyHash));
  const read = answers.filter(({ company }) => isLong || listed.has(company));
  const about: ListKnowledge = {
    answers: knowing(...read).answers,
    companies: new Map(list.map((company) => [companyHash(company), wanted(company)])),
    knowsAll: isLong,
  };
  const statements: Statement[] = [];
  const counting = {
    run: (some: readonly Statement[]) => {
      statements.push(...some);
      return tables.run(some);
    },
  };
  return {
    ...(await knownByOtherKeys(counting, about, looksForNumbers)),
    about,
    statements,
  };
}

describe.each([['a short list', false] as const, ['a long one', true] as const])('%s', (_, isLong) => {
  test.each<[string, Company[], Company[], { byNumber: number; byName: number }]>([
    ['nothing is known', byName(0, 20), [], { byNumber: 0, byName: 0 }],
    ['all are known by numbers', byName(0, 20), byNumber(0, 30), { byNumber: 20, byName: 0 }],
    ['some are', byName(0, 20), byNumber(8, 30), { byNumber: 12, byName: 0 }],
    [
      'a company has two numbers',
      byName(0, 12),
      [...byNumber(0, 12), named(3, 'D-3')],
      { byNumber: 12, byName: 0 },
    ],
    [
      'they are known without numbers as well',
      byName(0, 20),
      [...byNumber(0, 20), ...byName(0, 20)],
      { byNumber: 0, byName: 0 },
    ],
    ['most of them are', byName(0, 20), [...byNumber(0, 20), ...byName(0, 15)], { byNumber: 0, byName: 0 }],
    [
      'they were screened with another option',
      byName(0, 20),
      byNumber(0, 20, { option: 'Pep' }),
      { byNumber: 0, byName: 0 },
    ],
    [
      'in the sandbox',
      byName(0, 20),
      byNumber(0, 20, { environment: 'sandbox' }),
      { byNumber: 0, byName: 0 },
    ],
    [
      'under other names as well',
      byName(0, 20),
      byNumber(0, 20).map((one) => ({ ...one, names: [...one.names, 'Trading'] })),
      { byNumber: 0, byName: 0 },
    ],
    ['they have numbers now', byNumber(0, 20), byName(3, 30), { byNumber: 0, byName: 17 }],
    [
      'they had others before',
      byNumber(0, 20),
      byNumber(0, 20).map((one) => ({ ...one, key: `${one.key}x` })),
      { byNumber: 20, byName: 0 },
    ],
    [
      'ten branches of companies that are in the list are new',
      [...byNumber(0, 10), ...byNumber(0, 10).map((one) => ({ ...one, key: `${one.key}x` }))],
      byNumber(0, 10),
      { byNumber: 0, byName: 0 },
    ],
    [
      'ten new companies have one name, which one company had before',
      numbers(0, 20).map((one) => named(one < 10 ? 0 : one, `C-${one}`)),
      [named(0, 'D-0')],
      { byNumber: 1, byName: 0 },
    ],
    ['nine of them are new', byName(0, 9), byNumber(0, 9), { byNumber: 0, byName: 0 }],
    ['nine of them with a number are new', byNumber(0, 9), byName(0, 9), { byNumber: 0, byName: 0 }],
  ])('%s', async (__, list, known, expected) => {
    expect(await ask(list, known, isLong)).toMatchObject(expected);
  });
});

test('a short list reads once, if at least ten companies are new, and a long one has read everything', async () => {
  expect((await ask(byName(0, 20), byName(0, 11), false)).statements).toEqual([]);
  expect((await ask(byNumber(0, 20), byNumber(0, 11), false)).statements).toEqual([]);
  expect((await ask(byName(0, 20), byNumber(0, 20), true)).statements).toEqual([]);
  expect((await ask(byName(0, 20), [], false)).statements).toHaveLength(1);
  expect((await ask(byNumber(0, 20), [], false)).statements).toMatchObject([{ match: 'all' }]);
  // By their hashes, not the whole register.
  const byHash = [{ do: 'read', table: 'answers', match: 'any' }];
  expect((await ask(byNumber(0, 30), byNumber(0, 20), false)).statements).toMatchObject(byHash);
  expect((await ask(byNumber(0, 20), [], false, false)).statements).toMatchObject(byHash);
});

test('a list has lost its numbers if ten companies and half of it are known under numbers', async () => {
  const { about } = await ask(byName(0, 20), [], false);
  expect([9, 10, 11].map((known) => isMostOf(about, known))).toEqual([false, true, true]);
  const longer = (await ask(byName(0, 21), [], false)).about;
  expect([10, 11].map((known) => isMostOf(longer, known))).toEqual([false, true]);
  const shorter = (await ask(byName(0, 9), [], false)).about;
  expect(isMostOf(shorter, 9)).toBe(false);
});
