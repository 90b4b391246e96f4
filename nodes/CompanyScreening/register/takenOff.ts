// Companies that were taken off a list before a reader was told what was found: they are named once more, or nobody would hear of it.
import { ONE_HOUR_MS } from '../batch/time';
import { companyHash, type Company, type CompanyHash } from './identity';
import { isSuccessful, answersUpTo } from './history';
import { knowingNothing, takeInAnswer, type Knowledge } from './knowledge';
import { NO_CHANGES, type Change } from './changes';
import type { ListedCompany } from './messages';
import { newsOf } from './news';
import { answersWith } from './readingAnswers';
import { readAnswers, type KnownHit } from './rows/answerRows';
import type { GivenCompany, ReportRow } from './rows/reportRows';
import { latestOf } from './standing';
import type { Tables } from './tables';

/** A company that is not in the list any more, and what of it was not told. */
export interface TakenOffCompany {
  name: string;
  /** Empty if all that was not told is that it is clear: there is nothing to say, and it is written down as told. */
  changes: readonly { hit: KnownHit; change: Change | 'gone' }[];
  /** What is to be written down once all of it is told: the last of its answers, and those before it that were not told. */
  given: readonly GivenCompany[];
}

/** Of whom it is asked. */
export interface ListNow {
  /** As in the reports: whose list it is. */
  list: string;
  /** By their hashes. */
  readers: readonly string[];
  environment: string;
  /** Epoch milliseconds. */
  nowMs: number;
  companies: ReadonlyMap<CompanyHash, ListedCompany>;
}

/** Reads nothing in most runs: only what such companies were answered. */
export async function takenOffUntold(
  tables: Pick<Tables, 'run'>,
  known: Pick<Knowledge, 'doubtedRuns' | 'lateDoubts' | 'reports' | 'told'>,
  now: ListNow,
): Promise<TakenOffCompany[]> {
  const wanted = [...notToldInFull(known.reports, now)].filter(([company]) => !now.companies.has(company));
  if (wanted.length === 0) return [];
  const [rows = []] = await tables.run([
    answersWith(
      'company',
      wanted.map(([company]) => company),
    ),
  ]);
  const { told, doubtedRuns, lateDoubts } = known;
  const own: Knowledge = { ...knowingNothing(), told, doubtedRuns, lateDoubts };
  const isWanted = new Map(wanted);
  for (const answer of rows.flatMap(readAnswers)) {
    if (isWanted.has(answer.company)) takeInAnswer(own, answer);
  }
  const asking = { readers: now.readers, isListed: listedNow(now) };
  return wanted.flatMap(([company, given]) => untoldOf(own, company, given, asking));
}

/** Pure. The companies that runs of this list gave out, with the answers of which one of its readers was not told everything. */
function notToldInFull(
  reports: readonly ReportRow[],
  { list, readers, nowMs }: ListNow,
): Map<CompanyHash, Set<string>> {
  const mayBeOnItsWay = (at: string) => Date.parse(at) > nowMs - ON_ITS_WAY_MS && Date.parse(at) <= nowMs;
  const given = reports.flatMap((row) =>
    row.kind === 'given' && row.data.list === list && !mayBeOnItsWay(row.at) ? row : [],
  );
  const told = new Set(reports.flatMap((row) => (row.kind === 'told' ? pair(row.report, row.reader) : [])));
  const missing = new Map<CompanyHash, Set<string>>();
  for (const reader of list === '' ? [] : readers) {
    const asked = given.filter(({ data }) => data.readers.includes(reader));
    const known = asked
      .filter(({ report }) => told.has(pair(report, reader)))
      .flatMap(({ data }) => data.companies.flatMap(({ answer, hits }) => (hits ? [] : answer)));
    const isKnown = new Set(known);
    for (const { company, answer } of asked.flatMap(({ data }) => data.companies)) {
      if (!isKnown.has(answer)) missing.set(company, (missing.get(company) ?? new Set()).add(answer));
    }
  }
  return missing;
}

/** A message may still be told: of another part of the same list, for one, where a workflow goes through it part by part. */
const ON_ITS_WAY_MS = 3 * ONE_HOUR_MS;

const pair = (report: string, reader: string): string => `${report} ${reader}`;

/** @param missing the answers of which a reader was not told everything */
function untoldOf(
  known: Knowledge,
  company: CompanyHash,
  missing: ReadonlySet<string>,
  { readers, isListed }: { readers: ListNow['readers']; isListed: (company: Company) => boolean },
): TakenOffCompany[] {
  const sound = latestOf(known.answers.get(company) ?? []).filter((one) => one.kind !== 'damaged');
  return sound.flatMap((latest) => {
    // Without a verdict, it was not given out.
    const answer = answersUpTo(known, latest).find(isSuccessful);
    if (!answer || isListed(answer.data.company)) return [];
    const news = newsOf(known, answer, readers);
    const { hits, gone } = news.is === 'something' ? news : { hits: NO_CHANGES.hits, gone: [] };
    const { names } = answer.data.company;
    const changes = [
      ...answer.data.hits.map((hit) => ({ hit, change: hits.get(hit.fingerprint) ?? 'known' })),
      ...gone.map(({ hit }) => ({ hit, change: 'gone' as const })),
    ].filter(({ change }) => change !== 'known');
    const answers = new Set([...(news.is === 'something' ? [news.given.answer] : []), ...missing]);
    return [{ name: names[0], changes, given: [...answers].map((one) => ({ company, answer: one })) }];
  });
}

/** Another option or address makes it another company, and its name is still there. The list of another environment is another list. */
function listedNow({ environment, companies }: ListNow): (company: Company) => boolean {
  const asked = new Map(
    [...companies.values()].map(({ company: { option, baseUrl } }) => [
      pair(option, baseUrl),
      { option, baseUrl },
    ]),
  );
  return (company) =>
    company.environment !== environment ||
    [...asked.values()].some((as) => companies.has(companyHash({ ...company, ...as })));
}
