// Packs the built project into the tarball that npm would publish.
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { projectFolder } from './install';
import { runNpm } from '../npm';

/** The packed project: the file, and a digest of what it holds. */
export interface Tarball {
  path: string;
  sha256: string;
}

/** Packs the project, which must be built, into a folder. */
export async function packProject(folder: string, signal?: AbortSignal): Promise<Tarball> {
  await mkdir(folder, { recursive: true });
  const logFile = join(folder, 'pack.log');
  await runNpm(['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: projectFolder,
    logFile,
    signal,
  });
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8')),
  );
  return await tarballAt(join(folder, `${manifest.name}-${manifest.version}.tgz`));
}

/** A tarball that was packed before. */
export async function tarballAt(path: string): Promise<Tarball> {
  return {
    path,
    sha256: createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  };
}

const manifestSchema = z.object({ name: z.string(), version: z.string() });
