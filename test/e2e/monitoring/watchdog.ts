// "Nightly watchdog": silent while all is well, and loud in two ways when a receipt is missing or wrong.
import { addRows, changeRows, readTable, type TableRow } from '../../support/n8n/dataTables';
import { readableText } from '../outgoing';
import { story } from '../story';
import type { Monitoring } from './monitoring';

const receipts = 'Monitoring receipts';
const companies = ['Gloomharbour Shipping Ltd', 'Willowbrook Bakery Ltd', 'Twin Anchor Trading'];

/** The tests of `nightly-watchdog.json`. Each begins after a night over three companies, one of which has a hit. */
export function watchdogTests(monitoring: () => Monitoring): void {
  beforeEach(async () => {
    const { night, outgoing, rest } = monitoring();
    // The first night makes the tables.
    await night();
    const rows = companies.map((company, index) => ({ key: `W${String(index)}`, company }));
    await addRows(rest, 'Monitored companies', rows);
    await night();
    outgoing.slackMessages();
  });

  const readReceipts = (): Promise<TableRow[]> => readTable(monitoring().rest, receipts);

  async function expectAlarm(...problems: unknown[]): Promise<void> {
    const execution = await monitoring().watch();
    expect(execution.status).toBe('error');
    const { outgoing } = monitoring();
    const [message = '', ...others] = outgoing.slackMessages();
    expect(others).toEqual([]);
    expect(message.split('\n').slice(1, -1)).toEqual(problems);
    const emails = outgoing.emails();
    expect(emails).toMatchObject([{ subject: 'Alarm: company screening' }]);
    expect(emails.map(readableText)).toEqual([message]);
    expect(execution.error?.message).toBe(message);
  }

  async function expectSilence(): Promise<void> {
    expect((await monitoring().watch()).status).toBe('success');
    expect(monitoring().outgoing.slackMessages()).toEqual([]);
    expect(monitoring().outgoing.emails()).toEqual([]);
  }

  /** Changes the receipts that there are changes for. */
  async function changeReceipts(changesTo: (row: TableRow) => TableRow | undefined): Promise<void> {
    for (const row of await readReceipts()) {
      const changes = changesTo(row);
      if (changes) await changeRows(monitoring().rest, receipts, ['id', Number(row['id'])], changes);
    }
  }

  test('n8n does not publish an alarm that would go to nobody', async () => {
    const { rest, save } = monitoring();
    const id = await save('nightly-watchdog.json', (workflow) => {
      // Under its own name it would take the place of the one that the other tests run.
      workflow.name = 'Nightly watchdog without an address';
      const email = workflow.nodes.find(({ name }) => name === 'Alarm by e-mail');
      Object.assign(email?.parameters ?? {}, { fromEmail: '', toEmail: '' });
    });
    await expect(rest.activateWorkflow(id)).rejects.toThrow(
      /Alarm by e-mail.*Missing or invalid required parameters/s,
    );
  });

  test('it says nothing while the receipt is fresh and adds up', expectSilence);

  test.each<[string, TableRow, string]>([
    [
      'companies',
      { companies: 412 },
      'The receipt does not add up: 3 companies with a verdict and 0 without one are not 412.',
    ],
    [
      'verdicts',
      { clear: 5 },
      'The receipt does not add up: 5 clear companies and 1 with hits are not 3 with a verdict.',
    ],
  ])('numbers of %s that do not add up raise the alarm', async (_, changes, alarm) => {
    await changeReceipts(() => changes);
    await expectAlarm(alarm);
  });

  test('a table that says something else than the receipt raises the alarm', async () => {
    await changeRows(monitoring().rest, 'Monitored companies', ['key', 'W0'], {
      verdictAt: '2026-01-01T00:00:00.000Z',
    });
    await expectAlarm('The receipt counts 0 companies without a verdict, but the table has 1.');
  });

  test('a receipt older than 26 hours raises the alarm, one of 25 hours does not', async () => {
    await changeReceipts(() => ({ night: hoursAgo(25) }));
    await expectSilence();
    await changeReceipts(() => ({ night: hoursAgo(27) }));
    await expectAlarm(expect.stringMatching(/^The latest receipt is of .* UTC, more than 26 hours ago/));
  });

  story('a receipt that could not be sent raises the alarm when none was for 26 hours', (step) => {
    /** Changes the receipts of the nights before it. */
    const changeEarlier = (changes: TableRow): Promise<void> =>
      changeReceipts(({ sentAt = null }) => (sentAt === null ? undefined : changes));

    step('its row says so, and one such night raises no alarm yet', async () => {
      const { outgoing, night } = monitoring();
      outgoing.refuse({ slack: '' });
      await outgoing.withoutMailServer(async () => {
        const { status, error } = await night();
        expect(status).toBe('error');
        expect(error?.message).toMatch(/could be sent neither on Slack nor by e-mail/);
      });
      outgoing.refuse({});
      expect((await readReceipts()).at(-1)).toMatchObject({ companies: 3, withVerdict: 3, sentAt: null });
      await expectSilence();
    });

    step('the alarm says that the nights ran', async () => {
      await changeEarlier({ night: hoursAgo(27) });
      await expectAlarm(
        expect.stringMatching(
          /^The nights ran, but nobody was told: .* sent is of .* UTC, more than 26 hours ago/,
        ),
      );
      await changeEarlier({ sentAt: null });
      await expectAlarm('The nights ran, but nobody was told: no receipt was ever sent.');
    });

    step('a night that is told again ends the alarm', async () => {
      expect((await monitoring().night()).status).toBe('success');
      expect(monitoring().outgoing.slackMessages()).toHaveLength(1);
      await expectSilence();
    });
  });

  test('the alarm goes by e-mail too when Slack is down, and the other way round', async () => {
    const { outgoing } = monitoring();
    await changeReceipts(() => ({ companies: 412 }));
    outgoing.refuse({ slack: '' });
    await monitoring().watch();
    expect(outgoing.emails()).toHaveLength(1);
    outgoing.refuse({ email: '' });
    await monitoring().watch();
    expect(outgoing.slackMessages()).toHaveLength(1);
  });
}

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
