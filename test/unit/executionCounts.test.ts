// The counts of a run in n8n's custom execution data.
import type { IExecuteFunctions, IWorkflowExecutionCustomData } from 'n8n-workflow';

import { saveCounts } from '../../nodes/CompanyScreening/output/executionCounts';
import { annualReturnsStatusAndFiles } from '../../nodes/CompanyScreening/operations/annualReturns/annualReturnsStatusAndFiles';
import { requestAnnualReturns } from '../../nodes/CompanyScreening/operations/annualReturns/requestAnnualReturns';
import type { ItemResult } from '../../nodes/CompanyScreening/operations/answer';
import type { RequestOperation } from '../../nodes/CompanyScreening/operations/operation';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screenCompany/screenCompany';
import type { ItemState, RunResult } from '../../nodes/CompanyScreening/run/itemState';

type Receipt = ItemResult['receipt'];

const done = (changes: Partial<Receipt>): ItemState => ({
  state: 'done',
  subject: { name: 'Gloomharbour', referenceId: 'ref-1' },
  result: { items: [], receipt: { id: 'id-1', outcome: 'clear', reason: null, hits: 0, ...changes } },
  binary: {},
});
const hits = (count: number, reason: string | null = null) => done({ outcome: 'hit', hits: count, reason });
const failed: ItemState = {
  state: 'failed',
  subject: undefined,
  error: new Error('It failed.'),
  sent: false,
  binary: {},
};
const notSent: ItemState = { state: 'notSent', subject: undefined };
const runOf = (items: ItemState[], countsInExecution = true): RunResult => ({
  items,
  notes: [],
  readIn: 'asReceived',
  environment: 'sandbox',
  includeInputFields: false,
  countsInExecution,
});

/** n8n as far as it keeps custom data. */
function anExecution(kept = new Map<string, string>()) {
  const warnings: string[] = [];
  const customData: IWorkflowExecutionCustomData = {
    set: (key, value) => kept.set(key, value),
    setAll: () => undefined,
    get: (key) => kept.get(key) ?? '',
    getAll: () => Object.fromEntries(kept),
  };
  const logger = { warn: (line: string) => warnings.push(line) };
  const context = { customData, logger } as unknown as IExecuteFunctions;
  return { context, warnings, data: () => Object.fromEntries(kept) };
}

function countsOf(operation: RequestOperation, items: ItemState[]): Record<string, string> {
  const { context, data } = anExecution();
  saveCounts(context, operation, runOf(items));
  return data();
}

test('each company counts by its outcome, and one with hits and a reason also counts as one to review', () => {
  const items = [
    hits(3),
    hits(1, 'hitCountMismatch'),
    done({}),
    done({ outcome: 'review', reason: 'pending' }),
  ];
  expect(countsOf(screenCompany, [...items, failed, notSent])).toEqual({
    screening_hits: '4',
    screening_clear: '1',
    screening_review: '2',
    screening_errors: '2',
  });
});

test('the hits of a company that failed under a later name count, and the company among the errors', () => {
  const found = { items: [], receipt: { id: 'id-1; id-2', outcome: 'hit', reason: null, hits: 2 } };
  expect(countsOf(screenCompany, [hits(1), { ...failed, found }])).toEqual({
    screening_hits: '3',
    screening_errors: '1',
  });
});

test('a count of 0 is left out', () => {
  expect(countsOf(screenCompany, [done({}), done({})])).toEqual({ screening_clear: '2' });
});

test('annual returns count by their operation', () => {
  const items = [done({ outcome: 'requested' }), failed];
  expect(countsOf(requestAnnualReturns, items)).toEqual({
    annual_returns_requested: '1',
    annual_returns_errors: '1',
  });
  expect(countsOf(annualReturnsStatusAndFiles, items)).toEqual({
    annual_returns_answered: '1',
    annual_returns_errors: '1',
  });
});

test('the runs of one execution add up', () => {
  const { context, data } = anExecution(new Map([['customer', 'A']]));
  saveCounts(context, screenCompany, runOf([hits(2), done({})]));
  saveCounts(context, screenCompany, runOf([hits(1), failed]));
  expect(data()).toEqual({
    customer: 'A',
    screening_hits: '3',
    screening_clear: '1',
    screening_errors: '1',
  });
});

test('nothing is saved unless it is asked for', () => {
  const { context, data } = anExecution();
  saveCounts(context, screenCompany, runOf([hits(2)], false));
  expect(data()).toEqual({});
});

test.each<[string, (context: IExecuteFunctions) => void]>([
  ['has no custom data', (context) => Reflect.deleteProperty(context, 'customData')],
  [
    'refuses it',
    ({ customData }) => {
      customData.set = () => {
        throw new Error('Custom data is not available.');
      };
    },
  ],
])('an n8n that %s still runs, and says so in its log, without a name', (_, change) => {
  const { context, warnings } = anExecution();
  change(context);
  saveCounts(context, screenCompany, runOf([hits(2)]));
  expect(warnings).toEqual([
    'Company Screening: n8n did not save the counts of this run with the execution.',
  ]);
});
