// The screening register and the people around it: what they change in its table, and what they do to a run under way.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addRows, changeRows, renameTable } from '../../support/n8n/dataTables';
import { publishRegister, tables } from '../../support/register';
import { until } from '../../support/waiting';
import { manyCompanies } from './accounts';
import { startRegister, type Register } from './registerInN8n';
import { batch, keysOf, longTestMs, trialOf } from './trial';

let register: Register;
const { reset, newList, accounts, paid, duringBatch } = trialOf(() => register);

beforeAll(async () => {
  register = await startRegister();
});

beforeEach(() => reset());

afterAll(async () => {
  await register.stop();
});

const ran = { status: 'success', error: undefined };
const sandboxOnly = 'Of these in the sandbox, not real';

const intoTheSecondBatch = batch + batch / 5;

test('what the sandbox answered is counted as not real, and screened again in production when a person says so', async () => {
  await newList({ 'S-1': 'Quillhaven Group One', 'S-2': 'Plain Honest Trading Two' });
  await expect(register.run()).resolves.toMatchObject(ran);
  await expect(register.ended()).resolves.toMatchObject({ [sandboxOnly]: '2', Clear: '1' });
  await register.harness.saveCredential(register.credential.name, { environment: 'production' });
  const before = await paid();
  await register.run();
  await expect(register.ended()).resolves.toMatchObject({ [sandboxOnly]: '2' });
  expect(await paid()).toEqual(before);

  await register.save({ 'Screen again what the sandbox answered': true });
  // It may stay on: what production answered is not screened again.
  for (let runs = 0; runs < 2; runs += 1) {
    await expect(register.run()).resolves.toMatchObject(ran);
    await expect(register.ended()).resolves.toMatchObject({ [sandboxOnly]: '0', Clear: '1' });
    expect((await paid()).screenings).toBe(before.screenings + 2);
    expect((await accounts()).companies.map(({ environment }) => environment)).not.toContain('sandbox');
  }
  await register.save();
});

test(
  'companies that the service refuses individually do not hold up the others, and are tried again in each run',
  async () => {
    const { sandbox } = register.harness;
    const refused = manyCompanies(batch + 20, 'Bad Request');
    await sandbox.faults([{ on: 'screening', match: 'Bad Request', fault: { kind: 'status', status: 400 } }]);
    await newList(refused);
    const before = await paid();
    const run = await register.run();
    expect(run.error?.message).toMatch(/^The service refused every company of the last batch: .*still due/s);
    const { inState } = await accounts();
    expect(keysOf(inState('due'))).toEqual(Object.keys(refused).sort());
    for (const { problem } of inState('due')) expect(problem).toMatch('refused the request as invalid');

    // Those refused are the oldest that are due, a whole batch and more of them.
    await newList({ ...refused, ...manyCompanies(5, 'Behind them') });
    await expect(register.run()).resolves.toMatchObject(ran);
    expect(await paid()).toEqual({ ...before, screenings: before.screenings + 5 });
    await expect(register.ended()).resolves.toMatchObject({ 'Still due': String(batch + 20) });

    await sandbox.faults([]);
    await expect(register.run()).resolves.toMatchObject(ran);
    expect((await accounts()).inState('due')).toEqual([]);
    expect(await paid()).toEqual({ ...before, screenings: before.screenings + 5 + batch + 20 });
  },
  longTestMs,
);

test('what somebody changes to clear, or to a state that does not exist, is for a person and not sent by itself', async () => {
  const { sandbox, n8n } = register.harness;
  await newList({
    Hit: 'Quillhaven Group',
    Review: 'Pending Partners',
    Clear: 'Plain Honest Trading A',
    Untouched: 'Plain Honest Trading B',
    'Not sent': 'Bad Request',
  });
  await sandbox.faults([{ on: 'screening', match: 'Bad Request', fault: { kind: 'status', status: 400 } }]);
  await expect(register.run()).resolves.toMatchObject(ran);
  const change = (key: string, data: Record<string, string>): Promise<void> =>
    changeRows(n8n().rest, tables.register, ['key', key], data);
  await change('Hit', { outcome: 'clear' });
  await change('Review', { outcome: 'clear' });
  await change('Not sent', { state: 'answered', outcome: 'clear' });
  await change('Clear', { state: 'foo' });

  await sandbox.faults([]);
  const before = await paid();
  await expect(register.run()).resolves.toMatchObject(ran);
  expect(await paid()).toEqual(before);
  const { inState } = await accounts();
  const changed = ['Clear', 'Hit', 'Not sent', 'Review'];
  expect(keysOf(inState('undecided'))).toEqual(changed);
  const listed = await register.personDecides();
  expect(listed.map((row) => row['Key']).sort()).toEqual(changed);
  for (const row of listed) expect(row['Why']).toMatch('changed by hand');

  await register.save({ 'Send these again': true });
  await expect(register.run()).resolves.toMatchObject(ran);
  await register.save();
  expect((await accounts()).inState('undecided')).toEqual([]);
  expect((await paid()).screenings).toBe(before.screenings + changed.length);
});

