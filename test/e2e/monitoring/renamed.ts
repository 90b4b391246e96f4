// A hit that vanishes because its company goes by another name: it is told as what it was, and waits until it is closed.
import { addRows, changeRows, readTable, type TableRow } from '../../support/n8n/dataTables';
import { owner } from '../../support/n8n/owner';
import { inMessages, inSandbox } from '../outgoing';
import type { Step } from '../story';
import { atTheDesk, type People } from './deskOddPaths';
import { close, colleague, confirm, decide, decisions, openDesk, openHit } from './deskSteps';

const marsh = 'Vanish Marsh Trading';
const reed = 'Vanish Reed Freight';
const fern = 'Vanish Fern Mills';

/** Three companies that go by another name, in the nights and at the desk. */
export function renamedOf({ monitoring, ann, ben }: People, step: Step): void {
  /** The lines of a night that are about the three companies, and its receipt. */
  async function night(): Promise<{ lines: string[]; receipt: string; subjects: string[] }> {
    const execution = await monitoring().night();
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    const messages = monitoring().outgoing.slackMessages();
    return {
      lines: messages.flatMap((message) => message.split('\n')).filter((line) => line.includes('Vanish')),
      receipt: messages.at(-1) ?? '',
      subjects: messages.slice(0, -1).map((message) => message.split('\n')[0] ?? ''),
    };
  }

  const counts = async (): Promise<unknown> => {
    const { trueMatches, toClose } = (await readTable(monitoring().rest, 'Monitoring receipts')).at(-1) ?? {};
    return { trueMatches, toClose };
  };

  /** Puts words about the hit of a company into the table, as the desk does. */
  async function say(key: string, word: TableRow): Promise<void> {
    const { rest } = monitoring();
    const hit = (await readTable(rest, 'Monitoring hits')).findLast((row) => row['key'] === key);
    const who = {
      environment: 'sandbox',
      person: owner.email,
      personId: 'somebody',
      reason: 'Said before',
      at: new Date().toISOString(),
    };
    await addRows(rest, decisions, [{ key, fingerprint: hit?.['fingerprint'] ?? null, ...who, ...word }]);
  }

  step('a night finds three hits; one is a true match, one waits for its second person', async () => {
    const { night: firstNight, outgoing, rest, sandbox } = monitoring();
    await firstNight();
    await sandbox.watchlist({
      add: [marsh, reed, fern].map((name) => ({ name, sourceType: 'Sanction', sourceId: 'VELM-SAN-01' })),
    });
    await addRows(rest, 'Monitored companies', [
      { key: 'N1', company: marsh, otherColumns: 'Country: Velmoria' },
      { key: 'N2', company: reed },
      { key: 'N3', company: fern },
    ]);
    await firstNight();
    await say('N1', { step: 'true match', decision: 'true match' });
    await say('N2', { step: 'proposed', decision: 'false positive' });
    outgoing.slackMessages();
  });

  step('the receipt of every night counts the true matches apart from the open hits', async () => {
    for (let count = 0; count < 2; count++) {
      const { receipt, lines } = await night();
      expect(receipt).toContain(`True matches: 1.`);
      expect(receipt).not.toContain('to be closed');
      expect(lines).toEqual([]);
    }
  });

  step('what vanishes under a new name is told as what it was, with both names', async () => {
    const { rest } = monitoring();
    for (const key of ['N1', 'N2', 'N3'])
      await changeRows(rest, 'Monitored companies', ['key', key], { company: `Harmless ${key} Ltd` });
    // All three were seen in the same night, which was the last one.
    const seen = inMessages((await readTable(rest, 'Monitoring receipts')).at(-1)?.['night']);
    const { lines, receipt, subjects } = await night();
    const told = (key: string, name: string, was: string): string =>
      `${key} ${name} → ${name} (Sanction, list VELM-SAN-01), last seen ${seen}${was}; the company is now screened as Harmless ${key} Ltd; it was ${name}`;
    expect(lines.sort()).toEqual([
      `• ${told('N3', fern, '')}`,
      `• No longer listed: ${told('N1', marsh, ', was a true match; close it at the review desk')}`,
      `• No longer listed: ${told('N2', reed, ', waited for its second person; it still waits at the review desk')}`,
    ]);
    expect(subjects).toContain(`${inSandbox}2 hits need a person: 2 no longer listed`);
    expect(subjects).toContain(`${inSandbox}1 hit is no longer listed`);
    expect(receipt).toContain(`True matches: 1. No longer listed, to be closed: 2.`);
    expect((await night()).receipt).toContain('No longer listed, to be closed: 2.');
    expect(await counts()).toEqual({ trueMatches: 1, toClose: 2 });
  });

  atTheDesk(
    step,
    'a true match that is no longer listed waits at the desk until a person closes it',
    ann,
    async () => {
      const page = await openDesk(ann());
      expect(await page.locator('body').innerText()).toContain(', 2 no longer listed');
      await openHit(page, `no longer listed, true match · N1 ${marsh}`);
      const text = await page.locator('table').innerText();
      for (const row of [
        /Name at present\s+Harmless N1 Ltd/,
        /Your other columns\s+Country: Velmoria/,
        /Listed\s+no longer/,
      ])
        expect(text).toMatch(row);
      await decide(page, close, 'Sold to somebody else');
      await page.getByText(`Closed by ${owner.email}`).waitFor();
      expect((await readTable(monitoring().rest, decisions)).at(-1)).toMatchObject({
        key: 'N1',
        step: 'closed',
        decision: 'closed',
        reason: 'Sold to somebody else',
      });
      await night();
      expect(await counts()).toEqual({ trueMatches: 0, toClose: 1 });
      return page;
    },
  );

  atTheDesk(
    step,
    'a hit that waited for its second person still waits when it is no longer listed',
    ben,
    async () => {
      const page = await openDesk(ben());
      expect(await page.locator('select').innerText()).not.toContain(marsh);
      await openHit(page, `no longer listed, waits for a second person · N2 ${reed}`);
      await decide(page, confirm, 'Another number');
      await page.getByText(`False positive, confirmed by ${colleague.email}`).waitFor();
      expect((await night()).receipt).not.toContain('to be closed');
      return page;
    },
  );

  atTheDesk(step, 'a listed hit cannot be closed, and one that comes back is open', ann, async () => {
    await changeRows(monitoring().rest, 'Monitored companies', ['key', 'N1'], { company: marsh });
    expect((await night()).lines).toEqual([
      `• Listed again: N1 ${marsh} → ${marsh} (Sanction, list VELM-SAN-01)`,
    ]);
    const page = await openDesk(ann());
    await openHit(page, `open · N1 ${marsh}`);
    expect(await page.getByText(close).count()).toBe(0);
    return page;
  });

  step('a true match that changes says that it was one, and only the changed hit stays', async () => {
    await say('N1', { step: 'true match', decision: 'true match' });
    await monitoring().sandbox.watchlist({ change: [{ name: marsh, fields: { nameRemarks: ['Renamed'] } }] });
    const { lines, receipt } = await night();
    expect(lines).toEqual([
      `• Changed: N1 ${marsh} → ${marsh} (Sanction, list VELM-SAN-01), was a true match before the change`,
    ]);
    expect(receipt).not.toContain('to be closed');
    await night();
    expect(await counts()).toEqual({ trueMatches: 0, toClose: 0 });
  });
}
