// The part of a list that was seen before it stopped: a person chooses from it.

export interface SeenList {
  /** The names of a workbook's sheets that a person sees and that are not empty. */
  sheets: readonly string[];
  /** The sheet that is read; null for none. */
  sheet: string | null;
  /** The cells of the row with the headings, or of the row that may have them. */
  headings: readonly string[];
  /** The number of that row; null where no row has them for certain. */
  headingRow: number | null;
  /** The cells above it, which are not read. */
  above: readonly string[];
  /** The places of the headings that are read; null where the list stops before. */
  columns: { company: number; key: number | undefined } | null;
}

export const NOTHING_SEEN: SeenList = {
  sheets: [],
  sheet: null,
  headings: [],
  headingRow: null,
  above: [],
  columns: null,
};

/** Told what is seen, each time before the list may stop because of it. */
export type Notice = (seen: Partial<SeenList>) => void;

/** The first of these rows that has several cells, or the first one: a title has only one. */
export const likelyHeadings = (rows: ReadonlyArray<readonly string[]>): readonly string[] =>
  rows.find((cells) => cells.filter((cell) => cell.trim() !== '').length > 1) ?? rows[0] ?? [];
