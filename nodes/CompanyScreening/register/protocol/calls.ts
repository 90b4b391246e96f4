// register/protocol/: one run over the register, as a machine of states: an event goes in, the next command comes out. Nothing of n8n, and
// nothing that is sent to the service.
//
// The calls of a run: each carries out statements. A failed call is read back after a pause, and the rest of it is done again.
import { takeIn, type DamagedRow } from '../facts/knowledge';
import type { Statement, StoredRow } from '../port/tables';
import type { Command } from './messages';
import type { OwnRun } from './ownRun';
import { readBackQueries } from './rules';
import { checkPhase, LONG_AGO, type OwnCall, type RunPhase, type RunState } from './state';

/** Failed calls in a row after which nothing more is sent. */
export const MAX_FAILURES = 5;

/** Begins a call. Rows that wait to be stored go first. */
export function beginCall(run: OwnRun, phase: RunPhase, statements: readonly Statement[]): Command {
  const { state } = run;
  checkPhase(state.phase, phase);
  state.phase = phase;
  const all = [...state.nextStatements, ...statements];
  state.call = { statements: all, failures: 0, stage: 'carryOut', startedAt: LONG_AGO };
  state.nextStatements = [];
  return carryOutCall(run, state.call);
}

export function carryOutCall(run: OwnRun, call: OwnCall): Command {
  call.stage = 'carryOut';
  call.startedAt = run.moment;
  return { do: 'call', statements: call.statements };
}

export function readBackCall(run: OwnRun, call: OwnCall): Command {
  call.stage = 'readBack';
  const statements = readBackQueries(call.statements);
  return statements.length === 0 ? carryOutCall(run, call) : { do: 'call', statements };
}

/** Pauses after a failure, each time twice as long. Where waiting helps nothing, such as a full disk, the next try comes at once. */
export function pauseCall({ settings }: OwnRun, call: OwnCall): Command {
  call.stage = 'pause';
  return { do: 'sleep', ms: settings.times.backoff * 2 ** (call.failures - 1) };
}

/** Takes in what the call found. @returns the first row of a claim, or of the archive's index, that cannot be read */
export function endCall(
  run: OwnRun,
  call: OwnCall,
  rows: readonly (readonly StoredRow[])[],
): DamagedRow | undefined {
  const { state, ports, settings } = run;
  state.call = null;
  const { startedAt } = call;
  const startedAtMs = startedAt.monotonicMs;
  if (call.statements.some(isBeat) && startedAtMs >= state.beatAt.monotonicMs) state.beatAt = startedAt;
  const span = { startedAtMs, endedAtMs: ports.now(), gapMs: settings.times.gap };
  if (call.statements.some(isClaim)) state.claimingMs = span.endedAtMs - startedAtMs;
  return takeIn(state.known, call.statements, rows, span);
}

export function callUnderWay({ call }: RunState): OwnCall {
  if (!call) throw new Error('No call is under way.');
  return call;
}

export function isClaim(statement: Statement): boolean {
  return statement.do === 'insert' && statement.table === 'claims';
}

function isBeat(statement: Statement): boolean {
  return statement.do === 'update' && statement.table === 'runs' && 'beat' in statement.set;
}
