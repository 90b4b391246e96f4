// What the tests of the fan-out share: parts of a list, what came out of them, and what was paid for.
import type { Execution, ExecutionSummary } from '../../support/n8n/rest';
import { readTable } from '../../support/n8n/dataTables';
import { startFanOutFleet, type FanOutFleet } from '../../support/queue/fanOutFleet';
import { itemsOf, type ScreenedList } from '../listHistory';
import { quickToNotice } from './deadWorkers';

export const IN_A_PART = 25;
export const EXECUTIONS_PER_WORKER = 2;
const ANSWERS = 'Screening register answers';

/** Two workers, with the example in production. */
export async function startTwoWorkers(): Promise<FanOutFleet> {
  const executionsPerWorker = EXECUTIONS_PER_WORKER;
  const fleet = await startFanOutFleet({ workers: 2, executionsPerWorker, env: quickToNotice });
  await fleet.publishFanOut(IN_A_PART);
  return fleet;
}

/** Has something start so many parts, and gives them when they have ended. */
export async function newParts(
  fleet: FanOutFleet,
  count: number,
  happen: () => Promise<void>,
): Promise<ExecutionSummary[]> {
  const before = (await fleet.parts()).length;
  await happen();
  return (await fleet.partsEnded(before + count)).slice(before);
}

/** Parts that have ended, with what came out of them. */
async function executionsOf(fleet: FanOutFleet, parts: readonly ExecutionSummary[]): Promise<Execution[]> {
  return await Promise.all(parts.map(({ id }) => fleet.main().rest.untilEnded(id)));
}

/** Every company that came out of these parts, with its outcome or `noAnswer`, in order. */
export async function saidBy(fleet: FanOutFleet, parts: readonly ExecutionSummary[]): Promise<string[][]> {
  const executions = await executionsOf(fleet, parts);
  return executions
    .flatMap(itemsOf)
    .map(({ companyName, reason, outcome }) => [companyName, reason === 'noAnswer' ? reason : outcome])
    .sort();
}

/** Of this list, once all of its parts have ended. */
export async function screenedList(
  fleet: FanOutFleet,
  listed: readonly string[],
  parts: readonly ExecutionSummary[],
): Promise<ScreenedList> {
  return {
    listed,
    executions: await executionsOf(fleet, parts),
    paid: await fleet.sandbox.paid(0),
    rows: await readTable(fleet.main().rest, ANSWERS),
  };
}
