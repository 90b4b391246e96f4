// A second list below the first one, in the same file: its companies may stand in another column.
import { InvalidItem } from '../names/invalidItem';
import { comparable } from '../names/plainText';
import { hasCompanyColumn, isCalled, type WantedColumns } from './headings';

/** Looks for the headings of another list. Each row is looked at, so that first comes what takes less time. */
export class OtherList {
  private readonly own: ReadonlySet<string>;
  /** The columns in which every cell so far has a digit. */
  private readonly numbered: Set<number>;
  private readonly key: string;
  private isFirst = true;

  constructor(
    headings: readonly string[],
    private readonly wanted: WantedColumns,
  ) {
    this.own = new Set(headings.map(comparable).filter((heading) => heading !== ''));
    this.numbered = new Set(headings.keys());
    this.key = comparable(wanted.key.heading);
  }

  /**
   * @param place of the row: its number, and what an error calls it
   * @throws InvalidItem for a row with headings
   */
  refuse(
    cells: readonly string[],
    { row, where, isBelowGap }: { row: number; where: string; isBelowGap: boolean },
  ): void {
    const found = this.headingsIn(cells);
    if (found === 'own') throw headingsAgain(where);
    const hasKey = this.key !== '' && cells.some((cell) => isCalled(cell, this.key));
    if (found === 'usual' || (hasKey && hasCompanyColumn(cells, this.wanted)))
      throw headingsBelow(where, row);
    if (isBelowGap && !this.isFirst && this.hasWordsForNumbers(cells)) throw wordsBelowGap(where);
    this.isFirst = false;
    for (const column of this.numbered) if (isWord(cells[column])) this.numbered.delete(column);
  }

  /** Which headings a row has, if it has several cells and nothing else is in them. */
  private headingsIn(cells: readonly string[]): 'own' | 'usual' | undefined {
    let [own, usual] = [0, 0];
    for (const cell of cells) {
      const text = comparable(cell);
      if (this.own.has(text)) own += 1;
      else if (HEADING.test(text)) usual += 1;
      else if (text !== '') return undefined;
    }
    if (own + usual < 2) return undefined;
    return usual === 0 ? 'own' : 'usual';
  }

  private hasWordsForNumbers(cells: readonly string[]): boolean {
    return (
      cells.filter(isWord).length > 1 &&
      !cells.some((cell) => DIGIT.test(cell)) &&
      [...this.numbered].some((column) => isWord(cells[column]))
    );
  }
}

const isWord = (cell = ''): boolean => !DIGIT.test(cell) && cell.trim() !== '';

const DIGIT = /\d/;

// The usual headings of lists, in the languages of the totals; see `comparable`.
const HEADING = new RegExp(
  `^(?:${[
    '(?:company|customer|client|supplier|vendor|account|registration|reg|tax|vat)?[_.-]?(?:name|no\\.?|nr\\.?|number|id|code)',
    'company|customer|client|supplier|vendor|country|city|address|street|amount|balance|date|status|category|currency|e-?mail|phone|notes?|comments?',
    '(?:firmen|kunden|lieferanten)[_-]?(?:name|nummer|nr\\.?)|firma|unternehmen|kunde|lieferant|land|ort|stadt|adresse|stra(?:ss|ß)e|betrag|datum',
    'soci[eé]t[eé]|entreprise|fournisseur|nom|num[eé]ro|pays|ville|montant|empresa|cliente|proveedor|fornecedor|nombre|nome|n[uú]mero|pa[ií]s|ciudad|direcci[oó]n|importe|fecha|endere[cç]o|valor',
    'azienda|fornitore|paese|citt[aà]|indirizzo|importo|bedrijf|klant|naam|nummer|plaats|adres|bedrag|nazwa|kraj|miasto|kwota',
  ].join('|')}):?$`,
);

/** @param where such as `Line 4 of list.csv` */
const headingsAgain = (where: string) =>
  new InvalidItem(
    `${where} has the headings again: two lists were put together there.`,
    'If their columns are in the same order, remove the row. If not, save them as two lists.',
  );

/** What stands above a list, such as "Company" beside "Example Bank", may look like its headings. */
const headingsBelow = (where: string, row: number) =>
  new InvalidItem(
    `${where} has headings, and so has the list above it.`,
    `If the list begins there, enter ${row} as Heading Row in the options of this node: what stands above is then not read. If not, save them as two lists.`,
  );

const wordsBelowGap = (where: string) =>
  new InvalidItem(
    `${where} is below an empty row, and may have the headings of another list: it has no number where all rows above have one.`,
    'If it is a company, remove the empty row. If not, save them as two lists.',
  );
