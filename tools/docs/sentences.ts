// No sentence of a guide has to be read twice. Those for maintainers may be longer.
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
