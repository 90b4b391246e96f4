// Night after night on two registers, one of which never closes its books: whatever comes out of one comes out of the other.
import { historyOf } from '../../../../nodes/CompanyScreening/register/archive/pastScreenings';
import { storeDecision } from '../../../../nodes/CompanyScreening/register/decisions/record';
import { readCaseId } from '../../../../nodes/CompanyScreening/register/decisions/caseId';
import { everyCompany, READING_EVERYTHING } from '../../../../nodes/CompanyScreening/register/everyCompany';
import type {
  CompanyResult,
  ListedCompany,
  RunSettings,
  Settlement,
} from '../../../../nodes/CompanyScreening/register/messages';
import { beginRun, TIMES } from '../../../../nodes/CompanyScreening/register/register';
import { readArchive, repeatsIn } from '../../../../nodes/CompanyScreening/register/rows/archiveRows';
import { givenRows, readerHash, toldRow } from '../../../../nodes/CompanyScreening/register/rows/reportRows';
import type { Statement, StoredRow, Tables } from '../../../../nodes/CompanyScreening/register/tables';
import { drawSeed, randomNumbers } from '../../../support/random';
import { aCompany } from '../anAnswer';
import { portsOn, wanted } from '../aList';
import { MemoryTables } from '../memoryTables';
import { aHit } from '../night';

const DAY_MS = 24 * 60 * 60 * 1000;
const START_MS = Date.parse('2026-01-01T02:00:00.000Z');
const NIGHTS = Number(process.env['NIGHTS'] ?? 9);
/** So many that a closing is worth it every few nights. */
const COMPANIES = Array.from({ length: 40 }, (_, number) => {
  const company = aCompany(`Company ${number}`);
  return wanted(number % 10 === 0 ? { ...company, names: [`Company ${number}`, 'Other'] } : company);
});

/** The same for both registers. */
interface Night {
  number: number;
  list: ListedCompany[];
  results: ReadonlyMap<string, CompanyResult>;
  readers: string[];
  isTold: boolean;
  /** Which of the open cases is decided about, and how; by their shares. */
  decided: { of: number; as: 'confirm' | 'falsePositive' | 'sendAgain' | 'trueMatch' };
  /** After how many statements a closing is killed. */
  killedAfter: number;
}

const SEED = drawSeed('NIGHTS_SEED');
test('a register that closes its books says in every night what one says that never does', async () => {
  const seed = SEED;
  const random = randomNumbers(seed);
  const closing = new Register(true);
  const open = new Register(false);
  const ids: string[] = [];
  const letters = new Map<string, string>();
  for (let number = 0; number < NIGHTS; number++) {
    const night = nightOf(number, { random, ids, letters });
    const said = await closing.night(night);
    expect({ seed, number, ...said }).toEqual({ seed, number, ...(await open.night(night)) });
  }
  const [archived, left, all] = [await closing.repeats(), await closing.answers(), await open.answers()];
  expect(archived.length).toBeGreaterThan(100);
  expect(new Set([...archived, ...left])).toEqual(new Set(all));
  expect(left.length).toBeLessThan(all.length);
  const history = await closing.history();
  expect(history).toEqual(await open.history());
  expect(history.screenings).toHaveLength(all.length);
  expect(history.problems).toEqual([]);
});

interface Past {
  random: () => number;
  /** The screening ids so far. */
  ids: string[];
  /** The hits of each company in the night before. */
  letters: Map<string, string>;
}

function nightOf(number: number, { random, ids, letters }: Past): Night {
  const from = <One>(all: readonly [One, ...One[]]): One => all[Math.floor(random() * all.length)] ?? all[0];
  const digits = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const uuid = () => `${digits()}-${digits()}`;
  const idOf = () => {
    // The service gives out an old answer once more.
    const id = random() < 0.005 && ids.length > 0 ? from(ids as [string]) : uuid();
    ids.push(id);
    return id;
  };
  const list = COMPANIES.filter(() => random() > 0.03);
  const results = COMPANIES.map(({ hash, company }): [string, CompanyResult] => {
    const screenedAt = new Date(START_MS + number * DAY_MS + Math.floor(random() * 60_000)).toISOString();
    if (random() < 0.01) return [hash, { is: 'unanswered', company: hash, sentAt: screenedAt }];
    if (random() < 0.05) letters.set(hash, from(['', 'a', 'ab', 'b', '?', '?']));
    const found = letters.get(hash) ?? '';
    const isPending = found === '?';
    const hits = isPending ? [] : Array.from(found, aHit);
    const answer = { is: 'answered', company: hash, screenedAt, screeningId: idOf() } as const;
    const others = company.names.slice(1).map(idOf);
    const outcome = isPending ? 'review' : hits.length > 0 ? 'hit' : 'clear';
    const reason = isPending ? 'pending' : '';
    return [hash, { ...answer, otherScreeningIds: others, outcome, reason, hits, payload: null }];
  });
  return {
    ...{ number, list, results: new Map(results) },
    readers: from([[], ['Slack'], ['Slack', 'mail']]),
    isTold: random() < 0.6,
    decided: { of: random(), as: from(['sendAgain', 'trueMatch', 'falsePositive', 'confirm']) },
    killedAfter: random() < 0.7 ? Infinity : Math.floor(random() * 4),
  };
}

