// The two tables that people read, `companies` and `hits`: a row for each company with its latest outcome, and a row for each hit.
// Written at the end of a run, and again when a company comes to be in doubt (`doubtfulRows.ts`); no rule reads them.
import type { Change, AnswerChanges } from '../changes';
import { grouped } from '../grouped';
import type { CompanyHash } from '../identity';
import { equalToAny, type Statement, type TableCell, type TableRow } from '../tables';
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

/**
 * The rows of these answers, in place of those of the answers before them.
 *
 * @param answers each the latest one of its company
 * @param changesOf what each of them changes
 */
export function viewsOf(
  answers: readonly SoundAnswer[],
  changesOf: (answer: SoundAnswer) => AnswerChanges,
): Statement[] {
  const hits = answers
    // What is said again is there already.
    .filter(({ repeats }) => repeats === '')
    .flatMap((answer) => hitRows(answer, changesOf(answer)));
  return [
    ...withoutRows(
      'companies',
      answers.flatMap(({ follows }) => follows),
    ),
    ...(answers.length > 0 ? [insert('companies', answers.map(companyRow))] : []),
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
export function withoutRows(table: 'companies' | 'hits', answers: readonly string[]): Statement[] {
  return equalToAny('answer', answers).map((where) => ({ do: 'delete', table, where, match: 'any' }));
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
