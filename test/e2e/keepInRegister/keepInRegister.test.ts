// Keep in Register in a real n8n, on both of its databases: what only n8n can show.
import { readTable, addTable, renameTable } from '../../support/n8n/dataTables';
import { until } from '../../support/waiting';
import { inARow, manualTrigger, nodeUnderTest, to } from '../../support/workflows';
import { startModel } from '../examples/model';
import { drawSeed, randomNumbers } from '../register/random';
import {
  cameOut,
  longRunMs,
  manyNames,
  retry,
  START,
  startKeptRuns,
  type DatabaseKind,
  type KeptRuns,
} from './keptRuns';

const HIT = 'Gloomharbour Shipping Ltd';
const LIST = [HIT, 'Honest Bakery', 'Quiet Mill'];
const ONCE = new Map(LIST.map((name) => [name, 1]));

describe.each<DatabaseKind>(['sqlite', 'postgres'])('on %s', (kind) => {
  let kept: KeptRuns;
  beforeAll(async () => {
    kept = await startKeptRuns(kind);
  }, 300_000);
  beforeEach(async () => {
    await kept.harness.sandbox.reset({ settings: true });
  });
  afterAll(() => kept.stop());

  const timesPaid = async () => new Set((await kept.paid()).values());

  test('a list that is run again comes out as it was, and nothing is paid for again', async () => {
    const register = kept.newRegister();
    const workflowId = await kept.save(register, LIST, { parameters: { companyKey: '={{ 40 + 2 }}' } });
    const first = await kept.run(workflowId);
    const again = await kept.run(workflowId);

    expect(cameOut(first)).toEqual([
      { name: HIT, said: 'hit', remembered: false },
      { name: 'Honest Bakery', said: 'clear', remembered: false },
      { name: 'Quiet Mill', said: 'clear', remembered: false },
    ]);
    expect(first.hints(nodeUnderTest)[0]).toContain(
      `0 from the register, 3 screened now, 1 with hits (1 hit), 2 clear, 0 to review. The register "${register}" was made`,
    );
    const remembered = (execution: typeof first) =>
      execution.output(nodeUnderTest).map(({ json }) => ({ ...json, remembered: true }));
    expect(again.output(nodeUnderTest).map(({ json }) => json)).toEqual(remembered(first));
    expect(again.hints(nodeUnderTest)[0]).toContain('3 from the register, 0 screened now');
    expect(await kept.paid()).toEqual(ONCE);
  });

  test('the tables for people say what the items say, in the same spelling', async () => {
    const register = kept.newRegister();
    await kept.run(await kept.save(register, LIST));

    const { rest } = kept.harness.n8n();
    const companies = await readTable(rest, `${register} companies`);
    expect(companies.map(({ companyName, outcome, hits }) => [companyName, outcome, hits])).toEqual([
      [HIT, 'hit', 1],
      ['Honest Bakery', 'clear', 0],
      ['Quiet Mill', 'clear', 0],
    ]);
    expect(await readTable(rest, `${register} hits`)).toMatchObject([
      { companyName: HIT, name: HIT, sourceType: 'Sanction', change: 'new' },
    ]);
    expect(await readTable(rest, `${register} runs`)).toMatchObject([
      { state: 'ended', companies: 3, sent: 3, withHits: 1, errors: 0 },
    ]);
    expect(await readTable(rest, `${register} claims`)).toEqual([]);
  });

  test('an answer that is old enough is asked for again, and the table has one row for each company', async () => {
    const register = kept.newRegister();
    await kept.run(await kept.save(register, LIST));
    const parameters = { screenAgainAfterDays: 0.000_000_1 };
    const again = await kept.run(await kept.save(register, LIST, { parameters }));

    expect(cameOut(again).map(({ said, remembered }) => [said, remembered])).toEqual([
      ['hit', false],
      ['clear', false],
      ['clear', false],
    ]);
    const { rest } = kept.harness.n8n();
    const companies = await readTable(rest, `${register} companies`);
    expect(companies.map(({ companyName }) => companyName).sort()).toEqual([...LIST].sort());
    const changes = (await readTable(rest, `${register} hits`)).map(({ change }) => change);
    expect(changes).toEqual(['new', 'known']);
    expect(await timesPaid()).toEqual(new Set([2]));
  });

  test('a run that stopped is tried again with the button Retry: only what has no answer is sent', async () => {
    await kept.harness.sandbox.faults([
      { on: 'screening', match: 'Quiet', times: 1, fault: { kind: 'status', status: 400 } },
    ]);
    const register = kept.newRegister();
    const workflowId = await kept.save(register, LIST, { options: { concurrency: 1 } });
    const stopped = await kept.run(workflowId);
    expect(stopped.error?.description).toContain(`Their answers are in the register "${register}"`);

    const retried = await retry(kept.harness, workflowId, stopped);
    expect(cameOut(retried)).toEqual([
      { name: HIT, said: 'hit', remembered: true },
      { name: 'Honest Bakery', said: 'clear', remembered: true },
      { name: 'Quiet Mill', said: 'clear', remembered: false },
    ]);
    expect(await kept.paid()).toEqual(ONCE);
  });

  test('two executions at the same time on one list pay for each company once, and both have everything', async () => {
    const names = manyNames(60);
    await kept.harness.sandbox.settings({ latencyMs: 30 });
    const workflowId = await kept.save(kept.newRegister(), names, { options: { batchSize: 10 } });
    const { rest } = kept.harness.n8n();
    const ids = [await rest.start(workflowId, START), await rest.start(workflowId, START)];
    const executions = await Promise.all(ids.map((id) => rest.untilEnded(id, { withinMs: longRunMs })));

    for (const execution of executions) {
      expect(cameOut(execution).map(({ name, said }) => [name, said])).toEqual(
        names.map((name) => [name, 'clear']),
      );
    }
    expect(await timesPaid()).toEqual(new Set([1]));
  });

  test('each round of a Loop Over Items keeps its own, and a second run of the loop pays for nothing', async () => {
    const names = manyNames(25);
    const workflowId = await kept.save(kept.newRegister(), names, {
      arrange: (node) => ({
        nodes: [
          manualTrigger(START),
          {
            name: 'Loop',
            type: 'n8n-nodes-base.splitInBatches',
            typeVersion: 3,
            position: [100, 0],
            parameters: { batchSize: 10, options: {} },
          },
          node,
        ],
        connections: {
          ...inARow(START, 'Loop'),
          Loop: { main: [[], [to(nodeUnderTest)]] },
          [nodeUnderTest]: { main: [[to('Loop')]] },
        },
      }),
    });
    for (const remembered of [false, true]) {
      const execution = await kept.run(workflowId);
      expect(cameOut(execution)).toEqual(names.map((name) => ({ name, said: 'clear', remembered })));
    }
    expect(await timesPaid()).toEqual(new Set([1]));
  });

  test('kill -9 in mid-run: run again, every company comes out once, and none is paid for twice', async () => {
    const seed = drawSeed('REGISTER_SEED');
    const random = randomNumbers(seed);
    const batchSize = 40;
    const names = manyNames(300);
    await kept.harness.sandbox.settings({ latencyMs: 40 });
    const workflowId = await kept.save(kept.newRegister(), names, { options: { batchSize } });
    const kills = [0.33, 0.66];
    for (const [index, share] of kills.entries()) {
      const at = Math.floor(names.length * (share - random() * 0.3));
      await kept.harness.n8n().rest.start(workflowId, START);
      await until(`${String(at)} were screened`, async () => (await kept.paid()).size >= at, { everyMs: 5 });
      await kept.harness.n8n().kill();
      await kept.harness.restartN8n();
      process.stderr.write(`Kill ${String(index + 1)}: ${String((await kept.paid()).size)} screened.\n`);
    }
    const execution = await kept.run(workflowId);
    expect(execution.error).toBeUndefined();
    const said = cameOut(execution);

    expect(said.map(({ name }) => name)).toEqual(names);
    expect(await timesPaid()).toEqual(new Set([1]));
    expect(new Set(said.map((one) => one.said))).toEqual(new Set(['clear', 'noAnswer']));
    const left = said.filter((one) => one.said === 'noAnswer');
    expect(left.length).toBeLessThanOrEqual(kills.length * batchSize);
    process.stderr.write(`${String(left.length)} of ${String(names.length)} came out as noAnswer.\n`);
    expect(cameOut(await kept.run(workflowId)).map((one) => one.said)).toEqual(said.map((one) => one.said));
  }, 600_000);

  test('the time limit of the workflow ends a run: what came by then is kept, and the next run pays for the rest', async () => {
    const names = manyNames(100);
    await kept.harness.sandbox.settings({ latencyMs: 400 });
    const register = kept.newRegister();
    const workflowId = await kept.save(register, names, {
      options: { batchSize: 10 },
      settings: { executionTimeout: 4 },
    });
    const { rest } = kept.harness.n8n();
    await rest.untilEnded(await rest.start(workflowId, START));
    await until('the run has ended for the register as well', async () =>
      (await readTable(rest, `${register} runs`)).every(({ state }) => state === 'ended'),
    );
    await kept.harness.sandbox.settings({ latencyMs: 0 });
    const again = cameOut(await kept.run(await kept.save(register, names)));

    expect(again.filter(({ said }) => said === 'clear').length).toBeGreaterThanOrEqual(90);
    expect(await timesPaid()).toEqual(new Set([1]));
  });
});

