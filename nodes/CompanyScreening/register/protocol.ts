// One run of the node over the register, as a machine of states: an event goes in, the next command comes out. It touches nothing
// outside itself, so that a model can try every order of events. docs/design/register.md says why it holds.
import { judge } from './contest';
import { keyHash, screeningHash, type CompanyHash } from './identity';
import { knowingNothing, knowledgeOf, takeIn, takeInAnswer } from './knowledge';
import { isSilentForADay, presumeDead, tidyClaims, updateClaim, withoutClaim } from './liveness';
import type {
  Command,
  Event,
  Failure,
  Result,
  Returned,
  Settings,
  Settled,
  ToSend,
  Wanted,
} from './messages';
import { newsOf } from './news';
import { leftToDo, readingBack } from './recovery';
import {
  answerRow,
  CONTROL_FAILED,
  DONE,
  type Claim,
  type RunForPeople,
  type RunRow,
  type SoundAnswer,
} from './rows';
import { NO_CHANGES } from './changes';
import { changesOf, takenPlaces } from './history';
import { casesOfAnswer, settledOf, type SettledStanding } from './settled';
import { RUN_IN_DOUBT, standingOf, type Doubt, type Due, type Knowledge, type Standing } from './standing';
import type { Asked, OwnClaim, Phase, State } from './state';
import type { Condition, Read, Row, Statement, StoredRow } from './tables';
import { viewsOf } from './views';

/** What the machine takes from outside. */
export interface World {
  /** Monotonic milliseconds. */
  now(): number;
  /** Epoch milliseconds. */
  wallClock(): number;
  uuid(): string;
  /** Asked once the run is confirmed: its control, if it has one, has not failed. */
  controlHolds(): boolean;
  /** What else the row of the run says, at its beginning and at its end. Words and marks of ours only. */
  about?(): Row;
}

/** The rules on which payments depend, each a pure function. */
export const RULES = {
  judge,
  standingOf,
  leftToDo,
  tidyClaims,
  keeping,
  looking,
  doubting,
  mayWait,
  overlaps,
  partsOf,
  viewsOf,
};
export type Rules = typeof RULES;

/** The answers first, as one statement; only then is the claim closed. */
function keeping(mark: string, answers: readonly Row[], views: readonly Statement[]): Statement[] {
  // Nothing of it was sent.
  if (answers.length === 0) return [withoutClaim(mark)];
  return [{ do: 'insert', table: 'answers', rows: answers }, ...views, updateClaim(mark, DONE)];
}

/**
 * All of the claims, and after them the runs: a run that closes a claim in between is still seen to live. Also those whose control
 * has failed: what they found to be clear is not.
 */
function looking(run: string): Statement[] {
  return [
    { do: 'read', table: 'claims', where: [], match: 'all' },
    {
      do: 'read',
      table: 'runs',
      where: [equal('state', 'going'), equal('run', run), equal('control', CONTROL_FAILED)],
      match: 'any',
    },
  ];
}

/**
 * The control of a run failed when answers of the run were stored already: its own row says so, and the rows that people read.
 *
 * @param runs the ids that the run has had
 */
function doubting(runs: readonly string[]): Statement[] {
  return runs.flatMap((run) => [
    {
      do: 'update',
      table: 'runs',
      where: [equal('run', run)],
      match: 'all',
      set: { control: CONTROL_FAILED },
    },
    {
      do: 'update',
      table: 'companies',
      where: [equal('run', run), equal('outcome', 'clear')],
      match: 'all',
      set: { outcome: 'review', reason: RUN_IN_DOUBT },
    },
  ]);
}

/** For what others hold. Not while a batch is being sent: others may wait for its answers. */
function mayWait(underWay: readonly OwnClaim[]): boolean {
  return underWay.length === 0;
}

/**
 * Two halves of a batch side by side hide the calls of the register behind a service that takes longer. Where it does not, they only
 * double the calls.
 */
function overlaps({ batchMs, claimingMs }: { batchMs: number; claimingMs: number }): boolean {
  return batchMs >= claimingMs;
}

/** How many parts of a batch are under way at once at most, and how many companies a part has: a crash costs one batch. */
function partsOf(batchSize: number, isOverlapping: boolean): { atOnce: number; size: number } {
  return isOverlapping && batchSize > 1
    ? { atOnce: 2, size: Math.floor(batchSize / 2) }
    : { atOnce: 1, size: batchSize };
}

