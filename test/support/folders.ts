// Temporary folders, under names that say whose they are.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes one. There is no link in its path, since n8n compares paths as texts. */
export async function newFolder(name: string): Promise<string> {
  return await realpath(await mkdtemp(join(tmpdir(), `company-screening-${name}-`)));
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
