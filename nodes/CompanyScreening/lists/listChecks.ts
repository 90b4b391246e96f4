// Signs that a list is not what it seems: a second list below it, too many rows, a total in the last row, quotes of another kind.
import { InvalidItem, listProblem } from '../names/invalidItem';
import { partsOfName } from '../names/legalForms';
import { comparable, plainText } from '../names/plainText';
import { doubtIn, isBlank, shownIn, textOf, valueOf, type Cell } from './cell';
import { hasCompanyColumn, isCalled, type WantedColumns } from './headings';
import type { ListColumns } from './listRow';

/** Looks for the headings of another list. It looks at each row, so the cheaper checks come first. */
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

  /** @param where what an error calls the row, such as `Line 4 of list.csv` @throws InvalidItem for a row with headings */
  refuse(cells: readonly string[], row: number, where: string, isBelowGap: boolean): void {
    const found = this.headingsIn(cells);
    if (found === 'own') throw headingsAgain(where);
    const hasKey = this.key !== '' && cells.some((cell) => isCalled(cell, this.key));
    if (found === 'usual' || (hasKey && hasCompanyColumn(cells, this.wanted)))
      throw headingsBelow(where, row);
    if (isBelowGap && !this.isFirst && this.hasWordsForNumbers(cells)) throw wordsBelowGap(where);
    this.isFirst = false;
    for (const column of this.numbered) if (isWord(cells[column])) this.numbered.delete(column);
  }

  /** Tells which headings a row has, if it has several cells and nothing but headings. */
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

// Usual headings of lists, in the languages of the totals; see `comparable`.
const HEADING = new RegExp(
  `^(?:${[
    '(?:company|customer|client|supplier|vendor|account|registration|reg|tax|vat)?[_.-]?(?:name|no\\.?|nr\\.?|number|id|code)',
    'company|customer|client|supplier|vendor|country|city|address|street|amount|balance|date|status|category|currency|e-?mail|phone|notes?|comments?',
    '(?:firmen|kunden|lieferanten)[_-]?(?:name|nummer|nr\\.?)|firma|unternehmen|kunde|lieferant|land|ort|stadt|adresse|stra(?:ss|ß)e|betrag|datum',
    'soci[eé]t[eé]|entreprise|fournisseur|nom|num[eé]ro|pays|ville|montant|empresa|cliente|proveedor|fornecedor|nombre|nome|n[uú]mero|pa[ií]s|ciudad|direcci[oó]n|importe|fecha|endere[cç]o|valor',
    'azienda|fornitore|paese|citt[aà]|indirizzo|importo|bedrijf|klant|naam|nummer|plaats|adres|bedrag|nazwa|kraj|miasto|kwota',
  ].join('|')}):?$`,
);

const headingsAgain = (where: string) =>
  listProblem(
    `${where} has the headings again: two lists were joined there.`,
    'If their columns are in the same order, remove the row. If not, save them as two lists.',
  );

/** Rows above a list, such as "Company" beside "Example Bank", may look like its headings. */
const headingsBelow = (where: string, row: number) =>
  new InvalidItem(
    `${where} has headings, and so has the list above it.`,
    `If the list begins there, enter ${row} as Heading Row in the options of this node: what stands above is then not read. If not, save them as two lists.`,
    { advice: 'If the list begins there, delete what stands above. If not, save them as two lists.' },
  );

const wordsBelowGap = (where: string) =>
  listProblem(
    `${where} is below an empty row, and may have the headings of another list: it has no number where all rows above have one.`,
    'If it is a company, remove the empty row. If not, save them as two lists.',
  );

/** About the bytes that a row takes, and a cell beside its text. */
const BYTES_OF_ROW = 200;
const BYTES_OF_CELL = 20;
/** Bytes of some 300,000 rows with ten columns. */
const MAX_BYTES = 150_000_000;

export class ListSize {
  private bytes = 0;
  private rows = 0;

  /** @param columns that the items have @param where what the error calls the row @throws InvalidItem if the list is too long with it */
  add(cells: readonly Cell[], columns: number, where: string): void {
    this.bytes += BYTES_OF_ROW + columns * BYTES_OF_CELL;
    for (const cell of cells) {
      const text = shownIn(cell);
      if (typeof text === 'string') this.bytes += text.length;
    }
    if (this.bytes > MAX_BYTES)
      throw listProblem(
        `${where}: the list is too long for one run. ${this.rows} rows above this one were read.`,
        'Save it as several lists, and read one after the other. If it has fewer rows, delete what is below them in the sheet.',
      );
    this.rows += 1;
  }
}

