// The examples that take a list from a file or a table, and what each shows of its companies at its ends.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { nodes, setFile } from '../../support/examples';
import { addRows, addTable } from '../../support/n8n/dataTables';
import type { Execution, Workflow } from '../../support/n8n/rest';
import { until } from '../../support/waiting';
import { sheetsOf } from '../../support/workbook';
import { enterAddresses, replaceOutgoing, setParameters, useNewRegister, type Examples } from './exampleRuns';

/** Long enough for every example. */
export const withinMs = 180_000;

/** What an example shows at its ends. */
export interface Shown {
  /** Everybody who is named. */
  names: unknown[];
  /** How many are counted as clear; undefined if they are named. */
  clear?: number;
}

/** An example, and what it shows of the companies of a list. */
export interface Feeding {
  file: string;
  /** True if each company has an execution of its own: of the outcomes, one of a kind is enough. */
  isOneByOne?: boolean;
  shown: (names: string[], examples: Examples) => Promise<Shown>;
}

export const fieldOf = (execution: Execution, node: string, field: string): unknown[] =>
  execution.output(node).map(({ json }) => json[field]);

/** A workbook names every company. */
export function inWorkbook(bytes: Buffer): Shown {
  const { Companies = [] } = sheetsOf(bytes);
  return { names: Companies.map((row) => row['Company']) };
}

const EVERY_NIGHT = 'Every night at 2';

export const listFeedings: Feeding[] = [
  { file: 'screen-a-spreadsheet.json', shown: shownAsItems },
  { file: 'append-results-to-a-sheet.json', shown: shownInSheet },
  { file: 'spreadsheet-to-spreadsheet.json', shown: shownInWorkbook },
  { file: 'register-from-a-list.json', shown: shownToAPerson },
  { file: 'alert-on-hits.json', shown: shownInAlerts },
  { file: 'fan-out-over-workers.json', shown: shownByParts },
  { file: 'nightly-rescreening.json', shown: shownByNight },
  { file: 'night-by-email.json', shown: shownByEmail },
];

async function shownAsItems(this: Feeding, names: string[], examples: Examples): Promise<Shown> {
  const execution = await runList(examples, this.file, names);
  return { names: nodes.ends.flatMap((end) => fieldOf(execution, end, 'companyName')) };
}

async function shownInSheet(this: Feeding, names: string[], examples: Examples): Promise<Shown> {
  const sheet = 'Add to the sheet';
  const edit = (workflow: Workflow) => {
    replaceOutgoing(workflow, sheet);
  };
  const execution = await runList(examples, this.file, names, { edit });
  return { names: fieldOf(execution, sheet, 'Company') };
}

async function shownInWorkbook(this: Feeding, names: string[], examples: Examples): Promise<Shown> {
  await runList(examples, this.file, names);
  const folder = join(examples.filesFolder, this.file, 'screened');
  const file = (await readdir(folder)).find((one) => one.endsWith('.xlsx')) ?? 'missing';
  return inWorkbook(await readFile(join(folder, file)));
}

async function shownToAPerson(this: Feeding, names: string[], examples: Examples): Promise<Shown> {
  const execution = await runList(examples, this.file, names);
  return inMessages(fieldOf(execution, 'Replace me: tell a person', 'message'));
}

async function shownInAlerts(this: Feeding, names: string[], examples: Examples): Promise<Shown> {
  await runList(examples, this.file, names);
  const mails = examples.outgoing.emails().map(({ text }) => text);
  return inMessages([...mails, ...examples.outgoing.slackMessages()]);
}

async function shownByEmail(this: Feeding, names: string[], examples: Examples): Promise<Shown> {
  await runList(examples, this.file, names, {
    trigger: EVERY_NIGHT,
    edit: (workflow) => {
      enterAddresses(workflow);
      setParameters(workflow, 'Company Screening', { options: {} });
    },
  });
  const [html = ''] = examples.outgoing.emails().map((one) => String(one.html));
  const text = html.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
  return { names: namedIn(text, /(?<=<li>).*?(?=:)/gm), clear: clearIn(text) };
}

