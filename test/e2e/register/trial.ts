// What the tests of both registers share, the one in data tables and the one in Postgres: what they count, and the tests
// that are the same for both.
import { pause } from '../../support/processes';
import { until } from '../../support/waiting';
import type { RegisteredCompany } from '../../support/register';
import { story } from '../story';
import { manyCompanies, settle, type Accounts } from './accounts';
import type { Register } from './registerInN8n';

/** A register under test, and what its tests count. */
export interface Trial<Row> {
  /** It has started when the first test begins. */
  register: () => Register<Row>;
  /** Begins a test: an empty register, whose counts are at zero. */
  reset: () => Promise<void>;
  /** All companies that the test has added, by their keys. */
  expected: Record<string, string>;
  newList: (companies: Record<string, string>) => Promise<void>;
  accounts: () => Promise<Accounts<Row>>;
  /** What was paid for, as the service counts it. */
  paid: () => Promise<{ screenings: number; companiesScreenedAgain: number }>;
  /** Waits until the service has done so many more screenings, and a little longer. */
  moreScreened: (since: number, count: number, andThenMs?: number) => Promise<void>;
  /** The same, and takes the steps while that batch is under way, however long they take. The service is quick again afterwards. */
  duringBatch: <T>(since: number, count: number, steps: () => Promise<T>) => Promise<T>;
}

export const longTestMs = 6 * 60_000;
export const batch = 100;
/** With this latency, a batch lasts for most of a minute. */
const slowMs = 2_000;

export function trialOf<Row extends RegisteredCompany>(register: () => Register<Row>): Trial<Row> {
  const expected: Record<string, string> = {};
  const paid: Trial<Row>['paid'] = async () => {
    const { screeningsDone, screenedAgain } = await register().harness.sandbox.summary();
    return { screenings: screeningsDone, companiesScreenedAgain: screenedAgain.companies };
  };
  const moreScreened: Trial<Row>['moreScreened'] = async (since, count, andThenMs = 0) => {
    const isScreened = async () => (await paid()).screenings >= since + count;
    await until(`${count} more were screened`, isScreened, { everyMs: 10, withinMs: longTestMs });
    await pause(andThenMs);
  };
  return {
    register,
    reset: async () => {
      for (const key of Object.keys(expected)) Reflect.deleteProperty(expected, key);
      await register().reset();
    },
    expected,
    newList: async (companies) => {
      Object.assign(expected, companies);
      await register().writeList(companies);
    },
    accounts: () =>
      settle({ companies: register().companies, sandbox: register().harness.sandbox }, expected),
    paid,
    moreScreened,
    duringBatch: async (since, count, steps) => {
      const { sandbox } = register().harness;
      await moreScreened(since, count);
      await sandbox.settings({ latencyMs: slowMs });
      const result = await steps();
      await sandbox.settings({ latencyMs: 0 });
      return result;
    },
  };
}

/** The keys of the companies, in order. */
export const keysOf = (companies: Pick<RegisteredCompany, 'key'>[]): string[] =>
  companies.map(({ key }) => key).sort();

/** The person's list is that of the register, and has the reference ids that the service knows. */
async function expectPersonsList<Row extends RegisteredCompany>({
  register,
  accounts,
}: Trial<Row>): Promise<void> {
  const { inState, seenNotStored, screenedUnder } = await accounts();
  const list = new Map((await register().personDecides()).map((row) => [row['Key'], row]));
  expect([...list.keys()].sort()).toEqual(keysOf(inState('undecided')));
  for (const company of seenNotStored)
    expect(screenedUnder(company)).toEqual([list.get(company.key)?.['Reference ID']]);
  for (const row of list.values()) expect(row['Sent at']).toMatch(/^\d{4}-\d\d-\d\dT/);
}

/** When n8n is killed: after so many screenings, and then a little later. */
interface Moment {
  screenings: number;
  andThenMs: number;
}

