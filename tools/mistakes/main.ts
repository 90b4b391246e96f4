// `npm run mistakes`: plants mistakes that people make, one at a time, and lists each one that no unit test notices. The mistakes are in `list/`,
// by hand. Each is bound to its place by the code that it changes. The tests that have to notice it are those of `tools/mutation/groups.ts`.
// Nothing is written into the sources: the tests load the changed text (`planting.js`).
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';

import pLimit from 'p-limit';

import { helpIfAsked } from '../../test/support/help';
import { projectFolder } from '../../test/support/n8n/install';
import { MISTAKES } from './list';
import { testsOf, whyNot, type Mistake } from './mistake';
import { tryMistake, tryNothing, type Trial } from './trial';

const HELP = `npm run mistakes [-- <commit>] [--all] [--in <part of a file's name>] [--workers <n>]

Plants mistakes in the files that changed since a commit, or that are judged by test files that changed. Without a commit: since
this branch left main. Fails if a mistake is noticed by no test, or if its code is gone.

  --all      every mistake
  --in       only those in files with this in their name
  --workers  how many are tried at once; 2 without it`;

async function main(): Promise<void> {
  helpIfAsked(HELP);
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      in: { type: 'string', default: '' },
      workers: { type: 'string', default: '2' },
    },
  });
  const changed = values.all ? null : changedSince(positionals[0]);
  const mistakes = MISTAKES.filter(
    (mistake) =>
      mistake.file.includes(values.in) &&
      (!changed || [mistake.file, ...testsOf(mistake)].some((path) => changed.has(path))),
  );
  const { failing, missed } = await complaintsOf(mistakes, Number(values.workers));
  console.log(
    `${mistakes.length} mistakes, ${mistakes.length - missed} noticed, ${Math.round(performance.now() / 1_000)} s`,
  );
  if (failing + missed > 0) process.exitCode = 1;
}

function changedSince(commit?: string): Set<string> {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: projectFolder, encoding: 'utf8' }).trim();
  return new Set(git('diff', '--name-only', commit ?? git('merge-base', 'main', 'HEAD')).split('\n'));
}

/**
 * Prints each complaint as soon as it is known.
 *
 * @returns how many processes have tests that fail by themselves, and how many mistakes are missed
 */
async function complaintsOf(
  mistakes: Mistake[],
  workers: number,
): Promise<{ failing: number; missed: number }> {
  const limit = pLimit(workers);
  const isTold = async (complaint: Promise<string | null>): Promise<boolean> => {
    const said = await complaint;
    if (said !== null) console.log(said);
    return said !== null;
  };
  const tests = [...new Set(mistakes.flatMap(testsOf))];
  const shares = Array.from({ length: SHARES }, (_, share) =>
    tests.filter((_test, index) => index % SHARES === share),
  ).filter((share) => share.length > 0);
  const [failing, missed] = await Promise.all([
    Promise.all(shares.map((share) => limit(() => isTold(tryNothing(share).then(wrongWithout))))),
    Promise.all(mistakes.map((mistake) => limit(() => isTold(complaintAbout(mistake))))),
  ]);
  return { failing: failing.filter(Boolean).length, missed: missed.filter(Boolean).length };
}

/** Tests that fail anyway notice nothing, so each is run once without any mistake, in so many processes. */
const SHARES = 4;

const wrongWithout = (trial: Trial): string | null => {
  switch (trial.is) {
    case 'unnoticed':
      return null;
    case 'noticed':
      return `A test fails without any mistake, so nothing is known of what it judges: ${trial.by}`;
    case 'unable':
      return `The tests do not run without any mistake: ${trial.why}`;
  }
};

async function complaintAbout(mistake: Mistake): Promise<string | null> {
  const complaint = whyNot(mistake) ?? (await unnoticed(mistake));
  return complaint && `${mistake.file}: ${mistake.promise}\n  ${quoted(mistake)}\n  ${complaint}`;
}

async function unnoticed(mistake: Mistake): Promise<string | null> {
  const trial = await tryMistake(mistake);
  switch (trial.is) {
    case 'noticed':
      return null;
    case 'unnoticed':
      return `Nothing notices it in ${testsOf(mistake).join(', ')}.`;
    case 'unable':
      return `Nobody can tell whether it is noticed: ${trial.why}`;
  }
}

const quoted = ({ from, to }: Mistake): string => `${from} → ${to}`;

main().catch((error: unknown) => {
  process.exitCode = 1;
  console.error(error);
});
