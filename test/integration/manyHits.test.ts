// A company with thousands of hits in the register: every step ends, since its work grows with the number of hits and not with the
// square of it.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { jsons } from './attacks';
import type { NodeRun } from './nodeInN8nCore';
import { useRegister } from './registerRuns';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const register = useRegister(sandbox);
const COUNT = 2_500;
const DETAILS = Array.from({ length: COUNT }, (_, n) => ({
  name: `Name ${n}`,
  sourceId: `L${n}`,
  sourceType: 'Sanction',
}));

const screen = async (details: readonly IDataObject[], parameters: INodeParameters = {}) => {
  const patch = { totalHits: details.length, details: [...details] };
  await sandbox().faults([{ on: 'screening', match: 'Big', fault: { kind: 'record', patch } }]);
  return await register.keep(['Big Mill'], parameters);
};
const outcomesIn = (done: NodeRun) => [...new Set(jsons(done).map(({ outcome }) => outcome))];

test('its hits come out, and again from the register; each is told when it is gone', async () => {
  const first = await screen(DETAILS);
  const again = await screen(DETAILS);

  expect(first).toHaveLength(COUNT);
  expect(again.map(({ hitFingerprint }) => hitFingerprint)).toEqual(
    first.map(({ hitFingerprint }) => hitFingerprint),
  );
  const due = { registerSettings: { screenAgainAfterDays: 1e-9 } };
  const gone = (await screen([], due)).filter(({ outcome }) => outcome === 'gone');
  expect(gone.map(({ name }) => name).toSorted()).toEqual(DETAILS.map(({ name }) => name).toSorted());
  expect(new Set(gone.map(({ hitFingerprint }) => hitFingerprint)).size).toBe(COUNT);
});

test('they are in the worklist and in the report', async () => {
  await screen(DETAILS);
  const worklist = await register.inRegister('getFromRegister', { records: 'worklist' });
  const report = await register.inRegister('createReport', { binaryPropertyName: 'report' });
  const file = Buffer.from(report.outputs[0]?.[0]?.binary?.['report']?.data ?? '', 'base64').toString();

  expect(outcomesIn(worklist)).toEqual(['worklist']);
  expect(worklist.hints.join(' ')).toContain(`${COUNT} open cases`);
  expect(file).toContain(`Name ${COUNT - 1}`);
});
