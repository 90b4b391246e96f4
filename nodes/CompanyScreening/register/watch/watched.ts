// Which workflows and nodes are watched, and the runs of each: nobody's test, and nobody's newer copy, counts for the night.
import { ranByItself, workflowOf, type RunForPeople } from '../rows/runRows';
import { grouped } from '../rows/grouped';

export interface WatchedNode {
  /** As people know it. */
  name: string;
  runs: readonly RunForPeople[];
}

/**
 * Pure. Each node of a workflow stands for itself, since one that runs must not hide one that does not.
 *
 * @param named workflows by their names or ids; if there are none, those that have run by themselves are watched
 */
export function watchedNodes(runs: readonly RunForPeople[], named: readonly string[]): WatchedNode[] {
  if (named.length > 0) {
    return named.flatMap((name) => {
      const found = nodesIn(runs.filter((run) => isOf(run, name)));
      return found.length > 0 ? found : [{ name: `"${name}"`, runs: [] }];
    });
  }
  return nodesIn(runs).filter((node) => node.runs.some(({ startedBy }) => ranByItself(startedBy)));
}

function isOf({ workflow, startedBy }: RunForPeople, name: string): boolean {
  const alike = (one: string) => one.trim().toLowerCase() === name.trim().toLowerCase();
  return alike(workflow) || alike(workflowOf(startedBy));
}

function nodesIn(runs: readonly RunForPeople[]): WatchedNode[] {
  const nodes = grouped(runs, (run) => JSON.stringify([workflowIn(run), run.node]));
  return [...nodes.values()].map((ofNode) => {
    const [latest] = ofNode.toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
    if (!latest) return { name: '', runs: ofNode };
    const isOnlyOne = runs.every((run) => workflowIn(run) !== workflowIn(latest) || run.node === latest.node);
    const name = `"${workflowOf(latest.startedBy)}"`;
    return { name: isOnlyOne ? name : `${name}, node "${latest.node}",`, runs: ofNode };
  });
}

/** Its name may have been changed. */
const workflowIn = ({ workflow, startedBy }: RunForPeople): string => workflow || workflowOf(startedBy);
