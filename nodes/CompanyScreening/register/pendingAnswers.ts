// Screenings that the service had not finished, and what it says of them later. That is no new screening: nothing is claimed, and what
// comes is stored as an answer of the screening that it follows.
import type { ReviewReason } from '../service/outcome';
import { archivedIds, isArchived, READING_INDEX } from './archive/archivedIds';
import { changesOf } from './history';
import type { DueLimit } from './dueness';
import type { CompanyHash } from './identity';
import { isSharedAmong, knowingNothing, knowledgeOf, takeInAnswers, type Knowledge } from './knowledge';
import { answersWith, readingIds } from './readingAnswers';
import { withPast } from './repeats';
import { answerRow, readAnswers, screeningsOf, type SoundAnswer } from './rows/answerRows';
import { readRun } from './rows/runRows';
import { viewsOf } from './rows/viewRows';
import { followsOf, latestOf, standingOf, verdictText } from './standing';
import { equal, MAX_CONDITIONS, type Statement, type StoredRow, type Tables } from './tables';

export const PENDING: ReviewReason = 'pending';

/** The latest answers of companies, where these are Pending, and what is known of the companies. */
export interface PendingAnswers {
  known: Knowledge;
  answers: readonly SoundAnswer[];
}

/** What the service says of the same screening now. */
export type LaterWord = Pick<SoundAnswer, 'outcome' | 'reason'> &
  Pick<SoundAnswer['data'], 'hits' | 'payload'>;

/** Of these companies, those whose answer is Pending and not due: what is due is screened again in any case. */
export async function pendingAnswers(
  tables: Tables,
  companies: ReadonlySet<CompanyHash>,
  due: DueLimit | null,
): Promise<PendingAnswers> {
  const [rows = []] = await tables.run([READING_PENDING]);
  const ever = everPending(rows, companies);
  if (ever.length === 0) return { known: knowingNothing(), answers: [] };
  return stillPending(ever, await tables.run(readingAbout(ever)), due);
}

export const READING_PENDING: Statement = {
  do: 'read',
  table: 'answers',
  where: [equal('reason', PENDING)],
  match: 'all',
};

/** Pure. @param rows what `READING_PENDING` has found */
export function everPending(
  rows: readonly StoredRow[],
  companies: ReadonlySet<CompanyHash>,
): readonly SoundAnswer[] {
  return rows
    .flatMap(readAnswers)
    .flatMap((one) => (one.kind === 'answer' && companies.has(one.company) ? [one] : []));
}

/** What decides whether any of them is asked for. */
export function readingAbout(ever: readonly SoundAnswer[]): Statement[] {
  return [
    answersWith('company', [...new Set(ever.map(({ company }) => company))]),
    ...readingIds([...new Set(ever.flatMap(screeningsOf))]),
    readingRuns([...new Set(ever.map(({ run }) => run))]),
    READING_INDEX,
  ];
}

/** Pure. @param found the rows of each statement of `readingAbout` */
export function stillPending(
  ever: readonly SoundAnswer[],
  [answers = [], withIds = [], ofSeveralNames = [], runs = [], index = []]: readonly StoredRow[][],
  due: DueLimit | null,
): PendingAnswers {
  const known = knowingNothing();
  takeInAnswers(known, [...answers, ...withIds, ...ofSeveralNames]);
  const isSure = surelyHeld(known, runs);
  const isOwn = withOwnId(known, index);
  return {
    known,
    answers: [...new Set(ever.map(({ company }) => company))]
      .flatMap((company) => pendingOf(known, company, due) ?? [])
      .filter((one) => isSure(one) && isOwn(one)),
  };
}

/** Pure. Whether it is stored: it says something else than the Pending answer, and takes no hit away. */
export function isLaterAnswer(pending: SoundAnswer, { outcome, reason, hits }: LaterWord): boolean {
  if (!namesAsMany(hits.length, pending.data.hits.length)) return false;
  return verdictText(pending) !== verdictText({ outcome, reason, data: { ...pending.data, hits } });
}

/** Of one screening, no hit that the service named is lost to a later answer that names fewer of them. */
export const namesAsMany = (hits: number, before: number): boolean => hits >= before;

interface StoredWord {
  pending: SoundAnswer;
  said: LaterWord;
}

