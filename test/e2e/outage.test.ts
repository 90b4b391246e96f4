// An outage of the service in a real n8n, of each kind: what it costs, and what comes out. All run beside each other, since each of them mostly waits.
import { requestsByCompany } from '../integration/sandbox';
import type { Fault } from '../sandbox/client';
import { screeningJson, startHarness, type Harness } from './realN8n';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterAll(async () => {
  await harness.stop();
});

const COMPANIES = 60;
const CONCURRENCY = 5;
const UNCERTAIN = 10 + CONCURRENCY + 2;

/** What the service does with companies whose name begins with this word, and how many may have been charged at the most. */
const OUTAGES: Record<string, { fault: Fault['fault']; atMost: number; sends: number }> = {
  Fivehundred: { fault: { kind: 'status', status: 500 }, atMost: UNCERTAIN, sends: UNCERTAIN },
  Page: { fault: { kind: 'html', status: 200 }, atMost: UNCERTAIN, sends: UNCERTAIN },
  Reset: { fault: { kind: 'resetBefore' }, atMost: UNCERTAIN, sends: UNCERTAIN },
  Hang: { fault: { kind: 'hang' }, atMost: UNCERTAIN, sends: UNCERTAIN },
  Fatal: {
    fault: { kind: 'status', status: 400, body: { code: 'S0005', message: 'UNKNOWN_ERROR' } },
    atMost: UNCERTAIN,
    sends: UNCERTAIN,
  },
  // Refused before any work, so nothing is charged, whatever is sent meanwhile.
  Busy: { fault: { kind: 'status', status: 429 }, atMost: 0, sends: COMPANIES - 1 },
};

const nameOf = (word: string, index: number) => `${word} Mill ${String(index)} Ltd`;

async function screenAll(word: string): Promise<Record<string, unknown>[]> {
  const input = Array.from({ length: COMPANIES }, (_, index) => ({ company: nameOf(word, index) }));
  const workflowId = await harness.saveWorkflow({
    parameters: {
      companyName: '={{ $json.company }}',
      options: { concurrency: CONCURRENCY, timeout: 3_000 },
    },
    input,
    onError: 'continueRegularOutput',
  });
  const execution = await harness.n8n().rest.run(workflowId, 'Input', { withinMs: 4 * 60_000 });
  expect(execution.status).toBe('success');
  return screeningJson(execution);
}

test('a few companies are sent, the rest says that it was not, and why; each company comes out once', async () => {
  const { sandbox } = harness;
  await sandbox.faults(
    Object.entries(OUTAGES).map(([match, { fault }]) => ({ on: 'screening', match, fault })),
  );
  const found = await Promise.all(
    Object.entries(OUTAGES).map(async ([word, outage]) => ({ word, outage, all: await screenAll(word) })),
  );

  const requests = Object.entries(requestsByCompany(await sandbox.stats()));
  for (const { word, outage, all } of found) {
    const sent = requests.filter(([name]) => name.startsWith(word)).length;
    const uncertain = all.filter(({ mayBeCharged }) => mayBeCharged === true).length;
    const rest = all.filter(({ scope }) => scope === 'run');
    console.info(
      `${word}: ${sent} of ${COMPANIES} sent, ${uncertain} may have been charged, ${rest.length} not sent.`,
    );
    expect(all.map(({ companyName }) => companyName)).toEqual(all.map((_, index) => nameOf(word, index)));
    expect(all).toHaveLength(COMPANIES);
    expect(new Set(all.map(({ outcome }) => outcome))).toEqual(new Set(['error']));
    expect(uncertain).toBeLessThanOrEqual(outage.atMost);
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThanOrEqual(outage.sends);
    expect(rest.length).toBeGreaterThan(0);
    for (const json of rest) {
      expect(json).toMatchObject({ mayBeCharged: false });
      expect(`${String(json['error'])} ${String(json['description'])}`).toMatch(
        /no answer has come since|has not answered since/,
      );
    }
  }
});

test('twenty names in a row that the service cannot read cost those twenty and no other', async () => {
  const { sandbox } = harness;
  await sandbox.faults([{ on: 'screening', match: 'Illegible', fault: { kind: 'status', status: 500 } }]);
  const input = Array.from({ length: COMPANIES }, (_, index) => ({
    company: nameOf(index >= 20 && index < 40 ? 'Illegible' : 'Plain', index),
  }));
  const execution = await harness.run({
    parameters: { companyName: '={{ $json.company }}', options: { concurrency: CONCURRENCY } },
    input,
    onError: 'continueRegularOutput',
  });
  const all = screeningJson(execution);
  expect(all.filter(({ outcome }) => outcome === 'clear')).toHaveLength(40);
  expect(all.filter(({ mayBeCharged }) => mayBeCharged === true)).toHaveLength(20);
});
