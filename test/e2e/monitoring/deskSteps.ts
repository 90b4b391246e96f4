// What people do at the review desk, in a browser, and who they are.
import type { Page } from 'playwright-core';
import { z } from 'zod/v4';
import { N8nRest } from '../../support/n8n/rest';
import type { Editor } from '../browser/editor';

/** The second person; the first one is the owner of the n8n. */
export const colleague = { email: 'ben@company-screening.example', password: 'Second-Person-2' };
export const falsePositive = 'False positive: it is not this company';

let clicks = 0;
let typings = 0;
/** What people have done so far to decide. */
export const actions = () => ({ clicks, typings });

/** Opens a form that asks for signing in with n8n; the first time, n8n asks whether it may run as this person. */
export async function openForm(person: Editor, path: string, button: string): Promise<Page> {
  const page = await person.open(path);
  await allowForm(page, button);
  return page;
}

/** Answers n8n's question whether the form may run as this person, if it asks. */
export async function allowForm(page: Page, button: string): Promise<void> {
  const allow = page.getByRole('button', { name: 'Allow access' });
  const start = page.getByRole('button', { name: button });
  await allow.or(start).waitFor();
  if (await allow.isVisible()) await allow.click();
  await start.waitFor();
}

export async function openDesk(person: Editor): Promise<Page> {
  const page = await openForm(person, '/form/review-desk', 'Show what is open');
  await page.getByRole('button', { name: 'Show what is open' }).click();
  await page.locator('select').waitFor();
  return page;
}

/** Opens the case whose line in the list contains this. */
export async function openThe(page: Page, part: string): Promise<void> {
  const lines = await page.locator('select option').allInnerTexts();
  const line = lines.find((text) => text.includes(part));
  if (line === undefined) throw new Error(`No case "${part}" is among: ${lines.join(' | ')}`);
  await page.locator('select').selectOption(line);
  await openFirst(page);
}

/** Opens the case that is chosen: the oldest one, unless somebody chose another. */
export async function openFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open it' }).click();
  await page.locator('textarea').waitFor();
}

/** Chooses a decision and gives a reason, without sending it. */
export async function fillIn(page: Page, choice: string, reason: string): Promise<void> {
  await page.getByText(choice).click();
  clicks += 1;
  await page.locator('textarea').fill(reason);
  typings += 1;
}

async function record(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record it' }).click();
  clicks += 1;
}

/** Decides about the hit that is open. */
export async function decide(page: Page, choice: string, reason: string): Promise<void> {
  await fillIn(page, choice, reason);
  await record(page);
}

/** Makes the second person a member of the n8n. */
export async function inviteMember(rest: N8nRest, url: string): Promise<void> {
  const invited = z.array(z.object({ user: z.object({ inviteAcceptUrl: z.string() }) }));
  const body = [{ email: colleague.email, role: 'global:member' }];
  const [invitation] = await rest.send('invite a member', 'post', '/invitations', invited, body);
  const token = new URL(invitation?.user.inviteAcceptUrl ?? '').searchParams.get('token');
  const names = { firstName: 'Ben', lastName: 'Second', password: colleague.password };
  await new N8nRest(url).send('accept the invitation', 'post', '/invitations/accept', z.unknown(), {
    token,
    ...names,
  });
}
