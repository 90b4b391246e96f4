// Every screening that was ever made, from the table and from the archive alike, and whether the rows that hold them are as they were
// written.
import { earliest, grouped } from '../../names/plainText';
import { outcomeInDoubt } from '../../service/outcome';
import { ARCHIVE_INDEX_QUERY, missingSeals, packQuery, packRows } from '../facts/archivedIds';
import { addOwner, isSharedAmong, type OwnersOfIds } from '../facts/knowledge';
import { EVERY_ANSWER } from '../facts/answerQueries';
import type { Doubt } from '../facts/companyState';
import { withDoubts, withLateDoubts, NO_LATE_DOUBTS } from '../facts/lateDoubts';
import { equal, type Statement, type StoredRow, type Tables } from '../port/tables';
import { readAnswers, screeningHashesOf, type IntactAnswer, type StoredAnswer } from '../rows/answerRows';
import {
  batchOf,
  readArchive,
  removalsAmong,
  repeatsIn,
  type IndexRow,
  type Removal,
} from '../rows/archiveRows';
import { readDoubt } from '../rows/doubtRows';
import { referenceIdIn, screeningHash } from '../rows/identity';
import type { PackedRepeat } from '../rows/packs';
import { removedOf, type RemovedEver } from '../rows/removedData';
import { CONTROL_FAILED, readRun } from '../rows/runRows';

export interface PastScreening {
  answer: IntactAnswer;
  /** It has left the table: its original has what it found. */
  inArchive: boolean;
}

/** Screenings that nobody can read any more. */
export type HistoryProblem =
  | { is: 'changed'; table: 'answers' | 'archive'; id: number }
  /** Screenings of a closing, and when they were made. */
  | { is: 'packGone'; screenings: number; oldest: string; newest: string }
  /** A closing that a later one names. */
  | { is: 'closingGone'; at: string }
  /** Repeats of an answer that is not there. */
  | { is: 'originalGone'; screenings: number; oldest: string }
  /** An answer came after one that is neither in the table nor in the archive. */
  | { is: 'screeningGone'; before: string };

export interface History {
  screenings: PastScreening[];
  /** Rows that were deleted on purpose, the oldest first. */
  removals: Removal[];
  problems: HistoryProblem[];
}

export interface WantedScreenings {
  isWanted: (answer: IntactAnswer) => boolean;
  /** True if any screening of a span of time, both ends included, may be wanted (ISO 8601). */
  mayBeWanted: (oldest: string, newest: string) => boolean;
}

// Order matters: an answer that leaves the table in between is in both if the archive is read last.
const READING = [
  { do: 'read', table: 'runs', where: [equal('control', CONTROL_FAILED)], match: 'all' },
  EVERY_ANSWER,
  ARCHIVE_INDEX_QUERY,
] as const satisfies readonly Statement[];

export async function historyOf(tables: Tables, wanted: WantedScreenings): Promise<History> {
  const [runs = [], answers = [], index = []] = await tables.run(READING);
  const stored = answers.map((row) => ({ id: row.id, doubt: readDoubt(row), read: readAnswers(row) }));
  const late = withLateDoubts(
    NO_LATE_DOUBTS,
    stored.flatMap(({ doubt }) => doubt ?? []),
    stored.flatMap(({ read }) => read),
  );
  const intact = stored.flatMap(({ read }) => read.filter((one) => one.kind !== 'damaged'));
  const byId = new Map(intact.map((one) => [one.answerId, one]));
  const closings = index.map((row) => ({ id: row.id, read: readArchive(row) }));
  const rows = closings.flatMap(({ read }) => (read?.kind === 'index' ? [read] : []));
  const removals = removalsAmong(index);
  const ever = removedOf(removals);
  const problems: HistoryProblem[] = [
    ...stored
      .filter(({ doubt, read }) => doubt?.isIntact !== true && !read.some((one) => one.kind !== 'damaged'))
      .map(({ id }) => ({ is: 'changed', table: 'answers', id }) as const),
    ...closings
      .filter(({ read }) => !read)
      .map(({ id }) => ({ is: 'changed', table: 'archive', id }) as const),
    ...[...missingSeals({ rows, removals }).values()].map((at) => ({ is: 'closingGone', at }) as const),
  ];
  const archived = new Map<string, PastScreening>();
  const withoutOriginal: PackedRepeat[] = [];
  const withPacks = rows.filter(({ mark }) => !ever.closings.has(mark));
  const wantedRows = withPacks.filter(({ oldest, newest }) => wanted.mayBeWanted(oldest, newest));
  for (const some of ofOneCall(wantedRows)) {
    const [found = []] = await tables.run([packQuery(some.map(({ mark }) => mark))]);
    for (const repeat of repeatsOf(some, found, problems)) {
      const original = byId.get(repeat.originalId);
      const answer = original && restored(repeat, original);
      if (!answer) withoutOriginal.push(repeat);
      // The archive has millions, so unwanted ones are not kept.
      else if (wanted.isWanted(answer)) archived.set(repeat.answerId, { answer, inArchive: true });
    }
  }
  const failed = runs.flatMap((row) => readRun(row)?.runId ?? []);
  const doubtedRuns = new Set([...failed, ...late.failedRuns, ...late.runsMissingDoubt]);
  const inTable = intact.filter(wanted.isWanted).map((answer) => ({ answer, inArchive: false }));
  const all = new Map([...archived, ...inTable.map((one) => [one.answer.answerId, one] as const)]);
  // Screenings that share an id with another company's never leave the table, so the answer itself says so.
  const inArchive = [...archived.values()].map(({ answer }) => answer);
  const owners = ownersOfIds([...stored.flatMap(({ read }) => read), ...inArchive], ever);
  const screenings = [...all.values()]
    .map((one): PastScreening => {
      const answer = withDoubts(one.answer, { doubtedRuns, lateDoubts: late });
      return { ...one, answer: isShared(answer, owners) ? answerToAnother(answer) : answer };
    })
    .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  problems.push(...originalsGone(withoutOriginal));
  // A gap cannot be told in a span of time, whose beginning is not known, or beside a problem that already explains it.
  const isWhole = wantedRows.length === withPacks.length;
  const isKnown = (id: string) => byId.has(id) || all.has(id) || ever.hasAnswer(id);
  if (isWhole && problems.length === 0) problems.push(...screeningsGone(inTable, isKnown));
  return { screenings, removals, problems };
}

