// The example workflows and their companies, which the demo and the end-to-end tests run.
import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { projectFolder } from './n8n/install';
import { workflowSchema, type Execution, type Item, type Workflow } from './n8n/rest';
import { credentialType, type CredentialReference } from './workflows';

export const examplesFolder = join(projectFolder, 'examples');
/** The spreadsheet of fictional companies. */
export const companiesFile = join(examplesFolder, 'companies.csv');
/** The name of the column that holds the company. */
export const companyColumn = 'Company';

/** The names of the nodes in `screen-a-spreadsheet.json`. */
export const nodes = {
  start: 'Start',
  list: 'Your list',
  screen: 'Company Screening',
  ends: ['Replace me: alert on Slack', 'Replace me: append to a sheet', 'Replace me: e-mail a colleague'],
};

/** All items of the screening in `screen-a-spreadsheet.json`: hits, clear ones, and those that a person looks at. */
export function screenedItems(execution: Execution): Item[] {
  return [0, 1, 2].flatMap((output) => execution.output(nodes.screen, output));
}

/** The name that the examples know a credential by. */
export function credentialName(type: string): string {
  return credentialNames.get(type) ?? type;
}

const credentialNames = new Map([
  [credentialType, 'Company Screening API'],
  ['httpHeaderAuth', 'Webhook key'],
  ['imap', 'IMAP account'],
  ['openAiApi', 'OpenAI account'],
  ['slackApi', 'Slack account'],
  ['smtp', 'SMTP account'],
]);

export async function readExample(file: string): Promise<Workflow> {
  return workflowSchema.parse(JSON.parse(await readFile(join(examplesFolder, file), 'utf8')));
}

/** A row of the spreadsheet: the cells by the name of their column. */
export type Row = Record<string, string>;

/** Reads a CSV file as n8n does: an empty line is no row. */
export async function readRows(path: string): Promise<Row[]> {
  const text = await readFile(path, 'utf8');
  return z
    .array(z.record(z.string(), z.string()))
    .parse(parse(text, { bom: true, columns: true, skip_empty_lines: true }));
}

/** The example workflow with a credential and a file filled in, and nothing else changed. */
export async function exampleWorkflow(credential: CredentialReference, file: string): Promise<Workflow> {
  const workflow = await readExample('screen-a-spreadsheet.json');
  for (const node of workflow.nodes) {
    if (node.credentials !== undefined) node.credentials = { [credentialType]: credential };
  }
  setFile(workflow, file);
  return workflow;
}

/** Enters the path of a list in the node "Your list". @throws when the workflow has none */
export function setFile(workflow: Workflow, path: string): void {
  const node = workflow.nodes.find(({ name }) => name === nodes.list);
  if (node === undefined) throw new Error(`The workflow has no node "${nodes.list}".`);
  node.parameters = { ...node.parameters, fileSelector: path };
}

/** The path in the node "Your list". @throws when the workflow has none */
export function fileOf(workflow: Workflow): string {
  return z.string().parse(workflow.nodes.find(({ name }) => name === nodes.list)?.parameters['fileSelector']);
}