test('a list that cannot be read stops the run before anything is sent, although companies are due', async () => {
  await newList({});
  await register.save({ File: '' });
  await register.run();
  await writeFile(register.list, 'Nothing,Known\n1,2\n');
  await register.save();
  await addRows(register.harness.n8n().rest, tables.register, [{ name: 'Typed Before' }]);
  const before = await paid();
  const run = await register.run();
  expect(run.status).toBe('error');
  expect(run.error?.message).toMatch(/No column is called.*Nothing was sent/s);
  expect(await paid()).toEqual(before);
  await newList({ 'Typed Before': 'Typed Before' });
  await expect(register.run()).resolves.toMatchObject(ran);
  expect(await paid()).toEqual({ ...before, screenings: before.screenings + 1 });
});

test(
  'a run that is stopped in the editor ends the batch that it is in, stores it, and begins no other',
  async () => {
    const { sandbox, n8n } = register.harness;
    await sandbox.settings({ latencyMs: 100 });
    await newList(manyCompanies(300, 'Stopped'));
    const before = await paid();
    const id = await register.begin();
    await duringBatch(before.screenings, intoTheSecondBatch, () => n8n().rest.stopExecution(id));
    const isStored = async () => !(await register.companies()).some(({ state }) => state === 'sending');
    await until('the batch was stored', isStored);
    const { inState, seenNotStored } = await accounts();
    expect(seenNotStored).toEqual([]);
    expect(inState('due')).toHaveLength(batch);
    expect(await paid()).toEqual({ ...before, screenings: before.screenings + 2 * batch });
    await expect(register.run()).resolves.toMatchObject(ran);
    expect((await accounts()).inState('due')).toEqual([]);
    expect(await paid()).toEqual({ ...before, screenings: before.screenings + 3 * batch });
  },
  longTestMs,
);

test(
  'a table that is renamed in the middle ends the run; no new one is begun, and with its name back the register goes on',
  async () => {
    const { sandbox, n8n } = register.harness;
    await sandbox.settings({ latencyMs: 100 });
    await newList(manyCompanies(250, 'Renamed'));
    const before = await paid();
    const running = register.run();
    await duringBatch(before.screenings, intoTheSecondBatch, () =>
      renameTable(n8n().rest, tables.register, 'Old list'),
    );
    expect((await running).error?.message).toMatch('"Screening register" not found');
    const after = await paid();
    const again = await register.run();
    expect(again.error?.message).toMatch(/is gone.*give it its name back.*Nothing was sent/s);
    expect(await paid()).toEqual(after);

    await renameTable(n8n().rest, 'Old list', tables.register);
    await register.restart();
    await register.ended();
    const { inState, seenNotStored } = await accounts();
    for (const { state } of seenNotStored) expect(state).toBe('undecided');
    expect(inState('undecided').length).toBeLessThanOrEqual(batch);
    expect(inState('due')).toEqual([]);
    expect((await paid()).companiesScreenedAgain).toBe(0);
  },
  longTestMs,
);

test(
  'two registers in one n8n, started at once, add both lists and screen no company twice; a key may be missing or stand twice',
  async () => {
    const other = join(dirname(register.list), 'other.csv');
    const twice = manyCompanies(150, 'In both');
    await newList(twice);
    const rows = ['K1,Twin One', 'K1,Twin Two', ',No Key', ',No Key', 'K1,Twin One'];
    const shared = Object.entries(twice).map(([key, name]) => `${key},${name}`);
    await writeFile(other, ['Customer No,Company', ...rows, ...shared].join('\n'));
    const { rest } = register.harness.n8n();
    const second = await publishRegister(rest, register.credential, { File: other }, (workflow) => {
      workflow.name = 'The other register';
    });
    const before = await paid();
    const runs = await Promise.all([register.run(), rest.run(second, 'Start')]);
    for (const run of runs) expect(run).toMatchObject(ran);
    expect(await paid()).toEqual({ ...before, screenings: before.screenings + 150 + 3 });
    const companies = (await register.companies()).filter(({ name }) => /^(Twin|No Key)/.test(name));
    expect(companies.map(({ key, name, state }) => [key, name, state]).sort()).toEqual([
      ['K1', 'Twin One', 'answered'],
      ['K1', 'Twin Two', 'answered'],
      ['No Key', 'No Key', 'answered'],
    ]);
  },
  longTestMs,
);
