// What the packed tarball holds: nothing but what a user needs, and nothing to install beside it.
import { execFileSync } from 'node:child_process';
import { prepareN8n } from '../support/n8n/prepared';
import { reportTo } from '../support/report';

let path: string;

beforeAll(async () => {
  path = (await prepareN8n(reportTo(process.stderr))).tarball.path;
});

const tar = (...args: string[]): string => execFileSync('tar', args, { encoding: 'utf8' });

test('the tarball holds only dist, README, LICENSE, CHANGELOG and package.json', () => {
  const files = tar('-tzf', path).trim().split('\n');
  const tops = new Set(files.map((file) => file.split('/')[1]));
  expect([...tops].sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json']);
});

test('the tarball asks for no dependencies but n8n itself', () => {
  const manifest: unknown = JSON.parse(tar('-xzOf', path, 'package/package.json'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).toHaveProperty('peerDependencies', { 'n8n-workflow': '*' });
});
