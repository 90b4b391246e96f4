// The file that a bench writes its results to.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { format, resolveConfig } from 'prettier';

/** Writes Markdown as the project's lint wants it. */
export async function writeMarkdown(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, await format(text, { ...(await resolveConfig(path)), parser: 'markdown' }));
}
