// A request that failed after it was accepted: which answer says so, and of which requests none does.
import { screeningHash, type Company } from '../../../nodes/CompanyScreening/register/rows/identity';
import { storeFailures } from '../../../nodes/CompanyScreening/register/companies/laterFailure';
import {
  answerRow,
  readAnswers,
  type IntactAnswer,
} from '../../../nodes/CompanyScreening/register/rows/answerRows';
import { aCompany, anAnswer } from './anAnswer';
import { forget } from '../../../nodes/CompanyScreening/register/removal/forget';
import { REMOVED_BY, removing } from './aRemoval';
import { isInsert, MemoryTables, rowsOf, tablesOf } from './memoryTables';

const number = (name: string): Company => ({ ...aCompany(name), option: 'AnnualReturns' });
const one = number('12345678901234');
const other = number('22345678901234');
const idOf = (company: Company, id: string) => screeningHash(company, id);
const accepted = (company: Company, mark: string, id: string, by: Partial<IntactAnswer> = {}) =>
  anAnswer(company, mark, { outcome: 'requested', screening: idOf(company, id), ...by });
const failure = (id: string, ...others: string[]) => ({
  ids: [id, ...others],
  saidId: null as string | null,
  payload: { said: id },
});

async function kept(stored: readonly IntactAnswer[], failures: ReturnType<typeof failure>[]) {
  const tables = new MemoryTables('sqlite');
  await tables.insert('answers', ...stored.map(answerRow));
  let marks = 0;
  const counts = await storeFailures(tables, one, failures, () => `later-${(marks += 1)}`);
  const rows = await rowsOf(tables, 'answers');
  return { counts, added: rows.flatMap(readAnswers).slice(stored.length) };
}

test('it follows the acknowledgement, is dated like it, and has its ids', async () => {
  const before = accepted(one, 'a', 'r1', { outcome: 'review', reason: 'noAddress' });
  const { counts, added } = await kept([before, accepted(other, 'b', 'r2')], [failure('R1 ')]);
  expect(counts).toEqual({ kept: 1, unknown: 0 });
  const { screening, screenedAt, data } = before;
  const ids = { answerId: 'later-1.0', claimId: 'later-1', screening };
  const links = { previousAnswers: ['a.0'], previousOriginals: ['a.0'], replacesClaims: [] };
  const said = { outcome: 'error', reason: '', screenedAt };
  const stored = { screeningId: data.screeningId, begunAt: data.begunAt, payload: { said: 'R1 ' } };
  expect(added).toMatchObject([{ ...ids, ...links, ...said, data: stored }]);
});

test('it is found by any of its ids, and is stored once however often it was seen', async () => {
  const before = accepted(one, 'a', 'r1');
  const more = { otherScreenings: [idOf(one, 'address')], otherScreeningIds: ['address'] };
  const stored = [{ ...before, data: { ...before.data, ...more } }];
  const seen = [failure('address'), failure('nobody', 'r1'), failure('r1')];
  const { counts, added } = await kept(stored, seen);
  expect(counts).toEqual({ kept: 3, unknown: 0 });
  expect(added).toHaveLength(1);
  expect(await kept([...stored, ...added.filter((row) => row.kind !== 'damaged')], seen)).toEqual({
    counts: { kept: 3, unknown: 0 },
    added: [],
  });
});

test('the id in the reply names no request: another one stays as it is', async () => {
  const more = { otherScreenings: [idOf(one, 'address')], otherScreeningIds: ['address'] };
  const before = accepted(one, 'a', 'r1');
  const stored = [{ ...before, data: { ...before.data, ...more } }, accepted(other, 'b', 'r2')];
  const nothing = { counts: { kept: 0, unknown: 1 }, added: [] };
  const said = (saidId: string, ...ids: string[]) => ({ ids, saidId, payload: { said: saidId } });
  // An address that nobody knows, the address of another one, and an id of which the register knows nothing.
  for (const failed of [said('r2', 'old address'), said('r2', 'address'), said('r3', 'address')])
    expect(await kept(stored, [failed])).toEqual(nothing);
  expect((await kept(stored, [said('R1', 'address')])).counts).toEqual({ kept: 1, unknown: 0 });
});

test.each<[string, IntactAnswer[]]>([
  ['a request that nobody knows', []],
  ['one of another number', [accepted(one, 'a', 'r2')]],
  [
    'one after which the number was requested again',
    [accepted(one, 'a', 'r1'), accepted(one, 'b', 'r2', { previousAnswers: ['a.0'] })],
  ],
  ['one that two numbers have', [accepted(one, 'a', 'r1'), accepted(other, 'b', 'r1')]],
])('of %s nothing is stored', async (_, stored) => {
  expect(await kept(stored, [failure('r1')])).toEqual({ counts: { kept: 0, unknown: 1 }, added: [] });
});

describe('between looking and storing', () => {
  /** @param around what happens with the call that inserts */
  async function keptThrough(
    around: (tables: MemoryTables, insert: () => Promise<unknown>) => Promise<unknown>,
  ) {
    const tables = new MemoryTables('sqlite');
    const stored = [accepted(one, 'a', 'r1'), accepted(other, 'b', 'r2')];
    await tables.insert('answers', ...stored.map(answerRow));
    const watched = tablesOf(async (statements) => {
      const carryOut = () => tables.run(statements);
      if (!isInsert(statements)) return await carryOut();
      await around(tables, carryOut);
      return await tables.run(statements.filter((of) => of.do === 'read'));
    });
    let marks = 0;
    const failures = [failure('r1'), failure('r2')];
    const counts = await storeFailures(watched, one, failures, () => `later-${(marks += 1)}`);
    const rows = await rowsOf(tables, 'answers');
    return { counts, rows: rows.flatMap(readAnswers).map(({ answerId }) => answerId) };
  }
  const forgetOne = async (tables: MemoryTables) => {
    const order = { key: one.key, by: REMOVED_BY, evenIfOpen: true };
    const at = removing(Date.parse('2026-01-01T00:00:00Z'));
    expect(await forget(tables, order, at)).toMatchObject({ is: 'forgotten' });
  };

  test('what was forgotten meanwhile does not come back, and the others are kept', async () => {
    const { counts, rows } = await keptThrough(async (tables, insert) => {
      await forgetOne(tables);
      await insert();
    });
    expect(counts).toEqual({ kept: 1, unknown: 1 });
    expect(rows).toEqual(['b.0', 'later-2.0']);
  });

  test('an insert that was carried out although its call failed is not made twice', async () => {
    const { counts, rows } = await keptThrough(async (_, insert) => {
      await insert();
      throw new Error('The connection was lost.');
    });
    expect(counts).toEqual({ kept: 2, unknown: 0 });
    expect(rows).toEqual(['a.0', 'b.0', 'later-1.0', 'later-2.0']);
  });

  test('an insert that was not carried out is told as it is', async () => {
    await expect(keptThrough(() => Promise.reject(new Error('The tables are full.')))).rejects.toThrow(
      'The tables are full.',
    );
  });
});
