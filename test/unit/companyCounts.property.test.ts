// The totals of a run agree: the line above the output, the summary item, its message, the row of the run and the workbook of its items,
// over random nights in which companies are listed, pending, failing, not answered, refused or twice in the list. Each company counts once.
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { readGiven } from '../../nodes/CompanyScreening/operations/workbook/givenItems';
import { screeningWorkbook } from '../../nodes/CompanyScreening/operations/workbook/screeningWorkbook';
import {
  answeredBy,
  countCompanies,
  type CountedRow,
} from '../../nodes/CompanyScreening/operations/shared/companyCounts';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { summaryOf } from '../../nodes/CompanyScreening/output/summaryItem';
import type { TableRow } from '../../nodes/CompanyScreening/register/port/tables';
import type { ItemState } from '../../nodes/CompanyScreening/run/state/itemState';
import { companyOfItem } from '../../nodes/CompanyScreening/run/run';
import { NO_CHANGE } from '../../nodes/CompanyScreening/run/register/registerCounts';
import { countRun, tallyOf } from '../../nodes/CompanyScreening/run/state/runCounts';
import { aHit, aRecord, aRecordWithHits, onlyOne } from './builders';
import { MemoryTables } from './register/memoryTables';
import { clear, failedRecord, json, timeout, screening } from './screeningRuns';
import { randomCases } from '../support/random';

/** What the service says of a company of this name. The number tells companies apart. */
const ANSWERS: Record<string, (company: string) => unknown> = {
  Clear: clear,
  Listed: (company) => json(aRecordWithHits([aHit(), aHit({ name: 'Another' })], { id: `id-${company}` })),
  Pending: (company) => json(aRecord({ id: `id-${company}`, status: 'Pending' })),
  // A hit, and a person has to look as well.
  Doubtful: (company) => json(aRecord({ id: `id-${company}`, totalHits: 2, details: [aHit()] })),
  Failing: failedRecord,
  Silent: () => timeout,
  Refused: () => json({ message: 'no' }, 400),
};
const names = fc.oneof(
  fc
    .tuple(fc.constantFrom(...Object.keys(ANSWERS)), fc.integer({ min: 1, max: 3 }))
    .map(([kind, number]) => `${kind} ${number}`),
  fc.constantFrom('', '#N/A'),
);
const lists = fc.array(names, { minLength: 1, maxLength: 9 });

async function night(tables: MemoryTables, companies: string[], itemsPer: string) {
  const { run, items } = await screening({
    companies,
    register: tables,
    answer: (company) => ANSWERS[company.split(' ')[0] ?? '']?.(company),
    continueOnFail: true,
    output: { itemsPer },
    options: { maxRetries: 0 },
  });
  const [rows = []] = await tables.run([{ do: 'read', table: 'runs', where: [], match: 'all' }]);
  const summary = onlyOne(summaryOf(screenCompany, run, undefined));
  return { items, row: rows.at(-1) ?? {}, summary };
}

/** By the items that came out, each company once. */
function byItems(companies: string[], { items }: Awaited<ReturnType<typeof night>>) {
  const isNamed = (name: string) => /^[A-Z]/.test(name);
  const unusable = companies.filter((name) => !isNamed(name)).length;
  const distinct = new Set(companies.filter(isNamed));
  // A company with a hit and a doubt is one with a hit.
  const outcomes = [...distinct].map((name) => {
    const said = items.filter((item) => item['companyName'] === name).map((item) => item['outcome']);
    return ['hit', 'review', 'error', 'clear'].find((outcome) => said.includes(outcome));
  });
  const having = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  const itemsNow = items.filter((item) => item['remembered'] === false && item['reason'] === null);
  const verdictsNow = new Set(
    itemsNow.flatMap(({ outcome, companyName }) =>
      (outcome === 'hit' || outcome === 'clear') && !isInDoubt(items, companyName) ? [companyName] : [],
    ),
  );
  return {
    verdictsNow: verdictsNow.size,
    companies: distinct.size + unusable,
    withHits: having('hit'),
    clear: having('clear'),
    toReview: having('review'),
    failed: having('error') + unusable,
  };
}

const isInDoubt = (items: readonly IDataObject[], name: unknown): boolean =>
  items.some((item) => item['companyName'] === name && item['outcome'] === 'review');

const numbersIn = (text: unknown, pattern: RegExp): number[] =>
  (pattern.exec(String(text)) ?? []).slice(1).map((number: string | undefined) => Number(number ?? 0));

