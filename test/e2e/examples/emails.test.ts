// "E-mail: send a list, get the results": with a real IMAP server, from which n8n takes the mails, and a real SMTP server,
// to which it gives the answers.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Email } from 'postal-mime';
import { companiesFile } from '../../support/examples';
import { startMailbox, type RunningMailbox } from '../../support/mail/mailbox';
import { until, untilFound } from '../../support/waiting';
import { sheetsOf, type ShownRow } from '../../support/workbook';
import { credentialType } from '../../support/workflows';
import type { Outgoing } from '../outgoing';
import { useExamples } from './exampleRuns';

// n8n looks for new mails only some time after it has taken others.
const patienceMs = 180_000;

const examples = useExamples();

describe('email-with-a-list.json', () => {
  let mailbox: RunningMailbox;
  let outgoing: Outgoing;
  let answered: Email[];
  let workflowId: string;

  beforeAll(async () => {
    const { rest, save, saveCredential, sandbox } = examples();
    ({ outgoing } = examples());
    mailbox = await startMailbox();
    await saveCredential(credentialType, sandbox.credential);
    await saveCredential('imap', mailbox.imapCredential);
    workflowId = await save('email-with-a-list.json', () => undefined);
    await rest.activateWorkflow(workflowId);
    // What came before n8n listened is taken with the next mail.
    await until(
      'n8n took a first mail',
      async () => {
        await mailbox.deliver(mailWith({ subject: 'First' }));
        return outgoing.emails().length > 0;
      },
      { everyMs: 5_000, withinMs: patienceMs },
    );
  });

  beforeEach(() => {
    answered = [];
    outgoing.refuse({});
  });

  afterAll(async () => {
    await mailbox.stop();
  });

  const answerTo = (subject: string): Promise<Email> =>
    untilFound(
      `the mail "${subject}" was answered`,
      () => {
        answered.push(...outgoing.emails());
        return Promise.resolve(answered.find((email) => email.subject === `Re: ${subject}`));
      },
      { withinMs: patienceMs },
    );
  const sent = async () => (await examples().sandbox.stats()).screenings;

  test('the answer has the totals in its text and the workbook attached', async () => {
    await mailbox.deliver(
      mailWith({ subject: 'Zulieferer für März', fileName: 'list.csv', list: await readFile(companiesFile) }),
    );
    const answer = await answerTo('Zulieferer für März');
    expect(answer.to).toMatchObject([{ address: 'colleague@example.com' }]);
    const { Companies: companies = [], Hits: hits = [] } = workbookOf(answer);
    expect(companies).toHaveLength(38);
    expect(hits[0]).toMatchObject({ 'Customer No': '00101', Outcome: 'Hit' });
    expect(answer.text).toMatch(/^38 companies: .* Sandbox: not real results\.\n/);
    expect(answer.text).toContain('Only list.csv was read.');
    expect(answer.text).not.toMatch(/\b(null|undefined)\b/);
  });

  // One test for all of these, since n8n takes some 15 s to look for mails again.
  test('mails that come together are answered each by its own results, and one that fails keeps no other back', async () => {
    outgoing.refuse({ email: 'Re: Refused' });
    const list = (...companies: string[]) => ['Company', ...companies].join('\n');
    const tooMany = Array.from({ length: 501 }, (_, index) => `Company ${index}`);
    const lists = {
      Hits: list('Gloomharbour Shipping Ltd'),
      Odd: list('A;B'),
      Gap: list('Willowbrook Bakery Ltd', 'null'),
      Refused: list('Refused Bakery Ltd'),
      Clear: list('Willowbrook Bakery Ltd'),
      Long: list(...tooMany),
      Pending: list('Pending Partners'),
    };
    await mailbox.deliver(
      mailWith({ subject: 'Forgotten' }),
      ...Object.entries(lists).map(([subject, text]) =>
        mailWith({ subject, fileName: 'list.csv', list: text }),
      ),
    );
    const answers = await Promise.all(
      ['Hits', 'Odd', 'Clear', 'Pending', 'Forgotten', 'Long', 'Gap'].map(answerTo),
    );
    expect(answers.map(({ text = '' }) => text.split('\n').slice(0, 2).join(' ').trim())).toEqual([
      expect.stringMatching(/^1 company: 1 with hits/),
      expect.stringMatching(/^Line 2 of list\.csv seems to have several cells.* put it in quotation marks/),
      expect.stringMatching(/^1 company: 0 with hits .* 1 clear/),
      expect.stringMatching(/^1 company: 0 with hits .* 1 to review/),
      expect.stringMatching(/^There is no file in the field attachment_0\. .* came without a file\./),
      expect.stringMatching(
        /^501 companies: .* 501 failed\. The list has 501 companies, and Max Companies per Run is 500/,
      ),
      expect.stringMatching(/^Row 3 of list\.csv: Company Name "null"/),
    ]);
    const workbooks = answers
      .slice(0, 4)
      .map((answer) =>
        answer.attachments.length > 0 ? workbookOf(answer)['Companies']?.map(({ Company }) => Company) : [],
      );
    expect(workbooks).toEqual([
      ['Gloomharbour Shipping Ltd'],
      [],
      ['Willowbrook Bakery Ltd'],
      ['Pending Partners'],
    ]);
    // Its answer may be tried after those of the others have arrived.
    const refused: string[] = [];
    await until(
      'the refused answer was tried three times',
      () => {
        refused.push(...outgoing.refusedSubjects());
        return Promise.resolve(refused.length >= 3);
      },
      { withinMs: patienceMs },
    );
    expect(refused).toEqual(['Re: Refused', 'Re: Refused', 'Re: Refused']);
    const failed = await untilFound('the execution of the refused answer failed', async () => {
      const all = await examples().rest.executionsOf(workflowId);
      return all.find(({ status }) => status === 'error');
    });
    const { lastNode, output } = await examples().rest.untilEnded(failed.id);
    expect(lastNode).toBe('Answer with the results');
    expect(output('Company Screening').map(({ json }) => json['companyName'])).toContain(
      'Refused Bakery Ltd',
    );
    expect((await sent()).map(({ companyName }) => companyName).sort()).toEqual([
      'Gloomharbour Shipping Ltd',
      'Pending Partners',
      'Refused Bakery Ltd',
      'Willowbrook Bakery Ltd',
    ]);
  });

  test('mails of strangers and automatic replies are left alone', async () => {
    const list = 'Company\nWillowbrook Bakery Ltd\n';
    await mailbox.deliver(
      mailWith({ subject: 'Stranger', from: 'someone@elsewhere.example', fileName: 'list.csv', list }),
      mailWith({ subject: 'Away', headers: ['Auto-Submitted: auto-replied'], fileName: 'list.csv', list }),
    );
    await mailbox.deliver(mailWith({ subject: 'Later', fileName: 'list.csv', list }));
    await answerTo('Later');
    expect(await sent()).toHaveLength(1);
  });
});

