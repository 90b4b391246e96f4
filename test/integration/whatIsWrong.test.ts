// What Is Wrong of Get Many: problems as items, also when the tables cannot be read at all.
import { useRegister } from './registerRuns';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const register = useRegister(sandbox);

test('a night after which no company has a verdict is a problem, although it ended', async () => {
  const patch = { status: 'Pending', totalHits: 0, details: [] };
  await sandbox().faults([{ on: 'screening', fault: { kind: 'record', patch } }]);
  const credential = { ...sandbox().credential, environment: 'production' };
  await register.keep(['Gloomharbour Shipping Ltd', 'Honest Bakery'], {}, { credential });
  const options = { workflowsToWatch: 'Test', controlExpected: false };
  expect(await register.get('problems', { options })).toMatchObject([
    { problem: 'noVerdicts', explanation: expect.stringContaining('2 on its list. Look at') as string },
  ]);
});
