// An annual returns request that was accepted, and of which the service says later that it failed. The failure is an answer of its own,
// which follows the acknowledgement, and so an open case, as if the acknowledgement had said it.
import type { ServiceSettings } from '../../service/settings';
import { withPast } from '../facts/history';
import { knowingNothing, takeInAnswers } from '../facts/knowledge';
import { answersQuery, screeningIdQueries } from '../facts/answerQueries';
import { latestOf } from '../facts/companyState';
import { deletingRows, type Statement, type Tables } from '../port/tables';
import { answerRow, screeningHashesOf, type IntactAnswer, type StoredAnswer } from '../rows/answerRows';
import { screeningHash, type CompanyHash } from '../rows/identity';

export interface LaterFailure {
  /** The names by which the service was asked about the request: its address, and the id that the input item has. */
  ids: readonly string[];
  /** The id in the reply, which names no request by itself: it may be another's. */
  saidId: string | null;
  payload: IntactAnswer['data']['payload'];
}

export interface StoredFailures {
  /** Failures that are stored, now or before. */
  kept: number;
  /** Failures of requests that the register does not know, or of whose numbers it knows something newer. */
  unknown: number;
}

/** @param uuid makes the marks of the rows */
export async function storeFailures(
  tables: Tables,
  service: Pick<ServiceSettings, 'baseUrl' | 'environment'>,
  failures: readonly LaterFailure[],
  uuid: () => string,
): Promise<StoredFailures> {
  const hashed = failures.map(({ ids, saidId, payload }) => ({
    payload,
    ids: ids.map(hashIn(service)),
    said: saidId === null ? [] : [saidId].map(hashIn(service)),
  }));
  const named = hashed.flatMap(({ ids, said }) => [...ids, ...said]);
  const found = await answersIn(tables, screeningIdQueries([...new Set(named)]));
  const companies = [...found].flatMap(([company, answers]) =>
    hashed.some(({ ids }) => answers.some((one) => hasAny(one, ids))) ? company : [],
  );
  const known =
    companies.length === 0 ? found : await answersIn(tables, [answersQuery('company', companies)]);
  const rows: IntactAnswer[] = [];
  let unknown = 0;
  for (const { ids, said, payload } of hashed) {
    const owners = [...known.values()].filter((answers) =>
      answers.some((one) => hasAny(one, [...ids, ...said])),
    );
    const [answers = []] = owners;
    const isAbout = (one: StoredAnswer) => hasAny(one, ids) && !contradicts(one, said);
    const latest = owners.length === 1 ? latestOf(answers).filter(isAbout) : [];
    const accepted = latest.find((one) => one.kind === 'answer' && one.outcome !== 'error');
    if (accepted?.kind === 'answer') rows.push(failureAfter(accepted, answers, payload, uuid()));
    else if (latest.length === 0) unknown += 1;
  }
  // Several items may have the same request.
  const distinct = [...new Map(rows.map((row) => [row.company, row])).values()];
  const forgotten = distinct.length === 0 ? new Set<CompanyHash>() : await storeAnswers(tables, distinct);
  unknown += rows.filter(({ company }) => forgotten.has(company)).length;
  return { kept: failures.length - unknown, unknown };
}

/**
 * Inserts the rows, and looks again in the same call: a company may have been forgotten since it was read. Its new row has to go, and goes
 * with the others if Forget Company has not deleted them yet.
 *
 * @returns the companies that were forgotten
 */
async function storeAnswers(tables: Tables, rows: readonly IntactAnswer[]): Promise<Set<CompanyHash>> {
  const companies = rows.map(({ company }) => company);
  const looking = answersQuery('company', companies);
  const inserting: Statement = { do: 'insert', table: 'answers', rows: rows.map(answerRow) };
  const stored = await answersIn(tables, [inserting, looking]).catch(async (error: unknown) => {
    // The insert may have been carried out all the same.
    const found = await answersIn(tables, [looking]);
    const isThere = ({ company, answerId }: IntactAnswer) => hasAnswer(found, company, answerId);
    if (!rows.some(isThere)) throw error;
    return found;
  });
  const orphans = rows.filter(({ company, previousAnswers }) =>
    previousAnswers.some((id) => !hasAnswer(stored, company, id)),
  );
  const marks = orphans.map(({ claimId }) => claimId);
  const deleting = deletingRows('answers', 'mark', marks);
  if (deleting.length > 0) await tables.run(deleting).catch(() => tables.run(deleting));
  return new Set(orphans.map(({ company }) => company));
}

const hasAnswer = (
  found: ReadonlyMap<CompanyHash, readonly StoredAnswer[]>,
  company: CompanyHash,
  answerId: string,
): boolean => (found.get(company) ?? []).some((one) => one.answerId === answerId);

const hashIn =
  ({ baseUrl, environment }: Pick<ServiceSettings, 'baseUrl' | 'environment'>) =>
  (id: string): string =>
    screeningHash({ baseUrl, environment, option: 'AnnualReturns' }, id);

async function answersIn(
  tables: Tables,
  reading: Parameters<Tables['run']>[0],
): Promise<Map<CompanyHash, StoredAnswer[]>> {
  const known = knowingNothing();
  for (const rows of await tables.run(reading)) takeInAnswers(known, rows);
  return known.answers;
}

const hasAny = (answer: StoredAnswer, ids: readonly string[]): boolean =>
  screeningHashesOf(answer).some((id) => ids.includes(id));

/** True if the request has an id, and the reply another one. An address alone is one of its two names. */
const contradicts = (answer: StoredAnswer, said: readonly string[]): boolean =>
  said.length > 0 && screeningHashesOf(answer).length > 1 && !hasAny(answer, said);

/** Makes the failure. It is dated like the request that failed, and has its ids. */
function failureAfter(
  accepted: IntactAnswer,
  known: readonly StoredAnswer[],
  payload: LaterFailure['payload'],
  mark: string,
): IntactAnswer {
  const { lateDoubtNames: _, ...data } = accepted.data;
  return withPast(known, {
    ...accepted,
    ...{ answerId: `${mark}.0`, claimId: mark, runId: mark },
    ...{ previousAnswers: [accepted.answerId], replacesClaims: [] },
    ...{ outcome: 'error', reason: '' },
    data: { ...data, payload },
  });
}
