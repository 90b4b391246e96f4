// A company with thousands of hits in the register: every step ends, since its work grows with the number of hits and not with the
// square of it.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { MemoryTables } from '../unit/register/memoryTables';
import { jsons } from './attacks';
import { runNode, type NodeRun } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const COUNT = 2_500;
const DETAILS = Array.from({ length: COUNT }, (_, n) => ({
  name: `Name ${n}`,
  sourceId: `L${n}`,
  sourceType: 'Sanction',
}));

const tables = new MemoryTables('sqlite');
const run = (parameters: INodeParameters, register = tables) =>
  runNode({
    credential: sandbox().credential,
    items: [{ company: 'Big Mill' }],
    onError: 'continueRegularOutput',
    register: () => Promise.resolve({ tables: register, isNew: false }),
    parameters,
  });
const screen = async (
  details: readonly IDataObject[],
  parameters: INodeParameters = {},
  register = tables,
) => {
  const patch = { totalHits: details.length, details: [...details] };
  await sandbox().faults([{ on: 'screening', match: 'Big', fault: { kind: 'record', patch } }]);
  return await run({ keepInRegister: true, ...parameters }, register);
};
const inRegister = (operation: string, parameters: INodeParameters = {}) =>
  run({ resource: 'register', register: 'Screening register', operation, ...parameters });
const outcomesIn = (done: NodeRun) => [...new Set(jsons(done).map(({ outcome }) => outcome))];

let first: IDataObject[];
beforeAll(async () => {
  first = jsons(await screen(DETAILS));
});

test('its hits come out, and again from the register', async () => {
  const again = jsons(await screen(DETAILS));

  expect(first).toHaveLength(COUNT);
  expect(again.map(({ hitFingerprint }) => hitFingerprint)).toEqual(
    first.map(({ hitFingerprint }) => hitFingerprint),
  );
});

test('they are in the worklist and in the report', async () => {
  const worklist = await inRegister('getFromRegister', { records: 'worklist' });
  const report = await inRegister('createReport', { binaryPropertyName: 'report' });
  const file = Buffer.from(report.outputs[0]?.[0]?.binary?.['report']?.data ?? '', 'base64').toString();

  expect(outcomesIn(worklist)).toEqual(['worklist']);
  expect(worklist.hints.join(' ')).toContain(`${COUNT} open cases`);
  expect(file).toContain(`Name ${COUNT - 1}`);
});

test('each of them is told when it is gone', async () => {
  // In a copy: what is gone is no open case any more.
  const own = tables.copy();
  const gone = jsons(await screen([], { registerSettings: { screenAgainAfterDays: 1e-9 } }, own)).filter(
    ({ outcome }) => outcome === 'gone',
  );

  expect(gone.map(({ name }) => name).toSorted()).toEqual(DETAILS.map(({ name }) => name).toSorted());
  expect(new Set(gone.map(({ hitFingerprint }) => hitFingerprint)).size).toBe(COUNT);
});
