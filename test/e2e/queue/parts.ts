// What the tests of the fan-out share: parts of a list, what came out of them, and what was paid for.
import type { ExecutionSummary } from '../../support/n8n/rest';
import { startFanOutFleet, type FanOutFleet } from '../../support/queue/fanOutFleet';
import { nodeUnderTest } from '../../support/workflows';
import { quickToNotice } from './deadWorkers';

export const IN_A_PART = 50;
export const EXECUTIONS_PER_WORKER = 4;

/** Two workers, with the example in production. */
export async function startTwoWorkers(): Promise<FanOutFleet> {
  const fleet = await startFanOutFleet({
    workers: 2,
    executionsPerWorker: EXECUTIONS_PER_WORKER,
    env: quickToNotice,
  });
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

/** Every company that came out of these parts, with its outcome or `noAnswer`, in order. */
export async function saidBy(fleet: FanOutFleet, parts: readonly ExecutionSummary[]): Promise<string[][]> {
  const executions = await Promise.all(parts.map(({ id }) => fleet.main().rest.untilEnded(id)));
  return executions
    .flatMap((execution) => [0, 1, 2].flatMap((output) => execution.output(nodeUnderTest, output)))
    .map(({ json }) => [
      String(json['companyName']),
      String(json['reason'] === 'noAnswer' ? 'noAnswer' : json['outcome']),
    ])
    .sort();
}

/** The companies that came out without an answer. */
export const withoutAnswer = (said: readonly string[][]): string[] =>
  said.flatMap(([name = '', outcome]) => (outcome === 'noAnswer' ? [name] : []));

/** How often the service screened each company. */
export async function timesPaid({ sandbox }: FanOutFleet): Promise<Map<string, number>> {
  const { screenings } = await sandbox.stats();
  return new Map(screenings.map(({ companyName, times }) => [companyName, times]));
}
