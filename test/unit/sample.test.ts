// Sample of Decisions: which dismissals are drawn, that the same seed draws the same ones, and what the items say.
import * as fc from 'fast-check';

import { plainText } from '../../nodes/CompanyScreening/names/plainText';
import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { readFilters, type Filters } from '../../nodes/CompanyScreening/operations/shared/registerReading';
import {
  dismissalsIn,
  drawnFrom,
  readDrawing,
  sampleIn,
} from '../../nodes/CompanyScreening/operations/reports/sample';
import { decisionChain } from '../../nodes/CompanyScreening/register/facts/decisionChain';
import { answerRow, type IntactAnswer } from '../../nodes/CompanyScreening/register/rows/answerRows';
import type { StoredRow, TableRow } from '../../nodes/CompanyScreening/register/port/tables';
import { hitFingerprint } from '../../nodes/CompanyScreening/service/hitFingerprint';
import { aHit, aRecordWithHits, aReply, parametersOf } from './builders';
import { added, person } from './register/decisions/aDecision';
import { aCompany } from './register/anAnswer';
import { answerTo } from './register/answerTo';
import { aRemoval } from './register/aRemoval';
import { MemoryTables } from './register/memoryTables';
import { SAMPLE_KEYS } from './reportKeys';

const ben = person('ben');
const company = (letter: string) => ({ company: letter.repeat(64), companyKey: letter, companyName: letter });

/** For each company, a false positive by Ann that Ben confirms. */
function dismissed(letters: string, rows: readonly StoredRow[] = []): StoredRow[] {
  return letters.split('').reduce(
    (all, letter) =>
      added(added(all, 'falsePositive', company(letter)), 'confirm', {
        ...company(letter),
        ...ben,
        reason: `Seen ${letter}`,
      }),
    [...rows],
  );
}
const keysOf = (rows: readonly StoredRow[]) =>
  dismissalsIn(decisionChain(rows)).map(({ confirmation }) => confirmation.companyKey);

const proposed = added([], 'falsePositive', company('a'));
test.each<[string, StoredRow[], string[]]>([
  ['a false positive that a second person confirmed is one', dismissed('ab'), ['a', 'b']],
  [
    'so is one that was closed later',
    added(dismissed('ab'), 'close', { ...company('a'), ...ben }),
    ['a', 'b'],
  ],
  ['a proposal is none', proposed, []],
  ['a rejection is none', added(proposed, 'reject', { ...company('a'), ...ben }), []],
  ['a confirmation of one’s own is none', added(proposed, 'confirm', company('a')), []],
  ['a true match is none', added([], 'trueMatch', company('a')), []],
])('what counts as a dismissal, whatever was decided later: %s', (_, rows, keys) => {
  expect(keysOf(rows)).toEqual(keys);
});

test('the same seed draws the same sample, whatever the order of the rows, and later decisions change none of it', () => {
  const all = dismissalsIn(decisionChain(dismissed('abcdef0123')));
  const [last, ...earlier] = all.toReversed();
  const draw = (from: typeof all, size: number, seed: string) =>
    drawnFrom(from, size, seed).map((one) => one.confirmation.decision);
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 12 }), (seed, size) => {
      const drawn = draw(all, size, seed);
      expect(drawn).toHaveLength(Math.min(size, all.length));
      expect(new Set(drawn).size).toBe(drawn.length);
      expect(draw(all.toReversed(), size, seed)).toEqual(drawn);
      // Of a larger sample, the first ones are the smaller one.
      expect(draw(all, size + 1, seed).slice(0, size)).toEqual(drawn);
      const before = draw(earlier, size, seed);
      expect(drawn.filter((one) => one !== last?.confirmation.decision)).toEqual(
        before.slice(0, drawn.filter((one) => one !== last?.confirmation.decision).length),
      );
    }),
  );
});

test('every dismissal has the same chance', () => {
  const all = dismissalsIn(decisionChain(dismissed('abcd')));
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 2000; seed++) {
    const [first] = drawnFrom(all, 1, String(seed));
    const key = first?.confirmation.companyKey ?? '';
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const count of counts.values()) expect(Math.abs(count - 500)).toBeLessThan(100);
  expect(counts.size).toBe(4);
});

