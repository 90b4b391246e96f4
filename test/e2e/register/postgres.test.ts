// The screening register in Postgres, in a real n8n with a real Postgres: what it keeps when either is killed, when two
// runs meet, when something fails, and whatever the names are.
import { pause } from '../../support/processes';
import { startPostgres, type RunningPostgres } from '../../support/queue/postgres';
import type { RegisteredCompany } from '../../support/register';
import { manyCompanies, settle, type Accounts } from './accounts';
import { drawSeed, randomNumbers } from './random';
import { startRegisterOf, type Register } from './registerInN8n';
import { registerIn } from './registerInPostgres';

const installAndStartMs = 20 * 60_000;
const longTestMs = 6 * 60_000;
const batch = 100;

const random = randomNumbers(drawSeed('REGISTER_SEED'));

let postgres: RunningPostgres;
let register: Register<RegisteredCompany>;
/** All companies that were ever added, by their keys. */
const expected: Record<string, string> = {};

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

async function newList(companies: Record<string, string>): Promise<void> {
  Object.assign(expected, companies);
  await register.writeList(companies);
}

const accounts = (): Promise<Accounts<RegisteredCompany>> =>
  settle({ companies: register.companies, sandbox: register.harness.sandbox }, expected);

/** What was paid for, as the service counts it. */
async function paid(): Promise<{ screenings: number; companiesScreenedAgain: number }> {
  const { screeningsDone, screenedAgain } = await register.harness.sandbox.summary();
  return { screenings: screeningsDone, companiesScreenedAgain: screenedAgain.companies };
}

/** Waits until the service has done so many more screenings. */
async function moreScreened(since: number, count: number): Promise<void> {
  while ((await paid()).screenings < since + count) await pause(10);
}

const keysOf = (companies: RegisteredCompany[]): string[] => companies.map(({ key }) => key).sort();

describe('n8n is killed', () => {
  test(
    'twice in a list of 600: it goes on by itself, and no company is lost, paid for twice or wrongly clear',
    async () => {
      await newList(manyCompanies(600));
      await register.begin();
      for (const part of [0, 1]) {
        await moreScreened(0, 250 * part + 30 + Math.floor(random() * 180));
        await pause(random() * 500);
        await register.kill();
        await register.restart();
      }
      const summary = await register.ended();

      const { inState, seenNotStored, screenedUnder } = await accounts();
      const undecided = inState('undecided');
      expect(inState('answered').length + undecided.length).toBe(600);
      expect((await paid()).companiesScreenedAgain).toBe(0);
      // All that the service saw and the register has no answer of, and at most the rest of the batches under way.
      for (const company of seenNotStored) expect(company.state).toBe('undecided');
      expect(undecided.length).toBeLessThanOrEqual(2 * batch);
      expect(summary).toMatchObject({
        Companies: '600',
        'With a verdict': String(inState('answered').filter(({ outcome }) => outcome !== 'review').length),
        'A person decides': String(undecided.length),
        'Still due': '0',
      });

      const list = new Map((await register.personDecides()).map((row) => [row['Key'], row]));
      expect([...list.keys()].sort()).toEqual(keysOf(undecided));
      for (const company of seenNotStored)
        expect(screenedUnder(company)).toEqual([list.get(company.key)?.['Reference ID']]);
      for (const row of list.values()) expect(row['Sent at']).toMatch(/^\d{4}-\d\d-\d\dT/);
    },
    longTestMs,
  );

  test(
    '"Send these again" pays again for exactly those',
    async () => {
      const { inState, seenNotStored } = await accounts();
      const before = await paid();
      await register.save({ 'Send these again': true });
      await expect(register.run()).resolves.toMatchObject({ status: 'success', error: undefined });
      expect(await paid()).toEqual({
        screenings: before.screenings + inState('undecided').length,
        companiesScreenedAgain: seenNotStored.length,
      });
      expect((await accounts()).inState('answered')).toHaveLength(600);
    },
    longTestMs,
  );
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

  test(
    'a refused subscription key stops everything, and nothing is lost',
    async () => {
      await newList(manyCompanies(150, 'Refused'));
      const { sandbox } = register.harness;
      const before = await paid();
      await sandbox.settings({ rejectSubscriptionKey: true });
      const run = await register.run();
      expect(run.status).toBe('error');
      expect(run.error?.message).toMatch(/Subscription Key.*still due/s);
      const { inState } = await accounts();
      expect(inState('due')).toHaveLength(150);
      expect(inState('due').filter(({ problem }) => problem !== '')).toHaveLength(batch);
      expect(await paid()).toEqual(before);

      await sandbox.settings({ rejectSubscriptionKey: false });
      await expect(register.run()).resolves.toMatchObject({ status: 'success' });
      expect((await accounts()).inState('due')).toEqual([]);
      expect(await paid()).toEqual({ ...before, screenings: before.screenings + 150 });
    },
    longTestMs,
  );

  test('a company that was not sent is due again; one that may have been charged is for a person', async () => {
    await newList(
      Object.fromEntries(
        ['Lost Line', 'Broken Gateway', 'Bad Request', 'Ordinary'].map((name) => [name, name]),
      ),
    );
    const { sandbox } = register.harness;
    await sandbox.faults([
      { on: 'screening', match: 'Lost Line', fault: { kind: 'resetAfter' } },
      { on: 'screening', match: 'Broken Gateway', fault: { kind: 'status', status: 500 } },
      { on: 'screening', match: 'Bad Request', fault: { kind: 'status', status: 400 } },
    ]);
    await expect(register.run()).resolves.toMatchObject({ status: 'success' });
    const stateOf = async (name: string): Promise<string | undefined> =>
      (await accounts()).companies.find(({ key }) => key === name)?.state;
    const listed = (await register.personDecides()).map((row) => row['Key']);
    for (const name of ['Lost Line', 'Broken Gateway']) {
      expect(await stateOf(name)).toBe('undecided');
      expect(listed).toContain(name);
    }
    expect(await stateOf('Ordinary')).toBe('answered');
    expect(await stateOf('Bad Request')).toBe('due');

    await sandbox.faults([]);
    const before = await paid();
    await register.run();
    expect(await stateOf('Bad Request')).toBe('answered');
    expect(await stateOf('Lost Line')).toBe('undecided');
    expect(await paid()).toEqual({ ...before, screenings: before.screenings + 1 });
  });

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
});
