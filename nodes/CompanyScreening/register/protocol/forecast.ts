// A forecast of a run over the register, by the very rules of a run: its machine is asked until it would send, over tables that are only
// read. Nothing is stored: other runs do not see it.
import { randomUUID } from 'node:crypto';

import type { CompanyResult } from '../companies/companyResult';
import { seemsInterrupted } from '../facts/liveness';
import { estimateOf, type SizeEstimate, type Workload } from '../facts/size';
import type { Statement, StoredRow, Tables } from '../port/tables';
import type { ListedCompany } from '../rows/identity';
import type { ListKnowledge, RunSettings, SendingStop } from './messages';
import type { ProtocolPorts } from './ownRun';
import { Protocol } from './protocol';
import { newState } from './state';

export interface RunForecast {
  /** The reason why the run would send nothing: the register cannot be used. */
  stop: SendingStop | null;
  concluded: readonly CompanyResult[];
  toSend: Workload;
  /** Companies that another run holds, or that a killed one left: this run would wait. */
  held: number;
  /** Held companies whose run does not seem to live. */
  interrupted: number;
  /** The list, and the answers that were read for it. */
  list: ListKnowledge;
  estimate: SizeEstimate;
}

export async function forecastOf(
  tables: Pick<Tables, 'run'>,
  settings: RunSettings,
  companies: readonly ListedCompany[],
  clock: Pick<ProtocolPorts, 'now' | 'wallClock'>,
): Promise<RunForecast> {
  const protocol = new Protocol(newState(), settings, {
    ...clock,
    uuid: randomUUID,
    controlFailed: () => false,
    foundOld: () => [],
    about: () => ({}),
  });
  const read = onlyReading(tables);
  let command = protocol.handle({ is: 'begin', companies });
  while (command.do === 'call')
    command = protocol.handle({ is: 'rows', rows: await read(command.statements) });
  const { known, concluded, unclaimed, waitingForPoll, listed } = protocol.state;
  const toSend = protocol.run.workload(unclaimed);
  return {
    stop: command.do === 'over' ? command.failing : null,
    concluded,
    toSend,
    held: waitingForPoll.length,
    interrupted: interruptedIn(protocol.state, clock.wallClock()),
    list: { answers: known.answers, companies: listed, knowsAll: protocol.run.isLongList },
    estimate: estimateOf(known, toSend),
  };
}

function interruptedIn({ known, waitingForPoll }: Protocol['state'], nowMs: number): number {
  const live = new Set(known.runs.filter((one) => !seemsInterrupted(one, nowMs)).map(({ runId }) => runId));
  const held = known.claims.filter(({ state, runId }) => state === 'open' && live.has(runId));
  const heldByLive = new Set(held.flatMap(({ companies }) => companies));
  return waitingForPoll.filter((company) => !heldByLive.has(company)).length;
}

/** Adds the run's own row, which nobody stored, to the tables as the run would find them. */
function onlyReading(
  tables: Pick<Tables, 'run'>,
): (statements: readonly Statement[]) => Promise<StoredRow[][]> {
  const own: StoredRow[] = [];
  return async (statements) => {
    for (const one of statements)
      if (one.do === 'insert' && one.table === 'runs')
        own.push(...one.rows.map((row) => ({ ...row, id: 0 })));
    const reads = statements.filter((one) => one.do === 'read');
    const found = await tables.run(reads);
    return reads.map(({ table, where }, index) => {
      const isOwn = table === 'runs' && where.some(({ column }) => column === 'run');
      return [...(found[index] ?? []), ...(isOwn ? own : [])];
    });
  };
}
