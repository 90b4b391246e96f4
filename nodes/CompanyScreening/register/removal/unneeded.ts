// Rows that nobody needs any more: answers and decisions of a company, and runs. Without them, everybody is told the same.
import { grouped } from '../../names/plainText';
import { unfinishedDecisions } from '../cases/cases';
import { companyNowIn, type WholeRegister } from '../companies/everyCompany';
import { isSharedAmong, knowledgeOf, type Knowledge } from '../facts/knowledge';
import { newsOf } from '../facts/news';
import { hasVerdict, latestOf, companyStateOf } from '../facts/companyState';
import type { IntactAnswer, StoredAnswer } from '../rows/answerRows';
import type { Decision } from '../rows/decisionRows';
import type { CompanyHash } from '../rows/identity';
import { removedOf } from '../rows/removedData';
import { CONTROL_FAILED, readRunWithCounts, readUnreportedRun, type RunWithCounts } from '../rows/runRows';
import type { RemovalFacts } from './traces';

/** The order of a prune. */
export interface PruneWish {
  /** The date; only older rows go (ISO 8601). */
  before: string;
  /** Readers who are not waited for, by their hashes. */
  givenUp: ReadonlySet<string>;
  /** Epoch milliseconds. */
  nowMs: number;
}

export interface UnneededRules extends Pick<PruneWish, 'before' | 'nowMs'> {
  /** Readers who wait for news, by their hashes. */
  readers: readonly string[];
  /** Answers that repeats in the archive repeat. */
  repeated: ReadonlySet<string>;
}

/** Rows of one company. */
interface UnneededRows {
  answers: readonly IntactAnswer[];
  decisions: readonly Decision[];
}

/** Empty for a company without a verdict, or with a row that was changed. */
export function unneededOf(
  register: WholeRegister,
  company: CompanyHash,
  rules: UnneededRules,
): UnneededRows {
  const { known } = register;
  const all = known.answers.get(company) ?? [];
  const decisions = known.chain.ofCompany.get(company) ?? [];
  const saysTheSame = (rest: CompanyRows) =>
    saysOf(register, company, rest, rules) === saysOf(register, company, { answers: all, decisions }, rules);
  // No decision goes while the chain has a problem: the others show it.
  const old =
    known.chain.problems.length > 0
      ? []
      : untilFirst(decisions, ({ decidedAt }) => decidedAt >= rules.before);
  const isNobody = all.length === 0 && !known.claims.some(({ companies }) => companies.includes(company));
  if (isNobody) return { answers: [], decisions: old };
  const tries = answersToTry(known, all, rules);
  if (tries.length === 0 && old.length === 0) return { answers: [], decisions: [] };
  // A hit that is gone is a case again once the verdict is back, and what was decided of it counts.
  if (!hasVerdictNow(register, company, rules.nowMs)) return { answers: [], decisions: [] };
  const answers = firstThat(tries, (gone) => saysTheSame({ answers: withoutThese(all, gone), decisions }));
  const rest = withoutThese(all, answers);
  const unfinished = new Set(unfinishedDecisions(company, known.chain, rules.nowMs));
  const finished = untilFirst(old, (one) => unfinished.has(one));
  return {
    answers,
    decisions: firstThat(shorterAndShorter(finished), (gone) =>
      saysTheSame({ answers: rest, decisions: withoutThese(decisions, gone) }),
    ),
  };
}

interface CompanyRows {
  answers: readonly StoredAnswer[];
  decisions: readonly Decision[];
}

function firstThat<One>(
  tries: readonly One[][],
  makesNoDifference: (gone: readonly One[]) => boolean,
): readonly One[] {
  return tries.find(makesNoDifference) ?? [];
}

function shorterAndShorter<One>(list: readonly One[]): One[][] {
  return list.map((_, fewer) => list.slice(0, list.length - fewer));
}

function withoutThese<One>(all: readonly One[], gone: readonly unknown[]): One[] {
  return all.filter((one) => !gone.includes(one));
}

/** Sets of answers to try: from the oldest original on, each with its repeats; first all of them, at last the repeats alone. */
function answersToTry(
  known: Knowledge,
  all: readonly StoredAnswer[],
  { before, repeated }: UnneededRules,
): IntactAnswer[][] {
  const intact = all.filter((one) => one.kind !== 'damaged');
  const latest = new Set(latestOf(all));
  const mayGo = (one: IntactAnswer) =>
    one.screenedAt < before && !latest.has(one) && !isSharedAmong(known.companiesByScreeningId, one);
  const repeats = intact.filter((one) => one.isRepeat);
  const groups: IntactAnswer[][] = [];
  for (const original of intact
    .filter(({ isRepeat }) => !isRepeat)
    .sort((one, other) => (one.screenedAt < other.screenedAt ? -1 : 1))) {
    const group = [
      original,
      ...repeats.filter(({ previousOriginals }) => previousOriginals.includes(original.answerId)),
    ];
    const isOver = intact.some(
      (one) => !one.isRepeat && one.previousOriginals.includes(original.answerId) && one.screenedAt < before,
    );
    if (!isOver || repeated.has(original.answerId) || !group.every(mayGo)) break;
    groups.push(group);
  }
  const others = repeats.filter(mayGo);
  return [...shorterAndShorter(groups).map((some) => some.flat()), []]
    .map((some) => [...new Set([...some, ...others])])
    .filter((some) => some.length > 0);
}

