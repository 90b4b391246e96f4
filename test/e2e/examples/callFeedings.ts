// The examples that somebody calls, with a list or with one company, and what each answers.
import axios from 'axios';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod/v4';
import type { Workflow } from '../../support/n8n/rest';
import { until } from '../../support/waiting';
import { callWebhook, quietly } from '../../support/webhook';
import { bytesOf } from '../outgoing';
import { startCrm } from './crm';
import { enterAddresses, setParameters, useNewRegister, type Examples } from './exampleRuns';
import { fieldOf, inWorkbook, withinMs, type Feeding, type Shown } from './feedings';
import { clear, notClear } from './outcomes';

/** The key of the webhooks. */
export const key = { name: 'X-Key', value: 'made-up-key-of-the-test' };

export const callFeedings: Feeding[] = [
  { file: 'agent-with-screening-tool.json', shown: shownToTheAgent },
  { file: 'crm-webhook.json', shown: shownToCrm },
  { file: 'form-for-colleagues.json', shown: shownOnPage },
  { file: 'email-with-a-list.json', shown: shownByReply },
  { file: 'onboarding.json', isOneByOne: true, shown: shownToCallers },
  { file: 'screen-one-company.json', isOneByOne: true, shown: shownToAssistant },
];

async function shownToTheAgent(this: Feeding, names: string[], { rest, save }: Examples): Promise<Shown> {
  const id = await save(this.file, (workflow) => {
    onlyWith(workflow, ['When a list is approved', 'Read the list', 'Screen the list']);
    useNewRegister(workflow);
    workflow.pinData = { 'When a list is approved': [{ json: { companies: names } }] };
  });
  const execution = await rest.run(id, 'When a list is approved');
  return { names: fieldOf(execution, 'Screen the list', 'companyName') };
}

async function shownByReply(
  this: Feeding,
  names: string[],
  { outgoing, rest, save, saveCredential }: Examples,
): Promise<Shown> {
  // Nobody looks into the mailbox here: the mail is there.
  await saveCredential('imap', {});
  const mail = {
    json: { from: 'colleague@example.com', subject: 'My list' },
    binary: {
      attachment_0: { data: listOf(names).toString('base64'), mimeType: 'text/csv', fileName: 'list.csv' },
    },
  };
  const id = await save(this.file, (workflow) => {
    takeUnusableRows(workflow);
    enterAddresses(workflow);
    workflow.pinData = { 'A mail': [mail] };
  });
  const execution = await rest.run(id, 'A mail');
  expect(execution).toMatchObject({ status: 'success', error: undefined });
  return inWorkbook(bytesOf(outgoing.emails()[0]?.attachments[0]));
}

/** A workflow of these nodes. */
function onlyWith(workflow: Workflow, names: string[]): void {
  workflow.nodes = workflow.nodes.filter(({ name }) => names.includes(name));
  workflow.connections = Object.fromEntries(
    Object.entries(workflow.connections).filter(([name]) => names.includes(name)),
  );
}

const listOf = (names: string[]): Buffer =>
  Buffer.from(stringify([['Customer No', 'Company'], ...names.map((name, at) => [at, name])]));

/** Otherwise one of them stops the list, and nothing is sent. */
function takeUnusableRows(workflow: Workflow): void {
  setParameters(workflow, 'Read the list', { options: { unusableRows: 'passOn' } });
}

/** Publishes a form that asks nobody to sign in. What it gives sends the form. */
async function publishForm(
  { rest, save, url }: Examples,
  { file }: Feeding,
  path: string,
  edit: (workflow: Workflow) => void = () => undefined,
) {
  const id = await save(file, (workflow) => {
    useNewRegister(workflow);
    for (const { type, parameters } of workflow.nodes)
      if (type === 'n8n-nodes-base.formTrigger') parameters['authentication'] = 'none';
    edit(workflow);
  });
  await rest.activateWorkflow(id);
  const address = `${url}/form/${path}`;
  const send = (...fields: (string | File)[]) => {
    const form = new FormData();
    for (const [at, field] of fields.entries()) form.append(`field-${String(at)}`, field);
    return axios.post<unknown>(address, form, quietly);
  };
  return { id, send };
}

async function shownOnPage(this: Feeding, names: string[], examples: Examples): Promise<Shown> {
  const { id, send } = await publishForm(examples, this, 'screen-a-list');
  const list = new File([new Uint8Array(listOf(names))], 'list.csv', { type: 'text/csv' });
  const { data } = await send(list, '', 'Company, Company Name, Name', 'Customer No');
  const { formWaitingUrl } = z.object({ formWaitingUrl: z.string() }).parse(data);
  const [execution = ''] = await submissions(examples, id);
  const looked = await examples.rest.untilWaiting(execution, { withinMs });
  const [found] = looked.output('Look at the list');
  await axios.post(formWaitingUrl, agreed(found?.json['form']), quietly);
  // While nodes run, n8n leaves whoever asks for the page without an answer.
  await until('the results were there', async () => {
    const waiting = await examples.rest.untilWaiting(execution, { withinMs });
    return waiting.output('Create Workbook').length > 0;
  });
  const { data: page } = await axios.get<string>(formWaitingUrl, quietly);
  const [, files = '%5B%5D'] = /decodeURIComponent\("([^"]+)"\)/.exec(page) ?? [];
  const [file] = z.array(z.object({ data: bytesSchema })).parse(JSON.parse(decodeURIComponent(files)));
  return inWorkbook(file?.data ?? Buffer.alloc(0));
}

