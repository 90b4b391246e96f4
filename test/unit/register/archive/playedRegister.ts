// A register on which a random history is played: its runs step by step, side by side, and what people do behind them.
import { readCaseId } from '../../../../nodes/CompanyScreening/register/cases/cases';
import { storeDecision } from '../../../../nodes/CompanyScreening/register/decisions/record';
import { historyOf } from '../../../../nodes/CompanyScreening/register/archive/pastScreenings';
import type { ListedCompany } from '../../../../nodes/CompanyScreening/register/rows/identity';
import type { CompanyResult } from '../../../../nodes/CompanyScreening/register/companies/companyResult';
import type { SentResult } from '../../../../nodes/CompanyScreening/register/protocol/messages';
import { RULES } from '../../../../nodes/CompanyScreening/register/protocol/rules';
import {
  beginRun,
  type RegisterSession,
} from '../../../../nodes/CompanyScreening/register/protocol/register';
import { forget } from '../../../../nodes/CompanyScreening/register/removal/forget';
import { prune } from '../../../../nodes/CompanyScreening/register/removal/prune';
import { readerHash } from '../../../../nodes/CompanyScreening/register/rows/reportRows';
import {
  equal,
  type StoredRow,
  type TableName,
  type Tables,
} from '../../../../nodes/CompanyScreening/register/port/tables';
import { clockAt, portsOn, settingsWith } from '../aList';
import { REMOVED_BY, removing } from '../aRemoval';
import { isInsert, MemoryTables, rowsOf, tablesOf } from '../memoryTables';
import { aHit } from '../night';
import { killedAfterStoring, newsIn, report } from '../playedNights';
import { wholeRegisterIn } from '../wholeRegister';
import { nightMs, type Night, type PlannedRun } from './histories';

const HOUR_MS = 60 * 60 * 1000;

export class PlayedRegister {
  private readonly inner = new MemoryTables('sqlite');
  private closingKilledAfter = Infinity;
  /** So many repeats have left the table of answers. */
  closed = 0;

  /** @param closes whether it closes its books, and is pruned; if not, it keeps everything */
  constructor(private readonly closes: boolean) {}

  private readonly tables = tablesOf(async (statements) => {
    if (!isInsert(statements, 'archive')) return await this.inner.run(statements);
    const before = (await this.read('answers')).length;
    await this.inner.run(this.closes ? statements.slice(0, this.closingKilledAfter) : []);
    this.closed += before - (await this.read('answers')).length;
    if (this.closes && this.closingKilledAfter >= statements.length) return [];
    throw new Error('n8n was killed.');
  });

  /** What people see of that night, and of all companies behind it. */
  async night(night: Night) {
    const nowMs = nightMs(night.number);
    this.closingKilledAfter = night.closingKilledAfter;
    const settled = await this.screen(night);
    await this.report(night, settled);
    const recorded = await this.decide(night, nowMs);
    const { wasForgotten, wasPruned } = await this.remove(night, nowMs + HOUR_MS);
    const all = await this.everything(nowMs + 2 * HOUR_MS);
    return { wasPruned, seen: { settled, recorded, wasForgotten, ...all } };
  }

  /** What an auditor gets of every screening. */
  async history() {
    const everything = { isWanted: () => true, mayBeWanted: () => true };
    const { screenings, problems } = await historyOf(this.inner, everything);
    const told = screenings.map(({ answer: { answerId: answer, company, runId: run, data, ...said } }) => {
      const { kind, outcome, reason, screenedAt } = said;
      const { referenceId, screeningId, otherScreeningIds, hits } = data;
      const ids = { referenceId, screeningId, otherScreeningIds };
      return { answer, company, run, kind, outcome, reason, screenedAt, ...ids, hits };
    });
    return { screenings: told, problems };
  }

  async read(table: TableName): Promise<StoredRow[]> {
    return await rowsOf(this.inner, table);
  }

  /** What came out of each run. */
  private async screen(night: Night): Promise<CompanyResult[][]> {
    const asked = new Map<string, number>();
    const askFor = ({ hash }: ListedCompany) => {
      const attempt = asked.get(hash) ?? 0;
      asked.set(hash, attempt + 1);
      return night.resultOf(hash, attempt);
    };
    const clock = clockAt(nightMs(night.number));
    const played = night.runs.map(
      (planned, place) =>
        new PlayedRun(this.tables, planned, { name: `n${night.number}r${place}`, clock, askFor }),
    );
    for (let turn = 0; played.some(({ isOver }) => !isOver); turn += 1) {
      const chosen = played[(night.order[turn % night.order.length] ?? 0) % played.length];
      await (chosen?.isOver ? played.find(({ isOver }) => !isOver) : chosen)?.step();
    }
    return played.map(({ settled }) => settled);
  }

  private async report({ number, runs }: Night, settled: readonly CompanyResult[][]): Promise<void> {
    let uuids = 0;
    const uuid = () => `n${number}m${(uuids += 1)}`;
    const at = new Date(nightMs(number)).toISOString();
    for (const [place, { readers, isTold, isToldInPart }] of runs.entries()) {
      const given = newsIn(settled[place] ?? []);
      const named = isToldInPart ? given.map((one) => ({ ...one, hits: [aHit('a').fingerprint] })) : given;
      const told = isTold ? readers : [];
      const facts = { report: `n${number}report${place}`, runId: `n${number}r${place}`, at, uuid };
      await report(this.inner, { ...facts, readers, told }, named);
    }
  }

