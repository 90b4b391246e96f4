// What became of each item: none is lost without a word.
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { everyItem, type UnfinishedItem } from '../../nodes/CompanyScreening/run/itemState';

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
});
