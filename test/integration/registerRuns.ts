// Runs of the node over a register in memory: each test of a file begins with an empty one.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../sandbox/client';
import { MemoryTables } from '../unit/register/memoryTables';
import { jsons, opening } from './attacks';
import { runNode, type NodeRun, type RunSetup } from './nodeInN8nCore';

export function useRegister(sandbox: () => Sandbox) {
  let tables = new MemoryTables('sqlite');
  const reset = () => {
    tables = new MemoryTables('sqlite');
  };
  beforeEach(reset);
  /** A run over these items, or over an empty one; errors come out as items unless told otherwise. */
  const run = (
    parameters: INodeParameters,
    items: readonly IDataObject[] = [{}],
    more: Partial<RunSetup> = {},
  ): Promise<NodeRun> =>
    runNode({
      ...{ credential: sandbox().credential, onError: 'continueRegularOutput', register: opening(tables) },
      ...{ items: [...items], parameters, ...more },
    });
  const inRegister = (operation: string, parameters: INodeParameters = {}) =>
    run({ resource: 'register', register: 'Screening register', operation, ...parameters });
  const get = async (records: string, parameters: INodeParameters = {}) =>
    jsons(await inRegister('getFromRegister', { records, ...parameters }));
  const keep = async (companies: readonly string[], parameters = {}, more: Partial<RunSetup> = {}) => {
    const items = companies.map((company) => ({ company }));
    return jsons(await run({ keepInRegister: true, ...parameters }, items, more));
  };
  return { tables: () => tables, reset, run, keep, inRegister, get };
}
