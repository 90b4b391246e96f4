// "Nightly re-screening": night after night, only what is new is alerted, and nothing is forgotten or swallowed.
import type { Execution } from '../../support/n8n/rest';
import { inARow, manualTrigger, pinned } from '../../support/workflows';
import { nodeOf, replaceOutgoing, type Examples } from './exampleRuns';

const alert = 'Alert on Slack';
const warning = 'Warn on Slack';

/** The tests of `nightly-rescreening.json`. They build on each other, as the nights do. */
export function nightlyTests(examples: () => Examples): void {
  const file = 'nightly-rescreening.json';

  async function night(): Promise<Execution> {
    const { rest, save } = examples();
    const workflowId = await save(file, (workflow) => {
      replaceOutgoing(workflow, alert, warning);
    });
    const execution = await rest.run(workflowId, 'Every night at 2');
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    return execution;
  }

  test('the first run makes the tables and has nothing to do', async () => {
    const execution = await night();
    expect(execution.lastNode).toBe('Companies to screen');
    expect((await examples().sandbox.stats()).screeningsDone).toBe(0);
  });

  test('the first night with companies alerts all their hits in one message', async () => {
    await watch(examples(), 'Gloomharbour Shipping Ltd', 'Willowbrook Bakery Ltd', 'Quillhaven Group');
    const execution = await night();
    const [text = '', ...others] = texts(execution, alert);
    expect(others).toEqual([]);
    const lines = text.split('\n');
    expect(lines).toHaveLength(6);
    expect(lines.slice(0, 2)).toEqual([
      '5 new hits since the last run',
      '• Gloomharbour Shipping Ltd: Gloomharbour Shipping Ltd (Sanction, list VELM-SAN-01)',
    ]);
    expect(execution.output(warning)).toEqual([]);
  });

  test('the second night alerts nothing, though every company is screened again', async () => {
    const execution = await night();
    expect(execution.output(alert)).toEqual([]);
    expect(execution.output(warning)).toEqual([]);
    expect((await examples().sandbox.stats()).screeningsDone).toBe(3);
  });

  test('a new hit of a known company is alerted, and only that; the night after it is known', async () => {
    const fresh = { name: 'Willowbrook Bakery Ltd', sourceType: 'Criminal', sourceId: 'NEW-CRIM-1' };
    const appears = async (): Promise<void> =>
      examples().sandbox.faults([
        {
          on: 'screening',
          match: 'Willowbrook',
          fault: { kind: 'record', patch: { details: [fresh], totalHits: 1 } },
        },
      ]);
    await appears();
    expect(texts(await night(), alert)).toEqual([
      '1 new hit since the last run\n• Willowbrook Bakery Ltd: Willowbrook Bakery Ltd (Criminal, list NEW-CRIM-1)',
    ]);
    expect((await night()).output(alert)).toEqual([]);
  });

  test('a company that is new in the table brings its hits, even when it stands there twice', async () => {
    await watch(examples(), 'Zorblax Arms Export', 'Zorblax Arms Export');
    const execution = await night();
    expect(texts(execution, alert)).toEqual([
      '1 new hit since the last run\n• Zorblax Arms Export: Zorblax Arms Export (Sanction, list ZORB-EMB-2)',
    ]);
    expect((await examples().sandbox.stats()).screeningsDone).toBe(4);
  });

  test('a hit whose alert could not be sent is alerted the next night', async () => {
    const { rest, save } = examples();
    await watch(examples(), 'Slipknuckle Casino Group');
    const workflowId = await save(file, (workflow) => {
      replaceOutgoing(workflow, warning);
      const node = nodeOf(workflow, alert);
      node.type = 'n8n-nodes-base.stopAndError';
      node.typeVersion = 1;
      node.parameters = { errorMessage: 'Slack is down' };
      delete node.credentials;
    });
    expect((await rest.run(workflowId, 'Every night at 2')).status).toBe('error');
    expect(texts(await night(), alert)).toEqual([expect.stringContaining('Slipknuckle Casino Group')]);
    expect((await night()).output(alert)).toEqual([]);
  });

  test('a company without a verdict is told every night, and what it had is not alerted again', async () => {
    await watch(examples(), 'Pending Partners');
    await examples().sandbox.faults([
      { on: 'screening', match: 'Gloomharbour', times: 1, fault: { kind: 'status', status: 400 } },
    ]);
    const [first = ''] = texts(await night(), warning);
    expect(first.split('\n')).toEqual([
      '2 companies without a verdict tonight',
      expect.stringMatching(/^• Gloomharbour Shipping Ltd: /),
      '• Pending Partners: pending',
    ]);
    const execution = await night();
    expect(texts(execution, warning)).toEqual([
      '1 company without a verdict tonight\n• Pending Partners: pending',
    ]);
    expect(execution.output(alert)).toEqual([]);
  });

  test('it can be switched on', async () => {
    const { rest, save } = examples();
    const workflowId = await save(file, (workflow) => {
      replaceOutgoing(workflow, alert, warning);
    });
    await expect(rest.activateWorkflow(workflowId)).resolves.toBeUndefined();
  });
}

// What a user does by hand in n8n's page of data tables.
async function watch({ rest }: Examples, ...companies: string[]): Promise<void> {
  const workflowId = await rest.saveWorkflow({
    name: 'Fill the table of watched companies',
    nodes: [
      manualTrigger('Rows'),
      {
        name: 'Insert',
        type: 'n8n-nodes-base.dataTable',
        typeVersion: 1,
        position: [200, 0],
        parameters: {
          resource: 'row',
          operation: 'insert',
          dataTableId: { __rl: true, mode: 'name', value: 'Watched companies' },
          columns: { mappingMode: 'autoMapInputData', value: {} },
          options: {},
        },
      },
    ],
    connections: inARow('Rows', 'Insert'),
    pinData: pinned(
      'Rows',
      companies.map((company) => ({ company })),
    ),
  });
  expect((await rest.run(workflowId, 'Rows')).status).toBe('success');
}

const texts = (execution: Execution, node: string): string[] =>
  execution.output(node).map(({ json }) => String(json['text']));
