// Who started a run of this node, for people who read the table of runs.
import type { IExecuteFunctions } from 'n8n-workflow';

import { startedBy } from '../../register/rows/runRows';

export function startOf(context: IExecuteFunctions): string {
  const { name } = context.getWorkflow();
  return startedBy({
    workflow: name ?? 'A workflow',
    execution: context.getExecutionId(),
    mode: context.getMode(),
  });
}
