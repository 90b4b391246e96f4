// Sheets that are tables: rows of items under headings, without a column that is empty in all of them.
import type { IDataObject } from 'n8n-workflow';

import { OURS_TOO } from '../../names/ownWorkbook';
import { comparable } from '../../names/plainText';
import type { CellColour, SheetContent } from '../../workbook/content';
import { fieldCell, hasField, inWords, isEmpty, ownCell } from './itemCells';
import { type VerdictItem, keyOf, listFileOf, rowInList, type OwnColumns } from './ownFields';
import { onPage, type PageLayout, type PlacedColumn } from './pageLayout';
import { COMPANY_FIELD, KEY_FIELD, NAME, OWN, REST, WHO, type ShownField } from './shownFields';

/** A row: our fields, and the item that has the user's own ones. */
export interface VerdictRow {
  fields: IDataObject;
  of: VerdictItem;
}

interface TableColumn<Row> extends PlacedColumn<Row> {
  isIn: (row: Row) => boolean;
}

export interface SheetLabel {
  name: string;
  tab: CellColour;
}

/**
 * Puts the user's own columns first, under their own headings. One of ours with the same heading says whose it is.
 *
 * @param isList whether it is the list of the next run: its headings stand in the first row, and the user's own columns are all there, in their
 * order
 */
export function verdictTable(
  label: SheetLabel,
  rows: readonly VerdictRow[],
  shown: readonly ShownField[],
  own: OwnColumns,
  { isList = false } = {},
): SheetContent {
  const taken = new Set(own.columns.map(({ heading }) => comparable(heading)));
  const ofUser = own.columns.map(({ heading, isIdentity, valueOf }): TableColumn<VerdictRow> => ({
    heading,
    rank: isIdentity ? WHO : OWN,
    isFolded: false,
    ...(isIdentity ? { widest: NAME } : { once: 'user' }),
    isIn: ({ of }) => isList || !isEmpty(valueOf(of)),
    cellOf: ({ of }) => ownCell(valueOf(of), isIdentity),
  }));
  const ours = [...(own.hasCompany ? [] : [COMPANY_FIELD]), ...(own.hasKey ? [] : [KEY_FIELD]), ...shown];
  const ofOurs = ours.map((field) => {
    const column = fieldColumn(field);
    let { heading } = column;
    while (taken.has(comparable(heading))) heading += OURS_TOO;
    return { ...column, heading };
  });
  return tableOf(label, rows, [...ofUser, ...ofOurs], isList ? listLayout : onPage);
}

/** The table of items that are no screenings, if there are any: the known fields, then the others under their own names. */
export function itemTables(
  label: SheetLabel,
  items: readonly IDataObject[],
  shown: readonly ShownField[],
): SheetContent[] {
  if (items.length === 0) return [];
  const known = new Set(['outcome', ...shown.flatMap(({ keys }) => keys)]);
  const others = [...new Set(items.flatMap((item) => Object.keys(item)))].filter((key) => !known.has(key));
  const fields = [
    ...shown,
    ...others.map((key): ShownField => ({
      heading: inWords(key).replace(/\bid\b/, 'ID'),
      keys: [key],
      ...(/(?:At|Since|Until)$/.test(key) ? { as: 'time' } : {}),
    })),
  ];
  const columns = fields.map((field): TableColumn<IDataObject> => ({
    ...labelOf(field),
    isIn: (item) => hasField(item, field),
    cellOf: (item) => fieldCell(item, field),
  }));
  return [tableOf(label, items, columns, plainLayout)];
}

function fieldColumn(field: ShownField): TableColumn<VerdictRow> {
  const [key] = field.keys;
  // The list alone may have some of the fields.
  const read = READERS.get(key);
  const fieldsOf = ({ fields, of }: VerdictRow) => (read ? { [key]: read(of) ?? fields[key] } : fields);
  return {
    ...labelOf(field),
    isIn: (row) => hasField(fieldsOf(row), field),
    cellOf: (row) => fieldCell(fieldsOf(row), field),
  };
}

const READERS = new Map<string, (item: VerdictItem) => IDataObject[string]>([
  ['row', rowInList],
  ['companyKey', keyOf],
  ['listFile', listFileOf],
]);

const labelOf = ({ heading, isFolded = false, isOfRun = false, rank = REST, widest }: ShownField) => ({
  heading,
  isFolded,
  rank,
  ...(widest === undefined ? {} : { widest }),
  ...(isOfRun ? ({ once: 'run' } as const) : {}),
});

type Layout = <Row, Column extends PlacedColumn<Row>>(
  rows: readonly Row[],
  columns: readonly Column[],
) => PageLayout<Row, Column>;

const plainLayout: Layout = (_, columns) => ({
  above: [],
  columns: columns.map((of) => ({
    of,
    shown: { heading: of.heading, ...(of.isFolded ? { layout: 'folded' } : {}) },
  })),
});

/** One line high, except for the columns that identify a company: To Review has the reasons. */
const listLayout: Layout = (_, columns) => ({
  above: [],
  columns: columns.map((of) => ({
    of,
    shown: {
      heading: of.heading,
      ...(of.widest === undefined ? {} : { widest: of.widest }),
      ...(of.isFolded ? { layout: 'folded' } : of.rank === WHO ? {} : { layout: 'oneLine' }),
    },
  })),
});

function tableOf<Row>(
  { name, tab }: SheetLabel,
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  layout: Layout,
): SheetContent {
  if (rows.length === 0) return { name, tab, columns: [{ heading: 'None' }], rowCount: 0, rowAt: () => [] };
  const { above, columns: placed } = layout(rows, filledColumns(rows, columns));
  return {
    name,
    tab,
    above,
    columns: placed.map(({ shown }) => shown),
    rowCount: rows.length,
    rowAt: (index) => {
      const row = rows[index];
      return row === undefined ? [] : placed.map(({ of }) => of.cellOf(row));
    },
  };
}

/** Finds the columns with a cell. Most have one in the first row already. */
function filledColumns<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): TableColumn<Row>[] {
  const empty = new Set(columns);
  for (const row of rows) {
    for (const column of empty) if (column.isIn(row)) empty.delete(column);
    if (empty.size === 0) break;
  }
  return columns.filter((column) => !empty.has(column));
}
