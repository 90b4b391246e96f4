// Prune: deletes what a register no longer has to keep. A sealed row says what went, by whom and why.
import { inParts } from '../archive/pastScreenings';
import { readingPacks } from '../facts/archivedIds';
import type { DamagedRow } from '../facts/knowledge';
import type { Tables } from '../port/tables';
import { readArchive, repeatsIn, type IndexRow, type NewRemoval } from '../rows/archiveRows';
import { grouped } from '../rows/identity';
import { readerHash, readReport, deliveriesOf } from '../rows/reportRows';
import {
  announce,
  deletingEach,
  deletingGroups,
  deletingPacks,
  inCalls,
  type NotRemoved,
  type RemovalPorts,
} from './deleting';
import { prunePlan, pruneRemoval, type PrunePlan } from './prunePlan';
import { READING_FACTS, removalFacts, type PruneFacts } from './traces';

export interface PruneOrder {
  /** ISO 8601. */
  before: string;
  /** Readers that are not waited for any more, by their names. */
  givenUp: readonly string[];
  /** The person who deletes; null to say only what would be deleted. */
  by: Pick<NewRemoval, 'reason' | 'removedBy' | 'removedByAddress'> | null;
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
  const refused = await announce(tables, facts.runs, removal, ports);
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
  const facts = removalFacts(await tables.run(READING_FACTS), nowMs);
  if ('table' in facts) return facts;
  const { register: read, rows, closings, removals } = facts;
  const { reports, runs } = rows;
  const told = deliveriesOf(reports.flatMap((row) => readReport(row) ?? []));
  const register = { ...read, known: { ...read.known, told } };
  const repeated = await repeatedIn(
    tables,
    closings.filter(({ oldest, newest }) => oldest < before && newest >= before),
  );
  return { register, runs, reports, closings, removals, repeated };
}

async function repeatedIn(tables: Tables, closings: readonly IndexRow[]): Promise<Set<string>> {
  const originals = new Set<string>();
  for (const some of inParts(closings)) {
    const [found = []] = await tables.run([readingPacks(some.map(({ mark }) => mark))]);
    for (const pack of found.map(readArchive))
      if (pack?.kind === 'pack') for (const { original } of repeatsIn(pack) ?? []) originals.add(original);
  }
  return originals;
}

/** Deletes the answers and decisions of a company together. */
async function deleteRows(tables: Tables, plan: PrunePlan): Promise<void> {
  const { answers, decisions, reports, runs, closings, closingsBefore, indexes } = plan;
  const idsOf = <One extends { company: string }>(all: readonly One[], idOf: (one: One) => string) =>
    [...grouped(all, ({ company }) => company).values()].map((some) => some.map(idOf));
  await inCalls(tables, [
    ...deletingGroups(
      'answers',
      'answer',
      idsOf(answers, ({ answer }) => answer),
    ),
    ...deletingGroups(
      'decisions',
      'decision',
      idsOf(decisions, ({ decision }) => decision),
    ),
    ...deletingEach('reports', 'mark', reports),
    ...deletingEach('runs', 'run', runs),
    ...deletingPacks([...closings, ...closingsBefore]),
    ...deletingEach(
      'archive',
      'mark',
      indexes.map(({ mark }) => mark),
    ),
  ]);
}
