// The two tables that people read, `companies` and `hits`: a row for each company with its latest outcome, and a row for each hit.
// Written from an answer, and again when its company comes to be in doubt (`doubtfulRows.ts`); no rule reads them.
import type { Change, AnswerChanges } from '../changes';
import { grouped } from '../grouped';
import type { CompanyHash } from '../identity';
import {
  equalToAny,
  type ReadStatement,
  type Statement,
  type StoredRow,
  type TableCell,
  type TableRow,
} from '../tables';
import type { KnownHit, SoundAnswer } from './answerRows';
import { columnsOf, count, readable, text } from './cells';

// n8n shows the columns in this order: first what people look for.
const companyCells = {
  companyKey: text,
  companyName: text,
  /** Where the key was renamed: since when, and what it is called now. */
  calledNow: text,
  outcome: text,
  reason: text,
  hits: count,
  screenedAt: text,
  environment: text,
  screeningOption: text,
  referenceId: text,
  screeningId: text,
  run: text,
  answer: text,
  mark: text,
  company: text,
};
export const COMPANY_COLUMNS = columnsOf(companyCells);

const hitCells = {
  companyKey: text,
  companyName: text,
  name: text,
  sourceType: text,
  sourceId: text,
  change: text,
  screenedAt: text,
  hitFingerprint: text,
  run: text,
  answer: text,
  mark: text,
  company: text,
};
export const HIT_COLUMNS = columnsOf(hitCells);

/** Which answers of some claims have rows in these tables already. */
export interface WrittenRows {
  /** The claims that were asked for. */
  marks: ReadonlySet<string>;
  companies: ReadonlySet<string>;
  hits: ReadonlySet<string>;
}

export const NOTHING_WRITTEN: WrittenRows = { marks: new Set(), companies: new Set(), hits: new Set() };

/** The rows of these claims. */
export function readingRows(marks: readonly string[]): ReadStatement[] {
  return (['companies', 'hits'] as const).flatMap((table) =>
    equalToAny('mark', marks).map((where) => ({ do: 'read', table, where, match: 'any' })),
  );
}

/** With what such a read found. */
export function withRows(
  written: WrittenRows,
  { table, where }: ReadStatement,
  rows: readonly StoredRow[],
): WrittenRows {
  if (table !== 'companies' && table !== 'hits') return written;
  const marks = new Set([...written.marks, ...where.map(({ value }) => String(value))]);
  const answers = rows.map((row) => String(row['answer']));
  return { ...written, marks, [table]: new Set([...written[table], ...answers]) };
}

/**
 * @param answers those of some claims, each the latest one of its company
 * @param changesOf what each of them changes
 */
export function viewsOf(
  answers: readonly SoundAnswer[],
  changesOf: (answer: SoundAnswer) => AnswerChanges,
  written = NOTHING_WRITTEN,
): Statement[] {
  const companies = answers.filter(({ answer }) => !written.companies.has(answer)).map(companyRow);
  const hits = answers
    // What is said again is there already.
    .filter(({ answer, repeats }) => repeats === '' && !written.hits.has(answer))
    .flatMap((answer) => hitRows(answer, changesOf(answer)));
  return [
    ...withoutRows(answers.flatMap(({ follows }) => follows)),
    ...(companies.length > 0 ? [insert('companies', companies)] : []),
    ...(hits.length > 0 ? [insert('hits', hits)] : []),
  ];
}

/** So many texts are written one by one. */
const MAX_TEXTS = 100;

/**
 * What the rows of companies say of the name of their key; empty for nothing. An update, so that a row that another run writes at the
 * same time is neither doubled nor lost.
 */
export function calledNowRows(companies: readonly { company: CompanyHash; words: string }[]): Statement[] {
  const byWords = grouped(companies, ({ words }) => readable(words));
  // Of a whole list that is spelled anew, the day says enough: the row with the new name has the same key.
  const all =
    byWords.size > MAX_TEXTS ? grouped(companies, ({ words }) => words.split(':')[0] ?? '') : byWords;
  return [...all].flatMap(([calledNow, some]) =>
    equalToAny(
      'company',
      some.map(({ company }) => company),
    ).map((where): Statement => ({
      do: 'update',
      table: 'companies',
      where,
      match: 'any',
      set: { calledNow },
    })),
  );
}

/** A company that has an answer which the new one does not follow keeps both rows: nobody may overlook either. */
export function withoutRows(answers: readonly string[]): Statement[] {
  return equalToAny('answer', answers).map((where) => ({
    do: 'delete',
    table: 'companies',
    where,
    match: 'any',
  }));
}

function insert(table: 'companies' | 'hits', rows: readonly TableRow[]): Statement {
  return { do: 'insert', table, rows };
}

function companyRow({ data, kind, ...answer }: SoundAnswer): Record<keyof typeof companyCells, TableCell> {
  const hasAnswer = kind === 'answer';
  return {
    ...whose({ data, kind, ...answer }),
    calledNow: '',
    environment: data.company.environment,
    screeningOption: data.company.option,
    outcome: hasAnswer ? answer.outcome : 'review',
    reason: answer.reason,
    hits: data.hits.length,
    referenceId: readable(data.referenceId),
    screeningId: readable(data.screeningId),
  };
}

function hitRows(answer: SoundAnswer, { hits, gone }: AnswerChanges): TableRow[] {
  return [
    ...answer.data.hits.map((hit) => hitRow(answer, hit, hits.get(hit.fingerprint) ?? 'new')),
    ...gone.map(({ hit }) => hitRow(answer, hit, 'gone')),
  ];
}

function hitRow(
  answer: SoundAnswer,
  hit: KnownHit,
  change: Change | 'gone',
): Record<keyof typeof hitCells, TableCell> {
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

function whose({ answer, mark, company, run, screenedAt, data }: SoundAnswer) {
  const { key } = data.company;
  return {
    answer,
    mark,
    company,
    companyKey: readable(key),
    companyName: readableNames({ data }),
    screenedAt,
    run,
  };
}

const readableNames = ({ data }: Pick<SoundAnswer, 'data'>): string =>
  readable(data.company.names.join('; '));
