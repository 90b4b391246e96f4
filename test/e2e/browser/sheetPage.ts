// A sheet of a workbook as a page that looks like a spreadsheet program, for a picture.

const COLOURS: Record<string, string> = {
  hit: '#fee2e2',
  review: '#fef3c7',
  error: '#fef3c7',
  clear: '#dcfce7',
};

export type Row = Record<string, string | number | boolean>;

/** Shows these columns of the rows, under the name of the file. Rows are coloured by their outcome, as a reader might do it. */
export function sheetPage(file: string, columns: string[], rows: Row[]): string {
  const cell = (tag: string, text: string | number | boolean = '', style = '') =>
    `<${tag} style="${style}">${escaped(text)}</${tag}>`;
  const letters = columns.map((_, index) => cell('th', String.fromCharCode(65 + index))).join('');
  const head = columns.map((column) => cell('td', column, 'font-weight: 600')).join('');
  const body = rows.map(
    (row, index) =>
      `<tr>${cell('th', index + 2)}${columns
        .map((column) =>
          cell('td', row[column], `background: ${COLOURS[String(row['outcome'])] ?? '#f8fafc'}`),
        )
        .join('')}</tr>`,
  );
  return `<style>
    body { margin: 0; background: #fff } main { display: inline-block; font: 13px/1.35 system-ui, sans-serif; color: #0f172a }
    p { margin: 0; padding: 8px 12px; background: #15803d; color: #fff; font-size: 14px; font-weight: 600 }
    table { border-collapse: collapse } th, td { border: 1px solid #d4d4d8; padding: 4px 8px; text-align: left; vertical-align: top; white-space: nowrap }
    td:last-child { white-space: normal; min-width: 330px }
    th { background: #f1f5f9; color: #64748b; font-weight: 500; text-align: center }
  </style><main><p>${escaped(file)}</p><table><tr><th></th>${letters}</tr><tr><th>1</th>${head}</tr>${body.join('')}</table></main>`;
}

const escaped = (text: string | number | boolean) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
