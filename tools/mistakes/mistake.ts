// A mistake that people make: its place, its effect on the code, and the promise that it breaks.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectFolder } from '../../test/support/n8n/install';
import { GROUPS } from '../mutation/groups';

export interface Mistake {
  file: string;
  /** The promise that it breaks, in a sentence. */
  promise: string;
  /** The code that it changes, which is there exactly once. */
  from: string;
  to: string;
  /** Names in test/unit, for a file that is in no group of `tools/mutation/groups.ts`. */
  tests?: string[];
}

/** Mistakes in files of one folder, which are named without it. */
export const inFolder = (folder: string, mistakes: Mistake[]): Mistake[] =>
  mistakes.map(({ file, ...others }) => ({ ...others, file: `${folder}/${file}.ts` }));

/** The test files that have to notice it. */
export const testsOf = ({ file, tests }: Mistake): string[] =>
  (GROUPS.find(({ sources }) => sources.includes(file))?.tests ?? tests ?? []).map(
    (name) => `test/unit/${name}.test.ts`,
  );

/** The reason why it cannot be planted; null if it can. */
export function whyNot(mistake: Mistake): string | null {
  const { file, from, to, tests } = mistake;
  const times = readFileSync(join(projectFolder, file), 'utf8').split(from).length - 1;
  if (times === 0) return 'its code is gone: write the mistake for what is there now.';
  if (times > 1) return `its code is there ${times} times: give more of it.`;
  if (from === to) return 'it changes nothing.';
  if (testsOf(mistake).length === 0) return 'no test is named for it, and its file is in no group.';
  if (tests && testsOf({ ...mistake, tests: [] }).length > 0)
    return 'its file is in a group: leave out its tests.';
  return null;
}
