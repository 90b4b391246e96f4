// Items → the content of a workbook.
import type { IDataObject } from 'n8n-workflow';

import { plainText } from '../../names/plainText';
import {
  CLEAR_SHEET,
  COMPANIES_SHEET,
  ERRORS_SHEET,
  HITS_SHEET,
  RESULTS_SHEET,
  REVIEW_SHEET,
  WORKBOOK_COLUMNS,
  WORKBOOK_MARK,
  WORKBOOK_OTHER_NAMES,
  WORKBOOK_SHEETS,
} from '../../names/ownWorkbook';
import type { SheetContent, WorkbookContent } from '../../workbook/content';
import type { CompanyCounts } from '../companyCounts';
import { EXPLANATIONS, type Reason } from '../screenCompany/verdict';
import { screenedAt } from './facts';
import type { GivenItems, VerdictItem } from './givenItems';
import { isOnlyProof, proofSheets } from './proof';
import { workbookCompanies, type WorkbookCompanies, type WorkbookCompany } from './workbookCompanies';
import { ownColumnsOf, type OwnColumns } from './ownColumns';
import {
  CLEAR_FIELDS,
  COMPANY_FIELD,
  COMPANY_FIELDS,
  DECISION_FIELDS,
  ERROR_FIELDS,
  HIT_FIELDS,
  KEY_FIELD,
  OTHER_NAMES_FIELD,
  PROBLEM_FIELDS,
  RESULT_FIELDS,
  REVIEW_FIELDS,
  RUN_FIELDS,
} from './shownFields';
import { sandboxWarning, summarySheet, type WorkbookMaking } from './summarySheet';
import { itemTable, verdictTable, type SheetRow } from './sheetTables';

export interface WorkbookPlan {
  making: WorkbookMaking;
  oneSheet: boolean;
}

