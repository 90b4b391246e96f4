// The templates for n8n's workflow library, held to the rules of the library.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod/v4';
import { readExample } from '../support/examples';

const folder = join(__dirname, '../../templates');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');

const stickyNote = 'n8n-nodes-base.stickyNote';
const [yellow, white] = [1, 7];
const noteSchema = z.object({ content: z.string(), color: z.number() });

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word)).length;

test('there are two', () => {
  expect(pages).toHaveLength(2);
});

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(folder, page), 'utf8');
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
  const [, file = 'missing'] = /\]\(\.\.\/examples\/(.+?\.json)\)/.exec(text) ?? [];

  test('has a title of verb, thing and place, and a picture', () => {
    expect(title).toMatch(/^Screen .*compan(y|ies)\b.* from ./);
    expect(title.length).toBeLessThanOrEqual(100);
    const [, picture = 'missing'] = /!\[.+?\]\((.+?)\)/.exec(text) ?? [];
    expect(existsSync(join(folder, picture))).toBe(true);
  });

  test('has at most 20 nodes, one yellow overview and short white notes', async () => {
    const { nodes } = await readExample(file);
    const working = nodes.filter(({ type }) => type !== stickyNote);
    const notes = nodes
      .filter(({ type }) => type === stickyNote)
      .map(({ parameters }) => noteSchema.parse(parameters));
    const overviews = notes.filter(({ color }) => color === yellow).map(({ content }) => content);
    const others = notes.filter(({ color }) => color !== yellow);
    const counts = {
      nodes: working.length,
      overview: overviews.map(wordsIn),
      notes: others.map(({ content }) => wordsIn(content)),
    };
    process.stdout.write(`\n${basename(page, '.md')}: ${JSON.stringify(counts)}\n`);

    expect(counts.nodes).toBeLessThanOrEqual(20);
    expect(overviews).toHaveLength(1);
    expect(overviews[0]).toMatch(/### How it works\n[^]*### Setup\n/);
    expect(counts.overview[0]).toBeGreaterThanOrEqual(100);
    expect(counts.overview[0]).toBeLessThanOrEqual(300);
    expect(others.map(({ color }) => color)).toEqual(others.map(() => white));
    expect(Math.max(...counts.notes)).toBeLessThan(50);
  });
});
