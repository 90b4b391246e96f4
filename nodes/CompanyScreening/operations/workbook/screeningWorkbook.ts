// Items → the content of a workbook.
import type { IDataObject } from 'n8n-workflow';

import { OWN_PROPERTIES, SHEETS } from '../../names/ownWorkbook';
import { plainText, someOf, toTheMinute } from '../../names/plainText';
import type { SheetContent, WorkbookContent } from '../../workbook/content';
import { EXPLANATIONS, isReason } from '../screening/verdict';
import type { GivenItems } from './givenItems';
import { screenedAt } from './itemCells';
import { type VerdictItem, keyOf, listFileOf, ownColumnsOf, type OwnColumns } from './ownFields';
import { isOnlyProof, proofSheets } from './proof';
import { itemTables, verdictTable, type VerdictRow } from './sheetTables';
import {
  CLEAR_FIELDS,
  COMPANY_FIELD,
  COMPANY_FIELDS,
  DECISION_FIELDS,
  ERROR_FIELDS,
  HISTORY_FIELDS,
  HIT_FIELDS,
  KEY_FIELD,
  OTHER_NAMES_FIELD,
  PROBLEM_FIELDS,
  RESULT_FIELDS,
  REVIEW_FIELDS,
  RUN_FIELDS,
} from './shownFields';
import { sandboxWarning, summarySheet, type WorkbookMaking } from './summarySheet';
import {
  isToReview,
  workbookCompanies,
  type WorkbookCompanies,
  type WorkbookCompany,
} from './workbookCompanies';

export function screeningWorkbook(
  given: GivenItems,
  { making, oneSheet }: { making: WorkbookMaking; oneSheet: boolean },
): { content: WorkbookContent; listed: WorkbookCompanies } {
  const own = ownColumnsOf(given.verdicts);
  const listed = workbookCompanies(given.verdicts, own);
  const sorted = sortedRows(listed);
  const outcomes = oneSheet ? [resultsSheet(sorted, own)] : outcomeSheets(sorted, own);
  const time = `${toTheMinute(new Date(making.madeAt).toISOString())} UTC`;
  const companies = companiesSheet(listed, own);
  const screened = [companies, ...outcomes, ...goneSheets(given, own)];
  const lists = [...new Set(given.verdicts.map(listFileOf))].filter(Boolean);
  const sheets = [
    summarySheet({ given, listed, lists, making }),
    ...(isOnlyProof(given) ? [] : screened),
    ...proofSheets(given),
    ...registerSheets(given),
  ];
  const content: WorkbookContent = {
    sheets,
    properties: {
      [OWN_PROPERTIES.version]: making.packageVersion,
      [OWN_PROPERTIES.sheets]: sheets.map(({ name }) => name).join('\n'),
      [OWN_PROPERTIES.columns]: notOfUser(companies, own).join('\n'),
      ...otherNamesIn(companies, own),
    },
    madeAt: making.madeAt,
    footer: `${making.workflow}, execution ${making.execution}, ${time}`,
    warning: sandboxWarning(given),
  };
  return { content, listed };
}

type SortedRows = Record<'clear' | 'error' | 'hit' | 'review', VerdictRow[]>;

/** A company is in the sheet of its outcome, and one with hits that needs a look in To Review as well. */
function sortedRows({ companies }: WorkbookCompanies): SortedRows {
  const sorted: SortedRows = { clear: [], error: [], hit: [], review: [] };
  const rowOfItem = (item: VerdictItem): VerdictRow => ({ fields: explained(item), of: item });
  for (const { outcome, items, hits, rows } of companies) {
    // Loops, since a company may have a hundred thousand items.
    for (const item of hits.items) sorted.hit.push(rowOfItem(item));
    const isDoubtful = outcome === 'hit' || outcome === 'review';
    for (const item of items) {
      if (isDoubtful && isToReview(item)) sorted.review.push(rowOfItem(item));
      if (outcome === 'error' && item.outcome === 'error') sorted.error.push(rowOfItem(item));
    }
    if (outcome === 'clear')
      for (const row of rows) sorted.clear.push({ fields: latestOf(row.items), of: firstOf(row.items) });
  }
  return sorted;
}

/** Adds the sentence of a reason, which chosen fields may leave out. */
function explained({ fields }: VerdictItem): IDataObject {
  const { reason, explanation } = fields;
  if (explanation !== undefined || !isReason(reason)) return fields;
  return { ...fields, explanation: EXPLANATIONS[reason] };
}

function outcomeSheets({ hit, review, clear, error }: SortedRows, own: OwnColumns): SheetContent[] {
  return [
    verdictTable({ name: SHEETS.hits, tab: 'red' }, hit, HIT_FIELDS, own),
    verdictTable({ name: SHEETS.review, tab: 'amber' }, review, REVIEW_FIELDS, own),
    verdictTable({ name: SHEETS.clear, tab: 'green' }, clear, CLEAR_FIELDS, own),
    verdictTable({ name: SHEETS.errors, tab: 'violet' }, error, ERROR_FIELDS, own),
  ];
}

