// Before a run sends anything: what the service had not finished in an earlier run is asked for again, by its id. Whatever goes wrong, the
// register stays as it was, and the company comes out as Pending.
import { randomUUID } from 'node:crypto';

import { createPool } from '../batch/pool';
import type { Answer } from '../operations/answer';
import { heldReplies, payloadOf, storedReplies } from '../operations/held';
import type { HeldReply, Holding } from '../operations/holding';
import type { Keeping } from '../operations/keptTask';
import { NO_CHANGES } from '../register/changes';
import type { DueRule } from '../register/dueness';
import type { CompanyHash } from '../register/identity';
import type { Settlement } from '../register/messages';
import { isLaterAnswer, pendingAnswers, storeLaterWords, type LaterWord } from '../register/pendingAnswers';
import type { SoundAnswer } from '../register/rows/answerRows';
import type { Tables } from '../register/tables';
import { OperationFailure } from '../service/failure';
import type { ServiceSettings } from '../service/settings';
import type { ServiceRequest } from '../service/endpoints';
import type { FirstTask } from './firstTask';
import type { FollowUps } from './followUps';
import type { KeptEntry, KeptList } from './keptList';
import { outcomeSchema } from './keptResult';

/** Of which companies, and in which register. */
export interface LaterAnswersScope {
  tables: Tables;
  list: KeptList;
  /** When an answer is due again; null if never. */
  due: DueRule | null;
}

export interface LaterAnswersFacts extends LaterAnswersScope {
  settings: ServiceSettings;
  followUps: FollowUps;
  /** How many are asked for at once at most. */
  concurrency: number;
  keeping: Pick<Keeping, 'batchSize' | 'controlHolds' | 'hasControl'>;
  first: Pick<FirstTask, 'outcome'>;
  nowMs: number;
}

/** Gives the companies of which the service says something else now. Never rejects: what could not be asked or stored stays as it was. */
export async function askForLaterAnswers({
  tables,
  list,
  settings,
  followUps,
  concurrency,
  keeping,
  first,
  due,
  nowMs,
}: LaterAnswersFacts): Promise<ReadonlySet<CompanyHash>> {
  const said = new Set<CompanyHash>();
  if (settings.screeningDetailsPath === '') return said;
  try {
    const companies = new Set(list.wanted.map(({ hash }) => hash));
    const { known, answers } = await pendingAnswers(
      tables,
      companies,
      due && { ...due, begunAtMs: nowMs, nowMs },
    );
    const ask = async (pending: SoundAnswer) => {
      const entry = list.entryOf(pending.company);
      const word = entry && (await wordOf(entry, pending, settings, followUps).catch(() => undefined));
      return word && isLaterAnswer(pending, word) ? [{ pending, said: word }] : [];
    };
    for (let from = 0; from < answers.length; from += keeping.batchSize) {
      const some = answers.slice(from, from + keeping.batchSize);
      const words = (await createPool({ concurrency, task: ask }).run(some)).flat();
      if (words.length === 0) continue;
      // The service says it today, whenever it was asked first: it may find nothing at all today.
      if (!(await controlHolds(keeping, first))) return said;
      await storeLaterWords(tables, known, words, randomUUID());
      for (const { pending } of words) said.add(pending.company);
    }
  } catch {
    // The run itself finds out what is wrong with the register, and says so.
  }
  return said;
}

/** Whether the control of this run leaves no doubt; it is sent now if it was not. */
async function controlHolds(
  keeping: LaterAnswersFacts['keeping'],
  first: LaterAnswersFacts['first'],
): Promise<boolean> {
  if (!keeping.hasControl) return true;
  await first.outcome();
  return keeping.controlHolds();
}

/** Pure. @param finishedNow the companies that have a later answer */
export function withLaterAnswer(settled: Settlement, finishedNow: ReadonlySet<CompanyHash>): Settlement {
  const isFinishedNow = settled.is === 'answer' && finishedNow.has(settled.company);
  return isFinishedNow ? { ...settled, finishedNow: true } : settled;
}

/** Undefined if nothing was answered, or if what is stored cannot be read as what it is. */
async function wordOf(
  entry: KeptEntry,
  pending: SoundAnswer,
  settings: ServiceSettings,
  followUps: FollowUps,
): Promise<LaterWord | undefined> {
  const { kept, task } = entry;
  const { environment } = settings;
  const read = (replies: readonly HeldReply[]): Answer =>
    kept.recall(holdingOf(pending, replies), environment);
  const stored = storedReplies(pending.data.payload);
  const replies = [...heldReplies(pending)];
  let isAnswered = false;
  for (const [place, held] of replies.entries()) {
    const request = requestFor(task, read([held]), settings);
    if (!request) continue;
    const answered = await followUps.askOnce(
      { subject: task.subject, toRequest: () => request, read: (reply) => read([{ ...held, reply }]) },
      request,
    );
    if (!answered) continue;
    replies[place] = { ...held, reply: answered.reply };
    isAnswered = true;
  }
  const [first, ...others] = replies.map(({ reply }) => reply);
  if (!stored || !first || !isAnswered) return undefined;
  const meaning = meaningOf(() => read(replies));
  if (!meaning) return undefined;
  if (meaning.outcome === 'error' && others.length > 0) return undefined;
  return {
    ...meaning,
    payload: payloadOf([first, ...others], ownOf(stored)),
  };
}

function requestFor(
  { details }: KeptEntry['task'],
  { pendingId }: Answer,
  settings: ServiceSettings,
): ServiceRequest | undefined {
  return pendingId === undefined ? undefined : details?.toRequest(settings, pendingId);
}

/** With the question that was asked on the first day, and without what a person has decided since. */
function holdingOf({ data, screenedAt }: SoundAnswer, replies: readonly HeldReply[]): Holding {
  return {
    replies,
    judge: (said) => said,
    cases: [],
    changes: NO_CHANGES,
    news: { is: 'notAsked' },
    remembered: true,
    referenceId: data.referenceId,
    screenedAt,
  };
}

function ownOf({ question, ownData }: NonNullable<ReturnType<typeof storedReplies>>) {
  return { question, ...(ownData ? { ownData } : {}) };
}

/** Undefined for what cannot be read. @param read throws if the service reports that the screening failed */
function meaningOf(read: () => Answer): Pick<LaterWord, 'hits' | 'outcome' | 'reason'> | undefined {
  try {
    const answer = read();
    const { outcome, reason } = answer.decide().receipt;
    return { outcome: outcomeSchema.parse(outcome), reason: reason ?? '', hits: answer.knownHits?.() ?? [] };
  } catch (error) {
    const isFailed = error instanceof OperationFailure && error.details.state === 'failedAtService';
    return isFailed ? { outcome: 'error', reason: '', hits: [] } : undefined;
  }
}
