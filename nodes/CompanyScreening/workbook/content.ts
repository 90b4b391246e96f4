// The content of a workbook.

export interface WorkbookContent {
  sheets: readonly SheetContent[];
  /** Properties of the document by name, by which programs can tell the workbook. */
  properties: Readonly<Record<string, string>>;
  /** The time at which it was made (epoch milliseconds). */
  madeAt: number;
  /** The text at the foot of each printed page, on the left. */
  footer: string;
  /** The text at the head of each printed page, on the right. */
  warning: string;
}

export interface SheetContent {
  /** The sheet's name has at most 31 characters, none of them `[]:*?/\`; no other sheet has it. */
  name: string;
  tab: CellColour;
  /** Columns with headings have them in a row, which stays and has a filter. */
  columns: readonly SheetColumn[];
  /** Lines above the headings, one cell each. They stay, and are printed on each page, as the headings are. */
  above?: readonly string[];
  /** True for lines of text and values that are no table: no headings, no filter, no grid. */
  isPage?: boolean;
  rowCount: number;
  /** Makes a row when it is written; some are made earlier, for the widths. Rows are never held as a whole. */
  rowAt: (index: number) => readonly CellContent[];
}

export interface SheetColumn {
  heading: string;
  /** Characters; missing for a width by the content. */
  width?: number;
  /** The widest that the content makes it, in characters. */
  widest?: number;
  /** Missing for a column that is printed, with all lines of its texts. */
  layout?: ColumnLayout;
}

/**
 * `oneLine`: a text is cut at the next cell. `onScreen`: the same, and not printed; it stands behind all columns that are. `folded`: not
 * printed, and behind a "+" above the sheet.
 */
type ColumnLayout = 'folded' | 'oneLine' | 'onScreen';

/** Counts the rows above the first one of the table. */
export const rowsAbove = ({ isPage = false, above = [] }: SheetContent): number =>
  isPage ? 0 : above.length + 1;

/** Counts the columns up to the last one that is printed. */
export const printedColumns = ({ columns }: SheetContent): number =>
  1 + columns.findLastIndex(({ layout }) => layout !== 'onScreen' && layout !== 'folded');

/** `null` is an empty cell. A text is a text, whatever it looks like. */
export type CellContent =
  | null
  | { is: 'text'; text: string; look?: TextLook }
  | { is: 'number'; value: number }
  /** A point in time (epoch milliseconds), shown in UTC. */
  | { is: 'time'; at: number }
  /** A day without a time, as the milliseconds of its midnight in UTC. */
  | { is: 'day'; at: number };

export type TextLook = CellColour | 'banner' | 'heading' | 'label' | 'lead' | 'note' | 'title' | 'warning';

export type CellColour = 'amber' | 'green' | 'grey' | 'magenta' | 'none' | 'red' | 'violet';