/** A statement takes no more conditions. */
const MAX_CONDITIONS = 500;
/** The answers that have ids beside the one in `screening`. */
const OF_SEVERAL_NAMES: Statement = {
  do: 'read',
  table: 'answers',
  where: [{ column: 'data', is: 'contains', value: 'otherScreenings' }],
  match: 'all',
};
const MAX_FAILURES = 5;

export class Protocol {
  constructor(
    readonly state: State,
    private readonly settings: Settings,
    private readonly world: World,
    private readonly rules: Rules = RULES,
  ) {}

  /** The only entrance: the next event, in answer to the last command. */
  handle(event: Event): Command {
    const { state } = this;
    switch (event.is) {
      case 'begin':
        state.wanted = new Map(event.companies.map((one) => [one.hash, one]));
        state.todo = [...state.wanted.keys()];
        return this.enter();
      case 'rows':
        return this.carriedOut(event.rows);
      case 'failed':
        return this.callFailed();
      case 'confirmed':
        state.isConfirmed = true;
        state.controlHolds = this.world.controlHolds();
        return this.goOn();
      case 'slept':
        return state.call ? this.readBack(state.call) : this.look();
      case 'more':
        return this.goOn();
      case 'results':
        this.pace(event);
        return this.answered(event.results);
      case 'stop':
        state.stopping = true;
        if (state.call) return this.readBack(state.call);
        return event.results ? this.answered(event.results) : this.goOn();
    }
  }

  // --- Calls ---

  private perform(phase: Phase, statements: readonly Statement[]): Command {
    const { state } = this;
    state.phase = phase;
    const all = [...state.pending, ...statements];
    state.call = { statements: all, failures: 0, step: 'carryOut', startedAtMs: 0 };
    state.pending = [];
    return this.carryOut(state.call);
  }

  private carryOut(call: NonNullable<State['call']>): Command {
    call.step = 'carryOut';
    call.startedAtMs = this.world.now();
    return { do: 'call', statements: call.statements };
  }

  private readBack(call: NonNullable<State['call']>): Command {
    call.step = 'readBack';
    const statements = readingBack(call.statements);
    return statements.length === 0 ? this.carryOut(call) : { do: 'call', statements };
  }

  private callFailed(): Command {
    const { call } = this.state;
    if (!call) throw new Error('No call is under way.');
    call.failures += 1;
    if (call.failures >= MAX_FAILURES) return this.fail({ is: 'notStored' }, call.statements);
    call.step = 'pause';
    return { do: 'sleep', ms: this.settings.times.backoff * 2 ** (call.failures - 1) };
  }

  private carriedOut(rows: readonly (readonly StoredRow[])[]): Command {
    const { state } = this;
    const { call } = state;
    if (!call) throw new Error('No call is under way.');
    if (call.step === 'readBack') {
      call.statements = this.rules.leftToDo(call.statements, rows);
      return this.carryOut(call);
    }
    state.call = null;
    if (call.statements.some(isBeat)) state.beatAtMs = Math.max(state.beatAtMs, call.startedAtMs);
    // What was to be stored is, whatever was found beside it.
    state.settled.push(...state.storing.splice(0));
    const { startedAtMs } = call;
    const span = { startedAtMs, endedAtMs: this.world.now(), gapMs: this.settings.times.gap };
    if (call.statements.some(isClaim)) state.claimingMs = span.endedAtMs - startedAtMs;
    const damaged = takeIn(state.known, call.statements, rows, span);
    if (damaged) return this.fail({ is: 'damaged', ...damaged }, []);
    return this.proceed();
  }

  private proceed(): Command {
    switch (this.state.phase) {
      case 'entering':
        return this.entered();
      case 'checkingIds':
        return this.takeStock();
      case 'looking':
      case 'fetching':
        return this.seen();
      case 'shrinking':
        return this.state.claim?.isFree === false ? this.lookLater() : this.send();
      case 'checkingResults':
        return this.keep();
      case 'ending':
        return this.clear();
      default:
        return { do: 'finish' };
    }
  }

