// "Alert on hits": which message goes where, and that one which cannot be sent keeps no other back.
import { nodes, setList } from '../../support/examples';
import type { Execution } from '../../support/n8n/rest';
import { smtpAccount, startChatServer, startMailServer, type Receiver } from '../../support/receivers';
import { nodeOf, type Examples } from './exampleRuns';

/** The tests of `alert-on-hits.json`: with a real mail server, and a server that stands in for Slack. */
export function alertTests(examples: () => Examples): void {
  let mail: Receiver;
  let chat: Receiver;

  beforeEach(async () => {
    [mail, chat] = await Promise.all([startMailServer(), startChatServer()]);
    await examples().saveCredential('smtp', smtpAccount(mail));
  });

  afterEach(async () => {
    await Promise.all([mail.stop(), chat.stop()]);
  });

  async function alertsOn(...companies: string[]): Promise<Execution> {
    const { rest, save, writeCompanies } = examples();
    const file = await writeCompanies(companies.map((company) => ({ Company: company })));
    const workflowId = await save('alert-on-hits.json', (workflow) => {
      setList(workflow, { File: file });
      // Slack has one address, on the internet: its text goes to a server of the test instead.
      for (const name of ['Alert on Slack', 'Tell it on Slack']) {
        const node = nodeOf(workflow, name);
        const body = node.parameters['text'];
        node.type = 'n8n-nodes-base.httpRequest';
        node.typeVersion = 4.2;
        node.parameters = {
          method: 'POST',
          url: `http://127.0.0.1:${String(chat.port)}/`,
          sendBody: true,
          contentType: 'raw',
          rawContentType: 'text/plain',
          body,
          options: {},
        };
        delete node.credentials;
      }
    });
    return rest.run(workflowId, nodes.start);
  }

  const succeeded = { status: 'success', error: undefined };
  const chatTexts = (): string[] => chat.received.map(({ text }) => text);
  const subjects = (): string[] => mail.received.map(({ subject }) => subject).sort();
  const mailAbout = (subject: string): string =>
    mail.received.find((message) => message.subject === subject)?.text ?? '';

  test('the source type decides between Slack and e-mail, and each is one message', async () => {
    const execution = await alertsOn(
      'Quillhaven Group',
      'Slipknuckle Casino Group',
      'Velmoria State Pudding Works',
      'Hollowreed Consulting',
      'Willowbrook Bakery Ltd',
    );
    expect(execution).toMatchObject(succeeded);
    expect(chatTexts()).toEqual([
      expect.stringMatching(
        /^2 companies with urgent hits\n• Quillhaven Group: 4 hits \(.*\): .*\n• Slipknuckle Casino Group: 1 hit \(Criminal\): [^\n]*$/,
      ),
    ]);
    expect(subjects()).toEqual(['2 companies with hits']);
    expect(mailAbout('2 companies with hits')).toMatch(
      /^• Velmoria State Pudding Works: 1 hit \(PEP\): .*\n• Hollowreed Consulting: 1 hit \(Other\): .*$/,
    );
    expect(execution.output('Clear: nothing to do')).toHaveLength(1);
  });

  test('a company with many hits names ten of them and counts the others', async () => {
    const details = Array.from({ length: 25 }, (_, index) => ({
      name: `Many Hits No ${String(index + 1)}`,
      sourceType: 'SANCTION',
    }));
    const patch = { details, totalHits: details.length };
    await examples().sandbox.faults([
      { on: 'screening', match: 'Many Hits', fault: { kind: 'record', patch } },
    ]);
    expect(await alertsOn('Many Hits Holding')).toMatchObject(succeeded);
    expect(chatTexts()).toEqual([
      expect.stringMatching(/: 25 hits \(Sanction\): Many Hits No 1; .*; Many Hits No 10; and 15 more\.$/),
    ]);
  });

  test('a hit without a source type, or with one nobody knows, goes the urgent way', async () => {
    const details = [
      { name: null, sourceType: null },
      { name: 'Odd One', sourceType: 'Mystery' },
    ];
    await examples().sandbox.faults([
      { on: 'screening', fault: { kind: 'record', patch: { details, totalHits: 2 } } },
    ]);
    expect(await alertsOn('Odd Holding')).toMatchObject(succeeded);
    expect(chatTexts()).toEqual([expect.stringMatching(/• Odd Holding: 2 hits \(Mystery\): Odd One\.$/)]);
    expect(mail.received).toEqual([]);
  });

  test('all companies without a verdict are one e-mail with the reason of each', async () => {
    await examples().sandbox.faults([
      { on: 'screening', match: 'Broken', fault: { kind: 'status', status: 500 } },
    ]);
    const execution = await alertsOn(
      'Pending Partners',
      'Failing Foundry',
      'Broken Bell',
      'Willowbrook Bakery Ltd',
    );
    expect(execution).toMatchObject(succeeded);
    expect(subjects()).toEqual(['3 companies without a verdict']);
    const lines = mailAbout('3 companies without a verdict').split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^• Pending Partners: .{20}/);
    expect(lines[1]).toMatch(/^• Failing Foundry: .*S0005/);
    expect(lines[2]).toMatch(/^• Broken Bell: .*500/);
  });

  test('hits of a record with a doubt are alerted with the doubt', async () => {
    expect(await alertsOn('Miscounted Last Lantern Salvage')).toMatchObject(succeeded);
    expect(chatTexts()).toEqual([
      expect.stringMatching(/• Miscounted Last Lantern Salvage: .* A person has to look as well: .{20}/),
    ]);
  });

  test('a company that is listed twice is screened and named once', async () => {
    expect(await alertsOn('Zorblax Arms Export', 'Zorblax Arms Export')).toMatchObject(succeeded);
    expect(chatTexts()).toEqual([expect.stringMatching(/^1 company with urgent hits\n• Zorblax[^\n]*$/)]);
    expect((await examples().sandbox.stats()).screeningsDone).toBe(1);
  });

  describe('when messages cannot be sent', () => {
    const everyWay = ['Quillhaven Group', 'Hollowreed Consulting', 'Pending Partners'];

    test('a mail server that refuses keeps no Slack alert back; Slack is told, and the execution fails', async () => {
      mail.refuse(true);
      const execution = await alertsOn(...everyWay);
      expect(mail).toMatchObject({ received: [], refused: 3 });
      expect(chatTexts()).toEqual([
        expect.stringMatching(/^1 company with urgent hits\n• Quillhaven Group/),
        expect.stringMatching(
          /^2 messages about the screening could not be sent\n[^]*• Hollowreed Consulting[^]*mailbox is full[^]*• Pending Partners/,
        ),
      ]);
      expect(execution).toMatchObject({
        status: 'error',
        error: {
          message: expect.stringMatching(/^2 messages about the screening could not be sent/) as string,
        },
      });
    });

    test('a Slack that fails keeps no e-mail back; it is told by e-mail, and the execution fails', async () => {
      chat.refuse(true);
      const execution = await alertsOn(...everyWay);
      expect(subjects()).toEqual([
        '1 company with hits',
        '1 company without a verdict',
        '1 message about the screening could not be sent',
      ]);
      expect(mailAbout('1 message about the screening could not be sent')).toMatch(
        /^1 company with urgent hits\n• Quillhaven Group[^]*\nNot sent: /,
      );
      expect(execution).toMatchObject({ status: 'error', lastNode: 'Stop: not sent' });
    });

    test('where nothing can be sent the error of the execution names every company', async () => {
      mail.refuse(true);
      chat.refuse(true);
      const { status, error } = await alertsOn(...everyWay);
      expect(status).toBe('error');
      expect(error?.message).toMatch(/^3 messages about the screening could not be sent/);
      for (const company of everyWay) expect(error?.message).toContain(company);
    });
  });
}