/** The answers of somebody who agrees to what a page with these fields shows. */
function agreed(fields: unknown): FormData {
  const form = new FormData();
  const parsed = pageFields.parse(JSON.parse(z.string().parse(fields)));
  for (const [at, { fieldType, defaultValue, fieldValue }] of parsed.entries()) {
    const answer = fieldType === 'radio' ? JSON.stringify(['Screen']) : (defaultValue ?? fieldValue ?? '');
    form.append(`field-${String(at)}`, answer);
  }
  return form;
}

const pageFields = z.array(
  z.looseObject({
    fieldType: z.string(),
    defaultValue: z.string().optional(),
    fieldValue: z.string().optional(),
  }),
);

/** The executions that a published form started, without those that the node runs for its register. */
async function submissions({ rest }: Examples, workflowId: string): Promise<string[]> {
  const all = await rest.executionsOf(workflowId);
  return all.filter(({ mode }) => mode === 'webhook').map(({ id }) => id);
}

/** n8n writes the bytes of a file into the page. */
const bytesSchema = z
  .object({ type: z.literal('Buffer'), data: z.array(z.number()) })
  .transform(({ data }) => Buffer.from(data));

async function shownToAssistant(this: Feeding, names: string[], examples: Examples): Promise<Shown> {
  const { rest } = examples;
  const { id, send } = await publishForm(examples, this, 'screen-one-company');
  for (const [at, name] of names.entries())
    expect(await send(name, String(at))).toMatchObject({ status: 200 });
  const started = await submissions(examples, id);
  const ended = await Promise.all(started.map((execution) => rest.untilEnded(execution)));
  const items = ended.flatMap((execution) => execution.output('Company Screening').map(({ json }) => json));
  return {
    names: items.filter(({ outcome }) => outcome !== 'clear').map(({ companyName }) => companyName),
    clear: items.filter(({ outcome }) => outcome === 'clear').length,
  };
}

const answerSchema = z.looseObject({
  companyName: z.string(),
  verdict: z.enum(['clear', 'hit', 'review']),
  letThrough: z.boolean(),
});

async function shownToCallers(this: Feeding, names: string[], { rest, save, url }: Examples): Promise<Shown> {
  await rest.activateWorkflow(await save(this.file, useNewRegister));
  const answers = await Promise.all(
    names.map(async (companyName, at) => {
      const registrationNumber = `1234567890${String(at + 1).padStart(4, '0')}`;
      const body = { companyName, registrationNumber };
      const { data } = await callWebhook(url, 'company-onboarding', body, key);
      return answerSchema.parse(data);
    }),
  );
  return {
    names: answers.filter(({ letThrough }) => !letThrough).map(({ companyName }) => companyName),
    clear: answers.filter(({ letThrough, verdict }) => letThrough && verdict === 'clear').length,
  };
}

async function shownToCrm(this: Feeding, names: string[], examples: Examples): Promise<Shown> {
  const told: Record<string, unknown>[] = [];
  const refused = new Set<unknown>();
  const crm = await startCrm((answer) => {
    told.push(answer);
    // One hit, one clear company: neither keeps another answer back.
    const isRefused = answer['id'] === '0' || answer['companyName'] === 'Plain 0 Ltd';
    if (isRefused) refused.add(answer['id']);
    return !isRefused;
  });
  try {
    const { rest, save, connect, url } = examples;
    await connect({ environment: 'production' });
    const id = await save(this.file, (workflow) => {
      useNewRegister(workflow);
      crm.enter(workflow);
    });
    await rest.activateWorkflow(id);
    const companies = names.map((companyName, at) => ({ id: String(at), companyName }));
    const call = () => callWebhook(url, 'crm-screening', { companies }, key);
    await until('the webhook took the list', async () => (await call()).status === 200);
    const [execution] = await rest.executionsOf(id);
    const ended = await rest.untilEnded(execution?.id ?? '', { withinMs });
    expect(ended).toMatchObject({ status: 'error', lastNode: 'Stop: not answered' });
    expect(refused.size).toBe(2);
    expect(ended.output('Not answered')).toHaveLength(2);
    const released = told.filter(({ status }) => status === 'released').map(({ companyName }) => companyName);
    expect(released.toSorted()).toEqual(clear(names.length - notClear.length).toSorted());
    const toldOf = companies.filter((one) => told.some(({ id: of }) => of === one.id));
    return { names: toldOf.map((one) => one.companyName) };
  } finally {
    crm.close();
  }
}
