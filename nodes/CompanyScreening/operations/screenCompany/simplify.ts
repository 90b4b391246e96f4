// The switch Simplify of version 0.1.0, whose place Output has taken.
import type { INodeProperties } from 'n8n-workflow';

import { OperationFailure } from '../../service/failure';
import type { ReadParameter } from '../operation';

/** Never shown. Without it, n8n would drop the value of an old node, and give out other items without a word. */
export const simplifyField: INodeProperties = {
  displayName: 'Simplify',
  name: 'simplify',
  type: 'hidden',
  default: true,
};

/** @throws OperationFailure if the node was saved with the switch off */
export function refuseOldRaw(first: ReadParameter): void {
  if (first('simplify') !== false) return;
  throw new OperationFailure({
    state: 'unsendable',
    endsRun: true,
    message:
      'This node was saved by version 0.1.0 with Simplify switched off, which this version does not have.',
    advice: 'Put a new Company Screening node in its place, and set Output to Raw there. Nothing was sent.',
  });
}
