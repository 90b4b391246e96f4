// Two halves of a batch are under way at the same time: what happens to one of them while the register stores the other.
import {
  equal,
  RegisterFailure,
  TABLE_NAMES,
  type Statement,
  type StoredRow,
  type Tables,
} from '../../../nodes/CompanyScreening/register/port/tables';
import { claimRow, DONE } from '../../../nodes/CompanyScreening/register/rows/claimRows';
import { companyHash, type ListedCompany } from '../../../nodes/CompanyScreening/register/rows/identity';
import type { CompanyResult } from '../../../nodes/CompanyScreening/register/companies/companyResult';
import { toDeliver } from '../../../nodes/CompanyScreening/register/companies/undelivered';
import type { BatchResult, SentResult } from '../../../nodes/CompanyScreening/register/protocol/messages';
import {
  beginRun,
  type RegisterPorts,
  type RegisterSession,
  type RegisterCommand,
} from '../../../nodes/CompanyScreening/register/protocol/register';
import { forget } from '../../../nodes/CompanyScreening/register/removal/forget';
import { answerRow } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import { aCompany, anAnswer } from './anAnswer';
import { aDecision } from './decisions/aDecision';
import { cleared, portsOn, settingsWith, wanted } from './aList';
import { isInsert, MemoryTables, rowsOf } from './memoryTables';

/** The first four are a whole batch, and then go halves. */
const LIST = ['W', 'X', 'Y', 'Z', 'A', 'B', 'C', 'D', 'E', 'F'].map((name) => wanted(aCompany(name)));

const cameBack = (companies: readonly ListedCompany[]): BatchResult => ({
  results: companies.map(cleared),
  companyMs: 0,
});
const notSent = ({ hash }: ListedCompany): SentResult => ({ is: 'notCharged', company: hash });

/** Tables whose calls fail while `refuses` says so. */
class Refusing implements Tables {
  refuses: (statements: readonly Statement[]) => boolean = () => false;
  /** What was started without waiting. */
  readonly lastResort: Statement[] = [];

  constructor(private readonly tables: Tables) {}

  run(statements: readonly Statement[]): Promise<StoredRow[][]> {
    if (this.refuses(statements)) return Promise.reject(new RegisterFailure('busy', 'It is busy.', 'Wait.'));
    return this.tables.run(statements);
  }

  runWithoutWaiting(statements: readonly Statement[]): void {
    this.lastResort.push(...statements);
  }
}

const storesAnswers = (statements: readonly Statement[]) => isInsert(statements, 'answers');

let over = new AbortController();
// A run that a test leaves in the middle would go on beating.
afterEach(() => {
  over.abort();
  over = new AbortController();
});

const START_MS = Date.parse('2026-01-01T00:00:00.000Z');

/** Time passes only while the run sleeps, and then at once. */
function begin(tables: Tables, more: Partial<RegisterPorts> = {}): Promise<RegisterSession> {
  let now = 0;
  const { signal } = over;
  const ports = portsOn(tables, {
    now: () => now,
    wallClock: () => START_MS + now,
    sleep: async (ms) => {
      await new Promise((resolve) => setImmediate(resolve));
      now += ms;
      return true;
    },
    isStopped: () => signal.aborted,
    ...more,
  });
  const settings = settingsWith(4);
  return beginRun(ports, settings, LIST);
}

function toSend(turn: RegisterCommand): ListedCompany[] {
  if (turn.is !== 'send') throw new Error(`The turn is ${turn.is}.`);
  return turn.companies;
}
const keysOf = (companies: readonly ListedCompany[]) => companies.map(({ company }) => company.key).join('');
const saidBy = (concluded: readonly CompanyResult[]) =>
  concluded.map((one) => {
    const key = LIST.find(({ hash }) => hash === one.company)?.company.key ?? '';
    return `${key} ${one.is === 'answer' && !one.stored ? 'not stored' : one.is}`;
  });

/** A run whose first batch took its time, and the two halves that are then under way. */
async function overlapping(
  tables: Tables,
  more?: Partial<RegisterPorts>,
): Promise<{ run: RegisterSession; first: ListedCompany[]; second: ListedCompany[] }> {
  const run = await begin(tables, more);
  const whole = toSend(await run.first());
  const first = toSend(await run.next(cameBack(whole)));
  const second = toSend(await run.next(null));
  expect([whole, first, second].map(keysOf)).toEqual(['WXYZ', 'AB', 'CD']);
  return { run, first, second };
}

