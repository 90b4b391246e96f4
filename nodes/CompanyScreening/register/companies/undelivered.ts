// News of companies that are not in the list any more (removed, renamed, or under another option) and that a reader was not told. They
// follow from the answers. A reader's companies are those that `reports` names, and those with an answer of a run whose row still says that
// it has to be told. Nothing depends on what a run managed to write at its end.
import { ONE_DAY_MS, ONE_HOUR_MS } from '../../flowControl/time';
import { stronger, type Change } from '../facts/history';
import { knowingNothing, takeInAnswer, type Knowledge } from '../facts/knowledge';
import { isSilentForADay, seemsInterrupted } from '../facts/liveness';
import { newsOf } from '../facts/news';
import { answersQuery } from '../facts/answerQueries';
import { latestIntactOf } from '../facts/companyState';
import type { ReadStatement, StoredRow, Tables } from '../port/tables';
import { readAnswers, type IntactAnswer, type KnownHit } from '../rows/answerRows';
import type { CompanyHash, ListedCompany } from '../rows/identity';
import type { ReportCompany, ReportRow } from '../rows/reportRows';
import type { UnreportedRun } from '../rows/runRows';
import { withEarlier, type ScreenedResult } from './companyResult';

/** A company that is not in the list, and the news of it that were not told. */
export interface FormerCompany {
  name: string;
  /** Empty if the only news is that it is clear: there is nothing to say, and it is written down as told. */
  changes: readonly { hit: KnownHit; change: Change | 'gone' }[];
  /** The answers to write down as told: the last one, and those before it that were not told. */
  reportEntries: readonly ReportCompany[];
}

/** The list that asks. */
export interface ListNow {
  /** The hash of the node whose list it is. */
  nodeHash: string;
  /** Readers by their hashes. */
  readers: readonly string[];
  environment: string;
  /** Epoch milliseconds. */
  nowMs: number;
  companies: ReadonlyMap<CompanyHash, ListedCompany>;
  /** The uuids of the run that asks. */
  ownRuns: readonly string[];
  /** True for a run with a long list, which has read every answer. */
  knowsAll: boolean;
}

export interface Undelivered {
  companies: readonly FormerCompany[];
  /** Runs that are over. Once their news are written down, nobody has to look at their answers again. */
  over: readonly { runId: string; companies: ReadonlySet<CompanyHash> }[];
}

type KnownOfDelivery = Pick<
  Knowledge,
  'answers' | 'doubtedRuns' | 'lateDoubts' | 'deliveries' | 'reports' | 'unreportedRuns'
>;

/** Reads nothing in most runs: only the answers of such companies. */
export async function undeliveredElsewhere(
  tables: Pick<Tables, 'run'>,
  known: KnownOfDelivery,
  now: ListNow,
): Promise<Undelivered> {
  const [ofRuns = []] = await tables.run(answersOfRunsQueries(known, now));
  const [rest = []] = await tables.run(answersOfCompaniesQueries(known, now, ofRuns));
  return undeliveredIn(known, now, ofRuns, rest);
}

/** The answers of runs that were killed, or could not write down what they told. None in most nights. */
export function answersOfRunsQueries(known: KnownOfDelivery, now: ListNow): ReadStatement[] {
  const runs = unreportedRunsFor(known, now).map(({ runId }) => runId);
  return runs.length === 0 || now.knowsAll ? [] : [answersQuery('run', runs)];
}

/** Every answer of the companies that are not in the list. @param ofRuns what `answersOfRunsQueries` found */
export function answersOfCompaniesQueries(
  known: KnownOfDelivery,
  now: ListNow,
  ofRuns: readonly StoredRow[],
): ReadStatement[] {
  const elsewhere = companiesElsewhere(known, now, ofRuns);
  return elsewhere.size === 0 || now.knowsAll ? [] : [answersQuery('company', [...elsewhere.keys()])];
}

