// The guides stay short: no page that scrolls for ever, no sentence that has to be read twice.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/v4';

import { markdownIn, readPage, root } from '../support/pages';

const guides = [...markdownIn('docs'), 'README.md', 'examples/README.md'];
const forMaintainers = [...markdownIn('docs/design'), 'CONTRIBUTING.md', 'SECURITY.md'];

const MOST_LINES = 150;
const MOST_WORDS = 30;

const workflow = z.object({
  nodes: z.array(z.object({ parameters: z.object({ content: z.string().optional() }) })),
});

test.each([...guides, ...forMaintainers])(`%s has at most ${MOST_LINES} lines`, (page) => {
  expect(readPage(page).trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
});

test.each(guides)(`%s has no sentence of more than ${MOST_WORDS} words`, (page) => {
  expect(tooLong(sentencesOf(readPage(page)))).toEqual([]);
});

test.each(markdownIn('docs'))('%s begins with what people can do after it', (page) => {
  expect(readPage(page).split('\n')[2]).toMatch(/^After this page/);
});

test('no note on the canvas of an example has a sentence of more words either', () => {
  const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));
  const notes = examples.flatMap((name) => {
    const { nodes } = workflow.parse(JSON.parse(readPage(join('examples', name))));
    return nodes.flatMap(({ parameters: { content } }) => (content === undefined ? [] : [content]));
  });
  expect(notes.length).toBeGreaterThan(examples.length);
  expect(notes.flatMap((note) => tooLong(sentencesOf(note)))).toEqual([]);
});

test('sentences are found in paragraphs, lists and cells, and code counts as a word', () => {
  const text = [
    '# A title. Not a sentence',
    'One [link](a.md), and `some code. With a stop`. Two',
    'lines.',
    '- An item. > Another.',
    '| a cell | **Bold.** More |',
    '```sh',
    'not. a. sentence.',
    '```',
  ].join('\n');
  expect(sentencesOf(text)).toEqual([
    'One link, and code.',
    'Two lines.',
    'An item.',
    '> Another.',
    'a cell',
    'Bold.',
    'More',
  ]);
});

const wordsIn = (sentence: string) =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const tooLong = (sentences: string[]) => sentences.filter((sentence) => wordsIn(sentence) > MOST_WORDS);

/** The sentences of a page in Markdown, without its headings and blocks of code. A cell of a table is a paragraph. */
function sentencesOf(markdown: string): string[] {
  const plain = markdown
    .replaceAll(/^[ >]*```[^]*?^[ >]*```/gm, '')
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
