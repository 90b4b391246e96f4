// What n8n would complain about when an example is imported, and what must not be in a file that others import.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NodeHelpers, type INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod/v4';
import { CompanyScreening } from '../../../nodes/CompanyScreening/CompanyScreening.node';
import { examplesFolder, readExample } from '../../support/examples';
import { ensureN8n } from '../../support/n8n/install';
import { reportTo } from '../../support/report';
import type { Workflow } from '../../support/n8n/rest';
import type { WorkflowNode } from '../../support/workflows';

const files = readdirSync(examplesFolder).filter((name) => name.endsWith('.json'));

// Where an alarm goes is for each user to say. A made-up address would let n8n publish an alarm that goes to nobody.
const leftEmpty: Partial<Record<string, Partial<Record<string, string[]>>>> = {
  'email-with-a-list.json': {
    'Answer with the results': ['fromEmail', 'toEmail'],
    'Answer what is wrong': ['fromEmail', 'toEmail'],
  },
  'monthly-figures.json': { 'Send to management': ['fromEmail', 'toEmail'] },
  'night-by-email.json': { 'Tell by e-mail': ['fromEmail', 'toEmail'] },
  'nightly-rescreening.json': { 'Tell on Slack': ['channelId'] },
  'nightly-watchdog.json': { 'Alarm on Slack': ['channelId'], 'Alarm by e-mail': ['fromEmail', 'toEmail'] },
};

let known: Map<string, INodeTypeDescription[]>;

beforeAll(async () => {
  const { script } = await ensureN8n(reportTo(process.stderr));
  known = await readNodeTypes(join(dirname(script), '..', '..'));
});

describe.each(files)('%s', (file) => {
  let workflow: Workflow;

  beforeAll(async () => {
    workflow = await readExample(file);
  });

  test('has only nodes and versions that the pinned n8n knows', () => {
    for (const { type, typeVersion } of workflow.nodes)
      expect([type, typeVersion, describedBy(type, typeVersion) !== undefined]).toEqual([
        type,
        typeVersion,
        true,
      ]);
  });

  test('has no parameter that n8n would mark red but those left empty on purpose, and none that it does not know', () => {
    for (const node of workflow.nodes) {
      const description = describedBy(node.type, node.typeVersion);
      if (description === undefined) continue;
      const asSaved = savedNode(node);
      const issues = NodeHelpers.getNodeParametersIssues(description.properties, asSaved, description);
      const red = Object.keys(issues?.parameters ?? {}).sort();
      expect({ node: node.name, red }).toEqual({ node: node.name, red: leftEmpty[file]?.[node.name] ?? [] });
      const kept = NodeHelpers.getNodeParameters(
        description.properties,
        asSaved.parameters,
        true,
        false,
        asSaved,
        description,
      );
      const unknown = Object.keys(node.parameters).filter((name) => kept?.[name] === undefined);
      expect({ node: node.name, unknown }).toEqual({ node: node.name, unknown: [] });
    }
  });

  test('names the credentials and holds no id of one, of a machine or of a person', () => {
    const allowed = [
      'active',
      'connections',
      'description',
      'name',
      'nodeGroups',
      'nodes',
      'pinData',
      'settings',
      'tags',
    ];
    expect(Object.keys(workflow).filter((name) => !allowed.includes(name))).toEqual([]);
    expect(workflow.pinData).toEqual({});
    const credentials = workflow.nodes.flatMap((node) => Object.values(node.credentials ?? {}));
    for (const credential of credentials) expect(Object.keys(credential)).toEqual(['name']);
  });

  test('has no code in it, and notes that explain it', () => {
    const types = workflow.nodes.map(({ type }) => type);
    expect(types.filter((type) => /\.(code|function|functionItem|aiTransform)$/i.test(type))).toEqual([]);
    expect(types.filter((type) => type === stickyNote).length).toBeGreaterThanOrEqual(3);
  });

  test('has every node connected, under a name that exists once', () => {
    const names = workflow.nodes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const targets = z.array(connectionSchema).parse(Object.values(workflow.connections)).flatMap(targetsOf);
    const connected = new Set([...Object.keys(workflow.connections), ...targets]);
    const toConnect = workflow.nodes.filter(({ type }) => type !== stickyNote).map(({ name }) => name);
    expect([...connected].sort()).toEqual(toConnect.sort());
  });
});

const stickyNote = 'n8n-nodes-base.stickyNote';

const connectionSchema = z.record(z.string(), z.array(z.array(z.object({ node: z.string() }))));
const targetsOf = (connection: z.infer<typeof connectionSchema>): string[] =>
  Object.values(connection)
    .flat(2)
    .map(({ node }) => node);

const describedSchema = z.looseObject({
  name: z.string(),
  version: z.union([z.number(), z.array(z.number())]),
  properties: z.array(z.looseObject({ name: z.string(), type: z.string() })),
});
const nodeTypesSchema = z.array(
  z.custom<INodeTypeDescription>((value) => describedSchema.safeParse(value).success),
);

// What n8n's own packages bring, and this project's node in its two forms.
async function readNodeTypes(modules: string): Promise<Map<string, INodeTypeDescription[]>> {
  const types = new Map<string, INodeTypeDescription[]>();
  const add = (prefix: string, description: INodeTypeDescription): void => {
    const type = `${prefix}.${description.name}`;
    types.set(type, [...(types.get(type) ?? []), description]);
  };
  for (const prefix of ['n8n-nodes-base', '@n8n/n8n-nodes-langchain']) {
    const text = await readFile(join(modules, prefix, 'dist', 'types', 'nodes.json'), 'utf8');
    for (const description of nodeTypesSchema.parse(JSON.parse(text))) {
      add(prefix, description);
      add(prefix, asHumanReview(description));
    }
  }
  const own = new CompanyScreening().description;
  add('n8n-nodes-company-screening', own);
  add('n8n-nodes-company-screening', asTool(own));
  return types;
}

// n8n makes this form by itself, of every node that says it can be a tool.
function asTool(description: INodeTypeDescription): INodeTypeDescription {
  const words = ['descriptionType', 'toolDescription'].map((name) => ({
    displayName: name,
    name,
    type: 'string' as const,
    default: '',
  }));
  return {
    ...description,
    name: `${description.name}Tool`,
    properties: [...words, ...description.properties],
  };
}

// And this one, of each node that can send something and wait: it asks a person before an agent may use a tool.
function asHumanReview(description: INodeTypeDescription): INodeTypeDescription {
  const hidden = new Map([
    ['operation', 'sendAndWait'],
    ['resource', 'email'],
    ['responseType', 'approval'],
  ]);
  const properties = description.properties.map((property) => ({
    ...property,
    default: hidden.get(property.name) ?? property.default,
  }));
  return { ...description, name: `${description.name}HitlTool`, properties };
}

function describedBy(type: string, version: number): INodeTypeDescription | undefined {
  return known.get(type)?.find((description) => [description.version].flat().includes(version));
}

function savedNode({ name, type, typeVersion, parameters }: WorkflowNode) {
  const valuesSchema = z.custom<Parameters<typeof NodeHelpers.getNodeParameters>[1] & object>();
  return {
    id: name,
    name,
    type,
    typeVersion,
    position: [0, 0] as [number, number],
    parameters: valuesSchema.parse(parameters),
  };
}