export function undeliveredIn(
  known: KnownOfDelivery,
  now: ListNow,
  ofRuns: readonly StoredRow[],
  rest: readonly StoredRow[],
): Undelivered {
  const elsewhere = companiesElsewhere(known, now, ofRuns);
  const own: Knowledge = {
    ...knowingNothing(),
    deliveries: known.deliveries,
    doubtedRuns: known.doubtedRuns,
    lateDoubts: known.lateDoubts,
    ...(now.knowsAll ? { answers: known.answers } : {}),
  };
  for (const answer of rest.flatMap(readAnswers)) {
    if (elsewhere.has(answer.company)) takeInAnswer(own, answer);
  }
  return {
    companies: [...elsewhere].flatMap(([company, missing]) => undeliveredOf(own, company, missing, now)),
    over: unreportedRunsFor(known, now)
      .filter((run) => mayBeOver(run, now))
      .map(({ runId }) => ({ runId, companies: companiesOfRuns(known, now, [runId], ofRuns) })),
  };
}

/** Runs of the same list that seem to be over, with news for these readers. */
function unreportedRunsFor(
  { unreportedRuns }: KnownOfDelivery,
  { ownRuns, readers, environment, nowMs }: ListNow,
): UnreportedRun[] {
  // If such a run lives all the same, its news are told twice.
  const seemsOver = (run: UnreportedRun) => run.state !== 'going' || seemsInterrupted(run, nowMs);
  return unreportedRuns.filter(
    (one) =>
      !ownRuns.includes(one.runId) &&
      one.environment === environment &&
      one.readers.some((reader) => readers.includes(reader)) &&
      seemsOver(one),
  );
}

/** True if it stores nothing more, and all of its readers are those of this run; or if its readers do not come back. */
function mayBeOver(run: UnreportedRun, { readers, nowMs }: ListNow): boolean {
  const isOver = run.state === 'ended' || isSilentForADay(run, nowMs);
  const isLongAgo = nowMs - Date.parse(run.startedAt) > READERS_COME_BACK_MS;
  return isLongAgo || (isOver && run.readers.every((reader) => readers.includes(reader)));
}

const READERS_COME_BACK_MS = 366 * ONE_DAY_MS;

function companiesOfRuns(
  known: KnownOfDelivery,
  { knowsAll }: ListNow,
  runs: readonly string[],
  ofRuns: readonly StoredRow[],
): Set<CompanyHash> {
  const wanted = new Set(runs);
  const answers = knowsAll ? [...known.answers.values()].flat() : ofRuns.flatMap(readAnswers);
  return new Set(
    answers.flatMap((one) => (one.kind !== 'damaged' && wanted.has(one.runId) ? one.company : [])),
  );
}

/** The companies of a reader that are not in the list, with the answers that were not fully told, as reports name them. */
function companiesElsewhere(
  known: KnownOfDelivery,
  now: ListNow,
  ofRuns: readonly StoredRow[],
): Map<CompanyHash, Set<string>> {
  const all = notToldInFull(known.reports, now);
  const runs = unreportedRunsFor(known, now).map(({ runId }) => runId);
  for (const company of runs.length === 0 ? [] : companiesOfRuns(known, now, runs, ofRuns))
    if (!all.has(company)) all.set(company, new Set());
  for (const company of [...all.keys()]) if (now.companies.has(company)) all.delete(company);
  return all;
}

/** The companies that reports of this node name, with the answers that were not fully told to one of its readers. */
function notToldInFull(
  reports: readonly ReportRow[],
  { nodeHash, readers, nowMs }: ListNow,
): Map<CompanyHash, Set<string>> {
  const mayBeOnItsWay = (at: string) => Date.parse(at) > nowMs - ON_ITS_WAY_MS && Date.parse(at) <= nowMs;
  const given = reports.flatMap((row) =>
    row.kind === 'given' && row.data.nodeHash === nodeHash && !mayBeOnItsWay(row.at) ? row : [],
  );
  const told = new Set(reports.flatMap((row) => (row.kind === 'told' ? pair(row.report, row.reader) : [])));
  const missing = new Map<CompanyHash, Set<string>>();
  for (const reader of nodeHash === '' ? [] : readers) {
    const asked = given.filter(({ data }) => data.readers.includes(reader));
    const toldAnswers = new Set(
      asked
        .filter(({ report }) => told.has(pair(report, reader)))
        .flatMap(({ data }) => data.companies.flatMap(({ answerId, hits }) => (hits ? [] : answerId))),
    );
    for (const { company, answerId } of asked.flatMap(({ data }) => data.companies)) {
      if (!toldAnswers.has(answerId)) missing.set(company, (missing.get(company) ?? new Set()).add(answerId));
    }
  }
  return missing;
}