interface MailWithList {
  subject: string;
  from?: string;
  headers?: string[];
  fileName?: string;
  list?: Buffer | string;
}

function mailWith({
  subject,
  from = 'colleague@example.com',
  headers = [],
  fileName,
  list,
}: MailWithList): string {
  const boundary = `part-${randomUUID()}`;
  const base64 = (bytes: Buffer | string) =>
    Buffer.from(bytes).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  const text = ['Content-Type: text/plain; charset=utf-8', '', 'Please screen these.'];
  const attachment =
    fileName === undefined || list === undefined
      ? []
      : [
          `--${boundary}`,
          'Content-Type: application/octet-stream',
          `Content-Disposition: attachment; filename="${fileName}"`,
          'Content-Transfer-Encoding: base64',
          '',
          base64(list),
        ];
  return [
    `From: "A Colleague" <${from}>`,
    'To: screening@example.com',
    `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@example.com>`,
    'MIME-Version: 1.0',
    ...headers,
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    ...text,
    ...attachment,
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

function workbookOf({ attachments }: Email): Record<string, ShownRow[]> {
  expect(attachments).toMatchObject([
    {
      filename: expect.stringMatching(/^screened_sandbox_[\d-]+_execution-\d+\.xlsx$/) as string,
      disposition: 'attachment',
    },
  ]);
  const content = attachments[0]?.content ?? '';
  return sheetsOf(typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)));
}
