// One main and two workers: the node keeps its promises when its executions are spread over processes.
import type { Execution } from '../../support/n8n/rest';
import { pause } from '../../support/processes';
import { nodeUnderTest, screeningNode, workflowWith } from '../../support/workflows';
import {
  companyLists,
  startScreeningFleet,
  type PublishedWorkflow,
  type ScreeningFleet,
} from '../../support/queue/screeningFleet';
import { until } from '../../support/waiting';
import { crashTests } from './crashes';
import { quickToNotice } from './deadWorkers';
import { readOnAnotherWorker } from './files';

let fleet: ScreeningFleet;
let workflow: PublishedWorkflow;
let tolerant: PublishedWorkflow;

beforeAll(async () => {
  fleet = await startScreeningFleet({ workers: 2, env: quickToNotice });
  workflow = await fleet.publish({});
  tolerant = await fleet.publish({ onError: 'continueRegularOutput' });
});

beforeEach(() => fleet.sandbox.reset({ settings: true }));

afterAll(() => fleet.stop());

describe('executions in production', () => {
  test('renew a token of ten seconds at most once per worker and life, and no company fails', async () => {
    // What is known of an ordinary life is of no use.
    await fleet.sandbox.settings({ latencyMs: 1_000, tokenLifeSeconds: 10, revokeTokens: true });
    const executions = await run(workflow, companyLists('Short Life', 6, 100));
    expect(outcomesOf(executions)).toEqual(new Map([['clear', 600]]));
    const { operations, screeningsDone, tokens } = await fleet.sandbox.stats();
    expect(screeningsDone).toBe(600);
    // A token ends on a whole second, so it lives nine to ten seconds, and it is renewed when a tenth of its life is left.
    const { startedAt } = operations.screening;
    const lives = ((startedAt.at(-1) ?? NaN) - (startedAt[0] ?? NaN)) / 8_000;
    expect(lives).toBeGreaterThan(2);
    expect(tokens.issued).toBeLessThanOrEqual(2 * (Math.floor(lives) + 1));
  });

  test('spread over both workers, and each company is screened once', async () => {
    await fleet.sandbox.settings({ latencyMs: 200 });
    await run(workflow, companyLists('Spread', 8, 30));
    const { screeningsDone, screenings } = await fleet.sandbox.stats();
    expect({ screeningsDone, twice: screenings.filter(({ times }) => times > 1) }).toEqual({
      screeningsDone: 240,
      twice: [],
    });
    const taken = await Promise.all(fleet.workers.map((worker) => worker.executions()));
    expect(taken.map((executions) => executions.length > 0)).toEqual([true, true]);
  });

  test('go on with a new token when theirs is revoked in mid-run', async () => {
    await fleet.sandbox.settings({ latencyMs: 200 });
    const running = run(workflow, companyLists('Revoked', 6, 60));
    await until('a third is screened', async () => (await fleet.sandbox.stats()).screeningsDone > 120);
    await fleet.sandbox.settings({ revokeTokens: true });
    expect(outcomesOf(await running)).toEqual(new Map([['clear', 360]]));
    const { screeningsDone, tokens } = await fleet.sandbox.stats();
    expect(screeningsDone).toBe(360);
    expect(tokens.issued).toBeLessThanOrEqual(2 * fleet.workers.length);
  });

  test('share a service that allows 20 requests a second: few are refused, and no company fails', async () => {
    await fleet.sandbox.settings({ latencyMs: 50, requestsPerSecond: 20 });
    const executions = await run(tolerant, companyLists('Limited', 8, 50));
    expect(outcomesOf(executions)).toEqual(new Map([['clear', 400]]));
    const { operations, rateLimited, screeningsDone } = await fleet.sandbox.stats();
    expect(screeningsDone).toBe(400);
    // Eight times five start at once, of which 20 are allowed: most of the share is theirs.
    expect(rateLimited).toBeGreaterThan(0);
    expect(rateLimited / operations.screening.requests).toBeLessThan(0.2);
  });
});

