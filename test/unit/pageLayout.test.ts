// What of a table is printed, and what stands above it: nothing that is needed to judge a row is missing on paper, and nothing is said of
// all rows that is true of some.
import fc from 'fast-check';

import { onPage, type PlacedColumn } from '../../nodes/CompanyScreening/operations/workbook/pageLayout';
import {
  ALWAYS,
  COMPARED,
  OWN,
  REST,
  WHO,
} from '../../nodes/CompanyScreening/operations/workbook/shownFields';
import type { CellContent } from '../../nodes/CompanyScreening/workbook/content';
import { drawSeed } from '../support/random';

type Row = Record<string, CellContent>;
type Column = PlacedColumn<Row>;

const text = (of: string): CellContent => ({ is: 'text', text: of });
const column = (heading: string, more: Partial<Column> = {}): Column => ({
  heading,
  rank: REST,
  isFolded: false,
  cellOf: (row) => row[heading] ?? null,
  ...more,
});
const headingsOf = ({ columns }: ReturnType<typeof onPage<Row, Column>>, layout?: 'folded' | 'onScreen') =>
  columns.filter(({ shown }) => shown.layout === layout).map(({ shown }) => shown.heading);

const WHO_AND_WHAT = [column('Company', { rank: WHO }), column('Outcome', { rank: ALWAYS })];
const rowOf = (company: string, more: Row = {}): Row => ({
  Company: text(company),
  Outcome: text('Hit'),
  ...more,
});

test('a column of the run that is the same in all rows stands above the table, and is folded in it', () => {
  const columns = [...WHO_AND_WHAT, column('Environment', { once: 'run', rank: ALWAYS })];
  const same = [rowOf('One'), rowOf('Two')].map((row) => ({ ...row, Environment: text('Sandbox') }));
  const page = onPage(same, columns);
  expect(page.above).toEqual(['Environment: Sandbox']);
  expect(headingsOf(page, 'folded')).toEqual(['Environment']);

  for (const other of [text('Production'), null]) {
    const mixed = onPage([...same, rowOf('Three', { Environment: other })], columns);
    expect(mixed.above).toEqual([]);
    expect(headingsOf(mixed)).toContain('Environment');
  }
});

test('a column of the user stands above only where there are several rows', () => {
  const columns = [...WHO_AND_WHAT, column('Country', { once: 'user', rank: OWN })];
  const row = rowOf('One', { Country: text('DE') });
  expect(onPage([row], columns).above).toEqual([]);
  expect(onPage([row, row], columns).above).toEqual(['Country: DE']);
});

test('what could be read as two things, or does not fit, stays in the table', () => {
  const columns = [...WHO_AND_WHAT, column('List', { once: 'run' })];
  for (const list of ['a.csv · Environment: Production', 'a.csv\nEnvironment: Production', 'x'.repeat(60)]) {
    const page = onPage([rowOf('One', { List: text(list) }), rowOf('Two', { List: text(list) })], columns);
    expect(page.above).toEqual([]);
    expect(page.columns.map(({ shown }) => shown.heading)).toContain('List');
  }
});

test('what stands above is as wide as the table at most', () => {
  const columns = [...WHO_AND_WHAT, column('List', { once: 'run' })];
  const pageOf = (length: number) => {
    const row = rowOf('The company of the list', { List: text('x'.repeat(length)) });
    return onPage([row, row], columns);
  };
  const widths = pageOf(1).columns.flatMap(({ shown }) =>
    shown.heading === 'List' ? [] : (shown.width ?? 0),
  );
  const room = Math.floor(widths.reduce((sum, width) => sum + width, 0)) - 'List: '.length;
  expect([room, room + 1].map((length) => pageOf(length).above.length)).toEqual([1, 0]);
});

test('two times of one minute are the same, as they are shown', () => {
  const columns = [...WHO_AND_WHAT, column('Screened at', { once: 'run' })];
  const at = (time: string): Row =>
    rowOf('The company of the list', { 'Screened at': { is: 'time', at: Date.parse(time) } });
  const one = at('2026-11-24T08:30:01Z');
  expect(onPage([one, at('2026-11-24T08:30:59Z')], columns).above).toEqual([
    'Screened at: 2026-11-24 08:30 UTC',
  ]);
  expect(onPage([one, at('2026-11-24T08:31:00Z')], columns).above).toEqual([]);
});

