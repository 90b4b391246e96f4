// "Review desk" and "Evidence report" in a real n8n: two people in two browsers decide about hits of a register, and print what they did.
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import axios from 'axios';
import type { Page } from 'playwright-core';
import type { Item } from '../../support/n8n/rest';
import { owner } from '../../support/n8n/owner';
import { credentialType, nodeUnderTest, screeningNode, workflowWith } from '../../support/workflows';
import { openEditor, type Editor } from '../browser/editor';
import { withPicture } from '../browser/pictures';
import { setParameters, startExamples, type Examples } from '../examples/exampleRuns';
import { story } from '../story';
import {
  actions,
  colleague,
  decide,
  falsePositive,
  fillIn,
  inviteMember,
  openDesk,
  openFirst,
  openThe,
} from './deskSteps';

const gloom = 'Gloomharbour Shipping Ltd';
const strange = `<a href="https://evil.example">Ca$$h</a> <img src="https://evil.example/x"> $' Lines`;
const quiet = 'Quiet Mill';
/** Listed three times, for three articles of one source. */
const thrice = 'Larkspur Dredging';
/** Companies of a run that stops at its first failure: five of them are under way then. */
const LOST = Array.from({ length: 8 }, (_, index) => `Lost Anchor ${String(index + 1)} Trading`);
const confirm = 'Confirm: it is a false positive';
const register = 'Screening register';
/** Of fifty, those that each person decides about. */
const COUNTED = 3;
const FIFTY = Array.from({ length: 50 }, (_, index) => `Harbour Lane ${String(index + 1)} Trading`);

let examples: Examples;
let ann: Editor;
let ben: Editor;
let screening: string;
let fifty: string;
let equal: string;
let lost: string;
let reading: string;

beforeAll(async () => {
  examples = await startExamples({ hasEditor: true });
  const { rest, sandbox, save, url } = examples;
  await sandbox.watchlist({ add: [{ name: strange, sourceType: 'Sanction', sourceId: '<b>list</b>' }] });
  const name = 'Company Screening API';
  const id = await rest.saveCredential({ name, type: credentialType, data: sandbox.credential });
  const workflow = (title: string, companies: readonly string[], parameters: Record<string, unknown>) => {
    const listed = companies.map((company) => ({ company }));
    return rest.saveWorkflow(workflowWith(title, screeningNode({ id, name }, parameters), listed));
  };
  const kept = {
    operation: 'screenCompany',
    companyName: '={{ $json.company }}',
    keepInRegister: true,
    registerSettings: { register },
  };
  screening = await workflow('Screening', [gloom, strange, quiet], kept);
  fifty = await workflow('Fifty', FIFTY, kept);
  equal = await workflow('Equal hits', [thrice], kept);
  lost = await workflow('Lost', LOST, kept);
  const decisions = { resource: 'register', operation: 'getFromRegister', register, records: 'decisions' };
  reading = await workflow('Reading', [''], decisions);
  await rest.activateWorkflow(await save('review-desk.json', () => undefined));
  await inviteMember(rest, url);
  ann = await openEditor(url, owner);
  ben = await openEditor(url, colleague);
  for (const { context } of [ann, ben]) await context.tracing.start({ snapshots: true });
});

afterAll(async () => {
  await ann.close();
  await ben.close();
  await examples.stop();
});

async function items(workflow: string): Promise<Item['json'][]> {
  const execution = await examples.rest.run(workflow, 'Start');
  expect(execution).toMatchObject({ status: 'success', error: undefined });
  return execution.output(nodeUnderTest).map(({ json }) => json);
}
const DECISIONS = 'decisions.csv';

