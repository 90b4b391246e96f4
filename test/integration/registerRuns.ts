// Runs of the node over a register in memory: each test of a file begins with an empty one.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../sandbox/client';
import { MemoryTables } from '../unit/register/memoryTables';
import { jsons, opening } from './attacks';
import { runNode, type NodeRun, type RunSetup } from './nodeInN8nCore';

export interface RegisterRuns {
  tables: () => MemoryTables;
  /** Takes empty tables, as before each test. */
  reset: () => void;
  /** A run over these items, or over an empty one; errors come out as items unless told otherwise. */
  run: (
    parameters: INodeParameters,
    items?: readonly IDataObject[],
    more?: Partial<RunSetup>,
  ) => Promise<NodeRun>;
  /** Screens these companies, and keeps their answers. */
  keep: (
    companies: readonly string[],
    parameters?: INodeParameters,
    more?: Partial<RunSetup>,
  ) => Promise<IDataObject[]>;
  /** Carries out an operation of the register. */
  inRegister: (operation: string, parameters?: INodeParameters) => Promise<NodeRun>;
  /** What Get Many gives. */
  get: (records: string, parameters?: INodeParameters) => Promise<IDataObject[]>;
}

export function useRegister(sandbox: () => Sandbox): RegisterRuns {
  let tables = new MemoryTables('sqlite');
  const reset = () => {
    tables = new MemoryTables('sqlite');
  };
  beforeEach(reset);
  const run: RegisterRuns['run'] = (parameters, items = [{}], more = {}) =>
    runNode({
      credential: sandbox().credential,
      onError: 'continueRegularOutput',
      register: opening(tables),
      items: [...items],
      parameters,
      ...more,
    });
  const inRegister: RegisterRuns['inRegister'] = (operation, parameters = {}) =>
    run({ resource: 'register', register: 'Screening register', operation, ...parameters });
  return {
    tables: () => tables,
    reset,
    run,
    keep: async (companies, parameters = {}, more = {}) =>
      jsons(
        await run(
          { keepInRegister: true, ...parameters },
          companies.map((company) => ({ company })),
          more,
        ),
      ),
    inRegister,
    get: async (records, parameters = {}) =>
      jsons(await inRegister('getFromRegister', { records, ...parameters })),
  };
}