const OTHER_REQUEST: Doubt = 'otherRequest';

/** Finds the companies of each screening id. Forgotten companies count as one. */
function ownersOfIds(answers: readonly StoredAnswer[], { shared }: RemovedEver): OwnersOfIds {
  const owners: OwnersOfIds = new Map([...shared].map((id) => [id, new Set(['forgotten'])]));
  for (const answer of answers) addOwner(owners, answer.company, screeningHashesOf(answer));
  return owners;
}

const isShared = (answer: IntactAnswer, owners: OwnersOfIds): boolean =>
  answer.kind === 'answer' && answer.reason === '' && isSharedAmong(owners, answer);

/** Marks an answer that may be that to another company: a hit counts all the same, and nothing else does. */
const answerToAnother = (answer: IntactAnswer): IntactAnswer => ({
  ...answer,
  outcome: outcomeInDoubt(OTHER_REQUEST, answer.outcome),
  reason: OTHER_REQUEST,
});

const orderOf = ({ answer }: PastScreening): string => `${answer.screenedAt} ${answer.answerId}`;

/** Gives a repeat as it was, except for the reply of the service, which is that to its original. */
export function restored(repeat: PackedRepeat, original: IntactAnswer): IntactAnswer {
  const { answerId, runId, screenedAt, screeningIds } = repeat;
  const { company } = original.data;
  const [screeningId = '', ...otherScreeningIds] = screeningIds;
  const claimId = batchOf(answerId);
  const hashes = screeningIds.map((id) => (id.trim() === '' ? '' : screeningHash(company, id)));
  const referenceId = repeat.referenceId ?? referenceIdIn(runId, company);
  const otherScreenings = hashes.slice(1).filter((one) => one !== '');
  const others = otherScreeningIds.length === 0 ? {} : { otherScreeningIds, otherScreenings };
  const { otherScreeningIds: _, otherScreenings: __, lateDoubtNames: ___, ...data } = original.data;
  return {
    ...original,
    ...{ answerId, claimId, runId, screenedAt, isRepeat: true },
    ...{ previousOriginals: [original.answerId], previousAnswers: [] },
    screening: hashes[0] ?? '',
    // The beginning of its run is not kept: it matters for the latest answer only, to tell when it is due.
    data: { ...data, begunAt: screenedAt, referenceId, screeningId, ...others },
  };
}

/** The most characters of a call, unless a single closing has more. */
const CHARACTERS_IN_A_CALL = 4_000_000;

/** Closings, as many together as one call reads or deletes the packs of. */
export function ofOneCall(rows: readonly IndexRow[]): IndexRow[][] {
  const parts: IndexRow[][] = [];
  let size = Infinity;
  for (const row of rows) {
    size += row.size;
    if (size > CHARACTERS_IN_A_CALL || (parts.at(-1)?.length ?? 0) >= 100) {
      parts.push([row]);
      size = row.size;
    } else parts.at(-1)?.push(row);
  }
  return parts;
}

/** The repeats of packs that are as they were written; each other pack is a problem. */
function repeatsOf(
  closings: readonly IndexRow[],
  found: readonly StoredRow[],
  problems: HistoryProblem[],
): PackedRepeat[] {
  const packs = packRows(found).flatMap(({ seal, ...pack }) => {
    const repeats = repeatsIn(pack);
    return repeats ? [{ seal, repeats }] : [];
  });
  const seals = new Set(packs.map(({ seal }) => seal));
  for (const { packs: named, screenings, oldest, newest } of closings) {
    if (named.every((seal) => seals.has(seal))) continue;
    const known = packs.filter(({ seal }) => named.includes(seal));
    const missing = screenings - known.reduce((sum, { repeats }) => sum + repeats.length, 0);
    problems.push({ is: 'packGone', screenings: missing, oldest, newest });
  }
  return packs.flatMap(({ repeats }) => repeats);
}

function originalsGone(repeats: readonly PackedRepeat[]): HistoryProblem[] {
  return [...grouped(repeats, ({ originalId }) => originalId).values()].map((ofOriginal) => ({
    is: 'originalGone',
    screenings: ofOriginal.length,
    oldest: earliest(ofOriginal.map(({ screenedAt }) => screenedAt)),
  }));
}

/** Finds that somebody has put back an archive that is older than the answers, or has removed an answer. */
function screeningsGone(
  inTable: readonly PastScreening[],
  isKnown: (answer: string) => boolean,
): HistoryProblem[] {
  return inTable.flatMap(({ answer: { previousAnswers, screenedAt } }) =>
    previousAnswers.every(isKnown) ? [] : [{ is: 'screeningGone', before: screenedAt }],
  );
}
