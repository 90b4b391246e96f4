// A workbook → its rows. The values come from n8n's own Extract From File, in a sub-workflow; which sheet is read, and what
// would get lost, is known from the bytes.
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';

import type { WorkbookFormat } from '../../lists/fileKind';
import type { WantedColumns } from '../../lists/headings';
import { ListReader, type Cell, type ListRow } from '../../lists/rows';
import { InvalidItem } from '../../names/invalidItem';
import { nameOf, type Place } from '../../lists/workbook/choice';
import { chooseSheet } from '../../lists/workbook/sheet';
import { runSubWorkflow } from '../../subWorkflow/subWorkflow';

export interface WorkbookList {
  file: IBinaryData;
  bytes: Buffer;
  fileName: string;
  format: WorkbookFormat;
  /** See `chooseSheet`. */
  wantedSheet: string;
  /** What becomes of a workbook with others, if none is wanted by its name. */
  otherSheets: 'hint' | 'stop';
  wanted: WantedColumns;
}

interface ReadWorkbook {
  rows: ListRow[];
  /** What a person should know about it. */
  note?: string;
}

/** @throws InvalidItem if the list cannot be read with certainty, or what n8n gives for a file that it cannot read */
export async function readWorkbook(context: IExecuteFunctions, list: WorkbookList): Promise<ReadWorkbook> {
  const { file, bytes, fileName, format, wantedSheet, wanted } = list;
  const { name, range, errors, otherSheets } = chooseSheet({ bytes, fileName, wantedSheet }, format);
  const unread = wantedSheet === '' ? otherSheets : [];
  if (unread.length > 0 && list.otherSheets === 'stop') throw severalSheets(fileName, name, unread);
  const items = await runSubWorkflow(
    context,
    [[extractFromFile(format, range)]],
    [{ json: { sheet: name }, binary: { data: file } }],
  );

  const reader = new ListReader({ fileName, wanted, place: 'Row' });
  items.forEach(({ json }, index) => {
    const { row } = rowSchema.parse(json);
    const column = row.findIndex(Number.isNaN);
    if (column >= 0) throw notReadable(fileName, { row: index, column });
    const shown = errors.get(index);
    reader.add(index + 1, shown ? withErrors(row, shown) : row);
  });
  const rows = reader.end();
  if (unread.length === 0) return { rows };
  return { rows, note: `Only the sheet ${name} of ${fileName} was read, not: ${unread.join(', ')}.` };
}

const severalSheets = (fileName: string, name: string, others: readonly string[]) =>
  new InvalidItem(
    `${fileName} has more sheets than ${name}: ${others.join(', ')}.`,
    'Only one sheet of a workbook is read. Put all companies into one sheet, and remove or hide the others.',
  );

// n8n gives the cells of an .ods file that have the format of a date as dates, and other ones as numbers.
const rowSchema = z.object({
  row: z.array(
    z.union([
      z.string(),
      z.number(),
      z.nan(),
      z.boolean(),
      z.null(),
      z.instanceof(Date).transform(dayNumber),
    ]),
  ),
});

/** The number that Excel has for a date, which n8n gives in the time zone of its process; NaN for no date. */
function dayNumber(date: Date): number {
  const time = Date.UTC(
    date.getFullYear(),
    date.getMonth(),
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
    date.getSeconds(),
    date.getMilliseconds(),
  );
  const days = (time - Date.UTC(1899, 11, 30)) / 86_400_000;
  // Excel counts a 29th of February 1900.
  return days < 60 ? days - 1 : days;
}

const notReadable = (fileName: string, place: Place) =>
  new InvalidItem(
    `Row ${place.row + 1} of ${fileName}: n8n cannot read cell ${nameOf(place)}. It has the format of a number or of a date, and something else is in it.`,
    'Format the column as text, check this cell, save the workbook, and run this again.',
  );

function withErrors(row: readonly Cell[], errors: ReadonlyMap<number, string>): Cell[] {
  const columns = Math.max(row.length, ...Array.from(errors.keys(), (column) => column + 1));
  return Array.from({ length: columns }, (_, column) => errors.get(column) ?? row[column] ?? '');
}

const extractFromFile = (format: WorkbookFormat, range: string | undefined) => ({
  type: 'n8n-nodes-base.extractFromFile',
  typeVersion: 1.1,
  parameters: {
    operation: format,
    binaryPropertyName: 'data',
    // The name of the sheet comes with the item, since n8n would evaluate a name that begins with "=". Without headings each item is a row, blank ones too, so that its number is known. From the first row on.
    options: {
      headerRow: false,
      includeEmptyCells: true,
      sheetName: '={{ $json.sheet }}',
      range: range ?? '0',
    },
  },
});
