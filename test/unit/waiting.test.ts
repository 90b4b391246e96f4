// Waiting: what its errors tell.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../support/processes';
import { PlainError } from '../support/report';
import { until, untilReady } from '../support/waiting';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'company-screening-waiting-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('who waits in vain is told for how long, for what, and what is missing', async () => {
  const missing = (): Promise<string> => Promise.resolve('One of two is there.');
  await expect(until('both were there', missing, { withinMs: 200 })).rejects.toThrow(
    'Waited in vain for 0.2 s until both were there. One of two is there.',
  );
});

// A shell has written its line at once, on a slow machine too.
test.each([
  [
    'that does not get ready is ended, and the error has what was missing and its log',
    ['sh', '-c', 'echo I am here; exec sleep 60'],
    /^Waited in vain for 2\.0 s until Tester was ready\. Its door is shut\..*I am here$/s,
  ],
  [
    'that ends while it starts is not waited for',
    ['sh', '-c', 'echo No money; exit 1'],
    /^Tester ended while it was starting\..*No money$/s,
  ],
  [
    'that is not there says what to install',
    ['/nowhere/nothing'],
    /^Tester could not be started: .*ENOENT\. Install it\./,
  ],
])('a program %s', async (_, [command = '', ...args], said) => {
  const logFile = join(folder, 'program.log');
  const program = startProgram({ command, args, cwd: folder, env: process.env, logFile });
  const isReady = (): Promise<string> => Promise.resolve('Its door is shut.');
  const starting = { name: 'Tester', program, logFile, isReady, withinMs: 2_000, install: 'Install it.' };
  const error: unknown = await untilReady(starting).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PlainError);
  expect(error).toHaveProperty('message', expect.stringMatching(said));
  expect(program.hasExited()).toBe(true);
});