  /** Nothing more is sent. What was paid for comes out, and its claim stays unless the last resort stores the answers. */
  private fail(why: Failure, statements: readonly Statement[]): Command {
    const { state } = this;
    state.call = null;
    state.failing = { why, statements: statements.filter((one) => one.do !== 'read' && !isClaim(one)) };
    if (state.results.length > 0) this.write(state.results.splice(0));
    this.giveBackClaim();
    return this.endFailing(state.failing);
  }

  /** What is under way is waited for, so that the last resort stores it with the rest. */
  private endFailing({ why, statements }: NonNullable<State['failing']>): Command {
    const { state } = this;
    if (state.underWay.length > 0) return this.awaitResults();
    for (const one of state.storing.splice(0)) {
      state.settled.push(one.is === 'answer' ? { ...one, stored: false } : one);
    }
    this.settleRest();
    return { do: 'fail', why, lastResort: [...statements, ...state.pending.splice(0), this.ending()] };
  }

  // --- Entering: its own row first, everything else is read afterwards ---

  private enter(): Command {
    const { state, world, settings } = this;
    state.run = world.uuid();
    state.ownRuns = [...state.ownRuns, state.run];
    state.known = knowingNothing();
    state.enteredAtMs = world.wallClock();
    const at = this.timestamp();
    const row = {
      run: state.run,
      state: 'going',
      beat: String(world.now()),
      beatAt: at,
      startedAt: at,
      endedAt: '',
    };
    const companies = [...state.todo, ...state.waiting];
    return this.perform('entering', [
      {
        do: 'insert',
        table: 'runs',
        rows: [
          {
            ...row,
            startedBy: settings.startedBy,
            companies: state.wanted.size,
            ...this.world.about?.(),
          },
        ],
      },
      // By the key: what is stored under another name of it belongs to the past of the company.
      this.answersWith('keyHash', [...new Set(companies.map((one) => this.keyOf(one)))]),
      ...this.readBefore(),
      // All of them: only the whole chain shows that none is missing.
      { do: 'read', table: 'decisions', where: [], match: 'all' },
      ...this.rules.looking(state.run),
    ]);
  }

  /** What was told, and how long the list was. Only what the run asks for, in the call that it makes anyway. */
  private readBefore(): Statement[] {
    const { readers = [], node } = this.settings;
    const reports: Statement = { do: 'read', table: 'reports', where: [], match: 'all' };
    return [...(readers.length > 0 ? [reports] : []), ...(node === undefined ? [] : [this.latestRuns(node)])];
  }

  private latestRuns(node: string): Statement {
    return { do: 'read', table: 'runs', where: [equal('latestOf', node)], match: 'all' };
  }

  /** Those with one of these values; all of them for a long list, or for many values, since each condition costs a scan. */
  private answersWith(column: 'keyHash' | 'screening', values: readonly string[]): Read {
    const areAll = this.isLongList || values.length > MAX_CONDITIONS;
    const where = areAll ? [] : values.map((value) => equal(column, value));
    return { do: 'read', table: 'answers', where, match: areAll ? 'all' : 'any' };
  }

  private get isLongList(): boolean {
    return this.state.wanted.size > MAX_CONDITIONS;
  }

  /** Of a short list, whether another company has an answer with the same screening id. */
  private entered(): Command {
    const ids = [...this.state.known.screenings.keys()];
    if (this.isLongList || ids.length === 0) return this.takeStock();
    return this.perform('checkingIds', this.readIds(ids));
  }

  /** The answers with one of these screening ids, under whichever of their names. */
  private readIds(ids: readonly string[]): Statement[] {
    const withIds = this.answersWith('screening', ids);
    return withIds.where.length === 0 ? [withIds] : [withIds, OF_SEVERAL_NAMES];
  }

  /** Settles at once what needs nothing more. */
  private takeStock(): Command {
    const { state } = this;
    // Not pushed: a list may be longer than a call can have arguments.
    state.waiting = [...state.waiting, ...state.todo];
    state.todo = [];
    return this.seen();
  }

  // --- Looking: what do others hold, and which of them live? ---

  private look(claim: Statement[] = []): Command {
    const { state } = this;
    return this.perform('looking', [
      ...this.rules.tidyClaims(state.known.claims, state.run, this.going),
      ...this.presumptions(),
      this.beat(),
      ...claim,
      ...this.rules.looking(state.run),
    ]);
  }

