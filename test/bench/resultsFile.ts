// The file that a bench writes its results to.
import { writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

/** Writes Markdown as the project's lint wants it. */
export async function writeMarkdown(path: string, text: string): Promise<void> {
  await writeFile(path, await format(text, { ...(await resolveConfig(path)), parser: 'markdown' }));
}
