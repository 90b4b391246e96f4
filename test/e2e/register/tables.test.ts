// The tables of the screening register: where a table of somebody else has their names, and where two runs would add
// companies at the same time.
import { z } from 'zod/v4';
import { addRows, addTable, changeRows, readTable, renameTable } from '../../support/n8n/dataTables';
import type { N8nRest, Workflow } from '../../support/n8n/rest';
import { pause } from '../../support/processes';
import { publishRegister, tables } from '../../support/register';
import { inARow } from '../../support/workflows';
import { startRegister, type Register } from './registerInN8n';
import { installAndStartMs, keysOf, longTestMs, trialOf } from './trial';

let register: Register;
const { newList, accounts, paid } = trialOf(() => register);

beforeAll(async () => {
  register = await startRegister();
  await newList({ First: 'Plain Honest Trading First' });
  await register.save();
}, installAndStartMs);

afterAll(async () => {
  await register.stop();
});

const rest = (): N8nRest => register.harness.n8n().rest;
const ran = { status: 'success', error: undefined };
const added = 'List and typed rows';

describe('a table of somebody else', () => {
  test.each(Object.values(tables))('is called "%s": the run stops, and leaves it as it is', async (name) => {
    await addTable(rest(), name, ['key', 'name', 'colour']);
    await addRows(rest(), name, [{ key: '1', name: 'Somebody', colour: 'red' }]);
    const before = await readTable(rest(), name);
    const run = await register.run();
    expect(run.error?.message).toMatch(
      new RegExp(
        `^The data table "${name}" is not the one .* no column ".*give it another name.* Nothing was sent`,
      ),
    );
    expect(await readTable(rest(), name)).toEqual(before);
    await renameTable(rest(), name, `Mine ${name.length}`);
  });

  test('has the name of one in its own: the run stops, and makes none', async () => {
    const name = 'Our screening register of 2025';
    await addTable(rest(), name, ['key', 'name']);
    const run = await register.run();
    expect(run.error?.message).toMatch(/^n8n cannot tell .* from "Our screening .* Nothing was sent\.$/);
    await expect(register.companies()).rejects.toThrow('no data table');
    await renameTable(rest(), name, 'Mine');
    await expect(register.run()).resolves.toMatchObject(ran);
    expect((await accounts()).inState('answered')).toHaveLength(1);
  });
});

describe('a run that finds another one adding companies', () => {
  const lock = (holder: string): Promise<void> =>
    changeRows(rest(), tables.locks, ['name', 'adding'], { holder, since: new Date().toISOString() });
  const keysInTable = async (): Promise<string[]> => keysOf(await register.companies());

  test('waits, goes on without its list, says so, and screens what is due', async () => {
    const { sandbox } = register.harness;
    await sandbox.faults([{ on: 'screening', match: 'Bad Request', fault: { kind: 'status', status: 400 } }]);
    await newList({ Due: 'Bad Request' });
    await register.run();
    await sandbox.faults([]);
    expect((await accounts()).inState('due')).toHaveLength(1);

    await lock('another run');
    await newList({ Late: 'Plain Honest Trading Late' });
    const { credential, list } = register;
    const impatient = await publishRegister(rest(), credential, { File: list }, waitingForSeconds(2));
    const run = await rest().run(impatient, 'Start');
    expect(run).toMatchObject(ran);
    expect(run.output('Summary')[0]?.json[added]).toBe('not added: another run was adding one');
    expect(await keysInTable()).toEqual(['Due', 'First']);
    expect(await register.companies()).toMatchObject([{ state: 'answered' }, { state: 'answered' }]);
  });

  test('adds its list as soon as the other one has ended', async () => {
    const running = register.run();
    await pause(3_000);
    expect(await keysInTable()).not.toContain('Late');
    await lock('');
    const run = await running;
    expect(run.output('Summary')[0]?.json[added]).toBe('added');
    expect((await accounts()).inState('answered')).toHaveLength(3);
  });

  test(
    'takes over from one that looks dead; if that one is alive, it stops, and no company is there twice',
    async () => {
      await newList({ 'Both 1': 'Plain Honest Trading 1', 'Both 2': 'Plain Honest Trading 2' });
      const before = await paid();
      const { credential, list } = register;
      const slow = await publishRegister(rest(), credential, { File: list }, stalling);
      const id = await rest().start(slow, 'Start');
      while ((await readTable(rest(), tables.locks))[0]?.['holder'] === '') await pause(50);
      await register.save({ 'Minutes until a batch counts as lost': 0 });
      await expect(register.run()).resolves.toMatchObject(ran);
      const stalled = await rest().untilEnded(id);
      expect((await accounts()).inState('answered')).toHaveLength(5);
      expect(await paid()).toEqual({ ...before, screenings: before.screenings + 2 });
      expect(stalled.error?.message).toMatch(/another run took over.*has sent nothing/);
    },
    longTestMs,
  );
});

const triesSchema = z.looseObject({
  conditions: z.looseObject({ conditions: z.tuple([z.looseObject({ rightValue: z.number() })]) }),
});

/** As the example, but for the seconds that it waits for another run. */
function waitingForSeconds(seconds: number): (workflow: Workflow) => void {
  return (workflow) => {
    workflow.name = 'Another register, in a hurry';
    const node = workflow.nodes.find(({ name }) => name === 'Try again?');
    const parameters = triesSchema.parse(node?.parameters);
    const [tries] = parameters.conditions.conditions;
    expect(tries.rightValue).toBe(120);
    tries.rightValue = seconds;
    if (node) node.parameters = parameters;
  };
}

/** As the example, but that it stands still for a while when it knows what the register has. */
function stalling(workflow: Workflow): void {
  workflow.name = 'Another register, standing still';
  const [stall, known] = ['Stall', 'Those the register has'];
  const wait = { amount: 10, unit: 'seconds' };
  const node = {
    name: stall,
    type: 'n8n-nodes-base.wait',
    typeVersion: 1.1,
    position: [0, 0],
    parameters: wait,
  };
  workflow.nodes.push({ ...node, webhookId: 'stall' });
  const next = workflow.connections[known];
  workflow.connections = { ...workflow.connections, ...inARow(known, stall), [stall]: next };
}
