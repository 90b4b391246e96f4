// Create Workbook in the node: what Screen Company gave becomes one file.
import * as z from 'zod/v4';

import { sheetsOf } from '../support/workbook';
import { jsons } from './attacks';
import { useRegister } from './registerRuns';
import { useSandbox } from './sandbox';

const register = useRegister(useSandbox());
const LIST = [
  { 'Customer No': '00101', company: 'Gloomharbour Shipping Ltd' },
  { 'Customer No': '00102', company: 'Willowbrook Bakery Ltd' },
];

test("a register becomes the auditor's workbook: companies, hits with their decisions, decisions and runs", async () => {
  const { get, inRegister, run } = register;
  await run({ keepInRegister: true, companyKey: '={{ $json["Customer No"] }}' }, LIST);
  const [hit] = await get('hits');
  const recorded = await inRegister('recordDecision', {
    ...{ caseId: z.string().parse(hit?.['caseId']), decision: 'trueMatch', reason: 'The same number.' },
    ...{ decidedBy: 'Ada', decidedByAddress: 'ada@example.com' },
  });
  expect(jsons(recorded)).toMatchObject([{ decided: 'trueMatch' }]);
  const each = await Promise.all(['companies', 'hits', 'decisions', 'runs'].map((records) => get(records)));
  const { outputs, error } = await run({ operation: 'createWorkbook' }, each.flat());
  expect(error).toBeUndefined();
  const file = outputs[0]?.[0]?.binary?.['data'];
  const sheets = sheetsOf(Buffer.from(file?.data ?? '', 'base64'));
  expect(sheets['Companies']?.map((row) => [row['Customer No'], row['Company'], row['Outcome']])).toEqual([
    ['00101', 'Gloomharbour Shipping Ltd', 'Hit'],
    ['00102', 'Willowbrook Bakery Ltd', 'Clear'],
  ]);
  expect(sheets['Hits']).toMatchObject([{ 'Decided by': 'ada@example.com', Decision: 'True match' }]);
  expect(sheets['Decisions']).toMatchObject([
    { 'Decided by': 'ada@example.com', 'Decided by (ID)': 'Ada', Reason: 'The same number.' },
  ]);
  expect(sheets['Runs']).toHaveLength(1);
  // No column that is empty for all, and no second one for the customer's number.
  for (const [name, rows] of Object.entries(sheets).filter(([one]) => one !== 'Summary')) {
    const columns = Object.keys(rows[0] ?? {});
    expect([name, columns.filter((column) => rows.every((row) => row[column] === ''))]).toEqual([name, []]);
    expect(columns).not.toContain('Company key');
  }
});
