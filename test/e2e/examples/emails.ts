// "E-mail: send a list, get the results": with a real IMAP server, from which n8n takes the mails, and a real SMTP server,
// to which it gives the answers.
import { readFile } from 'node:fs/promises';
import type { Email } from 'postal-mime';
import { companiesFile } from '../../support/examples';
import { colleague, mailWith, type AttachedFile, type MailWithList } from '../../support/mail/mail';
import { startMailbox, type RunningMailbox } from '../../support/mail/mailbox';
import { until, untilFound } from '../../support/waiting';
import { sheetsOf, type ShownRow } from '../../support/workbook';
import { bytesOf, type Outgoing } from '../outgoing';
import { enterAddresses, timezone, useNewRegister, type Examples } from './exampleRuns';

// n8n looks for new mails only some time after it has taken others.
const patienceMs = 180_000;

const stranger = 'x@elsewhere.example';
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Where the answers go. */
const recipient = 'compliance@example.com';

export function emailTests(examples: () => Examples): void {
  let mailbox: RunningMailbox;
  let outgoing: Outgoing;
  let answered: Email[];
  let workflowId: string;

  beforeAll(async () => {
    const { rest, save, saveCredential } = examples();
    ({ outgoing } = examples());
    mailbox = await startMailbox(timezone);
    await saveCredential('imap', mailbox.imapCredential);
    workflowId = await save('email-with-a-list.json', (workflow) => {
      enterAddresses(workflow);
      useNewRegister(workflow);
    });
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

  afterAll(() => mailbox.stop());

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
    expect(answer.to).toMatchObject([{ address: recipient }]);
    const { Companies: companies = [], Hits: hits = [] } = workbookOf(answer);
    expect(companies).toHaveLength(38);
    expect(hits[0]).toMatchObject({ 'Customer No': '00101', Outcome: 'Hit' });
    expect(answer.text).toMatch(/^38 companies: .* Sandbox: not real results\.\n/);
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
    const mails = Object.entries(lists).map(([subject, list]) =>
      mailWith({ subject, fileName: 'list.csv', list }),
    );
    await mailbox.deliver(mailWith({ subject: 'Forgotten' }), ...mails);
    const answers = await Promise.all(
      ['Hits', 'Odd', 'Clear', 'Pending', 'Forgotten', 'Long', 'Gap'].map(answerTo),
    );
    expect(answers.map(({ text = '' }) => text.split('\n').slice(0, 2).join(' ').trim())).toEqual([
      expect.stringMatching(/^1 company: 1 with hits/),
      expect.stringMatching(/^Line 2 of list\.csv seems to have several cells.* put it in quotation marks/),
      expect.stringMatching(/^1 company: 0 with hits .* 1 clear/),
      expect.stringMatching(/^1 company: 0 with hits .* 1 to review/),
      expect.stringMatching(/^There is no file with a list\. /),
      expect.stringMatching(
        /^501 companies: .* 501 failed\. Sandbox: not real results\. The list has 501 companies that would be sent, and Max Companies per Run is 500/,
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
      mailWith({ subject: 'Stranger', from: [stranger], fileName: 'list.csv', list }),
      mailWith({ subject: 'Away', headers: ['Auto-Submitted: auto-replied'], fileName: 'list.csv', list }),
    );
    await mailbox.deliver(
      mailWith({ subject: 'Later', fileName: 'list.csv', list: 'Company\nLater Bakery Ltd\n' }),
    );
    await answerTo('Later');
    expect((await sent()).map(({ companyName }) => companyName)).toEqual(['Later Bakery Ltd']);
  });

  test('a sender that only looks like the colleague gets nothing screened and nothing answered', async () => {
    const forged: Record<string, string[]> = {
      'A display name': [`"${colleague}" <${stranger}>`],
      'An encoded display name': [`=?utf-8?Q?${colleague.replace('@', '=40')}?= <${stranger}>`],
      'Two addresses': [`${colleague}, ${stranger}`],
      'Two addresses, the stranger first': [`${stranger}, ${colleague}`],
      'A group of addresses': [`Team: ${colleague}, ${stranger};`],
      'Two senders, the stranger last': [colleague, stranger],
      'A longer address': [`${colleague}.elsewhere.example`],
      'No sender': [],
    };
    await mailbox.deliver(
      ...Object.entries(forged).map(([subject, from]) =>
        mailWith({ subject, from, fileName: 'list.csv', list: `Company\n${subject} Ltd\n` }),
      ),
      mailWith({ subject: 'Honest', fileName: 'list.csv', list: 'Company\nHonest Bakery Ltd\n' }),
    );
    await answerTo('Honest');
    await mailbox.deliver(mailWith({ subject: 'After', fileName: 'list.csv', list: 'Company\nAfter Ltd\n' }));
    await answerTo('After');
    expect(answered.map(({ subject, to }) => ({ subject, to: to?.map(({ address }) => address) }))).toEqual([
      { subject: 'Re: Honest', to: [recipient] },
      { subject: 'Re: After', to: [recipient] },
    ]);
    expect((await sent()).map(({ companyName }) => companyName)).toEqual(['Honest Bakery Ltd', 'After Ltd']);
  });

  // n8n's parser knows the last of two senders only, and nobody can tell a forged address from a real one.
  test('whatever a mail says of who wrote it, the answers go to the address that the builder entered', async () => {
    const list = 'Company\nWillowbrook Bakery Ltd\n';
    const mails: Record<string, Pick<MailWithList, 'from' | 'headers'>> = {
      'Two senders, the stranger first': { from: [stranger, colleague] },
      'Another address for replies': { headers: [`Reply-To: ${stranger}`, `Sender: ${stranger}`] },
      'Other capitals': { from: ['"A Colleague" <Colleague@EXAMPLE.com>'] },
    };
    const entries = Object.entries(mails);
    await mailbox.deliver(
      ...entries.map(([subject, mail]) => mailWith({ subject, ...mail, fileName: 'list.csv', list })),
      ...entries.map(([subject, mail]) => mailWith({ subject: `${subject}, no list`, ...mail })),
    );
    const subjects = entries.flatMap(([subject]) => [subject, `${subject}, no list`]);
    const answers = await Promise.all(subjects.map(answerTo));
    const receivers = answers.flatMap(({ to = [], cc = [], bcc = [] }) => [...to, ...cc, ...bcc]);
    expect(receivers.map(({ address }) => address)).toEqual(subjects.map(() => recipient));
  });

  test('the pictures and the signature of a mail are no list, of two lists none is read, and a list that is mailed again is not paid for again', async () => {
    const list = { fileName: 'list.csv', content: 'Company\nSigned Bakery Ltd\n' };
    const logo = { fileName: 'logo.png', content: picture, type: 'image/png' };
    const mails: Record<string, AttachedFile[]> = {
      'A logo': [logo, list],
      'A logo without a name': [{ content: picture, type: 'image/png' }, list],
      'A logo and a signature': [
        logo,
        list,
        { fileName: 'smime.p7s', content: 'signed', type: 'application/pkcs7-signature' },
      ],
      'Two lists': [list, { fileName: 'more.csv', content: 'Company\nQuiet Lane Ltd\n' }],
      'A logo only': [logo],
    };
    await mailbox.deliver(...Object.entries(mails).map(([subject, files]) => mailWith({ subject, files })));
    const answers = await Promise.all(Object.keys(mails).map(answerTo));
    expect(answers.map(({ text = '' }) => text.split('\n').slice(0, 2).join(' ').trim())).toEqual([
      expect.stringMatching(/^1 company: .* 1 clear/),
      expect.stringMatching(/^1 company: .* 1 clear/),
      expect.stringMatching(/^1 company: .* 1 clear/),
      expect.stringMatching(/^There are 2 files that may be the list: list\.csv, more\.csv\./),
      expect.stringMatching(/^logo\.png is a picture, not a list\./),
    ]);
    expect(await sent()).toMatchObject([{ companyName: 'Signed Bakery Ltd', times: 1 }]);
  });
}

function workbookOf({ attachments }: Email): Record<string, ShownRow[]> {
  const filename = expect.stringMatching(/^screened_sandbox_[\d-]+_execution-\d+\.xlsx$/) as string;
  expect(attachments).toMatchObject([{ filename, disposition: 'attachment' }]);
  return sheetsOf(bytesOf(attachments[0]));
}