describe('called by others', () => {
  let kept: KeptRuns;
  beforeAll(async () => {
    kept = await startKeptRuns('sqlite');
  }, 300_000);
  beforeEach(async () => {
    await kept.harness.sandbox.reset({ settings: true });
  });
  afterAll(() => kept.stop());

  test('in a sub-workflow that is called twice, what the first call paid for is remembered', async () => {
    const { rest } = kept.harness.n8n();
    const called = await kept.save(kept.newRegister(), [], {
      arrange: (node) => ({
        nodes: [
          {
            name: 'When called',
            type: 'n8n-nodes-base.executeWorkflowTrigger',
            typeVersion: 1.1,
            position: [0, 0],
            parameters: { inputSource: 'passthrough' },
          },
          node,
        ],
        connections: inARow('When called', nodeUnderTest),
      }),
    });
    await rest.activateWorkflow(called);
    // n8n runs the upper one first.
    const call = (name: string, y: number) => ({
      name,
      type: 'n8n-nodes-base.executeWorkflow',
      typeVersion: 1.2,
      position: [200, y],
      parameters: { workflowId: { __rl: true, mode: 'id', value: called }, options: {} },
    });
    const caller = await kept.save(kept.newRegister(), LIST, {
      arrange: () => ({
        nodes: [manualTrigger(START), call('First', 0), call('Second', 200)],
        connections: { [START]: { main: [[to('First'), to('Second')]] } },
      }),
    });
    const execution = await kept.run(caller);

    const saidBy = (node: string) =>
      execution.output(node).map(({ json }) => [json['companyName'], json['outcome'], json['remembered']]);
    expect(saidBy('First')).toEqual(LIST.map((name) => [name, name === HIT ? 'hit' : 'clear', false]));
    expect(saidBy('Second')).toEqual(LIST.map((name) => [name, name === HIT ? 'hit' : 'clear', true]));
    expect(await kept.paid()).toEqual(ONCE);
  });

  test('as the tool of an agent that asks twice at once and once more, a company is paid for once', async () => {
    const model = await startModel();
    try {
      const { rest } = kept.harness.n8n();
      const data = { apiKey: 'made-up-key', url: model.url };
      const id = await rest.saveCredential({ name: 'Model', type: 'openAiApi', data });
      const ask = { tool: 'Company_Screening', arguments: { Company_Name: HIT } };
      model.calls([ask, ask], [ask]);
      const workflowId = await kept.save(kept.newRegister(), ['a question'], {
        parameters: {
          companyName: "={{ $fromAI('Company_Name', 'the name') }}",
          descriptionType: 'manual',
          toolDescription: 'Screens a company.',
        },
        arrange: (node) => ({
          nodes: [
            manualTrigger(START),
            {
              name: 'Agent',
              type: '@n8n/n8n-nodes-langchain.agent',
              typeVersion: 3.1,
              position: [100, 0],
              parameters: { promptType: 'define', text: '={{ $json.company }}', options: {} },
            },
            {
              name: 'Model',
              type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
              typeVersion: 1.2,
              position: [100, 100],
              parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} },
              credentials: { openAiApi: { id, name: 'Model' } },
            },
            { ...node, type: `${node.type}Tool` },
          ],
          connections: {
            ...inARow(START, 'Agent'),
            Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
            [nodeUnderTest]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
          },
        }),
      });
      const execution = await kept.run(workflowId);

      expect(execution.output('Agent')).toMatchObject([{ json: { output: 'I have read it.' } }]);
      const [first, second, third] = model.shown();
      for (const shown of [first, second, third]) {
        expect(shown).toMatchObject([{ outcome: 'hit', companyName: HIT }]);
      }
      expect(third).toMatchObject([{ remembered: true }]);
      expect(await kept.paid()).toEqual(new Map([[HIT, 1]]));
    } finally {
      await model.stop();
    }
  });
});

