// The companies of a workbook: each once, with its items and the outcome that all of them come to.
import { readCompanyName } from '../../names/companyName';
import { plainText } from '../../names/plainText';
import { countCompanies, type CompanyCounts, type CountedRow } from '../companyCounts';
import type { VerdictItem } from './givenItems';
import type { OwnColumns } from './ownColumns';

export interface WorkbookCompany {
  items: VerdictItem[];
  outcome: CompanyOutcome;
  hits: number;
  /** It has hits, and a person has to look at it all the same. */
  needsALook: boolean;
}

type CompanyOutcome = Exclude<VerdictItem['outcome'], 'gone'>;

export interface WorkbookCompanies {
  /** In the order in which they come first. */
  companies: WorkbookCompany[];
  counts: CompanyCounts;
  companyOf: (item: VerdictItem) => WorkbookCompany | undefined;
}

/** What is gone is no word on a company. */
export function workbookCompanies(items: readonly VerdictItem[], own: OwnColumns): WorkbookCompanies {
  const isKept = items.some(({ fields }) => 'remembered' in fields);
  const identity = identityIn(items, own, isKept);
  const companies = new Map<string, WorkbookCompany>();
  const rows = new Map<string, { company: string; items: VerdictItem[] }>();
  const byItem = new Map<VerdictItem, WorkbookCompany>();
  for (const item of items) {
    if (item.outcome === 'gone') continue;
    const { company, row } = identity(item);
    const listed = companies.get(company) ?? { items: [], outcome: 'error', hits: 0, needsALook: false };
    listed.items.push(item);
    companies.set(company, listed);
    byItem.set(item, listed);
    const ofRow = rows.get(row) ?? { company, items: [] };
    ofRow.items.push(item);
    rows.set(row, ofRow);
  }
  const counted = [...rows.values()].map(({ company, items: ofRow }) => {
    const row = countedRow(company, ofRow, isKept);
    const listed = companies.get(company);
    if (listed) listed.hits = Math.max(listed.hits, row.hits);
    return row;
  });
  for (const listed of companies.values()) {
    listed.outcome = outcomeOf(listed.items);
    listed.needsALook = listed.outcome === 'hit' && needsALook(listed.items);
  }
  return {
    companies: [...companies.values()],
    counts: countCompanies(counted),
    companyOf: (item) => byItem.get(item),
  };
}

/**
 * As the run counts them: where answers are kept, a company is its key and its name, in however many rows. Otherwise each row is a
 * screening of its own, and a row is known by all that the user has of it. A row without a name that can be screened is always counted by
 * itself.
 */
function identityIn(items: readonly VerdictItem[], { columns, keyOf, rowOf }: OwnColumns, isKept: boolean) {
  // Each of several names has a reference id of its own.
  const hasNames = items.some(({ fields }) => 'screenedName' in fields || 'screenedNames' in fields);
  const referenceOf = ({ fields }: VerdictItem) => (hasNames ? null : (fields['referenceId'] ?? null));
  let unusable = 0;
  return (item: VerdictItem): { company: string; row: string } => {
    const name = [plainText(item.fields['companyName']), plainText(keyOf(item))];
    const own = columns.map(({ valueOf }) => valueOf(item) ?? null);
    const known = [...name, rowOf(item) ?? null, referenceOf(item), ...own];
    const isUsable = item.outcome !== 'error' || isCompanyName(name[0]);
    const row = JSON.stringify(isUsable ? known : ['', '', (unusable += 1)]);
    return { company: isUsable && isKept && name[0] !== '' ? JSON.stringify(name) : row, row };
  };
}

function isCompanyName(text: string | undefined): boolean {
  try {
    return readCompanyName(text) !== '';
  } catch {
    return false;
  }
}

function countedRow(company: string, items: readonly VerdictItem[], isKept: boolean): CountedRow {
  const remembered = items.some(({ fields }) => fields['remembered'] === true);
  const isAnswered = items.some(({ fields }) => plainText(fields['screeningId']) !== '');
  return {
    company,
    outcome: outcomeOf(items),
    needsALook: needsALook(items),
    hits: hitsOf(items),
    answered: isKept && remembered ? 'before' : isAnswered ? 'now' : 'none',
    paidFor: [],
  };
}

/** Clear only if every item says so. */
function outcomeOf(items: readonly VerdictItem[]): CompanyOutcome {
  const having = (wanted: CompanyOutcome) => items.some(({ outcome }) => outcome === wanted);
  if (having('hit')) return 'hit';
  if (having('review')) return 'review';
  return having('error') || !having('clear') ? 'error' : 'clear';
}

const needsALook = (items: readonly VerdictItem[]): boolean =>
  items.some(
    ({ outcome, fields }) =>
      outcome === 'review' || outcome === 'error' || plainText(fields['reason']) !== '',
  );

/** An item for each of them, or their number in the one item of the company. */
function hitsOf(items: readonly VerdictItem[]): number {
  const found = items.filter(({ outcome }) => outcome === 'hit');
  const each = found.filter(({ per }) => per !== 'company').length;
  const said = found.map(({ per, fields }) => (per === 'hit' ? 0 : saidHits(fields)));
  return Math.max(each, ...said, 0);
}

function saidHits({ hitFingerprints, totalHits }: VerdictItem['fields']): number {
  if (typeof hitFingerprints === 'string' && hitFingerprints !== '')
    return hitFingerprints.split('; ').length;
  return typeof totalHits === 'number' ? totalHits : 1;
}