  /** Shows that this run lives. Also carried out while a batch is sent. */
  beat(): Statement {
    const set = { beat: String(this.world.now()), beatAt: this.timestamp() };
    return { do: 'update', table: 'runs', where: [equal('run', this.state.run)], match: 'all', set };
  }

  private seen(): Command {
    const { state } = this;
    if (!this.ownRow) return this.fail({ is: 'ownRowGone' }, []);
    if (this.isTakenForDead) return this.startOver();
    const unknown = this.claimsToFetch();
    if (unknown.length > 0) return this.fetch(unknown);
    this.settleWaiting();
    if (!state.isConfirmed) return { do: 'confirm', toSend: this.toSend([...state.todo, ...state.waiting]) };
    return state.claim ? this.judgeClaim(state.claim) : this.goOn();
  }

  private get ownRow(): RunRow | undefined {
    return this.state.known.runs.find(({ run }) => run === this.state.run);
  }

  private get isTakenForDead(): boolean {
    return this.ownRow?.state !== 'going';
  }

  private toSend(companies: readonly CompanyHash[]): ToSend {
    const names = companies.map((one) => new Set(this.wanted(one).company.names).size);
    return { companies: companies.length, requests: names.reduce((sum, count) => sum + count, 0) };
  }

  /** It was taken for dead: others no longer keep for it what it may not know. What is under way belongs to the old row. */
  private startOver(): Command {
    this.giveBackClaim();
    return this.state.underWay.length > 0 ? this.finishWhatIsUnderWay() : this.enter();
  }

  private giveBackClaim(): void {
    const { state } = this;
    if (!state.claim) return;
    state.pending.push(withoutClaim(state.claim.mark));
    state.todo.unshift(...state.claim.companies);
    state.claim = null;
  }

  /** Claims of others, with companies of this list, whose answers may be there and are not known here. */
  private claimsToFetch(): string[] {
    const { known, todo, waiting, claim: own } = this.state;
    const unknown = known.claims
      .filter(
        ({ mark, state: word }) => !known.absorbed.has(mark) && !(word === 'open' && known.lost.has(mark)),
      )
      .filter(({ run, state }) => run !== this.state.run && (state === 'done' || !this.lives(run)));
    if (unknown.length === 0) return [];
    const unsettled = new Set([...todo, ...waiting, ...(own?.companies ?? [])]);
    return unknown
      .filter(({ companies }) => companies.some((company) => unsettled.has(company)))
      .map(({ mark }) => mark)
      .slice(0, MAX_CONDITIONS);
  }

  /** The claims first: one that is still open then has no answer that the second read would miss. */
  private fetch(marks: string[]): Command {
    const where = marks.map((mark) => equal('mark', mark));
    return this.perform('fetching', [
      { do: 'read', table: 'claims', where, match: 'any' },
      { do: 'read', table: 'answers', where, match: 'any' },
    ]);
  }

  private get going(): Set<string> {
    return new Set(this.state.known.runs.filter(({ state }) => state === 'going').map(({ run }) => run));
  }

  private lives(run: string): boolean {
    return this.going.has(run) && !this.silentRuns().some((silent) => silent.run === run);
  }

  /** One may have become silent since the last look: nobody else has to wait for it again. */
  private presumptions(): Statement[] {
    return this.silentRuns().map(({ run, beat }) => presumeDead(run, beat));
  }

  private silentRuns(): RunRow[] {
    const { state, settings } = this;
    const isSilent = (row: RunRow) => {
      const { sinceMs = 0, untilMs = 0 } = state.known.beats.get(row.run) ?? {};
      // A short run sees nobody's silence in any other way than by the date.
      return isSilentForADay(row, state.enteredAtMs) || untilMs - sinceMs >= settings.times.silence;
    };
    return state.known.runs.filter((row) => row.run !== state.run && row.state === 'going' && isSilent(row));
  }

  // --- Claiming: one row a batch; what no other open claim holds is sent ---

  private goOn(): Command {
    const { state } = this;
    if (state.stopping) return this.stop();
    if (this.isTakenForDead) return this.startOver();
    // Not yet free at the last look.
    if (state.claim) return this.look();
    const companies = state.underWay.length < this.parts.atOnce ? this.nextBatch() : [];
    if (companies.length > 0) return this.claimBatch(companies);
    if (state.waiting.length + state.underWay.length === 0) return this.conclude();
    if (state.waiting.length === 0 || !this.rules.mayWait(state.underWay)) return this.finishWhatIsUnderWay();
    if (this.isWaitOver()) return this.stopWaiting();
    // Others wait for what is to be stored.
    return state.pending.length > 0 ? this.look() : this.sleep();
  }