/**
 * Stores what the service says of them now.
 *
 * @param mark of all of them; no claim has it
 */
export async function storeLaterWords(
  tables: Tables,
  known: Knowledge,
  words: readonly StoredWord[],
  mark: string,
): Promise<void> {
  const [insert, ...views] = storingLater(known, words, mark);
  await tables.run([insert, ...views]).catch(async (error: unknown) => {
    // It may have been carried out all the same, as a whole: what people read is then written again.
    const [stored = []] = await tables.run([answersWith('mark', [mark])]);
    if (!stored.some((row) => row['mark'] === mark)) throw error;
    await tables.run([...withoutMark(mark), ...views]);
  });
}

/** Pure. The answers in one statement, then what people read of them. */
export function storingLater(
  known: Knowledge,
  words: readonly StoredWord[],
  mark: string,
): [Statement, ...Statement[]] {
  const answers = words.map(({ pending, said }, place) => laterAnswer(known, pending, said, { mark, place }));
  return [
    { do: 'insert', table: 'answers', rows: answers.map(answerRow) },
    ...viewsOf(answers, (answer) => changesOf(known, answer)),
  ];
}

function withoutMark(mark: string): Statement[] {
  const where = [equal('mark', mark)];
  return [
    { do: 'delete', table: 'companies', where, match: 'all' },
    { do: 'delete', table: 'hits', where, match: 'all' },
  ];
}

/**
 * Pure. The answer to the same screening: of the same run, and as old. The time at which it came would make the verdict look younger than
 * it is. Only the order of the two has to be seen.
 */
export function laterAnswer(
  known: Pick<Knowledge, 'answers'>,
  pending: SoundAnswer,
  { outcome, reason, hits, payload }: LaterWord,
  { mark, place }: { mark: string; place: number },
): SoundAnswer {
  const before = known.answers.get(pending.company) ?? [];
  const { past: _past, repeats: _repeats, ...same } = pending;
  return withPast(before, {
    ...same,
    answer: `${mark}.${place}`,
    mark,
    follows: followsOf(before, latestOf(before)),
    despite: [],
    outcome,
    reason,
    screenedAt: momentAfter(pending.screenedAt),
    data: { ...pending.data, hits, payload },
  });
}

const momentAfter = (time: string): string => new Date(Date.parse(time) + 1).toISOString();

/** Its latest answer, if that is Pending, and nothing else is known of it. */
function pendingOf(known: Knowledge, company: CompanyHash, due: DueLimit | null): SoundAnswer | undefined {
  const knowledge = knowledgeOf(known, company, () => true);
  const standing = standingOf(knowledge, due, false);
  if (standing.is !== 'remembered' || standing.doubt !== null) return undefined;
  const { answer } = standing;
  // Of two screenings, nobody can say which one is meant.
  const isOne = latestOf(knowledge.answers).every(
    (one) => one.kind === 'answer' && one.screening === answer.screening,
  );
  return answer.reason === PENDING && isOne ? answer : undefined;
}

/** If the control of a run failed, or nobody knows, what it screened has to be screened again in any case. */
function surelyHeld(known: Knowledge, rows: readonly StoredRow[]): (answer: SoundAnswer) => boolean {
  const held = rows.flatMap((row) => readRun(row) ?? []).filter(({ control }) => SURE.has(control));
  const runs = new Set(held.map(({ run }) => run));
  return ({ run }) => runs.has(run) && !known.doubtedRuns.has(run);
}

/** An answer with an id that another screening has as well may be that of the other one. */
function withOwnId(known: Knowledge, index: readonly StoredRow[]): (answer: SoundAnswer) => boolean {
  const archived = archivedIds(index);
  // Of an index that cannot be read, nobody knows.
  if (typeof archived === 'number') return () => false;
  return (answer) =>
    !isSharedAmong(known.screenings, answer) && !screeningsOf(answer).some((id) => isArchived(archived, id));
}

const SURE: ReadonlySet<string> = new Set(['held', 'none']);

function readingRuns(runs: readonly string[]): Statement {
  const areFew = runs.length <= MAX_CONDITIONS;
  return {
    do: 'read',
    table: 'runs',
    where: areFew ? runs.map((run) => equal('run', run)) : [],
    match: areFew ? 'any' : 'all',
  };
}