/** Ends the run, so that it does not go on beating. */
async function end(run: RegisterSession, underWay: ListedCompany[][]): Promise<string[]> {
  const said: string[] = [];
  for (let turn = await run.stop(null); ; turn = await run.stop((underWay.shift() ?? []).map(cleared))) {
    said.push(...saidBy(turn.concluded));
    if (turn.is !== 'wait') return said;
  }
}

test('while one half is sent, the other may be sent, and a third one only when the first has come back', async () => {
  const { run, first, second } = await overlapping(new MemoryTables('sqlite'));
  expect(await run.next(null)).toMatchObject({ is: 'wait', failing: null, concluded: [] });

  const third = await run.next(cameBack(first));
  expect(keysOf(toSend(third))).toBe('EF');
  expect(saidBy(third.concluded)).toEqual(['A answer', 'B answer']);
  expect(await end(run, [second, toSend(third)])).toEqual(['C answer', 'D answer', 'E answer', 'F answer']);
});

test('the half that is back first is stored first, and another one is sent while the older one is still waited for', async () => {
  const { run, first, second } = await overlapping(new MemoryTables('sqlite'));
  const third = await run.next(cameBack(second));
  expect(saidBy(third.concluded)).toEqual(['C answer', 'D answer']);
  expect(keysOf(toSend(third))).toBe('EF');
  const last = await run.next(cameBack(first));
  expect(saidBy(last.concluded)).toEqual(['A answer', 'B answer']);
  expect(await end(run, [toSend(third)])).toEqual(['E answer', 'F answer']);
});

test('after a call that failed, no request begins until it has been carried out', async () => {
  const tables = new Refusing(new MemoryTables('sqlite'));
  const { run, first, second } = await overlapping(tables);
  tables.refuses = storesAnswers;
  const storing = run.next(cameBack(first));
  let permission: 'not yet' | Awaited<ReturnType<RegisterSession['permitSending']>> = 'not yet';
  await new Promise((resolve) => setImmediate(resolve));
  const asked = run.permitSending().then((answer) => (permission = answer));
  await new Promise((resolve) => setImmediate(resolve));
  expect(permission).toBe('not yet');

  tables.refuses = () => false;
  const third = toSend(await storing);
  await asked;
  expect(permission).toEqual({ is: 'yes' });
  await end(run, [second, third]);
});

test('if answers cannot be stored, no request begins, and what was under way comes out as not stored with the rest', async () => {
  const tables = new Refusing(new MemoryTables('sqlite'));
  const { run, first, second } = await overlapping(tables);
  tables.refuses = storesAnswers;
  const failing = { why: { is: 'notStored' } };
  expect(await run.next(cameBack(first))).toMatchObject({ is: 'wait', failing, concluded: [] });
  expect(await run.permitSending()).toEqual({ is: 'over' });
  expect(tables.lastResort).toEqual([]);

  const last = await run.stop(second.map((one, place) => (place === 0 ? cleared(one) : notSent(one))));
  expect(last).toMatchObject({ is: 'over', failing });
  expect(saidBy(last.concluded)).toEqual([
    'D notCharged',
    'A not stored',
    'B not stored',
    'C not stored',
    'E notCharged',
    'F notCharged',
  ]);
  const rows = tables.lastResort.flatMap((each) =>
    each.do === 'insert' && each.table === 'answers' ? each.rows : [],
  );
  expect(rows.map((row) => row['company'])).toEqual(
    [...first, ...second.slice(0, 1)].map(({ hash }) => hash),
  );
});

async function forgetA(tables: Tables): Promise<void> {
  const by = { reason: 'Request 4711', removedBy: 'u-1', removedByAddress: 'ann@company.example' };
  const world = { uuid: () => 'removal', nowMs: START_MS, sleep: () => Promise.resolve() };
  expect(await forget(tables, { key: 'A', by, evenIfOpen: true }, world)).toMatchObject({ is: 'forgotten' });
}

