// What became of each item: none is lost without a word.
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import {
  everyItem,
  resultsOf,
  type ItemState,
  type UnfinishedItem,
} from '../../nodes/CompanyScreening/run/itemState';

test('an item of which nothing is known is an error that may have been paid for', () => {
  const known: UnfinishedItem = { state: 'notSent', subject: undefined };
  const steps: UnfinishedItem[] = [];
  steps[1] = known;
  const [first, second, third] = everyItem(steps, 3);

  expect(second).toBe(known);
  for (const lost of [first, third]) {
    expect(lost).toMatchObject({ state: 'failed', sent: true });
    expect(lost?.state === 'failed' && lost.error).toBeInstanceOf(OperationFailure);
    expect(lost).toHaveProperty('error.details.state', 'unresolved');
  }
  expect(third).toHaveProperty('error.details', {
    state: 'unresolved',
    receiptId: null,
    message: 'This node has lost sight of item 2. That is a mistake in the node.',
    advice: 'Report it, with the number of items and the options of this node.',
  });
});

test('the results of a run are those of the items that are done; what was found before others failed is apart', () => {
  const subject = { name: 'A', referenceId: null };
  const failed = { state: 'failed', subject, error: new Error('no'), sent: true, binary: {} } as const;
  const items: ItemState<string>[] = [
    { state: 'done', subject, result: 'first', binary: {} },
    failed,
    { state: 'notSent', subject },
    { ...failed, found: 'a hit' },
    { state: 'done', subject, result: 'last', binary: {} },
  ];
  expect(resultsOf(items)).toEqual({ results: ['first', 'last'], found: ['a hit'] });
});
