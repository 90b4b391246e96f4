// Who started a run, as people read it in the table of runs.

export function startedBy(by: { workflow: string; execution: string; mode: string }): string {
  return `${by.workflow}${EXECUTION}${by.execution} (${by.mode})`;
}

/** The name of the workflow. The whole text if it was written otherwise. */
export function workflowOf(text: string): string {
  const end = text.lastIndexOf(EXECUTION);
  return end === -1 ? text : text.slice(0, end);
}

const EXECUTION = ', execution ';
