// Create Workbook in the node: what Screen Company gave becomes one file.
import type { INodeParameters } from 'n8n-workflow';
import * as z from 'zod/v4';

import { sheetsOf } from '../support/workbook';
import { MemoryTables } from '../unit/register/memoryTables';
import { jsons } from './attacks';
import { runNode, type RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();

const run = (items: RunSetup['items'], parameters: RunSetup['parameters'] = {}) =>
  runNode({ credential: sandbox().credential, items, parameters, onError: 'continueRegularOutput' });
const LIST = [
  { 'Customer No': '00101', company: 'Gloomharbour Shipping Ltd' },
  { 'Customer No': '00102', company: 'Willowbrook Bakery Ltd' },
  { 'Customer No': '00103', company: 'Pending Partners' },
  { 'Customer No': '00104', company: '' },
];

test("a register becomes the auditor's workbook: companies, hits with their decisions, decisions and runs", async () => {
  const tables = new MemoryTables('sqlite');
  const inRegister = (items: RunSetup['items'], parameters: INodeParameters) =>
    runNode({
      credential: sandbox().credential,
      onError: 'continueRegularOutput',
      register: () => Promise.resolve({ tables, isNew: false }),
      items,
      parameters,
    });
  const ofRegister = { resource: 'register', register: 'Screening register' };
  const get = async (records: string) =>
    jsons(await inRegister([{}], { ...ofRegister, operation: 'getFromRegister', records }));
  const list = LIST.slice(0, 2);
  await inRegister(list, { keepInRegister: true, companyKey: '={{ $json["Customer No"] }}' });
  const [hit] = await get('hits');
  const decision = {
    ...ofRegister,
    ...{ operation: 'recordDecision', caseId: z.string().parse(hit?.['caseId']), decision: 'trueMatch' },
    ...{ reason: 'The same number.', decidedBy: 'Ada', decidedByAddress: 'ada@example.com' },
  };
  const recorded = jsons(await inRegister([{}], decision));
  expect(recorded[0]).toMatchObject({ decided: 'trueMatch' });
  const everything = [
    ...(await get('companies')),
    ...(await get('hits')),
    ...(await get('decisions')),
    ...(await get('runs')),
  ];
  const { outputs, error } = await run(everything, { operation: 'createWorkbook' });
  expect(error).toBeUndefined();
  const file = outputs[0]?.[0]?.binary?.['data'];
  const sheets = sheetsOf(Buffer.from(file?.data ?? '', 'base64'));
  expect(sheets['Companies']?.map((row) => [row['Customer No'], row['Company'], row['Outcome']])).toEqual([
    ['00101', 'Gloomharbour Shipping Ltd', 'Hit'],
    ['00102', 'Willowbrook Bakery Ltd', 'Clear'],
  ]);
  expect(sheets['Hits']).toMatchObject([{ 'Decided by': 'ada@example.com', Decision: 'True match' }]);
  expect(sheets['Decisions']).toMatchObject([{ 'Decided by': 'Ada', Reason: 'The same number.' }]);
  expect(sheets['Runs']).toHaveLength(1);
  // No column that is empty for all, and no second one for the customer's number.
  for (const [name, rows] of Object.entries(sheets).filter(([one]) => one !== 'Summary')) {
    const columns = Object.keys(rows[0] ?? {});
    expect([name, columns.filter((column) => rows.every((row) => row[column] === ''))]).toEqual([name, []]);
    expect(columns).not.toContain('Company key');
  }
});
