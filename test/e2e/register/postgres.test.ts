// The screening register in Postgres, in a real n8n with a real Postgres: what it keeps when either is killed, when two
// runs meet, when something fails, and whatever the names are.
import { startPostgres, type RunningPostgres } from '../../support/queue/postgres';
import type { RegisteredCompany } from '../../support/register';
import { until } from '../../support/waiting';
import { serviceMayGet } from '../whatTheServiceGot';
import { manyCompanies } from './accounts';
import { drawSeed, randomNumbers } from '../../support/random';
import { startRegisterOf, type Register } from './registerInN8n';
import { registerIn } from './registerInPostgres';
import { batch, keysOf, longTestMs, testFailures, testKills, trialOf } from './trial';

const random = randomNumbers(drawSeed('REGISTER_SEED'));

let postgres: RunningPostgres;
let register: Register<RegisteredCompany>;
const trial = trialOf(() => register);
const { expected, newList, accounts, paid, moreScreened } = trial;

beforeAll(async () => {
  postgres = await startPostgres();
  register = await startRegisterOf(registerIn(postgres));
});

beforeEach(async () => {
  await trial.reset();
  await register.harness.sandbox.settings({ latencyMs: 40 });
});

afterAll(async () => {
  await register.stop();
  await postgres.stop();
});

const ran = { status: 'success', error: undefined };

const moment = { screenings: 30 + Math.floor(random() * 150), andThenMs: random() * 500 };
testKills(trial, 'in a list of 300', 300, [moment]);

test(
  'two runs screen no company twice, and an answer is stored even if the other run took its batch for lost',
  async () => {
    await newList(manyCompanies(300, 'Side by side'));
    const first = register.run();
    await moreScreened(0, 10);
    await register.save({ 'Minutes until a batch counts as lost': 0 });
    const runs = await Promise.all([first, register.run()]);
    for (const run of runs) expect(run).toMatchObject(ran);
    expect((await accounts()).inState('answered')).toHaveLength(300);
    expect(await paid()).toEqual({ screenings: 300, companiesScreenedAgain: 0 });
  },
  longTestMs,
);

test(
  'Postgres is killed: the run stops with a clear error, nothing is lost, and the next run finishes',
  async () => {
    await newList(manyCompanies(300, 'Database'));
    const running = register.run();
    await moreScreened(0, batch + Math.floor(random() * batch));
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
    await expect(register.run()).resolves.toMatchObject(ran);
    const { inState, seenNotStored } = await accounts();
    expect(keysOf(inState('undecided'))).toEqual(keysOf(killed.inState('sending')));
    expect(keysOf(seenNotStored)).toEqual(keysOf(killed.seenNotStored));
    expect(inState('undecided').length).toBeLessThanOrEqual(batch);
    expect(inState('answered')).toHaveLength(300 - inState('undecided').length);
    expect((await paid()).companiesScreenedAgain).toBe(0);
  },
  longTestMs,
);

describe('what fails', () => {
  testFailures(trial);
});

test('the database has no verdict for a company that was renamed while it was being screened, and takes none', async () => {
  await newList({ 'Renamed 1': 'Harmless Bakery', 'Renamed 2': 'Another Bakery' });
  await register.harness.sandbox.settings({ latencyMs: 3_000 });
  const running = register.run();
  const renamed = `UPDATE screening_register SET name = 'Zorblax Arms Export'
    WHERE key = 'Renamed 1' AND state = 'sending' RETURNING key`;
  const isRenamed = async () => (await postgres.run(renamed).catch(() => '')).includes('Renamed 1');
  await until('the company was being screened', isRenamed, { everyMs: 50 });
  await expect(running).resolves.toMatchObject({ status: 'success' });
  expected['Renamed 1'] = 'Zorblax Arms Export';
  const { companies } = await accounts();
  expect(companies.find(({ key }) => key === 'Renamed 1')).toMatchObject({ state: 'sending', outcome: '' });
  expect(companies.find(({ key }) => key === 'Renamed 2')).toMatchObject({ outcome: 'clear' });
  const clear = `UPDATE screening_register SET outcome = 'clear' WHERE key = 'Renamed 1'`;
  await expect(postgres.run(clear)).rejects.toThrow('violates check constraint');
});

test('a name is stored and screened as it is written, whatever SQL or n8n could take it for', async () => {
  const names = [
    `x'); DROP TABLE screening_register; --`,
    `Quillhaven Group, Ltd'); DELETE FROM screened_hits; --`,
    'Commas, Inc., "quoted", and more',
    `x {{ $json.key }} and = $1, $2:raw, $$, \\' and \\\\ and %`,
    'شركة 公司 ÆØÅ',
  ];
  await newList(Object.fromEntries(names.map((name) => [name, name])));
  await expect(register.run()).resolves.toMatchObject(ran);
  const { inState, screenedUnder } = await accounts();
  for (const name of names) {
    const company = inState('answered').find(({ key }) => key === name);
    expect([name, company?.name]).toEqual([name, name]);
    if (company) expect(screenedUnder(company)).toEqual([company.referenceId]);
  }
  expect((await paid()).screenings).toBe(names.length);
  const [hit] = (await register.hits()).filter(({ key }) => key === names[1]);
  expect(hit).toMatchObject({ company_name: names[1] });
  expect(hit?.['hit_fingerprint']).toMatch(/^[0-9a-f]{64}$/);
});

test('a hit with characters that Postgres cannot store is stored without them', async () => {
  const name = 'Nullpoint Freight';
  await register.harness.sandbox.watchlist({ add: [{ name, otherInformation: ['a\0b', '\uD800'] }] });
  await newList({ [name]: name });
  await expect(register.run()).resolves.toMatchObject(ran);
  const stored = await postgres.run(
    `SELECT details ->> 'otherInformation' FROM screened_hits WHERE key = '${name}'`,
  );
  expect(JSON.parse(stored)).toEqual(['ab', '\uFFFD']);
});

test('companies that another program adds are screened, once, and no file is needed; what is old is due again', async () => {
  serviceMayGet({ options: ['Aml'] });
  await register.save({ File: '' });
  // It makes the tables.
  await register.run();
  await postgres.run(`
    INSERT INTO screening_register (key, name, option) VALUES ('SQL 1', 'Added Elsewhere 1', 'Aml');
    INSERT INTO screening_register (key, name) VALUES ('SQL 1', 'Added Elsewhere 1'), ('SQL 2', 'Quillhaven Group 2')`);
  await expect(register.run()).resolves.toMatchObject(ran);
  await register.run();
  expect((await paid()).screenings).toBe(3);

  await postgres.run(
    `UPDATE screening_register SET screened_at = now() - interval '31 days' WHERE key = 'SQL 2'`,
  );
  await register.save({ File: '', 'Screen again after days (0: never)': 30 });
  await register.run();
  const again = (await register.companies()).filter(({ previousOutcome }) => previousOutcome !== '');
  expect(again).toMatchObject([{ key: 'SQL 2', state: 'answered', outcome: 'hit', previousOutcome: 'hit' }]);
  expect((await paid()).screenings).toBe(4);
});
