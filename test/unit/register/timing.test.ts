// Clocks and runs over the register: who is taken for dead, who shows that it lives, how long one waits, and what is too slow.
import type { CompanyHash, ListedCompany } from '../../../nodes/CompanyScreening/register/rows/identity';
import { TIMES } from '../../../nodes/CompanyScreening/register/facts/liveness';
import {
  beginRun,
  type RegisterPorts,
  type RegisterSession,
  type RegisterCommand,
} from '../../../nodes/CompanyScreening/register/protocol/register';
import type { RunSettings } from '../../../nodes/CompanyScreening/register/protocol/messages';
import { equal } from '../../../nodes/CompanyScreening/register/port/tables';
import { cleared, portsOn, screened, settingsWith, wanted } from './aList';
import { aCompany } from './anAnswer';
import { isInsert, MemoryTables, rowsOf, watched } from './memoryTables';

const [X, Y] = [wanted(aCompany('X')), wanted(aCompany('Y'))];
const START_MS = Date.parse('2026-01-01T00:00:00.000Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let tables: MemoryTables;
/** Of the machine on which all runs are. */
let nowMs: number;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
  nowMs = 0;
});

const moment = () => new Promise((resolve) => setImmediate(resolve));
/** Its timers never fire. */
const never = () => new Promise<never>(() => undefined);

function begin(
  list: readonly ListedCompany[],
  more: Partial<RegisterPorts> = {},
  by: Partial<RunSettings> = {},
): Promise<RegisterSession> {
  const clock = { now: () => nowMs, wallClock: () => START_MS + nowMs };
  const ports = portsOn(tables, { ...clock, sleep: never, ...more });
  return beginRun(ports, settingsWith(4, by), list);
}

/** Polls; `meanwhile` is told how often it has slept. Beats do not come. */
const polling = (meanwhile: (times: number) => unknown = () => undefined): Partial<RegisterPorts> => {
  let times = 0;
  return {
    sleep: async (ms) => {
      if (ms !== TIMES.poll) return never();
      await moment();
      nowMs += ms;
      times += 1;
      await meanwhile(times);
      return true;
    },
  };
};

async function sending(
  list: readonly ListedCompany[],
  more: Partial<RegisterPorts> = {},
  by: Partial<RunSettings> = {},
): Promise<RegisterSession> {
  const run = await begin(list, more, by);
  expect((await run.first()).is).toBe('send');
  return run;
}
const beat = (run: RegisterSession) => {
  const set = { beat: String(nowMs), beatAt: new Date(START_MS + nowMs).toISOString() };
  return tables.change('runs', set, equal('run', run.id));
};
const states = async () => (await rowsOf(tables, 'runs')).map(({ state }) => state);
const saidBy = ({ concluded }: RegisterCommand) =>
  concluded.map((one) => (one.is === 'withoutVerdict' ? one.doubt : one.is));

describe('a run is taken for dead', () => {
  test('after two minutes in which others look again and again, and see the same beat', async () => {
    await sending([X]);
    const waiting = await begin([X], polling());
    expect(saidBy(await waiting.first())).toEqual(['noAnswer']);
    expect(nowMs).toBeGreaterThanOrEqual(TIMES.silence);
    expect(nowMs).toBeLessThan(2 * TIMES.silence);
    expect(await states()).toEqual(['presumedDead', 'ended']);
  });

  test.each([
    ['an hour', 60 * MINUTE_MS],
    ['a weekend', 3 * DAY_MS],
  ])('not because the machine on which all of them are slept for %s', async (_, sleptMs) => {
    const other = await sending([X]);
    const waiting = await begin(
      [X],
      polling(async (times) => {
        if (times === 2) nowMs += sleptMs;
        // The other one wakes up later.
        if (times > 4) await beat(other);
        if (times === 8) await other.next({ results: [cleared(X)], companyMs: 1 });
      }),
    );
    expect(saidBy(await waiting.first())).toEqual(['answer']);
    expect(await states()).toEqual(['ended', 'ended']);
  });

  test.each([false, true])(
    'not by one that stood still and knows nothing since then; whether it has ended meanwhile: %s',
    async (hasEnded) => {
      const other = await begin([X]);
      const run = await begin([Y]);
      if (hasEnded) await other.stop(null);
      nowMs += 2 * TIMES.silence;
      await run.stop(null);
      expect(await states()).toEqual([hasEnded ? 'ended' : 'going', 'ended']);
    },
  );

  test('at once if its last beat is more than a day older than the run that looks', async () => {
    await sending([X]);
    nowMs += 2 * DAY_MS;
    const later = await begin([X]);
    expect(saidBy(await later.first())).toEqual(['noAnswer']);
  });
});

