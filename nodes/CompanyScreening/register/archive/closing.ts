// register/archive/: what has left the table of answers, and how it leaves. Nothing here decides the state of a company.
//
// Archiving: which answers may leave the table, and how. Only repeats leave on which nothing depends any more: the originals, which
// say the same, stay. The archive has the repeats before they leave. A crash in between leaves both, which count once.
import { newestSeals } from '../facts/archivedIds';
import { originalOf, countOriginals } from '../facts/history';
import { isSharedAmong, type Knowledge } from '../facts/knowledge';
import { bytesOf } from '../facts/size';
import { latestOf } from '../facts/companyState';
import { deletingRows, type Statement } from '../port/tables';
import { screeningHashesOf, type IntactAnswer, type StoredAnswer } from '../rows/answerRows';
import { closingRows } from '../rows/archiveRows';
import { referenceIdIn } from '../rows/identity';
import type { PackedRepeat } from '../rows/packs';

/** A repeat that may leave the table. */
export interface ArchivableRepeat {
  repeat: IntactAnswer;
  original: IntactAnswer;
}

/** False for too few repeats to be worth the rows of a closing. */
export function isWorthArchiving(repeats: number): boolean {
  return repeats >= 100;
}

/**
 * The repeats that may leave the table. Another answer comes after each of them, and nobody looks for it any more: no claim of its
 * batch is there, its run is over, and no other company has its screening id.
 *
 * @param lives whether a run lives: it may still store something
 */
export function archivableRepeats(known: Knowledge, lives: (runId: string) => boolean): ArchivableRepeat[] {
  const claimed = new Set(known.claims.map(({ claimId }) => claimId));
  const isFree = ({ claimId, runId }: IntactAnswer) => !claimed.has(claimId) && !lives(runId);
  return [...known.answers.values()].flatMap((answers) => {
    const latest = latestOf(answers);
    const found = answers.flatMap((repeat) => {
      const original = originalOf(answers, repeat);
      if (!original || repeat.kind === 'damaged' || latest.includes(repeat)) return [];
      return isFree(repeat) && !isSharedAmong(known.companiesByScreeningId, repeat)
        ? [{ repeat, original }]
        : [];
    });
    return mayLeave(answers, found) ? found : [];
  });
}

/** True if the company stands as before without them: the same answers are the latest, and none that stays names one as its past. */
function mayLeave(answers: readonly StoredAnswer[], found: readonly ArchivableRepeat[]): boolean {
  if (found.length === 0) return false;
  const ids = new Set(found.map(({ repeat }) => repeat.answerId));
  if (ids.size < found.length) return false;
  const staying = answers.filter(({ answerId }) => !ids.has(answerId));
  const isNamed = staying.some(
    (one) => one.kind !== 'damaged' && one.previousOriginals.some((id) => ids.has(id)),
  );
  const before = latestOf(answers).map(({ answerId }) => answerId);
  const after = latestOf(staying).map(({ answerId }) => answerId);
  return !isNamed && before.join() === after.join();
}

/** Facts that archiving needs besides. */
export interface ArchivingFacts {
  runId: string;
  at: string;
  uuid: () => string;
  /** Every answer of the register is known. */
  knowsAll: boolean;
}

/**
 * The statements of a closing, in their order; none if there is nothing to archive, or the archive is not known.
 *
 * @param known with the index rows of the archive
 */
export function archivingStatements(
  known: Knowledge,
  archivable: readonly ArchivableRepeat[],
  { runId, at, uuid, knowsAll }: ArchivingFacts,
): Statement[] {
  if (archivable.length === 0 || known.archived === null) return [];
  const sorted = archivable.toSorted((one, other) => inBatches(one.repeat, other.repeat));
  const rows = closingRows(
    {
      ...{
        runId,
        at,
        previousSeals: newestSeals(known.archived),
        otherBytes: knowsAll ? bytesOf(staying(known, sorted)) : 0,
        originals: knowsAll ? countOriginals([...known.answers.values()].flat(), at) : 0,
      },
      repeats: sorted.map(packed),
      ids: sorted.flatMap(({ repeat }) => screeningHashesOf(repeat)),
    },
    uuid,
  );
  return [{ do: 'insert', table: 'archive', rows }, ...leaving(known, sorted, knowsAll)];
}

function staying(
  { answers }: Knowledge,
  archivable: readonly ArchivableRepeat[],
): Pick<Knowledge, 'answers'> {
  const ids = new Set(archivable.map(({ repeat }) => repeat.answerId));
  return {
    answers: new Map(
      [...answers].map(([company, all]) => [company, all.filter(({ answerId }) => !ids.has(answerId))]),
    ),
  };
}

/** Sorts batch by batch, each in its order. */
function inBatches(one: IntactAnswer, other: IntactAnswer): number {
  if (one.claimId !== other.claimId)
    return `${one.screenedAt} ${one.claimId}` < `${other.screenedAt} ${other.claimId}` ? -1 : 1;
  return placeOf(one) - placeOf(other);
}

const placeOf = ({ answerId, claimId }: IntactAnswer): number => Number(answerId.slice(claimId.length + 1));

function packed({ repeat, original }: ArchivableRepeat): PackedRepeat {
  const { answerId, runId, screenedAt, data } = repeat;
  const { company, referenceId, screeningId, otherScreeningIds = [] } = data;
  return {
    ...{ answerId, runId, screenedAt, originalId: original.answerId },
    service: { environment: company.environment, baseUrl: company.baseUrl },
    screeningIds: [screeningId, ...otherScreeningIds],
    referenceId: referenceId === referenceIdIn(runId, company) ? null : referenceId,
  };
}

/** Deletes whole batches by their marks, which costs next to nothing; each other answer needs a condition of its own. */
function leaving(known: Knowledge, archivable: readonly ArchivableRepeat[], knowsAll: boolean): Statement[] {
  const all = [...known.answers.values()].flat();
  const intact = all.filter((one) => one.kind !== 'damaged');
  const closed = new Set(archivable.map(({ repeat }) => repeat.answerId));
  const staying = intact.filter(({ answerId, isRepeat }) => isRepeat && !closed.has(answerId));
  const kept = new Set(staying.map(({ claimId }) => claimId));
  // Batches with a changed row go answer by answer: its cells prove nothing, and it might go along.
  const isWhole = (mark: string) => knowsAll && intact.length === all.length && !kept.has(mark);
  const marks = new Set(archivable.map(({ repeat }) => repeat.claimId).filter(isWhole));
  const others = archivable
    .filter(({ repeat }) => !marks.has(repeat.claimId))
    .map(({ repeat }) => repeat.answerId);
  return [...deletingRows('answers', 'repeatMark', [...marks]), ...deletingRows('answers', 'answer', others)];
}
