// "Alert on hits": which message goes where, and that one which cannot be sent keeps no other back.
import type { Email } from 'postal-mime';
import { nodes, setFile } from '../../support/examples';
import type { Execution } from '../../support/n8n/rest';
import { readableText, type Outgoing } from '../outgoing';
import { useNewRegister, type Examples } from './exampleRuns';

/** The tests of `alert-on-hits.json`: with a real mail server, and a server that stands in for Slack. */
export function alertTests(examples: () => Examples): void {
  let outgoing: Outgoing;
  let mails: Email[];
  let chat: string[];

  beforeAll(() => {
    ({ outgoing } = examples());
  });

  afterEach(() => {
    outgoing.refuse({});
    outgoing.refusedSubjects();
  });

  async function alertsOn(...companies: string[]): Promise<Execution> {
    return run(await prepare(companies));
  }

  const prepare = (companies: string[]) => prepareRows(companies.map((company) => ({ Company: company })));

  async function prepareRows(rows: Record<string, string>[]): Promise<string> {
    const { save, writeCompanies } = examples();
    const file = await writeCompanies(rows);
    return save('alert-on-hits.json', (workflow) => {
      setFile(workflow, file);
      useNewRegister(workflow);
    });
  }

  async function run(workflowId: string): Promise<Execution> {
    const execution = await examples().rest.run(workflowId, nodes.start);
    mails = outgoing.emails();
    chat = outgoing.slackMessages();
    return execution;
  }

  const succeeded = { status: 'success', error: undefined };
  const subjects = (): string[] => mails.map(({ subject = '' }) => subject).sort();
  /** The paragraphs of an e-mail: one for each company, then what to know about them. */
  const mailAbout = (subject: string): string[] => {
    const found = mails.find((mail) => mail.subject?.includes(subject));
    return found === undefined ? [] : readableText(found).split('\n\n');
  };

  test('the source type decides between Slack and e-mail, and each message has a heading and the totals', async () => {
    const execution = await alertsOn(
      'Quillhaven Group',
      'Slipknuckle Casino Group',
      'Velmoria State Pudding Works',
      'Hollowreed Consulting',
      'Willowbrook Bakery Ltd',
    );
    expect(execution).toMatchObject(succeeded);
    const totals = '5 companies on the list: 4 with hits, 1 clear, 0 without a verdict.';
    expect(chat).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${notReal}: 2 with urgent hits\n${totals}\n\n• Quillhaven Group \\(row 2\\)\n4 hits \\(.*\\): .*\nScreening ID ${uuid}\n\n• Slipknuckle Casino Group \\(row 3\\)\n1 hit \\(Criminal\\): .*\nScreening ID ${uuid}$`,
        ),
      ),
    ]);
    const normal = `${notReal}: 2 with hits that are not urgent`;
    expect(subjects()).toEqual([normal]);
    expect(mailAbout('not urgent')).toEqual([
      `${normal}\n${totals}`,
      expect.stringMatching(
        `^• Velmoria State Pudding Works \\(row 4\\)\n1 hit \\(PEP\\): .*\nScreening ID ${uuid}$`,
      ),
      expect.stringMatching(
        `^• Hollowreed Consulting \\(row 5\\)\n1 hit \\(Other\\): .*\nScreening ID ${uuid}$`,
      ),
      ending(execution),
    ]);
  });

  test('if all are clear, one e-mail says so', async () => {
    expect(await alertsOn('Willowbrook Bakery Ltd')).toMatchObject(succeeded);
    expect(chat).toEqual([]);
    expect(subjects()).toEqual([`${notReal}: nothing to do`]);
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
    expect(subjects()).toEqual([`${notReal}: 3 to review`]);
    expect(mailAbout('3 to review')).toEqual([
      expect.stringContaining('0 with hits, 1 clear, 3 without a verdict.'),
      expect.stringMatching(`^• Pending Partners \\(row 2\\)\n.{20}.*\nScreening ID ${uuid}$`),
      expect.stringMatching(`^• Failing Foundry \\(row 3\\)\n.*S0005[^]*\nScreening ID ${uuid}$`),
      expect.stringMatching(`^• Broken Bell \\(row 4\\)\n.*500[^]*\nReference ID ${uuid}$`),
      ending(execution),
    ]);
  });

  test('a company that is listed twice is paid for once, and told once', async () => {
    expect(
      await alertsOn('Zorblax Arms Export', 'Pending Partners', 'Zorblax Arms Export', 'Pending Partners'),
    ).toMatchObject(succeeded);
    expect(chat).toEqual([
      expect.stringMatching(/: 1 with urgent hits\n.*\n\n• Zorblax Arms Export \(rows 2, 4\)\n[^•]*$/),
    ]);
    expect(subjects()).toEqual([`${notReal}: 1 to review`]);
    expect((await examples().sandbox.stats()).screeningsDone).toBe(2);
  });

  describe('when messages cannot be sent', () => {
    const everyWay = ['Quillhaven Group', 'Hollowreed Consulting', 'Pending Partners'];

    test('run again, the list sends every message, and no company is paid for again', async () => {
      outgoing.refuse({ email: '', slack: '' });
      const workflowId = await prepare(everyWay);
      expect(await run(workflowId)).toMatchObject({ status: 'error' });
      outgoing.refuse({});
      expect(await run(workflowId)).toMatchObject(succeeded);
      expect([chat.length, mails.length]).toEqual([1, 2]);
      expect((await examples().sandbox.stats()).screeningsDone).toBe(everyWay.length);
    });

    test('a mail server that refuses keeps no Slack alert back; Slack is told, and the execution fails', async () => {
      outgoing.refuse({ email: '' });
      const execution = await alertsOn(...everyWay);
      expect(mails).toEqual([]);
      expect(outgoing.refusedSubjects()).toHaveLength(3);
      expect(chat).toEqual([
        expect.stringMatching(/: 1 with urgent hits\n[^]*• Quillhaven Group/),
        expect.stringMatching(/^The mail server did not take this message\.\n[^]*• Hollowreed Consulting/),
        expect.stringMatching(/^The mail server did not take this message\.\n[^]*• Pending Partners/),
      ]);
      expect(execution).toMatchObject({
        status: 'error',
        error: { message: expect.stringContaining('Not every message was sent: ') as string },
      });
    });

    test('a Slack that fails keeps no e-mail back; every urgent message goes by e-mail, and the execution fails', async () => {
      outgoing.refuse({ slack: '' });
      const execution = await alertsOn(...everyWay);
      const notSent = `Urgent, and not all was sent: ${notReal}: 1 with urgent hits`;
      expect(subjects()).toEqual([
        `${notReal}: 1 to review`,
        `${notReal}: 1 with hits that are not urgent`,
        notSent,
      ]);
      const text = mailAbout(notSent).join('\n\n');
      expect(text).toMatch(/• Quillhaven Group[^]*\nNot all was sent: urgent messages come by e-mail too\./);
      expect(execution).toMatchObject({ status: 'error', lastNode: 'Stop: not sent' });
    });

    test('where nothing can be sent the error of the execution says why, and names whom the e-mails were about', async () => {
      outgoing.refuse({ email: '', slack: '' });
      const { status, error } = await alertsOn(...everyWay);
      expect(status).toBe('error');
      expect(error?.message).toContain('internal_error');
      // What Slack refuses comes back without its text; the output of Company Screening has it.
      for (const company of everyWay.slice(1)) expect(error?.message).toContain(company);
    });
  });
}

const ending = ({ id }: Execution) =>
  `A hit may be another company: compare number and address. No verdict is not clear.\nExecution ${id}.`;
const uuid = '[0-9a-f-]{36}';
const notReal = 'Sandbox, not real: Company screening';
