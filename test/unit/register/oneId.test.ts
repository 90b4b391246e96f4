// Two runs side by side, and one screening id for a company of each: they do not both say clear, however long their lists are.
import type { ListedCompany } from '../../../nodes/CompanyScreening/register/rows/identity';
import type { SentResult } from '../../../nodes/CompanyScreening/register/protocol/messages';
import type { Tables } from '../../../nodes/CompanyScreening/register/port/tables';
import { drawSeed, randomNumbers } from '../../support/random';
import { aCompany } from './anAnswer';
import { cleared, screened, settingsWith, wanted } from './aList';
import { MemoryTables, oneByOne, rowsOf } from './memoryTables';

const old = Array.from({ length: 501 }, (_, number) => wanted(aCompany(`Old ${number}`)));
const oneId = (one: ListedCompany): SentResult => ({ ...cleared(one), screeningId: 'one id' });

/** These tables, whose statements come at random moments, as if every run had a way of its own to the database. */
const slowly = (tables: Tables, random: () => number) =>
  oneByOne(async (statement) => {
    for (let turns = Math.floor(random() * 4); turns > 0; turns--)
      await new Promise((resolve) => setImmediate(resolve));
    return await tables.run([statement]);
  });

/** What comes out of each company. */
async function screen(
  tables: Tables,
  companies: readonly ListedCompany[],
  answer: (one: ListedCompany) => SentResult,
): Promise<Map<string, string>> {
  const settings = settingsWith(100);
  const { settled } = await screened(tables, companies, { answer, settings, companyMs: 0 });
  return new Map(
    settled.map((one) => {
      const isClear = one.is === 'answer' && one.doubt === null && one.answer.outcome === 'clear';
      return [one.company, isClear ? 'clear' : 'review'];
    }),
  );
}

const seed = drawSeed('REGISTER_SEED');

test.each([
  ['two short lists', 20, [], []],
  ['a short list and a long one', 3, [], old],
  ['a long list and a short one', 3, old, []],
  ['two long lists', 3, old, old],
])(
  'two runs at the same time never end with two clear companies of one screening id: %s, %d tries',
  async (_, tries, first, second) => {
    const random = randomNumbers(seed);
    const known = new MemoryTables('sqlite');
    await screen(known, old, cleared);
    const rowsOfOld = await rowsOf(known, 'answers');
    const together: string[] = [];
    for (let number = 0; number < tries; number++) {
      const tables = new MemoryTables('sqlite');
      await tables.insert('answers', ...rowsOfOld);
      const slow = slowly(tables, random);
      const [x, y] = [wanted(aCompany('X')), wanted(aCompany('Y'))];
      const [ofX, ofY] = await Promise.all([
        screen(slow, [...first, x], oneId),
        screen(slow, [...second, y], oneId),
      ]);
      together.push([ofX.get(x.hash), ofY.get(y.hash)].join(' '));
      const later = await screen(tables, [x, y], oneId);
      expect([...later.values()]).toEqual(['review', 'review']);
    }
    expect(together.filter((both) => both === 'clear clear')).toEqual([]);
    expect(together).toHaveLength(tries);
  },
);