/** Runs "Evidence report". Gives the name of the report. */
async function report(): Promise<string> {
  const { filesFolder, rest, save } = examples;
  for (const file of await readdir(filesFolder)) await rm(join(filesFolder, file));
  const id = await save('evidence-report.json', (workflow) => {
    for (const [name, file] of [
      ['Save the report', '={{ $json.fileName }}'],
      ['Save the decisions', DECISIONS],
    ] as const)
      setParameters(workflow, name, { fileName: file.replace(/^(=?)/, `$1${filesFolder}/`) });
  });
  expect(await rest.run(id, 'Start')).toMatchObject({ status: 'success' });
  const files = (await readdir(filesFolder)).toSorted();
  expect(files).toEqual([DECISIONS, expect.stringMatching(/\.html$/)]);
  return files[1] ?? '';
}

const decided = async () => (await items(reading)).map(({ decided: word }) => word);
const bodyOf = (page: Page) => page.locator('body').innerText();

story('two people decide about hits, whatever is forged, replayed or named', (step) => {
  const by = (person: () => Editor) => (name: string, take: () => Promise<Page>) => {
    step(name, () => withPicture(person(), `desk ${name}`, take));
  };
  const [byAnn, byBen] = [by(() => ann), by(() => ben)];

  step('a run finds two hits and a company without a verdict', async () => {
    const pending = { kind: 'record', patch: { status: 'Pending' } } as const;
    await examples.sandbox.faults([{ on: 'screening', match: 'Quiet', fault: pending }]);
    expect((await items(screening)).map(({ outcome }) => outcome)).toEqual(['hit', 'hit', 'review']);
  });

  step('without a decision, the report has its two files all the same', async () => {
    expect(await report()).toMatch(/\.html$/);
    const csv = await readFile(join(examples.filesFolder, DECISIONS), 'utf8');
    expect(csv).toMatch(/^\W*found\W+false/i);
  });

  byAnn('everything that waits is in a list, and names are text', async () => {
    const page = await openDesk(ann);
    expect(await bodyOf(page)).toContain('3 open.');
    for (const name of [gloom, strange, quiet, '<b>list</b>'])
      expect(await page.locator('td').filter({ hasText: name }).count()).toBeGreaterThan(0);
    expect(await page.locator('a[href*="evil"], img[src*="evil"], td b').count()).toBe(0);
    return page;
  });

  byAnn('a hit stands beside what is known, and empty rows are left out', async () => {
    const page = await openDesk(ann);
    await openThe(page, strange);
    const text = await bodyOf(page);
    for (const shown of [
      'Your company',
      strange,
      'Sandbox, not a real result',
      'Nobody has decided about this company yet.',
    ])
      expect(text).toContain(shown);
    expect(text).not.toContain('Address');
    expect(await page.locator('a[href*="evil"], img[src*="evil"]').count()).toBe(0);
    return page;
  });

  byAnn('a proposal is recorded, and the next one follows', async () => {
    const page = await openDesk(ann);
    await openThe(page, gloom);
    await decide(page, falsePositive, 'Another company <script>alert(1)</script> of that name');
    await page.getByText('It is open until a second, different person confirms that').waitFor();
    // The next case is on the same page.
    expect(await bodyOf(page)).toContain(`Your last decision: ${gloom}`);
    await page.locator('textarea').waitFor();
    await page.goto(`${examples.url}/form/review-desk`);
    await page.getByRole('button', { name: 'Show what is open' }).click();
    await page.locator('select').waitFor();
    const lines = await page.locator('select option').allInnerTexts();
    expect(lines.filter((line) => line.includes(gloom))).toEqual([]);
    expect((await items(screening))[0]).toMatchObject({ outcome: 'hit', decision: null });
    return page;
  });

  byAnn('whoever proposed it cannot confirm it on the page of the second person', async () => {
    const bens = await openDesk(ben);
    await openThe(bens, gloom);
    const page = await ann.context.newPage();
    await page.goto(bens.url());
    await decide(page, confirm, 'I am somebody else');
    await page.getByText('nobody confirms their own decision').waitFor();
    await bens.close();
    expect(await decided()).toEqual(['falsePositive']);
    return page;
  });

  step('without signing in nothing can be sent to an open page', async () => {
    const page = await openDesk(ben);
    await openThe(page, gloom);
    const form = new FormData();
    form.append('field-1', confirm);
    form.append('field-2', 'Nobody is signed in');
    const { status } = await axios.post(page.url(), form, { proxy: false, validateStatus: () => true });
    expect(status).toBe(401);
    expect(await decided()).toEqual(['falsePositive']);
    await page.close();
  });

  byBen('a forged page decides about nothing else, and under nobody else’s name', async () => {
    const page = await openDesk(ben);
    await openThe(page, gloom);
    await fillIn(page, confirm, 'Forged');
    await forge(page, {
      'field-1': JSON.stringify([confirm]),
      'field-2': 'Forged',
      'field-3': 'case1~forged',
      caseId: 'case1~forged',
      decidedBy: 'another',
      user: JSON.stringify({ id: 'another', email: owner.email }),
    });
    const refused = page.getByText(/Not recorded|not recorded/);
    await refused.first().waitFor();
    expect(await decided()).toEqual(['falsePositive']);
    return page;
  });

  byBen('the second person confirms it, and a page that was open all the while records nothing', async () => {
    const replayed = await openDesk(ben);
    await openThe(replayed, gloom);
    const page = await openDesk(ben);
    await openThe(page, gloom);
    await decide(page, confirm, 'I looked at their register');
    await page.getByText('False positive, proposed by').waitFor();
    await decide(replayed, 'Do not confirm', 'Too late');
    await replayed.getByText('somebody has decided about this since').waitFor();
    expect(await decided()).toEqual(['falsePositive', 'confirm']);
    expect((await items(screening))[0]).toMatchObject({
      outcome: 'hit',
      decision: 'falsePositive',
      decidedBy: `${owner.email}; ${colleague.email}`,
    });
    return page;
  });

  byBen('a company without a verdict is sent again', async () => {
    const page = await openDesk(ben);
    await openThe(page, quiet);
    await decide(page, 'Send again: it may be paid for twice', 'It has been pending for a day');
    await page.getByText('It is sent again by the next run').waitFor();
    await examples.sandbox.faults([]);
    expect((await items(screening))[2]).toMatchObject({ outcome: 'clear', remembered: false });
    return page;
  });

  byAnn('the report has all of it, and can be printed', async () => {
    const { filesFolder } = examples;
    const file = await report();
    const page = await ann.context.newPage();
    await page.setContent(await readFile(join(filesFolder, file), 'utf8'));
    const text = await bodyOf(page);
    for (const shown of [
      strange,
      gloom,
      colleague.email,
      'I looked at their register',
      'Hash of the newest decision',
    ])
      expect(text).toContain(shown);
    expect(await page.locator('a, img, script').count()).toBe(0);
    const pdf = await page.pdf({ path: join(filesFolder, 'report.pdf') });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const csv = await readFile(join(filesFolder, DECISIONS), 'utf8');
    expect(csv.split('\n').filter((line) => line.includes(',confirm,'))).toHaveLength(1);
    return page;
  });

  byBen('after the last one nothing waits', async () => {
    const page = await openDesk(ben);
    await openFirst(page);
    await decide(page, 'True match: it is this company', 'Same address');
    await page.getByRole('button', { name: 'Show what is open' }).click();
    await page.getByText('Nothing waits for you').waitFor();
    return page;
  });

  step('then a company comes that one source lists three times', async () => {
    const article = (part: string) => ({
      ...{ name: thrice, sourceType: 'Other', sourceId: 'FROST-NEWS-9' },
      links: [`https://news.example/${part}`],
    });
    await examples.sandbox.watchlist({ add: ['a', 'b', 'c'].map(article) });
    expect((await items(equal)).map(({ outcome }) => outcome)).toEqual(['hit', 'hit', 'hit']);
  });

  byAnn('equal hits are decided about together, on a page that shows each', async () => {
    const page = await openDesk(ann);
    expect(await bodyOf(page)).toContain('3 open.');
    await openThe(page, ', 3 hits,');
    const text = await bodyOf(page);
    for (const shown of ['Hit 1 of 3', 'Hit 3 of 3', 'https://news.example/b']) expect(text).toContain(shown);
    await decide(page, falsePositive, 'Another firm of that name');
    await page.getByText(`Open for you: 0. Your last decision: ${thrice}, 3 hits ${thrice}`).waitFor();
    expect((await decided()).slice(-3)).toEqual(['falsePositive', 'falsePositive', 'falsePositive']);
    return page;
  });

  byBen('a second person decides otherwise about one of them, and confirms the others', async () => {
    const page = await openDesk(ben);
    await openThe(page, 'only hit 2 of 3');
    await decide(page, 'True match: it is this company', 'This article is about them');
    await page.getByText('2 hits of the same company').first().waitFor();
    await decide(page, confirm, 'I read both articles');
    await page.getByText(`Open for you: 0. Your last decision: ${thrice}, 2 hits ${thrice}`).waitFor();
    expect((await items(equal)).map(({ decision }) => decision).sort()).toEqual([
      ...['falsePositive', 'falsePositive', 'trueMatch'],
    ]);
    return page;
  });

  step('then five companies get no answer', async () => {
    const away = { kind: 'status', status: 500 } as const;
    await examples.sandbox.faults([{ on: 'screening', match: 'Lost Anchor', fault: away }]);
    expect(await examples.rest.run(lost, 'Start')).toMatchObject({ status: 'error' });
    await examples.sandbox.faults([]);
  });

  byAnn('one decision sends all of them again', async () => {
    const page = await openDesk(ann);
    expect(await bodyOf(page)).toContain('1 open.');
    await openFirst(page);
    await decide(page, 'Send again', 'The service was away');
    await page.getByText('Your last decision: 5 companies are sent again by the next run').waitFor();
    expect((await items(lost)).map(({ outcome }) => outcome)).toEqual(LOST.map(() => 'clear'));
    return page;
  });

  step('then fifty more hits come', async () => {
    const { rest, sandbox } = examples;
    const listed = FIFTY.map((name) => ({ name, sourceType: 'Sanction', sourceId: 'VELM-SAN-50' }));
    await sandbox.watchlist({ add: listed });
    expect(await rest.run(fifty, 'Start')).toMatchObject({ status: 'success' });
  });

  byAnn('one person decides about some of fifty', async () => {
    const page = await openDesk(ann);
    expect(await bodyOf(page)).toContain('50 open.');
    await openFirst(page);
    await decideAboutSome(page, 'Ann', falsePositive);
    return page;
  });

  byBen('a second person confirms them, and finds them by name', async () => {
    const page = await openDesk(ben);
    await openFirst(page);
    await decideAboutSome(page, 'Ben', confirm);
    expect((await decided()).filter((word) => word === 'confirm')).toHaveLength(1 + 2 + COUNTED);
    return page;
  });
});

