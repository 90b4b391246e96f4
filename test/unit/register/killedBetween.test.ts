// What becomes of the answers of a run that was killed between any two statements of one call.
import type { Company } from '../../../nodes/CompanyScreening/register/identity';
import { RULES } from '../../../nodes/CompanyScreening/register/protocol/rules';
import { readAnswers } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import type { Statement, StoredRow, Tables } from '../../../nodes/CompanyScreening/register/tables';
import { MemoryTables } from './memoryTables';
import { playNight, rowsOf } from './playedNights';

/** Ten are a batch, and two halves of it are under way. */
const companies = Array.from({ length: 15 }, (_, number): Company => ({
  ...{ key: `K-${number}`, names: [`Company ${number}`], option: 'Both' },
  ...{ environment: 'sandbox', baseUrl: 'https://service.example' },
}));
/** Every third one has a hit, and from the third day on another one. */
const found = (day: number) => (company: Company) => {
  if (Number(company.key.slice(2)) % 3 > 0) return '';
  return day < 3 ? 'a' : 'ab';
};
const dayAt = (day: number, time = '02:00:00') => `2026-03-${String(day).padStart(2, '0')}T${time}.000Z`;

/** Until n8n is killed after so many statements that change something. Gives whether it was. */
async function playUntilKilled(tables: Tables, day: number, statements: number): Promise<boolean> {
  let left = statements;
  let wasKilled = false;
  const untilThen: Tables = {
    async run(all: readonly Statement[]) {
      const read: StoredRow[][] = [];
      for (const statement of all) {
        if (wasKilled || (statement.do !== 'read' && (left -= 1) < 0)) {
          wasKilled = true;
          throw new Error('n8n was killed.');
        }
        read.push(...(await tables.run([statement])));
      }
      return read;
    },
    runWithoutWaiting: () => undefined,
  };
  await playNight(untilThen, { at: dayAt(day), companies, found: found(day) });
  return wasKilled;
}

/** After two nights, the third one is killed after each of its statements in turn. */
async function killedEverywhere(look: (tables: Tables, statements: number) => Promise<void>): Promise<void> {
  const begun = new MemoryTables('sqlite');
  for (const day of [1, 2]) await playNight(begun, { at: dayAt(day), companies, found: found(day) });
  let wasKilled = true;
  for (let statements = 1; wasKilled; statements += 1) {
    const tables = begun.copy();
    wasKilled = await playUntilKilled(tables, 3, statements);
    await look(tables, statements);
  }
}

beforeEach(() => {
  jest.spyOn(RULES, 'isWorthClosing').mockReturnValue(true);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('who has an answer in the night after has one for ever', async () => {
  await killedEverywhere(async (tables) => {
    const without: string[][] = [];
    for (const day of [5, 6, 7, 8]) {
      const settled = await playNight(tables, { at: dayAt(day), companies, found: found(day) });
      without.push(settled.flatMap((one) => (one.is === 'withoutVerdict' ? [one.company] : [])));
    }
    const [first = [], ...later] = without;
    expect(later.map((some) => some.filter((one) => !first.includes(one)))).toEqual([[], [], []]);
  });
});

test('a claim that it left with all of its answers is closed, and keeps no answer in the table', async () => {
  const answeredIn = async (tables: Tables) => {
    const answers = (await rowsOf(tables, 'answers')).flatMap(readAnswers);
    const claims = await rowsOf(tables, 'claims');
    return claims.filter(({ mark }) => answers.some((one) => one.mark === mark));
  };
  let left = 0;
  await killedEverywhere(async (tables) => {
    left += (await answeredIn(tables)).filter(({ state }) => state === 'open').length;
    for (const day of [5, 6, 7]) await playNight(tables, { at: dayAt(day), companies, found: found(day) });
    expect(await answeredIn(tables)).toEqual([]);
  });
  expect(left).toBeGreaterThan(1);
});