function resultsSheet({ hit, review, clear, error }: SortedRows, own: OwnColumns): SheetContent {
  return verdictTable(
    { name: SHEETS.results, tab: 'none' },
    [...hit, ...review, ...error, ...clear],
    RESULT_FIELDS,
    own,
  );
}

function goneSheets({ verdicts }: GivenItems, own: OwnColumns): SheetContent[] {
  const gone = verdicts
    .filter(({ outcome }) => outcome === 'gone')
    .map((of): VerdictRow => ({ fields: of.fields, of }));
  return gone.length === 0 ? [] : [verdictTable({ name: SHEETS.gone, tab: 'grey' }, gone, HIT_FIELDS, own)];
}

function registerSheets({ history, decisions, runs, problems }: GivenItems): SheetContent[] {
  return [
    ...itemTables({ name: SHEETS.history, tab: 'none' }, history, HISTORY_FIELDS),
    ...itemTables({ name: SHEETS.decisions, tab: 'none' }, decisions, DECISION_FIELDS),
    ...itemTables({ name: SHEETS.runs, tab: 'none' }, runs, RUN_FIELDS),
    ...itemTables({ name: SHEETS.problems, tab: 'amber' }, problems, PROBLEM_FIELDS),
  ];
}

function companiesSheet({ companies }: WorkbookCompanies, own: OwnColumns): SheetContent {
  const rows = companies.flatMap((company) => {
    const fields = companyFields(company);
    return company.rows.map(({ items }): VerdictRow => ({
      fields: { ...fields, companyKey: items.map(keyOf).find(Boolean) ?? null },
      of: firstOf(items),
    }));
  });
  const shown = own.hasOtherNames ? COMPANY_FIELDS : [OTHER_NAMES_FIELD, ...COMPANY_FIELDS];
  return verdictTable({ name: SHEETS.companies, tab: 'none' }, rows, shown, own, { isList: true });
}

/** The headings that the next run leaves out when it reads the workbook as its list; who a company is stays. */
function notOfUser({ columns }: SheetContent, own: OwnColumns): string[] {
  const kept = [COMPANY_FIELD, KEY_FIELD, OTHER_NAMES_FIELD];
  return oursIn(columns, own).filter((heading) => !kept.some((one) => heading.startsWith(one.heading)));
}

function otherNamesIn({ columns }: SheetContent, own: OwnColumns): Record<string, string> {
  const found = oursIn(columns, own).find((heading) => heading.startsWith(OTHER_NAMES_FIELD.heading));
  return found === undefined ? {} : { [OWN_PROPERTIES.otherNames]: found };
}

function oursIn(columns: SheetContent['columns'], own: OwnColumns): string[] {
  const ofUser = new Set(own.columns.map(({ heading }) => heading));
  return columns.map(({ heading }) => heading).filter((heading) => !ofUser.has(heading));
}

/** The other names under which it was screened. An error has none, which the next run must not take for no names. */
function otherNamesOf(items: readonly VerdictItem[]): string[] {
  if (items.every(({ fields }) => !('otherNames' in fields))) return [NOT_AVAILABLE];
  const names = items.flatMap(({ fields: { otherNames: others } }) =>
    Array.isArray(others) ? others.map(plainText) : [plainText(others)],
  );
  return [...new Set(names)].filter(Boolean);
}

/** Not available, as spreadsheets write it. It is no name that can be screened. */
const NOT_AVAILABLE = '#N/A';

function companyFields({ name, items, outcome, hits, needsALook }: WorkbookCompany): IDataObject {
  // Every row of the company has them, and a company may have 20,000 of both.
  const together = (key: string) => {
    const texts = new Set(items.map((item) => plainText(explained(item)[key])));
    return someOf([...texts].filter(Boolean), '; ');
  };
  const times = items.flatMap(({ fields }) => screenedAt(fields) ?? []);
  const listed = hits.items.filter(({ per }) => per === 'hit');
  const isInRegister = listed.some(({ fields }) => 'decision' in fields);
  return {
    companyName: name,
    otherNames: otherNamesOf(items),
    environment: together('environment'),
    outcome,
    needsALook: needsALook ? true : null,
    hits: outcome === 'hit' ? hits.count : null,
    undecidedHits: isInRegister
      ? listed.filter(({ fields }) => plainText(fields['decision']) === '').length
      : null,
    explanation: together('explanation') || together('error'),
    screenedAt:
      times.length === 0 ? null : new Date(times.reduce((one, other) => Math.max(one, other))).toISOString(),
    screeningId: together('screeningId'),
  };
}

/** Throws for none: a row of the list has at least one item. */
function firstOf([first]: readonly VerdictItem[]): VerdictItem {
  if (first) return first;
  throw new Error('A row comes from an item.');
}

const latestOf = (items: readonly VerdictItem[]): IDataObject =>
  items
    .map(({ fields }) => fields)
    .reduce((one, other) => ((screenedAt(other) ?? 0) > (screenedAt(one) ?? 0) ? other : one));
