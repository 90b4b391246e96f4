// The desk of a register: what waits there for a person, and what somebody decides.
import type { IDataObject } from 'n8n-workflow';

import { recordDecision } from '../../nodes/CompanyScreening/operations/desk/recordDecision';
import { getFromRegister } from '../../nodes/CompanyScreening/operations/reports/getFromRegister';
import type { LocalOperation } from '../../nodes/CompanyScreening/operations/shared/operation';
import type { Tables } from '../../nodes/CompanyScreening/register/port/tables';
import { jsonsOf } from './builders';
import { running } from './register/perform';

interface World {
  tables: Tables;
  nowMs: number;
  context?: object;
}

type Parameters = IDataObject & { output?: IDataObject };

/** @param world as it is when something is done */
export function aDesk(world: () => World) {
  const perform = (operation: LocalOperation, { output, ...parameters }: Parameters, on?: Tables) => {
    const { tables, nowMs, context } = world();
    const inUtc = { getTimezone: () => 'UTC', ...context };
    return running(operation, { tables: on ?? tables, nowMs, context: inUtc }, output).perform(parameters);
  };
  const get = (records: string, more: Parameters = {}) => perform(getFromRegister, { records, ...more });
  return {
    perform,
    get,
    open: async (more: IDataObject = {}) => jsonsOf(await get('openCases', more)),
    worklist: async (more: IDataObject = {}) => jsonsOf(await get('worklist', more))[0] ?? {},
    decide: (caseId: unknown, decision: string, who = 'ann', on?: Tables) => {
      const by = { decidedBy: who, decidedByAddress: `${who}@company.example` };
      return perform(recordDecision, { caseId: String(caseId), decision, reason: 'Because', ...by }, on);
    },
  };
}

/** What operations take of n8n that write a file, and what they wrote. */
export function aPlaceForFiles() {
  const files: Buffer[] = [];
  const names: string[] = [];
  const context = {
    getWorkflow: (): object => ({ name: 'Report' }),
    getExecutionId: () => '7',
    helpers: {
      prepareBinaryData: (bytes: Buffer, fileName: string, mimeType: string) => {
        files.push(bytes);
        names.push(fileName);
        return Promise.resolve({ data: '', fileName, mimeType });
      },
    },
  };
  return { context, files, names };
}