  private stop(): Command {
    this.giveBackClaim();
    return this.state.underWay.length > 0 ? this.finishWhatIsUnderWay() : this.conclude();
  }

  /** Others wait for what is to be stored. */
  private finishWhatIsUnderWay(): Command {
    return this.state.pending.length > 0 ? this.look() : this.awaitResults();
  }

  private awaitResults(): Command {
    return { do: 'await', failing: this.state.failing?.why ?? null };
  }

  private get parts(): { atOnce: number; size: number } {
    return this.rules.partsOf(this.settings.batchSize, this.state.overlaps);
  }

  private pace({ results, tookMs }: Returned): void {
    const { state, settings } = this;
    const batchMs = (tookMs / results.length) * settings.batchSize;
    state.overlaps = this.rules.overlaps({ batchMs, claimingMs: state.claimingMs });
  }

  private nextBatch(): CompanyHash[] {
    const { state } = this;
    const { size } = this.parts;
    const held = new Set(this.openClaimsOfOthers().flatMap(({ companies }) => companies));
    const batch: CompanyHash[] = [];
    let looked = 0;
    for (const company of state.todo) {
      if (batch.length === size) break;
      looked += 1;
      const standing = this.standing(company);
      if (standing.is !== 'toSend') this.settle(company, standing);
      else if (held.has(company)) state.waiting.push(company);
      else batch.push(company);
    }
    state.todo.splice(0, looked);
    return batch;
  }

  private claimBatch(companies: CompanyHash[]): Command {
    const { state, world } = this;
    const [mark, claimedAt] = [world.uuid(), this.timestamp()];
    state.claim = { mark, companies, claimedAt, isFree: false, asked: new Map() };
    const referenceIds = Object.fromEntries(companies.map((one) => [one, this.wanted(one).referenceId]));
    const row = {
      mark,
      run: state.run,
      state: 'open',
      companies: JSON.stringify(companies),
      referenceIds: JSON.stringify(referenceIds),
      keptFor: '',
      claimedAt,
    };
    return this.look([{ do: 'insert', table: 'claims', rows: [row] }]);
  }

  private judgeClaim(claim: OwnClaim): Command {
    const { state } = this;
    const asked = new Map<CompanyHash, Asked>();
    for (const company of claim.companies) {
      const standing = this.standing(company);
      if (standing.is === 'toSend') asked.set(company, standing);
      else this.settle(company, standing);
    }
    const stillToSend = [...asked.keys()];
    const own = state.known.claims.find(({ mark }) => mark === claim.mark);
    const mine = { companies: stillToSend, run: state.run, id: own?.id ?? 0 };
    const contest = this.rules.judge(mine, this.openClaimsOfOthers());
    const chosen = contest.free.length > 0 ? contest.free : contest.kept;
    const rest = stillToSend.filter((company) => !chosen.includes(company));
    state.waiting.push(...rest);
    if (chosen.length === 0 || (contest.free.length === 0 && (state.stopping || this.isWaitOver()))) {
      return this.dropClaim(claim, chosen);
    }
    const isFree = contest.free.length > 0;
    state.claim = { ...claim, companies: chosen, isFree, asked };
    if (chosen.length === claim.companies.length) return isFree ? this.send() : this.lookLater();
    state.pending.push(updateClaim(claim.mark, { companies: JSON.stringify(chosen) }));
    return this.perform('shrinking', []);
  }

  private dropClaim(claim: OwnClaim, back: CompanyHash[]): Command {
    const { state } = this;
    state.pending.push(withoutClaim(claim.mark));
    state.claim = null;
    state.waiting.push(...back);
    return this.goOn();
  }

  private send(): Command {
    const { state, world, settings } = this;
    if (!state.claim) return this.goOn();
    if (world.now() - state.beatAtMs > settings.times.freshBeat) return this.lookForAFreshBeat();
    state.staleLooks = 0;
    state.waitedMs = this.waitedMs;
    state.asleepSinceMs = null;
    const { mark, companies } = state.claim;
    state.underWay.push(state.claim);
    state.claim = null;
    state.tally.sent += companies.length;
    return { do: 'send', mark, companies };
  }

