// The texts of the project: where they are, and what they say. Paths are from the root of the project.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v4';

export const root = join(__dirname, '../..');

/** Reads a text of the project. A check takes it, so that a test can change what a page says. */
export type Read = (path: string) => string;

/** Reads each file once. */
export const readPage: Read = (path) => {
  const text = texts.get(path) ?? readFileSync(join(root, path), 'utf8');
  texts.set(path, text);
  return text;
};
const texts = new Map<string, string>();

export const filesIn = (folder: string, end: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name));

/** The pages for users. */
export const guides = ['README.md', ...filesIn('docs', '.md'), 'examples/README.md'];

export const pages = ['.', 'docs', 'docs/design', 'examples'].flatMap((folder) => filesIn(folder, '.md'));

export const exampleFiles = filesIn('examples', '.json');

const workflowSchema = z.object({
  name: z.string(),
  nodes: z.array(
    z.looseObject({ name: z.string(), type: z.string(), parameters: z.record(z.string(), z.unknown()) }),
  ),
});
export type ExampleNode = z.infer<typeof workflowSchema>['nodes'][number];

export const nodesOf = (read: Read, file: string): ExampleNode[] =>
  workflowSchema.parse(JSON.parse(read(file))).nodes;

/** A note on the canvas is no node that works. */
export const isNote = ({ type }: ExampleNode): boolean => type === 'n8n-nodes-base.stickyNote';

/** A page without its blocks of code. */
export const withoutCode = (text: string): string => text.replaceAll(/^[ >]*```[^]*?^[ >]*```/gm, '');

/** The cells of the rows of every table on a page. */
export const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

export const firstCells = (text: string): string[] => rowsOf(text).flatMap(([, first = '']) => first);
