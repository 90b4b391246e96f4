// Attacks on the data: the content of a cell is never taken for something else, and nothing is invented.
import { jsons } from './attacks';
import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const numbersSent = async () =>
  (await sandbox().stats()).operations.annualReturns.recent.map(({ path }) => path.split('/').at(-1));

describe('registration numbers', () => {
  test('"Restore Leading Zeros" by expression is read for each item', async () => {
    const run = await runNode({
      credential: sandbox().credential,
      onError: 'continueRegularOutput',
      parameters: {
        operation: 'requestAnnualReturns',
        registrationNumber: '={{ $json.number }}',
        options: { restoreLeadingZeros: '={{ $json.restore }}' },
      },
      items: [
        { number: '1234567890123', restore: true },
        { number: '1234567890124', restore: false },
        { number: '1234567890125', restore: true },
      ],
    });

    expect(jsons(run).map(({ outcome, status }) => outcome ?? status)).toEqual([
      'requested',
      'error',
      'requested',
    ]);
    expect((await numbersSent()).sort()).toEqual(['01234567890123', '01234567890125']);
  });
});

test('"When There Are No Hits" by expression is read for each item', async () => {
  const run = await runNode({
    credential: sandbox().credential,
    parameters: { output: { noHits: '={{ $json.wanted }}' } },
    items: [
      { company: 'One Ltd', wanted: 'returnNothing' },
      { company: 'Two Ltd', wanted: 'returnItem' },
      { company: 'Three Ltd', wanted: 'returnNothing' },
    ],
  });

  expect(jsons(run).map(({ companyName }) => companyName)).toEqual(['Two Ltd']);
});
