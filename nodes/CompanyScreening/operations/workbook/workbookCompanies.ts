// The companies of a workbook: each once, with its items and the outcome that all of them come to; how many, and from when to when. A company
// is its key and its name, with the option and the environment, and never a set of columns.
import type { IDataObject } from 'n8n-workflow';

import { cleanText } from '../../names/companyName';
import { compact, grouped, plainText } from '../../names/plainText';
import { answeredBy, countCompanies, type CompanyCounts, type CountedRow } from '../shared/companyCounts';
import { companyNameIn, companyNumbers, type NamedCompany } from '../shared/sameCompany';
import { believedCompanies } from './belief';
import { companyRows, hitsOf } from './companyRows';
import type { GivenItems } from './givenItems';
import { screenedAt } from './itemCells';
import { type VerdictItem, keyOf, type OwnColumns } from './ownFields';

export type WorkbookCompany = ReturnType<typeof companyOf>;

type CompanyOutcome = Exclude<VerdictItem['outcome'], 'gone'>;

export type WorkbookCompanies = ReturnType<typeof workbookCompanies>;

/** Gives the companies in the order in which they come first. Leaves out gone hits, which are no word on a company. */
export function workbookCompanies(items: readonly VerdictItem[], own: OwnColumns) {
  const present = items.filter(({ outcome }) => outcome !== 'gone');
  const companies = believedCompanies(companiesIn(present)).map((ofCompany) => companyOf(ofCompany, own));
  const isInRegister = present.some(({ fields }) => 'remembered' in fields);
  return {
    companies,
    counts: countCompanies(companies.flatMap((one, index) => countedRows(one, String(index), isInRegister))),
  };
}

function companyOf(items: VerdictItem[], own: OwnColumns) {
  const outcome = outcomeOf(items);
  const [name = ''] = items.map(nameOf).filter(Boolean);
  return {
    /** The name under which the next run screens it. */
    name,
    items,
    outcome,
    hits: hitsOf(items),
    /** It has hits, and a person has to look at it all the same. */
    needsALook: outcome === 'hit' && items.some(isToReview),
    rows: companyRows(items, own),
  };
}

/** The name that was screened; one that could not be is as it was given. */
const nameOf = ({ fields }: VerdictItem): string => cleanText(fields['companyName']);

/** The items of each company, in their order. A row without a name that can be screened is always counted by itself. */
function companiesIn(items: readonly VerdictItem[]): VerdictItem[][] {
  const numbers = companyNumbers(items.map(namedCompany));
  const companies = grouped([...items.entries()], ([index]) => numbers[index]);
  return [...companies.values()].map((some) => some.map(([, item]) => item));
}

function namedCompany(item: VerdictItem): NamedCompany | undefined {
  const name = nameOf(item);
  if (name === '' || (item.outcome === 'error' && companyNameIn(name) === undefined)) return undefined;
  const { environment, screeningOption } = item.fields;
  return {
    name,
    key: keyOf(item) ?? null,
    environment: plainText(environment) || null,
    option: plainText(screeningOption).toLowerCase() || null,
  };
}

/** Counts each row of the list for its company, as the run did. */
function countedRows(
  { rows, outcome, hits, needsALook: needsLook }: WorkbookCompany,
  company: string,
  isInRegister: boolean,
): CountedRow[] {
  return rows.flatMap(({ items, lines }): CountedRow[] => {
    const remembered = isInRegister && items.some(({ fields }) => fields['remembered'] === true);
    const hasNoAnswer = items.some(({ fields }) => fields['reason'] === 'noAnswer');
    const isAnswered = items.some(({ fields }) => plainText(fields['screeningId']) !== '');
    const row: CountedRow = {
      ...{ company, outcome, needsALook: needsLook, hits: hits.count },
      answered: remembered || isAnswered ? answeredBy(hasNoAnswer ? 'noAnswer' : null, remembered) : 'none',
      paidFor: [],
    };
    return Array.from({ length: lines }, () => row);
  });
}

