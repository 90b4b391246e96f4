// Night after night on two registers, one of which closes its books and is pruned: whatever comes out of one comes out of the other.
// Companies are forgotten in both.
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
import { forget } from '../../../../nodes/CompanyScreening/register/removal/forget';
import { prune } from '../../../../nodes/CompanyScreening/register/removal/prune';
import { readArchive, repeatsIn } from '../../../../nodes/CompanyScreening/register/rows/archiveRows';
import { givenRows, readerHash, toldRow } from '../../../../nodes/CompanyScreening/register/rows/reportRows';
import type { Statement, StoredRow, Tables } from '../../../../nodes/CompanyScreening/register/tables';
import { drawSeed, randomNumbers } from '../../../support/random';
import { aCompany } from '../anAnswer';
import { portsOn, wanted } from '../aList';
import { MemoryTables } from '../memoryTables';
import { aHit } from '../night';
import { killedAfterStoring } from '../playedNights';

const DAY_MS = 24 * 60 * 60 * 1000;
const START_MS = Date.parse('2026-01-01T02:00:00.000Z');
const NIGHTS = Number(process.env['NIGHTS'] ?? 12);
const nightMs = (number: number): number => START_MS + number * DAY_MS;
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
  deleted: Deleted;
}

/** What is deleted on purpose when the night is over, and after how many statements that is killed before it is run again. */
interface Deleted {
  /** What is older than this night (ISO 8601). */
  before: string | null;
  /** The key of a company. */
  key: string | null;
  killedAfter: number;
}

const SEED = drawSeed('NIGHTS_SEED');
test('a register that closes its books and is pruned says in every night what one says that is neither', async () => {
  const seed = SEED;
  const random = randomNumbers(seed);
  const [closing, open] = [new Register(true), new Register(false)];
  const ids: string[] = [];
  const letters = new Map<string, string>();
  let prunedBefore = '';
  for (let number = 0; number < NIGHTS; number++) {
    const night = nightOf(number, { random, ids, letters });
    // A hit that comes back is new where its old answers are gone.
    const said = (by: unknown) => ({ seed, number, said: plain(by, prunedBefore !== '') });
    expect(said(await closing.night(night))).toEqual(said(await open.night(night)));
    prunedBefore = [prunedBefore, night.deleted.before ?? ''].sort().at(-1) ?? '';
  }
  expect(closing.closed).toBeGreaterThan(100);
  const [archived, left, all] = [await closing.repeats(), await closing.answers(), await open.answers()];
  expect(left.length).toBeLessThan(all.length);
  const present = new Set([...archived, ...left]);
  const { screenings, problems } = await closing.history();
  const ever = await open.history();
  expect({ seed, problems, ofOpen: ever.problems }).toEqual({ seed, problems: [], ofOpen: [] });
  expect(ever.screenings).toHaveLength(all.length);
  expect(screenings).toEqual(ever.screenings.filter(({ answer }) => present.has(answer)));
  const pruned = ever.screenings.filter(({ answer }) => !present.has(answer));
  expect(pruned.filter(({ screenedAt }) => screenedAt >= prunedBefore)).toEqual([]);
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
    const screenedAt = new Date(nightMs(number) + Math.floor(random() * 60_000)).toISOString();
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
    deleted: {
      before: random() < 0.25 ? new Date(nightMs(Math.floor(random() * (number + 1)))).toISOString() : null,
      key: random() < 0.25 ? from(COMPANIES as [ListedCompany]).company.key : null,
      killedAfter: random() < 0.5 ? Infinity : Math.floor(random() * 20),
    },
  };
}

class Register {
  private readonly inner = new MemoryTables('sqlite');
  private killedAfter = Infinity;
  /** So many repeats have left the table. */
  closed = 0;

  constructor(private readonly closes: boolean) {}

  private readonly tables: Tables = {
    run: async (statements) => {
      const isClosing = statements.some(({ do: what, table }) => what === 'insert' && table === 'archive');
      if (!isClosing) return await this.inner.run(statements);
      const before = (await this.answers()).length;
      await this.inner.run(this.closes ? statements.slice(0, this.killedAfter) : []);
      this.closed += before - (await this.answers()).length;
      if (this.closes && this.killedAfter >= statements.length) return [];
      throw new Error('n8n was killed.');
    },
    runWithoutWaiting: () => undefined,
  };

  /** What comes out in that night, and what Get Many says afterwards. */
  async night(night: Night) {
    const { number, readers, decided } = night;
    const nowMs = nightMs(number);
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
    const companies = await this.companies(nowMs);
    const cases = companies.flatMap((one) => one.cases);
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
    await this.delete(night.deleted, nowMs + 3_600_000, uuid);
    return { settled, companies, recorded };
  }

  private async companies(nowMs: number) {
    const every = everyCompany(await this.inner.run(READING_EVERYTHING), nowMs);
    if (!('companies' in every)) throw new Error('A row cannot be read.');
    expect(every.chain.problems).toEqual([]);
    return every.companies.toSorted((one, other) => (one.company < other.company ? -1 : 1));
  }

  /** Only what is closed is pruned. Nobody else says anything else afterwards. */
  private async delete(
    { before, key, killedAfter }: Deleted,
    nowMs: number,
    uuid: () => string,
  ): Promise<void> {
    const by = { reason: 'Over', removedBy: 'u-1', removedByAddress: 'ann@company.example' };
    const world = { uuid, nowMs };
    const deleting = async (work: (tables: Tables) => Promise<{ is: string }>) => {
      if (this.closes && killedAfter < Infinity)
        await work(killedAfterStoring(this.inner, killedAfter)).catch(() => undefined);
      return (await work(this.inner)).is;
    };
    const others = async () =>
      plain((await this.companies(nowMs)).filter((one) => one.company !== hashOf(key)));
    const said = await others();
    if (before !== null && this.closes)
      expect(await deleting((tables) => prune(tables, { before, givenUp: [], by }, world))).toBe('pruned');
    if (key !== null)
      expect(await deleting((tables) => forget(tables, { key, by, evenIfOpen: true }, world))).toMatch(
        /^(forgotten|unknown)$/,
      );
    expect(await others()).toEqual(said);
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

const hashOf = (key: string | null): string | undefined =>
  COMPANIES.find(({ company }) => company.key === key)?.hash;

/** Without what only says which repeats and decisions are still there. */
function plain(value: unknown, isAgainNew = false): unknown {
  const text = JSON.stringify({ value }, (key, one: unknown) => {
    if (['chain', 'follows', 'seal'].includes(key)) return undefined;
    if (isAgainNew && one === 'listedAgain') return 'new';
    return one instanceof Map || one instanceof Set ? [...(one as Iterable<unknown>)] : one;
  });
  return JSON.parse(text);
}
