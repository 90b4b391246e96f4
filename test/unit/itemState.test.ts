// What became of each item: none is lost without a word.
import type { IDataObject } from 'n8n-workflow';

import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import {
  emptyListOf,
  everyItem,
  resultsOf,
  wasSent,
  type ItemState,
  type UnfinishedItem,
} from '../../nodes/CompanyScreening/run/state/itemState';

test('an item of which nothing is known is an error that may have been paid for', () => {
  const known: UnfinishedItem = { state: 'notSent', subject: undefined };
  const steps: UnfinishedItem[] = [];
  steps[1] = known;
  const [first, second, third] = everyItem(steps, 3);

  expect(second).toBe(known);
  for (const lost of [first, third]) {
    expect(lost).toMatchObject({ state: 'failed', sent: true });
    expect(lost?.state === 'failed' && lost.error).toBeInstanceOf(OperationFailure);
    expect(lost).toHaveProperty('error.details.state', 'staysUncertain');
  }
  expect(third).toHaveProperty('error.details', {
    state: 'staysUncertain',
    receiptId: null,
    message: 'This node has lost track of item 2. That is a bug in the node.',
    advice: 'Report it, with the number of items and the options of this node.',
  });
});

test('the results of a run are those of the items that are done', () => {
  const subject = { name: 'A', referenceId: null };
  const failed = { state: 'failed', subject, error: new Error('no'), sent: true, binary: {} } as const;
  const items: ItemState<string>[] = [
    { state: 'done', subject, result: 'first', binary: {} },
    failed,
    { state: 'notSent', subject },
    { ...failed, partialResult: 'a hit' },
    { state: 'done', subject, result: 'last', binary: {} },
  ];
  expect(resultsOf(items)).toEqual(['first', 'last']);
});

test('what the register remembers to have failed in an earlier run was not sent in this one', () => {
  const subject = { name: 'A', referenceId: null };
  const failed = { state: 'failed', subject, error: new Error('no'), sent: true, binary: {} } as const;
  expect([failed, { ...failed, remembered: true }, { ...failed, sent: false }].map(wasSent)).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ['answered now', null, false, true],
  ['answered before', null, true, false],
  ['that another run is screening', 'beingScreened', false, false],
] as const)('whether a company %s was sent in this run', (_, reason, remembered, isSent) => {
  const receipt = { id: '1', outcome: 'review', reason, hits: 0, remembered } as const;
  const result = { items: [], receipt };
  const subject = { name: 'A', referenceId: null };
  expect(wasSent({ state: 'done', subject, result, binary: {} })).toBe(isSent);
});

test('an item of nothing is an empty list, and the error of its reader says why it was not read', () => {
  const error = {
    outcome: 'error',
    fileName: 'list.csv',
    error: 'No.',
    forColleagues: 'No. Ask.',
    description: 'Do.',
  };
  const listOf = (...items: IDataObject[]) =>
    emptyListOf(
      items.map((json) => ({ json })),
      'Your list',
    );
  expect(listOf({})).toMatchObject({ subject: 'the list is empty' });
  expect(listOf({})?.message).toContain('"Your list" gave nothing');
  expect(listOf(error)).toMatchObject({
    ...{ subject: 'the list was not read', advice: 'No. Ask. For whoever set this up: Do.' },
    message: 'The list could not be read, so nothing was screened.',
  });
  expect(listOf({ ...error, fileName: null })).toMatchObject({ subject: 'the list was not read' });
  // A row that cannot be used, a company, and more than one item are a list.
  expect(listOf({ ...error, row: 2 })).toBeUndefined();
  expect(listOf({ companyName: '' })).toBeUndefined();
  expect(listOf({}, {})).toBeUndefined();
  const file = { data: { data: '', mimeType: 'text/csv' } };
  expect(emptyListOf([{ json: {}, binary: file }], 'Your list')).toBeUndefined();
});
