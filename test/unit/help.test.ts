// Every program of this project says with --help how it is started, and does nothing else.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { scripts } from '../../package.json';
import { projectFolder } from '../support/n8n/install';

const PROGRAMS = Object.entries(scripts).flatMap(([name, command]) => {
  const [, file = ''] = /tsx (\S+\.ts)$/.exec(command) ?? [];
  return file === '' ? [] : [{ name, file }];
});

test('the programs are found', () => {
  const found = PROGRAMS.map(({ name }) => name);
  expect(found).toEqual(
    expect.arrayContaining(['demo', 'sandbox', 'mutate', 'model', 'bench', 'install:n8n']),
  );
});

test('each of them looks whether somebody asks', () => {
  const asks = (file: string) =>
    /helpIfAsked\(|=== 'help'/.test(readFileSync(join(projectFolder, file), 'utf8'));
  expect(PROGRAMS.filter(({ file }) => !asks(file))).toEqual([]);
});

// The others would take a second each.
test.each(['sandbox', 'install:n8n'])('%s --help shows the usage and does nothing else', async (wanted) => {
  const { file = '' } = PROGRAMS.find(({ name }) => name === wanted) ?? {};
  const program = ['--import', 'tsx', file, '--help'];
  const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: projectFolder });
  expect(stdout).toMatch(new RegExp(`^npm run ${wanted}`));
  expect(stdout.split('\n').length).toBeLessThanOrEqual(40);
});

test('no command waits for a script before or after it: .npmrc switches such scripts off', () => {
  const names = Object.keys(scripts);
  expect(
    names.filter((name) => names.includes(name.replace(/^(pre|post)/, '')) && /^(pre|post)/.test(name)),
  ).toEqual([]);
});
