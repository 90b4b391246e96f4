// The packed node in a real n8n, over the interface that n8n's editor uses, against the sandbox service.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault, SandboxCredential } from '../sandbox/client';
import type { Execution } from '../support/n8n/rest';
import { credentialType, n8nNode, nodeUnderTest, workflowWith } from '../support/workflows';
import { secondCopyTests } from './install/secondCopy';
import { screeningJson, startHarness, type Harness } from './realN8n';
import { serviceMayGet } from './whatTheServiceGot';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

beforeEach(() => harness.sandbox.reset({ settings: true }));

afterAll(() => harness.stop());

const fromInput = { companyName: '={{ $json.company }}' };
const companies = (...names: string[]): { company: string }[] => names.map((company) => ({ company }));

describe('the installed package', () => {
  test('needs nothing installed beside it', async () => {
    const beside = await readdir(join(harness.nodesFolder, 'node_modules'));
    expect(beside.filter((name) => !name.startsWith('.'))).toEqual(['n8n-nodes-company-screening']);
  });

  test('is loaded without a complaint in the log of n8n', async () => {
    const log = await readFile(harness.n8n().logFile, 'utf8');
    expect(log.split('\n').filter((line) => line.includes('n8n-nodes-company-screening'))).toEqual([]);
  });
});

describe('the credential test', () => {
  const failing = async (changes: Partial<SandboxCredential>, ...faults: Fault[]) => {
    await harness.sandbox.faults(faults);
    const { status, message = '' } = await harness.testCredential(changes);
    expect(status).toBe('Error');
    for (const secret of ['clientSecret', 'subscriptionKey'] as const) {
      expect(message).not.toContain(harness.sandbox.credential[secret]);
    }
    return message;
  };
  const answering = (answer: Partial<Extract<Fault['fault'], { kind: 'raw' }>>): Fault => ({
    on: 'annualReturns',
    fault: { kind: 'raw', status: 200, ...answer },
  });

  test('says that everything is accepted, without a paid screening', async () => {
    const accepted = { status: 'OK', message: 'Connection successful!' };
    await expect(harness.testCredential({})).resolves.toEqual(accepted);
    const { screeningsDone, annualReturns, operations } = await harness.sandbox.stats();
    expect({ screeningsDone, annualReturns }).toEqual({ screeningsDone: 0, annualReturns: [] });
    expect(operations.annualReturns.requests).toBe(1);
  });

  test('works for production, with the key in the query', async () => {
    const changes = { environment: 'production', subscriptionKeyIn: 'query' } as const;
    await expect(harness.testCredential(changes)).resolves.toMatchObject({ status: 'OK' });
  });

  test.each<[string, Partial<SandboxCredential>, RegExp]>([
    ['a wrong secret', { clientSecret: 'wrong' }, /^The authorization server refused the Client ID/],
    // n8n shows the code of the network error here; the guide explains them.
    ['a service that is down', { baseUrl: 'http://127.0.0.1:9' }, /^ECONNREFUSED$/],
  ])('tells of %s', async (_, changes, message) => {
    expect(await failing(changes)).toMatch(message);
    expect((await harness.sandbox.stats()).screeningsDone).toBe(0);
  });

  test.each<[string, Fault, RegExp]>([
    [
      'an authorization server that repeats the secret',
      { on: 'token', fault: { kind: 'status', status: 400, body: { error: '{{formSecret}}' } } },
      /did not issue an access token/,
    ],
    [
      'a key that a gateway refuses',
      answering({
        status: 401,
        body: '{"statusCode":401,"message":"{{subscriptionKey}}"}',
        contentType: 'application/json',
      }),
      /refused the Subscription Key/,
    ],
  ])('tells of %s', async (_, fault, message) => {
    // Under this name of its host there has been no token, which n8n would hand on for a moment.
    const authUrl = harness.sandbox.credential.authUrl.replace('127.0.0.1', 'localhost');
    expect(await failing(fault.on === 'token' ? { authUrl } : {}, fault)).toMatch(message);
  });

  test('is never green if something else answers', async () => {
    const page = answering({ body: '<html>Welcome</html>', contentType: 'text/html' });
    expect(await failing({}, page)).toMatch(/the reply from the Base URL is not that of the service/);
  });
});

