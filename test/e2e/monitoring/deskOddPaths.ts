// The odd paths at the review desk: saying no, no reason, an edited page, a forged request, two people at once.
import axios from 'axios';
import type { Page } from 'playwright-core';
import { addRows, changeRows, readTable, type TableRow } from '../../support/n8n/dataTables';
import { owner } from '../../support/n8n/owner';
import type { Editor } from '../browser/editor';
import {
  colleague,
  confirm,
  decide,
  decisions,
  doNotConfirm,
  falsePositive,
  fillIn,
  openDesk,
  openHit,
  record,
  trueMatch,
} from './deskSteps';
import { withPicture } from '../browser/pictures';
import type { Step } from '../story';
import type { Monitoring } from './monitoring';

const lantern = 'Odd Lantern Lines';
const heron = 'Odd Heron Freight';

/** A step in the browser of one of the two, that ends with a picture of the page it gives. */
export function atTheDesk(step: Step, name: string, person: () => Editor, take: () => Promise<Page>): void {
  step(name, () => withPicture(person(), name, take));
}

/** Two people at the desk, and the n8n that they are signed in to. */
export interface People {
  monitoring: () => Monitoring;
  ann: () => Editor;
  ben: () => Editor;
}

/** What people may try at `review-desk.json` with two hits. */
export function oddPathsOf({ monitoring, ann, ben }: People, step: Step): void {
  const said = (): Promise<TableRow[]> => readTable(monitoring().rest, decisions);
  let before: TableRow[] = [];

  step('a night finds two hits', async () => {
    const { night, outgoing, rest, sandbox } = monitoring();
    // The first night makes the tables.
    await night();
    await sandbox.watchlist({ add: [lantern, heron].map((name) => ({ name, sourceType: 'Sanction' })) });
    await addRows(rest, 'Monitored companies', [
      { key: 'O1', company: lantern },
      { key: 'O2', company: heron },
    ]);
    await night();
    outgoing.slackMessages();
  });

  /** The decisions that were added since the last call. Those that were there are as they were. */
  async function added(): Promise<TableRow[]> {
    const now = await said();
    const rows = now.slice(before.length);
    expect(now.slice(0, before.length)).toEqual(before);
    before = now;
    return rows;
  }

  atTheDesk(
    step,
    'without a reason nothing can be sent, and a forged request is not recorded',
    ann,
    async () => {
      const page = await openDesk(ann());
      await openHit(page, `open · O1 ${lantern}`);
      for (const reason of ['', '   ']) {
        await decide(page, falsePositive, reason);
        await page.locator('.error-field-2.error-show').waitFor();
      }
      await fillIn(page, falsePositive, 'to be left out');
      await forge(page, 'Record it', { 'field-1': asked(falsePositive), 'field-2': '   ' });
      await page.getByText('Not recorded').waitFor();
      expect(await added()).toEqual([]);
      return page;
    },
  );

  atTheDesk(step, 'a forged request cannot confirm what nobody proposed', ann, async () => {
    const page = await openDesk(ann());
    await openHit(page, `open · O1 ${lantern}`);
    await fillIn(page, falsePositive, 'I say so twice');
    await forge(page, 'Record it', { 'field-1': asked(confirm), 'field-2': 'I say so twice' });
    await page.getByText('Not recorded').waitFor();
    expect(await added()).toEqual([]);
    return page;
  });

  atTheDesk(step, 'a hit that is not on the list cannot be opened by a forged request', ann, async () => {
    const page = await openDesk(ann());
    await page.locator('select').selectOption({ index: 1 });
    await forge(page, 'Open it', { 'field-1': '#999999 · open · forged' });
    await page.getByText('This hit is no longer listed').waitFor();
    expect(await added()).toEqual([]);
    return page;
  });

  atTheDesk(step, 'a hit that went while its page was open cannot be opened', ann, async () => {
    const { rest } = monitoring();
    const [hit] = (await readTable(rest, 'Monitoring hits')).filter(({ key }) => key === 'O2');
    const setLastSeen = (lastSeen: TableRow[string]): Promise<void> =>
      changeRows(rest, 'Monitoring hits', ['id', Number(hit?.['id'])], { lastSeen });
    const page = await openDesk(ann());
    await setLastSeen('2020-01-01T00:00:00.000Z');
    const line = page.locator('select option').filter({ hasText: `O2 ${heron}` });
    await page.locator('select').selectOption(await line.innerText());
    await page.getByRole('button', { name: 'Open it' }).click();
    await page.getByText('This hit is no longer listed').waitFor();
    await setLastSeen(hit?.['lastSeen'] ?? null);
    return page;
  });

  atTheDesk(step, 'a forged request decides under the name of whoever is signed in', ann, async () => {
    const page = await openDesk(ann());
    await openHit(page, `open · O1 ${lantern}`);
    await fillIn(page, falsePositive, 'Another company of that name');
    await forge(page, 'Record it', {
      'field-1': asked(falsePositive),
      'field-2': 'Another company of that name',
      user: JSON.stringify({ id: 'another', email: colleague.email }),
      person: colleague.email,
      personId: 'another',
      step: 'confirmed',
      proposedBy: colleague.email,
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
    await page.getByText('It counts when a second person confirms it').waitFor();
    expect(await added()).toMatchObject([
      { key: 'O1', step: 'proposed', person: owner.email, proposedBy: '', expiresAt: '' },
    ]);
    return page;
  });

  atTheDesk(step, 'who proposed it cannot confirm it on the page of the second person', ann, async () => {
    const bensPage = await openDesk(ben());
    await openHit(bensPage, `waits for a second person · O1 ${lantern}`);
    const page = await ann().context.newPage();
    await page.goto(bensPage.url());
    await decide(page, confirm, 'I am somebody else');
    await page.getByText('Not recorded').waitFor();
    expect(await added()).toEqual([]);
    await bensPage.close();
    return page;
  });

  step('without signing in nothing can be sent to an open page', async () => {
    const page = await openDesk(ben());
    await openHit(page, `waits for a second person · O1 ${lantern}`);
    const form = new FormData();
    form.append('field-1', confirm);
    form.append('field-2', 'Nobody is signed in');
    const { status } = await axios.post(page.url(), form, { proxy: false, validateStatus: () => true });
    expect(status).toBe(401);
    expect(await added()).toEqual([]);
    await page.close();
  });

  atTheDesk(
    step,
    'a second person who does not confirm leaves the hit open, with the reason',
    ben,
    async () => {
      const page = await openDesk(ben());
      await openHit(page, `waits for a second person · O1 ${lantern}`);
      await decide(page, doNotConfirm, '<b>Same</b> address & number');
      await page.getByText(`Not confirmed by ${colleague.email}. The hit stays open.`).waitFor();
      expect(await added()).toMatchObject([
        {
          key: 'O1',
          step: 'not confirmed',
          decision: 'open',
          person: colleague.email,
          proposedBy: owner.email,
        },
      ]);
      const next = await openDesk(ben());
      await openHit(next, `open · O1 ${lantern}`);
      expect(await next.locator('body').innerText()).toContain('<b>Same</b> address & number');
      return next;
    },
  );

  atTheDesk(step, 'of two people at the same time nobody writes over the other', ben, async () => {
    const pages = await Promise.all([openDesk(ann()), openDesk(ben())]);
    const [annsPage, bensPage] = pages;
    for (const page of pages) await openHit(page, `open · O2 ${heron}`);
    await fillIn(annsPage, falsePositive, 'Said by Ann');
    await fillIn(bensPage, trueMatch, 'Said by Ben');
    await Promise.all(pages.map(record));
    const isRecorded = await Promise.all(
      pages.map(async (page) => {
        const yes = page.getByText(/, said by/);
        await yes.or(page.getByText('Not recorded')).waitFor();
        return yes.isVisible();
      }),
    );
    const words = [
      { person: owner.email, step: 'proposed', reason: 'Said by Ann' },
      { person: colleague.email, step: 'true match', reason: 'Said by Ben' },
    ].filter((_, index) => isRecorded[index]);
    expect(words.length).toBeGreaterThan(0);
    const rows = await added();
    expect(rows).toHaveLength(words.length);
    for (const word of words) expect(rows).toContainEqual(expect.objectContaining(word));
    return bensPage;
  });
}

/** A choice as n8n's forms send it. */
const asked = (choice: string): string => JSON.stringify([choice]);

/**
 * Sends fields of one's own in the place of those of the page, with the token of the page, as somebody can who reads
 * it. The page goes on by itself.
 */
async function forge(page: Page, button: string, fields: Record<string, string>): Promise<void> {
  const url = page.url();
  const sent = page.waitForRequest((request) => request.headers()['x-auth-token'] !== undefined);
  await page.route('**/form-waiting/**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: button }).click();
  const { 'x-auth-token': token = '' } = (await sent).headers();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  await axios.post(url, form, { headers: { 'x-auth-token': token }, proxy: false });
  await page.unroute('**/form-waiting/**');
}
