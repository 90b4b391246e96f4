// The screening register in Postgres, in a real n8n with a real Postgres: what it keeps when either is killed, when two
// runs meet, when something fails, and whatever the names are.
import { pause } from '../../support/processes';
import { startPostgres, type RunningPostgres } from '../../support/queue/postgres';
import type { RegisteredCompany } from '../../support/register';
import { manyCompanies } from './accounts';
import { drawSeed, randomNumbers } from './random';
import { startRegisterOf, type Register } from './registerInN8n';
import { registerIn } from './registerInPostgres';
import { batch, installAndStartMs, keysOf, longTestMs, testFailures, testKills, trialOf } from './trial';

const random = randomNumbers(drawSeed('REGISTER_SEED'));

let postgres: RunningPostgres;
let register: Register<RegisteredCompany>;
const trial = trialOf(() => register);
const { expected, newList, accounts, paid, moreScreened } = trial;

beforeAll(async () => {
  postgres = await startPostgres();
  register = await startRegisterOf(registerIn(postgres));
  await register.harness.sandbox.settings({ latencyMs: 40 });
}, installAndStartMs);

beforeEach(async () => {
  await register.harness.sandbox.faults([]);
  await register.harness.sandbox.settings({ rejectSubscriptionKey: false });
  await register.save();
});

afterAll(async () => {
  await register.stop();
  await postgres.stop();
});

describe('n8n is killed', () => {
  const moments = [0, 1].map((half) => ({
    screenings: 250 * half + 30 + Math.floor(random() * 180),
    andThenMs: random() * 500,
  }));
  testKills(trial, 'twice in a list of 600', 600, moments);
});

describe('two runs at the same time', () => {
  test(
    'screen no company twice, and an answer is stored even if the other run took its batch for lost',
    async () => {
      await newList(manyCompanies(400, 'Side by side'));
      const before = await paid();
      const first = register.run();
      await moreScreened(before.screenings, 10);
      await register.save({ 'Minutes until a batch counts as lost': 0 });
      const runs = await Promise.all([first, register.run()]);
      for (const run of runs) expect(run).toMatchObject({ status: 'success', error: undefined });
      expect((await accounts()).inState('answered')).toHaveLength(1_000);
      expect(await paid()).toEqual({ ...before, screenings: before.screenings + 400 });
    },
    longTestMs,
  );
});

describe('what fails', () => {
  test(
    'Postgres is killed: the run stops with a clear error, nothing is lost, and the next run finishes',
    async () => {
      await newList(manyCompanies(300, 'Database'));
      const before = await paid();
      const running = register.run();
      await moreScreened(before.screenings, batch + Math.floor(random() * batch));
      await postgres.kill();
      const run = await running;
      await postgres.start();
      expect(run.status).toBe('error');
      expect(run.error?.message).toMatch(
        /^A batch could not be finished, and the run has stopped: .*start again/,
      );
      const killed = await accounts();
      for (const { state } of killed.seenNotStored) expect(state).toBe('sending');

      await register.save({ 'Minutes until a batch counts as lost': 0 });
      await expect(register.run()).resolves.toMatchObject({ status: 'success', error: undefined });
      const { inState, seenNotStored } = await accounts();
      expect(keysOf(inState('undecided'))).toEqual(keysOf(killed.inState('sending')));
      expect(keysOf(seenNotStored)).toEqual(keysOf(killed.seenNotStored));
      expect(inState('undecided').length).toBeLessThanOrEqual(batch);
      expect(inState('answered')).toHaveLength(1_300 - inState('undecided').length);
      expect((await paid()).companiesScreenedAgain).toBe(before.companiesScreenedAgain);
    },
    longTestMs,
  );

  testFailures(trial);

  test('a list without the column stops the run before anything is changed or sent', async () => {
    await register.save({ 'Column of the name': 'Firma' });
    const before = [await paid(), await register.companies()];
    const run = await register.run();
    expect(run.error?.message).toMatch(
      'No column is called "Firma". The columns found: Customer No, Company.',
    );
    expect([await paid(), await register.companies()]).toEqual(before);
  });
});

describe('the database', () => {
  test('has no verdict for a company that was renamed while it was being screened', async () => {
    await newList({ 'Renamed 1': 'Harmless Bakery', 'Renamed 2': 'Another Bakery' });
    await register.harness.sandbox.settings({ latencyMs: 3_000 });
    const running = register.run();
    const renamed = `UPDATE screening_register SET name = 'Zorblax Arms Export'
      WHERE key = 'Renamed 1' AND state = 'sending' RETURNING key`;
    while (!(await postgres.run(renamed)).includes('Renamed 1')) await pause(50);
    await expect(running).resolves.toMatchObject({ status: 'success' });
    await register.harness.sandbox.settings({ latencyMs: 40 });
    expected['Renamed 1'] = 'Zorblax Arms Export';
    const { companies } = await accounts();
    expect(companies.find(({ key }) => key === 'Renamed 1')).toMatchObject({ state: 'sending', outcome: '' });
    expect(companies.find(({ key }) => key === 'Renamed 2')).toMatchObject({ outcome: 'clear' });
  });

  test('refuses a verdict without an answer', async () => {
    const clear = `UPDATE screening_register SET outcome = 'clear' WHERE key = 'Renamed 1'`;
    await expect(postgres.run(clear)).rejects.toThrow('violates check constraint');
  });
});

