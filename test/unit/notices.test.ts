// The licences of what the build bundles: it stops at a package that may not be bundled, or whose licence text is not known.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noticesOf } from '../../tools/build/notices';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'company-screening-notices-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a package, and gives a file of it. */
function fileOf(path: string, { license, text }: { license?: string; text?: string }): string {
  const at = join(folder, 'node_modules', path);
  const name = path.replace(/^.*node_modules\//, '');
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name, version: '1.2.3', license }));
  if (text !== undefined) writeFileSync(join(at, 'LICENCE.md'), text);
  return join(at, 'lib', 'index.js');
}

test('each package is named once, with its version, its licence and the text', () => {
  const files = [
    fileOf('b', { license: 'MIT', text: 'Copyright B' }),
    fileOf('b', { license: 'MIT', text: 'Copyright B' }),
    fileOf('@scope/a', { license: 'ISC', text: 'Copyright A' }),
    'nodes/CompanyScreening/CompanyScreening.node.ts',
  ];
  const [, ...notices] = noticesOf(files).split(/\n-+\n/);
  expect(notices.map((notice) => notice.trim())).toEqual([
    '@scope/a 1.2.3 (ISC)\n\nCopyright A',
    'b 1.2.3 (MIT)\n\nCopyright B',
  ]);
});

test('a package inside another one has its own licence', () => {
  fileOf('a', { license: 'MIT', text: 'Copyright A' });
  const file = fileOf('a/node_modules/b', { license: 'MIT', text: 'Copyright B' });
  expect(noticesOf([file])).toContain('Copyright B');
  expect(noticesOf([file])).not.toContain('Copyright A');
});

test.each([
  ['GPL-3.0-or-later', 'whose licence is GPL-3.0-or-later'],
  ['Apache-2.0', 'whose licence is Apache-2.0'],
  [undefined, 'whose licence is not stated'],
])('a package under the licence %s stops the build', (license, message) => {
  const file = fileOf('a', { ...(license === undefined ? {} : { license }), text: 'Copyright A' });
  expect(() => noticesOf([file])).toThrow(message);
});

test('a package without the text of its licence stops the build', () => {
  expect(() => noticesOf([fileOf('a', { license: 'MIT' })])).toThrow('without the text of its licence');
});

test('the text of one that is published without it is kept here', () => {
  expect(noticesOf([fileOf('saxes', { license: 'ISC' })])).toContain('Copyright (c) Isaac Z. Schlueter');
});