const everything = readFilters({}, 'UTC');
interface Books {
  size?: number;
  filters?: Filters;
  answers?: IntactAnswer[];
  archive?: TableRow[];
}
async function sampleOf(
  rows: readonly StoredRow[],
  { size = 25, filters = everything, answers = [], archive = [] }: Books = {},
) {
  const tables = new MemoryTables('sqlite');
  await tables.insert('decisions', ...rows);
  if (answers.length > 0) await tables.insert('answers', ...answers.map(answerRow));
  if (archive.length > 0) await tables.insert('archive', ...archive);
  const monthStartMs = Date.parse('2026-04-01T00:00:00.000Z');
  return await sampleIn(tables, 'Screening register', filters, { size, seed: 's', monthStartMs });
}

test('an item says who proposed and confirmed, when and why, of how many it was drawn, and by which seed', async () => {
  const { items, counts } = await sampleOf(dismissed('abc'), { size: 2 });
  expect(counts).toEqual([
    '2 of 3 dismissed hits confirmed before 2026-04-01T00:00:00.000Z, drawn with the seed s',
  ]);
  expect(items.map(({ json }) => json)).toMatchObject([
    { seed: 's', sampleNumber: 1, sampleSize: 2, population: 3, only: null },
    { seed: 's', sampleNumber: 2, sampleSize: 2, population: 3, before: '2026-04-01T00:00:00.000Z' },
  ]);
  const [item] = items;
  expect(Object.keys(item?.json ?? {}).sort()).toEqual([...SAMPLE_KEYS].sort());
  expect(item?.json).toMatchObject({
    outcome: 'dismissal',
    proposedBy: 'ann@company.example',
    proposedAt: '2026-03-01T12:00:00.000Z',
    proposalReason: 'Another company of that name',
    confirmedBy: 'ben@company.example',
    confirmationReason: expect.stringMatching(/^Seen [abc]$/) as string,
    name: 'Somebody',
    nameMatch: 'unknown',
    newestDecisions: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    // The register of this test has no answer of the company.
    problem: expect.stringMatching(
      /^What the service said about this hit is no longer in the register/,
    ) as string,
  });
});

test('where a row is missing, each item and the line above say so', async () => {
  const rows = dismissed('ab');
  const { items, counts } = await sampleOf(rows.filter((_, index) => index !== 1));
  expect(items.map(({ json }) => json['companyKey'])).toEqual(['b']);
  expect(items[0]?.json['problem']).toMatch(/is missing/);
  expect(counts?.join()).toMatch(/is missing/);
});

test('where decisions were deleted on purpose, each item and the line above say so, and who decided it', async () => {
  const rows = dismissed('ab');
  const gone = rows.slice(0, 2).map((row) => String(row['seal']));
  const { items, counts } = await sampleOf(rows.slice(2), { archive: [aRemoval({}, gone)] });
  const said =
    'Data from before 2026-04-01 that was no longer needed was pruned on 2026-05-02: 12 screenings, as ann@company.example decided (Five years are over). So a sample that was drawn before, with the same seed, may have been another one.';
  expect(items.map(({ json }) => json['companyKey'])).toEqual(['b']);
  expect(items[0]?.json['problem']).toMatch(/^What the service said/);
  expect(plainText(items[0]?.json['problem'])).toContain(said);
  expect(counts?.at(-1)).toBe(said);
  // What changed no decision changed no sample.
  expect((await sampleOf(rows, { archive: [aRemoval()] })).counts).toHaveLength(1);
});

test('only what was confirmed in the period is drawn, and each item says what was left out', async () => {
  const rows = added(dismissed('ab'), 'falsePositive', {
    ...company('c'),
    decidedAt: '2026-03-02T12:00:00.000Z',
  });
  const all = added(rows, 'confirm', { ...company('c'), ...ben, decidedAt: '2026-03-03T12:00:00.000Z' });
  const filters = readFilters({ from: '2026-03-03' }, 'UTC');
  const { items } = await sampleOf(all, { filters });
  expect(items.map(({ json }) => [json['companyKey'], json['population'], json['only']])).toEqual([
    ['c', 1, 'from 2026-03-03T00:00:00.000Z'],
  ]);
});

