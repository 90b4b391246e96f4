// Rows of reports that nobody needs any more: later ones tell the same. A row that names each reader stays: nobody would know the undelivered
// news of a reader whom no row names.
import { isUndelivered } from '../companies/undelivered';
import { answersUpTo } from '../facts/history';
import type { Knowledge } from '../facts/knowledge';
import type { IntactAnswer } from '../rows/answerRows';
import type { CompanyHash } from '../rows/identity';
import { removedOf } from '../rows/removedData';
import { deliveriesOf, type Delivery, type ReportCompany, type RunReport } from '../rows/reportRows';
import { readRunWithCounts } from '../rows/runRows';
import type { RemovalFacts } from './traces';
import type { PruneWish } from './unneeded';

/**
 * The marks of reports that are older than the date, and whose run goes or is gone.
 *
 * @param going the answers that go, and the ids of the runs
 */
export function unneededReports(
  { rows: { runs }, reports: rows, removals, register: { known } }: RemovalFacts,
  { before, givenUp }: PruneWish,
  going: { answers: readonly IntactAnswer[]; runs: readonly string[] },
): string[] {
  const runsThatStay = new Set(runs.flatMap((row) => readRunWithCounts(row)?.runId ?? []));
  for (const run of going.runs) runsThatStay.delete(run);
  const tells = deliveriesOf(rows);
  const gone = new Set(going.answers.map(({ answerId }) => answerId));
  const ever = removedOf(removals);
  const isThere = ({ company, answerId: id }: ReportCompany) =>
    (known.answers.get(company) ?? []).some(({ answerId }) => answerId === id);
  // A killed prune may not have deleted what it has said to delete, and that may stay now.
  const isGone = (one: ReportCompany) =>
    gone.has(one.answerId) || (ever.hasAnswer(one.answerId) && !isThere(one));
  const marks = new Set<string>();
  const given = rows
    .flatMap((row) => (row.kind === 'given' ? [row] : []))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  const naming = new Map<string, number>();
  const count = (row: RunReport, more: number) => {
    for (const reader of row.data.readers) naming.set(reader, (naming.get(reader) ?? 0) + more);
  };
  for (const row of given) count(row, 1);
  const rowsNaming = namesBy(given);
  /** True for news that a reader was never told and no other row names: it would be forgotten with the row. */
  const isUndeliveredIn = (row: RunReport, { company }: ReportCompany) =>
    row.data.readers.some(
      (reader) =>
        !givenUp.has(reader) &&
        [...(rowsNaming.get(nameIn(row, reader, company)) ?? [])].every(
          (mark) => mark === row.mark || marks.has(mark),
        ) &&
        isUndelivered(known, company, reader),
    );
  const isLastOfReader = ({ data }: RunReport) =>
    data.readers.some((reader) => naming.get(reader) === 1 && !givenUp.has(reader));
  for (const row of given) {
    if (row.at >= before || runsThatStay.has(row.run) || isLastOfReader(row)) continue;
    const isNeeded = row.data.companies.some((one) => {
      if (isGone(one)) return false;
      // The row shows that somebody deleted the answer by hand.
      if (!isThere(one)) return true;
      if (isUndeliveredIn(row, one)) return true;
      const all = tells.get(one.company) ?? [];
      const others = all.filter(
        ({ mark, answerId }) => mark !== row.mark && !marks.has(mark) && !isGone({ ...one, answerId }),
      );
      const own = all.filter(({ mark, answerId }) => mark === row.mark && answerId === one.answerId);
      return own.some((delivery) => !isCovered(known, one.company, delivery, others));
    });
    if (isNeeded) continue;
    marks.add(row.mark);
    count(row, -1);
  }
  const left = new Set(given.filter(({ mark }) => !marks.has(mark)).map(({ report }) => report));
  const toldRows = rows.filter((row) => row.kind === 'told' && row.at < before && !left.has(row.report));
  return [...marks, ...toldRows.map(({ mark }) => mark)];
}

const nameIn = ({ data }: RunReport, reader: string, company: CompanyHash): string =>
  `${data.nodeHash} ${reader} ${company}`;

function namesBy(given: readonly RunReport[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const row of given) {
    for (const reader of row.data.readers) {
      for (const { company } of row.data.companies) {
        const name = nameIn(row, reader, company);
        names.set(name, (names.get(name) ?? new Set()).add(row.mark));
      }
    }
  }
  return names;
}

/** True if another report told the same reader this answer, or one after it, and named as many of its hits. */
function isCovered(
  known: Knowledge,
  company: CompanyHash,
  { answerId, reader, hits }: Delivery,
  others: readonly Delivery[],
): boolean {
  const all = known.answers.get(company) ?? [];
  const namesAsMany = ({ hits: named }: Delivery) =>
    named === undefined || (hits?.every((hit) => named.includes(hit)) ?? false);
  return others.some((other) => {
    if (other.reader !== reader || !namesAsMany(other)) return false;
    const later = all.find((one) => one.answerId === other.answerId);
    return (
      later !== undefined &&
      later.kind !== 'damaged' &&
      answersUpTo(known, later).some((one) => one.answerId === answerId)
    );
  });
}
