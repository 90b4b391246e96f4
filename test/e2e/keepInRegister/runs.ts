// Keep in Register in a real n8n: what n8n's executions, its buttons and its time limit do with a run.
import { readTable } from '../../support/n8n/dataTables';
import { until } from '../../support/waiting';
import { inARow, manualTrigger, n8nNode, nodeUnderTest, ownNode, to } from '../../support/workflows';
import { cameOut, longRunMs, manyNames, START, HIT, LIST, type KeptRuns } from './keptRuns';
import { serviceMayGet } from '../whatTheServiceGot';

const MARK = 'Mark as Reported';

export function runTests(kept: () => KeptRuns): void {
  test('a list that is run again comes out as it was, and nothing is paid for again', async () => {
    const register = kept().newRegister();
    const workflowId = await kept().save(register, LIST, {
      parameters: { companyKey: '={{ $itemIndex * 0 + 42 }}' },
    });
    const first = await kept().run(workflowId);
    const again = await kept().run(workflowId);

    expect(cameOut(first)).toEqual([
      { name: HIT, said: 'hit', remembered: false },
      { name: 'Honest Bakery', said: 'clear', remembered: false },
      { name: 'Quiet Mill', said: 'clear', remembered: false },
    ]);
    expect(first.hints(nodeUnderTest)[0]).toContain(
      `3 screened now, 0 from the register; 1 with hits (1 hit), 2 clear, 0 to review. The register "${register}" was made`,
    );
    const remembered = (execution: typeof first) =>
      execution.output(nodeUnderTest).map(({ json }) => ({ ...json, remembered: true }));
    expect(again.output(nodeUnderTest).map(({ json }) => json)).toEqual(remembered(first));
    expect(again.hints(nodeUnderTest)[0]).toContain('0 screened now, 3 from the register');
  });

  test('books are closed night after night: every screening is in History, and a company is forgotten to the last row', async () => {
    const register = kept().newRegister();
    const names = [HIT, ...manyNames(119)];
    const workflowId = await kept().save(register, names, {
      registerSettings: { screenAgainAfterDays: 0.000_000_1 },
    });
    const nights = [1, 2, 3, 4];
    serviceMayGet({ timesPaid: nights.length });
    for (const _ of nights) expect(cameOut(await kept().run(workflowId))).toHaveLength(names.length);
    const { rest } = kept().harness.n8n();
    const rowsOf = async (table: string) => readTable(rest, `${register} ${table}`);
    const history = async () => {
      const filters = { from: '2020-01-01T00:00:00' };
      const items = (
        await kept().inRegister('getFromRegister', { register, records: 'history', filters })
      ).output(nodeUnderTest);
      return items.map(({ json }) => String(json['companyName']));
    };
    const each = (of: readonly string[]) => of.flatMap((name) => nights.map(() => name)).sort();

    expect(new Set((await rowsOf('archive')).map(({ kind }) => kind))).toEqual(new Set(['pack', 'index']));
    expect((await rowsOf('answers')).length).toBeLessThan(nights.length * names.length);
    expect((await history()).sort()).toEqual(each(names));

    const forgotten = await kept().inRegister('forgetCompany', {
      ...{ register, companyKey: HIT, dryRun: false, evenIfOpen: true },
      ...{ reason: 'Request 4711', decidedBy: 'u-1', decidedByAddress: 'ann@company.example' },
    });
    expect(forgotten.output(nodeUnderTest)).toMatchObject([
      { json: { outcome: 'forgotten', screenings: nights.length } },
    ]);
    const tables = ['answers', 'archive', 'claims', 'decisions', 'reports', 'runs'];
    const rows = (await Promise.all(tables.map(rowsOf))).flat();
    expect(rows.filter((row) => JSON.stringify(row).includes(HIT))).toEqual([]);
    expect((await history()).sort()).toEqual(each(names.slice(1)));
    const wrong = (await kept().inRegister('getFromRegister', { register, records: 'problems' })).output(
      nodeUnderTest,
    );
    // Only by hand, not on a schedule; and no row is missing.
    expect(wrong.map(({ json }) => json['problem'])).toEqual(['noRunInTime']);
    expect(new Set((await kept().paid()).values())).toEqual(new Set([nights.length]));
  });

  test('two executions at the same time on one list pay for each company once, and both have everything', async () => {
    const names = manyNames(60);
    await kept().harness.sandbox.settings({ latencyMs: 30 });
    const workflowId = await kept().save(kept().newRegister(), names, {
      registerSettings: { batchSize: 10 },
    });
    const { rest } = kept().harness.n8n();
    const ids = [await rest.start(workflowId, START), await rest.start(workflowId, START)];
    const executions = await Promise.all(ids.map((id) => rest.untilEnded(id, { withinMs: longRunMs })));

    for (const execution of executions) {
      expect(cameOut(execution).map(({ name, said }) => [name, said])).toEqual(
        names.map((name) => [name, 'clear']),
      );
    }
  });

  test('an answer that is old enough is asked for again, and what was marked as reported does not come out again', async () => {
    const register = kept().newRegister();
    const marking = ownNode(
      {
        ...{ resource: 'register', operation: 'markAsReported', register },
        ...{ reportId: '={{ $json.reportId }}', reportedTo: 'Slack' },
      },
      MARK,
    );
    const workflowId = await kept().save(register, LIST, {
      registerSettings: {
        screenAgainAfterDays: 0.000_000_1,
        companiesToReturn: 'notReported',
        reportedTo: 'Slack',
      },
      output: { summaryItem: true },
      arrange: (node) => ({
        nodes: [manualTrigger(START), node, marking],
        connections: inARow(START, nodeUnderTest, MARK),
      }),
    });
    serviceMayGet({ timesPaid: 2 });
    const run = () => kept().run(workflowId);
    const said = (execution: Awaited<ReturnType<typeof run>>) =>
      execution.output(nodeUnderTest).map(({ json }) => json['change'] ?? json['outcome']);

    const night = await run();
    expect(said(night)).toEqual(['new', 'clear', 'clear', 'summary']);
    expect(night.output(MARK)).toMatchObject([{ json: { outcome: 'reported', companies: 3 } }]);
    const next = await run();
    expect(said(next)).toEqual(['summary']);
    expect(new Set((await kept().paid()).values())).toEqual(new Set([2]));
    expect(next.output(nodeUnderTest)).toMatchObject([{ json: { companies: 3, companiesBefore: 3 } }]);

    const { rest } = kept().harness.n8n();
    const reports = (await readTable(rest, `${register} reports`)).map(({ kind }) => kind);
    expect(reports).toEqual(['given', 'told', 'given', 'told']);
  });

  test('a run that stopped is tried again with the button Retry: only what has no answer is sent', async () => {
    await kept().harness.sandbox.faults([
      { on: 'screening', match: 'Quiet', times: 1, fault: { kind: 'status', status: 400 } },
    ]);
    const register = kept().newRegister();
    const workflowId = await kept().save(register, LIST, { options: { concurrency: 1 } });
    const stopped = await kept().run(workflowId);
    expect(stopped.error?.description).toContain(`Their answers are in the register "${register}"`);

    const retried = await kept().harness.n8n().rest.retry(stopped.id, true);
    expect(cameOut(retried)).toEqual([
      { name: HIT, said: 'hit', remembered: true },
      { name: 'Honest Bakery', said: 'clear', remembered: true },
      { name: 'Quiet Mill', said: 'clear', remembered: false },
    ]);
  });

  test('each round of a Loop Over Items keeps its own, and a second run of the loop pays for nothing', async () => {
    const names = manyNames(25);
    const loop = n8nNode('Loop', 'splitInBatches', 3, { batchSize: 10, options: {} });
    const workflowId = await kept().save(kept().newRegister(), names, {
      arrange: (node) => ({
        nodes: [manualTrigger(START), loop, node],
        connections: {
          ...inARow(START, 'Loop'),
          Loop: { main: [[], [to(nodeUnderTest)]] },
          [nodeUnderTest]: { main: [[to('Loop')]] },
        },
      }),
    });
    for (const remembered of [false, true]) {
      const execution = await kept().run(workflowId);
      expect(cameOut(execution)).toEqual(names.map((name) => ({ name, said: 'clear', remembered })));
    }
  });

  test('the time limit of the workflow ends a run: what came by then is kept, and the next run pays for the rest', async () => {
    const names = manyNames(100);
    await kept().harness.sandbox.settings({ latencyMs: 400 });
    const register = kept().newRegister();
    // The tables are there before: on a busy machine, making them takes longer than the time limit.
    await kept().run(await kept().save(register, names.slice(0, 1)));
    const workflowId = await kept().save(register, names, {
      registerSettings: { batchSize: 10 },
      settings: { executionTimeout: 4 },
    });
    const { rest } = kept().harness.n8n();
    await rest.untilEnded(await rest.start(workflowId, START));
    await until('the run has ended for the register as well', async () =>
      (await readTable(rest, `${register} runs`)).every(({ state }) => state === 'ended'),
    );
    await kept().harness.sandbox.settings({ latencyMs: 0 });
    const again = cameOut(await kept().run(await kept().save(register, names)));

    expect(again.filter(({ said }) => said === 'clear').length).toBeGreaterThanOrEqual(90);
  });
}