  private async decide({ number, decisions }: Night, nowMs: number): Promise<string[]> {
    const recorded: string[] = [];
    for (const [place, { of, as: decided, by }] of decisions.entries()) {
      const { companies } = await this.everything(nowMs + 1000);
      const cases = companies
        .flatMap((one) => one.cases)
        .toSorted((one, other) => (one.caseId < other.caseId ? -1 : 1));
      const seen = readCaseId(cases[Math.floor(of * cases.length)]?.caseId ?? '');
      if (!seen) continue;
      const said = { decided, reason: 'known', decidedBy: by, decidedByAddress: `${by}@company.example` };
      const world = { uuid: `n${number}d${place}`, nowMs: nowMs + 2000 };
      recorded.push((await storeDecision(this.inner, { seen, ...said }, world)).is);
    }
    return recorded;
  }

  /** Only what is closed is pruned. */
  private async remove(night: Night, nowMs: number): Promise<{ wasForgotten: boolean; wasPruned: boolean }> {
    const { number, forgotten: key, prunedBefore: before, removalKilledAfter } = night;
    let uuids = 0;
    const [by, world] = [REMOVED_BY, removing(nowMs, () => `n${number}x${(uuids += 1)}`)];
    const carryOut = async (work: (tables: Tables) => Promise<{ is: string }>) => {
      if (this.closes && removalKilledAfter < Infinity)
        await work(killedAfterStoring(this.inner, removalKilledAfter)).catch(() => undefined);
      await work(this.inner);
    };
    // Whoever removes something takes a run for dead that was killed in this night; also where nothing is removed.
    if (key !== null || before !== null)
      await this.inner.change('runs', { state: 'presumedDead' }, equal('state', 'going'));
    const forgetting = (tables: Tables) => forget(tables, { key: key ?? '', by, evenIfOpen: true }, world);
    const wasForgotten = key !== null;
    if (wasForgotten) await carryOut(forgetting);
    const pruning = (tables: Tables) => prune(tables, { before: before ?? '', givenUp: [], by }, world);
    const wasPruned = before !== null && this.closes;
    if (wasPruned) await carryOut(pruning);
    return { wasForgotten, wasPruned };
  }

  private async everything(nowMs: number) {
    const { companies, chain } = await wholeRegisterIn(this.inner, nowMs);
    const sorted = companies.toSorted((one, other) => (one.company < other.company ? -1 : 1));
    return { companies: sorted, problems: chain.problems };
  }
}

interface Surroundings {
  name: string;
  clock: ReturnType<typeof clockAt>;
  askFor: (company: ListedCompany) => SentResult | undefined;
}

/** One run, a step at a time. */
class PlayedRun {
  readonly settled: CompanyResult[] = [];
  isOver = false;
  private steps = 0;
  private run: RegisterSession | undefined;
  private turn: Awaited<ReturnType<RegisterSession['first']>> | undefined;
  private readonly underWay: ListedCompany[][] = [];

  constructor(
    private readonly tables: Tables,
    private readonly planned: PlannedRun,
    private readonly around: Surroundings,
  ) {}

  async step(): Promise<void> {
    const { isLong, killedAfter } = this.planned;
    this.steps += 1;
    if (this.steps > killedAfter) {
      this.isOver = true;
      return;
    }
    jest.spyOn(RULES, 'isLongList').mockReturnValue(isLong);
    jest.spyOn(RULES, 'isWorthArchiving').mockImplementation((count) => count > 0);
    try {
      this.turn = await this.next();
      this.settled.push(...this.turn.concluded);
      if (this.turn.is === 'send') this.underWay.push(this.turn.companies);
      this.isOver = this.turn.is === 'over';
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('killed'))) throw error;
      this.isOver = true;
    } finally {
      jest.restoreAllMocks();
    }
  }

  private async next() {
    if (!this.run || !this.turn) {
      this.run = await this.begin();
      return await this.run.first();
    }
    if (this.turn.is === 'send') return await this.run.next(null);
    const results = (this.underWay.shift() ?? []).flatMap((one) => this.around.askFor(one) ?? []);
    return await this.run.next({ results, companyMs: Infinity });
  }

  private async begin(): Promise<RegisterSession> {
    const { list, readers, isDue, batchSize, controlHolds } = this.planned;
    const { name, clock } = this.around;
    let uuids = 0;
    const ports = portsOn(this.tables, {
      uuid: () => `${name}-${(uuids += 1)}`,
      ...clock,
      // A run that is over shows no more that it lives.
      sleep: () => new Promise((resolve) => (this.isOver ? undefined : setImmediate(resolve, true))),
      controlFailed: () => !controlHolds,
      about: () => ({ control: controlHolds ? 'held' : 'failed', screenedNow: 1, reportId: '' }),
    });
    const due = isDue ? ({ again: { is: 'age', ms: 12 * HOUR_MS }, dateOf: String } as const) : null;
    const nodeHash = `node${name.at(-1) ?? ''}`;
    const settings = settingsWith(batchSize, { due, nodeHash, readers: readers.map(readerHash) });
    return await beginRun(ports, settings, list);
  }
}
