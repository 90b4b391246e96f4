// The option Dry Run, over HTTP: one item says what a run would do, and nothing is sent, claimed or stored.
import type { IDataObject } from 'n8n-workflow';

import { MemoryTables } from '../unit/register/memoryTables';
import { jsons } from './attacks';
import { runNode, type RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const LIST = ['Gloomharbour Shipping Ltd', 'Honest Bakery', 'Quiet Mill'];
const rowsOf = async () =>
  await tables.run(
    (['answers', 'archive', 'claims', 'decisions', 'reports', 'runs'] as const).map((table) => ({
      ...{ do: 'read', table, where: [], match: 'all' },
    })),
  );
const run = (companies: readonly unknown[], { parameters, ...more }: Partial<RunSetup> = {}) =>
  runNode({
    credential: sandbox().credential,
    onError: 'continueRegularOutput',
    register: () => Promise.resolve({ tables, isNew: false }),
    items: companies.map((company, index): IDataObject => ({ company: company as string, row: index + 2 })),
    parameters: { keepInRegister: true, ...parameters },
    ...more,
  });
/** What it says. Neither the service nor the register notices. */
async function dry(companies: readonly unknown[], { parameters = {}, ...more }: Partial<RunSetup> = {}) {
  const [before, stored] = [await sandbox().stats(), await rowsOf()];
  const options = { dryRun: true, ...(parameters['options'] as IDataObject | undefined) };
  const done = await run(companies, { ...more, parameters: { ...parameters, options } });
  expect(await sandbox().stats()).toEqual(before);
  expect(await rowsOf()).toEqual(stored);
  expect(done.error).toBeUndefined();
  const [json = {}, ...others] = jsons(done);
  expect(others).toEqual([]);
  return { json, done };
}

test('what is known is said, and from when; what cannot be screened, with its row', async () => {
  await run(LIST.slice(0, 2));
  const { json } = await dry([...LIST, '', 'Honest Bakery', '#N/A']);
  expect(json).toMatchObject({
    ...{ rows: 6, companies: 3, toSend: 1, screenings: 1, known: 2, held: 0, withoutAnswer: 0 },
    cannotBeScreened: 2,
    problems: expect.stringMatching(/^Row 5: Company Name is empty\.\nRow 7: /) as string,
  });
  expect(json['oldestAnswer']).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(json['explanation']).toMatch(
    /^3 companies in the sandbox, not real results: 1 would be sent \(1 screening\); 2 known, answered .*; 2 rows besides these cannot be screened\. Nothing was sent\.$/,
  );
  // A run does what it said.
  const before = (await sandbox().stats()).operations.screening.requests;
  await run(LIST);
  expect((await sandbox().stats()).operations.screening.requests).toBe(before + 1);
});
