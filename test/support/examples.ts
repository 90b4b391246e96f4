// The example workflow and its companies: what the demo and the end-to-end tests run.
import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { projectFolder } from './n8n/install';
import { workflowSchema, type Workflow } from './n8n/rest';

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
export async function exampleWorkflow(
  credential: { id: string; name: string },
  file: string,
): Promise<Workflow> {
  const text = await readFile(join(examplesFolder, 'screen-a-spreadsheet.json'), 'utf8');
  const workflow = workflowSchema.parse(JSON.parse(text));
  for (const node of workflow.nodes) {
    if (node.credentials !== undefined) node.credentials = { companyScreeningApi: credential };
    if (node.name === nodes.readFile) node.parameters = { ...node.parameters, fileSelector: file };
  }
  return workflow;
}
