// "Nightly watchdog": silent while all is well, and loud in two ways when a receipt is missing or wrong.
import { changeRows, readTable, type TableRow } from '../../support/n8n/dataTables';
import { readableText } from '../outgoing';
import type { Monitoring } from './monitoring';

const receipts = 'Monitoring receipts';

/** The tests of `nightly-watchdog.json`. Nights must have run before them. */
export function watchdogTests(monitoring: () => Monitoring): void {
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

  /** Changes the latest receipt for the steps, and changes it back. */
  async function withReceipt(
    changes: Record<string, string | number>,
    steps: () => Promise<void>,
  ): Promise<void> {
    const { rest } = monitoring();
    const latest = (await readTable(rest, receipts)).at(-1);
    if (latest === undefined) throw new Error('No night has run yet.');
    const before = Object.fromEntries(Object.keys(changes).map((column) => [column, latest[column] ?? null]));
    const id = Number(latest['id']);
    await changeRows(rest, receipts, ['id', id], changes);
    await steps();
    await changeRows(rest, receipts, ['id', id], before);
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

  test('it says nothing while the receipt is fresh and adds up', async () => {
    expect((await monitoring().watch()).status).toBe('success');
    expect(monitoring().outgoing.slackMessages()).toEqual([]);
    expect(monitoring().outgoing.emails()).toEqual([]);
  });

  test('numbers that do not add up raise the alarm', async () => {
    await withReceipt({ companies: 412 }, () =>
      expectAlarm('The receipt does not add up: 6 companies with a verdict and 0 without one are not 412.'),
    );
    await withReceipt({ clear: 5 }, () =>
      expectAlarm('The receipt does not add up: 5 clear companies and 2 with hits are not 6 with a verdict.'),
    );
  });

  test('a table that says something else than the receipt raises the alarm', async () => {
    const { rest } = monitoring();
    const before = '2026-01-01T00:00:00.000Z';
    const [row] = await readTable(rest, 'Monitored companies');
    await changeRows(rest, 'Monitored companies', ['id', Number(row?.['id'])], { verdictAt: before });
    await expectAlarm('The receipt counts 0 companies without a verdict, but the table has 1.');
    await changeRows(rest, 'Monitored companies', ['id', Number(row?.['id'])], {
      verdictAt: row?.['verdictAt'] ?? null,
    });
  });

  test('a receipt older than 26 hours raises the alarm, one of 25 hours does not', async () => {
    const { rest } = monitoring();
    const all = await readTable(rest, receipts);
    const age = async (hours: number): Promise<void> => {
      for (const { id } of all)
        await changeRows(rest, receipts, ['id', Number(id)], { night: hoursAgo(hours) });
    };
    await age(25);
    expect((await monitoring().watch()).status).toBe('success');
    await age(27);
    await expectAlarm(expect.stringMatching(/^The latest receipt is of .* UTC, more than 26 hours ago/));
    for (const { id, night } of all)
      await changeRows(rest, receipts, ['id', Number(id)], { night: night ?? '' });
  });

  describe('when the receipt itself could not be sent', () => {
    let before: TableRow[];

    beforeAll(async () => {
      before = await readTable(monitoring().rest, receipts);
      const { outgoing, night } = monitoring();
      outgoing.refuse({ slack: '' });
      await outgoing.withoutMailServer(async () => {
        const { status, error } = await night();
        expect(status).toBe('error');
        expect(error?.message).toMatch(/could be sent neither on Slack nor by e-mail/);
      });
      outgoing.refuse({});
      expect(outgoing.slackMessages()).toEqual([]);
      expect(outgoing.emails()).toEqual([]);
    });

    /** Changes all receipts of the nights before this one. */
    async function changeEarlier(changes: (row: TableRow) => TableRow): Promise<void> {
      const { rest } = monitoring();
      for (const row of before) await changeRows(rest, receipts, ['id', Number(row['id'])], changes(row));
    }

    test('its row says so, and one such night raises no alarm yet', async () => {
      const rows = await readTable(monitoring().rest, receipts);
      expect(rows).toHaveLength(before.length + 1);
      expect(rows.at(-1)).toMatchObject({ companies: 6, withVerdict: 6, sentAt: null });
      expect((await monitoring().watch()).status).toBe('success');
    });

    test('the alarm says that the nights ran when no receipt was sent for 26 hours', async () => {
      await changeEarlier(() => ({ night: hoursAgo(27) }));
      await expectAlarm(
        expect.stringMatching(
          /^The nights ran, but nobody was told: .* sent is of .* UTC, more than 26 hours ago/,
        ),
      );
      await changeEarlier(() => ({ night: hoursAgo(25) }));
      expect((await monitoring().watch()).status).toBe('success');
    });

    test('the alarm says so too when none was ever sent', async () => {
      await changeEarlier(() => ({ sentAt: null }));
      await expectAlarm('The nights ran, but nobody was told: no receipt was ever sent.');
      await changeEarlier(({ night = null, sentAt = null }) => ({ night, sentAt }));
    });

    test('a night that is told again ends the alarm', async () => {
      expect((await monitoring().night()).status).toBe('success');
      expect(monitoring().outgoing.slackMessages()).toHaveLength(1);
      expect((await monitoring().watch()).status).toBe('success');
    });
  });

  test('the alarm goes by e-mail too when Slack is down, and the other way round', async () => {
    const { outgoing } = monitoring();
    await withReceipt({ companies: 412 }, async () => {
      outgoing.refuse({ slack: '' });
      await monitoring().watch();
      expect(outgoing.emails()).toHaveLength(1);
      outgoing.refuse({ email: '' });
      await monitoring().watch();
      expect(outgoing.slackMessages()).toHaveLength(1);
      outgoing.refuse({});
    });
  });
}

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
