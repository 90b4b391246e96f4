// A fleet of n8n with the sandbox service beside it, and workflows in production whose webhook takes a list of companies.
import axios from 'axios';
import { untilAllEnded } from '../n8n/rest';
import { until } from '../waiting';
import { quietly } from '../webhook';
import { startFleet, type Fleet, type FleetOptions } from './fleet';
import {
  credentialType,
  inARow,
  nodeUnderTest,
  screeningNode,
  splitOutNode,
  webhookNode,
  type CredentialReference,
} from '../workflows';
import { startSandbox, type Sandbox } from '../../sandbox/client';

export type ScreeningFleet = Awaited<ReturnType<typeof startScreeningFleet>>;
export type PublishedWorkflow = Awaited<ReturnType<typeof publishScreening>>;

/** A workflow to publish; the node has its defaults but for these. */
interface PublishSetup {
  parameters?: Record<string, unknown>;
  onError?: 'continueRegularOutput';
  settings?: Record<string, unknown>;
}

/** Starts the fleet and the sandbox. The project must be built. */
export async function startScreeningFleet(options: FleetOptions) {
  const sandbox = await startSandbox();
  try {
    const fleet = await startFleet(options);
    const stop = async (): Promise<void> => {
      await Promise.all([fleet.stop(), sandbox.stop()]);
    };
    const credential = await saveCredential(fleet, sandbox);
    /** Puts a workflow into production that screens the companies that its webhook is given. */
    const publish = (setup: PublishSetup) => publishScreening(fleet, credential, setup);
    return { ...fleet, sandbox, stop, credential, publish };
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
}

/** Lists of companies; no company is in two of them, whatever `name` was before. */
export function companyLists(name: string, lists: number, companies: number): string[][] {
  return Array.from({ length: lists }, (_, list) =>
    Array.from({ length: companies }, (__, company) => `${name} Bakery ${list + 1}-${company + 1}`),
  );
}

const webhook = 'Webhook';
const companies = 'Companies';
const splitOut = splitOutNode(companies, 'body.companies');
const endedWithinMs = 300_000;

async function saveCredential(fleet: Fleet, sandbox: Sandbox): Promise<CredentialReference> {
  const name = 'Sandbox';
  const data = { ...sandbox.credential };
  return { name, id: await fleet.main().rest.saveCredential({ name, type: credentialType, data }) };
}

let published = 0;

async function publishScreening(
  fleet: Fleet,
  credential: CredentialReference,
  { parameters = {}, onError, settings = {} }: PublishSetup,
) {
  published += 1;
  const path = `screen-${published}`;
  const screen = screeningNode(credential, { companyName: '={{ $json.company }}', ...parameters });
  const { rest } = fleet.main();
  const id = await rest.saveWorkflow({
    name: `Production ${published}`,
    nodes: [webhookNode(webhook, path), splitOut, { ...screen, ...(onError ? { onError } : {}) }],
    connections: inARow(webhook, companies, nodeUnderTest),
    settings: { executionOrder: 'v1', ...settings },
  });
  await rest.activateWorkflow(id);

  // The main process may be another one by now.
  const executions = () => fleet.main().rest.executionsOf(id);
  return {
    id,
    /** Starts an execution for each list, all at once. */
    start: async (lists: string[][]) => {
      await until('the webhook was there', () => isRegistered(fleet, path));
      const url = `${fleet.main().url}/webhook/${path}`;
      await Promise.all(lists.map((list) => axios.post(url, { companies: list }, { proxy: false })));
    },
    executions,
    /** Waits until so many executions have started and all have ended. */
    allEnded: (count: number) => untilAllEnded(executions, count, { withinMs: endedWithinMs }),
  };
}

// A webhook that is there says so when it is asked in another way than it wants, and starts nothing.
async function isRegistered(fleet: Fleet, path: string): Promise<boolean> {
  const { data } = await axios.get<unknown>(`${fleet.main().url}/webhook/${path}`, quietly);
  return JSON.stringify(data).includes('not registered for GET requests');
}
