// register/removal/: what is deleted on purpose, by whom and why, and what that must not touch. What may only move into the archive is
// decided in register/archive/.
//
// The archive's traces of a company, and a closing as it is without them.
import { inParts } from '../archive/pastScreenings';
import { readingPacks } from '../facts/archivedIds';
import { forgottenBy } from '../facts/knowledge';
import { equal, type Statement, type StoredRow, type TableRow, type Tables } from '../port/tables';
import { screeningsOf } from '../rows/answerRows';
import { closingRows, readArchive, repeatsIn, type IndexRow } from '../rows/archiveRows';
import { screeningHash, uuidOf } from '../rows/identity';
import type { PackedRepeat } from '../rows/packs';
import { closingsByPacks } from './deleting';
import type { RemovalFacts, Traces } from './traces';

export interface ArchivedTraces {
  /** The closings that have screenings of it. */
  closings: IndexRow[];
  screenings: number;
  /** The hashes of their ids. */
  ids: string[];
  /** Hashes of ids that others have in the archive, and the company has in the table. */
  shared: string[];
  /** Closings of which a row is missing or was changed: nobody can tell what they have. */
  unreadable: number;
}

export async function archivedTraces(
  tables: Tables,
  facts: RemovalFacts,
  traces: Traces,
): Promise<ArchivedTraces> {
  const found: ArchivedTraces = { closings: [], screenings: 0, ids: [], shared: [], unreadable: 0 };
  const isOwn = repeatsOfIt(facts, traces);
  const ownIds = new Set(traces.answers.flatMap(screeningsOf));
  for (const some of inParts(closingsByPacks(facts.closings, facts.removals).withPacks)) {
    const rows = await packsOf(tables, some);
    for (const closing of some) {
      const repeats = repeatsOfClosing(closing, rows);
      const own = (repeats ?? []).filter(isOwn);
      const others = (repeats ?? []).filter((one) => !isOwn(one));
      found.shared.push(...others.flatMap(idsOf).filter((id) => ownIds.has(id)));
      if (!repeats) found.unreadable += 1;
      if (own.length === 0) continue;
      found.closings.push(closing);
      found.screenings += own.length;
      found.ids.push(...own.flatMap(idsOf));
    }
  }
  return found;
}

/**
 * Writes the closings again without the company, the oldest first, each before the old one goes.
 *
 * @throws RegisterFailure; run again, it goes on
 */
export async function forgetInArchive(
  tables: Tables,
  facts: RemovalFacts,
  traces: Traces,
  closings: readonly IndexRow[],
): Promise<void> {
  const isOwn = repeatsOfIt(facts, traces);
  const present = new Set(facts.closings.map(({ mark }) => mark));
  const newSeals = new Map<string, string>();
  for (const closing of closings.toSorted((one, other) => (one.at < other.at ? -1 : 1))) {
    const repeats = repeatsOfClosing(closing, await packsOf(tables, [closing])) ?? [];
    const follows = closing.follows.map((seal) => newSeals.get(seal) ?? seal);
    const rows = closingAgain(
      closing,
      repeats.filter((one) => !isOwn(one)),
      follows,
    );
    const index = rows.at(-1);
    if (index) newSeals.set(closing.seal, String(index['seal']));
    // A call that was killed may have stored it.
    const isNew = index !== undefined && !present.has(String(index['mark']));
    const inserting: Statement[] = isNew ? [{ do: 'insert', table: 'archive', rows }] : [];
    const where = [equal('closing', closing.mark), equal('mark', closing.mark)];
    await tables.run([...inserting, { do: 'delete', table: 'archive', where, match: 'any' }]);
  }
}

/** Makes the rows of a closing again. Their ids follow from the old row, so that they are not stored twice. None where nothing is left. */
function closingAgain(
  { seal, run, at, beside, originals }: IndexRow,
  repeats: readonly PackedRepeat[],
  follows: readonly string[],
): TableRow[] {
  let rows = 0;
  const uuid = () => uuidOf(['written again', seal, (rows += 1)]);
  if (repeats.length === 0) return [];
  return closingRows({ run, at, follows, repeats, ids: repeats.flatMap(idsOf), beside, originals }, uuid);
}

function repeatsOfIt(
  { register, removals }: RemovalFacts,
  { answers }: Traces,
): (repeat: PackedRepeat) => boolean {
  const own = new Set(answers.map(({ answer }) => answer));
  const all = [...register.known.answers.values()].flat();
  const present = new Set(all.map(({ answer }) => answer));
  // A run that went on when a company was forgotten may have moved repeats of it.
  const wasForgotten = forgottenBy(removals);
  return ({ original }) => own.has(original) || (!present.has(original) && wasForgotten(original));
}

async function packsOf(tables: Tables, closings: readonly IndexRow[]): Promise<readonly StoredRow[]> {
  const [found = []] = await tables.run([readingPacks(closings.map(({ mark }) => mark))]);
  return found;
}

/** Undefined where one of its packs is missing or was changed. */
function repeatsOfClosing({ packs }: IndexRow, rows: readonly StoredRow[]): PackedRepeat[] | undefined {
  const all: PackedRepeat[] = [];
  const read = rows.map(readArchive);
  for (const seal of packs) {
    const pack = read.find((one) => one?.kind === 'pack' && one.seal === seal);
    const repeats = pack?.kind === 'pack' ? repeatsIn(pack) : undefined;
    if (!repeats) return undefined;
    all.push(...repeats);
  }
  return all;
}

function idsOf({ service, screeningIds }: PackedRepeat): string[] {
  return screeningIds
    .filter((id) => id.trim() !== '')
    .map((id) => screeningHash({ ...service, option: 'Both' }, id));
}
