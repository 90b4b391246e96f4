// "Fan out over workers" in production, in a fleet of n8n.
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { newFolder, removeFolder } from '../folders';
import { credentialName, nodes, readExample, setFile } from '../examples';
import { untilAllEnded } from '../n8n/rest';
import { credentialType, type CredentialReference } from '../workflows';
import type { FleetOptions } from './fleet';
import { startScreeningFleet, type ScreeningFleet } from './screeningFleet';

export type FanOutFleet = Awaited<ReturnType<typeof startFanOutFleet>>;

/** The path of the webhook that takes a part. */
export const partPath = 'screen-a-part';

const keyType = 'httpHeaderAuth';
const longMs = 8 * 60_000;

/** Starts the fleet and the sandbox service. The project must be built. */
export async function startFanOutFleet(options: FleetOptions) {
  const folder = await newFolder('fan-out');
  const env = { ...options.env, N8N_RESTRICT_FILE_ACCESS_TO: folder };
  const fleet = await startScreeningFleet({ ...options, env }).catch(async (error: unknown) => {
    await removeFolder(folder);
    throw error;
  });
  const list = join(folder, 'companies.csv');
  // The main process may be another one by now.
  const rest = () => fleet.main().rest;
  const credentials = { [credentialType]: fleet.credential, [keyType]: await saveKey(fleet) };
  let workflowId = '';
  /** The executions of its parts so far, in order. */
  const parts = async () => (await rest().executionsOf(workflowId)).filter(({ mode }) => mode === 'webhook');

  return {
    ...fleet,
    writeList: async (names: readonly string[]) => {
      const rows = names.map((Company, index) => ({ 'Customer No': String(index), Company }));
      await writeFile(list, stringify(rows, { header: true }));
    },
    /** Saves and publishes the example with so many companies in a part. */
    publishFanOut: async (companiesInAPart: number) => {
      const workflow = await readExample('fan-out-over-workers.json');
      setFile(workflow, list);
      for (const node of workflow.nodes) {
        node.credentials &&= chosen(node.credentials, credentials);
        if (node.name === 'Part after part') node.parameters['batchSize'] = companiesInAPart;
        if (node.name === 'Send a part') node.parameters['url'] = `${fleet.main().url}/webhook/${partPath}`;
      }
      workflowId = await rest().saveWorkflow(workflow);
      await rest().activateWorkflow(workflowId);
    },
    /** Starts it as a person does, and waits until it has sent all parts. */
    fanOut: () => rest().run(workflowId, nodes.start),
    parts,
    /** Waits until there are so many, and all have ended. */
    partsEnded: (count: number) => untilAllEnded(parts, count, { withinMs: longMs }),
    stop: async () => {
      await fleet.stop();
      await removeFolder(folder);
    },
  };
}

async function saveKey(fleet: ScreeningFleet): Promise<CredentialReference> {
  const name = credentialName(keyType);
  const data = { name: 'X-Fan-Out-Key', value: randomBytes(16).toString('hex') };
  return { name, id: await fleet.main().rest.saveCredential({ name, type: keyType, data }) };
}

/** Takes the saved credentials in the place of those that the example only names. */
function chosen(
  named: Record<string, unknown>,
  saved: Record<string, CredentialReference>,
): Record<string, CredentialReference> {
  return Object.fromEntries(
    Object.keys(named).flatMap((type) => {
      const credential = saved[type];
      return credential ? [[type, credential]] : [];
    }),
  );
}
