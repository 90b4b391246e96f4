// The screening register in a real n8n: what it keeps when n8n is killed, when two runs meet, and when something fails.
import { addRows, changeRows } from '../../support/n8n/dataTables';
import { pause } from '../../support/processes';
import { tables, type Company } from '../../support/register';
import { keepBooks, keysOf, manyCompanies } from './accounts';
import { drawSeed, randomNumbers } from './random';
import { startRegister, type Register } from './registerInN8n';

const installAndStartMs = 20 * 60_000;
const longTestMs = 6 * 60_000;
const batch = 100;

const random = randomNumbers(drawSeed('REGISTER_SEED'));

let register: Register;
const { expected, newList, accounts, paid } = keepBooks(() => register);

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

/** Waits until the service has done so many more screenings, and a little longer. */
async function moreScreened(since: number, count: number, andThenMs = 0): Promise<void> {
  while ((await paid()).screenings < since + count) await pause(10);
  await pause(andThenMs);
}

describe('n8n is killed', () => {
  test(
    'in each third of a list of 2,000: it goes on by itself, and no company is lost, paid for twice or wrongly clear',
    async () => {
      await newList(manyCompanies(2_000));
      await register.save();
      await register.begin();
      for (const third of [0, 1, 2]) {
        await moreScreened(0, 650 * third + 100 + Math.floor(random() * 500), random() * 1_500);
        await register.kill();
        await register.restart();
      }
      const summary = await register.ended();

      const { inState, seenNotStored } = await accounts();
      const undecided = inState('undecided');
      expect(inState('answered').length + undecided.length).toBe(2_000);
      expect((await paid()).companiesScreenedAgain).toBe(0);
      // All that the service saw and the register has no answer of, and at most the rest of the batch that was under way.
      for (const company of seenNotStored) expect(company.state).toBe('undecided');
      expect(undecided.length).toBeLessThanOrEqual(3 * batch);
      expect(summary).toMatchObject({
        Companies: '2000',
        'With a verdict': String(inState('answered').filter(({ outcome }) => outcome !== 'review').length),
        'A person decides': String(undecided.length),
        'Still due': '0',
      });
      process.stderr.write(
        `The service had screened ${String(seenNotStored.length)} of the ${String(undecided.length)} companies on the person's list.\n`,
      );
    },
    longTestMs,
  );

  test('the person finds each of them with the reference id that the service knows', async () => {
    const { inState, seenNotStored, screenedUnder } = await accounts();
    const list = new Map((await register.personDecides()).map((row) => [row['Key'], row]));
    expect([...list.keys()].sort()).toEqual(keysOf(inState('undecided')));
    for (const company of seenNotStored)
      expect(screenedUnder(company)).toEqual([list.get(company.key)?.['Reference ID']]);
    for (const row of list.values()) expect(row['Sent at']).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

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
      expect((await accounts()).inState('answered')).toHaveLength(2_000);
    },
    longTestMs,
  );

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
  test(
    'a refused subscription key stops everything, and nothing is lost',
    async () => {
      await newList(manyCompanies(250, 'Refused'));
      const { sandbox } = register.harness;
      const before = await paid();
      await sandbox.settings({ rejectSubscriptionKey: true });
      const run = await register.run();
      expect(run.status).toBe('error');
      expect(run.error?.message).toMatch(/Subscription Key.*still due/s);
      const { inState } = await accounts();
      expect(inState('due')).toHaveLength(250);
      expect(await paid()).toEqual(before);
      // One batch of requests is refused, not all three.
      expect(inState('due').filter(({ problem }) => problem !== '')).toHaveLength(batch);

      await sandbox.settings({ rejectSubscriptionKey: false });
      await expect(register.run()).resolves.toMatchObject({ status: 'success' });
      expect((await accounts()).inState('due')).toEqual([]);
      expect(await paid()).toEqual({ ...before, screenings: before.screenings + 250 });
    },
    longTestMs,
  );

  test(
    'a company that was not sent is due again; one that may have been charged is for a person',
    async () => {
      const names = ['Lost Line', 'Broken Gateway', 'Bad Request', 'Ordinary'];
      await newList(
        Object.fromEntries(
          names.flatMap((name) => [1, 2, 3].map((n) => [`${name} ${String(n)}`, `${name} ${String(n)}`])),
        ),
      );
      const { sandbox } = register.harness;
      await sandbox.faults([
        { on: 'screening', match: 'Lost Line', fault: { kind: 'resetAfter' } },
        { on: 'screening', match: 'Broken Gateway', fault: { kind: 'status', status: 500 } },
        { on: 'screening', match: 'Bad Request', fault: { kind: 'status', status: 400 } },
      ]);
      const of = (name: string, companies: Company[]): string[] =>
        keysOf(companies.filter(({ key }) => key.startsWith(name)));
      await expect(register.run()).resolves.toMatchObject({ status: 'success' });
      const first = await accounts();
      for (const name of ['Lost Line', 'Broken Gateway'])
        expect(of(name, first.inState('undecided'))).toHaveLength(3);
      expect(of('Bad Request', first.inState('due'))).toHaveLength(3);
      expect(of('Ordinary', first.inState('answered'))).toHaveLength(3);
      const listed = (await register.personDecides()).map((row) => row['Key'] ?? '');
      expect(listed.sort()).toEqual(keysOf(first.inState('undecided')));

      await sandbox.faults([]);
      const before = await paid();
      await register.run();
      const second = await accounts();
      expect(of('Bad Request', second.inState('answered'))).toHaveLength(3);
      expect(keysOf(second.inState('undecided'))).toEqual(keysOf(first.inState('undecided')));
      expect(await paid()).toEqual({ ...before, screenings: before.screenings + 3 });
    },
    longTestMs,
  );
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