function expectAgreement(
  { companies, withHits, clear: clearOnes, toReview, failed, verdictsNow }: ReturnType<typeof byItems>,
  { row, summary }: { row: TableRow; summary: ReturnType<typeof summaryOf>[number] },
) {
  expect(withHits + clearOnes + toReview + failed).toBe(companies);
  expect(row).toMatchObject({ companies, withHits, clear: clearOnes, reviews: toReview, errors: failed });
  expect(row).toMatchObject({ withVerdict: withHits - summary.companiesWithHitsToReview + clearOnes });
  expect(summary).toMatchObject({ companies, companiesWithHits: withHits, clear: clearOnes });
  expect(summary).toMatchObject({ review: toReview, errors: failed, withoutVerdict: toReview + failed });
  const { screenedNow = 0, remembered = 0, unanswered = 0 } = summary;
  expect(screenedNow + remembered + unanswered).toBe(companies);
  expect(row).toMatchObject({ screenedNow, remembered, verdictsNow });
  expect(Number(row['sentNow'])).toBeGreaterThanOrEqual(screenedNow);
  const line = numbersIn(
    summary.explanation,
    /(?:^|\. )(\d+) compan[^:]*: (\d+) screened now, (\d+) from the register(?: \([^)]*\))?(?:, (\d+) without an answer)?; (\d+) with hits \(.*\), (\d+) clear, (\d+) to review(?:, (\d+) failed)?\./,
  );
  const answered = [screenedNow, remembered, unanswered];
  expect(line).toEqual([companies, ...answered, withHits, clearOnes, toReview, failed]);
  const said =
    /^(\d+) compan.*: (\d+) screened now, (\d+) from the register.*\n(\d+) with hits, (\d+) clear, (\d+) without a verdict\./m;
  expect(numbersIn(summary.message, said)).toEqual([
    ...[companies, screenedNow, remembered],
    ...[withHits, clearOnes, toReview + failed],
  ]);
}

const MAKING = { workflow: 'Nightly', execution: '1', madeAt: 0, packageVersion: '0.0.0' };

/** The totals of the workbook are those of the run, in whatever form the items come. */
function expectSameInWorkbook(totals: Omit<ReturnType<typeof byItems>, 'verdictsNow'>, items: IDataObject[]) {
  const { listed } = screeningWorkbook(readGiven(items), { making: MAKING, oneSheet: false });
  expect(listed.counts).toMatchObject(totals);
}

test('the totals of two nights agree wherever they are said, and add up', async () => {
  await fc.assert(
    fc.asyncProperty(lists, lists, fc.constantFrom('company', 'hit'), async (first, second, itemsPer) => {
      const tables = new MemoryTables('sqlite');
      for (const companies of [first, second]) {
        const out = await night(tables, companies, itemsPer);
        const totals = byItems(companies, out);
        expectAgreement(totals, out);
        expectSameInWorkbook(totals, out.items);
      }
    }),
    { numRuns: randomCases(10) },
  );
});

const row = (by: Partial<CountedRow> = {}): CountedRow => ({
  company: 'A',
  outcome: 'clear',
  needsALook: false,
  hits: 0,
  answered: 'now',
  paidFor: [],
  ...by,
});

test('a company of several rows counts once, under what a person must not miss', () => {
  const order = ['hit', 'review', 'error', 'notProcessed', 'done', 'clear'] as const;
  const counted = (rows: CountedRow[]) => {
    const { withHits, toReview, failed, notProcessed, done, clear: clearOnes } = countCompanies(rows);
    return [withHits, toReview, failed, notProcessed, done, clearOnes];
  };
  for (const [index, outcome] of order.entries()) {
    const rows = order.slice(index).map((one) => row({ outcome: one }));
    for (const list of [rows, rows.toReversed()]) {
      expect(counted(list)).toEqual(order.map((one) => (one === outcome ? 1 : 0)));
    }
  }
});

test('its hits count once, its screenings by their ids, and it was screened now if any of its rows was', () => {
  const rows = [
    row({ outcome: 'hit', hits: 2, paidFor: ['1', '2'], answered: 'before' }),
    row({ outcome: 'hit', hits: 2, paidFor: ['1', '2'], needsALook: true }),
    row({ company: 'B', answered: 'before' }),
    row({ company: 'C', answered: 'none', outcome: 'error' }),
  ];
  expect(countCompanies(rows)).toMatchObject({
    ...{ rows: 4, companies: 3, hits: 2, screenings: 2, withHits: 1, withHitsToReview: 1 },
    ...{ screenedNow: 1, remembered: 1, unanswered: 1, unusable: 0 },
  });
  const unusable = row({ company: null, answered: 'none', outcome: 'error' });
  const counts = countCompanies([...rows, unusable, unusable]);
  expect(counts).toMatchObject({ rows: 6, companies: 5, unusable: 2, failed: 3, unanswered: 3 });
});

