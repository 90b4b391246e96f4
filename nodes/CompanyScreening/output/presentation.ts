// How the items of a run are returned, as opposed to what they say: the switches of the node that n8n reads before there are items.
import type { IExecuteFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';

import type { Operation } from '../operations/operation';
import { OperationFailure } from '../service/failure';

export interface Presentation {
  /** See `alertFields` of the operation. */
  alertFields: boolean;
  /** See `inSameColumns`. */
  sameColumns: boolean;
  /** See `summaryOf`. */
  summaryItem: boolean;
}

/** None of them. */
export const PLAIN: Presentation = { alertFields: false, sameColumns: false, summaryItem: false };
const NAMES: Record<keyof Presentation, string> = {
  alertFields: 'Alert Fields',
  sameColumns: 'Same Columns for All Items',
  summaryItem: 'Summary Item',
};

const flag = z.boolean().default(false);
const schema = z.object({
  options: z
    .object({ alertFields: flag, sameColumns: flag, summaryItem: flag } satisfies Record<
      keyof Presentation,
      typeof flag
    >)
    .default(PLAIN),
});

/**
 * Read from the node as it is saved, since items that could not be sent are returned in the same way.
 *
 * @throws OperationFailure if one is an expression, which an imported file may contain
 */
export function presentationOf(context: IExecuteFunctions, { presentation }: Operation): Presentation {
  if (!presentation) return PLAIN;
  const given = schema.safeParse(context.getNode().parameters);
  if (given.success) return given.data.options;
  const [wrong] = Object.entries(NAMES).filter(([name]) => given.error.issues[0]?.path.includes(name));
  throw new OperationFailure({
    state: 'unsendable',
    message: `${wrong?.[1] ?? 'An option'} cannot be an expression.`,
    advice: 'Switch it on or off in the options of this node.',
    endsRun: true,
  });
}
