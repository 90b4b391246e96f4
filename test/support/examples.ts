// The example workflows and their companies: what the demo and the end-to-end tests run.
import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { projectFolder } from './n8n/install';
import { workflowSchema, type Workflow } from './n8n/rest';
import { credentialType, type CredentialReference } from './workflows';

/** The folder of the example files. */
export const examplesFolder = join(projectFolder, 'examples');
/** The spreadsheet of fictional companies. */
export const companiesFile = join(examplesFolder, 'companies.csv');
/** The name of the column that holds the company. */
export const companyColumn = 'Company';

/** The names of the nodes in `screen-a-spreadsheet.json`. */
export const nodes = {
  start: 'Start',
  readFile: 'Read the CSV file',
  rows: 'One item per company',
  screen: 'Company Screening',
  route: 'Route by outcome',
  ends: ['Replace me: alert on Slack', 'Replace me: append to a sheet', 'Replace me: e-mail a colleague'],
};

/** The name that the examples know a credential by. */
export function credentialName(type: string): string {
  return credentialNames.get(type) ?? type;
}

const credentialNames = new Map([
  [credentialType, 'Company Screening API'],
  ['httpHeaderAuth', 'Onboarding webhook key'],
  ['openAiApi', 'OpenAI account'],
  ['smtp', 'SMTP account'],
]);

/** An example workflow as it is in the folder. */
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
    if (node.name === nodes.readFile) node.parameters = { ...node.parameters, fileSelector: file };
  }
  return workflow;
}
