// "crm-webhook": of each id that comes in one call, the strictest outcome decides, with the parameters that the example has.
import type { INodeParameters } from 'n8n-workflow';

import { readExample } from '../support/examples';
import { MemoryTables } from '../unit/register/memoryTables';
import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const HIT = 'Gloomharbour Shipping Ltd';

test('an id of which any name is not clear is not released; a later call judges it anew, and nothing is paid for twice', async () => {
  const { nodes } = await readExample('crm-webhook.json');
  const node = nodes.find(({ name }) => name === 'Company Screening');
  const tables = new MemoryTables('sqlite');
  const call = async (...companies: Array<[id: string | undefined, companyName: string]>) => {
    const { outputs } = await runNode({
      credential: sandbox().credential,
      parameters: node?.parameters as INodeParameters,
      onError: 'continueRegularOutput',
      register: () => Promise.resolve({ tables, isNew: false }),
      items: companies.map(([id, companyName]) => ({
        ...(id === undefined ? {} : { id, companyKey: id }),
        companyName,
      })),
    });
    return outputs.map((items) =>
      items.map(({ json }) => [json['id'], json['companyName'], json['outcome']]),
    );
  };

  const [hits, clear, review] = await call(
    ['c1', 'Honest Bakery'],
    ['c2', 'Honest Bakery'],
    ['c1', HIT],
    ['c3', 'Quiet Mill'],
    ['c3', 'Pending Partners'],
    ['c4', ''],
    ['c4', 'Plain Honest Trading'],
    [undefined, 'Plain Honest Trading'],
    ['K\u00a0\u00a07', HIT],
    ['K 7', 'Honest Bakery'],
    // Its name is its key.
    [undefined, 'Quiet Mill'],
    ['Quiet  Mill', HIT],
  );
  expect(hits).toEqual([
    ['c1', 'Honest Bakery', 'clear'],
    ['c1', HIT, 'hit'],
    ['K\u00a0\u00a07', HIT, 'hit'],
    ['K 7', 'Honest Bakery', 'clear'],
    [undefined, 'Quiet Mill', 'clear'],
    ['Quiet  Mill', HIT, 'hit'],
  ]);
  // The last one has no id, so the next node does not release it.
  expect(clear).toEqual([
    ['c2', 'Honest Bakery', 'clear'],
    [undefined, 'Plain Honest Trading', 'clear'],
  ]);
  expect(review).toEqual([
    ['c3', 'Quiet Mill', 'clear'],
    ['c3', 'Pending Partners', 'review'],
    ['c4', expect.anything(), 'error'],
    ['c4', 'Plain Honest Trading', 'clear'],
  ]);

  const { screeningsDone } = await sandbox().stats();
  expect(await call(['c1', 'Honest Bakery'])).toEqual([[], [['c1', 'Honest Bakery', 'clear']], []]);
  expect((await sandbox().stats()).screeningsDone).toBe(screeningsDone);
});