export function screeningWorkbook(
  given: GivenItems,
  { making, oneSheet }: WorkbookPlan,
): { content: WorkbookContent; counts: CompanyCounts } {
  const own = ownColumnsOf(given.verdicts);
  const listed = workbookCompanies(given.verdicts, own);
  const sorted = sortedRows(given.verdicts, listed);
  const outcomes = oneSheet ? [resultsSheet(sorted, own)] : outcomeSheets(sorted, own);
  const time = `${new Date(making.madeAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const companies = companiesSheet(listed, own);
  const screened = [companies, ...outcomes, ...goneSheets(given, own)];
  const lists = listsOf(given.verdicts, own);
  const sheets = [
    summarySheet({ given, counts: listed.counts, lists, making }),
    ...(isOnlyProof(given) ? [] : screened),
    ...proofSheets(given),
    ...registerSheets(given),
  ];
  const content: WorkbookContent = {
    sheets,
    properties: {
      [WORKBOOK_MARK]: making.packageVersion,
      [WORKBOOK_SHEETS]: sheets.map(({ name }) => name).join('\n'),
      [WORKBOOK_COLUMNS]: notOfUser(companies, own).join('\n'),
      ...otherNamesIn(companies, own),
    },
    madeAt: making.madeAt,
    footer: `${making.workflow}, execution ${making.execution}, ${time}`,
    warning: sandboxWarning(given),
  };
  return { content, counts: listed.counts };
}

type SortedRows = Record<'clear' | 'error' | 'hit' | 'review', SheetRow[]>;

/** Every item is in one of them; that of a company with hits that needs a look is in two. */
function sortedRows(items: readonly VerdictItem[], { companies, companyOf }: WorkbookCompanies): SortedRows {
  const sorted: SortedRows = { clear: [], error: [], hit: [], review: [] };
  const listedByHit = new Set(
    companies.filter((one) => one.items.some(({ outcome, per }) => outcome === 'hit' && per === 'hit')),
  );
  for (const item of items) {
    const company = companyOf(item);
    if (!company) continue;
    const { outcome, per } = item;
    const fields = explained(item);
    if (outcome === 'hit') {
      if (per !== 'company' || !listedByHit.has(company)) sorted.hit.push({ fields, of: item });
      if (plainText(fields['reason']) !== '') sorted.review.push({ fields, of: item });
    } else if (outcome === 'clear' && company.outcome !== 'clear') {
      sorted.review.push({ fields: { ...fields, outcome: 'review', explanation: NOT_CLEAR }, of: item });
    } else if (outcome !== 'clear' && outcome !== 'gone') sorted[outcome].push({ fields, of: item });
  }
  for (const { outcome, items: ofCompany } of companies) {
    const [first] = ofCompany;
    if (outcome === 'clear' && first) sorted.clear.push({ fields: first.fields, of: first });
  }
  return sorted;
}

const NOT_CLEAR =
  'One screening of this company found nothing, and another one of the same company did. The company is not clear.';

/** Of chosen fields, the sentence may not be among them. */
function explained({ fields }: VerdictItem): IDataObject {
  const { reason, explanation } = fields;
  if (explanation !== undefined || !isReason(reason)) return fields;
  return { ...fields, explanation: EXPLANATIONS[reason] };
}

const isReason = (value: unknown): value is Reason =>
  typeof value === 'string' && Object.hasOwn(EXPLANATIONS, value);

function outcomeSheets({ hit, review, clear, error }: SortedRows, own: OwnColumns): SheetContent[] {
  return [
    verdictTable({ name: HITS_SHEET, tab: 'red' }, hit, HIT_FIELDS, own),
    verdictTable({ name: REVIEW_SHEET, tab: 'amber' }, review, REVIEW_FIELDS, own),
    verdictTable({ name: CLEAR_SHEET, tab: 'green' }, clear, CLEAR_FIELDS, own),
    verdictTable({ name: ERRORS_SHEET, tab: 'violet' }, error, ERROR_FIELDS, own),
  ];
}

function resultsSheet({ hit, review, clear, error }: SortedRows, own: OwnColumns): SheetContent {
  return verdictTable(
    { name: RESULTS_SHEET, tab: 'none' },
    [...hit, ...review, ...error, ...clear],
    RESULT_FIELDS,
    own,
  );
}

function goneSheets({ verdicts }: GivenItems, own: OwnColumns): SheetContent[] {
  const gone = verdicts
    .filter(({ outcome }) => outcome === 'gone')
    .map((of): SheetRow => ({ fields: of.fields, of }));
  return gone.length === 0
    ? []
    : [verdictTable({ name: 'No Longer Listed', tab: 'grey' }, gone, HIT_FIELDS, own)];
}

function registerSheets({ decisions, runs, problems }: GivenItems): SheetContent[] {
  return [
    ...(decisions.length === 0
      ? []
      : [itemTable({ name: 'Decisions', tab: 'none' }, decisions, DECISION_FIELDS)]),
    ...(runs.length === 0 ? [] : [itemTable({ name: 'Runs', tab: 'none' }, runs, RUN_FIELDS)]),
    ...(problems.length === 0
      ? []
      : [itemTable({ name: 'Problems', tab: 'amber' }, problems, PROBLEM_FIELDS)]),
  ];
}

function companiesSheet({ companies }: WorkbookCompanies, own: OwnColumns): SheetContent {
  const rows = companies.flatMap((company): SheetRow[] => {
    const [first] = company.items;
    return first ? [{ fields: companyFields(company), of: first }] : [];
  });
  const shown = own.hasOtherNames ? COMPANY_FIELDS : [OTHER_NAMES_FIELD, ...COMPANY_FIELDS];
  return verdictTable({ name: COMPANIES_SHEET, tab: 'none' }, rows, shown, own);
}

/** The headings that the next run leaves out when it reads the workbook as its list; who a company is stays. */
function notOfUser({ columns }: SheetContent, own: OwnColumns): string[] {
  const kept = [COMPANY_FIELD, KEY_FIELD, OTHER_NAMES_FIELD];
  return oursIn(columns, own).filter((heading) => !kept.some((one) => heading.startsWith(one.heading)));
}

function otherNamesIn({ columns }: SheetContent, own: OwnColumns): Record<string, string> {
  const found = oursIn(columns, own).find((heading) => heading.startsWith(OTHER_NAMES_FIELD.heading));
  return found === undefined ? {} : { [WORKBOOK_OTHER_NAMES]: found };
}

function oursIn(columns: SheetContent['columns'], own: OwnColumns): string[] {
  const ofUser = new Set(own.columns.map(({ heading }) => heading));
  return columns.map(({ heading }) => heading).filter((heading) => !ofUser.has(heading));
}

/** From which files the companies come, each once; empty if nobody says. */
const listsOf = (items: readonly VerdictItem[], own: OwnColumns): string[] =>
  [...new Set(items.map((item) => plainText(own.listOf(item))))].filter(Boolean);

/** Under which it was screened as well. An error does not say it: the next run must not take that for none. */
function otherNamesOf(items: readonly VerdictItem[]): string[] {
  if (items.every(({ fields }) => !('otherNames' in fields))) return [NOT_AVAILABLE];
  const names = items.flatMap(({ fields: { otherNames: others } }) =>
    Array.isArray(others) ? others.map(plainText) : [plainText(others)],
  );
  return [...new Set(names)].filter(Boolean);
}

/** As spreadsheets say it. It is no name that can be screened. */
const NOT_AVAILABLE = '#N/A';

/** What the items of a company say together. */
function companyFields({ items, outcome, hits, needsALook }: WorkbookCompany): IDataObject {
  const together = (key: string) =>
    [...new Set(items.map((item) => plainText(explained(item)[key])))].filter(Boolean).join('; ');
  const times = items.flatMap(({ fields }) => screenedAt(fields) ?? []);
  const listed = items.filter((item) => item.outcome === 'hit' && item.per === 'hit');
  const isKept = listed.some(({ fields }) => 'decision' in fields);
  return {
    companyName: together('companyName'),
    otherNames: otherNamesOf(items),
    environment: together('environment'),
    outcome,
    needsALook: needsALook ? true : null,
    hits: hits === 0 ? null : hits,
    undecidedHits: isKept ? listed.filter(({ fields }) => plainText(fields['decision']) === '').length : null,
    explanation: together('explanation') || together('error'),
    screenedAt: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
    screeningId: together('screeningId'),
  };
}