describe('what the two people saw', () => {
  const gloom = aCompany('Gloom', 'P-1');
  const listed = aHit({ name: 'Somebody' });
  const seen = (mark: string, screenedAt: string, country: string) =>
    answerTo(gloom, mark, [aReply(aRecordWithHits([listed]))], {
      ...{ outcome: 'hit', screenedAt, hits: [listed], ownData: { country } },
    });
  const first = seen('m0', '2026-01-01T00:00:00.000Z', 'IT');
  const before = seen('m1', '2026-02-01T00:00:00.000Z', 'DE');
  const later = seen('m2', '2026-04-01T00:00:00.000Z', 'FR');
  const about = { company: before.company, hitFingerprint: hitFingerprint(listed) };
  const rows = added(added([], 'falsePositive', about), 'confirm', { ...about, ...ben });

  test.each<[string, IntactAnswer[], object]>([
    [
      'is the hit and what was known of the company at that time, not of today',
      [later, before, first],
      { name: 'Somebody', ownCountry: 'DE', screenedAt: '2026-02-01T00:00:00.000Z', problem: null },
    ],
    [
      'is taken from any answer that has the hit, if that one has left the table',
      [later],
      { ownCountry: 'FR', problem: null },
    ],
    [
      'is not taken from a row that was changed',
      [{ ...before, reason: 'x', outcome: 'clear' }],
      { ownCountry: null, problem: expect.stringMatching(/^What the service said/) as string },
    ],
  ])('%s', async (_, answers, json) => {
    const { items } = await sampleOf(rows, { answers });
    expect(items[0]?.json).toMatchObject(json);
  });
});

test('remarks on a decision stand beside it, and are no dismissals themselves', async () => {
  const rows = dismissed('a');
  const [dismissal] = dismissalsIn(decisionChain(rows));
  const previous = [dismissal?.confirmation.decision ?? ''];
  const remark = { ...company('a'), ...person('eve'), reason: 'Well done', previous };
  const checked = added(rows, 'checked', remark);
  const again = added(checked, 'checked', { ...remark, ...person('fay'), reason: 'Why?' });
  const { items } = await sampleOf(again);
  expect(items.map(({ json }) => [json['population'], json['checkedBy'], json['remark']])).toEqual([
    [1, 'eve@company.example; fay@company.example', 'Well done; Why?'],
  ]);
});

test('without a seed, a new one is made', () => {
  const drawingOf = (options: object) => readDrawing(parametersOf({ options }), 9);
  expect(new Set([drawingOf({}).seed, drawingOf({ seed: ' ' }).seed]).size).toBe(2);
  expect(drawingOf({ seed: 7, sampleSize: 1000 })).toEqual({ seed: '7', size: 1000, monthStartMs: 9 });
  expect(drawingOf({ seed: '7' }).size).toBe(25);
  for (const sampleSize of [0, 1.5, 1001, '5']) expect(() => drawingOf({ sampleSize })).toThrow(InvalidItem);
});

test('without Before, what was confirmed this month is in no sample; with it, it may be', async () => {
  const late = { decidedAt: '2026-04-01T00:00:00.000Z' };
  const rows = added(dismissed('a'), 'falsePositive', { ...company('b'), ...late });
  const all = added(rows, 'confirm', { ...company('b'), ...ben, ...late });
  const keysIn = async (filters: Filters) =>
    (await sampleOf(all, { filters })).items.map(({ json }) => [json['companyKey'], json['before']]);
  expect(await keysIn(everything)).toEqual([['a', '2026-04-01T00:00:00.000Z']]);
  const before = '2026-04-02T00:00:00.000Z';
  expect((await keysIn(readFilters({ before }, 'UTC'))).toSorted()).toEqual([
    ['a', before],
    ['b', before],
  ]);
});
