// The package carries the licence of everything that is bundled into it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../support/n8n/install';

const dist = join(projectFolder, 'dist');
const notices = readFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8');

/** The folders of the packages in the bundles: the bundler writes the file above the code that is from it. */
const folders = new Set(
  readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [
      ...readFileSync(join(dist, name), 'utf8').matchAll(
        /^\/\/ (.*\bnode_modules\/(?:@[^/\n]+\/)?[^/\n]+)\//gm,
      ),
    ])
    .map(([, folder = '']) => folder),
);

test('the notices hold the licence text of each package in the bundles', () => {
  expect(folders.size).toBeGreaterThan(5);
  for (const folder of folders) {
    const at = join(projectFolder, folder);
    const file = readdirSync(at).find((name) => /^licen[cs]e/i.test(name));
    const text =
      file === undefined
        ? // Published without one.
          readFileSync(
            join(projectFolder, 'tools/build/licences', `${folder.split('/').at(-1) ?? ''}.txt`),
            'utf8',
          )
        : readFileSync(join(at, file), 'utf8');
    expect(text).toMatch(/copyright/i);
    expect(notices).toContain(text.trim());
  }
});

test('the notices name no package that is not in the bundles', () => {
  const named = [...notices.matchAll(/^-{80}\n\n(\S+) /gm)].map(([, name]) => name);
  const bundled = [...folders].map((folder) => folder.replace(/^.*\bnode_modules\//, ''));
  expect(named.sort()).toEqual(bundled.sort());
});
