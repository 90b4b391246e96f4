// A run claims its companies before it sends them, so that no two runs pay for one:
//   1. It stores one row in `claims` that names them (`claimBatch`), and then reads the claims of all runs.
//   2. It sends those that no open claim of another living run names (`resolveOwnClaim`, by `resolveClaim` in `rules.ts`), and gives back
//      the rest. If there are none, it keeps those that only runs with greater uuids hold as well.
//   3. It waits for what others hold, until they have stored an answer, have given it back, or count as dead (`sleepForOthers`).
//   4. It sends only with a fresh beat of its own (`sendClaim`): others take a run for dead whose beat is old. `permitSending`
//      in `register.ts` asks for that again before each request.
// A run that waits has nothing under way, and no claim but one that only runs with greater uuids hold as well: two runs never wait for each
// other.
import { indexAt, type QueuePosition } from '../../flowControl/outageRules';
import type { ToSend } from '../facts/companyState';
import { updatingClaim, deletingClaim } from '../facts/liveness';
import { claimRow, claimedCells } from '../rows/claimRows';
import type { CompanyHash } from '../rows/identity';
import { beginCall, MAX_FAILURES } from './calls';
import { concludeHeld, concludeKnown } from './companyResults';
import { awaitResults, concludeRun, failRun, giveBackClaim } from './conclusion';
import { enterRegister, storeAndPoll } from './reads';
import type { Command } from './messages';
import type { OwnRun } from './ownRun';
import type { OwnClaim } from './state';

/** The next step between two calls: claims a batch, waits for others or for what is under way, or ends. */
export function goOn(run: OwnRun): Command {
  const { state } = run;
  if (state.stopping) return endEarly(run);
  if (run.isTakenForDead) return startOver(run);
  // The claim was not yet free at the last poll.
  if (state.claim) return storeAndPoll(run);
  const { batchSize, concurrency } = run.settings;
  const { overlaps, companyMs, storingMs } = state;
  const underWay = state.underWay.map((claim) => claim.companies.length);
  const pace = { batchSize, concurrency, overlaps, companyMs, storingMs, underWay };
  const companies = nextBatch(run, run.rules.nextBatchSize(pace));
  if (companies.length > 0) return claimBatch(run, companies);
  if (state.waitingForPoll.length + state.underWay.length === 0) return concludeRun(run);
  if (state.waitingForPoll.length === 0 || !run.rules.mayWaitForOthers(state.underWay))
    return finishWhatIsUnderWay(run);
  if (run.isWaitOver) {
    concludeHeld(run);
    return concludeRun(run);
  }
  // Others wait for answers that are still to be stored.
  return state.nextStatements.length > 0 ? storeAndPoll(run) : sleepForOthers(run);
}

/**
 * Claims one company, which shows whether the service answers again: the batches under way wait for that. A claim that is not yet free comes
 * first.
 *
 * @param from the position of the company among those that are not claimed
 */
export function claimProbe(run: OwnRun, from: QueuePosition): Command {
  const { state } = run;
  if (state.stopping || run.isTakenForDead || state.claim) return goOn(run);
  const before = state.unclaimed.splice(0, indexAt(from, state.unclaimed.length));
  let companies = nextBatch(run, 1);
  state.unclaimed = [...before, ...state.unclaimed];
  if (companies.length === 0) companies = nextBatch(run, 1);
  return companies.length > 0 ? claimBatch(run, companies) : finishWhatIsUnderWay(run);
}

/**
 * Begins again after the run was taken for dead: others no longer keep for it what it may not know. Batches under way belong to the old
 * row.
 */
export function startOver(run: OwnRun): Command {
  giveBackClaim(run);
  return run.state.underWay.length > 0 ? finishWhatIsUnderWay(run) : enterRegister(run);
}

function endEarly(run: OwnRun): Command {
  giveBackClaim(run);
  return run.state.underWay.length > 0 ? finishWhatIsUnderWay(run) : concludeRun(run);
}

/** Stores first: others wait for these answers. */
function finishWhatIsUnderWay(run: OwnRun): Command {
  return run.state.nextStatements.length > 0 ? storeAndPoll(run) : awaitResults(run);
}

function nextBatch(run: OwnRun, size: number): CompanyHash[] {
  const { state } = run;
  const held = run.companiesOfOthers();
  const batch: CompanyHash[] = [];
  let examined = 0;
  for (const company of state.unclaimed) {
    if (batch.length === size) break;
    examined += 1;
    const companyState = run.companyState(company);
    if (companyState.is !== 'toSend') concludeKnown(run, company, companyState);
    else if (held.has(company)) state.waitingForPoll.push(company);
    else batch.push(company);
  }
  state.unclaimed.splice(0, examined);
  return batch;
}

