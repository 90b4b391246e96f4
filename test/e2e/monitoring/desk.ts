// "Review desk" in a browser: two people who are signed in to n8n decide about hits, and the nights honour it.
import { addRows, changeRows, readTable, type TableRow } from '../../support/n8n/dataTables';
import { owner } from '../../support/n8n/owner';
import type { N8nRest } from '../../support/n8n/rest';
import { openEditor, type Editor } from '../browser/editor';
import { inMessages, inSandbox } from '../outgoing';
import { story } from '../story';
import { atTheDesk, oddPathsOf } from './deskOddPaths';
import {
  colleague,
  confirm,
  decide,
  decisions,
  falsePositive,
  inviteMember,
  openDesk,
  openHit,
  trueMatch,
} from './deskSteps';
import type { Monitoring } from './monitoring';
import { renamedOf } from './renamed';

const gloom = 'Gloomharbour Shipping Ltd';
const twin = 'Twin Anchor Trading';

/** The tests of `review-desk.json`. */
export function deskTests(monitoring: () => Monitoring): void {
  let ann: Editor;
  let ben: Editor;
  const open: Editor[] = [];

  beforeAll(async () => {
    const { rest, save, url } = monitoring();
    await rest.activateWorkflow(await save('review-desk.json'));
    await inviteMember(rest, url);
    open.push((ann = await openEditor(url, owner)));
    open.push((ben = await openEditor(url, colleague)));
    for (const { context } of open) await context.tracing.start({ snapshots: true });
  });

  afterAll(async () => {
    for (const editor of open) await editor.close();
  });

  async function night(): Promise<string[]> {
    const execution = await monitoring().night();
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    return monitoring().outgoing.slackMessages();
  }

  const said = (): Promise<TableRow[]> => readTable(monitoring().rest, decisions);

  story('two people decide about hits, and the nights honour it', (step) => {
    step('a night finds two hits', async () => {
      const { rest, sandbox } = monitoring();
      // The first night makes the tables.
      await night();
      await sandbox.watchlist({
        add: [{ name: twin, sourceType: 'Sanction', sourceId: 'VELM-SAN-01' }],
        change: [{ name: gloom, fields: { addressRemarks: ['Moved away by night'] } }],
      });
      await addRows(rest, 'Monitored companies', [
        { key: '00101', company: gloom },
        { key: '00103', company: twin },
      ]);
      expect(await night()).toHaveLength(2);
    });

    atTheDesk(
      step,
      'it lists what is open and shows every field of a hit',
      () => ann,
      async () => {
        const page = await openDesk(ann);
        expect(await page.locator('body').innerText()).toContain(
          '2 open, 0 waiting for a second person, 0 cleared, 0 true matches',
        );
        await openHit(page, `open · 00101 ${gloom}`);
        const text = await page.locator('body').innerText();
        for (const shown of [
          'Gloomharbour Maritime; Gloom Harbour Lines',
          'Moved away by night',
          'Sandbox, not real results',
          'Assets frozen since 2031-02-03; Port calls forbidden',
          'First seen',
          'Last seen',
          'Nobody has decided about this hit yet.',
          `You are signed in as ${owner.email}.`,
        ])
          expect(text).toContain(shown);
        return page;
      },
    );

    atTheDesk(
      step,
      'a false positive is recorded with its reason, and does not count by itself',
      () => ann,
      async () => {
        const page = await openDesk(ann);
        await openHit(page, gloom);
        await decide(page, falsePositive, 'Another company of that name');
        await page.getByText(`00101 ${gloom} → ${gloom}: False positive, said by`).waitFor();
        await page.getByText('It counts when a second person confirms it').waitFor();
        expect(await said()).toMatchObject([
          {
            key: '00101',
            step: 'proposed',
            decision: 'false positive',
            reason: 'Another company of that name',
            person: owner.email,
          },
        ]);
        expect(await night()).toEqual([expect.stringContaining('Open hits: 2.')]);
        return page;
      },
    );

    atTheDesk(
      step,
      'nobody confirms their own decision',
      () => ann,
      async () => {
        const page = await openDesk(ann);
        await openHit(page, `waits for a second person · 00101 ${gloom}`);
        await page.getByText('A second person must confirm this').waitFor();
        expect(await page.getByRole('button', { name: 'Record it' }).count()).toBe(0);
        expect(await said()).toHaveLength(1);
        return page;
      },
    );

    atTheDesk(
      step,
      'a second person confirms, for 365 days',
      () => ben,
      async () => {
        const page = await openDesk(ben);
        await openHit(page, `waits for a second person · 00101 ${gloom}`);
        expect(await page.locator('body').innerText()).toContain(
          `${owner.email}: proposed as a false positive`,
        );
        await decide(page, confirm, 'Checked the registration number');
        await page.getByText('False positive, confirmed by').waitFor();
        const [first, second, ...others] = await said();
        expect(others).toEqual([]);
        expect(first).toMatchObject({ step: 'proposed', person: owner.email });
        expect(second).toMatchObject({ step: 'confirmed', person: colleague.email, proposedBy: owner.email });
        expect(daysBetween(second?.['at'], second?.['expiresAt'])).toBe(365);
        return page;
      },
    );

    step('the night tells a cleared hit in a list of its own, and does not drop it', async () => {
      const until = inMessages((await said()).at(-1)?.['expiresAt']);
      const told = [
        `${inSandbox}Previously cleared, still listed: 1 hit\n• 00101 ${gloom} → ${gloom} (Sanction, list VELM-SAN-01), false positive said ${owner.email}, confirmed by ${colleague.email}, until ${until}`,
        expect.stringContaining('Open hits: 1.'),
      ];
      expect(await night()).toEqual(told);
      expect(await night()).toEqual(told);
    });

    atTheDesk(
      step,
      'what somebody else decided in the meantime is not written over',
      () => ben,
      async () => {
        const stale = await openDesk(ben);
        await openHit(stale, `open · 00103 ${twin}`);
        const page = await openDesk(ann);
        await openHit(page, `open · 00103 ${twin}`);
        await decide(page, trueMatch, 'Same number');
        await page.getByText('True match, said by').waitFor();
        await decide(stale, falsePositive, 'I think not');
        await stale.getByText('Not recorded').waitFor();
        expect(await said()).toHaveLength(3);
        expect(await night()).toEqual([
          expect.stringContaining(`${inSandbox}Previously cleared`),
          expect.stringContaining('Open hits: 0.'),
        ]);
        return stale;
      },
    );

    step('any change opens a cleared hit again', async () => {
      await monitoring().sandbox.watchlist({
        change: [{ name: gloom, fields: { nameRemarks: ['Renamed thrice'] } }],
      });
      expect(await night()).toEqual([
        `${inSandbox}1 hit needs a person: 1 changed\n• Changed: 00101 ${gloom} → ${gloom} (Sanction, list VELM-SAN-01), was cleared before the change`,
        expect.stringContaining('Open hits: 1.'),
      ]);
    });

    step('a decision that has ended opens its hit again, once', async () => {
      const { rest } = monitoring();
      await clear(rest, '00101');
      expect((await night())[0]).toContain(`${inSandbox}Previously cleared, still listed: 1 hit\n`);
      const ended = (await said()).at(-1);
      await changeRows(rest, decisions, ['id', Number(ended?.['id'])], {
        expiresAt: new Date().toISOString(),
      });
      const at = inMessages(ended?.['at']);
      expect(await night()).toEqual([
        `${inSandbox}1 hit needs a person: 1 open again\n• Open again: 00101 ${gloom} → ${gloom} (Sanction, list VELM-SAN-01), the decision of ${at} no longer counts`,
        expect.stringContaining('Open hits: 1.'),
      ]);
      expect(await night()).toEqual([expect.stringContaining('Open hits: 1.')]);
    });

    step('a cleared hit that is listed again after it was gone is open, and says what it was', async () => {
      const { rest, sandbox } = monitoring();
      await clear(rest, '00101');
      expect((await night())[0]).toContain(`${inSandbox}Previously cleared`);
      const listed = (await readTable(rest, 'Monitoring hits')).filter(({ told }) => told === 'cleared');
      expect(listed).toHaveLength(1);
      await sandbox.faults([
        { on: 'screening', match: gloom, fault: { kind: 'record', patch: { details: [], totalHits: 0 } } },
      ]);
      expect((await night())[0]).toContain(`${inSandbox}1 hit is no longer listed`);
      await sandbox.faults([]);
      expect(await night()).toEqual([
        `${inSandbox}1 hit needs a person: 1 listed again\n• Listed again: 00101 ${gloom} → ${gloom} (Sanction, list VELM-SAN-01), previously cleared by ${owner.email} and ${colleague.email}`,
        expect.stringContaining('Open hits: 1.'),
      ]);
    });

    atTheDesk(
      step,
      'markup and signs in a hit are shown as text',
      () => ann,
      async () => {
        const nasty = `<img src=x onerror=alert(1)> $& {{ 1 + 1 }} "quoted" \\ & more`;
        await monitoring().sandbox.watchlist({
          change: [{ name: gloom, fields: { otherInformation: [nasty] } }],
        });
        await night();
        const page = await openDesk(ann);
        await openHit(page, `open · 00101 ${gloom}`);
        const text = await page.locator('body').innerText();
        expect(text).toContain(nasty);
        const [, before = ''] = text.split(
          'other hits of this company, and about this one before it changed',
        );
        expect(before).toContain(`${colleague.email} about ${gloom}: confirmed as a false positive. Checked`);
        expect(await page.locator('table img').count()).toBe(0);
        return page;
      },
    );
  });

  const people = { monitoring, ann: () => ann, ben: () => ben };

  story('odd paths: no reason, a forged request, an edited page, two people at once', (step) => {
    oddPathsOf(people, step);
  });

  story(
    'hits that vanish under another name are told as what they were, and wait until they are closed',
    (step) => {
      renamedOf(people, step);
    },
  );
}

/** Puts a confirmed decision about a company's listed hit into the table, as the desk does. */
async function clear(rest: N8nRest, key: string): Promise<void> {
  const hit = (await readTable(rest, 'Monitoring hits')).findLast(
    (row) => row['key'] === key && !['gone', 'replaced'].includes(String(row['told'])),
  );
  await addRows(rest, decisions, [
    {
      key,
      fingerprint: hit?.['fingerprint'] ?? null,
      environment: 'sandbox',
      step: 'confirmed',
      decision: 'false positive',
      person: colleague.email,
      proposedBy: owner.email,
      at: new Date().toISOString(),
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  ]);
}

const daysBetween = (from: unknown, to: unknown): number =>
  Math.round((Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000);
