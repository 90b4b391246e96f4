// The screening register of `examples/`: filled in as its user does, and read as its table is.
import { z } from 'zod/v4';
import { readExample, setFields } from './examples';
import { readTable } from './n8n/dataTables';
import type { N8nRest, Workflow } from './n8n/rest';
import { credentialType, type CredentialReference } from './workflows';

/** The data tables of the register. */
export const tables = { register: 'Screening register', hits: 'Screened hits', locks: 'Register locks' };

/** Fields of the node "Settings", by their names. */
export interface RegisterSettings {
  /** Only the register in Postgres has it. */
  'Column of the name'?: string;
  'Encoding of a file that is not UTF-8'?: string;
  'Companies in a batch'?: number;
  'Screen again after days (0: never)'?: number;
  'Send these again'?: boolean;
  'Screen again what the sandbox answered'?: boolean;
  'Minutes until a batch counts as lost'?: number;
}

/** A column of text, which n8n leaves empty as null. */
export const textColumn = z
  .string()
  .nullable()
  .transform((value) => value ?? '');
const companySchema = z.looseObject({
  id: z.number(),
  key: textColumn,
  name: textColumn,
  state: textColumn,
  outcome: textColumn,
  previousOutcome: textColumn,
  referenceId: textColumn,
  claim: textColumn,
  companyRef: textColumn,
  problem: textColumn,
  environment: textColumn,
  totalHits: z.number().nullable(),
});
/** A row of the register. */
export type Company = z.infer<typeof companySchema>;
/** What a row says wherever the register is kept. */
export type RegisteredCompany = Pick<
  Company,
  | 'key'
  | 'name'
  | 'state'
  | 'outcome'
  | 'previousOutcome'
  | 'referenceId'
  | 'problem'
  | 'totalHits'
  | 'environment'
>;

/** All rows of the register. */
export async function readRegister(rest: N8nRest): Promise<Company[]> {
  return z.array(companySchema).parse(await readTable(rest, tables.register));
}

/** Saves and publishes the register with these settings; what is left out is as in the example. Gives its id. */
export function publishRegister(
  rest: N8nRest,
  credential: CredentialReference,
  settings: RegisterSettings & { File: string },
  change?: (workflow: Workflow) => void,
): Promise<string> {
  return publishExample(rest, 'screening-register.json', { [credentialType]: credential }, settings, change);
}

/**
 * The same of any example that is set up so; the credentials by their types. `change` changes what is no setting: with
 * another name, it is another workflow.
 */
export async function publishExample(
  rest: N8nRest,
  file: string,
  credentials: Record<string, CredentialReference>,
  settings: RegisterSettings & { File: string },
  change?: (workflow: Workflow) => void,
): Promise<string> {
  const workflow = await readExample(file);
  for (const node of workflow.nodes)
    if (node.credentials !== undefined)
      node.credentials = Object.fromEntries(
        Object.entries(node.credentials).map(([type, named]) => [type, credentials[type] ?? named]),
      );
  setFields(workflow, 'Settings', { ...settings });
  change?.(workflow);
  const id = await rest.saveWorkflow(workflow);
  await rest.activateWorkflow(id);
  return id;
}
