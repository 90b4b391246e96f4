// "Evidence report": the files say what was really asked and answered, byte for byte, and hold no secret.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import axios from 'axios';
import { z } from 'zod/v4';
import { setList } from '../../support/examples';
import { addRows } from '../../support/n8n/dataTables';
import { owner } from '../../support/n8n/owner';
import { openEditor, type Editor } from '../browser/editor';
import { withPicture } from '../browser/pictures';
import { nodeUnderTest } from '../../support/workflows';
import { setParameters } from '../examples/exampleRuns';
import type { Monitoring } from './monitoring';
import { portOf } from '../outgoing';

const gloom = 'Gloomharbour Shipping Ltd';
const willow = 'Willowbrook Bakery Ltd';
const pending = 'Pending Partners';

const evidenceSchema = z.looseObject({
  environment: z.literal('sandbox'),
  workflowId: z.string(),
  executionId: z.string(),
  request: z.object({
    method: z.literal('POST'),
    address: z.string(),
    body: z.looseObject({ companyName: z.string() }),
  }),
  httpStatus: z.literal(200),
  reply: z.string(),
  replySha256: z.string(),
  outcome: z.string(),
  reason: z.string().nullable(),
});

/** The tests of `evidence-report.json`. */
export function evidenceTests(monitoring: () => Monitoring): void {
  let wire: Wire;
  let browser: Editor;
  let executionId: string;

  const written = async (ending: string): Promise<string[]> => {
    const { filesFolder } = monitoring();
    const names = (await readdir(filesFolder)).filter((name) => name.endsWith(ending)).sort();
    return Promise.all(names.map((name) => readFile(join(filesFolder, name), 'utf8')));
  };

  beforeAll(async () => {
    const { reset, rest, sandbox, save, saveCredential, writeCompanies, filesFolder, url } = monitoring();
    await reset();
    wire = await listenBetween(sandbox.url);
    browser = await openEditor(url, owner);
    await browser.context.tracing.start({ snapshots: true });
    await saveCredential('companyScreeningApi', { ...sandbox.credential, baseUrl: wire.url });
    await sandbox.watchlist({
      change: [{ name: gloom, fields: { otherInformation: ['<b>bold</b> & more'] } }],
    });
    const names = [gloom, willow, pending, '#N/A'];
    const file = await writeCompanies(
      names.map((Company, index) => ({ 'Customer No': `E${String(index + 1)}`, Company })),
    );
    const workflowId = await save('evidence-report.json', (workflow) => {
      setList(workflow, { File: file, 'Folder for the results': filesFolder });
    });
    const [first] = (await rest.run(workflowId, 'Start')).output(nodeUnderTest);
    await decide(String(first?.json['hitFingerprints']));
    const execution = await rest.run(workflowId, 'Start');
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    executionId = execution.id;
  });

  afterAll(async () => {
    await browser.close();
    wire.stop();
  });

  async function decide(fingerprint: string): Promise<void> {
    const about = { key: 'E1', fingerprint, environment: 'sandbox', hit: gloom, decision: 'false positive' };
    const ann = { person: 'ann@example.com', at: '2026-01-02T03:04:05.000Z', reason: 'Another city & port' };
    const ben = { person: 'ben@example.com', at: '2026-01-05T06:07:08.000Z', reason: 'Another number' };
    await addRows(monitoring().rest, 'Review decisions', [
      { ...about, ...ann, step: 'proposed' },
      {
        ...about,
        ...ben,
        step: 'confirmed',
        proposedBy: 'ann@example.com',
        expiresAt: '2027-01-05T06:07:08.000Z',
      },
      { ...about, ...ben, environment: 'production', step: 'true match', reason: 'Of another environment' },
      { ...about, ...ann, key: 'E2', fingerprint: 'gone', hit: 'Old Lantern', step: 'true match' },
      { ...about, ...ben, key: 'E2', fingerprint: 'waits', hit: 'Older Lantern', step: 'proposed' },
    ]);
  }

  test('the SHA-256 of each file is that of the bytes that the service sent', async () => {
    const files = (await written('.json')).map((text) => evidenceSchema.parse(JSON.parse(text)));
    const ofThisRun = files.filter((file) => file.executionId === executionId);
    expect(
      ofThisRun.map(({ request, outcome, reason }) => [request.body.companyName, outcome, reason]),
    ).toEqual([
      [gloom, 'hit', null],
      [willow, 'clear', null],
      [pending, 'review', 'pending'],
    ]);
    for (const file of files) {
      const sent = wire.replies.find((bytes) => bytes.toString() === file.reply);
      expect(sent).toBeDefined();
      expect(file.replySha256).toBe(
        createHash('sha256')
          .update(sent ?? '')
          .digest('hex'),
      );
    }
  });

  test('no file holds a secret, a key or a token', async () => {
    const { clientSecret, subscriptionKey } = monitoring().sandbox.credential;
    const secrets = [clientSecret, encodeURIComponent(clientSecret), subscriptionKey, ...wire.tokens];
    expect(wire.tokens.length).toBeGreaterThan(0);
    for (const text of [...(await written('.json')), ...(await written('.html'))])
      for (const secret of secrets) expect(text).not.toContain(secret);
  });

  test('the report says what was asked, what came back, who decided, and what it does not prove', () =>
    withPicture(browser, 'The evidence report', async () => {
      const html = (await written('-report.html')).find((text) =>
        text.includes(`in the execution ${executionId}`),
      );
      const page = await browser.context.newPage();
      await page.setContent(html ?? '');
      const text = await page.locator('body').innerText();
      for (const shown of [
        '4 companies, screened by the workflow',
        `E1 ${gloom} hit`,
        `E2 ${willow} clear`,
        `E3 ${pending} review`,
        '2026-01-02 03:04 UTC, ann@example.com: proposed as a false positive. Another city & port',
        '2026-01-05 06:07 UTC, ben@example.com: confirmed as a false positive, until 2027-01-05 06:07 UTC. Another number',
        'option AML and PEP',
        'On hits that this answer does not have, or has with another content:',
        'Old Lantern\n2026-01-02 03:04 UTC, ann@example.com: true match. Another city & port',
        'Older Lantern',
        'It waits for a second person: not cleared.',
        'nothing that was answered',
        'What this does not prove',
        'The service does not say which version of which list it used.',
      ])
        expect(text).toContain(shown);
      expect(text).not.toContain('Of another environment');
      expect(html).toContain('Another city &amp; port');
      expect(await page.locator('.bar').allInnerTexts()).toEqual([
        'hit\n1',
        'clear\n1',
        'review\n1',
        'error\n1',
        'Sanction\n1',
      ]);
      return page;
    }));

  test('where the folder does not exist, the execution fails before anything is sent', async () => {
    const { rest, save, filesFolder, sandbox } = monitoring();
    const missing = join(filesFolder, 'missing');
    const id = await save('evidence-report.json', (workflow) => {
      setList(workflow, { File: join(filesFolder, 'companies.csv'), 'Folder for the results': missing });
    });
    const before = (await sandbox.stats()).screenings.length;
    const { status, error } = await rest.run(id, 'Start');
    expect(status).toBe('error');
    expect(error?.message).toContain(
      `The folder for the results does not exist, or n8n may not write there: ${missing}. Create it, or enter another in "Your file". Nothing was sent.`,
    );
    expect((await sandbox.stats()).screenings).toHaveLength(before);
  });

  test('where files cannot be saved, the execution says so, and where to find them', async () => {
    const id = await monitoring().save('evidence-report.json', (workflow) => {
      const { filesFolder } = monitoring();
      setList(workflow, { File: join(filesFolder, 'companies.csv'), 'Folder for the results': filesFolder });
      setParameters(workflow, 'Save the evidence', {
        fileName: join(filesFolder, 'missing', 'evidence.json'),
      });
    });
    const execution = await monitoring().rest.run(id, 'Start');
    expect(execution.status).toBe('error');
    expect(execution.error?.message).toMatch(
      /^The companies were screened, but 3 files could not be saved: .*\. Do not run it again\. Open the nodes /,
    );
    expect(await written(`-${execution.id}-report.html`)).toHaveLength(1);
  });

  test('before anything is sent, a file says that the run has started', async () => {
    const [started] = await written(`-${executionId}-started.txt`);
    expect(started).toMatch(
      new RegExp(
        `^Run ${executionId} of companies\\.csv started on [-0-9]+ at [0-9:]+ UTC\\.\nIf there is no report `,
      ),
    );
  });

  test('a night leaves evidence with the option and one more node, as the guide says', async () => {
    const { rest, save, filesFolder } = monitoring();
    // A night makes the tables.
    await monitoring().night();
    await addRows(rest, 'Monitored companies', [{ key: 'E9', company: gloom }]);
    const fileName = await fileNameInGuide();
    const id = await save('nightly-rescreening.json', (workflow) => {
      const screening = workflow.nodes.find(({ name }) => name === nodeUnderTest);
      Object.assign(screening?.parameters ?? {}, { options: { evidence: true, screenDuplicatesOnce: true } });
      workflow.nodes.push({
        id: 'save-the-evidence',
        name: 'Save the evidence',
        type: 'n8n-nodes-base.readWriteFile',
        typeVersion: 1,
        position: [0, 0],
        onError: 'continueRegularOutput',
        parameters: {
          operation: 'write',
          fileName: `=${filesFolder}/${fileName}`,
          dataPropertyName: 'evidence',
        },
      });
      Object.assign(workflow.connections, {
        [nodeUnderTest]: {
          main: [
            ['Hits', 'What came out', 'Save the evidence'].map((node) => ({ node, type: 'main', index: 0 })),
          ],
        },
      });
    });
    const { id: night, status } = await rest.run(id, 'Every night at 2');
    expect(status).toBe('success');
    const names = (await readdir(filesFolder)).filter((name) => name.startsWith(`night-${night}-`));
    expect(names.some((name) => name.startsWith(`night-${night}-E9-`))).toBe(true);
    for (const name of names) {
      const evidence = evidenceSchema.parse(JSON.parse(await readFile(join(filesFolder, name), 'utf8')));
      expect(evidence.executionId).toBe(night);
      expect(evidence.replySha256).toBe(createHash('sha256').update(evidence.reply).digest('hex'));
    }
  });
}

/** What the guide says to call the files of the nights, without their folder. */
async function fileNameInGuide(): Promise<string> {
  const guide = await readFile(join(__dirname, '../../../docs/evidence.md'), 'utf8');
  return /\/(night-.+\.json)`/.exec(guide)?.[1] ?? 'not in the guide';
}

interface Wire {
  url: string;
  /** The bodies that the service answered with, as they came. */
  replies: Buffer[];
  /** The tokens that were sent to it. */
  tokens: string[];
  stop: () => Server;
}

/** Passes requests on to the service, and keeps what it answers. */
async function listenBetween(service: string): Promise<Wire> {
  const replies: Buffer[] = [];
  const tokens: string[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      const { authorization = '' } = request.headers;
      tokens.push(authorization.replace('Bearer ', ''));
      const answer = await axios.request<Buffer>({
        method: request.method ?? 'GET',
        url: `${service}${request.url ?? ''}`,
        headers: { ...request.headers, host: undefined },
        data: body,
        responseType: 'arraybuffer',
        proxy: false,
        validateStatus: () => true,
      });
      replies.push(answer.data);
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(answer.data);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${String(portOf(server))}`, replies, tokens, stop: () => server.close() };
}
