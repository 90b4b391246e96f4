// Keep in Register in a real n8n: called by other workflows and by an agent, on bad ground, and started by n8n itself.
import axios from 'axios';
import { z } from 'zod/v4';
import { removeTable, renameTable } from '../../support/n8n/dataTables';
import type { Workflow } from '../../support/n8n/rest';
import {
  inARow,
  manualTrigger,
  n8nNode,
  nodeUnderTest,
  to,
  type WorkflowNode,
} from '../../support/workflows';
import { startModel, type Model } from '../examples/model';
import { until } from '../../support/waiting';
import { cameOut, longRunMs, manyNames, START, useKeptRuns, HIT, LIST } from './keptRuns';
import { testScreeningTests } from './testScreening';
import { triggerTests } from './triggers';

/** A node of n8n's for agents. */
const agentNode = (name: string, type: string, version: number, parameters: Record<string, unknown>) => ({
  ...n8nNode(name, '', version, parameters),
  type: `@n8n/n8n-nodes-langchain.${type}`,
});

/** An agent with a model, and the node as its only tool. @param version 3 and later run their tools as nodes */
function agentWith(
  model: string,
  tool: WorkflowNode,
  version = 3.1,
): Pick<Workflow, 'connections' | 'nodes'> {
  const text = '={{ $json.company }}';
  const standIn = { model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} };
  const credentials = { openAiApi: { id: model, name: 'Model' } };
  return {
    nodes: [
      manualTrigger(START),
      agentNode('Agent', 'agent', version, { promptType: 'define', text, options: {} }),
      { ...agentNode('Model', 'lmChatOpenAi', 1.2, standIn), credentials },
      tool,
    ],
    connections: {
      ...inARow(START, 'Agent'),
      Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
      [tool.name]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
    },
  };
}

