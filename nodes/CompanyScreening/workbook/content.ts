// The room workbook/: what a workbook holds, and its bytes as an .xlsx file. It knows neither n8n nor what is screened: that a cell is
// about a company is known by those who fill it. No cell is ever a formula.
//
// The content of a workbook.

export interface WorkbookContent {
  sheets: readonly SheetContent[];
  /** Properties of the document by name, of which programs can tell the workbook. */
  properties: Readonly<Record<string, string>>;
  /** When it was made (epoch milliseconds). */
  madeAt: number;
  /** At the foot of each printed page, on the left. */
  footer: string;
  /** At the head of each printed page, on the right. */
  warning: string;
}

export interface SheetContent {
  /** At most 31 characters, none of them `[]:*?/\`, and no other sheet of the workbook has it. */
  name: string;
  tab: CellColour;
  /** With headings, these are the first row, which stays and has a filter. */
  columns: readonly SheetColumn[];
  /** As lines of text and values that are no table: no headings, no filter, no grid. */
  isPage?: boolean;
  rowCount: number;
  /** Made when it is written, and some of them for the widths. They are never held as a whole. */
  rowAt: (index: number) => readonly CellContent[];
}

export interface SheetColumn {
  heading: string;
  /** In characters; by its content if it is missing. */
  width?: number;
  /** Behind a "+" above the sheet, and not printed. */
  isFolded?: boolean;
}

/** `null` is an empty cell. A text is a text, whatever it looks like. */
export type CellContent =
  | null
  | { is: 'text'; text: string; look?: TextLook }
  | { is: 'number'; value: number }
  /** A point in time (epoch milliseconds), shown in UTC. */
  | { is: 'time'; at: number }
  /** A day without a time, as the milliseconds of its midnight in UTC. */
  | { is: 'day'; at: number };

export type TextLook = CellColour | 'banner' | 'heading' | 'label' | 'lead' | 'title' | 'warning';

export type CellColour = 'amber' | 'green' | 'grey' | 'magenta' | 'none' | 'red' | 'violet';