describe('the list and the table', () => {
  test('a name is stored and screened as it is written, whatever SQL or n8n could take it for', async () => {
    const names = [
      `x'); DROP TABLE screening_register; --`,
      `Quillhaven Group, Ltd'); DELETE FROM screened_hits; --`,
      'Commas, Inc., "quoted", and more',
      `{{ $json.key }} and = $1, $2:raw, $$, \\' and \\\\ and %`,
      'شركة 公司 ÆØÅ',
    ];
    await newList(Object.fromEntries(names.map((name) => [name, name])));
    const before = await paid();
    await expect(register.run()).resolves.toMatchObject({ status: 'success', error: undefined });
    const { inState, screenedUnder } = await accounts();
    for (const name of names) {
      const company = inState('answered').find(({ key }) => key === name);
      expect([name, company?.name]).toEqual([name, name]);
      if (company) expect(screenedUnder(company)).toEqual([company.referenceId]);
    }
    expect(await paid()).toEqual({ ...before, screenings: before.screenings + names.length });
    const [hit] = (await register.hits()).filter(({ key }) => key === names[1]);
    expect(hit).toMatchObject({ company_name: names[1] });
    expect(hit?.['hit_fingerprint']).toMatch(/^[0-9a-f]{64}$/);
  });

  test('a hit with characters that Postgres cannot store is stored without them', async () => {
    const name = 'Nullpoint Freight';
    await register.harness.sandbox.watchlist({ add: [{ name, otherInformation: ['a\0b', '\uD800'] }] });
    await newList({ [name]: name });
    await expect(register.run()).resolves.toMatchObject({ status: 'success', error: undefined });
    const stored = await postgres.run(
      `SELECT details ->> 'otherInformation' FROM screened_hits WHERE key = '${name}'`,
    );
    expect(JSON.parse(stored)).toEqual(['ab', '\uFFFD']);
  });

  test('companies that another program adds are screened, once, and no file is needed', async () => {
    await register.save({ File: '' });
    await postgres.run(`
      INSERT INTO screening_register (key, name, option) VALUES ('SQL 1', 'Added Elsewhere 1', 'Aml');
      INSERT INTO screening_register (key, name) VALUES ('SQL 1', 'Added Elsewhere 1'), ('SQL 2', 'Added Elsewhere 2')`);
    const before = await paid();
    await expect(register.run()).resolves.toMatchObject({ status: 'success', error: undefined });
    await register.run();
    expect((await paid()).screenings).toBe(before.screenings + 3);
  });

  test('every hit is stored as often as the service gave it', async () => {
    const hits = await register.hits();
    expect(hits.length).toBeGreaterThan(50);
    for (const { state, referenceId, totalHits } of await register.companies())
      expect(hits.filter((hit) => hit.referenceId === referenceId)).toHaveLength(
        state === 'answered' ? (totalHits ?? NaN) : 0,
      );
  });

  test('a company is due again when its screening is older than the days in Settings', async () => {
    await postgres.run(
      `UPDATE screening_register SET screened_at = now() - interval '31 days' WHERE key IN ('Company 0', 'Company 1')`,
    );
    await register.save({ 'Screen again after days (0: never)': 30 });
    const before = await paid();
    await register.run();
    const again = (await register.companies()).filter(({ previousOutcome }) => previousOutcome !== '');
    expect(
      again.map(({ key, state, outcome, previousOutcome }) => [key, state, outcome, previousOutcome]),
    ).toEqual([
      ['Company 0', 'answered', 'hit', 'hit'],
      ['Company 1', 'answered', 'clear', 'clear'],
    ]);
    expect((await paid()).screenings).toBe(before.screenings + 2);
  });

  test('what the sandbox answered is counted as not real, and screened again in production when a person says so', async () => {
    const { harness, credential } = register;
    const tried = ['Company 0', 'Company 1'];
    await postgres.run(
      `UPDATE screening_register SET environment = 'production' WHERE key NOT IN ('${tried.join("', '")}')`,
    );
    await harness.saveCredential(credential.name, { environment: 'production' });
    const before = await paid();
    await register.run();
    await expect(register.ended()).resolves.toMatchObject({ 'Of these in the sandbox, not real': '2' });
    expect(await paid()).toEqual(before);

    await register.save({ 'Screen again what the sandbox answered': true });
    // It may stay on: what production answered is not screened again.
    for (let runs = 0; runs < 2; runs += 1) {
      await register.run();
      await expect(register.ended()).resolves.toMatchObject({ 'Of these in the sandbox, not real': '0' });
      expect((await paid()).screenings).toBe(before.screenings + 2);
    }
    const again = (await register.companies()).filter(({ key }) => tried.includes(key));
    expect(again.map(({ outcome, environment }) => [outcome, environment])).toEqual([
      ['hit', 'production'],
      ['clear', 'production'],
    ]);
  });
});
