// The two tables that people read: a row for each company with its latest outcome, and a row for each hit. Only ever written from
// an answer, and never read by a rule.
import { changesSince, type Change } from './changes';
import { readable, type KnownHit, type SoundAnswer } from './rows';
import { hasVerdict } from './standing';
import type { Row, Statement } from './tables';

/**
 * @param answers those of one claim, about to be stored
 * @param earlierOf the earlier answers of the same company
 */
export function viewsOf(
  answers: readonly SoundAnswer[],
  earlierOf: (answer: SoundAnswer) => readonly SoundAnswer[],
): Statement[] {
  const hits = answers.flatMap((answer) => hitRows(answer, earlierOf(answer)));
  return [
    ...withoutRows(answers.flatMap(({ follows }) => follows)),
    insert('companies', answers.map(companyRow)),
    ...(hits.length > 0 ? [insert('hits', hits)] : []),
  ];
}

/** What has changed since the answers before this one. */
function changesOf(answer: SoundAnswer, earlier: readonly SoundAnswer[]) {
  const successful = earlier
    .filter(hasVerdict)
    .sort((one, other) => (one.screenedAt < other.screenedAt ? 1 : -1));
  const [last, ...others] = successful;
  const hitsBefore = others.flatMap(({ data }) => data.hits);
  return changesSince(last?.data.hits ?? null, hitsBefore, answer.data.hits);
}

// A company that has an answer which this one does not follow keeps both rows: nobody may overlook either.
function withoutRows(answers: readonly string[]): Statement[] {
  const parts = Math.ceil(answers.length / MAX_CONDITIONS);
  return Array.from({ length: parts }, (_, part) => ({
    do: 'delete',
    table: 'companies',
    where: answers
      .slice(part * MAX_CONDITIONS, (part + 1) * MAX_CONDITIONS)
      .map((value) => ({ column: 'answer', is: 'equal', value })),
    match: 'any',
  }));
}

const MAX_CONDITIONS = 500;

function insert(table: 'companies' | 'hits', rows: readonly Row[]): Statement {
  return { do: 'insert', table, rows };
}

function companyRow({ data, kind, ...answer }: SoundAnswer): Row {
  const hasAnswer = kind === 'answer';
  return {
    ...whose({ data, kind, ...answer }),
    environment: data.company.environment,
    screeningOption: data.company.option,
    outcome: hasAnswer ? answer.outcome : 'review',
    reason: answer.reason,
    hits: data.hits.length,
    referenceId: readable(data.referenceId),
    screeningId: readable(data.screeningId),
  };
}

function hitRows(answer: SoundAnswer, earlier: readonly SoundAnswer[]): Row[] {
  const { hits, gone } = changesOf(answer, earlier);
  return [
    ...answer.data.hits.map((hit, index) => hitRow(answer, hit, hits[index] ?? 'new')),
    // Without a verdict, nobody can say that a hit is gone.
    ...(hasVerdict(answer) ? gone.map((hit) => hitRow(answer, hit, 'gone')) : []),
  ];
}

function hitRow(answer: SoundAnswer, hit: KnownHit, change: Change | 'gone'): Row {
  const { fingerprint, name, sourceId, sourceType } = hit;
  return {
    ...whose(answer),
    hitFingerprint: fingerprint,
    name: readable(name),
    sourceId: readable(sourceId),
    sourceType: readable(sourceType),
    change,
  };
}

function whose({ answer, mark, company, run, screenedAt, data }: SoundAnswer): Row {
  const { key, names } = data.company;
  const companyName = readable(names.join('; '));
  return { answer, mark, company, companyKey: readable(key), companyName, screenedAt, run };
}