test('what came from the register was not paid for in this run', () => {
  const of = (id: string, remembered: boolean): ItemState => ({
    state: 'done',
    subject: { name: id, referenceId: null },
    result: { items: [], receipt: { id, outcome: 'clear', reason: null, hits: 0, remembered } },
    binary: {},
  });
  expect(countRun({ items: [of('1', true), of('2', false)] })).toMatchObject({
    ...{ screenings: 1, screenedNow: 1, remembered: 1 },
  });
});

test('the names that were answered before another one failed were paid for, and so was the control', () => {
  const parts = ['1', '2'].map((id) => ({ name: id, referenceId: '', id, outcome: 'hit' as const }));
  const receipt = { id: '1; 2', outcome: 'hit', reason: null, hits: 1, parts } as const;
  const failed: ItemState = {
    ...{ state: 'failed', subject: undefined, error: new Error('no'), sent: true, binary: {} },
    partialResult: { items: [], receipt },
  };
  const counts = countRun({ items: [failed] });
  expect(counts).toMatchObject({ screenings: 2, withHits: 1, hits: 1 });
  const waiting = { openCases: 0, oldestCaseAt: '' };
  for (const control of [0, 1] as const)
    expect(tallyOf(counts, { changes: NO_CHANGE, control, waiting }).screeningsPaid).toBe(2 + control);
});

test('a company without an answer was left by an earlier run if the register has it of one', () => {
  expect(answeredBy('noAnswer', true)).toBe('left');
  expect(answeredBy('noAnswer', false)).toBe('none');
  expect(answeredBy('beingScreened', true)).toBe('none');
  expect([answeredBy(null, true), answeredBy(null, false)]).toEqual(['before', 'now']);
});

test('rows of one name with keys or options of their own are several companies where nothing is kept as well', () => {
  const rows = ['1 Both', '2 Both', '1 Both', '1 PEP'].map((row) => row.split(' '));
  const context = { getInputData: () => rows.map(([companyKey]) => ({ json: { companyKey } })) };
  const items = rows.map(([, option = '']): ItemState => ({
    ...{
      state: 'notSent',
      subject: { name: 'Alder', referenceId: null, screened: { name: 'Alder', option } },
    },
  }));
  const companyOf = companyOfItem(context, items);
  expect(items.map((_, itemIndex) => companyOf(itemIndex))).toEqual(['0', '1', '0', '3']);
});

test('a run that keeps no answers counts a company of several rows once as well, and so does its workbook', async () => {
  const { run, items } = await screening({
    companies: ['Listed 1', 'Clear 1', 'Clear 1', '#N/A', '#N/A'],
    answer: (company) => ANSWERS[company.split(' ')[0] ?? '']?.(company),
    continueOnFail: true,
  });
  const totals = { companies: 4, withHits: 1, clear: 1, failed: 2, rows: 5 };
  expect(countRun(run)).toMatchObject(totals);
  const { rows, ...inWorkbook } = totals;
  expectSameInWorkbook({ ...inWorkbook, toReview: 0 }, items);
  expect(rows).toBe(run.items.length);
});

test('what a run sent has its answer, or failed; nothing of an earlier run, and no row without a company', () => {
  const sent: Partial<CountedRow>[] = [
    {},
    { outcome: 'hit' },
    { outcome: 'hit', needsALook: true },
    { outcome: 'review', needsALook: true },
    { outcome: 'error', needsALook: true, answered: 'none' },
    { outcome: 'hit', needsALook: true, answered: 'none' },
    { outcome: 'done' },
  ];
  const others: Partial<CountedRow>[] = [
    { answered: 'before' },
    { outcome: 'error', answered: 'before' },
    { outcome: 'review', needsALook: true, answered: 'left' },
    { outcome: 'review', needsALook: true, answered: 'none' },
    { outcome: 'notProcessed', answered: 'none' },
    { outcome: 'error', answered: 'none', company: null },
  ];
  expect(
    countCompanies([...sent, ...others].map((by) => row({ company: JSON.stringify(by), ...by }))),
  ).toMatchObject({ sentNow: 7, verdictsNow: 3 });
});
