// "Append results to a sheet": the rows that reach the sheet, written to a CSV file instead.
import { join } from 'node:path';
import { readRows, setFile } from '../../support/examples';
import type { Workflow } from '../../support/n8n/rest';
import { inARow, n8nNode } from '../../support/workflows';
import { replaceOutgoing, useNewRegister, type Examples } from './exampleRuns';

export function sheetTests(examples: () => Examples): void {
  test('every company of the file is in the sheet, each hit as a row with the customer number', async () => {
    const { rest, save, filesFolder, writeCompanies, sandbox } = examples();
    const file = await writeCompanies(companies);
    const results = join(filesFolder, 'results.csv');
    const workflowId = await save('append-results-to-a-sheet.json', (workflow) => {
      setFile(workflow, file);
      useNewRegister(workflow);
      appendToFile(workflow, results);
    });
    const execution = await rest.run(workflowId, 'Start');
    expect(execution).toMatchObject({ status: 'success', error: undefined });

    const rows = await readRows(results);
    expect(
      rows.map((row) => [
        row['Customer No'],
        row['Company'],
        row['Outcome'],
        row['Listed name'],
        row['List'],
      ]),
    ).toEqual([
      ['00101', 'Gloomharbour Shipping Ltd', 'hit', 'Gloomharbour Shipping Ltd', 'VELM-SAN-01'],
      ['00102', 'Willowbrook Bakery Ltd', 'clear', '', ''],
      ['00103', 'Thistledown Textiles', 'hit', 'Thistledown Textiles', 'NEB-PEP-2'],
      ['00103', 'Thistledown Textiles', 'hit', 'Thistledown Textiles Overseas', 'FROST-NEWS-4'],
      ['00104', 'Pending Partners', 'review', '', ''],
      ['00105', 'Failing Foundry', 'error', '', ''],
      ['00106', '幻海虚构贸易有限公司', 'hit', '幻海虚构贸易有限公司', 'HUAN-SAN-3'],
      ['00107', '', 'error', '', ''],
      // Two companies, not one. Without a number, the name is the key.
      ['#N/A', '#N/A', 'error', '', ''],
      ['#N/A', '#N/A', 'error', '', ''],
    ]);
    expect(rows.map((row) => row['What to look at'])).toEqual([
      '',
      '',
      '',
      '',
      expect.stringMatching(/in progress|not finished|pending/i),
      expect.stringContaining('S0005'),
      '',
      expect.stringContaining('empty'),
      expect.stringContaining('spreadsheet error'),
      expect.stringContaining('spreadsheet error'),
    ]);
    const sent = rows.filter(({ Company = '' }) => !['', '#N/A'].includes(Company));
    for (const row of sent) expect(row).toMatchObject({ Environment: 'sandbox' });
    const verdicts = sent.filter(({ Outcome }) => Outcome !== 'error');
    for (const row of verdicts) expect(row['Screened at']).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(rows.find(({ Company }) => Company === '')?.['Screened at']).toBe('');
    const ids = rows.map((row) => row['Row ID']);
    expect(new Set(ids).size).toBe(rows.length);

    await rest.run(workflowId, 'Start');
    expect((await readRows(results)).map((row) => row['Row ID'])).toEqual(ids);
    const { screenings } = await sandbox.stats();
    expect(screenings.filter(({ companyName }) => companyName !== 'Failing Foundry')).toEqual(
      screenings.flatMap((one) => (one.companyName === 'Failing Foundry' ? [] : [{ ...one, times: 1 }])),
    );
  });
}

const companies = [
  { 'Customer No': '00101', Company: 'Gloomharbour Shipping Ltd' },
  { 'Customer No': '00102', Company: 'Willowbrook Bakery Ltd' },
  { 'Customer No': '00103', Company: 'Thistledown Textiles' },
  { 'Customer No': '00104', Company: 'Pending Partners' },
  { 'Customer No': '00105', Company: 'Failing Foundry' },
  { 'Customer No': '00106', Company: '幻海虚构贸易有限公司' },
  { 'Customer No': '00107', Company: '' },
  { 'Customer No': '', Company: '#N/A' },
  { 'Customer No': '', Company: '#N/A' },
];

const sheet = 'Add to the sheet';

function appendToFile(workflow: Workflow, path: string): void {
  replaceOutgoing(workflow, sheet);
  workflow.nodes.push(
    n8nNode('To CSV', 'convertToFile', 1.1, { operation: 'csv', options: {} }),
    n8nNode('Write', 'readWriteFile', 1, { operation: 'write', fileName: path }),
  );
  Object.assign(workflow.connections, inARow(sheet, 'To CSV', 'Write'));
}
