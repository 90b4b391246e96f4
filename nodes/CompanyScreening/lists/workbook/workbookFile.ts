// A workbook as it is given, and the sheet of it that is read.

/** A sheet of a workbook; lists of them keep the order of the workbook. */
export interface Sheet {
  name: string;
  hidden: boolean;
}

/** The sheet to read. */
export interface ChosenSheet {
  name: string;
  /** From its first cell to its last, such as `A1:C120`; undefined if the file does not say it beforehand. */
  range: string | undefined;
  /** What n8n's reader leaves out: the errors that formulas show, by row and column, both from 0. */
  errors: ReadonlyMap<number, ReadonlyMap<number, string>>;
  /** The other sheets that a person sees. */
  otherSheets: readonly string[];
}

export interface WorkbookFile {
  bytes: Buffer;
  fileName: string;
  /** The sheet that the user named; empty for the first visible one. */
  wantedSheet: string;
}