export type ClosingRow = 'report' | 'total';

/** Tells what a row would be at the end of the list; undefined for a company. The user's own number, and the like, make any name one. */
export function closingRowIn(cells: readonly Cell[], { company, used }: ListColumns): ClosingRow | undefined {
  const name = plainText(shownIn(cells[company]));
  const ending = TOTAL.test(name) ? 'total' : isReport(name) ? 'report' : undefined;
  if (ending === undefined) return undefined;
  const others = [...cells.keys()].filter((column) => column !== company && !isBlank(cells[column]));
  const isAlone = others.every((column) => isNumber(cells[column]) && !used.includes(column));
  return isAlone && (ending === 'report' || others.length > 0) ? ending : undefined;
}

export const looksLike = (ending: ClosingRow, name: string) =>
  listProblem(
    `"${name}" looks like ${ending === 'total' ? 'a total' : 'the date of a report'}, and was not screened.`,
    'If it is a company, enter your own number for it in the list, or its legal form, such as Ltd.',
  );

const TOTAL =
  /^(?:(?:grand|overall|sum)[ -]?)?(?:sub-?)?(?:totals?|sum|summe|(?:zwischen|gesamt)summe|gesamt|insgesamt|total g[eé]n[eé]ral|total geral|sous-total|totaux|somme|suma|soma|totale(?: generale)?|somma|(?:sub|eind)?totaal|som|razem)\s*:?$/i;

const isReport = (name: string): boolean =>
  REPORT.test(name) && DATE.test(name) && partsOfName(name).after.length === 0;

const DATE = /\d[-./:]\d|\d{1,2}\.? \p{L}{3,12} \d{4}|\p{L}{3,12} \d{1,2},? \d{4}/u;
const REPORT =
  /^(?:(?:report|list|bericht|rapport|informe|relat[óo]rio|rapporto|raport) )?(?:generated|created|printed|exported|erstellt|g[eé]n[eé]r[eé]|cr[eé][eé]|generado|gerado|generato|gegenereerd|wygenerowan[oy])(?: (?:on|at|am|le|el|em|il|op|dnia))?[ :]/i;

/** True for a formula without a result as well, since it would be a number. */
function isNumber(cell: Cell | undefined): boolean {
  const value = valueOf(cell);
  if (typeof value === 'number' || (value === null && doubtIn(cell))) return true;
  return (
    typeof value === 'string' && value.length < LONGEST_NUMBER && NUMBER.test(value.replaceAll(/\s/g, ''))
  );
}

const LONGEST_NUMBER = 60;
const NUMBER = /^[-+(]?(?:\p{Sc}|[A-Z]{3})?[-+]?\d[\d.,'’]*\)?(?:%|\p{Sc}|[A-Z]{3})?$/u;

export class OtherQuotes {
  /** The mark with which all cells of a column begin so far; null where one has none. */
  private readonly marks = new Map<number, string | null>();

  add(cells: readonly Cell[], columns: readonly number[]): void {
    for (const column of columns) {
      const text = plainText(textOf(cells[column]));
      if (text === '' || this.marks.get(column) === null) continue;
      this.marks.set(column, IN_QUOTES.exec(text)?.[1] ?? null);
    }
  }

  /** @throws InvalidItem if all cells of a column are in such marks */
  refuse(headings: ReadonlyArray<string | undefined>, fileName: string): void {
    for (const [column, mark] of this.marks) {
      if (mark === null) continue;
      throw listProblem(
        `Every cell in the column ${headings[column] ?? ''} of ${fileName} is in ${mark}, which is not a quotation mark in a CSV file.`,
        'Save the list with double quotation marks (") or none, or as an Excel workbook (.xlsx).',
      );
    }
  }
}

const IN_QUOTES = /^(['‘’`´]).*['‘’`´]$/s;

/** Removes Excel's mark of a number that is to be a text, as in '0012. */
export const withoutNumberMark = (cell: string): string =>
  cell.startsWith("'") && /^'[\d.,+-]+$/.test(cell) ? cell.slice(1) : cell;
