// A run as its own protocol has it: its state, and what follows from what it has read. Changes nothing.
import { renamedKeys, type KeyNames } from '../facts/keyNames';
import { knowledgeOf } from '../facts/knowledge';
import { isSilentForADay, presumingDead } from '../facts/liveness';
import type { Workload } from '../facts/size';
import type { CompanyKnowledge, CompanyState } from '../facts/companyState';
import type { Statement, TableRow } from '../port/tables';
import type { Claim } from '../rows/claimRows';
import type { CompanyHash, ListedCompany } from '../rows/identity';
import { listLengthOf, updatingRun, type RunRow } from '../rows/runRows';
import type { RunSettings } from './messages';
import type { ProtocolRules } from './rules';
import type { Moment, RunState } from './state';

export interface ProtocolPorts {
  /** Monotonic milliseconds. */
  now(): number;
  /** Epoch milliseconds. */
  wallClock(): number;
  uuid(): string;
  /** True if the control of the run has failed, and false if it has none; asked once the run is confirmed. A later reply may show it. */
  controlFailed(): boolean;
  /** The companies whose answers later replies of this run have shown to be old since it was last asked. */
  foundOld(): readonly CompanyHash[];
  /** Further cells of the row of the run, at its beginning and at its end. Words and marks of ours only. */
  about(): TableRow;
}

export class OwnRun {
  constructor(
    readonly state: RunState,
    readonly settings: RunSettings,
    readonly ports: ProtocolPorts,
    readonly rules: ProtocolRules,
  ) {}

  // --- Its list ---

  listed(company: CompanyHash): ListedCompany {
    const listed = this.state.listed.get(company);
    if (!listed) throw new Error('The company is not in the list of this run.');
    return listed;
  }

  /** A request for each of its names. */
  requestsOf(company: CompanyHash): number {
    return new Set(this.listed(company).company.names).size;
  }

  get isLongList(): boolean {
    return this.rules.isLongList(this.state.listed.size);
  }

  companyState(company: CompanyHash): CompanyState {
    const { due: rule } = this.settings;
    const { begunAtMs } = this.state;
    const due = rule && { ...rule, begunAtMs, nowMs: this.ports.wallClock() };
    return this.rules.companyStateOf(this.knownOf(company), due, this.state.hasWorkingControl);
  }

  knownOf(company: CompanyHash): CompanyKnowledge {
    return knowledgeOf(this.state.known, company, (runId) => !this.lives(runId));
  }

  workload(companies: readonly CompanyHash[]): Workload {
    const requests = companies.reduce((sum, one) => sum + this.requestsOf(one), 0);
    return { companies: companies.length, requests };
  }

  /** The length of the list in the latest run of the same node that has ended; null if there is none. */
  get companiesBefore(): number | null {
    const runs = this.state.known.runsBefore.toSorted((one, other) =>
      one.startedAt < other.startedAt ? 1 : -1,
    );
    return runs[0] ? listLengthOf(runs[0]) : null;
  }

  /** Keys of its list that have got another name. */
  get renamedKeys(): KeyNames[] {
    const { known, listed, ownRunIds } = this.state;
    return renamedKeys(known, listed, ownRunIds);
  }

  // --- Its own row ---

  get timestamp(): string {
    return new Date(this.ports.wallClock()).toISOString();
  }

  get moment(): Moment {
    return { monotonicMs: this.ports.now(), epochMs: this.ports.wallClock() };
  }

  /** Shows that this run lives. Must be followed by a read of its row: others may take it for dead. */
  storingBeat(): Statement {
    return updatingRun(this.state.runId, { beat: String(this.ports.now()), beatAt: this.timestamp });
  }

  /** True if the latest beat is so young, by both clocks, that nobody can take this run for dead yet. */
  get hasFreshBeat(): boolean {
    const { moment, state, settings } = this;
    const { monotonicMs, epochMs } = state.beatAt;
    const ageMs = Math.max(moment.monotonicMs - monotonicMs, moment.epochMs - epochMs);
    return ageMs <= settings.times.freshBeat;
  }

  /** Undefined if it is gone, or cannot be read. */
  get ownRow(): RunRow | undefined {
    return this.state.known.runs.find(({ runId }) => runId === this.state.runId);
  }

  /**
   * True once another run has written into its row that it is taken for dead, or the row is gone: what it knows of the others may be wrong.
   */
  get isTakenForDead(): boolean {
    return this.ownRow?.state !== 'going';
  }

  // --- The others ---

  /** The runs whose rows say that they have not ended. */
  get going(): Set<string> {
    return new Set(this.state.known.runs.filter(({ state }) => state === 'going').map(({ runId }) => runId));
  }

  /** True for a run that is going and whose beat has changed lately. */
  lives(runId: string): boolean {
    return this.going.has(runId) && !this.silentRuns().some((silent) => silent.runId === runId);
  }

  /**
   * Tells silent runs that they are taken for dead. One may have become silent since the last poll: nobody else has to wait for it again.
   */
  markingSilentRuns(): Statement[] {
    return this.silentRuns().map(({ runId, beat }) => presumingDead(runId, beat));
  }

  /** Open claims of other runs that live. */
  openClaimsOfOthers(): Claim[] {
    const { state } = this;
    return state.known.claims.filter(
      (claim) => claim.state === 'open' && claim.runId !== state.runId && this.lives(claim.runId),
    );
  }

  companiesOfOthers(): Set<CompanyHash> {
    return new Set(this.openClaimsOfOthers().flatMap(({ companies }) => companies));
  }

  private silentRuns(): RunRow[] {
    const { state, settings } = this;
    const isSilent = (row: RunRow) => {
      const { sinceMs = 0, untilMs = 0 } = state.known.beats.get(row.runId) ?? {};
      // The date alone shows a short run that another one is silent.
      return isSilentForADay(row, state.enteredAtMs) || untilMs - sinceMs >= settings.times.silence;
    };
    return state.known.runs.filter(
      (row) => row.runId !== state.runId && row.state === 'going' && isSilent(row),
    );
  }

  // --- Its waits for them ---

  get waitedMs(): number {
    const { waitedMs, asleepSinceMs } = this.state;
    return (
      waitedMs +
      (asleepSinceMs === null ? 0 : Math.min(this.ports.now() - asleepSinceMs, this.settings.times.gap))
    );
  }

  get isWaitOver(): boolean {
    return this.waitedMs >= this.settings.times.wait;
  }
}
