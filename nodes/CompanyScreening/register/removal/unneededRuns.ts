// Which rows of runs nobody needs any more.
import { grouped } from '../rows/grouped';
import { removedOf } from '../facts/knowledge';
import { CONTROL_FAILED, readRunForPeople, readRunToTell, type RunForPeople } from '../rows/runRows';
import type { Decision } from '../rows/decisionRows';
import type { PruneFacts } from './removalFacts';

/** The newest of each node show whether a list shrank, and what came of the test before. */
const NEWEST_OF_A_NODE = 2;

/**
 * Pure. By their ids; older than the date, and over.
 *
 * @param decisions those that go
 * @param wish `before` in ISO 8601, and readers that nobody waits for
 */
export function unneededRuns(
  { runs, removals, register: { known } }: Pick<PruneFacts, 'register' | 'removals' | 'runs'>,
  decisions: readonly Decision[],
  { before, givenUp }: { before: string; givenUp: ReadonlySet<string> },
): string[] {
  const read = runs.flatMap((row) => {
    const run = readRunForPeople(row);
    // Only its row says whom its answers are for.
    const isUntold = readRunToTell(row)?.readers.some((reader) => !givenUp.has(reader)) ?? false;
    return run ? [{ run, isLatest: (row['latestOf'] ?? '') !== '' || isUntold }] : [];
  });
  const all = read.map(({ run }) => run);
  const newest = new Set([...grouped(all, nodeOf).values()].flatMap(newestOf));
  const claiming = new Set(known.claims.map(({ run }) => run));
  const gone = new Set([...removedOf(removals).decisions, ...decisions.map(({ seal }) => seal)]);
  const present = new Set(known.chain.decisions.map(({ seal }) => seal));
  // Whoever has seen a decision that somebody deleted by hand is the only one who shows it.
  const isWitness = ({ newestDecisions }: RunForPeople) =>
    newestDecisions.split(' ').some((seal) => seal !== '' && !present.has(seal) && !gone.has(seal));
  return read
    .filter(({ run, isLatest }) => !isLatest && !newest.has(run))
    .filter(({ run }) => run.state !== 'going' && run.control !== CONTROL_FAILED && !claiming.has(run.run))
    .filter(({ run }) => run.startedAt < before && (run.endedAt || run.startedAt) < before && !isWitness(run))
    .map(({ run }) => run.run);
}

const nodeOf = ({ kind, workflow, node }: RunForPeople): string => JSON.stringify([kind, workflow, node]);

function newestOf(runs: readonly RunForPeople[]): RunForPeople[] {
  const ended = runs
    .filter(({ state }) => state === 'ended')
    .sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
  return [
    ...ended.slice(0, NEWEST_OF_A_NODE),
    ...ended.filter(({ screenedNow }) => screenedNow > 0).slice(0, 1),
  ];
}