describe('Screen Company', () => {
  test('returns each hit as an item of its own, linked to its company', async () => {
    const input = companies('Willowbrook Bakery Ltd', 'Quillhaven Group');
    const execution = await harness.run({ parameters: fromInput, input });
    expect(execution.status).toBe('success');
    expect(screeningJson(execution).map(({ outcome }) => outcome)).toEqual([
      'clear',
      'hit',
      'hit',
      'hit',
      'hit',
    ]);
    expect(execution.output(nodeUnderTest).map(({ pairedItem }) => pairedItem)).toEqual(
      [0, 1, 1, 1, 1].map((item) => ({ item })),
    );
    expect(screeningJson(execution).map(({ hitNumber }) => hitNumber)).toEqual([null, 1, 2, 3, 4]);
  });

  test('keeps the token with the credential, so that n8n asks for none after a restart', async () => {
    const run = await harness.save({ parameters: { companyName: 'Willowbrook Bakery Ltd' } });
    await run();
    await harness.restartN8n();
    await harness.sandbox.reset();
    expect((await run()).status).toBe('success');
    const { tokens, screeningsDone } = await harness.sandbox.stats();
    expect({ issued: tokens.issued, screeningsDone }).toEqual({ issued: 0, screeningsDone: 1 });
  });
});

test('On Error, Stop: the execution fails, and its error says which item failed and what was screened', async () => {
  const input = companies('Willowbrook Bakery Ltd', 'Failing Foundry', 'Zorblax Arms Export');
  const execution = await harness.run({ parameters: fromInput, input, onError: 'stopWorkflow' });
  expect(execution.status).toBe('error');
  expect(execution.error).toMatchObject({
    message: expect.stringContaining('S0005') as string,
    context: { itemIndex: 1 },
  });
  expect(JSON.stringify(execution.error?.['context'])).toContain('Willowbrook Bakery Ltd');
});

describe("n8n's button Retry", () => {
  const input = companies('Willowbrook Bakery Ltd', 'Failing Foundry', 'Zorblax Arms Export');
  /** A run that fails at its second company, and is started again. */
  const retried = async (options: Record<string, unknown>) => {
    const parameters = { ...fromInput, options: { concurrency: 1, ...options } };
    const failed = await harness.run({ parameters, input });
    expect(failed.status).toBe('error');
    const before = (await harness.sandbox.paid(0)).length;
    const again = await harness.n8n().rest.retry(failed.id);
    const sent = (await harness.sandbox.paid(before)).map(({ companyName }) => companyName);
    return { again, sent };
  };

  test('stops before anything is sent: n8n would hand over what was paid for again', async () => {
    const { again, sent } = await retried({});
    expect(again).toMatchObject({
      status: 'error',
      error: { message: expect.stringContaining("n8n's Retry started this run") as string },
    });
    expect(again.error?.description).toContain('Pay Again on Retry');
    expect(sent).toEqual([]);
  });

  test('goes on with Pay Again on Retry', async () => {
    const { sent } = await retried({ payAgainOnRetry: true });
    expect(sent.slice(0, 2)).toEqual(['Willowbrook Bakery Ltd', 'Failing Foundry']);
  });
});

describe("n8n's HTTP Request node with the credential", () => {
  const trigger = 'Start';
  const request = 'HTTP Request';

  test('screens a company', async () => {
    serviceMayGet({ withoutReferenceId: true });
    const asked = { companyName: 'Slipknuckle Casino Group', option: 'Both' };
    const execution = await send(harness.sandbox.url, asked);
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    expect(execution.output(request).map(({ json }) => json)).toMatchObject([
      { status: 'Completed', totalHits: 1, details: [{ name: 'Slipknuckle Casino Group' }] },
    ]);
    const { screeningsDone, operations } = await harness.sandbox.stats();
    const [received] = operations.screening.recent;
    expect([screeningsDone, received?.subscriptionKeyIn]).toEqual([1, 'header']);
  });

  test('sends neither token nor key to another host', async () => {
    const execution = await send('http://127.0.0.1:9', { companyName: 'Quillhaven Group', option: 'Both' });
    expect(execution.status).toBe('error');
    expect(JSON.stringify(execution.error)).toContain('is only sent to its own Base URL');
  });

  /** Runs what a user sets up by hand: "Predefined Credential Type", "Company Screening API". */
  async function send(baseUrl: string, body: Record<string, unknown>): Promise<Execution> {
    const { rest } = harness.n8n();
    const name = 'For the HTTP Request node';
    const id = await harness.saveCredential(name);
    const node = n8nNode(request, 'httpRequest', 4.2, {
      ...{ method: 'POST', url: `${baseUrl}/aml-pep/screening/company/aml` },
      ...{ authentication: 'predefinedCredentialType', nodeCredentialType: credentialType },
      ...{ sendQuery: true, queryParameters: { parameters: [{ name: 'v', value: '2.0' }] } },
      ...{ sendBody: true, specifyBody: 'json', jsonBody: JSON.stringify(body) },
    });
    const credentials = { [credentialType]: { id, name } };
    const workflowId = await rest.saveWorkflow(workflowWith(name, { ...node, credentials }, [{}], trigger));
    return rest.run(workflowId, trigger);
  }
});

describe('a second copy of n8n-workflow', () => {
  secondCopyTests(() => harness);
});
