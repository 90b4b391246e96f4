// The screening register in a real n8n: what it keeps when n8n is killed, when two runs meet, and when something fails.
import { addRows, changeRows } from '../../support/n8n/dataTables';
import { pause } from '../../support/processes';
import { tables } from '../../support/register';
import { manyCompanies } from './accounts';
import { drawSeed, randomNumbers } from './random';
import { startRegister, type Register } from './registerInN8n';
import { batch, installAndStartMs, keysOf, longTestMs, testFailures, testKills, trialOf } from './trial';

const random = randomNumbers(drawSeed('REGISTER_SEED'));

let register: Register;
const trial = trialOf(() => register);
const { expected, newList, accounts, paid, moreScreened } = trial;

beforeAll(async () => {
  register = await startRegister();
  await register.harness.sandbox.settings({ latencyMs: 40 });
  await register.save();
}, installAndStartMs);

beforeEach(async () => {
  await register.harness.sandbox.faults([]);
  await register.harness.sandbox.settings({ rejectSubscriptionKey: false });
});

afterAll(async () => {
  await register.stop();
});

describe('n8n is killed', () => {
  // Each kill may leave a batch to a person that was never sent, so that 1,800 are sure to be screened.
  const moments = [0, 1, 2].map((third) => ({
    screenings: 650 * third + 100 + Math.floor(random() * 400),
    andThenMs: random() * 1_500,
  }));
  testKills(trial, 'in each third of a list of 2,000', 2_000, moments);

  test(
    'while answers are being stored',
    async () => {
      await newList(manyCompanies(200, 'Stored'));
      await register.save();
      const before = await paid();
      await register.begin();
      await moreScreened(before.screenings, batch, random() * 300);
      await register.kill();
      await register.restart();
      await register.ended();
      const { inState, seenNotStored } = await accounts();
      const undecided = inState('undecided');
      expect([0, batch, 2 * batch]).toContain(undecided.length);
      expect(inState('due')).toEqual([]);
      expect(keysOf(undecided)).toEqual(expect.arrayContaining(keysOf(seenNotStored)));
      expect((await paid()).companiesScreenedAgain).toBe(before.companiesScreenedAgain);
    },
    longTestMs,
  );

  test('between the storing of an answer and the removal of the older row: the company is there once, with its answer', async () => {
    const { inState } = await accounts();
    const [answered] = inState('answered');
    const { key, name, claim, companyRef } = answered ?? { key: '', name: '', claim: '', companyRef: '' };
    const claimedAt = '2026-01-01T00:00:00.000Z';
    await addRows(register.harness.n8n().rest, tables.register, [
      { key, name, claim, companyRef, claimedAt, state: 'sending' },
    ]);
    const before = await paid();
    await expect(register.run()).resolves.toMatchObject({ status: 'success' });
    expect((await accounts()).inState('answered')).toHaveLength(inState('answered').length);
    expect(await paid()).toEqual(before);
  });
});

describe('two runs at the same time', () => {
  test(
    'started by hand within a second screen no company twice',
    async () => {
      await newList(manyCompanies(400, 'Twice started'));
      const before = await paid();
      const runs = await Promise.all([register.run(), register.run()]);
      for (const run of runs) expect(run).toMatchObject({ status: 'success', error: undefined });
      expect((await accounts()).inState('due')).toEqual([]);
      expect(await paid()).toEqual({ ...before, screenings: before.screenings + 400 });
    },
    longTestMs,
  );

  test(
    'one after a restart and one started by hand screen no company twice',
    async () => {
      const undecidedBefore = (await accounts()).inState('undecided').length;
      await newList(manyCompanies(500, 'Restarted'));
      const before = await paid();
      await register.begin();
      await moreScreened(before.screenings, batch + Math.floor(random() * batch));
      await register.kill();
      await register.restart();
      await register.run();
      while ((await register.companies()).some(({ state }) => state === 'due' || state === 'sending'))
        await pause(500);
      const { inState } = await accounts();
      expect(inState('undecided').length - undecidedBefore).toBeLessThanOrEqual(batch);
      expect((await paid()).companiesScreenedAgain).toBe(before.companiesScreenedAgain);
    },
    longTestMs,
  );
});

describe('what fails', () => {
  testFailures(trial);
});

describe('the list and the table', () => {
  test('a list that is added again adds only what is new', async () => {
    await newList({ ...manyCompanies(400, 'Twice started'), 'New 1': 'Newcomer 1', 'New 2': 'Newcomer 2' });
    const before = await paid();
    await register.run();
    expect(await paid()).toEqual({ ...before, screenings: before.screenings + 2 });
    await accounts();
  });

  test('companies typed into the table are screened, once, and a company without a key has its name as key', async () => {
    const typed = [
      { key: 'T-1', name: 'Typed by Hand 1' },
      { name: 'Quillhaven Group Typed 2', option: 'Aml' },
      { key: 'New 1', name: 'Newcomer 1' },
    ];
    await addRows(register.harness.n8n().rest, tables.register, typed);
    Object.assign(expected, {
      'T-1': 'Typed by Hand 1',
      'Quillhaven Group Typed 2': 'Quillhaven Group Typed 2',
    });
    const before = await paid();
    await register.run();
    expect(await paid()).toEqual({ ...before, screenings: before.screenings + 2 });
    expect(keysOf((await accounts()).inState('answered'))).toEqual(
      expect.arrayContaining(['T-1', 'Quillhaven Group Typed 2']),
    );
  });

  test('every hit is stored as often as the service gave it', async () => {
    const { inState } = await accounts();
    const hits = await register.hits();
    for (const { referenceId, totalHits } of inState('answered'))
      expect(hits.filter((hit) => hit.referenceId === referenceId)).toHaveLength(totalHits ?? 0);
  });

  test('a company is due again when its screening is older than the days in Settings', async () => {
    const old = ['New 1', 'T-1', 'Restarted 10'];
    const { rest } = register.harness.n8n();
    for (const key of old)
      await changeRows(rest, tables.register, ['key', key], { screenedAt: '2026-01-01T00:00:00.000Z' });
    await register.save({ 'Screen again after days (0: never)': 30 });
    const before = await paid();
    await register.run();
    const { companies, screenedUnder } = await accounts();
    for (const company of companies.filter(({ key }) => old.includes(key))) {
      expect(new Set(screenedUnder(company)).size).toBe(2);
      expect(company.previousOutcome).toBe(company.outcome);
    }
    expect((await paid()).screenings).toBe(before.screenings + old.length);
  });
});
