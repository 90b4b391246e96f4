// A sheet as XML, row by row.
import { InvalidItem } from '../names/invalidItem';
import { columnLetters, toCellText } from '../names/ownWorkbook';
import { columnWidths, rowHeight } from './columnWidths';
import { rowsAbove, type CellContent, type SheetColumn, type SheetContent } from './content';
import { styleOf, TAB_COLOURS } from './stylesPart';

/** Limits of a sheet in any program. */
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;

/** Refuses: a part of a workbook would be taken for the whole. */
const tooLarge = (name: string, has: string) =>
  new InvalidItem(
    `The sheet ${name} would have ${has}, which is more than a workbook can have.`,
    'Make several workbooks.',
  );

/**
 * Gives the part of a sheet, in pieces of about a row each.
 *
 * @param page what stands on each printed page
 * @throws InvalidItem for more than a sheet can have
 */
export function* sheetPart(
  sheet: SheetContent,
  page: { isFirst: boolean; footer: string; warning: string },
): Generator<string> {
  const { name, tab, columns, above = [], isPage = false, rowCount, rowAt } = sheet;
  if (columns.length > MOST_COLUMNS) throw tooLarge(name, `${columns.length} columns`);
  if (rowCount + above.length >= MOST_ROWS) throw tooLarge(name, `${rowCount} rows`);
  const widths = columnWidths(columns, rowCount, rowAt);
  const wrapped = columns.map((column, index) => (column.layout === undefined ? (widths[index] ?? 0) : 0));
  const layout: SheetLayout = { wrapped, isPage };
  const colour = TAB_COLOURS[tab];
  yield [
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetPr>',
    colour === null ? '' : `<tabColor rgb="${colour}"/>`,
    '<outlinePr summaryRight="0"/><pageSetUpPr fitToPage="1"/></sheetPr>',
    viewOf(isPage, page.isFirst, rowsAbove(sheet)),
    '<sheetFormatPr defaultRowHeight="15" outlineLevelCol="1"/>',
    `<cols>${columns.map((column, index) => columnOf(column, index, widths[index] ?? 10)).join('')}</cols>`,
    '<sheetData>',
  ].join('');
  let row = 0;
  if (!isPage) {
    for (const text of above) {
      row += 1;
      yield rowOf(row, [{ is: 'text', text, look: 'note' }], layout);
    }
    row += 1;
    yield rowOf(
      row,
      columns.map(({ heading }) => ({ is: 'text', text: heading, look: 'heading' })),
      // A folded column must not make the row higher.
      { wrapped: widths.map((width, index) => (columns[index]?.layout === 'folded' ? 0 : width)), isPage },
    );
  }
  for (let index = 0; index < rowCount; index += 1) {
    row += 1;
    yield rowOf(row, rowAt(index), layout);
  }
  yield '</sheetData>';
  const range = rangeOf(columns.length, row);
  if (!isPage) yield `<autoFilter ref="${rangeOf(columns.length, row, { first: above.length + 1 })}"/>`;
  yield printing(name, isPage, page);
  yield `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

/** The range of a sheet, such as "A1:C5": it has at least one cell. */
export function rangeOf(columns: number, rows: number, { first = 1, anchor = '' } = {}): string {
  const last = columnName(Math.max(columns, 1) - 1);
  return `${anchor}A${anchor}${first}:${anchor}${last}${anchor}${Math.max(rows, first)}`;
}

interface SheetLayout {
  /** The widths of the columns in which a text has all its lines; 0 for the others. */
  wrapped: readonly number[];
  isPage: boolean;
}

function viewOf(isPage: boolean, isFirst: boolean, above: number): string {
  const attributes = `${isPage ? ' showGridLines="0"' : ''}${isFirst ? ' tabSelected="1"' : ''}`;
  const pane = isPage
    ? ''
    : `<pane ySplit="${above}" topLeftCell="A${above + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A${above + 1}" sqref="A${above + 1}"/>`;
  return `<sheetViews><sheetView${attributes} workbookViewId="0">${pane}</sheetView></sheetViews>`;
}

function columnOf({ layout }: SheetColumn, index: number, width: number): string {
  const folded = layout === 'folded' ? ' hidden="1" outlineLevel="1"' : '';
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${folded}/>`;
}

