// How long a list may be: each of its rows becomes an item, and a small file may repeat a row, a cell or a long text a million times.
import { InvalidItem } from '../names/invalidItem';
import { shownIn, type Cell } from './cell';

/** About the bytes that a row takes, and a cell beside its text. */
const BYTES_OF_ROW = 200;
const BYTES_OF_CELL = 20;
/** Some 300,000 rows with ten columns. */
const MAX_BYTES = 150_000_000;

export class ListSize {
  private bytes = 0;
  private rows = 0;

  /**
   * @param columns that the items have
   * @param where what the error calls the row
   * @throws InvalidItem if the list is too long with this row
   */
  add(cells: readonly Cell[], columns: number, where: string): void {
    this.bytes += BYTES_OF_ROW + columns * BYTES_OF_CELL;
    for (const cell of cells) {
      const text = shownIn(cell);
      if (typeof text === 'string') this.bytes += text.length;
    }
    if (this.bytes > MAX_BYTES) {
      throw new InvalidItem(
        `${where}: the list is too long for one run. ${this.rows} rows above this one were read.`,
        'Save it as several lists, and read one after the other. If it has fewer rows, delete what lies behind them in the sheet.',
      );
    }
    this.rows += 1;
  }
}
