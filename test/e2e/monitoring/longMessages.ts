// Long messages: a receipt of several messages counts as sent when all of them were, and a long name hides nothing.
import { addRows, readTable } from '../../support/n8n/dataTables';
import type { Monitoring } from './monitoring';

/** Tests of `nightly-rescreening.json` with thirty companies that the service does not answer about. */
export function longMessagesTests(monitoring: () => Monitoring): void {
  /** A night whose receipt has the second of its messages refused. */
  async function nightThatRefuses(refused: { slack: string; email?: string }): Promise<unknown> {
    const { night, outgoing, rest } = monitoring();
    outgoing.refuse(refused);
    expect((await night()).status).toBe('error');
    outgoing.refuse({});
    const messages = outgoing.slackMessages().filter((message) => message.includes('a verdict'));
    expect(messages.map((message) => /\(\d of \d\)/.exec(message)?.[0])).toEqual(['(1 of 2)']);
    return (await readTable(rest, 'Monitoring receipts')).at(-1)?.['sentAt'];
  }

  beforeEach(async () => {
    const { night, outgoing, rest, sandbox } = monitoring();
    await night();
    await addRows(
      rest,
      'Monitored companies',
      Array.from({ length: 30 }, (_, index) => ({ key: `L${String(index)}`, company: 'Long List Ltd' })),
    );
    await sandbox.faults([{ on: 'screening', match: 'Long List', fault: { kind: 'html' } }]);
    outgoing.slackMessages();
  });

  test('the part that Slack refuses goes by e-mail, and the receipt is sent', async () => {
    expect(await nightThatRefuses({ slack: '(2 of 2)' })).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(monitoring().outgoing.emails()).toHaveLength(1);
  });

  test('a name of several lines, or of fifty thousand letters, takes one line and hides no other hit', async () => {
    const { night, outgoing, rest, sandbox } = monitoring();
    const details = ['A'.repeat(50_000), 'Two\n• New: forged'].map((name) => ({ name, sourceType: 'PEP' }));
    const patch = { details, totalHits: details.length };
    await sandbox.faults([
      { on: 'screening', match: 'Long List', fault: { kind: 'html' } },
      { on: 'screening', match: 'Odd Letters', fault: { kind: 'record', patch } },
    ]);
    await addRows(rest, 'Monitored companies', [{ key: 'L-odd', company: 'Odd Letters Ltd' }]);
    expect((await night()).status).toBe('success');
    const [alert = ''] = outgoing.slackMessages();
    const lines = alert.split('\n').filter((line) => line.includes('Letters'));
    expect(lines.map((line) => line.length <= 1_000)).toEqual([true, true]);
    expect(lines).toContain('• New: L-odd Odd Letters Ltd → Two • New: forged (PEP, list not given)');
  });

  test('a receipt of which one part could not be sent at all is not sent', async () => {
    expect(await nightThatRefuses({ slack: '(2 of 2)', email: '(2 of 2)' })).toBeNull();
  });
}
