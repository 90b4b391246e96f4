// A credential of the sandbox in the place of the one of production, and back: what was seen or decided in one says
// nothing in the other.
import { addRows, readTable, type TableRow } from '../../support/n8n/dataTables';
import { inSandbox } from '../outgoing';
import type { Step } from '../story';
import { decisions } from './deskSteps';
import type { Monitoring } from './monitoring';

const ferry = 'Two Worlds Ferry';
const hits = 'Monitoring hits';

/** A company that is screened in the sandbox, and then in production. */
export function environmentsOf(monitoring: () => Monitoring, step: Step): void {
  /** The messages of a night with the credential of one or the other. */
  async function nightIn(environment: 'sandbox' | 'production'): Promise<string[]> {
    const { night, outgoing, sandbox, saveCredential } = monitoring();
    await saveCredential('companyScreeningApi', { ...sandbox.credential, environment });
    expect((await night()).status).toBe('success');
    return outgoing.slackMessages();
  }

  const told = async (): Promise<TableRow[]> =>
    (await readTable(monitoring().rest, hits)).filter(({ key }) => key === 'F1');

  step('two people clear the hit that the sandbox gave', async () => {
    const { rest, sandbox } = monitoring();
    await nightIn('sandbox');
    await sandbox.watchlist({ add: [{ name: ferry, sourceType: 'Sanction' }] });
    await addRows(rest, 'Monitored companies', [{ key: 'F1', company: ferry }]);
    await nightIn('sandbox');
    const [hit] = await told();
    await addRows(rest, decisions, [
      {
        key: 'F1',
        fingerprint: hit?.['fingerprint'] ?? null,
        environment: 'sandbox',
        step: 'confirmed',
        decision: 'false positive',
        person: 'ben@example.com',
        proposedBy: 'ann@example.com',
        at: '2099-01-01T00:00:00.000Z',
        expiresAt: '2100-01-01T00:00:00.000Z',
      },
    ]);
  });

  step('a hit that the sandbox had is new in production, whatever was decided about it', async () => {
    const messages = await nightIn('production');
    expect(messages.join('\n')).not.toContain(inSandbox);
    expect(messages.join('\n')).toContain(`• New: F1 ${ferry} → ${ferry}`);
    expect(await told()).toMatchObject([
      { environment: 'sandbox', told: 'listed' },
      { environment: 'production', told: 'listed' },
    ]);
    expect((await nightIn('production')).join('\n')).not.toContain(ferry);
  });

  step('a night in the sandbox makes no hit of production go away', async () => {
    await monitoring().sandbox.watchlist({ remove: [ferry] });
    const messages = await nightIn('sandbox');
    for (const message of messages) expect(message).toContain(inSandbox);
    expect(messages.join('\n')).toContain(`no longer listed\n• F1 ${ferry}`);
    expect(await told()).toMatchObject([
      { environment: 'sandbox', told: 'gone' },
      { environment: 'production', told: 'listed' },
    ]);
    const [company] = (await readTable(monitoring().rest, 'Monitored companies')).filter(
      ({ key }) => key === 'F1',
    );
    expect(company).toMatchObject({ outcome: 'clear', verdictIn: 'sandbox' });
  });

  step('a clear verdict of the sandbox is called one when production has none', async () => {
    const { sandbox } = monitoring();
    await sandbox.faults([{ on: 'screening', fault: { kind: 'html' } }]);
    const [receipt = ''] = (await nightIn('production')).slice(-1);
    expect(receipt).toMatch(new RegExp(`• F1 ${ferry}: .*\\(last verdict .*: clear, in the sandbox\\)`));
    await sandbox.faults([]);
  });

  step('production tells for itself that its hit is gone', async () => {
    expect((await nightIn('production')).join('\n')).toContain(`• F1 ${ferry} → ${ferry}`);
    expect(await told()).toMatchObject([{ told: 'gone' }, { environment: 'production', told: 'gone' }]);
  });
}