const DUE_AT_ONCE: Partial<RunSettings> = { due: { again: { is: 'age', ms: 0 }, dateOf: String } };
test.each<[string, Partial<RunSettings>, string, waitMs: number]>([
  ['is due at once', DUE_AT_ONCE, '', 0],
  ['came an hour after the run began', DUE_AT_ONCE, '', 60 * MINUTE_MS],
  ['has a control that failed, and this run has none', { hasControl: false }, 'controlFailed', 0],
])('what another run finds meanwhile is not sent again: it %s', async (_, by, reason, waitMs) => {
  const other = await sending([X]);
  const answer = polling(async () => {
    nowMs += waitMs;
    const screenedAt = new Date(START_MS + nowMs).toISOString();
    const outcome = reason === '' ? 'clear' : 'review';
    await other.next({ results: [{ ...cleared(X), screenedAt, outcome, reason }], companyMs: 1 });
  });
  expect(saidBy(await (await begin([X], answer, by)).first())).toEqual(['answer']);
});

describe('a run whose machine wakes up in the middle of a batch', () => {
  // The monotonic clock stood still meanwhile.
  let sleptMs: number;
  beforeEach(() => {
    sleptMs = 0;
  });
  const beginning = () => sending([X, Y], { wallClock: () => START_MS + nowMs + sleptMs });
  const sleep = () => (sleptMs = 8 * 60 * MINUTE_MS);

  test('sends nothing more if another run has taken it for dead', async () => {
    const run = await beginning();
    expect(await run.permitSending()).toEqual({ is: 'yes' });
    await tables.change('runs', { state: 'presumedDead' }, equal('run', run.id));
    sleep();
    expect(await run.permitSending()).toMatchObject({ is: 'no', why: { is: 'takenForDead' } });
    const notSent = [X, Y].map(({ hash }) => ({ is: 'notCharged', company: hash }) as const);
    expect(saidBy(await run.stop(notSent))).toEqual(['notCharged', 'notCharged']);
    expect(await states()).toEqual(['ended']);
  });

  test('sends nothing more if its row is gone', async () => {
    const run = await beginning();
    await tables.remove('runs');
    sleep();
    expect(await run.permitSending()).toMatchObject({ is: 'no', why: { is: 'ownRowGone' } });
    await run.stop([X, Y].map(({ hash }) => ({ is: 'notCharged', company: hash })));
  });

  test('goes on if nobody has missed it, with a new sign of life', async () => {
    const run = await beginning();
    sleep();
    expect(await run.permitSending()).toEqual({ is: 'yes' });
    const [row] = await rowsOf(tables, 'runs');
    expect(row).toMatchObject({ beatAt: new Date(START_MS + sleptMs).toISOString() });
    await run.stop([cleared(X), cleared(Y)]);
  });
});

test('a run that learns between two parts that it is taken for dead sends nothing more of the other one', async () => {
  const list = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name) => wanted(aCompany(name)));
  const run = await begin(list);
  const parts: ListedCompany[][] = [];
  for (let turn = await run.first(); parts.length < 3;) {
    if (turn.is === 'send') parts.push(turn.companies);
    const back = turn.is === 'wait' ? parts[0] : undefined;
    turn = await run.next(back ? { results: back.map(cleared), companyMs: 1_000 } : null);
  }
  const [, second = []] = parts;
  await tables.change('runs', { state: 'presumedDead' }, equal('run', run.id));
  expect((await run.next({ results: second.map(cleared), companyMs: 1_000 })).is).toBe('wait');
  expect(await run.permitSending()).toMatchObject({ is: 'no', why: { is: 'takenForDead' } });
});

test('a run that stops at an error shows that it lives while a request is under way', async () => {
  let beats = 0;
  const counted = watched(tables, ({ length }) => (beats += length === 2 ? 1 : 0));
  let [isStopped, mayGoOn] = [false, true];
  const run = await sending([X], {
    tables: counted,
    isStopped: () => isStopped,
    sleep: async (ms) => {
      await moment();
      nowMs += ms;
      return mayGoOn;
    },
  });
  isStopped = true;
  for (let turns = 0; turns < 20; turns++) await moment();
  expect(beats).toBeGreaterThan(2);

  // n8n has cancelled it, or it is over.
  mayGoOn = false;
  for (let turns = 0; turns < 5; turns++) await moment();
  const beatsThen = beats;
  for (let turns = 0; turns < 20; turns++) await moment();
  expect(beats).toBe(beatsThen);
  await run.stop([cleared(X)]);
});

