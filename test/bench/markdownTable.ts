// A table in Markdown; oxfmt sets its columns.

/** The first row is the head. */
export function table([head = [], ...rows]: string[][]): string {
  const row = (texts: string[]): string => `| ${texts.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}
