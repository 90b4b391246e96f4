// Get Many of the register: what it gives is what Screen Company gives from the register, and never more favourable.
import type { IDataObject } from 'n8n-workflow';

import { MemoryTables } from '../unit/register/memoryTables';
import { jsons, screening, type Screening } from './attacks';
import { runNode, type RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const register = () => Promise.resolve({ tables, isNew: false });
const screen = (companies: readonly string[], more: Screening = {}) =>
  screening(sandbox(), companies, { register: tables, ...more });
const get = (parameters: IDataObject, more: Partial<RunSetup> = {}) =>
  runNode({
    credential: sandbox().credential,
    register,
    items: [{}],
    ...more,
    parameters: {
      resource: 'register',
      operation: 'getFromRegister',
      register: 'Screening register',
      ...(parameters as RunSetup['parameters']),
    },
  });

const HIT = 'Gloomharbour Shipping Ltd';
const LIST = [HIT, 'Honest Bakery', 'Quiet Mill'];

/** They say under which name a hit was found. */
const OTHER_NAMES = { additionalFields: { otherNames: '' } };

test('companies come out as Screen Company gives them from the register', async () => {
  await screen(LIST);
  const own = { output: { itemsPer: 'company' }, ...OTHER_NAMES };
  const remembered = jsons(await screen(LIST, { parameters: own }));
  const run = await get({});

  expect(jsons(run)).toEqual(remembered.map((one) => ({ ...one, calledNow: null })));
  expect(run.hints).toEqual([
    '1 register: 3 companies, 1 with hits, 2 clear, 0 to review, 0 failed, 3 of them from the sandbox, not real results.',
  ]);
});

test('hits come out as Screen Company gives them from the register', async () => {
  await screen(LIST);
  const hits = jsons(await screen(LIST, { parameters: OTHER_NAMES })).filter(
    ({ outcome }) => outcome === 'hit',
  );
  const run = await get({ records: 'hits' });

  expect(hits.length).toBeGreaterThan(0);
  expect(jsons(run)).toEqual(hits.map((one) => ({ ...one, calledNow: null })));
  expect(run.hints).toEqual([
    `1 register: ${hits.length} ${hits.length === 1 ? 'hit' : 'hits'}, ${hits.length} of them from the sandbox, not real results.`,
  ]);
});