test('a register that takes so long for every call that no beat is fresh sends nothing, and the run ends', async () => {
  let calls = 0;
  const slow = watched(tables, () => {
    calls += 1;
    nowMs += TIMES.freshBeat + 1;
  });
  const run = await begin([X], { tables: slow });
  const turn = await run.first();
  const failing = { why: { is: 'notStored' } };
  expect(turn).toMatchObject({ is: 'over', failing, concluded: [{ is: 'notCharged' }] });
  expect(calls).toBeLessThan(10);
});

test('a register that is slow whenever something is claimed holds up no company', async () => {
  const slow = watched(tables, (statements) => {
    if (isInsert(statements, 'claims')) nowMs += TIMES.freshBeat + 1;
  });
  const list = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => wanted(aCompany(name)));
  const ports = { now: () => nowMs, wallClock: () => START_MS + nowMs, sleep: never };
  expect((await screened(slow, list, { settings: settingsWith(1), ports })).sent.flat()).toEqual(list);
});

test('a run whose time for a sign of life came between two batches shows in the second one that it lives', async () => {
  const wakes: ((mayGoOn: boolean) => void)[] = [];
  const register = watched(tables, async (statements) => {
    if (isInsert(statements, 'claims')) wakes.at(-1)?.(true);
    await moment();
  });
  const sleep = () => new Promise<boolean>((wake) => wakes.push(wake));
  const run = await sending([X, Y], { tables: register, sleep }, { batchSize: 1 });
  expect((await run.next({ results: [cleared(X)], companyMs: Infinity })).is).toBe('send');
  expect(wakes).toHaveLength(2);
});

test('only the time counts in which a run waits for others: it may wait again after a batch that took long', async () => {
  const one = await sending([X]);
  const two = await sending([Y]);
  const run = await begin(
    [X, Y],
    polling(async (times) => {
      await beat(two);
      if (times === 1) await one.stop([{ is: 'notCharged', company: X.hash }]);
      if (times === 4) await two.next({ results: [cleared(Y)], companyMs: 1 });
    }),
  );
  expect((await run.first()).is).toBe('send');
  nowMs += TIMES.wait;
  await beat(two);
  expect((await run.next(null)).is).toBe('wait');
  const last = await run.next({ results: [cleared(X)], companyMs: TIMES.wait });
  expect([last.is, last.failing, saidBy(last)]).toEqual(['over', null, ['answer', 'answer']]);
});

test('a company that another run claims meanwhile holds up nothing behind it, and its answer is waited for', async () => {
  const list = [...['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name) => wanted(aCompany(name))), X, Y];
  const others: RegisterSession[] = [];
  const run = await begin(
    list,
    polling(async (times) => {
      for (const other of others) {
        await beat(other);
        if (times === 2) await other.next({ results: [cleared(X)], companyMs: 1 });
      }
    }),
  );
  const underWay: ListedCompany[][] = [];
  const concluded: CompanyHash[] = [];
  for (let turn = await run.first(); ;) {
    concluded.push(...turn.concluded.map(({ company }) => company));
    if (others.length === 0) others.push(await sending([X]));
    if (turn.is === 'over') break;
    if (turn.is === 'send') underWay.push(turn.companies);
    const back = turn.is === 'wait' ? underWay.shift() : undefined;
    turn = await run.next(back ? { results: back.map(cleared), companyMs: 1 } : null);
  }
  const hashes = (companies: readonly ListedCompany[]) => companies.map(({ hash }) => hash);
  expect(concluded).toEqual(hashes([...list.filter((one) => one !== X), X]));
});

test('a run waits for a living one no longer than ten minutes', async () => {
  const other = await sending([X]);
  const toldEnds = new Set<number>();
  const waiting = await begin([X], {
    ...polling(() => beat(other)),
    waits: ({ atMostMs }) => toldEnds.add(nowMs + atMostMs),
  });
  expect(saidBy(await waiting.first())).toEqual(['beingScreened']);
  expect(nowMs).toBeGreaterThanOrEqual(TIMES.wait);
  expect(nowMs).toBeLessThan(TIMES.wait + MINUTE_MS);
  expect([...toldEnds]).toEqual([TIMES.wait]);
});
