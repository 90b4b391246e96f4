// The table `runs`: a row for each run, which shows that it lives, and says what became of it.
import * as z from 'zod/v4';

import { equal, equalToAny, type Statement, type StoredRow, type TableRow } from '../port/tables';
import { columnsOf, count, mark, text, time } from './cells';

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
  companies: count,
  /** Of these: rows that name no company that can be screened. */
  unusable: count,
  /** Each company counts once, as in the line above the output; empty until the run gives something out. */
  screenedNow: count,
  remembered: count,
  withVerdict: count,
  withHits: count,
  clear: count,
  reviews: count,
  errors: count,
  /** Of these: the run stopped before their turn. */
  notProcessed: count,
  /** How many screenings it paid for, the control among them, as far as their ids are known. */
  screeningsPaid: count,
  /** What its own answers changed, whoever was told. */
  newHits: count,
  changedHits: count,
  hitsListedAgain: count,
  goneHits: count,
  /** How many decisions there were when it began, and the seals of the newest ones. */
  decisions: count,
  newestDecisions: text,
  /** Of the run before of the same node: a list that shrank can be seen. */
  companiesBefore: z
    .number()
    .nullish()
    .transform((value) => value ?? null),
  environment: text,
  /** What became of the Control Name: `held`, `failed`, `notScreened` (nothing was sent), or `none`. */
  control: text,
  /** Under which what it gave out is written down in `reports`; empty if it is not. */
  reportId: text,
  /** The node that the run belongs to: the id of the workflow, and the name of the node. */
  workflow: text,
  node: text,
  /** After how many days it screens its companies again; 0: never. */
  screenAgainAfterDays: count,
  /** The node that the run belongs to, by a hash, while no later run of it has ended. */
  latestOf: text,
  /** The node that the run belongs to, by a hash, until `reports` names every company of its answers of which something is untold. */
  toTell: text,
  /** Whom its answers are for: the readers that it asks for, by their hashes. */
  readers: text.transform((value) => value.split(' ').filter((reader) => reader !== '')),
  /** Empty for a run that screens companies; `test` for one that tests the screening (`testRows.ts`), which has none. */
  kind: text.transform((value) => (value === '' ? 'screening' : value)),
  /** JSON: what came of a test. */
  test: text,
};
export const RUN_COLUMNS = columnsOf(runCells);

const runRowSchema = z.object(runCells);

const runForPeopleSchema = runRowSchema.omit({ latestOf: true, readers: true, test: true, toTell: true });
/** With the counts, for people. What is not known yet is empty or 0. */
export type RunForPeople = z.infer<typeof runForPeopleSchema>;

/** How many companies of its list can be screened. */
export const listLengthOf = ({ companies, unusable }: RunForPeople): number => companies - unusable;

const runSchema = runRowSchema.pick({
  run: true,
  state: true,
  beat: true,
  beatAt: true,
  control: true,
});
/** What other runs have to know of it. */
export type RunRow = z.infer<typeof runSchema>;

/** In the row of a run: nothing that it found to be clear is. */
export const CONTROL_FAILED = 'failed';

/** Undefined for a row that cannot be read. */
export function readRun(row: StoredRow): RunRow | undefined {
  return runSchema.safeParse(row).data;
}

const runToTellSchema = runRowSchema.pick({
  run: true,
  state: true,
  beatAt: true,
  startedAt: true,
  environment: true,
  readers: true,
});
/** A run of whose answers something may be untold that `reports` does not name. */
export type RunToTell = z.infer<typeof runToTellSchema>;

/** Undefined for a row that cannot be read. */
export function readRunToTell(row: StoredRow): RunToTell | undefined {
  return (row['toTell'] ?? '') === '' ? undefined : runToTellSchema.safeParse(row).data;
}

/** Once all of what is untold of their answers is named in `reports`. */
export function nothingToTell(runs: readonly string[]): Statement[] {
  return equalToAny('run', runs).map((where) => ({
    ...{ do: 'update', table: 'runs', where, match: 'any' },
    set: { toTell: '' },
  }));
}

/** Undefined for a row that cannot be read. */
export function readRunForPeople(row: StoredRow): RunForPeople | undefined {
  return runForPeopleSchema.safeParse(row).data;
}

/** The row of a run that begins. @param at when, as an ISO date and time */
export function goingRow(
  at: string,
  {
    about,
    readers = [],
    ...own
  }: Pick<RunForPeople, 'beat' | 'companies' | 'run' | 'startedBy'> & {
    about: TableRow;
    toTell?: string;
    readers?: readonly string[];
  },
): TableRow {
  const words = { readers: readers.join(' '), state: 'going' };
  return { ...own, ...words, beatAt: at, startedAt: at, endedAt: '', ...about };
}

/** By which the next run of the same node finds it, and what that compares. */
export type RunComparison = Partial<Pick<z.infer<typeof runRowSchema>, 'companiesBefore' | 'latestOf'>>;

/** What is known of a run when it ends. */
interface RunEnding extends Pick<RunForPeople, 'decisions'> {
  newestDecisions: readonly string[];
  compared: RunComparison;
  about: TableRow;
}

/** What the row of a run says once it has ended; its counts come after that, see `tallyInRow`. @param at when, as an ISO date and time */
export function endedRow(at: string, { decisions, newestDecisions, compared, about }: RunEnding): TableRow {
  const receipt = { decisions, newestDecisions: newestDecisions.join(' ') };
  return { state: 'ended', endedAt: at, ...receipt, ...compared, ...about };
}

/** What its items came to. */
export type RunTally = Pick<
  RunForPeople,
  | 'changedHits'
  | 'clear'
  | 'companies'
  | 'errors'
  | 'goneHits'
  | 'hitsListedAgain'
  | 'newHits'
  | 'notProcessed'
  | 'remembered'
  | 'reviews'
  | 'screenedNow'
  | 'screeningsPaid'
  | 'unusable'
  | 'withHits'
  | 'withVerdict'
>;

/** Written once the items are made, before they are given out. */
export function tallyInRow(run: string, tally: RunTally): Statement {
  return { do: 'update', table: 'runs', where: [equal('run', run)], match: 'all', set: tally };
}

/** Who started a run, as people read it in its row. */
export function startedBy(by: { workflow: string; execution: string; mode: string }): string {
  return `${by.workflow}${EXECUTION}${by.execution} (${by.mode})`;
}

/** The name of the workflow. The whole text if it was written otherwise. */
export function workflowOf(text: string): string {
  const end = text.lastIndexOf(EXECUTION);
  return end === -1 ? text : text.slice(0, end);
}

/** Whether n8n began it by itself: a schedule or another trigger, and no person. */
export function ranByItself(text: string): boolean {
  return text.endsWith('(trigger)');
}

const EXECUTION = ', execution ';
