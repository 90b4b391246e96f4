// Keep in Register in a real n8n, on each of its databases: what runs at the same time, is killed, or fills many rows. What the register does
// with a table is the same on both, which `../dataTables` proves of each of its statements.
import { z } from 'zod/v4';

import { readTable } from '../../support/n8n/dataTables';
import { until, untilFound } from '../../support/waiting';
import { nodeUnderTest } from '../../support/workflows';
import { drawSeed, randomNumbers } from '../../support/random';
import {
  cameOut,
  longRunMs,
  manyNames,
  START,
  useKeptRuns,
  whenN8nHasStarted,
  type DatabaseKind,
  HIT,
  LIST,
  type KeptRuns,
} from './keptRuns';
import { serviceMayGet } from '../whatTheServiceGot';

/** What must hold on each of n8n's databases. */
export function databaseTests(kind: DatabaseKind): () => KeptRuns {
  const kept = useKeptRuns(kind);

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

  test('500 companies by "Instance Started", n8n killed on the way: every company comes out once, and none is paid for twice', async () => {
    const random = randomNumbers(drawSeed('REGISTER_SEED'));
    const batchSize = 50;
    const names = manyNames(500);
    await kept().harness.sandbox.settings({ latencyMs: 80 });
    const workflowId = await kept().publish(kept().newRegister(), names, whenN8nHasStarted, {
      registerSettings: { batchSize },
      options: { concurrency: 10 },
    });
    // What a kill leaves in doubt follows from the node; a database only shows that it keeps what was committed.
    const thirds = kind === 'sqlite' ? [0, 1, 2] : [1];
    for (const third of thirds) {
      // Not at the very end of a third: of each batch that was killed, some are never sent.
      const at = Math.floor((names.length / 3) * (third + 0.1 + random() * 0.6));
      await kept().harness.restartN8n();
      const isScreened = async () => (await kept().screened()) >= at;
      await until(`${String(at)} were screened`, isScreened, { everyMs: 20, withinMs: longRunMs });
      await kept().harness.n8n().kill();
      process.stderr.write(`Kill ${String(third + 1)}: ${String(await kept().screened())} screened.\n`);
    }
    await kept().harness.restartN8n();
    const first = async () => (await kept().succeeded(workflowId))[0];
    const { id } = await untilFound('a run has succeeded', first, { withinMs: longRunMs });
    const execution = await kept().harness.n8n().rest.untilEnded(id);
    const said = cameOut(execution);
    const left = said.filter((one) => one.said === 'noAnswer').length;
    const counted = (await kept().harness.sandbox.stats()).screeningsDone;
    process.stderr.write(`${execution.hints(nodeUnderTest).join(' ')}\n`);
    process.stderr.write(
      `${String(said.length)} came out, ${String(left)} of them as noAnswer. The service screened ${String(counted)}: ${String((await kept().paid()).size)} companies.\n`,
    );

    expect(execution.error).toBeUndefined();
    expect(said.map(({ name }) => name)).toEqual(names);
    expect(new Set(said.map((one) => one.said))).toEqual(new Set(['clear', 'noAnswer']));
    expect(left).toBeLessThanOrEqual(thirds.length * batchSize);
    // Whatever is clear was screened, and what may have been screened in a batch that was killed has no verdict.
    expect(counted).toBeGreaterThanOrEqual(names.length - left);
    await kept().harness.restartN8n();
    const second = async () => (await kept().succeeded(workflowId))[1];
    const again = await untilFound('one more run has succeeded', second, { withinMs: longRunMs });
    const { rest } = kept().harness.n8n();
    const saidAgain = cameOut(await rest.untilEnded(again.id));
    expect(saidAgain.map((one) => one.said)).toEqual(said.map((one) => one.said));
    expect((await kept().harness.sandbox.stats()).screeningsDone).toBe(counted);
    await rest.send('end the production', 'post', `/workflows/${workflowId}/deactivate`, z.unknown());
  }, 1_200_000);

  return kept;
}
