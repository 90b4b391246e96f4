// Prune: deletes what a register no longer has to keep. Its plan is the archive before a date, and rows of the tables that are as old and that
// nobody needs any more: no present verdict, open case or undelivered news rests on them. A sealed row says what went, by whom and why.
import { ONE_DAY_MS } from '../../flowControl/time';
import { earliest, latest, grouped } from '../../names/plainText';
import { ofOneCall } from '../archive/pastScreenings';
import type { WholeRegister } from '../companies/everyCompany';
import { newestSeals, packQuery, packRows } from '../facts/archivedIds';
import type { DamagedRow } from '../facts/knowledge';
import { deletingRows, type Tables } from '../port/tables';
import { screeningHashesOf, type IntactAnswer } from '../rows/answerRows';
import {
  repeatsIn,
  type IndexRow,
  type NewRemoval,
  type RemovalOrder,
  batchesIn,
  batchOf,
} from '../rows/archiveRows';
import type { Decision } from '../rows/decisionRows';
import type { CompanyHash } from '../rows/identity';
import { readerHash } from '../rows/reportRows';
import { readUnreportedRun } from '../rows/runRows';
import {
  announce,
  deletingGroups,
  deletingPacks,
  inCalls,
  type NotRemoved,
  type RemovalPorts,
  closingsByPacks,
} from './deleting';
import { FACT_QUERIES, removalFacts, type PruneFacts, type RemovalFacts } from './traces';
import { unneededOf, unneededRuns, type PruneWish, type UnneededRules } from './unneeded';
import { unneededReports } from './unneededReports';

export interface PruneOrder {
  /** ISO 8601. */
  before: string;
  /** Readers that are not waited for any more, by their names. */
  givenUp: readonly string[];
  /** The person who deletes; null to say only what would be deleted. */
  by: RemovalOrder | null;
}

export type PruneResult =
  | { is: 'planned' | 'pruned'; plan: PrunePlan }
  | NotRemoved
  | ({ is: 'damaged' } & DamagedRow);

/** @throws RegisterFailure if the tables cannot be read or written: what is left goes when it is run again */
export async function prune(
  tables: Tables,
  { before, givenUp, by }: PruneOrder,
  ports: RemovalPorts,
): Promise<PruneResult> {
  const { uuid, nowMs } = ports;
  const facts = await pruneFacts(tables, before, nowMs);
  if ('table' in facts) return { is: 'damaged', ...facts };
  const wish = { before, nowMs, givenUp: new Set(givenUp.map(readerHash)) };
  const plan = prunePlan(facts, wish);
  if (!by) return { is: 'planned', plan };
  const said = { ...by, at: new Date(nowMs).toISOString(), mark: uuid(), before, readers: givenUp };
  const removal = nothingToPrune(plan) ? null : pruneRemoval(facts, plan, said);
  const refused = await announce(tables, facts.rows.runs, removal, ports);
  if (refused) return refused;
  await deleteRows(tables, plan);
  return { is: 'pruned', plan };
}

/** True if there is nothing to delete; then no row of the archive says so. */
export function nothingToPrune(plan: PrunePlan): boolean {
  const { answers, decisions, closings, indexes, reports, runs } = plan;
  return [answers, decisions, closings, indexes, reports, runs].every(({ length }) => length === 0);
}

async function pruneFacts(tables: Tables, before: string, nowMs: number): Promise<DamagedRow | PruneFacts> {
  const facts = removalFacts(await tables.run(FACT_QUERIES), nowMs);
  if ('table' in facts) return facts;
  const younger = facts.closings.filter(({ oldest, newest }) => oldest < before && newest >= before);
  return { ...facts, repeated: await repeatedIn(tables, younger) };
}

async function repeatedIn(tables: Tables, closings: readonly IndexRow[]): Promise<Set<string>> {
  const originals = new Set<string>();
  for (const some of ofOneCall(closings)) {
    const [found = []] = await tables.run([packQuery(some.map(({ mark }) => mark))]);
    for (const { originalId } of packRows(found).flatMap((pack) => repeatsIn(pack) ?? []))
      originals.add(originalId);
  }
  return originals;
}

async function deleteRows(tables: Tables, plan: PrunePlan): Promise<void> {
  const { answers, decisions, reports, runs, closings, closingsBefore, indexes } = plan;
  const idsByCompany = <One extends { company: string }>(all: readonly One[], idOf: (one: One) => string) =>
    [...grouped(all, ({ company }) => company).values()].map((some) => some.map(idOf));
  const answerIds = idsByCompany(answers, ({ answerId }) => answerId);
  const decisionIds = idsByCompany(decisions, ({ decision }) => decision);
  const indexMarks = indexes.map(({ mark }) => mark);
  await inCalls(tables, [
    ...deletingGroups('answers', 'answer', answerIds),
    ...deletingGroups('decisions', 'decision', decisionIds),
    ...deletingRows('reports', 'mark', reports),
    ...deletingRows('runs', 'run', runs),
    ...deletingPacks([...closings, ...closingsBefore]),
    ...deletingRows('archive', 'mark', indexMarks),
  ]);
}

/** Time by which ids outlive their answers, so that an old answer that comes again is noticed. */
const IDS_STAY_MS = 365 * ONE_DAY_MS;

/** A reader for whom old rows stay. */
export interface WaitingReader {
  name: string;
  /** ISO 8601; empty for never. */
  lastTold: string;
  answers: number;
}

