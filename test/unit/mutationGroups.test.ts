// Mutation judges what decides verdicts, payments, secrets and retries: nobody may forget a source there.
import { outdated } from '../../tools/mutation/outdated';

test('each source is in a group with its tests, or in the list of those that are not judged', () => {
  expect(outdated()).toEqual([]);
});
