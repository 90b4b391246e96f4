/** The page as a person reads it: a line for each heading, paragraph and row, with `|` between cells. */
export const linesOf = (page: string): string[] =>
  page
    .replace(/^.*<body>/s, '')
    .replaceAll(/<h([1-3])>/g, (_, level: string) => `<p>${'#'.repeat(Number(level))} `)
    .replaceAll(/<\/t[hd]>\s*<t[hd]>/g, ' | ')
    .split(/<\/?[^>]+>/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .map((line) => line.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))))
    .filter((line) => line !== '');
