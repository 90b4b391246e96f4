// `npm run demo -- --nights`: one list on three nights, while the made-up watchlist changes. News that were told do not come out again.
import { z } from 'zod/v4';

import type { Sandbox } from '../test/sandbox/client';
import { watchlist } from '../test/sandbox/watchlist';
import type { Execution, N8nRest } from '../test/support/n8n/rest';
import { PlainError } from '../test/support/report';
import {
  inARow,
  manualTrigger,
  nodeType,
  nodeUnderTest,
  screeningNode,
  type CredentialReference,
  type WorkflowNode,
} from '../test/support/workflows';

const START = 'A night';
const LIST = 'The list';
const COMPANIES = 'Companies';
const RECEIPT = 'The receipt';
const MARK = 'Mark as Reported';

const BECOMES_LISTED = 'Willowbrook Bakery Ltd';
const CHANGES = 'Gloomharbour Shipping Ltd';
const GOES = 'Zorblax Arms Export';
const PENDING = 'Quiet Mill';
const companies = [CHANGES, GOES, BECOMES_LISTED, PENDING, 'Honest Bakery'];

interface Night {
  title: string;
  before: (sandbox: Sandbox) => Promise<void>;
}

const nights: readonly Night[] = [
  { title: 'Monday. Nobody has been told anything.', before: () => Promise.resolve() },
  {
    title: `Tuesday. ${BECOMES_LISTED} was put on a list, the entry of ${CHANGES} changed, ${GOES} was removed, and ${PENDING} is pending.`,
    before: async (sandbox) => {
      await sandbox.watchlist({
        add: [{ name: BECOMES_LISTED, sourceType: 'Sanction', sourceId: 'VELM-SAN-77' }],
        change: [{ name: CHANGES, fields: { sanctionDetails: ['Insurance forbidden'] } }],
        remove: [GOES],
      });
      await sandbox.faults([
        { on: 'screening', match: PENDING, fault: { kind: 'record', patch: { status: 'Pending' } } },
      ]);
    },
  },
  {
    title: `Wednesday. ${BECOMES_LISTED} was removed again, ${GOES} is listed again, and ${PENDING} has its verdict.`,
    before: async (sandbox) => {
      await sandbox.faults([]);
      const again = watchlist.filter(({ name }) => name === GOES);
      await sandbox.watchlist({ remove: [BECOMES_LISTED], add: again });
    },
  },
];

/** A night as n8n has run it. */
export interface NightRun {
  title: string;
  /** The message of its receipt. */
  message: string;
}

/**
 * Saves the workflow, and runs it three times.
 *
 * @throws PlainError if a night did not end as it should
 */
export async function runNights(
  { rest, sandbox, signal }: { rest: N8nRest; sandbox: Sandbox; signal: AbortSignal },
  credential: CredentialReference,
): Promise<{ workflowId: string; executionId: string; name: string; register: string; runs: NightRun[] }> {
  const register = `Nights ${new Date().toISOString().slice(0, 19).replace('T', ' ')}`;
  const name = 'Three nights';
  const workflowId = await rest.saveWorkflow({ name, ...workflowOf(credential, register) });
  const runs: NightRun[] = [];
  let executionId = '';
  for (const { title, before } of nights) {
    await before(sandbox);
    const execution = await rest.run(workflowId, START, { withinMs: NIGHT_MS, signal });
    runs.push({ title, message: messageOf(execution) });
    executionId = execution.id;
  }
  await sandbox.reset({ settings: true });
  return { workflowId, executionId, name, register, runs };
}

const NIGHT_MS = 300_000;
const receiptSchema = z.object({ message: z.string() });

function messageOf({ status, error, output }: Execution): string {
  const [receipt] = output(RECEIPT);
  if (status !== 'success' || !receipt || output(MARK).length === 0)
    throw new PlainError(`A night ended with status ${status}: ${error?.message ?? 'nothing was reported'}`);
  return receiptSchema.parse(receipt.json).message;
}

function workflowOf(credential: CredentialReference, register: string) {
  const nodes: WorkflowNode[] = [
    manualTrigger(START),
    {
      name: LIST,
      type: 'n8n-nodes-base.set',
      typeVersion: 3.4,
      position: [200, 0],
      parameters: { mode: 'raw', jsonOutput: JSON.stringify({ companies }), options: {} },
    },
    {
      name: COMPANIES,
      type: 'n8n-nodes-base.splitOut',
      typeVersion: 1,
      position: [400, 0],
      parameters: { fieldToSplitOut: 'companies', options: { destinationFieldName: 'company' } },
    },
    {
      ...screeningNode(credential, {
        companyName: '={{ $json.company }}',
        keepInRegister: true,
        registerSettings: {
          register,
          // These nights are seconds apart. For real ones it is 1.
          screenAgainAfterDays: 0.000_000_1,
          companiesToReturn: 'notReported',
          reportedTo: 'demo',
        },
        output: { summaryItem: true },
        options: { controlName: 'Nebelwald Präzisions GmbH' },
      }),
      position: [600, 0],
    },
    {
      name: RECEIPT,
      type: 'n8n-nodes-base.filter',
      typeVersion: 2.2,
      position: [800, 0],
      parameters: {
        conditions: {
          options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
          combinator: 'and',
          conditions: [
            {
              id: 'summary',
              leftValue: '={{ $json.outcome }}',
              rightValue: 'summary',
              operator: { type: 'string', operation: 'equals' },
            },
          ],
        },
        options: {},
      },
    },
    {
      name: MARK,
      type: nodeType,
      typeVersion: 1,
      position: [1000, 0],
      parameters: {
        resource: 'register',
        operation: 'markAsReported',
        register,
        reportId: '={{ $json.reportId }}',
        reportedTo: 'demo',
      },
    },
  ];
  const connections = inARow(START, LIST, COMPANIES, nodeUnderTest, RECEIPT, MARK);
  return { nodes, connections };
}
