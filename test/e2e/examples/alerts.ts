// "Alert on hits": which message goes where, and that one which cannot be sent keeps no other back.
import type { Page } from 'playwright-core';
import type { Email } from 'postal-mime';
import { nodes, setFile } from '../../support/examples';
import { owner } from '../../support/n8n/owner';
import type { Execution } from '../../support/n8n/rest';
import { openEditor } from '../browser/editor';
import { withPicture } from '../browser/pictures';
import { readableText, startOutgoing, type Outgoing } from '../outgoing';
import { useNewRegister, type Examples } from './exampleRuns';

/** The tests of `alert-on-hits.json`: with a real mail server, and a server that stands in for Slack. */
export function alertTests(examples: () => Examples): void {
  let outgoing: Outgoing;
  let mails: Email[];
  let chat: string[];

  beforeAll(async () => {
    outgoing = await startOutgoing();
    await examples().saveCredential('smtp', outgoing.smtpCredential);
  });

  afterEach(() => {
    outgoing.refuse({});
    outgoing.refusedSubjects();
  });

  afterAll(async () => {
    await outgoing.stop();
  });

  async function alertsOn(...companies: string[]): Promise<Execution> {
    return run(await prepare(companies));
  }

  async function prepare(companies: string[]): Promise<string> {
    const { save, writeCompanies } = examples();
    const file = await writeCompanies(companies.map((company) => ({ Company: company })));
    return save('alert-on-hits.json', (workflow) => {
      setFile(workflow, file);
      useNewRegister(workflow);
      outgoing.catchSlack(workflow);
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

  test('the source type decides between Slack and e-mail, and each is one message', async () => {
    const execution = await alertsOn(
      'Quillhaven Group',
      'Slipknuckle Casino Group',
      'Velmoria State Pudding Works',
      'Hollowreed Consulting',
      'Willowbrook Bakery Ltd',
    );
    expect(execution).toMatchObject(succeeded);
    expect(chat).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Company screening, sandbox: 2 with urgent hits\n• Quillhaven Group${notReal}\n4 hits \\(.*\\): .*\nScreening ID ${uuid}\n\n• Slipknuckle Casino Group${notReal}\n1 hit \\(Criminal\\): .*\nScreening ID ${uuid}$`,
        ),
      ),
    ]);
    expect(subjects()).toEqual(['Company screening, sandbox: 2 to look at (normal)']);
    expect(mailAbout('2 to look at (normal)')).toEqual([
      expect.stringMatching(
        `^• Velmoria State Pudding Works${notReal}\n1 hit \\(PEP\\): .*\nScreening ID ${uuid}$`,
      ),
      expect.stringMatching(
        `^• Hollowreed Consulting${notReal}\n1 hit \\(Other\\): .*\nScreening ID ${uuid}$`,
      ),
      ending(execution),
    ]);
  });

  test('an e-mail reads well on a phone', async () => {
    await alertsOn('Velmoria State Pudding Works', 'Hollowreed Consulting', 'Quillhaven Group');
    const phone = await openEditor(examples().url, owner, { width: 390, height: 640, scale: 2 });
    await phone.context.tracing.start({ snapshots: true });
    await withPicture(phone, 'An e-mail on a phone', async () => {
      const page = await phone.context.newPage();
      await showMail(page, mails[0]);
      // No line is wider than the screen.
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      return page;
    });
    await phone.close();
  });

  test('a production screening has no word about the sandbox in its subject', async () => {
    const { saveCredential, sandbox } = examples();
    await saveCredential('companyScreeningApi', { ...sandbox.credential, environment: 'production' });
    await alertsOn('Hollowreed Consulting');
    expect(subjects()).toEqual(['Company screening, production: 1 to look at (normal)']);
    expect(mailAbout('1 to look at (normal)').join('\n')).not.toMatch(/sandbox/i);
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
    expect(chat).toEqual([
      expect.stringMatching(/\n25 hits \(Sanction\): Many Hits No 1; .*; Many Hits No 10; and 15 more\.\n/),
    ]);
  });

  test('a name of several lines takes one, so that no hit looks like a company of its own', async () => {
    const details = [{ name: 'Two\n\n• Lines Ltd', sourceType: 'PEP' }];
    const patch = { details, totalHits: 1 };
    await examples().sandbox.faults([{ on: 'screening', fault: { kind: 'record', patch } }]);
    await alertsOn('Odd Holding');
    expect(mailAbout('1 to look at (normal)')[0]).toContain('\n1 hit (PEP): Two • Lines Ltd.\n');
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
    expect(chat).toEqual([expect.stringContaining('\n2 hits (not given; Mystery): Odd One.\n')]);
    expect(mails).toEqual([]);
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
    expect(subjects()).toEqual(['Company screening, sandbox: 3 to look at (review)']);
    expect(mailAbout('3 to look at (review)')).toEqual([
      expect.stringMatching(`^• Pending Partners${notReal}\n.{20}.*\nScreening ID ${uuid}$`),
      expect.stringMatching(`^• Failing Foundry${notReal}\n.*S0005[^]*\nScreening ID ${uuid}$`),
      expect.stringMatching(`^• Broken Bell${notReal}\n.*500[^]*\nReference ID ${uuid}$`),
      ending(execution),
    ]);
  });

  test('hits of a record with a doubt are alerted with the doubt', async () => {
    expect(await alertsOn('Miscounted Last Lantern Salvage')).toMatchObject(succeeded);
    expect(chat).toEqual([
      expect.stringMatching(
        /• Miscounted Last Lantern Salvage .*\n.*\nA person has to look as well: .{20}.*\nScreening ID /,
      ),
    ]);
  });

  test('a company that is listed twice is paid for once, and told once', async () => {
    expect(
      await alertsOn('Zorblax Arms Export', 'Pending Partners', 'Zorblax Arms Export', 'Pending Partners'),
    ).toMatchObject(succeeded);
    expect(chat).toEqual([expect.stringMatching(/: 1 with urgent hits\n• Zorblax[^•]*$/)]);
    expect(subjects()).toEqual(['Company screening, sandbox: 1 to look at (review)']);
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
        expect.stringMatching(/: 1 with urgent hits\n• Quillhaven Group/),
        expect.stringMatching(
          /^Company screening: 2 of the messages could not be sent\n[^]*• Hollowreed Consulting[^]*• Pending Partners/,
        ),
      ]);
      expect(execution).toMatchObject({
        status: 'error',
        error: {
          message: expect.stringContaining('2 of the messages could not be sent') as string,
        },
      });
    });

    test('a Slack that fails keeps no e-mail back; it is told by e-mail, and the execution fails', async () => {
      outgoing.refuse({ slack: '' });
      const execution = await alertsOn(...everyWay);
      const notSent = 'Company screening: 1 of the messages could not be sent';
      expect(subjects()).toEqual([
        'Company screening, sandbox: 1 to look at (normal)',
        'Company screening, sandbox: 1 to look at (review)',
        notSent,
      ]);
      const text = mailAbout(notSent).join('\n\n');
      expect(text).toMatch(/• Quillhaven Group[^]*\nThe nodes that failed say why/);
      expect(execution).toMatchObject({ status: 'error', lastNode: 'Stop: not sent' });
    });

    test('where nothing can be sent the error of the execution names every company', async () => {
      outgoing.refuse({ email: '', slack: '' });
      const { status, error } = await alertsOn(...everyWay);
      expect(status).toBe('error');
      expect(error?.message).toContain('3 of the messages could not be sent');
      for (const company of everyWay) expect(error?.message).toContain(company);
    });
  });
}

const ending = ({ id }: Execution) =>
  `A hit may be another company: compare number and address. No verdict is not clear.\nFrom “Alert on hits” in n8n, execution ${id}.`;
const uuid = '[0-9a-f-]{36}';
const notReal = ' \\(sandbox, not a real result\\)';

/** Shows an e-mail as a phone does: the subject, who sent it to whom, and the text in lines of its width. */
async function showMail(page: Page, mail: Email | undefined): Promise<void> {
  if (mail === undefined) throw new Error('No e-mail came.');
  const { subject = '', from, to = [] } = mail;
  const people = `${from?.address ?? ''} to ${to.map(({ address }) => address ?? '').join(', ')}`;
  await page.setContent(`<meta charset="utf-8"><style>
    body { margin: 0; padding: 20px; font: 16px/1.45 'Liberation Sans', sans-serif; color: #1a1a1a }
    h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.3 }
    p { margin: 0 0 16px; padding-bottom: 12px; border-bottom: 1px solid #ddd; color: #666; font-size: 14px }
    div { white-space: pre-wrap; overflow-wrap: break-word }
  </style><h1>${asMarkup(subject)}</h1><p>${asMarkup(people)}</p><div>${asMarkup(readableText(mail))}</div>`);
}

const asMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
