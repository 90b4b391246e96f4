// "Nightly re-screening" over its nights: what each night tells, to the letter, while the watchlist, the service and
// Slack change between them.
import { addRows, changeRows, readTable, type TableRow } from '../../support/n8n/dataTables';
import type { Execution } from '../../support/n8n/rest';
import { until } from '../../support/waiting';
import { inMessages, inSandbox, readableText } from '../outgoing';
import type { Step } from '../story';
import type { Monitoring } from './monitoring';

const gloom = 'Gloomharbour Shipping Ltd';
const willow = 'Willowbrook Bakery Ltd';
const twin = 'Twin Anchor Trading';
const gloomHit = `00101 ${gloom} → ${gloom} (Sanction, list VELM-SAN-01)`;
const willowHit = `00102 ${willow} → ${willow} (Criminal, list NEB-CRIM-9)`;
const twinHit = `00103 ${twin} → ${twin} (Sanction, list VELM-SAN-01)`;

const aTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

/** The week of `nightly-rescreening.json`, each night a step. */
export function weekOf(monitoring: () => Monitoring, step: Step): void {
  const twins = ['VL-1', 'VL-2'].map((number) => ({
    name: twin,
    sourceType: 'Sanction',
    sourceId: 'VELM-SAN-01',
    companyNumber: [number],
  }));

  async function night(): Promise<string[]> {
    const execution = await monitoring().night();
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    return monitoring().outgoing.slackMessages();
  }

  /** A night that has to end as failed, since something could not be told. */
  async function failedNight(): Promise<{ execution: Execution; slack: string[]; subjects: unknown[] }> {
    const execution = await monitoring().night();
    expect(execution.status).toBe('error');
    const { outgoing } = monitoring();
    return {
      execution,
      slack: outgoing.slackMessages(),
      subjects: outgoing.emails().map((email) => {
        expect(readableText(email)).toContain('could not be sent on Slack');
        return email.subject;
      }),
    };
  }

  const lastReceipt = async (): Promise<TableRow | undefined> =>
    (await readTable(monitoring().rest, 'Monitoring receipts')).at(-1);

  /** When a company had its latest verdict, as messages say it. */
  const verdictAt = async (key: string): Promise<string> => {
    const row = (await readTable(monitoring().rest, 'Monitored companies')).find((one) => one['key'] === key);
    return inMessages(row?.['verdictAt']);
  };

  step('the first run makes the tables, and its receipt says that there is nothing yet', async () => {
    expect(await night()).toEqual([
      '0 of 0 companies have a verdict: 0 clear, 0 with hits. Open hits: 0. True matches: 0.',
    ]);
  });

  step(
    'the first night alerts every hit, two of one name each for itself, and keeps clears on record',
    async () => {
      const { rest, sandbox } = monitoring();
      await sandbox.watchlist({ add: twins });
      await addRows(rest, 'Monitored companies', [
        { key: '00101', company: gloom, otherColumns: 'Country: Velmoria' },
        { key: '00102', company: willow },
        { key: '00103', company: twin },
      ]);
      expect(await night()).toEqual([
        `${inSandbox}3 hits need a person: 3 new\n• New: ${gloomHit}\n• New: ${twinHit}\n• New: ${twinHit}`,
        `${inSandbox}3 of 3 companies have a verdict: 1 clear, 2 with hits. Open hits: 3. True matches: 0.`,
      ]);
      expect(await readTable(rest, 'Monitored companies')).toMatchObject([
        { key: '00101', outcome: 'hit', hits: 1, otherColumns: 'Country: Velmoria' },
        { key: '00102', outcome: 'clear', hits: 0, verdictFor: willow },
        { key: '00103', outcome: 'hit', hits: 2 },
      ]);
      for (const row of await readTable(rest, 'Monitored companies'))
        expect(row['screeningId']).toMatch(/^[0-9a-f-]{36}$/);
      expect(await lastReceipt()).toMatchObject({ environment: 'sandbox', sentAt: aTime });
    },
  );

  step('a night on which nothing changed leaves its receipt all the same, and alerts nothing', async () => {
    expect(await night()).toEqual([
      `${inSandbox}3 of 3 companies have a verdict: 1 clear, 2 with hits. Open hits: 3. True matches: 0.`,
    ]);
  });

  step('a hit that came and a hit that changed in any field are alerted', async () => {
    await monitoring().sandbox.watchlist({
      add: [{ name: willow, sourceType: 'Criminal', sourceId: 'NEB-CRIM-9' }],
      change: [{ name: gloom, fields: { addressRemarks: ['Moved away by night'] } }],
    });
    expect(await night()).toEqual([
      `${inSandbox}2 hits need a person: 1 new, 1 changed\n• Changed: ${gloomHit}\n• New: ${willowHit}`,
      `${inSandbox}3 of 3 companies have a verdict: 0 clear, 3 with hits. Open hits: 4. True matches: 0.`,
    ]);
  });

  step('a hit that is gone is told, and so is one of two that have the same name', async () => {
    const { sandbox } = monitoring();
    await sandbox.watchlist({ remove: [willow, twin], add: twins.slice(0, 1) });
    const at = await verdictAt('00102');
    expect(await night()).toEqual([
      `${inSandbox}2 hits are no longer listed\n• ${twinHit}, last seen ${at}\n• ${willowHit}, last seen ${at}`,
      `${inSandbox}3 of 3 companies have a verdict: 1 clear, 2 with hits. Open hits: 2. True matches: 0.`,
    ]);
  });

  step('a night without the service tells nothing about hits, and names every company', async () => {
    const { sandbox } = monitoring();
    await sandbox.watchlist({ add: [{ name: willow, sourceType: 'Criminal', sourceId: 'NEB-CRIM-9' }] });
    await sandbox.faults([{ on: 'screening', fault: { kind: 'html' } }]);
    const [receipt = '', ...others] = await night();
    expect(others).toEqual([]);
    const at = await verdictAt('00101');
    const lines = receipt.split('\n');
    expect(lines.map((line) => line.replace(/: Screen Company: .*\. \(last/, ': … (last'))).toEqual([
      `${inSandbox}0 of 3 companies have a verdict: 0 clear, 0 with hits. Open hits: 2. True matches: 0. Without a verdict: 3.`,
      `• 00101 ${gloom}: … (last verdict ${at}: hit, in the sandbox)`,
      `• 00102 ${willow}: … (last verdict ${at}: clear, in the sandbox)`,
      `• 00103 ${twin}: … (last verdict ${at}: hit, in the sandbox)`,
    ]);
    await sandbox.faults([]);
  });

  step('without Slack every message goes by e-mail, and the execution fails at its end', async () => {
    const { outgoing } = monitoring();
    outgoing.refuse({ slack: '' });
    const { execution, slack, subjects } = await failedNight();
    expect(slack).toEqual([]);
    expect(subjects).toEqual([
      `Company screening, not sent on Slack: ${inSandbox}1 hit needs a person: 1 listed again`,
      `Company screening, not sent on Slack: ${inSandbox}3 of 3 companies have a verdict: 0 clear, 3 with hits. Open hits: 3. True matches: 0.`,
    ]);
    expect(execution.error?.message).toMatch(
      /^2 of tonight's messages could not be sent on Slack; they went by e-mail/,
    );
    expect(await lastReceipt()).toMatchObject({ sentAt: aTime });
  });

  step('what Slack did not take is told the next night, and a Pending company is named', async () => {
    const { outgoing, sandbox } = monitoring();
    outgoing.refuse({});
    const at = await verdictAt('00103');
    const fault = { kind: 'record' as const, patch: { status: 'Pending', totalHits: 0, details: [] } };
    await sandbox.faults([{ on: 'screening', match: twin, fault }]);
    const messages = await night();
    expect(messages.map((message) => message.replace(/(Trading: ).*( \(last)/, '$1…$2'))).toEqual([
      `${inSandbox}1 hit needs a person: 1 listed again\n• Listed again: ${willowHit}`,
      `${inSandbox}2 of 3 companies have a verdict: 0 clear, 2 with hits. Open hits: 3. True matches: 0. Without a verdict: 1.\n• 00103 ${twin}: … (last verdict ${at}: hit, in the sandbox)`,
    ]);
    expect(messages[1]).toMatch(/ Screening ID [0-9a-f-]{36}\. \(last/);
    await sandbox.faults([]);
  });

  step('a message that is refused does not swallow the others', async () => {
    const { outgoing, sandbox } = monitoring();
    await sandbox.watchlist({
      remove: [willow],
      change: [{ name: twin, fields: { nameRemarks: ['Renamed'] } }],
    });
    outgoing.refuse({ slack: 'need', email: 'need' });
    const { execution, slack, subjects } = await failedNight();
    expect(await lastReceipt()).toMatchObject({ sentAt: aTime });
    expect(slack).toEqual([
      expect.stringContaining(`${inSandbox}1 hit is no longer listed\n`),
      `${inSandbox}3 of 3 companies have a verdict: 1 clear, 2 with hits. Open hits: 2. True matches: 0.`,
    ]);
    expect(subjects).toEqual([]);
    expect(execution.error?.message).toMatch(
      /^1 of tonight's messages could be sent neither on Slack nor by e-mail/,
    );
    outgoing.refuse({});
    expect(await night()).toEqual([
      `${inSandbox}1 hit needs a person: 1 changed\n• Changed: ${twinHit}`,
      `${inSandbox}3 of 3 companies have a verdict: 1 clear, 2 with hits. Open hits: 2. True matches: 0.`,
    ]);
  });

  step('a hit that came and went while Slack was down is told all the same', async () => {
    const { outgoing, sandbox } = monitoring();
    await sandbox.watchlist({ add: [{ name: willow, sourceType: 'Other', sourceId: 'NEB-NEWS-1' }] });
    outgoing.refuse({ slack: '' });
    const { subjects } = await failedNight();
    expect(subjects[0]).toBe(`Company screening, not sent on Slack: ${inSandbox}1 hit needs a person: 1 new`);
    outgoing.refuse({});
    await sandbox.watchlist({ remove: [willow] });
    const at = await verdictAt('00102');
    expect(await night()).toEqual([
      `${inSandbox}1 hit needs a person: 1 came and went\n• Came and went: 00102 ${willow} → ${willow} (Other, list NEB-NEWS-1), last seen ${at}`,
      `${inSandbox}3 of 3 companies have a verdict: 1 clear, 2 with hits. Open hits: 2. True matches: 0.`,
    ]);
    expect(await night()).toEqual([
      `${inSandbox}3 of 3 companies have a verdict: 1 clear, 2 with hits. Open hits: 2. True matches: 0.`,
    ]);
  });

  step(
    'a company that is added during the night, and one whose key is there twice, count as without',
    async () => {
      const { rest, sandbox } = monitoring();
      await addRows(rest, 'Monitored companies', [{ key: '00101', company: 'Somebody Else Ltd' }]);
      await sandbox.settings({ latencyMs: 3_000 });
      const messages = night();
      const isScreening = async () => (await sandbox.summary()).operations.screening.inFlight > 0;
      await until('the night screened', isScreening, { everyMs: 50 });
      await addRows(rest, 'Monitored companies', [{ key: '00104', company: 'Added Today Ltd' }]);
      const why =
        'not screened tonight, because its key stands in the table twice or it came into the table during the night';
      expect(await messages).toEqual([
        `${inSandbox}3 of 5 companies have a verdict: 1 clear, 2 with hits. Open hits: 2. True matches: 0. Without a verdict: 2.\n` +
          `• 00101 Somebody Else Ltd: ${why} (never had a verdict)\n` +
          `• 00104 Added Today Ltd: ${why} (never had a verdict)`,
      ]);
      expect(await lastReceipt()).toMatchObject({
        companies: 5,
        withVerdict: 3,
        withoutVerdict: 2,
        without: '00101; 00104',
      });
      await sandbox.settings({ latencyMs: 0 });
      await changeRows(rest, 'Monitored companies', ['company', 'Somebody Else Ltd'], { key: '00105' });
      expect(await night()).toEqual([
        `${inSandbox}5 of 5 companies have a verdict: 3 clear, 2 with hits. Open hits: 2. True matches: 0.`,
      ]);
    },
  );

  step('a company whose name was changed has no verdict until it is screened under that name', async () => {
    const { rest } = monitoring();
    await changeRows(rest, 'Monitored companies', ['key', '00105'], { company: 'Renamed Ltd' });
    const [row] = (await readTable(rest, 'Monitored companies')).filter(({ key }) => key === '00105');
    expect(row?.['verdictFor']).toBe('Somebody Else Ltd');
    expect(await night()).toEqual([
      `${inSandbox}5 of 5 companies have a verdict: 3 clear, 2 with hits. Open hits: 2. True matches: 0.`,
    ]);
  });

  step('sixty new hits are three messages that name each of them', async () => {
    const { rest, sandbox } = monitoring();
    const details = Array.from({ length: 60 }, (_, index) => ({
      name: `Many No ${String(index + 1)}`,
      sourceType: 'PEP',
      sourceId: 'L',
    }));
    await addRows(rest, 'Monitored companies', [{ key: '00106', company: 'Many Hits Holding' }]);
    const fault = { kind: 'record' as const, patch: { details, totalHits: 60 } };
    await sandbox.faults([{ on: 'screening', match: 'Many Hits', fault }]);
    const messages = await night();
    expect(messages.slice(0, 3).map((message) => message.split('\n')[0])).toEqual([
      `${inSandbox}25 hits need a person: 25 new (1 of 3)`,
      `${inSandbox}25 hits need a person: 25 new (2 of 3)`,
      `${inSandbox}10 hits need a person: 10 new (3 of 3)`,
    ]);
    const named = messages.flatMap((message) => message.match(/Many No \d+/g) ?? []);
    expect(new Set(named).size).toBe(60);
    expect(messages).toHaveLength(4);
    await changeRows(rest, 'Monitored companies', ['key', '00106'], { company: willow });
    await sandbox.faults([]);
    await night();
  });
}
