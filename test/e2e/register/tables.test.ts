// The tables of the screening register: where a table of somebody else has their names, where two runs would add companies
// at the same time, and where somebody changes by hand what nobody should.
import {
  addRows,
  addTable,
  changeRows,
  readTable,
  removeRows,
  renameTable,
  type TableRow,
} from '../../support/n8n/dataTables';
import type { N8nRest } from '../../support/n8n/rest';
import { pause } from '../../support/processes';
import { publishRegister, tables } from '../../support/register';
import { until } from '../../support/waiting';
import { story } from '../story';
import { serviceMayGet } from '../whatTheServiceGot';
import { startRegister, type Register } from './registerInN8n';
import { keysOf, longTestMs, trialOf } from './trial';
import { stalling, waitingForSeconds } from './variants';

let register: Register;
const { reset, expected, newList, accounts, paid } = trialOf(() => register);

beforeAll(async () => {
  register = await startRegister();
});

beforeEach(async () => {
  await reset();
  await newList({ First: 'Plain Honest Trading First' });
});

afterAll(async () => {
  await register.stop();
});

const rest = (): N8nRest => register.harness.n8n().rest;
const ran = { status: 'success', error: undefined };
const added = 'List and typed rows';

/** Starts a register with this list that stands still once it has the lock. Gives the id of the execution. */
async function beginStalling(list: string): Promise<string> {
  const slow = await publishRegister(rest(), register.credential, { File: list }, stalling);
  const id = await rest().start(slow, 'Start');
  const hasLock = async () => (await readTable(rest(), tables.locks))[0]?.['holder'] !== '';
  await until('the run had the lock', hasLock, { everyMs: 50 });
  return id;
}

describe('a table of somebody else', () => {
  test('is called like one of the register: the run stops, and leaves it as it is', async () => {
    const name = tables.register;
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

  story(
    'waits; goes on without its list, and screens what is due; or adds it when the other one has ended',
    (step) => {
      step('a company is due, and another run has the lock', async () => {
        const { sandbox } = register.harness;
        await sandbox.faults([
          { on: 'screening', match: 'Bad Request', fault: { kind: 'status', status: 400 } },
        ]);
        await newList({ First: 'Plain Honest Trading First', Due: 'Bad Request' });
        await register.run();
        await sandbox.faults([]);
        expect((await accounts()).inState('due')).toHaveLength(1);
        await lock('another run');
      });

      step('a run without patience goes on without its list, and says so', async () => {
        await newList({ Late: 'Plain Honest Trading Late' });
        const { credential, list } = register;
        const impatient = await publishRegister(rest(), credential, { File: list }, waitingForSeconds(2));
        const run = await rest().run(impatient, 'Start');
        expect(run).toMatchObject(ran);
        expect(run.output('Summary')[0]?.json[added]).toBe('not added: another run was adding one');
        expect(await keysInTable()).toEqual(['Due', 'First']);
        expect(await register.companies()).toMatchObject([{ state: 'answered' }, { state: 'answered' }]);
      });

      step('a run that waits adds its list as soon as the other one has ended', async () => {
        const running = register.run();
        await pause(3_000);
        expect(await keysInTable()).not.toContain('Late');
        await lock('');
        expect((await running).output('Summary')[0]?.json[added]).toBe('added');
        expect((await accounts()).inState('answered')).toHaveLength(3);
      });
    },
  );

  test(
    'takes over from one that looks dead; if that one is alive, it stops, and no company is there twice',
    async () => {
      await register.run();
      await newList({ 'Both 1': 'Plain Honest Trading 1', 'Both 2': 'Plain Honest Trading 2' });
      const before = await paid();
      const id = await beginStalling(register.list);
      await register.save({ 'Minutes until a batch counts as lost': 0 });
      await expect(register.run()).resolves.toMatchObject(ran);
      const stalled = await rest().untilEnded(id);
      expect((await accounts()).inState('answered')).toHaveLength(3);
      expect(await paid()).toEqual({ ...before, screenings: before.screenings + 2 });
      expect(stalled.error?.message).toMatch(/another run took over.*has sent nothing/);
    },
    longTestMs,
  );
});

describe('what somebody changes by hand', () => {
  const change = (key: string, data: TableRow): Promise<void> =>
    changeRows(rest(), tables.register, ['key', key], data);
  const undecided = async (): Promise<string[]> => keysOf((await accounts()).inState('undecided'));

  test('another name or option is another company, which has no answer yet: a person decides', async () => {
    await register.run();
    await newList({ Renamed: 'Plain Honest Trading 3', Option: 'Plain Honest Trading 4' });
    await register.run();
    await newList({ First: 'Plain Honest Trading First' });
    await change('Renamed', { name: 'Quillhaven Group' });
    await change('Option', { option: 'Aml' });
    expected['Renamed'] = 'Quillhaven Group';
    const before = await paid();
    serviceMayGet({ options: ['Aml'] });
    const run = await register.run();
    expect(run.output('Summary')[0]?.json).toMatchObject({ 'A person decides': 2, Hits: 0 });
    expect(await undecided()).toEqual(['Option', 'Renamed']);
    for (const row of await register.personDecides()) expect(row['Why']).toMatch(/was changed by hand/);
    expect(await paid()).toEqual(before);

    await register.save({ 'Send these again': true });
    await register.run();
    await register.save();
    await expect(register.run()).resolves.toMatchObject(ran);
    expect(await undecided()).toEqual([]);
    expect((await paid()).screenings).toBe(before.screenings + 2);
  });

  test('during a batch changes nothing about its answers: a row is deleted, one is renamed, the list is replaced', async () => {
    await register.run();
    await register.harness.sandbox.settings({ latencyMs: 3_000 });
    await newList({ Deleted: 'Quillhaven Group 5', Edited: 'Quillhaven Group 6' });
    const running = register.run();
    const isSending = async () => (await register.companies()).some(({ state }) => state === 'sending');
    await until('a batch was sent', () => isSending().catch(() => false), { everyMs: 50 });
    await removeRows(rest(), tables.register, { columnName: 'key', condition: 'eq', value: 'Deleted' });
    await change('Edited', { name: 'Plain Honest Trading 6' });
    await register.writeList({ First: 'Plain Honest Trading First' });
    await expect(running).resolves.toMatchObject(ran);
    expect((await accounts()).inState('answered')).toHaveLength(Object.keys(expected).length);
  });
});