describe('a file that one worker made', () => {
  test('evidence can be read by another worker and in the editor', async () => {
    const evidence = await readOnAnotherWorker(fleet, {
      property: 'evidence',
      parameters: { companyName: '={{ $json.body.subject }}', output: { evidence: true } },
      subject: 'Gloomharbour Shipping Ltd',
    });
    expect(evidence.id).toMatch(/^database:/);
    expect(JSON.parse(String(evidence.text))).toMatchObject({ outcome: 'hit' });
    expect(evidence.fromMain).toBe(evidence.text);
  });

  test('annual returns can be read by another worker and in the editor', async () => {
    const subject = await requestFile();
    await fleet.sandbox.settings({ annualReturnsPendingSeconds: 0 });
    const parameters = { operation: 'getAnnualReturnsRequest', requestUri: '={{ $json.body.subject }}' };
    const file = await readOnAnotherWorker(fleet, { property: 'data', parameters, subject });
    expect(file.id).toMatch(/^database:/);
    expect(file.text).toMatch(/^%PDF-/);
    expect(file.fromMain).toMatch(/^%PDF-/);
  });
});

describe('an execution that is stopped in the editor', () => {
  test('sends nothing more from its worker', async () => {
    await fleet.sandbox.settings({ latencyMs: 200 });
    const before = (await workflow.executions()).length;
    await workflow.start(companyLists('Stopped', 1, 1_000));
    await until('it screens', async () => (await fleet.sandbox.stats()).screeningsDone > 10);
    const { id = '' } = (await workflow.executions())[before] ?? {};
    await fleet.main().rest.stopExecution(id);
    // The worker hears of it a little later. Until then, all requests of a round may end in the same moment.
    await pause(2_000);
    await until('nothing is under way', async () => (await screeningStats()).inFlight === 0);
    const { requests } = await screeningStats();
    expect(requests).toBeLessThan(500);
    await pause(2_000);
    expect((await screeningStats()).requests).toBe(requests);
    const ended = await fleet.main().rest.untilEnded(id);
    expect(ended.status).toBe('canceled');
  });
});

describe('an execution started in the editor', () => {
  test('runs on a worker, and its hint arrives', async () => {
    const execution = await runByHand([
      { company: 'Gloomharbour Shipping Ltd' },
      { company: 'Willow Bakery' },
    ]);
    expect(execution.status).toBe('success');
    expect(execution.output(nodeUnderTest).map(({ json }) => json['outcome'])).toEqual(['hit', 'clear']);
    expect(execution.hints(nodeUnderTest)).toEqual([expect.stringMatching(/^2 companies.*: 1 with hits/)]);
    const taken = await Promise.all(fleet.workers.map((worker) => worker.executions()));
    expect(taken.flat()).toContain(execution.id);
  });

  test('runs on a worker, and its error arrives with what was paid for', async () => {
    await fleet.sandbox.faults([
      { on: 'screening', match: 'Broken', fault: { kind: 'status', status: 500 } },
    ]);
    const parameters = { options: { concurrency: 1 } };
    const execution = await runByHand([{ company: 'Willow Bakery' }, { company: 'Broken Ltd' }], parameters);
    expect(execution.status).toBe('error');
    expect(execution.error?.message).toMatch(/HTTP status 500/);
    expect(JSON.stringify(execution.error)).toContain('Willow Bakery');
  });
});

describe('a crash', () => {
  crashTests(() => fleet);
});

/** Starts an execution for each list, and gives all of them when they have ended. */
async function run(published: PublishedWorkflow, lists: string[][]): Promise<Execution[]> {
  const before = (await published.executions()).length;
  await published.start(lists);
  const executions = (await published.allEnded(before + lists.length)).slice(before);
  expect(executions.map(({ status }) => status)).toEqual(lists.map(() => 'success'));
  return Promise.all(executions.map(({ id }) => fleet.main().rest.untilEnded(id)));
}

/** How many items of each outcome came out. */
function outcomesOf(executions: Execution[]): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const { json } of executions.flatMap((execution) => execution.output(nodeUnderTest)))
    counts.set(json['outcome'], (counts.get(json['outcome']) ?? 0) + 1);
  return counts;
}

async function screeningStats() {
  return (await fleet.sandbox.stats()).operations.screening;
}

/** The request URI of annual returns whose answer is a file. */
async function requestFile(): Promise<string> {
  const operation = { operation: 'requestAnnualReturns', registrationNumber: '={{ $json.company }}' };
  const execution = await runByHand([{ company: '10000000000620' }], operation);
  return String(execution.output(nodeUnderTest)[0]?.json['requestUri']);
}

let manualRuns = 0;

async function runByHand(
  items: Record<string, unknown>[],
  parameters: Record<string, unknown> = {},
): Promise<Execution> {
  manualRuns += 1;
  const { rest } = fleet.main();
  const node = screeningNode(fleet.credential, { companyName: '={{ $json.company }}', ...parameters });
  return rest.run(await rest.saveWorkflow(workflowWith(`By hand ${manualRuns}`, node, items)), 'Start');
}