/** n8n is killed at these moments, in one list; a person then decides about what that left open. */
export function testKills<Row extends RegisteredCompany>(
  trial: Trial<Row>,
  when: string,
  count: number,
  moments: Moment[],
): void {
  const { register, newList, accounts, paid, moreScreened } = trial;

  story(`n8n is killed ${when}: no company is lost, paid for twice or wrongly clear`, (step) => {
    step('the register goes on by itself', async () => {
      await register().harness.sandbox.settings({ latencyMs: 40 });
      await newList(manyCompanies(count));
      await register().begin();
      for (const { screenings, andThenMs } of moments) {
        await moreScreened(0, screenings, andThenMs);
        await register().kill();
        await register().restart();
      }
      const summary = await register().ended();

      const { inState, seenNotStored } = await accounts();
      const undecided = inState('undecided');
      expect(inState('answered').length + undecided.length).toBe(count);
      expect((await paid()).companiesScreenedAgain).toBe(0);
      // All that the service saw and the register has no answer of, and at most the rest of the batch that was under way.
      for (const company of seenNotStored) expect(company.state).toBe('undecided');
      expect(undecided.length).toBeLessThanOrEqual(moments.length * batch);
      expect(summary).toMatchObject({
        Companies: String(count),
        'With a verdict': String(inState('answered').filter(({ outcome }) => outcome !== 'review').length),
        'A person decides': String(undecided.length),
        'Still due': '0',
      });
      process.stderr.write(
        `The service had screened ${String(seenNotStored.length)} of the ${String(undecided.length)} companies on the person's list.\n`,
      );
    });

    step('the person finds each of them with the reference id that the service knows', () =>
      expectPersonsList(trial),
    );

    step('"Send these again" pays again for exactly those', async () => {
      const { inState, seenNotStored } = await accounts();
      const before = await paid();
      await register().save({ 'Send these again': true });
      await expect(register().run()).resolves.toMatchObject({ status: 'success', error: undefined });
      expect(await paid()).toEqual({
        screenings: before.screenings + inState('undecided').length,
        companiesScreenedAgain: seenNotStored.length,
      });
      expect((await accounts()).inState('answered')).toHaveLength(count);
    });

    step('every hit is stored as often as the service gave it', async () => {
      const { inState } = await accounts();
      const hits = await register().hits();
      for (const { referenceId, totalHits } of inState('answered'))
        expect(hits.filter((hit) => hit.referenceId === referenceId)).toHaveLength(totalHits ?? 0);
    });
  });
}

export function testFailures<Row extends RegisteredCompany>(trial: Trial<Row>): void {
  const { register, newList, accounts, paid } = trial;

  test(
    'a refused subscription key stops everything, and nothing is lost',
    async () => {
      await newList(manyCompanies(batch + 20, 'Refused'));
      const { sandbox } = register().harness;
      await sandbox.settings({ rejectSubscriptionKey: true });
      const run = await register().run();
      expect(run.status).toBe('error');
      expect(run.error?.message).toMatch(/Subscription Key.*still due/s);
      const { inState } = await accounts();
      expect(inState('due')).toHaveLength(batch + 20);
      // One batch of requests is refused, not both.
      expect(inState('due').filter(({ problem }) => problem !== '')).toHaveLength(batch);

      await sandbox.settings({ rejectSubscriptionKey: false });
      await expect(register().run()).resolves.toMatchObject({ status: 'success' });
      expect((await accounts()).inState('due')).toEqual([]);
      expect(await paid()).toEqual({ screenings: batch + 20, companiesScreenedAgain: 0 });
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
      const { sandbox } = register().harness;
      await sandbox.faults([
        { on: 'screening', match: 'Lost Line', fault: { kind: 'resetAfter' } },
        { on: 'screening', match: 'Broken Gateway', fault: { kind: 'status', status: 500 } },
        { on: 'screening', match: 'Bad Request', fault: { kind: 'status', status: 400 } },
      ]);
      const of = (name: string, companies: Row[]): string[] =>
        keysOf(companies.filter(({ key }) => key.startsWith(name)));
      await expect(register().run()).resolves.toMatchObject({ status: 'success' });
      const first = await accounts();
      for (const name of ['Lost Line', 'Broken Gateway'])
        expect(of(name, first.inState('undecided'))).toHaveLength(3);
      expect(of('Bad Request', first.inState('due'))).toHaveLength(3);
      expect(of('Ordinary', first.inState('answered'))).toHaveLength(3);
      await expectPersonsList(trial);

      await sandbox.faults([]);
      const before = await paid();
      await register().run();
      const second = await accounts();
      expect(of('Bad Request', second.inState('answered'))).toHaveLength(3);
      expect(keysOf(second.inState('undecided'))).toEqual(keysOf(first.inState('undecided')));
      expect(await paid()).toEqual({ ...before, screenings: before.screenings + 3 });
    },
    longTestMs,
  );
}
