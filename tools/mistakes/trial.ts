// Runs tests while a mistake is planted, each time in a process of its own.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod/v4';

import { projectFolder } from '../../test/support/n8n/install';
import { testsOf, type Mistake } from './mistake';

/** Tests that hang end after this: on a busy machine, the slowest group takes two minutes. */
const LONGEST_MS = 300_000;

/** `unable`: the tests did not run, so they say nothing. */
export type Trial = { is: 'noticed'; by: string } | { is: 'unnoticed' } | { is: 'unable'; why: string };

export const tryMistake = (mistake: Mistake): Promise<Trial> => runTests(testsOf(mistake), mistake);

/** Runs tests without any mistake: they have to notice nothing. */
export const tryNothing = (tests: string[]): Promise<Trial> => runTests(tests, {});

async function runTests(tests: string[], planted: Partial<Mistake>): Promise<Trial> {
  const { stdout, stderr } = await jest(tests, JSON.stringify(planted));
  if (stdout === '') return { is: 'unable', why: stderr.slice(-1_000) || 'the tests took too long.' };
  const { passed, failed, broken } = reportSchema.parse(JSON.parse(stdout));
  if (failed !== null) return { is: 'noticed', by: failed };
  if (broken !== null || passed === 0) return { is: 'unable', why: broken ?? 'there is no test.' };
  return { is: 'unnoticed' };
}

/** The report as `reporter.js` writes it. */
const reportSchema = z.object({
  passed: z.number(),
  failed: z.string().nullable(),
  broken: z.string().nullable(),
});

/** The exit code says nothing more than the report. */
const jest = (tests: string[], planted: string): Promise<{ stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [
        join(projectFolder, 'node_modules/jest/bin/jest.js'),
        ...['--config', 'tools/mistakes/jest.config.js', '--runInBand', '--bail', '--ci'],
        ...['--runTestsByPath', ...tests],
      ],
      {
        cwd: projectFolder,
        env: { RANDOM_CASES: '3', ...process.env, MISTAKE: planted },
        timeout: LONGEST_MS,
        killSignal: 'SIGKILL',
      },
      (_, stdout, stderr) => {
        resolve({ stdout, stderr });
      },
    );
  });