function rowOf(row: number, cells: readonly CellContent[], { wrapped, isPage }: SheetLayout): string {
  let xml = `<row r="${row}" ht="${rowHeight(cells, wrapped)}">`;
  for (const [index, cell] of cells.entries()) {
    if (cell === null) continue;
    const style = styleOf(cell, { isOnPage: isPage, isWrapped: wrapped[index] !== 0 });
    xml += cellOf(`${columnName(index)}${row}`, cell, style);
  }
  return `${xml}</row>`;
}

function cellOf(place: string, cell: NonNullable<CellContent>, style: number): string {
  switch (cell.is) {
    case 'text':
      if (cell.text === '') return `<c r="${place}" s="${style}"/>`;
      return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlOfCell(toCellText(cell.text))}</t></is></c>`;
    case 'number':
      return `<c r="${place}" s="${style}"><v>${cell.value}</v></c>`;
    case 'time':
    case 'day':
      return `<c r="${place}" s="${style}"><v>${dayNumber(cell.at)}</v></c>`;
  }
}

/** Excel's number of a day and its time. */
const dayNumber = (at: number): number => at / 86_400_000 + 25_569;

function printing(
  name: string,
  isPage: boolean,
  { footer, warning }: { footer: string; warning: string },
): string {
  const head = `&L&B${printed(name)}${warning === '' ? '' : `&R&B${printed(warning)}`}`;
  const foot = `&L${printed(footer)}&RPage &P of &N`;
  return [
    isPage ? '' : '<printOptions gridLines="1"/>',
    '<pageMargins left="0.4" right="0.4" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>',
    '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>',
    `<headerFooter><oddHeader>${xmlText(head)}</oddHeader><oddFooter>${xmlText(foot)}</oddFooter></headerFooter>`,
  ].join('');
}

/**
 * Escapes a text for a header or footer, where a sign "&" begins an order to the program. A number behind a code would be read as the size
 * of the letters.
 */
const printed = (text: string): string =>
  text
    .replaceAll('&', '&&')
    .replaceAll(/[\r\n]+/g, ' ')
    .replace(/^(?=\d)/, ' ');

const COLUMN_NAMES: string[] = [];

/** Each is asked for in every row. */
const columnName = (index: number): string => (COLUMN_NAMES[index] ??= columnLetters(index));

/** The most characters that a cell can hold (Excel's limit). */
const MOST_CHARACTERS = 32_767;

/** The text of a cell, such that every program reads it as it is. Signs that XML or a cell cannot hold are seen to be missing. */
function xmlOfCell(text: string): string {
  if (PLAIN.test(text) && text.length <= MOST_CHARACTERS) return text;
  const whole = text.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROLS, '');
  return xmlText(fitting(whole).replaceAll(ESCAPE, '_x005F_'));
}

/** Escapes a text for an attribute, or between tags. */
export function xmlText(text: string): string {
  return text.replaceAll(NOT_XML, '\uFFFD').replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Programs read `_x0041_` as "A": its first sign is written as such an escape, so that it stays what it is. */
const ESCAPE = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** Texts that need no escape, as most are. */
const PLAIN = /^[ -!#-%'-;=?-^`-~]*$/;

/** Nobody sees them, and a name without them is screened as the same name. */
const CONTROLS = /(?![\t\n])[\0-\u001F]/g;

/** Signs that XML 1.0 has no way to write, and halves of characters. */
const NOT_XML = /[^\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function fitting(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const end = ` [cut: ${text.length} characters, more than a cell can hold]`;
  return text.slice(0, MOST_CHARACTERS - end.length) + end;
}