  /** It is as old as the call that stored it took. */
  private lookForAFreshBeat(): Command {
    const { state } = this;
    state.staleLooks += 1;
    return state.staleLooks < MAX_FAILURES ? this.look() : this.fail({ is: 'notStored' }, []);
  }

  private openClaimsOfOthers(): Claim[] {
    const { state } = this;
    return state.known.claims.filter(
      (claim) => claim.state === 'open' && claim.run !== state.run && this.lives(claim.run),
    );
  }

  // --- Waiting: never with a claim that could be sent or given back, or that is under way ---

  private lookLater(): Command {
    return this.rules.mayWait(this.state.underWay) ? this.sleep() : this.awaitResults();
  }

  private sleep(): Command {
    const { state, world, settings } = this;
    state.waitedMs = this.waitedMs;
    state.asleepSinceMs = world.now();
    const { poll, wait } = settings.times;
    const companies = state.waiting.length + (state.claim?.companies.length ?? 0);
    const atMostMs = Math.max(0, wait - state.waitedMs);
    return { do: 'sleep', ms: poll, waiting: { companies, atMostMs } };
  }

  private get waitedMs(): number {
    const { waitedMs, asleepSinceMs } = this.state;
    return (
      waitedMs +
      (asleepSinceMs === null ? 0 : Math.min(this.world.now() - asleepSinceMs, this.settings.times.gap))
    );
  }

  private isWaitOver(): boolean {
    return this.waitedMs >= this.settings.times.wait;
  }

  private stopWaiting(): Command {
    const { state } = this;
    for (const company of state.waiting.splice(0)) {
      const nothing = { mark: '', referenceId: '', askedAt: '', answers: [], changes: NO_CHANGES, cases: [] };
      this.out(state.settled, { is: 'withoutVerdict', company, doubt: 'beingScreened', ...nothing });
    }
    return this.conclude();
  }

  /** Those that are held no longer are to be sent after all, or have an answer by now. */
  private settleWaiting(): void {
    const { state } = this;
    if (state.waiting.length === 0) return;
    const held = new Set(this.openClaimsOfOthers().flatMap(({ companies }) => companies));
    for (const company of state.waiting.splice(0)) {
      const standing = this.standing(company);
      if (standing.is !== 'toSend') this.settle(company, standing);
      else if (held.has(company)) state.waiting.push(company);
      else state.todo.push(company);
    }
  }

  // --- Keeping: the answers first, then the claim is closed ---

  private answered(results: readonly Result[]): Command {
    const { state } = this;
    if (state.failing) {
      this.write(results);
      return this.endFailing(state.failing);
    }
    state.results = [...results];
    const ids = results
      .flatMap((one) => (one.is === 'answered' ? this.screeningsOf(one) : []))
      .filter((id) => id !== '');
    if (this.isLongList || ids.length === 0) return this.keep();
    return this.perform('checkingResults', this.readIds(ids));
  }

  private keep(): Command {
    this.write(this.state.results.splice(0));
    return this.goOn();
  }

  private write(results: readonly Result[]): void {
    const { state } = this;
    const claim = state.underWay.shift();
    if (!claim) throw new Error('There is no claim to close.');
    this.noticeControl();
    const answers: SoundAnswer[] = [];
    for (const [place, result] of results.entries()) {
      if (result.is === 'notSent') {
        this.out(state.storing, result);
        continue;
      }
      const answer = this.toAnswer(claim, result, place);
      answers.push(answer);
      this.out(state.storing, this.settledBy(answer));
    }
    const views = this.rules.viewsOf(answers, (answer) => changesOf(state.known, answer));
    for (const answer of answers) takeInAnswer(state.known, answer);
    state.pending.push(...this.rules.keeping(claim.mark, answers.map(answerRow), views));
  }

  /** Before the answers that came with its id. */
  private noticeControl(): void {
    const { state } = this;
    if (!state.controlHolds || this.world.controlHolds()) return;
    state.controlHolds = false;
    state.pending.push(...this.rules.doubting(state.ownRuns));
  }