/** Time for which a message may still be told: a workflow may go through a list part by part, for example. */
const ON_ITS_WAY_MS = 3 * ONE_HOUR_MS;

const pair = (report: string, reader: string): string => `${report} ${reader}`;

/** @param missing the answers that were not fully told to a reader */
function undeliveredOf(
  known: Knowledge,
  company: CompanyHash,
  missing: ReadonlySet<string>,
  { readers, environment }: ListNow,
): FormerCompany[] {
  const intact = latestIntactOf(known.answers.get(company) ?? []);
  // The list of another environment is another list.
  const latest = intact.find((one) => one.data.company.environment === environment);
  if (!latest) return [];
  const changes = undeliveredChanges(known, intact, readers);
  const news = changes.length === 0 ? [] : intact.map((one) => newsOf(known, one, readers));
  const told = news.flatMap((one) => (one.is === 'something' ? one.reportEntry.answerId : []));
  const answerIds = new Set([...told, ...missing]);
  if (answerIds.size === 0) return [];
  const { names } = latest.data.company;
  return [
    { name: names[0], changes, reportEntries: [...answerIds].map((answerId) => ({ company, answerId })) },
  ];
}

/** Includes earlier hits where the latest answer has no verdict: they still count. */
function undeliveredChanges(
  known: Knowledge,
  latest: readonly IntactAnswer[],
  readers: readonly string[],
): FormerCompany['changes'] {
  const hits = new Map<string, { hit: KnownHit; change: Change }>();
  const gone = new Map<string, KnownHit>();
  const shown = withEarlier(known, latest);
  for (const one of shown) {
    const news = newsOf(known, one, readers);
    if (news.is !== 'something') continue;
    for (const hit of one.data.hits) {
      const change = news.hits.get(hit.fingerprint) ?? 'known';
      const before = hits.get(hit.fingerprint)?.change ?? 'known';
      hits.set(hit.fingerprint, { hit, change: stronger(before, change) });
    }
    for (const { hit } of news.gone) gone.set(hit.fingerprint, hit);
  }
  const isThere = (wanted: string) =>
    shown.some(({ data }) => data.hits.some(({ fingerprint }) => fingerprint === wanted));
  return [
    ...[...hits.values()].filter(({ change }) => change !== 'known'),
    ...[...gone.values()].flatMap((hit) =>
      isThere(hit.fingerprint) ? [] : { hit, change: 'gone' as const },
    ),
  ];
}

/** True if there is news of a company for this reader, wherever it is now. */
export function isUndelivered(known: Knowledge, company: CompanyHash, reader: string): boolean {
  return undeliveredChanges(known, latestIntactOf(known.answers.get(company) ?? []), [reader]).length > 0;
}

/**
 * The answers of a company that have to be in a report before anybody forgets that it was there. Empty if its leaving the list would
 * be no news. A company without a verdict has all of its answers, since its hits may come.
 */
export function toDeliver(result: ScreenedResult): ReportCompany[] {
  const { company, stored } = result;
  if (!stored) return [];
  if (result.is === 'answer') {
    const { news, answer } = result;
    if (news.is !== 'something') return [];
    const says = news.gone.length > 0 || [...news.hits.values()].some((change) => change !== 'known');
    return says || answer.reason !== '' || result.doubt !== null ? [news.reportEntry] : [];
  }
  // The original is named, since a repeat may be gone when it is told.
  return result.answers.map(({ answerId, isRepeat, previousOriginals }) => {
    return { company, answerId: isRepeat ? (previousOriginals[0] ?? answerId) : answerId, hits: [] };
  });
}
