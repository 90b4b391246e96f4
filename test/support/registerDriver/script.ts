// The steps that a test tells the driver to do, and their outcomes.
import { z } from 'zod/v4';
import { TABLE_NAMES, type TableColumns } from '../../../nodes/CompanyScreening/register/port/tables';

const own = { mark: 'string', text: 'string', number: 'number', flag: 'boolean' } as const;
/** Every table of the driver's registers has the same columns. */
export const driverColumns: TableColumns = {
  answers: own,
  archive: own,
  claims: own,
  decisions: own,
  reports: own,
  runs: own,
};

const table = z.enum(TABLE_NAMES);
const row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const where = z.array(
  z.union([
    z.object({ column: z.string(), is: z.enum(['contains', 'equal']), value: z.string() }),
    z.object({ column: z.literal('id'), is: z.enum(['above', 'atMost']), value: z.number() }),
  ]),
);
const match = z.enum(['all', 'any']);
const statement = z.union([
  z.object({ do: z.literal('insert'), table, rows: z.array(row) }),
  z
    .object({ do: z.literal('read'), table, where, match, limit: z.number().optional() })
    .transform(({ limit, ...read }) => (limit === undefined ? read : { ...read, limit })),
  z.object({ do: z.literal('update'), table, where, match, set: row }),
  z.object({ do: z.literal('delete'), table, where, match }),
]);
const step = z.discriminatedUnion('do', [
  z.object({ do: z.literal('open'), register: z.string() }),
  z.object({ do: z.literal('openAtOnce'), register: z.string(), times: z.number() }),
  z.object({ do: z.literal('run'), statements: z.array(statement) }),
  // The last outcome is the step's own. A minute at the longest.
  z.object({
    do: z.literal('runUntil'),
    comes: z.enum(['failure', 'answer']),
    statements: z.array(statement),
  }),
  z.object({ do: z.literal('runWithoutWaiting'), statements: z.array(statement) }),
]);
export const scriptSchema = z.array(step);
export type Step = z.infer<typeof step>;

const outcomeSchema = z.object({
  isNew: z.boolean().optional(),
  reads: z.array(z.array(z.intersection(row, z.object({ id: z.number() })))).optional(),
  failure: z.object({ problem: z.string(), message: z.string(), description: z.string() }).optional(),
});
export type Outcome = z.infer<typeof outcomeSchema>;

/** The content of the driver's item. */
export const outcomesSchema = z
  .object({ outcomes: z.string() })
  .transform(({ outcomes }) => z.array(outcomeSchema).parse(JSON.parse(outcomes)));
