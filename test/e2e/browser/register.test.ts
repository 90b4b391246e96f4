// The screening register as a person uses it, in n8n's editor. See registerSteps.ts.
import { settle } from '../register/accounts';
import { startRegister, type Register } from '../register/registerInN8n';
import { batch } from '../register/trial';
import { cells } from './editor';
import { companies, useRegister } from './registerSteps';

const longTestMs = 10 * 60_000;

let register: Register;

beforeAll(async () => {
  register = await startRegister();
});

afterAll(async () => {
  await register.stop();
});

test(
  'a person imports the register and starts it; n8n is killed; the register goes on, and each company has its verdict or stands on the list of a person',
  async () => {
    let listed: string[][] = [];
    let summary: string[][] = [];
    await useRegister(register, {
      personDecides: async (output) => {
        listed = await cells(output);
      },
      summary: async (output) => {
        summary = await cells(output);
      },
    });
    const { sandbox } = register.harness;
    const { inState, seenNotStored } = await settle({ companies: register.companies, sandbox }, companies);
    const undecided = inState('undecided');
    expect(undecided).toHaveLength(batch);
    expect(inState('answered')).toHaveLength(500 - batch);
    for (const company of seenNotStored) expect(company.state).toBe('undecided');
    expect((await sandbox.summary()).screenedAgain.companies).toBe(0);

    // The editor shows the first page of a long list.
    expect(listed.length).toBeGreaterThan(0);
    const asListed = undecided.map(({ key, name, referenceId }) => [key, name, 'Both', referenceId]);
    for (const row of listed) expect(asListed).toContainEqual(row.slice(0, 4));
    const [all, , , clear] = summary[0] ?? [];
    expect([all, clear]).toEqual([
      '500',
      String(inState('answered').filter(({ outcome }) => outcome === 'clear').length),
    ]);
  },
  longTestMs,
);
