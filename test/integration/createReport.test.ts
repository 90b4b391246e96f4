// Create Report in the node: one file with what the register holds, and with what somebody did to its rows.
import * as z from 'zod/v4';

import { MemoryTables } from '../unit/register/memoryTables';
import { jsons } from './attacks';
import { runNode, type RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const run = (parameters: RunSetup['parameters'], company = '') =>
  runNode({
    credential: sandbox().credential,
    register: () => Promise.resolve({ tables, isNew: false }),
    items: [{ company }],
    onError: 'continueRegularOutput',
    parameters: parameters ?? {},
  });
const screen = async (company: string) => jsons(await run({ keepInRegister: true }, company));
const inRegister = { resource: 'register', register: 'Screening register' };
async function report(parameters: RunSetup['parameters'] = {}) {
  const { outputs, error } = await run({ ...inRegister, operation: 'createReport', ...parameters });
  expect(error).toBeUndefined();
  const [item] = outputs[0] ?? [];
  const file = item?.binary?.['report'];
  return { json: item?.json, page: Buffer.from(file?.data ?? '', 'base64').toString('utf8'), file };
}

test('it has every company, hit and decision, their ids and hashes, and what is wrong with a row', async () => {
  const [hit] = await screen('Gloomharbour Shipping Ltd');
  await screen('Honest Bakery');
  await sandbox().faults([{ on: 'screening', match: 'Quiet', fault: { kind: 'resetAfter' } }]);
  await screen('Quiet Mill');
  for (const [decision, who] of [
    ['falsePositive', 'ann'],
    ['confirm', 'ben'],
  ] as const) {
    const [now] = await screen('Gloomharbour Shipping Ltd');
    await run({
      ...inRegister,
      operation: 'recordDecision',
      caseId: z.string().parse(now?.['caseId']),
      decision,
      reason: 'Another company of that name',
      decidedBy: who,
      decidedByAddress: `${who}@company.example`,
    });
  }

  const { json, page, file } = await report();
  expect(json).toMatchObject({
    outcome: 'report',
    companies: 3,
    hits: 1,
    decisions: 2,
    // As What Is Wrong says: each of these runs was started by hand.
    problems: 1,
    problem: expect.stringMatching(
      /^No run has ended within 26 hours\. No workflow has ever run automatically/,
    ) as string,
  });
  expect(file).toMatchObject({ mimeType: 'text/html', fileName: json?.['fileName'] });
  for (const text of [
    hit?.['screeningId'],
    hit?.['referenceId'],
    hit?.['hitFingerprint'],
    'Quiet Mill',
    'noAnswer',
    'Honest Bakery',
    'Another company of that name',
    'False positive, proposed by ann@company.example and confirmed by ben@company.example',
    json?.['newestDecisions'],
    'All 3 companies are from the sandbox',
  ])
    expect(page).toContain(text);
  expect(page.match(/[0-9a-f]{64}/g)?.length).toBeGreaterThan(5);

  const where = [{ column: 'decided', is: 'equal', value: 'falsePositive' }] as const;
  await tables.run([{ do: 'delete', table: 'decisions', where, match: 'all' }]);
  const afterwards = await report();
  expect(afterwards.json).toMatchObject({ problems: 2, decisions: 1 });
  expect(afterwards.page).toContain('is missing: the decision');
  expect(afterwards.page).not.toContain('False positive, proposed by');
});
