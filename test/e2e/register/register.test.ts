// The screening register in a real n8n: what it keeps when n8n is killed, when two runs meet, and when something fails.
import { pause } from '../../support/processes';
import { manyCompanies, settle } from './accounts';
import { randomNumbers } from './random';
import { startRegister, type Register } from './registerInN8n';

const installAndStartMs = 20 * 60_000;
const minutes = 60_000;
const batch = 100;

const seed = Number(process.env['REGISTER_SEED'] ?? Date.now() % 1_000_000);
const random = randomNumbers(seed);

let register: Register;

beforeAll(async () => {
  process.stderr.write(`The moments at which n8n is killed come from REGISTER_SEED=${String(seed)}\n`);
  register = await startRegister();
}, installAndStartMs);

afterAll(async () => {
  await register.stop();
});

/** Waits until the service has screened so many companies, and a little longer. */
async function screened(count: number, andThenMs = 0): Promise<void> {
  const { sandbox } = register.harness;
  while ((await sandbox.summary()).screeningsDone < count) await pause(10);
  await pause(andThenMs);
}

describe('a list of 2,000 companies', () => {
  const list = manyCompanies(2_000);

  test(
    'n8n is killed in each third of the run, and goes on by itself when it has started again',
    async () => {
      await register.harness.sandbox.settings({ latencyMs: 40 });
      await register.writeList(list);
      await register.save();
      await register.begin();
      for (const third of [0, 1, 2]) {
        await screened(650 * third + 100 + Math.floor(random() * 500), random() * 1_500);
        await register.kill();
        await register.restart();
      }
      const summary = await register.ended();

      const { inState, seenNotStored } = await settle(register, list);
      const undecided = inState('undecided');
      expect(inState('answered').length + undecided.length).toBe(2_000);
      expect(summary).toMatchObject({
        Companies: '2000',
        'Still due': '0',
        'A person decides': String(undecided.length),
      });
      const counted = await register.harness.sandbox.summary();
      expect(counted.screenedAgain.companies).toBe(0);
      for (const company of seenNotStored) expect(company.state).toBe('undecided');
      expect(undecided.length).toBeLessThanOrEqual(3 * batch);
      process.stderr.write(
        `Killed three times: the service had screened ${String(seenNotStored.length)} of the ${String(undecided.length)} companies on the person's list.\n`,
      );
    },
    5 * minutes,
  );
});
