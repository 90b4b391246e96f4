// Rows behind the companies of a list that are none: totals, and the line that says when a report was made.
import { InvalidItem } from '../names/invalidItem';
import { partsOfName } from '../names/legalForms';
import { plainText } from '../names/plainText';
import { doubtIn, isBlank, shownIn, valueOf, type Cell } from './cell';

export type ClosingRow = 'report' | 'total';

/**
 * What a row would be at the end of the list; undefined for a company.
 *
 * @param empty the columns of which one with something in it makes any name a company: the user's own number, and the like
 */
export function closingRowIn(
  cells: readonly Cell[],
  company: number,
  empty: ReadonlySet<number>,
): ClosingRow | undefined {
  const name = plainText(shownIn(cells[company]));
  const ending = TOTAL.test(name) ? 'total' : isReport(name) ? 'report' : undefined;
  if (ending === undefined) return undefined;
  const others = cells.filter((cell, column) => column !== company && !isBlank(cell));
  const isAlone =
    others.every(isNumber) && !cells.some((cell, column) => empty.has(column) && !isBlank(cell));
  return isAlone && (ending === 'report' || others.length > 0) ? ending : undefined;
}

export const looksLike = (ending: ClosingRow, name: string) =>
  new InvalidItem(
    `"${name}" looks like ${ending === 'total' ? 'a total' : 'the date of a report'}, and was not screened.`,
    'If it is a company, enter your own number of it in the list, or its legal form, such as Ltd.',
  );

const TOTAL =
  /^(?:(?:grand|overall|sum)[ -]?)?(?:sub-?)?(?:totals?|sum|summe|(?:zwischen|gesamt)summe|gesamt|insgesamt|total g[eé]n[eé]ral|total geral|sous-total|totaux|somme|suma|soma|totale(?: generale)?|somma|(?:sub|eind)?totaal|som|razem)\s*:?$/i;

const isReport = (name: string): boolean =>
  REPORT.test(name) && DATE.test(name) && partsOfName(name).after.length === 0;

const DATE = /\d[-./:]\d|\d{1,2}\.? \p{L}{3,12} \d{4}|\p{L}{3,12} \d{1,2},? \d{4}/u;
const REPORT =
  /^(?:(?:report|list|bericht|rapport|informe|relat[óo]rio|rapporto|raport) )?(?:generated|created|printed|exported|erstellt|g[eé]n[eé]r[eé]|cr[eé][eé]|generado|gerado|generato|gegenereerd|wygenerowan[oy])(?: (?:on|at|am|le|el|em|il|op|dnia))?[ :]/i;

/** A formula without a result would be one. */
function isNumber(cell: Cell): boolean {
  const value = valueOf(cell);
  if (typeof value === 'number' || (value === null && doubtIn(cell))) return true;
  return (
    typeof value === 'string' && value.length < LONGEST_NUMBER && NUMBER.test(value.replaceAll(/\s/g, ''))
  );
}

const LONGEST_NUMBER = 60;
const NUMBER = /^[-+(]?(?:\p{Sc}|[A-Z]{3})?[-+]?\d[\d.,'’]*\)?(?:%|\p{Sc}|[A-Z]{3})?$/u;
