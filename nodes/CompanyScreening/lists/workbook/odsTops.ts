// The first rows of the sheets of an .ods file, from which the one to read is chosen.
import type { SheetRow } from '../cell';
import type { Part } from './archive';
import { foundInSheets, RowReader, type ElementReader, type OdsSheet } from './odsSheet';
import { MAX_CELLS, MOST_OF_TOP } from './workbookFile';

interface Failure {
  error: unknown;
}

interface Top {
  rows: SheetRow[];
  /** The reason why no row behind them can be read. */
  failure?: Failure;
}

/**
 * The tops of all sheets, read in one pass, and no further than they are taken. The sheets stand in one part, and a small file may have a
 * thousand of them.
 */
export class OdsTops {
  /** The tops of the sheets that were reached. */
  private readonly tops: Top[] = [];
  private readonly pass: Iterator<SheetRow>;
  private end: 'none' | 'reached' | Failure = 'none';
  private cells = 0;

  constructor(content: Part, sheets: readonly OdsSheet[]) {
    this.pass = foundInSheets(content, (index) => {
      const top: Top = { rows: [] };
      this.tops.push(top);
      const sheet = sheets[index];
      return sheet && this.readerOf(sheet, top);
    });
  }

  *rowsOf({ index }: OdsSheet): Generator<SheetRow> {
    for (let at = 0; at < MOST_OF_TOP; at += 1) {
      while (this.isUnread(index, at)) this.readOn();
      const { rows, failure } = this.tops[index] ?? { rows: [] };
      const row = rows[at];
      if (row === undefined) {
        if (failure) throw failure.error;
        // Nothing is wrong with a sheet behind which another one was reached.
        if (typeof this.end === 'object' && this.tops.length <= index + 1) throw this.end.error;
        return;
      }
      yield row;
    }
  }

  private isUnread(index: number, at: number): boolean {
    const top = this.tops[index];
    const isWhole = this.end !== 'none' || this.tops.length > index + 1 || top?.failure !== undefined;
    return !isWhole && (top?.rows.length ?? 0) <= at;
  }

  private readOn(): void {
    try {
      if (this.pass.next().done === true) this.end = 'reached';
    } catch (error) {
      this.end = { error };
    }
  }

  private readerOf(sheet: OdsSheet, top: Top): ElementReader {
    const reader = new RowReader(sheet);
    return (element) => {
      const { rows, failure } = top;
      const known = rows.length;
      if (failure || known === MOST_OF_TOP) return [];
      try {
        for (const row of reader.read(element)) {
          this.cells += row.cells.length;
          if (this.cells > MAX_CELLS) throw new Error('There are too many cells.');
          if (rows.push(row) === MOST_OF_TOP) break;
        }
      } catch (error) {
        top.failure = { error };
      }
      return rows.slice(known);
    };
  }
}
