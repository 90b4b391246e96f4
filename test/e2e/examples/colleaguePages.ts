// "Look up a company" and "Forget a customer" as a colleague uses them, in a browser, with every action counted.
import type { Page } from 'playwright-core';
import { owner } from '../../support/n8n/owner';
import { readTable } from '../../support/n8n/dataTables';
import { openEditor, type Editor } from '../browser/editor';
import { withPicture } from '../browser/pictures';
import { openForm } from '../monitoring/deskSteps';
import type { Examples } from './exampleRuns';

const HIT = 'Gloomharbour Shipping Ltd';
const CLEAR = 'Willowbrook Bakery Ltd';

type Action = (page: Page) => Promise<void>;
const type =
  (field: string, text: string): Action =>
  (page) =>
    page.getByLabel(field).fill(text);
const click =
  (name: string): Action =>
  (page) =>
    page.getByRole('button', { name }).click();
const choose =
  (option: string): Action =>
  (page) =>
    page.getByText(option, { exact: true }).click();

/** The tests of `look-up-a-company.json` and `forget-a-customer.json`, on an n8n without a register. */
export function colleaguePagesTests(examples: () => Examples): void {
  let ann: Editor;

  beforeAll(async () => {
    const { rest, save, url } = examples();
    for (const file of ['look-up-a-company.json', 'forget-a-customer.json', 'review-desk.json'])
      await rest.activateWorkflow(await save(file, () => undefined));
    ann = await openEditor(url, owner);
    await ann.context.tracing.start({ snapshots: true });
  });

  afterAll(() => ann.close());

  /** Opens a page, and takes actions on it until it says this. Gives its text, and how many actions it took. */
  async function onPage(
    path: string,
    button: string,
    actions: Action[],
    said: string,
  ): Promise<[string, number]> {
    let text = '';
    await withPicture(ann, path, async () => {
      const page = await openForm(ann, path, button);
      for (const action of actions) await action(page);
      await page.getByText(said).first().waitFor();
      text = await page.locator('body').innerText();
      return page;
    });
    return [text.replaceAll(/\s+/g, ' '), actions.length + 1];
  }

  const paid = async () => (await examples().sandbox.paid(0)).length;

  const lookUp = (name: string, number: string, said: string) =>
    onPage(
      '/form/look-up-a-company',
      'Look it up',
      [type('Name, as', name), type('Customer number', number), click('Look it up')],
      said,
    );

  test('a colleague sees every hit of a company, and nobody pays twice on one day', async () => {
    const [found, actions] = await lookUp(HIT, 'C-1', 'found on a watchlist');
    expect(actions).toBe(4);
    expect(found).toContain(`${HIT}: found on a watchlist 1 entry on a watchlist may be this company.`);
    expect(found).toContain('Sanction');
    expect(found).toContain('Sandbox, not a real result');
    await lookUp(HIT, 'C-1', 'found on a watchlist');
    expect(await paid()).toBe(1);
    const [clear] = await lookUp(CLEAR, 'C-2', 'clear. The service found nothing');
    expect(clear).toContain('Customer number C-2');
    const [none] = await lookUp('#N/A', '', 'not screened. It is not clear');
    expect(none).toContain('spreadsheet error');
    expect(none).not.toMatch(/node|option/);
  });

  const forget = (number: string, actions: Action[], said: string) =>
    onPage(
      '/form/forget-a-customer',
      'Show what would go',
      [type('Customer number', number), click('Show what would go'), ...actions],
      said,
    );
  const names = async () =>
    (await readTable(examples().rest, 'Screening register answers')).map(({ companyName }) => companyName);

  test('a customer is forgotten in six actions, by somebody who is signed in, who sees first what would go', async () => {
    const before = await names();
    expect(before).toHaveLength(2);
    const [kept] = await forget(
      'C-2',
      [choose('Keep it'), type('Reason', 'x1'), click('Go on')],
      'Not forgotten',
    );
    expect(kept).not.toContain('undefined');
    const [open] = await forget('C-1', [], 'Decide first, at the review desk');
    expect(open).not.toContain('Even With Open Cases');
    const [unknown] = await forget('C-9', [], 'Not forgotten');
    expect(unknown).toContain('Nothing is known of the customer "C-9". Nothing was deleted.');
    expect(await names()).toEqual(before);

    const agree = [type('Reason', 'Request 17'), choose('Forget it'), click('Go on')];
    const [done, actions] = await forget('C-2', agree, 'The customer is forgotten');
    expect(actions).toBe(6);
    expect(done).toContain('1 screening and 0 decisions of this company were deleted.');
    expect(await names()).toHaveLength(1);
    const archive = await readTable(examples().rest, 'Screening register archive');
    expect(JSON.stringify(archive)).toContain(owner.email);
  });

  test('a customer who is a true match is forgotten where the page is told so by itself, after the desk', async () => {
    const decide = [
      click('Show what is open'),
      click('Open it'),
      choose('True match: it is this company'),
      (page: Page) => page.locator('textarea').fill('It is them'),
      click('Record it'),
    ];
    await onPage('/form/review-desk', 'Show what is open', decide, 'True match, said by');
    const answers = (...given: string[]) => [
      type('Reason', 'Request 18'),
      ...given.map(choose),
      click('Go on'),
    ];
    const keeping = answers('Keep the true match', 'Forget it');
    const [kept] = await forget('C-1', keeping, 'Nothing was deleted: 1 of its hits is a true match');
    expect(kept).not.toContain('Even With Open Cases');
    expect(await names()).toHaveLength(1);

    const agreeing = answers('Forget the true match too', 'Forget it');
    const [done, actions] = await forget('C-1', agreeing, 'The customer is forgotten');
    expect(actions).toBe(7);
    expect(done).toContain('and 1 decision of this company were deleted.');
    expect(await names()).toEqual([]);
  });
}
