// Every program of this project says with --help how it is started, and does nothing else.
import { execFile } from 'node:child_process';
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

test('each of them names itself and ends', async () => {
  const said = await Promise.all(
    PROGRAMS.map(async ({ name, file }) => {
      const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file, '--help'], {
        cwd: projectFolder,
      });
      return {
        name,
        isNamed: stdout.includes(`npm run ${name.replace(':built', '')}`),
        lines: stdout.split('\n').length,
      };
    }),
  );
  expect(said.filter(({ isNamed, lines }) => !isNamed || lines > 40)).toEqual([]);
}, 120_000);

test('no command waits for a script before or after it: .npmrc switches such scripts off', () => {
  const names = Object.keys(scripts);
  expect(
    names.filter((name) => names.includes(name.replace(/^(pre|post)/, '')) && /^(pre|post)/.test(name)),
  ).toEqual([]);
});
