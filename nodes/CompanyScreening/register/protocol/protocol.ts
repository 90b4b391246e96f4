// The machine of a run: an event goes in, the next command comes out, so that a model can try every order of events. `state.ts` shows the
// phases, and docs/design/register.md says why it holds.
import type { StoredRow } from '../port/tables';
import { callUnderWay, carryOutCall, endCall, MAX_FAILURES, pauseCall, readBackCall } from './calls';
import { goOn, claimProbe, resolveOwnClaim, sendOrWait, startOver } from './claiming';
import { concludeStored, concludeWaiting, noteScreenedByOthers } from './companyResults';
import { archiveRepeats, endFailing, failRun, RUN_OVER } from './conclusion';
import {
  claimsToFetch,
  enterRegister,
  fetchClaims,
  readOwnersOfIds,
  readOwnersOfNewIds,
  readPacks,
  storeAndPoll,
} from './reads';
import type { BatchResult, Command, SentResult, Event, RunSettings } from './messages';
import { OwnRun, type ProtocolPorts } from './ownRun';
import { RULES, type ProtocolRules } from './rules';
import { checkEvent, type RunState } from './state';
import { idsOfResults, storeResults, takeBackForgotten } from './storing';

export class Protocol {
  readonly run: OwnRun;

  constructor(
    readonly state: RunState,
    settings: RunSettings,
    ports: ProtocolPorts,
    rules: ProtocolRules = RULES,
  ) {
    this.run = new OwnRun(state, settings, ports, rules);
  }

  /** Takes the next event, in answer to the last command: the only entrance. */
  handle(event: Event): Command {
    const { state } = this;
    checkEvent(state.commanded, event.is);
    const command = this.commandFor(event);
    state.commanded = command.do;
    return command;
  }

  private commandFor(event: Event): Command {
    const { state, run } = this;
    switch (event.is) {
      case 'begin':
        state.listed = new Map(event.companies.map((one) => [one.hash, one]));
        state.unclaimed = [...state.listed.keys()];
        state.begunAtMs = run.ports.wallClock();
        state.hasWorkingControl = run.settings.hasControl;
        return enterRegister(run);
      case 'rows':
        return this.carriedOut(event.rows);
      case 'failed':
        return this.callFailed();
      case 'confirmed':
        state.isConfirmed = true;
        state.hasWorkingControl &&= !run.ports.controlFailed();
        return goOn(run);
      case 'slept':
        return state.call ? readBackCall(run, state.call) : storeAndPoll(run);
      case 'more':
        return event.from ? claimProbe(run, event.from) : goOn(run);
      case 'results':
        this.pace(event);
        return this.afterResults(event.results);
      case 'stop':
        state.stopping = true;
        if (state.call) return readBackCall(run, state.call);
        return event.results ? this.afterResults(event.results) : goOn(run);
    }
  }

  // --- After a call ---

  private callFailed(): Command {
    const call = callUnderWay(this.state);
    // The next run archives them: nothing is missing until then.
    if (this.state.phase === 'archiving') return RUN_OVER;
    call.failures += 1;
    if (call.failures >= MAX_FAILURES) return failRun(this.run, { is: 'notStored' }, call.statements);
    return pauseCall(this.run, call);
  }

  private carriedOut(rows: readonly (readonly StoredRow[])[]): Command {
    const { run } = this;
    const call = callUnderWay(this.state);
    if (call.stage === 'readBack') {
      call.statements = run.rules.statementsToRepeat(call.statements, rows);
      return carryOutCall(run, call);
    }
    const damaged = endCall(run, call, rows);
    return damaged ? failRun(run, { is: 'damaged', ...damaged }) : this.afterCall();
  }

  private afterCall(): Command {
    const { run } = this;
    switch (this.state.phase) {
      case 'entering':
        return readOwnersOfIds(run) ?? this.concludeWhatIsKnown();
      case 'checkingIds':
        return this.concludeWhatIsKnown();
      case 'polling':
      case 'fetching':
        return this.afterPoll();
      case 'shrinking':
        return sendOrWait(run);
      case 'checkingResults':
        return this.storeOnceIdsAreChecked();
      case 'ending':
        return archiveRepeats(run);
      default:
        return RUN_OVER;
    }
  }

  /** Gives the results that need nothing more. */
  private concludeWhatIsKnown(): Command {
    const { state } = this;
    // The list is not pushed: it may be longer than a call can have arguments.
    state.waitingForPoll = [...state.waitingForPoll, ...state.unclaimed];
    state.unclaimed = [];
    return this.afterPoll();
  }

  private afterPoll(): Command {
    const { state, run } = this;
    if (!run.ownRow) return failRun(run, { is: 'ownRowGone' });
    if (run.isTakenForDead) return startOver(run);
    takeBackForgotten(run);
    const unknown = claimsToFetch(run);
    if (unknown.length > 0) return fetchClaims(run, unknown);
    concludeStored(run);
    concludeWaiting(run);
    noteScreenedByOthers(run);
    if (!state.isConfirmed)
      return { do: 'confirm', toSend: run.workload([...state.unclaimed, ...state.waitingForPoll]) };
    return state.claim ? resolveOwnClaim(run, state.claim) : goOn(run);
  }

  // --- After a batch ---

  private pace({ companyMs }: BatchResult): void {
    const { state, settings, rules, ports } = this.run;
    state.cameBackAtMs = ports.now();
    if (companyMs === null) return;
    state.companyMs = rules.averaged(state.companyMs, companyMs);
    const batchMs = state.companyMs * settings.batchSize;
    state.overlaps = rules.overlaps({ batchMs, claimingMs: state.claimingMs });
  }

  private afterResults(results: readonly SentResult[]): Command {
    const { state, run } = this;
    if (state.failing) {
      storeResults(run, results);
      return endFailing(run, state.failing);
    }
    state.results = [...results];
    return readOwnersOfNewIds(run, idsOfResults(run, results)) ?? this.storeOnceIdsAreChecked();
  }

  /** Stores the batch once it is known whether the archive has had its ids. */
  private storeOnceIdsAreChecked(): Command {
    const { run, state } = this;
    const reading = readPacks(run, idsOfResults(run, state.results));
    if (reading) return reading;
    storeResults(run, state.results.splice(0));
    return goOn(run);
  }
}
