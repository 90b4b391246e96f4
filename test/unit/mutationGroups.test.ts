// Mutation judges what decides verdicts, payments, secrets and retries: nobody may forget a source there.
import { outdated } from '../../tools/mutation/outdated';

test('each source is in a group with its tests or in the list of those that are not judged, and each explained change is of code that is there', () => {
  expect(outdated()).toEqual([]);
});
