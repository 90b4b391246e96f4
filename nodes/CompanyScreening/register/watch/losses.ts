// register/watch/: what is wrong with a register, and what its runs come to. Nothing here changes a row or a verdict.
//
// Rows that somebody deleted by hand, or lost by putting back tables of different times: as far as it shows without the packs of the
// archive.
import type { WholeRegister } from '../companies/everyCompany';
import { missingSeals } from '../facts/archivedIds';
import { countOriginals } from '../facts/history';
import { batchesIn, batchOf, type IndexRow } from '../rows/archiveRows';
import { removedOf } from '../rows/removedData';
import type { ReportRow } from '../rows/reportRows';

export type Loss =
  /** Answers that others name, or that were given out, and that are neither in the table nor in the archive. */
  | { is: 'answersGone'; answers: number }
  /** Closings that later ones name. */
  | { is: 'closingsGone'; closings: number }
  /** Originals that are missing since the last closing counted them. */
  | { is: 'originalsGone'; answers: number; countedAt: string };

/**
 * A deletion on purpose is no loss.
 *
 * @param closings read after the answers
 * @param reports read before the answers
 */
export function lossesIn(
  register: WholeRegister,
  closings: readonly IndexRow[],
  reports: readonly ReportRow[],
): Loss[] {
  const answers = answersGone(register, closings, reports);
  const missing = missingSeals({ rows: closings, removals: register.removals }).size;
  return [
    ...(answers > 0 ? [{ is: 'answersGone', answers } as const] : []),
    ...(missing > 0 ? [{ is: 'closingsGone', closings: missing } as const] : []),
    // `answersGone` tells them already.
    ...(answers === 0 ? originalsGone(register, closings) : []),
  ];
}

function answersGone(
  { known, removals }: WholeRegister,
  closings: readonly IndexRow[],
  reports: readonly ReportRow[],
): number {
  const all = [...known.answers.values()].flat();
  const intact = all.filter((one) => one.kind !== 'damaged');
  const ever = removedOf(removals);
  const present = new Set(all.map(({ answerId }) => answerId));
  const isGone = (id: string) => !present.has(id) && !ever.hasAnswer(id);
  const isClosed = batchesIn(closings);
  // The archive has only repeats, which neither the past of an answer nor a report names.
  const named = intact.flatMap(({ previousOriginals }) => previousOriginals);
  const given = reports.flatMap((row) => (row.kind === 'given' ? row.data.companies : []));
  const followed = intact.flatMap(({ previousAnswers }) => previousAnswers);
  return new Set([
    ...[...named, ...given.map(({ answerId }) => answerId)].filter(isGone),
    ...followed.filter((id) => isGone(id) && !isClosed(batchOf(id))),
  ]).size;
}

/** Compares with the last closing. Originals stay, so there can only be more of those that were older than it when it counted them. */
function originalsGone({ known, removals }: WholeRegister, closings: readonly IndexRow[]): Loss[] {
  const [last] = closings
    .filter(({ originals }) => originals > 0)
    .toSorted((one, other) => (one.at < other.at ? 1 : -1));
  if (!last) return [];
  const removed = removals
    .filter(({ at }) => at >= last.at)
    .reduce((sum, one) => sum + one.removed.counts.answers, 0);
  const all = [...known.answers.values()].flat();
  // Changed rows are told by themselves.
  const damaged = new Set(all.flatMap((one) => (one.kind === 'damaged' ? one.answerId : []))).size;
  const missing = last.originals - removed - damaged - countOriginals(all, last.at);
  return missing > 0 ? [{ is: 'originalsGone', answers: missing, countedAt: last.at }] : [];
}
