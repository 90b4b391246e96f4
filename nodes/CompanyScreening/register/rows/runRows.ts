// The table `runs`: a row for each run, which shows that it lives, and says what became of it.
import * as z from 'zod/v4';

import { equal, equalToAny, type Statement, type StoredRow, type TableRow } from '../port/tables';
import { columnsOf, count, countOrNull, mark, text, time } from './cells';

/** The counts of its items. */
const tallyCells = {
  companies: count,
  /** Rows among these that name no company that can be screened. */
  unusable: count,
  /** Each company counts once, as in the line above the output; empty until the run gives something out. */
  screenedNow: count,
  remembered: count,
  /** Companies that it has sent, or has failed to send; and those of them that got a verdict. */
  sentNow: count,
  verdictsNow: count,
  withVerdict: count,
  withHits: count,
  clear: count,
  reviews: count,
  errors: count,
  /** Errors of companies whose turn did not come before the run stopped. */
  notProcessed: count,
  /** Screenings that it paid for, the control among them, as far as their ids are known. */
  screeningsPaid: count,
  /** Changes by its own answers, whoever was told. */
  newHits: count,
  changedHits: count,
  hitsListedAgain: count,
  goneHits: count,
  /** Cases of its list that waited for a person at its end, and the time since which the oldest did. */
  openCases: countOrNull,
  oldestCaseAt: text,
};

const runCells = {
  run: mark,
  /** `presumedDead`: another run saw no beat of it for a while. */
  state: z.enum(['ended', 'going', 'presumedDead']),
  /** Changes whenever the run shows that it lives. */
  beat: mark,
  beatAt: time,
  startedAt: time,
  endedAt: text,
  startedBy: text,
  ...tallyCells,
  /** The number of decisions when it began, and the seals of the newest ones. */
  decisions: count,
  newestDecisions: text,
  /** The list of the run before of the same node: a list that shrank can be seen. */
  companiesBefore: countOrNull,
  environment: text,
  /** The result of the Control Name: `held`, `failed`, `notScreened` (nothing was sent), or `none`. */
  control: text,
  /** The report in `reports` of what it gave out; empty if there is none. */
  reportId: text,
  /** The node that the run belongs to: the id of the workflow, and the name of the node. */
  workflow: text,
  node: text,
  /** Days after which it screens its companies again; 0: never. */
  screenAgainAfterDays: count,
  /** The hash of its node while no later run of that node has ended; then empty. */
  latestRunOfNode: text,
  /** The hash of its node until `reports` names every company of its answers that has undelivered news; then empty. */
  unreportedRunOfNode: text,
  /** Readers that its answers are for, by their hashes. */
  readers: text.transform((value) => value.split(' ').filter((reader) => reader !== '')),
  /** Empty for a run that screens companies; `test` for one that tests the screening (`testRows.ts`), which has none. */
  kind: text.transform((value) => (value === '' ? 'screening' : value)),
  /** The results of a test, as JSON. */
  test: text,
};
export const RUN_COLUMNS = columnsOf(runCells);

const runRowSchema = z.object(runCells);

const runWithCountsSchema = runRowSchema
  .omit({ latestRunOfNode: true, readers: true, test: true, unreportedRunOfNode: true })
  .transform(({ run: runId, ...cells }) => ({ runId, ...cells }));
/** A run with its counts, for people. A count that is not known yet is empty or 0. */
export type RunWithCounts = z.infer<typeof runWithCountsSchema>;

/** The companies of its list that can be screened. */
export const listLengthOf = ({ companies, unusable }: RunWithCounts): number => companies - unusable;

const runSchema = runRowSchema
  .pick({ run: true, state: true, beat: true, beatAt: true, control: true })
  .transform(({ run: runId, ...cells }) => ({ runId, ...cells }));
/** The part of a run that other runs have to know. */
export type RunRow = z.infer<typeof runSchema>;

/** Marks a run whose clear answers are not clear. */
export const CONTROL_FAILED = 'failed';

/** Undefined for a row that cannot be read. */
export function readRun(row: StoredRow): RunRow | undefined {
  return runSchema.safeParse(row).data;
}

const unreportedRunSchema = runRowSchema
  .pick({ run: true, state: true, beatAt: true, startedAt: true, environment: true, readers: true })
  .transform(({ run: runId, ...cells }) => ({ runId, ...cells }));
/** A run whose answers may have news that `reports` does not name. */
export type UnreportedRun = z.infer<typeof unreportedRunSchema>;

export function readUnreportedRun(row: StoredRow): UnreportedRun | undefined {
  return (row['unreportedRunOfNode'] ?? '') === '' ? undefined : unreportedRunSchema.safeParse(row).data;
}

export function updatingRun(runId: string, set: TableRow): Statement {
  return { do: 'update', table: 'runs', where: [equal('run', runId)], match: 'all', set };
}

/** Says of these runs that `reports` names all news of their answers. */
export function noLongerUnreported(runs: readonly string[]): Statement[] {
  const set = { unreportedRunOfNode: '' };
  return equalToAny('run', runs).map((where) => ({ do: 'update', table: 'runs', where, match: 'any', set }));
}

export function readRunWithCounts(row: StoredRow): RunWithCounts | undefined {
  return runWithCountsSchema.safeParse(row).data;
}

/** The row of a run that begins. @param at when, as an ISO date and time */
export function goingRow(
  at: string,
  {
    runId,
    about,
    readers = [],
    ...own
  }: Pick<RunWithCounts, 'beat' | 'companies' | 'runId' | 'startedBy'> & {
    about: TableRow;
    unreportedRunOfNode?: string;
    readers?: readonly string[];
  },
): TableRow {
  const words = { run: runId, readers: readers.join(' '), state: 'going' };
  return { ...own, ...words, beatAt: at, startedAt: at, endedAt: '', ...about };
}

/** Cells by which the next run of the same node finds it, and that it compares. */
export type RunComparison = Partial<
  Pick<z.infer<typeof runRowSchema>, 'companiesBefore' | 'latestRunOfNode'>
>;

interface RunEnding extends Pick<RunWithCounts, 'decisions'> {
  newestDecisions: readonly string[];
  compared: RunComparison;
  about: TableRow;
}

/** The cells of a run that has ended; its counts come once the items are made. @param at when, as an ISO date and time */
export function endedRow(at: string, { decisions, newestDecisions, compared, about }: RunEnding): TableRow {
  const seen = { decisions, newestDecisions: newestDecisions.join(' ') };
  return { state: 'ended', endedAt: at, ...seen, ...compared, ...about };
}

export type RunTally = z.infer<z.ZodObject<typeof tallyCells>>;

/** The starter of a run, as people read it in its row. */
export function startedBy(by: { workflow: string; execution: string; mode: string }): string {
  return `${by.workflow}${EXECUTION}${by.execution} (${by.mode})`;
}

/** The name of the workflow. The whole text if it was written otherwise. */
export function workflowOf(text: string): string {
  const end = text.lastIndexOf(EXECUTION);
  return end === -1 ? text : text.slice(0, end);
}

/** True if n8n began it by itself: a schedule or another trigger, and no person. */
export function ranByItself(text: string): boolean {
  return text.endsWith('(trigger)');
}

const EXECUTION = ', execution ';