/** Clear only if every item says so. */
function outcomeOf(items: readonly VerdictItem[]): CompanyOutcome {
  const having = (wanted: CompanyOutcome) => items.some(({ outcome }) => outcome === wanted);
  if (having('hit')) return 'hit';
  if (having('review')) return 'review';
  return having('error') || !having('clear') ? 'error' : 'clear';
}

/** True if somebody has to look at an item, whatever the other items of the company say. */
export const isToReview = ({ outcome, fields }: VerdictItem): boolean =>
  outcome === 'review' || outcome === 'error' || plainText(fields['reason']) !== '';

const NAMES: ReadonlyArray<readonly [key: string, name: string, count: (counts: CompanyCounts) => number]> = [
  ['companies', 'companies', ({ companies }) => companies],
  ['companiesWithHits', 'with hits', ({ withHits }) => withHits],
  ['hits', 'hits', ({ hits }) => hits],
  ['clear', 'clear', ({ clear }) => clear],
  ['review', 'to review', ({ toReview }) => toReview],
  ['errors', 'errors', ({ failed, notProcessed }) => failed + notProcessed],
];

/** Sentences on other totals of the run than those of this workbook: something did not arrive here, or was counted in another way. */
export function differences(
  given: readonly IDataObject[],
  { companies, counts }: WorkbookCompanies,
): string[] {
  const summaries = [...new Map(given.map((one) => [JSON.stringify(one), one])).values()];
  if (summaries.length > 1 && companies.some(({ items }) => areOfSeveralTimes(items))) return [SEVERAL_RUNS];
  const wrong = NAMES.flatMap(([key, name, countOf]) => {
    const said = summaries.map((summary) => summary[key]).filter((value) => typeof value === 'number');
    if (said.length === 0) return [];
    const total = said.reduce((sum, one) => sum + one, 0);
    const here = countOf(counts);
    return here === total ? [] : [`${name}: ${total} in the run, ${here} here`];
  });
  return compact(
    wrong.length > 0 &&
      `This workbook does not have the totals of the run (${wrong.join('; ')}). Check which items reach Create Workbook.`,
  );
}

const SEVERAL_RUNS =
  'These items are of several runs that have companies in common, so the totals cannot be compared with those of the runs.';

/** True if a name of a company was screened more than once in these items: one of them may be out of date. */
export function areOfSeveralTimes(items: readonly VerdictItem[]): boolean {
  const screenings = new Map<string, string>();
  return items.some(({ fields }) => {
    const id = plainText(fields['screeningId']);
    const name = plainText(fields['screenedName']);
    const known = screenings.get(name) ?? id;
    if (id !== '') screenings.set(name, id);
    return known !== id && known !== '' && id !== '';
  });
}

export function screenedBetween(items: readonly VerdictItem[]): {
  first: number | null;
  last: number | null;
} {
  const between: { first: number | null; last: number | null } = { first: null, last: null };
  for (const { outcome, fields } of items) {
    const at = outcome === 'gone' ? null : screenedAt(fields);
    if (at === null) continue;
    between.first = Math.min(between.first ?? at, at);
    between.last = Math.max(between.last ?? at, at);
  }
  return between;
}

/** The environments of all items, including tests and past screenings; empty if nothing names one. */
export function environmentsOf(given: GivenItems): string[] {
  const { verdicts, history, runs, tested, testSummaries, testProblems, figures, dismissals, problems } =
    given;
  const others = [history, runs, tested, testSummaries, testProblems, figures, dismissals, problems];
  const items = [...verdicts.map(({ fields }) => fields), ...others.flat()];
  // A month may have both.
  return [...new Set(items.flatMap(({ environment }) => plainText(environment).split('; ')))]
    .filter(Boolean)
    .sort();
}

/** The texts of the items in a field, each once. */
export function distinctTexts(items: readonly VerdictItem[], key: string): string[] {
  return [...new Set(items.map(({ fields }) => plainText(fields[key])))].filter(Boolean);
}
