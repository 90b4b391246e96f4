// No sentence of a guide has to be read twice, and no page is longer than it was agreed to be. Sentences for maintainers may be longer.
import { exampleFiles, guides, nodesOf, type Read, withoutCode } from './pages';

const MOST_WORDS = 30;

export function longSentences(read: Read): string[] {
  const notes = exampleFiles.flatMap((file) =>
    nodesOf(read, file).flatMap(({ parameters: { content } }) =>
      typeof content === 'string' ? [{ where: `a note in ${file}`, text: content }] : [],
    ),
  );
  return [...guides.map((page) => ({ where: page, text: read(page) })), ...notes].flatMap(({ where, text }) =>
    sentencesOf(text).flatMap((sentence) => {
      const words = wordsIn(sentence);
      return words > MOST_WORDS
        ? [`${where}: a sentence has ${words} words, ${MOST_WORDS} at most: ${sentence}`]
        : [];
    }),
  );
}

const wordsIn = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The most words on each page, as `wc -w` counts them: marks of tables and lists are words. */
const MOST_ON_PAGE: Readonly<Record<string, number>> = {
  'README.md': 700,
  'docs/agents.md': 330,
  'docs/annual-returns.md': 430,
  'docs/decisions.md': 1_000,
  'docs/for-auditors.md': 1_900,
  'docs/lists.md': 1_500,
  'docs/nights.md': 900,
  'docs/proof.md': 1_300,
  'docs/register.md': 1_500,
  'docs/results.md': 1_500,
  'docs/running.md': 1_400,
  'docs/settings.md': 600,
  'docs/start.md': 1_100,
  'examples/README.md': 500,
};
const MOST_FOR_USERS = 14_900;

export function longPages(read: Read): string[] {
  const counted = guides.map((page) => ({ page, words: read(page).split(/\s+/).filter(Boolean).length }));
  const all = counted.reduce((sum, { words }) => sum + words, 0);
  return [
    ...counted.flatMap(({ page, words }) => {
      const most = MOST_ON_PAGE[page];
      if (most === undefined) return [`${page}: it has no limit of words.`];
      return words > most ? [`${page}: it has ${words} words, ${most} at most.`] : [];
    }),
    ...(all > MOST_FOR_USERS ? [`The guides have ${all} words, ${MOST_FOR_USERS} at most.`] : []),
  ];
}

/** The sentences of a page in Markdown, without its headings and blocks of code. A cell of a table is a paragraph. */
export function sentencesOf(markdown: string): string[] {
  const plain = withoutCode(markdown)
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll('**', '');
  const paragraphs: string[] = [''];
  for (const line of plain.split('\n').map((text) => text.replace(/^[ >]+/, ''))) {
    if (line.startsWith('|')) paragraphs.push(...line.split('|'), '');
    else if (line === '' || line.startsWith('#')) paragraphs.push('');
    else if (/^([-*]|\d+\.) /.test(line)) paragraphs.push(line.replace(/^([-*]|\d+\.) /, ''));
    else paragraphs.push(`${paragraphs.pop() ?? ''} ${line}`);
  }
  return paragraphs
    .flatMap((paragraph) => paragraph.trim().split(/(?<=[.!?]["”)]?)\s+/))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
