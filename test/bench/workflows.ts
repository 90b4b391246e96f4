// The two workflows that are compared: this node, and n8n's own nodes doing the same job without code.
import type { Workflow } from '../support/n8n/rest';
import {
  inARow,
  manualTrigger,
  nodeUnderTest,
  pinned,
  screeningNode,
  to,
  type CredentialReference,
} from '../support/workflows';
import type { SandboxCredential } from '../sandbox/client';
import { companyNames } from './companies';

/** What a workflow is made for. */
export interface WorkflowSetup {
  name: string;
  companies: number;
  concurrency: number;
  latencyMs: number;
  evidence?: boolean;
  kept?: { batchSize: number };
  /** One small item a company. */
  small?: boolean;
  service: SandboxCredential;
  credential: CredentialReference;
}

/** A workflow, the nodes that do the job, and the outputs that its items leave through. */
export interface Contestant {
  workflow: Workflow;
  /** The node that sends the requests comes first. */
  nodes: string[];
  ends: { node: string; output: number }[];
}

/** The node that holds the companies: they are pinned on it, so that making them is not part of the run. */
export const triggerNode = 'Companies';

/** The node of this package. */
export function companyScreening(setup: WorkflowSetup): Contestant {
  const parameters = {
    companyName: '={{ $json.company }}',
    output: {
      evidence: setup.evidence ?? false,
      ...(setup.small ? { itemsPer: 'company', content: 'selectedFields', fields: [] } : {}),
    },
    options: { concurrency: setup.concurrency },
    ...(setup.kept
      ? {
          keepInRegister: true,
          companyKey: '={{ $json.key }}',
          // The bench gives n8n as much room as it needs.
          registerSettings: {
            register: setup.name,
            batchSize: setup.kept.batchSize,
            dataTablesLimitMb: 0,
          },
        }
      : {}),
  };
  return {
    workflow: {
      ...startOf(setup),
      nodes: [trigger, screeningNode(setup.credential, parameters)],
      connections: inARow(triggerNode, nodeUnderTest),
    },
    nodes: [nodeUnderTest],
    ends: [{ node: nodeUnderTest, output: 0 }],
  };
}

/**
 * n8n's HTTP Request node, an If that keeps the clear companies, and Split Out for the hits. Its batching starts
 * so many requests at a time and waits for a fixed time, not for replies: the service's latency is what fits best.
 */
export function httpRequest(setup: WorkflowSetup): Contestant {
  const [request, check, split] = ['HTTP Request', 'Has hits', 'Split Out'] as const;
  return {
    workflow: {
      ...startOf(setup),
      nodes: [
        trigger,
        {
          name: request,
          type: 'n8n-nodes-base.httpRequest',
          typeVersion: 4.5,
          position: [200, 0],
          parameters: requestParameters(setup),
          credentials: { oAuth2Api: setup.credential },
        },
        {
          name: check,
          type: 'n8n-nodes-base.if',
          typeVersion: 2.2,
          position: [400, 0],
          parameters: { conditions: hasHits },
        },
        {
          name: split,
          type: 'n8n-nodes-base.splitOut',
          typeVersion: 1,
          position: [600, 0],
          parameters: { fieldToSplitOut: 'details', include: 'allOtherFields', options: {} },
        },
      ],
      connections: {
        [triggerNode]: { main: [[to(request)]] },
        [request]: { main: [[to(check)]] },
        [check]: { main: [[to(split)], []] },
      },
    },
    nodes: [request, check, split],
    ends: [
      { node: split, output: 0 },
      { node: check, output: 1 },
    ],
  };
}

/** The credential of the HTTP Request node for the sandbox: n8n's generic OAuth2, with client credentials. */
export function oAuth2Fields({
  authUrl,
  realm,
  clientId,
  clientSecret,
}: SandboxCredential): Record<string, unknown> {
  return {
    grantType: 'clientCredentials',
    accessTokenUrl: `${authUrl}/realms/${realm}/protocol/openid-connect/token`,
    clientId,
    clientSecret,
    scope: '',
    authentication: 'body',
  };
}

const trigger = manualTrigger(triggerNode);

function startOf({ name, companies }: WorkflowSetup): Pick<Workflow, 'name' | 'pinData' | 'settings'> {
  // Without keys, the companies with hits would be two to the register.
  const items = companyNames(companies).map((company, index) => ({ company, key: `C${index + 1}` }));
  return { name, pinData: pinned(triggerNode, items), settings: { executionOrder: 'v1' } };
}

function requestParameters({ service, concurrency, latencyMs }: WorkflowSetup): Record<string, unknown> {
  return {
    method: 'POST',
    url: `${service.baseUrl}/aml-pep/screening/company/aml`,
    authentication: 'genericCredentialType',
    genericAuthType: 'oAuth2Api',
    sendQuery: true,
    queryParameters: { parameters: [{ name: 'v', value: '2.0' }] },
    sendHeaders: true,
    headerParameters: {
      parameters: [{ name: 'Ocp-Apim-Subscription-Key', value: service.subscriptionKey }],
    },
    sendBody: true,
    bodyParameters: {
      parameters: [
        { name: 'companyName', value: '={{ $json.company }}' },
        { name: 'option', value: 'Both' },
      ],
    },
    options: { batching: { batch: { batchSize: concurrency, batchInterval: latencyMs } } },
  };
}

const hasHits = {
  options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
  conditions: [
    {
      id: 'has-hits',
      leftValue: '={{ $json.totalHits }}',
      rightValue: 0,
      operator: { type: 'number', operation: 'gt' },
    },
  ],
  combinator: 'and',
};
