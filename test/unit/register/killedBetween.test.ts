// What becomes of the answers of a run that was killed between any two statements of one call.
import type { Company } from '../../../nodes/CompanyScreening/register/rows/identity';
import { RULES } from '../../../nodes/CompanyScreening/register/protocol/rules';
import { readAnswers } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import type { StoredRow, Tables } from '../../../nodes/CompanyScreening/register/port/tables';
import { aCompany } from './anAnswer';
import { MemoryTables, rowsOf, tablesOf } from './memoryTables';
import { killedBetween, playNight } from './playedNights';

/** Ten are a batch, and two halves of it are under way. */
const companies = Array.from({ length: 15 }, (_, number) => aCompany(`Company ${number}`, `K-${number}`));
/** Every third one has a hit, and from the third day on another one. */
const found = (day: number) => (company: Company) => {
  if (Number(company.key.slice(2)) % 3 > 0) return '';
  return day < 3 ? 'a' : 'ab';
};
const dayAt = (day: number, time = '02:00:00') => `2026-03-${String(day).padStart(2, '0')}T${time}.000Z`;

/** Until n8n is killed after so many statements that change something. Gives whether it was. */
async function playUntilKilled(tables: Tables, day: number, statements: number): Promise<boolean> {
  let wasKilled = false;
  const dying = killedBetween(tables, statements);
  const on = tablesOf((all) =>
    dying.run(all).catch((error: unknown) => {
      wasKilled = true;
      throw error;
    }),
  );
  await playNight(on, { at: dayAt(day), companies, found: found(day) });
  return wasKilled;
}

/** What is seen where the third night was killed after so many statements. */
interface Killed {
  /** The claims with answers in the table: when n8n was killed, and three nights later. */
  answered: { then: StoredRow[]; later: StoredRow[] };
  /** Who has no answer, in each of the nights after. */
  without: string[][];
}

/** After two nights, the third one is killed after each of its statements in turn. */
async function killedEverywhere(): Promise<Killed[]> {
  const begun = new MemoryTables('sqlite');
  for (const day of [1, 2]) await playNight(begun, { at: dayAt(day), companies, found: found(day) });
  const all: Killed[] = [];
  let wasKilled = true;
  for (let statements = 1; wasKilled; statements += 1) {
    const tables = begun.copy();
    wasKilled = await playUntilKilled(tables, 3, statements);
    const without: string[][] = [];
    const nextNight = async (day: number) => {
      const settled = await playNight(tables, { at: dayAt(day), companies, found: found(day) });
      without.push(settled.flatMap((one) => (one.is === 'withoutVerdict' ? [one.company] : [])));
    };
    const then = await answeredIn(tables);
    for (const day of [5, 6, 7]) await nextNight(day);
    const later = await answeredIn(tables);
    await nextNight(8);
    all.push({ answered: { then, later }, without });
  }
  return all;
}

async function answeredIn(tables: Tables): Promise<StoredRow[]> {
  const answers = (await rowsOf(tables, 'answers')).flatMap(readAnswers);
  const claims = await rowsOf(tables, 'claims');
  return claims.filter(({ mark }) => answers.some((one) => one.claimId === mark));
}

let killed: Killed[];
beforeAll(async () => {
  const closing = jest.spyOn(RULES, 'isWorthArchiving').mockReturnValue(true);
  killed = await killedEverywhere();
  closing.mockRestore();
});

test('who has an answer in the night after has one for ever', () => {
  for (const { without } of killed) {
    const [first = [], ...later] = without;
    expect(later.map((some) => some.filter((one) => !first.includes(one)))).toEqual([[], [], []]);
  }
  expect(killed.length).toBeGreaterThan(10);
});

test('a claim that it left with all of its answers is closed, and keeps no answer in the table', () => {
  for (const { answered } of killed) expect(answered.later).toEqual([]);
  const left = killed.flatMap(({ answered }) => answered.then).filter(({ state }) => state === 'open');
  expect(left.length).toBeGreaterThan(1);
});
