// A clock for a program that a test starts: Debian's faketime, whose library stands between the program and its system. Only the time of day
// moves: waits take as long as ever.
import { realpathSync } from 'node:fs';
import { readdir, realpath, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface FakeClock {
  /** Settings of a program that goes by this clock. */
  env: NodeJS.ProcessEnv;
  /** Sets the time, in epoch milliseconds. A program notices it within two seconds. */
  set: (epochMs: number) => Promise<void>;
}

/** @param folder for its file */
export async function makeFakeClock(folder: string): Promise<FakeClock> {
  const file = join(realpathSync(folder), 'clock');
  const set = async (epochMs: number): Promise<void> => {
    // The program may be reading it.
    await writeFile(
      `${file}.new`,
      `${epochMs < Date.now() ? '' : '+'}${String((epochMs - Date.now()) / 1_000)}\n`,
    );
    await rename(`${file}.new`, file);
  };
  await set(Date.now());
  return {
    env: {
      LD_PRELOAD: await findLibrary(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
  };
}

async function findLibrary(): Promise<string> {
  const root = '/usr/lib';
  for (const folder of ['', ...(await readdir(root))]) {
    const library = join(root, folder, 'faketime', 'libfaketimeMT.so.1');
    const found = await realpath(library).catch(() => undefined);
    if (found !== undefined) return found;
  }
  throw new Error(
    'These tests need faketime, which was not found. Install it: sudo apt-get install faketime',
  );
}