test('of a company that is forgotten while it is on its way, nothing stays, although the run that was taken for dead lives', async () => {
  const tables = new MemoryTables('sqlite');
  const { run, first, second } = await overlapping(tables);
  await forgetA(tables);

  expect((await run.next(cameBack(first))).is).toBe('wait');
  const turn = await run.next(cameBack(second));
  expect(saidBy(turn.concluded)).toEqual(['A not stored', 'B answer', 'C answer', 'D answer']);
  expect(await end(run, [toSend(turn)])).toEqual(['E answer', 'F answer']);
  const hash = companyHash(aCompany('A'));
  const rows = await Promise.all(TABLE_NAMES.map((table) => rowsOf(tables, table)));
  expect(rows.flat().filter((row) => JSON.stringify(row).includes(hash))).toEqual([]);
});

test('of a company that is forgotten on its way and gets no answer, no report names the hash', async () => {
  const tables = new MemoryTables('sqlite');
  const { run, first, second } = await overlapping(tables);
  await forgetA(tables);

  const { results, ...pace } = cameBack(first);
  const [a, ...others] = results;
  const unanswered: SentResult = { is: 'unanswered', company: a?.company ?? '', sentAt: '' };
  await run.next({ results: [unanswered, ...others], ...pace });
  const turn = await run.next(cameBack(second));
  await end(run, [toSend(turn)]);
  const { concluded } = turn;
  const screened = concluded.flatMap((one) => (one.is === 'notCharged' ? [] : [one]));
  expect(screened).toContainEqual(
    expect.objectContaining({ is: 'withoutVerdict', doubt: 'noAnswer', stored: false }),
  );
  expect(screened.flatMap(toDeliver)).toEqual([]);
});

test.each([
  ['while it is under way, to a claim with a company to be sent yet', ['C', 'E'], 'first', ''],
  ['while it is under way, to a claim of it alone', ['C'], 'first', ''],
  ['just before it is stored, to a claim of it alone', ['C'], 'second', ''],
  ['of a run whose control had failed', ['C'], 'first', 'controlFailed'],
])(
  'an answer follows what was known when it was asked for: a decision counts once, and a hit that comes late is seen, %s',
  async (_, names, before, reason) => {
    const tables = new MemoryTables('sqlite');
    const lost = names.map((name) => wanted(aCompany(name)));
    await tables.insert('runs', deadRun);
    await tables.insert('claims', claimOf(lost));
    for (const { hash } of lost)
      await tables.insert(
        'decisions',
        aDecision('sendAgain', { company: hash, claimId: 'late', hitFingerprint: '' }),
      );
    const { run, first, second } = await overlapping(tables);

    // The dead run lives, and its answer to C is a hit.
    const answerLate = async () => {
      const late = anAnswer(aCompany('C'), 'late', { outcome: 'hit', reason, runId: 'dead' });
      await tables.insert('answers', answerRow(late));
      await tables.change('claims', DONE, equal('mark', 'late'));
    };
    if (before === 'first') await answerLate();
    const last = toSend(await run.next(cameBack(first)));
    if (before === 'second') await answerLate();
    const turn = await run.next(cameBack(second));
    const answer = { outcome: 'clear', replacesClaims: ['late'] };
    expect(turn.concluded).toMatchObject([
      { is: 'answer', company: companyHash(aCompany('C')), answer, doubt: 'contradiction' },
      { is: 'answer', doubt: null },
    ]);
    await end(run, [last]);

    const again = await begin(tables);
    // A control that is found sends again what a failed one left in doubt.
    expect(again.toSend.companies).toBe(reason === '' ? 0 : 1);
    await again.stop(null);
  },
);

const deadRun = {
  run: 'dead',
  state: 'presumedDead',
  beat: '0',
  beatAt: '2026-01-01T00:00:00.000Z',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '',
};
const claimOf = (companies: readonly ListedCompany[]) =>
  claimRow({
    claimId: 'late',
    runId: 'dead',
    companies: companies.map(({ hash }) => hash),
    referenceIds: Object.fromEntries(companies.map(({ hash }) => [hash, 'r'])),
    requests: {},
    claimedAt: '2026-01-01T00:00:00.000Z',
  });