/** A workflow that others call. */
const calledWith = (node: WorkflowNode): Pick<Workflow, 'connections' | 'nodes'> => ({
  nodes: [n8nNode('When called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }), node],
  connections: inARow('When called', nodeUnderTest),
});

const kept = useKeptRuns();

describe('called by others', () => {
  test('in a sub-workflow that is called twice, what the first call paid for is remembered', async () => {
    const { rest } = kept().harness.n8n();
    const called = await kept().save(kept().newRegister(), [], { arrange: calledWith });
    await rest.activateWorkflow(called);
    // n8n runs the upper one first.
    const workflow = { workflowId: { __rl: true, mode: 'id', value: called }, options: {} };
    const call = (name: string, y: number) => ({
      ...n8nNode(name, 'executeWorkflow', 1.2, workflow),
      position: [200, y],
    });
    const caller = await kept().save(kept().newRegister(), LIST, {
      arrange: () => ({
        nodes: [manualTrigger(START), call('First', 0), call('Second', 200)],
        connections: { [START]: { main: [[to('First'), to('Second')]] } },
      }),
    });
    const execution = await kept().run(caller);

    const saidBy = (node: string) =>
      execution.output(node).map(({ json }) => [json['companyName'], json['outcome'], json['remembered']]);
    expect(saidBy('First')).toEqual(LIST.map((name) => [name, name === HIT ? 'hit' : 'clear', false]));
    expect(saidBy('Second')).toEqual(LIST.map((name) => [name, name === HIT ? 'hit' : 'clear', true]));
  });

  test("from outside, its tables are read by n8n's API", async () => {
    const register = kept().newRegister();
    await kept().run(await kept().save(register, LIST));

    const { rest, url } = kept().harness.n8n();
    const scopes = ['dataTable:list', 'dataTableRow:read'];
    const created = z.object({ rawApiKey: z.string() });
    const wanted = { label: register, expiresAt: null, scopes };
    const { rawApiKey } = await rest.send('make a key of its API', 'post', '/api-keys', created, wanted);
    const get = async <T>(path: string, schema: z.ZodType<T>): Promise<T[]> => {
      const options = { headers: { 'X-N8N-API-KEY': rawApiKey }, proxy: false as const };
      const { data } = await axios.get<unknown>(`${url}/api/v1/data-tables${path}`, options);
      return z.object({ data: z.array(schema) }).parse(data).data;
    };
    const tables = await get('', z.object({ id: z.string(), name: z.string() }));
    const { id = '' } = tables.find(({ name }) => name === `${register} runs`) ?? {};
    const run = z.object({ state: z.string(), companies: z.number(), withHits: z.number() });
    expect(await get(`/${id}/rows`, run)).toEqual([{ state: 'ended', companies: LIST.length, withHits: 1 }]);
  });
});

describe('for an agent', () => {
  let model: Model;
  let modelCredential: string;
  beforeAll(async () => {
    model = await startModel();
    const data = { apiKey: 'made-up-key', url: model.url };
    const { rest } = kept().harness.n8n();
    modelCredential = await rest.saveCredential({ name: 'Model', type: 'openAiApi', data });
  });
  afterAll(() => model.stop());

  const by = { reason: 'The model wants it', decidedBy: 'u-1', decidedByAddress: 'ann@company.example' };
  const forget = { resource: 'register', operation: 'forgetCompany', companyKey: HIT, dryRun: false, ...by };
  const deleting = 'An agent cannot delete anything from a register.';

  test('as its tool, Forget Company is refused: it is for people', async () => {
    model.calls([{ tool: 'Company_Screening', arguments: {} }]);
    const register = kept().newRegister();
    const tool = { descriptionType: 'manual', toolDescription: 'Does what belongs to people.' };
    const workflowId = await kept().save(register, ['a question'], {
      parameters: { ...forget, register, evenIfOpen: true, ...tool },
      onError: 'continueRegularOutput',
      arrange: (node) => agentWith(modelCredential, { ...node, type: `${node.type}Tool` }),
    });
    await kept().run(workflowId);
    expect(JSON.stringify(model.shown())).toContain(deleting);
  });

  // If n8n shows the second one too some day, docs/agents.md can say so.
  test.each([
    [2.2, deleting],
    [3.1, 'has nothing about this company'],
  ])(
    'in a workflow that an agent of version %s calls as its tool, Forget Company says: %s',
    async (version, said) => {
      const { rest } = kept().harness.n8n();
      model.calls([{ tool: 'Forget', arguments: {} }]);
      const register = kept().newRegister();
      await kept().run(await kept().save(register, ['Birch']));
      const called = await kept().save(register, [], {
        parameters: { ...forget, register },
        onError: 'continueRegularOutput',
        arrange: calledWith,
      });
      await rest.activateWorkflow(called);
      const tool = agentNode('Forget', 'toolWorkflow', 2.2, {
        description: 'Forgets a company.',
        workflowId: { __rl: true, mode: 'id', value: called },
        workflowInputs: { mappingMode: 'defineBelow', value: {}, schema: [] },
      });
      const workflowId = await kept().save(register, ['a question'], {
        arrange: () => agentWith(modelCredential, tool, version),
      });
      const { error } = await kept().run(workflowId);
      expect(error?.message).toBeUndefined();
      expect(JSON.stringify(model.shown())).toContain(said);
    },
  );
});

describe('bad ground', () => {
  /** Runs it, and gives the words of the error. Nothing is sent. */
  const refused = async (workflowId: string) => {
    const before = (await kept().harness.sandbox.stats()).screeningsDone;
    const { error } = await kept().run(workflowId);
    expect((await kept().harness.sandbox.stats()).screeningsDone).toBe(before);
    return `${error?.message ?? ''} ${error?.description ?? ''}`;
  };

  test('a table that was renamed stops the run before anything is sent, until it is back', async () => {
    const register = kept().newRegister();
    const { rest } = kept().harness.n8n();
    const workflowId = await kept().save(register, LIST);
    await kept().run(workflowId);
    await renameTable(rest, `${register} answers`, `Old ${register}`);
    expect(await refused(workflowId)).toMatch(/answers".*Nothing was sent\..*restore it/s);
    await renameTable(rest, `Old ${register}`, `${register} answers`);
    expect(cameOut(await kept().run(workflowId)).every(({ remembered }) => remembered)).toBe(true);
  });

  test('a table that is deleted in mid-run ends the run with its last batch, which comes out as not stored', async () => {
    const register = kept().newRegister();
    const names = manyNames(100);
    const batchSize = 20;
    const workflowId = await kept().save(register, names, {
      registerSettings: { batchSize },
      onError: 'continueRegularOutput',
    });
    await kept().harness.sandbox.settings({ latencyMs: 100 });
    const { rest } = kept().harness.n8n();
    const id = await rest.start(workflowId, START);
    await until('the second batch is sent', async () => (await kept().screened()) > 25, { everyMs: 5 });
    await removeTable(rest, `${register} answers`);
    const execution = await rest.untilEnded(id, { withinMs: longRunMs });

    const said = cameOut(execution).map((one) => one.said);
    const screened = (await kept().paid()).size;
    expect(screened).toBeLessThan(names.length);
    expect(said.filter((one) => one === 'notStored').length).toBeLessThanOrEqual(batchSize);
    expect(said.filter((one) => one === 'clear' || one === 'notStored')).toHaveLength(screened);
    expect(new Set(said)).toEqual(new Set(['clear', 'notStored', 'error']));
    expect(JSON.stringify(execution.output(nodeUnderTest).at(-1)?.json)).toContain(
      'A table of the register has been deleted or moved while the workflow was running',
    );
  });
});

describe('Test Screening', () => {
  testScreeningTests(kept);
});

// The last one: what it moves to somebody else is missing here.
describe('in production', () => {
  triggerTests(kept);
});
