// What the attack tests share: runs against the lying sandbox, and what they look for in a run's error.
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { Tables } from '../../nodes/CompanyScreening/register/port/tables';
import type { Sandbox } from '../sandbox/client';
import { runNode, type NodeRun, type RunSetup } from './nodeInN8nCore';

/** The json of the items of all outputs. */
export const jsons = ({ outputs }: NodeRun): IDataObject[] => outputs.flat().map(({ json }) => json);

/** The reason of each item, or else its outcome. */
export const outcomesOf = (run: NodeRun) => jsons(run).map(({ outcome, reason }) => reason ?? outcome);

export interface Screening extends Partial<Omit<RunSetup, 'register'>> {
  /** The tables of a register that keeps the answers. Without them, nothing is kept. */
  register?: Tables;
}

/** A run of Screen Company over these, each of which is a name or a whole item; errors come out as items unless told otherwise. */
export function screeningOf(
  { credential }: Pick<RunSetup, 'credential'>,
  companies: readonly unknown[],
  { register, parameters, ...more }: Screening = {},
): RunSetup {
  return {
    credential,
    onError: 'continueRegularOutput',
    items: companies.map((company) => (isItem(company) ? company : { company: company as string })),
    ...(register ? { register: opening(register) } : {}),
    ...more,
    parameters: { ...(register ? { keepInRegister: true } : {}), ...parameters },
  };
}

/** What the node opens, in place of n8n's data tables. */
export const opening = (tables: Tables) => () => Promise.resolve({ tables, isNew: false });

const isItem = (company: unknown): company is IDataObject =>
  typeof company === 'object' && company !== null && !Array.isArray(company) && 'company' in company;

export const screening = (...setup: Parameters<typeof screeningOf>) => runNode(screeningOf(...setup));

const listsSchema = z.record(z.string(), z.unknown());
const entriesSchema = z.array(z.looseObject({ referenceId: z.string().optional() }));

/** Every company that the error of a stopped run lists in its details, with the name of its list. */
export function listedIn(error: NodeRun['error']): { list: string; entry: Record<string, unknown> }[] {
  const details = error && 'context' in error ? error.context['data'] : undefined;
  return Object.entries(listsSchema.catch({}).parse(details)).flatMap(([list, entries]) =>
    entriesSchema
      .catch([])
      .parse(entries)
      .map((entry) => ({ list, entry })),
  );
}

/** What a person reads of a failed item. */
export function wordsOf(json: IDataObject | undefined): string {
  const { error, description } = wordsSchema.parse(json ?? {});
  return `${error} ${description}`;
}

const words = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
const wordsSchema = z.object({ error: words, description: words });

const sentSchema = z.object({
  companyName: z.string(),
  referenceId: z.string(),
  option: z.string(),
  requesterId: z.string().optional(),
});

/** The screening requests that the service received, as it read them. */
export async function sentTo(sandbox: Sandbox): Promise<z.infer<typeof sentSchema>[]> {
  const { recent } = (await sandbox.stats()).operations.screening;
  return recent.map(({ body }) => sentSchema.parse(body));
}