  private toAnswer(
    { mark, claimedAt, asked }: OwnClaim,
    result: Exclude<Result, { is: 'notSent' }>,
    place: number,
  ): SoundAnswer {
    const { company, referenceId } = this.wanted(result.company);
    const isListed = (hash: CompanyHash) => this.state.wanted.has(hash);
    const key = keyHash(company);
    const replaces = takenPlaces(this.state.known, result.company, key, isListed);
    // What has been read since then is no answer that this one follows, and changes nothing about the decisions that it carries out.
    const { follows, despite } = asked.get(result.company) ?? { follows: [], despite: [] };
    const screenings = this.screeningsOf(result);
    const [screening = '', ...others] = screenings;
    const otherScreenings = others.filter((one) => one !== '');
    const ids = otherScreenings.length === 0 ? {} : { otherScreenings };
    const common = {
      answer: `${mark}.${place}`,
      mark,
      company: result.company,
      keyHash: key,
      run: this.state.run,
      follows,
      despite,
      screening,
    };
    if (result.is === 'unanswered') {
      const { hits, payload } = result.found ?? { hits: [], payload: null };
      const data = { company, referenceId, screeningId: '', hits, replaces, payload, ...ids };
      const none = { kind: 'none', outcome: 'error', reason: 'noAnswer' } as const;
      return { ...common, ...none, screenedAt: result.sentAt || claimedAt, data };
    }
    const { screeningId, screenedAt, hits, payload } = result;
    const idDoubt = this.doubtAboutIds(result.company, screenings);
    const reason = result.reason || idDoubt;
    const isFine = result.outcome === 'clear' || result.outcome === 'requested';
    const outcome = isFine && idDoubt !== '' ? 'review' : result.outcome;
    const data = { company, referenceId, screeningId, hits, replaces, payload, ...ids };
    return { ...common, kind: 'answer', outcome, reason, screenedAt, data };
  }

  /** Empty if there is none. */
  private doubtAboutIds(company: CompanyHash, ids: readonly string[]): 'otherRequest' | 'staleAnswer' | '' {
    const { known } = this.state;
    if (this.wanted(company).company.option !== 'AnnualReturns') {
      // An id that the register has already is that of another screening.
      return ids.some((id) => known.screenings.has(id)) ? 'staleAnswer' : '';
    }
    // Whether the service gives one number another id each time is not documented.
    const owners = ids.flatMap((id) => [...(known.screenings.get(id) ?? [])]);
    return owners.some((owner) => owner !== company) ? 'otherRequest' : '';
  }

  /** One for each name that has one. Empty if the service gave no id: answers without one have nothing in common. */
  private screeningsOf(result: Exclude<Result, { is: 'notSent' }>): string[] {
    const { company } = this.wanted(result.company);
    return idsOf(result).map((id) => (id.trim() === '' ? '' : screeningHash(company, id)));
  }

  // --- Ending ---

  private conclude(): Command {
    this.giveBackClaim();
    this.settleRest();
    const { known, run } = this.state;
    const retired = (this.isLatest ? known.before : []).map(({ run: other }): Statement => ({
      do: 'update',
      table: 'runs',
      where: [equal('run', other)],
      match: 'all',
      set: { latestOf: '' },
    }));
    // Only then the one before is no longer the latest.
    return this.perform('ending', [
      ...this.presumptions(),
      this.ending(),
      ...retired,
      ...this.rules.looking(run),
    ]);
  }

  private settleRest(): void {
    const { state } = this;
    const rest = [...state.todo.splice(0), ...state.waiting.splice(0)];
    for (const company of rest) this.out(state.settled, { is: 'notSent', company });
  }

  private ending(): Statement {
    const { run, tally, known } = this.state;
    const { count, newest } = known.chain;
    const receipt = { decisions: count, newestDecisions: newest.join(' ') };
    const set = { state: 'ended', endedAt: this.timestamp(), ...tally, ...receipt, ...this.comparison() };
    return { do: 'update', table: 'runs', where: [equal('run', run)], match: 'all', set };
  }

  /** What its row says so that it can be compared with the run before. */
  private comparison(): Row {
    const { node } = this.settings;
    const companiesBefore = companiesOf(this.state.known.before);
    return {
      ...(node !== undefined && this.isLatest ? { latestOf: node } : {}),
      ...(companiesBefore === null ? {} : { companiesBefore }),
      ...this.world.about?.(),
    };
  }