function claimBatch(run: OwnRun, companies: CompanyHash[]): Command {
  const { state, ports } = run;
  const [claimId, claimedAt] = [ports.uuid(), run.timestamp];
  state.claim = { claimId, companies, isFree: false, states: new Map() };
  const referenceIds = Object.fromEntries(companies.map((one) => [one, run.listed(one).referenceId]));
  const several = companies.filter((one) => run.requestsOf(one) > 1);
  const requests = Object.fromEntries(several.map((one) => [one, run.requestsOf(one)]));
  const row = claimRow({ claimId, runId: state.runId, companies, referenceIds, requests, claimedAt });
  return storeAndPoll(run, [{ do: 'insert', table: 'claims', rows: [row] }]);
}

/** Resolves the claim after a poll of what others hold. */
export function resolveOwnClaim(run: OwnRun, claim: OwnClaim): Command {
  const { state } = run;
  const states = new Map<CompanyHash, ToSend>();
  for (const company of claim.companies) {
    const companyState = run.companyState(company);
    if (companyState.is === 'toSend') states.set(company, companyState);
    else concludeKnown(run, company, companyState);
  }
  const stillToSend = [...states.keys()];
  const own = state.known.claims.find(({ claimId }) => claimId === claim.claimId);
  const mine = { companies: stillToSend, runId: state.runId, id: own?.id ?? 0 };
  const resolution = run.rules.resolveClaim(mine, run.openClaimsOfOthers());
  const chosen = resolution.free.length > 0 ? resolution.free : resolution.won;
  const rest = stillToSend.filter((company) => !chosen.includes(company));
  state.waitingForPoll.push(...rest);
  if (chosen.length === 0 || (resolution.free.length === 0 && (state.stopping || run.isWaitOver))) {
    return dropClaim(run, claim, chosen);
  }
  const isFree = resolution.free.length > 0;
  state.claim = { ...claim, companies: chosen, isFree, states };
  if (chosen.length === claim.companies.length) return sendOrWait(run);
  state.nextStatements.push(updatingClaim(claim.claimId, claimedCells(chosen)));
  return beginCall(run, 'shrinking', []);
}

/** Sends the rest of the claim, once nobody else takes it for larger. */
export function sendOrWait(run: OwnRun): Command {
  const { state, rules } = run;
  if (state.claim?.isFree !== false) return sendClaim(run);
  return rules.mayWaitForOthers(state.underWay) ? sleepForOthers(run) : awaitResults(run);
}

function dropClaim(run: OwnRun, claim: OwnClaim, back: readonly CompanyHash[]): Command {
  const { state } = run;
  state.nextStatements.push(deletingClaim(claim.claimId));
  state.claim = null;
  state.waitingForPoll.push(...back);
  return goOn(run);
}

function sendClaim(run: OwnRun): Command {
  const { state, ports } = run;
  if (!state.claim) return goOn(run);
  if (!run.hasFreshBeat) return pollForFreshBeat(run);
  state.stalePolls = 0;
  state.waitedMs = run.waitedMs;
  state.asleepSinceMs = null;
  const { claimId, companies } = state.claim;
  if (state.cameBackAtMs !== null) state.storingMs = ports.now() - state.cameBackAtMs;
  state.cameBackAtMs = null;
  state.underWay.push(state.claim);
  state.claim = null;
  return { do: 'send', claimId, companies };
}

/** Stores another beat. A beat counts from the start of the call that stored it, so a slow call can store a stale one. */
function pollForFreshBeat(run: OwnRun): Command {
  const { state } = run;
  state.stalePolls += 1;
  return state.stalePolls < MAX_FAILURES ? storeAndPoll(run) : failRun(run, { is: 'notStored' });
}

function sleepForOthers(run: OwnRun): Command {
  const { state, ports, settings } = run;
  state.waitedMs = run.waitedMs;
  state.asleepSinceMs = ports.now();
  const { poll, wait } = settings.times;
  const companies = state.waitingForPoll.length + (state.claim?.companies.length ?? 0);
  const atMostMs = Math.max(0, wait - state.waitedMs);
  return { do: 'sleep', ms: poll, waiting: { companies, atMostMs } };
}
