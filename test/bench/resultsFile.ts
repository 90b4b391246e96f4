// The file that a bench writes its results to.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** Writes Markdown as the project's lint wants it. */
export async function writeMarkdown(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await promisify(execFile)('npx', ['oxfmt', path]);
}