test('a text that needs several lines is printed only if a hit is compared by it', () => {
  const long = text('a long text '.repeat(10));
  const columns = [
    ...WHO_AND_WHAT,
    column('Address', { rank: OWN }),
    column('Source', { rank: COMPARED }),
    column('Segment', { rank: OWN }),
  ];
  const page = onPage(
    [rowOf('One', { Address: long, Source: long, Segment: text('SME') }), rowOf('Two')],
    columns,
  );
  expect(headingsOf(page)).toEqual(['Company', 'Outcome', 'Source', 'Segment']);
  expect(headingsOf(page, 'onScreen')).toEqual(['Address']);
});

test('as many columns are printed as fit on a page side by side', () => {
  const more = Array.from({ length: 9 }, (_, index) => column(`Own ${index}`, { rank: OWN }));
  const cells = more.map(({ heading }) => [heading, text('x'.repeat(28))] as const);
  const page = onPage([rowOf('One', Object.fromEntries(cells)), rowOf('Two')], [...WHO_AND_WHAT, ...more]);
  expect(headingsOf(page)).toEqual(['Company', 'Outcome', ...more.slice(0, 6).map(({ heading }) => heading)]);
});

test('where a text is higher than a row can be, the page says that it is cut', () => {
  const page = (words: number) =>
    onPage([rowOf('One'), rowOf('name '.repeat(words)), rowOf('Three')], WHO_AND_WHAT).above;
  expect(page(100)).toEqual([]);
  expect(page(400)).toEqual([
    'Cut on paper: 1 row has a text that is taller than a row can be. The cell has all of it.',
  ]);
});

const SEED = drawSeed('WORKBOOKS_SEED');

test('of any table: nothing is lost, who and what are printed, and what stands above is true of every row', () => {
  const cell = fc.oneof(
    fc.constant(null),
    fc.constantFrom('DE', 'FR', 'Sandbox', 'a · b').map(text),
    fc.string({ maxLength: 80 }).map(text),
    fc.constantFrom<CellContent>({ is: 'number', value: 7 }, { is: 'day', at: 0 }, { is: 'time', at: 0 }),
  );
  const shape = fc.record({
    rank: fc.constantFrom(ALWAYS, WHO, COMPARED, OWN, REST),
    isFolded: fc.boolean(),
    once: fc.constantFrom(undefined, 'run' as const, 'user' as const),
    isConstant: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(shape, { maxLength: 30 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(cell, { minLength: 7, maxLength: 40 }),
      (shapes, rowCount, cells) => {
        let used = 0;
        const next = () => cells[used++ % cells.length] ?? null;
        const columns = shapes.map(({ once, rank, isFolded }, index) =>
          column(`Column ${index}`, { rank, isFolded, ...(once === undefined ? {} : { once }) }),
        );
        const firsts = shapes.map(next);
        const rows = Array.from({ length: rowCount }, () =>
          Object.fromEntries(
            shapes.map(({ isConstant }, index) => [
              `Column ${index}`,
              (isConstant ? firsts[index] : next()) ?? null,
            ]),
          ),
        );
        const page = onPage(rows, columns);
        const printed = page.columns.filter(({ shown }) => shown.layout === undefined);
        expect(new Set(page.columns.map(({ of }) => of))).toEqual(new Set(columns));
        expect(page.columns).toHaveLength(columns.length);
        expect(page.columns.slice(0, printed.length)).toEqual(printed);
        expect(printed.length).toBeLessThanOrEqual(12);
        expect(page.above.length).toBeLessThanOrEqual(3);

        const told = page.above.flatMap((line) => line.split(' · '));
        const isTold = ({ heading }: Column) => told.some((part) => part.startsWith(`${heading}: `));
        for (const { of, shown } of page.columns) {
          if (!isTold(of)) continue;
          expect(shown.layout).toBe('folded');
          expect(of.once).toBeDefined();
          expect(new Set(rows.map((row) => JSON.stringify(of.cellOf(row)))).size).toBe(1);
        }
        const needed = columns.filter((one) => one.rank <= WHO && !one.isFolded && !isTold(one));
        const missing = needed.filter((one) => !printed.some(({ of }) => of === one));
        expect(missing.length).toBe(Math.max(0, needed.length - 12));
      },
    ),
    { seed: SEED, numRuns: 300 },
  );
});