function untilFirst<One>(list: readonly One[], isMet: (one: One) => boolean): One[] {
  const first = list.findIndex(isMet);
  return first === -1 ? [...list] : list.slice(0, first);
}

function hasVerdictNow(register: WholeRegister, company: CompanyHash, nowMs: number): boolean {
  const all = register.known.answers.get(company) ?? [];
  if (all.some(({ kind }) => kind === 'damaged')) return false;
  const now = companyNowIn(register, nowMs)(company);
  return now.is === 'answer' && now.doubt === null && hasVerdict(now.answer);
}

/**
 * Everything that anybody learns of a company, and of all others under its key: its result, what it changes, its cases, its undelivered news, and
 * whether it is sent again.
 */
function saysOf(
  register: WholeRegister,
  company: CompanyHash,
  rest: CompanyRows,
  { readers, nowMs }: UnneededRules,
): string {
  const known = knownOfKey(register.known, company, rest);
  const companyNow = companyNowIn({ ...register, known }, nowMs);
  const says = [...known.answers.keys()].map((one) => {
    const knowledge = knowledgeOf(known, one, (runId) => register.over.has(runId));
    const latest = latestOf(knowledge.answers).map(({ answerId }) => answerId);
    const sent = companyStateOf(knowledge, null, true);
    const now = companyNow(one);
    const news = now.is === 'answer' ? readers.map((reader) => newsOf(known, now.answer, [reader])) : [];
    return [latest, sent.is === 'toSend' ? sent.replacesClaims : sent, now, news];
  });
  return JSON.stringify(says, (_, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value,
  );
}

/** The companies under its key, and of this one only these rows. */
function knownOfKey(known: Knowledge, company: CompanyHash, rest: CompanyRows): Knowledge {
  const keys = (known.answers.get(company) ?? []).flatMap((one) =>
    one.kind === 'damaged' ? [] : [...(known.companiesByKeyHash.get(one.keyHash) ?? [])],
  );
  const all = [...new Set([company, ...keys])];
  const answersOf = (one: CompanyHash) => (one === company ? rest.answers : known.answers.get(one));
  const decisionsOf = (one: CompanyHash) =>
    one === company ? rest.decisions : known.chain.ofCompany.get(one);
  return {
    ...known,
    answers: new Map(all.map((one) => [one, [...(answersOf(one) ?? [])]])),
    chain: { ...known.chain, ofCompany: new Map(all.map((one) => [one, [...(decisionsOf(one) ?? [])]])) },
  };
}

/** Runs of each node that stay: they show whether a list shrank, and what came of the test before. */
const NEWEST_OF_A_NODE = 2;

/**
 * The ids of runs that are older than the date, and over.
 *
 * @param decisions those that go
 */
export function unneededRuns(
  { rows: { runs }, removals, register: { known } }: RemovalFacts,
  decisions: readonly Decision[],
  { before, givenUp }: PruneWish,
): string[] {
  const read = runs.flatMap((row) => {
    const run = readRunWithCounts(row);
    // The row of a run alone says whom its answers are for.
    const isUndelivered = readUnreportedRun(row)?.readers.some((reader) => !givenUp.has(reader)) ?? false;
    return run ? [{ run, isLatest: (row['latestRunOfNode'] ?? '') !== '' || isUndelivered }] : [];
  });
  const all = read.map(({ run }) => run);
  const newest = new Set([...grouped(all, nodeOf).values()].flatMap(newestOf));
  const claiming = new Set(known.claims.map(({ runId }) => runId));
  const gone = new Set([...removedOf(removals).decisions, ...decisions.map(({ seal }) => seal)]);
  const present = new Set(known.chain.decisions.map(({ seal }) => seal));
  // A run that has seen a decision that somebody deleted by hand is the only one to show it.
  const isWitness = ({ newestDecisions }: RunWithCounts) =>
    newestDecisions.split(' ').some((seal) => seal !== '' && !present.has(seal) && !gone.has(seal));
  return read
    .filter(({ run, isLatest }) => !isLatest && !newest.has(run))
    .filter(({ run }) => run.state !== 'going' && run.control !== CONTROL_FAILED && !claiming.has(run.runId))
    .filter(({ run }) => run.startedAt < before && (run.endedAt || run.startedAt) < before && !isWitness(run))
    .map(({ run }) => run.runId);
}

const nodeOf = ({ kind, workflow, node }: RunWithCounts): string => JSON.stringify([kind, workflow, node]);

function newestOf(runs: readonly RunWithCounts[]): RunWithCounts[] {
  const ended = runs
    .filter(({ state }) => state === 'ended')
    .sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
  return [
    ...ended.slice(0, NEWEST_OF_A_NODE),
    ...ended.filter(({ screenedNow }) => screenedNow > 0).slice(0, 1),
  ];
}
