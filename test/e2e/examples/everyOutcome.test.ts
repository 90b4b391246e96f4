// Whatever the service answers, each company comes to an end that a person or a program sees: in every example that takes companies.
import { removeTables } from '../../support/n8n/dataTables';
import { callFeedings, key } from './callFeedings';
import { useExamples } from './exampleRuns';
import { listFeedings, withinMs } from './feedings';
import { clear, notClear, oddReplies, oneOfAKind } from './outcomes';

const examples = useExamples();

beforeEach(async () => {
  const { rest, sandbox, saveCredential } = examples();
  await removeTables(rest);
  await saveCredential('httpHeaderAuth', key);
  await sandbox.faults(oddReplies);
});

const CLEAR = 7;

test.each([...listFeedings, ...callFeedings].map((one) => [one.file, one] as const))(
  '%s: every company comes to a visible end, whatever the service answers',
  async (_, feeding) => {
    const clearOnes = clear(feeding.isOneByOne ? 2 : CLEAR);
    const names = [...(feeding.isOneByOne ? oneOfAKind : notClear), ...clearOnes];
    const shown = await feeding.shown(names, examples());
    const missing = names.filter((name) => !shown.names.includes(name));
    if (shown.clear === undefined) expect(missing).toEqual([]);
    else {
      expect(missing).toEqual(clearOnes);
      expect(shown.clear).toBe(clearOnes.length);
    }
  },
  withinMs,
);
