// Record Decision: who may decide at all, before anything is read.
import type { IExecuteFunctions } from 'n8n-workflow';

import { recordDecision } from '../../nodes/CompanyScreening/operations/register/recordDecision';
import { caseIdOf } from '../../nodes/CompanyScreening/register/decisions/caseId';
import { MemoryTables } from './register/memoryTables';

const caseId = caseIdOf({ company: 'c'.repeat(64), mark: 'm', fingerprint: '' }, []);

async function decide(options: Record<string, unknown>, isTool = false): Promise<unknown> {
  const parameters: Record<string, unknown> = {
    register: 'Screening register',
    caseId,
    decision: 'close',
    reason: 'Looked at it',
    decidedBy: 'id-of-ann',
    decidedByAddress: 'ann@company.example',
    options,
  };
  const read = (name: string) => parameters[name];
  const run = recordDecision.begin(
    {
      context: { isToolExecution: () => isTool } as unknown as IExecuteFunctions,
      findRegister: () => Promise.resolve(new MemoryTables('sqlite')),
      now: () => 0,
    },
    read,
  );
  return await run.prepare(read, 0).perform();
}

/** Whoever may decide is only told that there is no such case. */
const ALLOWED = 'Nothing was recorded: this has changed since the page or item was made.';

test.each([
  ['', ALLOWED],
  ['ben@company.example; ANN@company.example', ALLOWED],
  ['ben@company.example,ann@company.example', ALLOWED],
  ['ben@company.example', 'Nothing was recorded: this person may not decide here.'],
  ['ann', 'Nothing was recorded: this person may not decide here.'],
])('Only These People %j', async (onlyThesePeople, sentence) => {
  await expect(decide({ onlyThesePeople })).rejects.toThrow(sentence);
});

test('an agent may not decide, whoever it says that it is', async () => {
  await expect(decide({}, true)).rejects.toThrow('An agent cannot record a decision.');
});