/** Decides about the case that is open and the next ones, and prints how many actions each took. */
async function decideAboutSome(page: Page, who: string, choice: string): Promise<void> {
  const before = actions();
  for (let count = 1; count <= COUNTED; count++) {
    const names = page.locator('td').filter({ hasText: /^Harbour Lane/ });
    const name = await names.first().innerText();
    await decide(page, choice, 'Looked at it');
    await page.getByText(`Your last decision: ${name},`).waitFor();
  }
  const after = actions();
  const clicks = (after.clicks - before.clicks) / COUNTED;
  const typings = (after.typings - before.typings) / COUNTED;
  process.stderr.write(`${who}: ${clicks} clicks and ${typings} text a hit, with fifty open.\n`);
  expect([clicks, typings]).toEqual([2, 1]);
}

/** Sends other values than the page would, with the token that the page has. The page goes on by itself. */
async function forge(page: Page, fields: Record<string, string>): Promise<void> {
  const sent = page.waitForRequest((request) => request.headers()['x-auth-token'] !== undefined);
  await page.route('**/form-waiting/**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Record it' }).click();
  const { 'x-auth-token': token = '' } = (await sent).headers();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  await axios.post(page.url(), form, { headers: { 'x-auth-token': token }, proxy: false });
  await page.unroute('**/form-waiting/**');
}
