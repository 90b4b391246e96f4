// The companies of a workbook: each once, with its items and the outcome that all of them come to. A company is its key and its name, with the
// option and the environment, and never a set of columns.
import { cleanText } from '../../names/companyName';
import { plainText } from '../../names/plainText';
import { countCompanies, type CompanyCounts, type CountedRow } from '../shared/companyCounts';
import { companyNameIn, companyNumbers, type NamedCompany } from '../shared/sameCompany';
import { believedCompanies } from './belief';
import { companyRows, hitsOf, type CompanyHits, type CompanyRow } from './companyRows';
import { keyOf, type OwnColumns } from './ownColumns';
import type { VerdictItem } from './ownFields';

export interface WorkbookCompany {
  /** The name under which the next run screens it. */
  name: string;
  items: VerdictItem[];
  outcome: CompanyOutcome;
  hits: CompanyHits;
  /** It has hits, and a person has to look at it all the same. */
  needsALook: boolean;
  /** Rows of the list, in their order. */
  rows: readonly CompanyRow[];
}

type CompanyOutcome = Exclude<VerdictItem['outcome'], 'gone'>;

export interface WorkbookCompanies {
  /** The order in which they come first. */
  companies: WorkbookCompany[];
  counts: CompanyCounts;
}

/** Leaves out gone hits, which are no word on a company. */
export function workbookCompanies(items: readonly VerdictItem[], own: OwnColumns): WorkbookCompanies {
  const present = items.filter(({ outcome }) => outcome !== 'gone');
  const companies = believedCompanies(companiesIn(present)).map((ofCompany) => companyOf(ofCompany, own));
  const isKept = present.some(({ fields }) => 'remembered' in fields);
  return {
    companies,
    counts: countCompanies(companies.flatMap((one, index) => countedRows(one, String(index), isKept))),
  };
}

function companyOf(items: VerdictItem[], own: OwnColumns): WorkbookCompany {
  const outcome = outcomeOf(items);
  const [name = ''] = items.map(nameOf).filter(Boolean);
  return {
    name,
    items,
    outcome,
    hits: hitsOf(items),
    needsALook: outcome === 'hit' && needsALook(items),
    rows: companyRows(items, own),
  };
}

/** The name that was screened; one that could not be is as it was given. */
const nameOf = ({ fields }: VerdictItem): string => cleanText(fields['companyName']);

/** The items of each company, in their order. A row without a name that can be screened is always counted by itself. */
function companiesIn(items: readonly VerdictItem[]): VerdictItem[][] {
  const numbers = companyNumbers(items.map(namedCompany));
  const companies = new Map<number | undefined, VerdictItem[]>();
  for (const [index, item] of items.entries()) {
    const known = companies.get(numbers[index]) ?? [];
    known.push(item);
    companies.set(numbers[index], known);
  }
  return [...companies.values()];
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
  isKept: boolean,
): CountedRow[] {
  return rows.flatMap(({ items, lines }): CountedRow[] => {
    const remembered = items.some(({ fields }) => fields['remembered'] === true);
    const isLeft = items.some(({ fields }) => fields['reason'] === 'noAnswer');
    const isAnswered = items.some(({ fields }) => plainText(fields['screeningId']) !== '');
    const row: CountedRow = {
      ...{ company, outcome, needsALook: needsLook, hits: hits.count },
      answered: isKept && remembered ? (isLeft ? 'left' : 'before') : isAnswered ? 'now' : 'none',
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

const needsALook = (items: readonly VerdictItem[]): boolean => items.some(isToReview);
