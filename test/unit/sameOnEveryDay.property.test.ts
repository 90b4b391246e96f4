// Whatever the service answers: a company that was answered comes out the same on the day it was screened, of what this run has read,
// and on every later one, of what the register holds.
import fc from 'fast-check';

import { RULES } from '../../nodes/CompanyScreening/register/protocol/rules';
import { screeningRecordSchema } from '../../nodes/CompanyScreening/service/contract';
import { aHit, aRecord } from './builders';
import { MemoryTables } from './register/memoryTables';
import { clear, json, timeout, type WireAnswer, screening } from './screeningRuns';
import { randomCases } from '../support/random';

const SEED = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
const LIST = ['Alder', 'Birch', 'Cedar', 'Birch'];

interface Listed {
  answer: (name: string) => unknown;
  otherNames: string;
  output: Record<string, string>;
}

/** A run that keeps its answers, and its items by the row of the list. */
async function keep(tables: MemoryTables, { answer, otherNames, output }: Listed) {
  const { given, sent } = await screening({
    companies: LIST,
    register: tables,
    answer,
    output,
    continueOnFail: true,
    additionalFields: { otherNames, requesterId: 'me' },
    options: { maxRetries: 0 },
  });
  const itemsOf = (row: number) =>
    given
      .filter(({ pairedItem }) => JSON.stringify(pairedItem) === JSON.stringify({ item: row }))
      .map((item) => item.json);
  return { requests: sent.length, rows: LIST.map((_, row) => itemsOf(row)) };
}

const ids = fc.oneof({ weight: 4, arbitrary: fc.uuid() }, fc.constantFrom('', ' ', 'one', 'ONE '));
// Weighted towards answers: of a failure, there is nothing to compare.
const records = fc.record(
  {
    id: ids,
    status: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('Completed', 'Successful') },
      fc.constantFrom('Pending', 'Failed', 'completed', 'Done'),
    ),
    totalHits: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: -1, max: 3 })),
    isError: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.boolean()),
    details: fc.option(
      fc.array(
        fc.oneof(
          { weight: 3, arbitrary: fc.string({ unit: 'binary' }).map((name) => aHit({ name })) },
          fc.anything({ withObjectString: true }),
        ),
        { maxLength: 3 },
      ),
    ),
    errors: fc.constantFrom([], [], null, [{ code: 'S0005', message: 'UNKNOWN_ERROR' }]),
    option: fc.constantFrom('Both', 'Both', 'both', 'Pep', null),
    requesterId: fc.constantFrom('me', 'ME', 'somebody', null),
    createdAt: fc.constantFrom('2025-03-01T08:00:00Z', '2020-03-01T08:00:00Z', null, 7),
    companyName: fc.constantFrom(undefined, undefined, undefined, 'Somebody else'),
  },
  { noNullPrototype: true },
);
const answers: fc.Arbitrary<WireAnswer | Error> = fc.oneof(
  { weight: 8, arbitrary: records.map((record) => json({ ...aRecord(), ...record })) },
  { weight: 1, arbitrary: records.map((record) => json(record, 200, { 'content-range': 'bytes 0-9/20' })) },
  { weight: 1, arbitrary: fc.constantFrom(json({ code: 'S0010' }, 500), json('', 200), timeout) },
);
const lists: fc.Arbitrary<Listed> = fc.record({
  answer: fc.array(answers, { minLength: 6, maxLength: 6 }).map((all) => {
    const left = [...all];
    return () => left.shift();
  }),
  otherNames: fc.constantFrom('', '', 'Dogwood; Elm'),
  output: fc.record({
    content: fc.constantFrom('simplified', 'raw'),
    itemsPer: fc.constantFrom('hit', 'company'),
  }),
});

test(`a company comes out of what was read of its answer as out of what is stored (FC_SEED=${SEED})`, async () => {
  const outcomes = new Set<unknown>();
  const property = fc.asyncProperty(lists, async (listed) => {
    const tables = new MemoryTables('sqlite');
    const fresh = await keep(tables, listed);
    const later = await keep(tables, listed);
    expect(later.requests).toBe(0);
    for (const [row, items] of fresh.rows.entries()) {
      // In the run in which it happened, a failure comes out; later, that no answer is there.
      if (items.some(({ outcome }) => outcome === 'error')) continue;
      expect(later.rows[row]).toEqual(items.map((item) => ({ ...item, remembered: true })));
      for (const { outcome, reason } of items) outcomes.add(reason ?? outcome);
    }
  });
  for (let round = 0; round === 0 || (round < MAX_ROUNDS && !isCompared(outcomes)); round++)
    await fc.assert(property, { numRuns: randomCases(15), seed: SEED + round });
  expect({ outcomes: [...outcomes], isCompared: isCompared(outcomes) }).toMatchObject({ isCompared: true });
});

const MAX_ROUNDS = 20;
/** Otherwise nothing has been compared. */
const isCompared = (outcomes: ReadonlySet<unknown>): boolean =>
  ['clear', 'hit', 'otherRequest'].every((one) => outcomes.has(one));

test('a reply is read once in its run, and a stored answer is judged once, however many rows ask for the company', async () => {
  const readings = jest.spyOn(screeningRecordSchema, 'safeParse');
  const standings = jest.spyOn(RULES, 'companyStateOf');
  const withOwnAnswer = () => standings.mock.calls.filter(([{ answers: known }]) => known.length > 0).length;
  try {
    const tables = new MemoryTables('sqlite');
    const listed = { answer: clear, otherNames: '', output: {} };
    await keep(tables, listed);
    // Three companies in four rows.
    expect([readings.mock.calls.length, withOwnAnswer()]).toEqual([3, 3]);
    await keep(tables, listed);
    expect([readings.mock.calls.length, withOwnAnswer()]).toEqual([3 + 4, 3 + 3]);
  } finally {
    readings.mockRestore();
    standings.mockRestore();
  }
});
