// One node of a workflow in a fresh n8n: how long it takes for its items, and how much memory n8n needs for it.
import { dirname } from 'node:path';
import { owner } from '../support/n8n/owner';
import { startN8n } from '../support/n8n/server';
import { inARow, manualTrigger, type WorkflowNode } from '../support/workflows';
import { Executions } from './executions';
import type { Ground } from './measure';
import { measureProcess } from './processUsage';
import { inWords, type atMost } from './targets';

export interface NodeFigures {
  seconds: number;
  /** How much n8n's memory grew, in megabytes, from before the run to its peak. */
  grewMb: number;
  peakMb: number;
}

export type MeasuredNode = Pick<WorkflowNode, 'name' | 'parameters' | 'type' | 'typeVersion'>;

/** Reads a file that is in n8n's folder. */
export const fileNode = (path: string): MeasuredNode => ({
  name: 'File',
  type: 'n8n-nodes-base.readWriteFile',
  typeVersion: 1.1,
  parameters: { operation: 'read', fileSelector: path, options: {} },
});

/** @param nodes one after the other; the last one is measured, and gives so many items */
export async function measureNode(
  { install, tarball, userFolder, signal }: Ground,
  nodes: readonly MeasuredNode[],
  items: number,
): Promise<NodeFigures> {
  const measured = nodes.at(-1)?.name ?? '';
  const n8n = await startN8n({ install, tarball, userFolder, signal, filesFolder: dirname(userFolder) });
  try {
    await n8n.rest.signIn(owner);
    const executions = await Executions.signIn(n8n.url, owner);
    const workflowId = await n8n.rest.saveWorkflow({
      name: measured,
      nodes: [
        manualTrigger('Start'),
        ...nodes.map((node, index): WorkflowNode => ({ ...node, position: [200 * (index + 1), 0] })),
      ],
      connections: inARow('Start', ...nodes.map(({ name }) => name)),
      // What n8n writes down afterwards is the same for both.
      settings: { executionOrder: 'v1' },
    });
    const used = await measureProcess(n8n.pid ?? 0);
    const timing = (await executions.timings(await executions.run(workflowId, 'Start', signal))).get(
      measured,
    );
    const { startMb, peakMb } = await used();
    if (timing?.items[0] !== items)
      throw new Error(`${measured}: ${timing?.items[0] ?? 0} items instead of ${items}.`);
    return { seconds: timing.executionTimeMs / 1_000, grewMb: peakMb - startMb, peakMb };
  } finally {
    await n8n.stop();
  }
}

export const verdict = (target: string, { wanted, measured, reached }: ReturnType<typeof atMost>) =>
  `| ${target} | ${wanted} | ${measured} | ${inWords(reached)} |`;
export const cells = ({ seconds, peakMb, grewMb }: NodeFigures) =>
  [seconds.toFixed(2), peakMb.toFixed(0), grewMb.toFixed(0)].join(' | ');
export const inFigures = ({ seconds, peakMb, grewMb }: NodeFigures) =>
  `${seconds.toFixed(2)} s, ${peakMb.toFixed(0)} MB at the peak, grew by ${grewMb.toFixed(0)} MB`;

/** What slows a round down is the machine. */
export const fastestOf = (all: readonly NodeFigures[]): NodeFigures => ({
  seconds: Math.min(...all.map(({ seconds }) => seconds)),
  grewMb: Math.min(...all.map(({ grewMb }) => grewMb)),
  peakMb: Math.min(...all.map(({ peakMb }) => peakMb)),
});