async function runList(
  { filesFolder, rest, save }: Examples,
  file: string,
  names: string[],
  { edit, trigger = nodes.start }: { edit?: (workflow: Workflow) => void; trigger?: string } = {},
): Promise<Execution> {
  const folder = join(filesFolder, file);
  await mkdir(join(folder, 'screened'), { recursive: true });
  const path = join(folder, 'list.csv');
  await writeFile(path, stringify([['Customer No', 'Company'], ...names.map((name, at) => [at, name])]));
  const id = await save(file, (workflow) => {
    setFile(workflow, path);
    useNewRegister(workflow);
    setParameters(workflow, 'Read the list', { options: { unusableRows: 'passOn' } });
    edit?.(workflow);
  });
  const execution = await rest.run(id, trigger);
  expect(execution).toMatchObject({ status: 'success', error: undefined });
  return execution;
}

async function shownByParts(this: Feeding, names: string[], { rest, save, url }: Examples): Promise<Shown> {
  const id = await save(this.file, (workflow) => {
    // The list is one company longer than a part.
    setParameters(workflow, 'Part after part', { batchSize: names.length - 1 });
    setParameters(workflow, 'Send a part', { url: `${url}/webhook/screen-a-part` });
    useNewRegister(workflow);
    workflow.pinData = {
      'Your list': [{ json: {} }],
      'Read the list': names.map((companyName, at) => ({
        json: { companyName, companyKey: String(at), row: at + 2, 'Company Name': companyName },
      })),
    };
  });
  await rest.activateWorkflow(id);
  const start = await rest.run(id, nodes.start);
  expect(start).toMatchObject({ status: 'success', error: undefined });
  const parts = async () => (await rest.executionsOf(id)).filter(({ mode }) => mode === 'webhook');
  await until(
    'every part was screened',
    async () => {
      const all = await parts();
      return all.length === 2 && all.every(({ status }) => status === 'success');
    },
    { withinMs },
  );
  const told = await Promise.all((await parts()).map(({ id: part }) => rest.untilEnded(part)));
  const shown = told.map((one) => inMessages(fieldOf(one, 'Replace me: tell a person', 'message')));
  return {
    names: shown.flatMap((one) => one.names),
    clear: shown.reduce((sum, one) => sum + (one.clear ?? NaN), 0),
  };
}

async function shownByNight(this: Feeding, names: string[], examples: Examples): Promise<Shown> {
  const { outgoing, rest, save } = examples;
  const table = 'Monitored companies';
  await addTable(rest, table, ['companyKey', 'companyName']);
  const listed = names.map((companyName, at) => ({ companyKey: String(at), companyName }));
  await addRows(rest, table, listed);
  const id = await save(this.file, (workflow) => {
    enterAddresses(workflow);
    setParameters(workflow, 'Company Screening', { options: { controlName: 'Nebelwald Präzisions GmbH' } });
  });
  const night = await rest.run(id, EVERY_NIGHT);
  expect(night).toMatchObject({ status: 'success', error: undefined });
  const receipts = outgoing.slackMessages();
  return {
    names: receipts.flatMap((one) => namedIn(one, /(?<=^• ).*?(?=:)/gm)),
    clear: clearIn(receipts[0]),
  };
}

/** Those with one reason share a line, and no name is a link. */
const namedIn = (text: string, lines: RegExp): string[] =>
  (text.replaceAll('\u200c', '').match(lines) ?? []).flatMap((line) => line.split(', '));

/** Each company has a line that begins with a dot. */
function inMessages(messages: unknown[]): Shown {
  const texts = messages.map(String);
  const names = texts.flatMap((one) => one.match(/(?<=^• ).*?(?= \((?:No\. |rows? ))/gm) ?? []);
  return { names, clear: clearIn(texts[0]) };
}

const clearIn = (message = ''): number => Number(/, (\d+) clear,/.exec(message)?.[1]);
