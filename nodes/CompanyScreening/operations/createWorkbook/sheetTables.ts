// Sheets that are tables: rows of items under headings, without a column that is empty in all of them.
import type { IDataObject } from 'n8n-workflow';

import type { CellColour, CellContent, SheetContent } from '../../workbook/content';
import { fieldCell, hasField, inWords, isEmpty, ownCell } from './itemCells';
import type { VerdictItem } from './givenItems';
import type { OwnColumns } from './ownColumns';
import { COMPANY_FIELD, KEY_FIELD, type ShownField } from './shownFields';

/** A row: what we say, and the item that has the user's own fields. */
export interface SheetRow {
  fields: IDataObject;
  of: VerdictItem;
}

interface TableColumn {
  heading: string;
  isFolded?: boolean;
  isIn: (row: SheetRow) => boolean;
  cellOf: (row: SheetRow) => CellContent;
}

export interface SheetLabel {
  name: string;
  tab: CellColour;
}

/** The user's own columns first, under their own headings; one of ours with the same heading says whose it is. */
export function verdictTable(
  label: SheetLabel,
  rows: readonly SheetRow[],
  shown: readonly ShownField[],
  own: OwnColumns,
): SheetContent {
  const taken = new Set(own.columns.map(({ heading }) => asHeading(heading)));
  const ofUser = own.columns.map(({ heading, isIdentity, valueOf }): TableColumn => ({
    heading,
    isIn: ({ of }) => !isEmpty(valueOf(of)),
    cellOf: ({ of }) => ownCell(valueOf(of), isIdentity),
  }));
  const ours = [
    ...(own.hasCompany ? [] : [COMPANY_FIELD]),
    ...(own.hasKey ? [] : [{ ...KEY_FIELD, valueOf: own.keyOf }]),
    ...shown,
  ];
  const ofOurs = ours.map((field) => {
    const column = fieldColumn(field, own);
    const isTaken = taken.has(asHeading(column.heading));
    return isTaken ? { ...column, heading: `${column.heading} (screening)` } : column;
  });
  return tableOf(label, rows, [...ofUser, ...ofOurs]);
}

/** Items that are not of a screening: the fields that are known, then the others as they are called. */
export function itemTable(
  label: SheetLabel,
  items: readonly IDataObject[],
  shown: readonly ShownField[],
): SheetContent {
  const known = new Set(['outcome', ...shown.flatMap(({ keys }) => keys)]);
  const others = [...new Set(items.flatMap((item) => Object.keys(item)))].filter((key) => !known.has(key));
  const fields = [
    ...shown,
    ...others.map((key): ShownField => ({ heading: headingOf(key), keys: [key], ...kindOf(key) })),
  ];
  const rows = items.map((item): SheetRow => ({ fields: item, of: NO_VERDICT }));
  return tableOf(
    label,
    rows,
    fields.map((field) => fieldColumn(field)),
  );
}

const NO_VERDICT: VerdictItem = {
  outcome: 'review',
  per: 'either',
  fields: {},
  own: { are: 'beside', fields: {} },
};

const kindOf = (key: string): Pick<ShownField, 'as'> =>
  /(?:At|Since|Until)$/.test(key) ? { as: 'time' } : {};

const headingOf = (key: string): string => inWords(key).replace(/\bid\b/, 'ID');

function fieldColumn(field: ShownField, own?: OwnColumns): TableColumn {
  const { heading, keys, as, isFolded } = field;
  const [key] = keys;
  // Two of them stand in the user's fields if the list was read by this node.
  const read = key === 'row' ? own?.rowOf : key === 'companyKey' ? own?.keyOf : undefined;
  const fieldsOf = ({ fields, of }: SheetRow) => (read ? { [key]: read(of) } : fields);
  return {
    heading,
    ...(isFolded === true && key !== 'environment' ? { isFolded } : {}),
    isIn: (row) => hasField(fieldsOf(row), field),
    cellOf: (row) => fieldCell(fieldsOf(row), { keys, ...(as ? { as } : {}) }),
  };
}

function tableOf(
  { name, tab }: SheetLabel,
  rows: readonly SheetRow[],
  columns: readonly TableColumn[],
): SheetContent {
  if (rows.length === 0) return { name, tab, columns: [{ heading: 'None' }], rowCount: 0, rowAt: () => [] };
  const filled = filledColumns(rows, columns);
  return {
    name,
    tab,
    columns: filled.map(({ heading, isFolded = false }) => ({ heading, isFolded })),
    rowCount: rows.length,
    rowAt: (index) => {
      const row = rows[index];
      return row === undefined ? [] : filled.map(({ cellOf }) => cellOf(row));
    },
  };
}

/** Most are filled in the first row already. */
function filledColumns(rows: readonly SheetRow[], columns: readonly TableColumn[]): TableColumn[] {
  const empty = new Set(columns);
  for (const row of rows) {
    for (const column of empty) if (column.isIn(row)) empty.delete(column);
    if (empty.size === 0) break;
  }
  return columns.filter((column) => !empty.has(column));
}

const asHeading = (heading: string): string => heading.trim().toLowerCase();