  /** After a list of nothing, the next one would look as if it had grown: it is compared with the one before. */
  private get isLatest(): boolean {
    return this.state.wanted.size > 0;
  }

  private clear(): Command {
    const { state } = this;
    const tidied = this.rules.tidyClaims(state.known.claims, state.run, this.going);
    return tidied.length > 0 ? this.perform('clearing', tidied) : { do: 'finish' };
  }

  // --- Settling ---

  private standing(company: CompanyHash): Standing {
    const { screenAgainAfterMs } = this.settings;
    const nowMs = this.world.wallClock();
    const due: Due = screenAgainAfterMs === null ? null : { beforeMs: nowMs - screenAgainAfterMs, nowMs };
    return this.rules.standingOf(this.knownOf(company), due, this.state.controlHolds);
  }

  private knownOf(company: CompanyHash): Knowledge {
    return knowledgeOf(this.state.known, company, (run) => !this.lives(run));
  }

  private settle(company: CompanyHash, standing: SettledStanding): void {
    const { settled, known } = this.state;
    const { readers = [] } = this.settings;
    this.out(settled, settledOf(known, company, standing, { nowMs: this.world.wallClock(), readers }));
  }

  private settledBy(answer: SoundAnswer): Settled {
    const { company, mark, data } = answer;
    const { known } = this.state;
    const nowMs = this.world.wallClock();
    if (answer.kind === 'answer') {
      const doubt = this.doubtAbout(answer);
      const changes = changesOf(known, answer);
      const cases = casesOfAnswer(known, answer, doubt, nowMs);
      const news = newsOf(known, answer, this.settings.readers ?? []);
      const said = { changes, cases, news };
      return { is: 'answer', company, answer, remembered: false, stored: true, doubt, ...said };
    }
    const { referenceId } = data;
    const askedAt = answer.screenedAt;
    return {
      is: 'withoutVerdict',
      company,
      doubt: 'noAnswer',
      mark,
      referenceId,
      askedAt,
      answers: [answer],
      changes: changesOf(known, answer),
      cases: casesOfAnswer(known, answer, 'noAnswer', nowMs),
    };
  }

  /** Another answer to the same question may have been read while this one was awaited. */
  private doubtAbout(answer: SoundAnswer): Doubt | null {
    const known = this.knownOf(answer.company);
    const answers = [...known.answers, answer];
    const standing = this.rules.standingOf({ ...known, answers }, null, this.state.controlHolds);
    return standing.is === 'withoutVerdict' ? standing.doubt : null;
  }

  private out(to: Settled[], one: Settled): void {
    const { tally } = this.state;
    to.push(one);
    if (one.is === 'notSent') return;
    const isAnswer = one.is === 'answer';
    if (isAnswer && one.remembered) tally.remembered += 1;
    const outcome = isAnswer && one.doubt === null ? one.answer.outcome : 'review';
    if (outcome === 'hit') tally.withHits += 1;
    if (outcome === 'error') tally.errors += 1;
    else if (outcome === 'review') tally.reviews += 1;
    else tally.withVerdict += 1;
  }

  private wanted(company: CompanyHash): Wanted {
    const wanted = this.state.wanted.get(company);
    if (!wanted) throw new Error('The company is not in the list of this run.');
    return wanted;
  }

  private keyOf(company: CompanyHash): string {
    return keyHash(this.wanted(company).company);
  }

  private timestamp(): string {
    return new Date(this.world.wallClock()).toISOString();
  }
}

function idsOf(result: Exclude<Result, { is: 'notSent' }>): readonly string[] {
  if (result.is === 'unanswered') return result.screeningIds ?? [];
  return [result.screeningId, ...(result.otherScreeningIds ?? [])];
}

function equal(column: string, value: string): Condition {
  return { column, is: 'equal', value };
}

/** How many the latest of these runs had in its list; null if there is none. */
export function companiesOf(runs: readonly RunForPeople[]): number | null {
  const [latest] = runs.toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
  return latest?.companies ?? null;
}

function isClaim(statement: Statement): boolean {
  return statement.do === 'insert' && statement.table === 'claims';
}

function isBeat(statement: Statement): boolean {
  return statement.do === 'update' && statement.table === 'runs' && 'beat' in statement.set;
}
