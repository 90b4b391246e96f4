// An n8n that was set up once: its database with an owner, and the packed project installed. Each test starts on a copy.
import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { newFolder, removeFolder } from '../folders';
import { exists } from '../lockedInstall';
import type { Report } from '../report';
import { ensureN8n, projectFolder, type N8nInstall } from './install';
import { owner } from './owner';
import { packProject, tarballAt, type Tarball } from './pack';
import { installTarball, startN8n } from './server';

/** The parts from which a test starts an n8n. */
export interface PreparedN8n {
  install: N8nInstall;
  tarball: Tarball;
  /** Settings that make a copy start sooner. */
  env: NodeJS.ProcessEnv;
  /** Makes a user folder with these parts of the prepared one. */
  copyTo: (userFolder: string, parts: Part[]) => Promise<void>;
}

/** The database with its owner and the key of its secrets; the installed package. */
type Part = 'database' | 'package';

// n8n ends without merging the second file of SQLite, whose name ends in "-wal".
const isOf: Record<Part, RegExp> = { database: /^(config|database\.sqlite(-wal)?)$/, package: /^nodes$/ };

/** Variable that names a tarball to test in the place of one that is packed now. */
const givenTarball = 'COMPANY_SCREENING_TARBALL';
/** Variable in which the process that prepares hands the folder on to those that it starts. */
const handedOn = 'COMPANY_SCREENING_PREPARED';
const cacheFolder = join(projectFolder, 'node_modules', '.cache', 'company-screening');
const keptMs = 24 * 3_600_000;

/**
 * Packs the project, which must be built, and prepares an n8n with it, unless that was done before. Processes that are
 * started afterwards find it without packing again.
 */
export async function prepareN8n(report: Report): Promise<PreparedN8n> {
  const install = await ensureN8n(report);
  const known = process.env[handedOn];
  if (known !== undefined) return preparedIn(known, install);
  const folder = await prepare(install, report);
  process.env[handedOn] = folder;
  return preparedIn(folder, install);
}

async function preparedIn(folder: string, install: N8nInstall): Promise<PreparedN8n> {
  const names = await readdir(folder);
  const tarball = await tarballAt(join(folder, names.find((name) => name.endsWith('.tgz')) ?? 'missing.tgz'));
  return {
    install,
    tarball,
    env: compileCacheIn(folder),
    copyTo: async (userFolder, parts) => {
      const [from, to] = [join(folder, 'user', '.n8n'), join(userFolder, '.n8n')];
      await mkdir(to, { recursive: true });
      for (const name of await readdir(from))
        if (parts.some((part) => isOf[part].test(name)))
          await cp(join(from, name), join(to, name), { recursive: true });
    },
  };
}

// Works in a folder of its own, which takes its place only when everything is done.
async function prepare(install: N8nInstall, report: Report): Promise<string> {
  const work = await newFolder('prepared');
  try {
    const tarball = await pack(work);
    const folder = join(cacheFolder, keyOf(install, tarball));
    if (await exists(folder)) return folder;
    await report.step('Preparing an n8n for the tests', () => setUp(install, tarball, work));
    await mkdir(cacheFolder, { recursive: true });
    await removeOld();
    const unfinished = await mkdtemp(`${folder}-`);
    await cp(work, unfinished, { recursive: true });
    // Somebody else may have been quicker.
    await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
    return folder;
  } finally {
    await removeFolder(work);
  }
}

async function pack(folder: string): Promise<Tarball> {
  const given = process.env[givenTarball];
  if (given === undefined) return packProject(folder);
  await copyFile(given, join(folder, basename(given)));
  return tarballAt(join(folder, basename(given)));
}

async function setUp(install: N8nInstall, tarball: Tarball, folder: string): Promise<void> {
  const userFolder = join(folder, 'user');
  await mkdir(userFolder);
  await installTarball(tarball, userFolder);
  const n8n = await startN8n({ install, userFolder, env: compileCacheIn(folder) });
  try {
    await n8n.rest.signIn(owner);
  } finally {
    await n8n.stop();
  }
}

/** Node keeps the compiled code of n8n, which takes a third of a start. */
const compileCacheIn = (folder: string): NodeJS.ProcessEnv => ({
  NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
});

function keyOf({ script }: N8nInstall, { sha256 }: Tarball): string {
  // The folder of an n8n has its version and the hash of its lock in its name.
  const hash = createHash('sha256').update([script, sha256, JSON.stringify(owner)].join('\n'));
  return `n8n-${hash.digest('hex').slice(0, 16)}`;
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    const folder = join(cacheFolder, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > keptMs) await removeFolder(folder);
  }
}