export interface PrunePlan {
  answers: readonly IntactAnswer[];
  decisions: readonly Decision[];
  /** Marks of the rows. */
  reports: readonly string[];
  runs: readonly string[];
  closings: readonly IndexRow[];
  /** Closings whose packs a prune before has said to delete: the rest of them goes now. */
  closingsBefore: readonly IndexRow[];
  /** Index rows that go themselves, with their ids. */
  indexes: readonly IndexRow[];
  waiting: WaitingReader[];
  /** The times of what goes (ISO 8601); empty if nothing does. */
  oldest: string;
  newest: string;
  screenings: number;
  /** Characters that the archive has less. */
  size: number;
}

function prunePlan(facts: PruneFacts, wish: PruneWish): PrunePlan {
  const { before, givenUp, nowMs } = wish;
  const { register, closings, removals } = facts;
  const readers = readersOf(facts).filter(({ reader }) => !givenUp.has(reader));
  const rules = { before, nowMs, repeated: facts.repeated };
  const all = readers.map(({ reader }) => reader);
  const companies = new Set([...register.known.answers.keys(), ...register.known.chain.ofCompany.keys()]);
  const rows = [...companies].map((one) => unneededOf(register, one, { ...rules, readers: all }));
  const answers = rows.flatMap((one) => one.answers);
  const decisions = rows.flatMap((one) => one.decisions);
  const { withPacks, pruned: closingsBefore } = closingsByPacks(closings, removals);
  const packs = withPacks.filter(({ newest }) => newest < before);
  const idsBefore = new Date(Date.parse(before) - IDS_STAY_MS).toISOString();
  const runs = unneededRuns(facts, decisions, wish);
  const times = [...packs, ...answers.map(({ screenedAt }) => ({ oldest: screenedAt, newest: screenedAt }))];
  return {
    ...{ answers, decisions, runs, closings: packs, closingsBefore },
    reports: unneededReports(facts, wish, { answers, runs }),
    indexes: closings.filter(({ newest }) => newest < idsBefore),
    waiting: readers.flatMap((reader) => waitingFor(register, companies, reader, rules)),
    oldest: earliest(times.map(({ oldest }) => oldest)),
    newest: latest(times.map(({ newest }) => newest)),
    screenings: answers.length + packs.reduce((sum, one) => sum + one.screenings, 0),
    size: packs.reduce((sum, one) => sum + one.size, 0),
  };
}

interface Reader {
  reader: string;
  name: string;
  lastTold: string;
}

/** Finds the readers in reports and in runs: one whose first run was killed is in no report. */
function readersOf({ reports, rows: { runs } }: RemovalFacts): Reader[] {
  const told = reports.flatMap((row) => (row.kind === 'told' ? [row] : []));
  const names = reports.flatMap((row) =>
    row.kind === 'told'
      ? []
      : row.data.readers.map((reader, at) => ({ reader, name: row.reportedTo.split(', ')[at] })),
  );
  const ofRuns = runs.flatMap((row) => readUnreportedRun(row)?.readers ?? []);
  const all = [...names, ...ofRuns.map((reader) => ({ reader, name: '' }))];
  return [...grouped(all, ({ reader }) => reader)].map(([reader, some]) => {
    const own = told
      .filter((row) => row.reader === reader)
      .sort((one, other) => (one.at < other.at ? 1 : -1));
    return {
      reader,
      name: own[0]?.reportedTo ?? some.find((one) => one.name)?.name ?? '',
      lastTold: own[0]?.at ?? '',
    };
  });
}

function waitingFor(
  register: WholeRegister,
  companies: ReadonlySet<CompanyHash>,
  { reader, name, lastTold }: Reader,
  rules: Omit<UnneededRules, 'readers'>,
): WaitingReader[] {
  const goneFor = (readers: string[]) =>
    [...companies].reduce(
      (sum, one) => sum + unneededOf(register, one, { ...rules, readers }).answers.length,
      0,
    );
  const answers = goneFor([]) - goneFor([reader]);
  return answers > 0 ? [{ name, lastTold, answers }] : [];
}

/** The row that says what went, and why. */
function pruneRemoval(
  { register, closings, removals }: PruneFacts,
  plan: PrunePlan,
  said: RemovalOrder & Pick<NewRemoval, 'at' | 'mark'> & { before: string; readers: readonly string[] },
): NewRemoval {
  const { before, readers, ...who } = said;
  const { answers, decisions } = plan;
  const all = [...register.known.answers.values()].flat();
  const present = new Set(all.map(({ answerId }) => answerId));
  const isClosed = batchesIn(plan.closings);
  // Ids in the pruned archive that rows name: nobody is to miss them.
  const named = all
    .flatMap((one) => (one.kind === 'damaged' ? [] : [...one.previousAnswers, ...one.previousOriginals]))
    .filter((id) => !present.has(id) && isClosed(batchOf(id)));
  return {
    ...who,
    kind: 'pruned',
    oldest: plan.oldest || before,
    newest: plan.newest || before,
    screenings: plan.screenings,
    previousSeals: newestSeals({ rows: closings, removals }),
    removed: {
      before,
      counts: {
        answers: answers.length,
        claims: 0,
        closings: plan.closings.length,
        decisions: decisions.length,
        reports: plan.reports.length,
        runs: plan.runs.length,
      },
      openCases: 0,
      answers: [...answers.map(({ answerId }) => answerId), ...named],
      screenings: answers.flatMap(screeningHashesOf),
      shared: [],
      decisions: decisions.map(({ seal }) => seal),
      seals: plan.indexes.map(({ seal }) => seal),
      closings: plan.closings.map(({ mark }) => mark),
      readers: [...readers],
    },
  };
}
