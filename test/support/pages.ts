// The pages that people read: where they are, and what they say. Paths are from the root of the project.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(__dirname, '../..');

export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8');

export const markdownIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