describe('bad ground', () => {
  let kept: KeptRuns;
  beforeAll(async () => {
    kept = await startKeptRuns('sqlite');
  }, 300_000);
  beforeEach(async () => {
    await kept.harness.sandbox.reset({ settings: true });
  });
  afterAll(() => kept.stop());

  /** Runs it, and gives the words of the error. Nothing is sent. */
  const refused = async (workflowId: string) => {
    const before = (await kept.harness.sandbox.stats()).screeningsDone;
    const { error } = await kept.run(workflowId);
    expect((await kept.harness.sandbox.stats()).screeningsDone).toBe(before);
    return `${error?.message ?? ''} ${error?.description ?? ''}`;
  };

  test('a table that was renamed stops the run before anything is sent, until it is back', async () => {
    const register = kept.newRegister();
    const { rest } = kept.harness.n8n();
    const workflowId = await kept.save(register, LIST);
    await kept.run(workflowId);
    await renameTable(rest, `${register} answers`, `Old ${register}`);
    expect(await refused(workflowId)).toMatch(/answers".*Nothing was sent\..*put it back/s);
    await renameTable(rest, `Old ${register}`, `${register} answers`);
    expect(cameOut(await kept.run(workflowId)).every(({ remembered }) => remembered)).toBe(true);
    expect(await kept.paid()).toEqual(ONCE);
  });

  test("somebody else's table of that name stops the run before anything is sent", async () => {
    const register = kept.newRegister();
    await addTable(kept.harness.n8n().rest, `${register} hits`, ['title']);
    expect(await refused(await kept.save(register, LIST))).toMatch(
      /is not the one of this register, or was changed.*Nothing was sent/s,
    );
  });

  test('a name that cannot be that of a register is refused', async () => {
    expect(await refused(await kept.save(' ', LIST))).toMatch(/The register has no name.*Nothing was sent/s);
  });

  test('tables that are full stop the sending, and what was paid for comes out as a review with its id', async () => {
    await kept.harness.restartN8n({ N8N_DATA_TABLES_MAX_SIZE_BYTES: '400000' });
    try {
      const names = manyNames(400, 'A rather long name of a company that fills the tables sooner');
      const workflowId = await kept.save(kept.newRegister(), names, {
        options: { batchSize: 50 },
        onError: 'continueRegularOutput',
      });
      const items = cameOut(await kept.run(workflowId));
      expect(items).toHaveLength(400);
      expect(new Set(items.map(({ said }) => said))).toEqual(new Set(['clear', 'error', 'notStored']));
      expect(items.filter(({ said }) => said === 'notStored').length).toBeLessThanOrEqual(50);
      const clear = items.filter(({ said }) => said !== 'error');
      expect((await kept.harness.sandbox.stats()).screeningsDone).toBe(clear.length);
    } finally {
      await kept.harness.restartN8n({ N8N_DATA_TABLES_MAX_SIZE_BYTES: undefined });
    }
  });

  test('an n8n without data tables is told so before anything is sent', async () => {
    await kept.harness.restartN8n({ N8N_DISABLED_MODULES: 'mcp-registry,data-table' });
    try {
      expect(await refused(await kept.save(kept.newRegister(), LIST))).toMatch(
        /this n8n does not have them.*Nothing was sent.*Update n8n/s,
      );
    } finally {
      await kept.harness.restartN8n({ N8N_DISABLED_MODULES: 'mcp-registry' });
    }
  });
});