class Register {
  private readonly inner = new MemoryTables('sqlite');
  private killedAfter = Infinity;

  constructor(private readonly closes: boolean) {}

  private readonly tables: Tables = {
    run: async (statements) => {
      const isClosing = statements.some(({ do: what, table }) => what === 'insert' && table === 'archive');
      if (!isClosing) return await this.inner.run(statements);
      await this.inner.run(this.closes ? statements.slice(0, this.killedAfter) : []);
      if (this.closes && this.killedAfter >= statements.length) return [];
      throw new Error('n8n was killed.');
    },
    runWithoutWaiting: () => undefined,
  };

  /** What comes out in that night, and what Get Many says afterwards. */
  async night(night: Night) {
    const { number, readers, decided } = night;
    const nowMs = START_MS + number * DAY_MS;
    this.killedAfter = night.killedAfter;
    let uuids = 0;
    const uuid = () => `n${number}-${(uuids += 1)}`;
    const settled = await this.screen(night, nowMs, uuid);
    const news = settled.flatMap((one) => (one.is === 'answer' ? [one.news] : []));
    const given = news.flatMap((one) => (one.is === 'something' ? [one.given] : []));
    const report = {
      report: `r${number}`,
      readers,
      run: `night${number}`,
      at: new Date(nowMs).toISOString(),
    };
    uuids = 10_000;
    await this.insert('reports', [
      ...(readers.length > 0 ? givenRows({ ...report, list: '', uuid }, given) : []),
      ...(night.isTold ? readers.map((reader) => toldRow({ ...report, uuid }, reader)) : []),
    ]);
    const every = everyCompany(await this.inner.run(READING_EVERYTHING), nowMs);
    if (!('companies' in every)) throw new Error('A row cannot be read.');
    const cases = every.companies.flatMap((one) => one.cases);
    const found = cases[Math.floor(decided.of * cases.length)];
    const seen = found && readCaseId(found.caseId);
    const by = { decidedBy: `person ${number}`, decidedByAddress: `${number}@company.example` };
    const recorded =
      number % 3 === 0 &&
      seen &&
      (await storeDecision(
        this.inner,
        { seen, decided: decided.as, reason: 'known', ...by },
        { uuid: uuid(), nowMs },
      ));
    return { settled: settled.map(plain), companies: every.companies.map(plain), recorded: plain(recorded) };
  }

  private async screen(night: Night, nowMs: number, uuid: () => string): Promise<Settlement[]> {
    const settings: RunSettings = {
      ...{ run: `night${night.number}`, batchSize: 10, startedBy: 'a test', times: TIMES },
      ...{
        due: { again: { is: 'age', ms: DAY_MS / 2 }, dateOf: String },
        readers: night.readers.map(readerHash),
      },
    };
    const clock = { now: () => nowMs, wallClock: () => nowMs };
    const run = await beginRun(portsOn(this.tables, { uuid, clock }), settings, night.list);
    const settled: Settlement[] = [];
    const underWay: ListedCompany[][] = [];
    for (let turn = await run.first(); ;) {
      settled.push(...turn.settled);
      if (turn.is === 'send') {
        underWay.push(turn.companies);
        turn = await run.next(null);
      } else if (turn.is === 'wait') {
        const results = (underWay.shift() ?? []).flatMap(({ hash }) => night.results.get(hash) ?? []);
        turn = await run.next({ results, tookMs: Infinity });
      } else return settled;
    }
  }

  async answers(): Promise<unknown[]> {
    return (await this.read('answers')).map((row) => row['answer']);
  }

  /** What an auditor gets of every screening. */
  async history() {
    const { screenings, problems } = await historyOf(this.inner, {
      isWanted: () => true,
      mayBeWanted: () => true,
    });
    const told = screenings.map(
      ({ answer: { answer, company, run, kind, outcome, reason, screenedAt, data } }) => {
        const { referenceId, screeningId, otherScreeningIds, hits } = data;
        return {
          ...{ answer, company, run, kind, outcome, reason, screenedAt },
          ...{ referenceId, screeningId, otherScreeningIds, hits },
        };
      },
    );
    return { screenings: told, problems };
  }

  /** The answers in the archive, each once. */
  async repeats(): Promise<string[]> {
    const rows = (await this.read('archive')).map((row) => readArchive(row));
    const packs = rows.flatMap((row) => (row?.kind === 'pack' ? [row] : []));
    return [...new Set(packs.flatMap((pack) => (repeatsIn(pack) ?? []).map(({ answer }) => answer)))];
  }

  private async read(table: Statement['table']): Promise<StoredRow[]> {
    return (await this.inner.run([{ do: 'read', table, where: [], match: 'all' }]))[0] ?? [];
  }

  private async insert(table: 'reports', rows: Extract<Statement, { do: 'insert' }>['rows']): Promise<void> {
    await this.inner.run([{ do: 'insert', table, rows }]);
  }
}

/** Without what only says which repeats are still there. */
function plain(value: unknown): unknown {
  const text = JSON.stringify({ value }, (key, one: unknown) => {
    if (key === 'follows') return undefined;
    return one instanceof Map || one instanceof Set ? [...(one as Iterable<unknown>)] : one;
  });
  return JSON.parse(text);
}
