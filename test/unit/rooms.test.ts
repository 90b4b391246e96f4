// Each folder of the code is a room: one of its files says what lives there and what may not, and the guide for contributors names it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectFolder } from '../support/n8n/install';

interface Room {
  /** From the folder of the node on, or from the project's root. */
  path: string;
  /** The first lines of its files, up to an empty one. */
  beginnings: string[];
}

function roomsIn(folder: string, path: string): Room[] {
  const entries = readdirSync(join(projectFolder, folder), { withFileTypes: true });
  const beginnings = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ name }) => readFileSync(join(projectFolder, folder, name), 'utf8').split('\n//\n')[0] ?? '');
  const above = path === 'CompanyScreening/' ? '' : path;
  const inside = entries.filter((entry) => entry.isDirectory());
  return [
    { path, beginnings },
    ...inside.flatMap(({ name }) => roomsIn(join(folder, name), `${above}${name}/`)),
  ];
}

const rooms = [
  ...roomsIn('nodes/CompanyScreening', 'CompanyScreening/'),
  ...roomsIn('credentials', 'credentials/'),
];
const guideOf = (name: string) => readFileSync(join(projectFolder, 'docs/design', name), 'utf8');

test('there are rooms', () => {
  expect(rooms.length).toBeGreaterThan(20);
});

test.each(rooms)('one file of $path says what lives there', ({ path, beginnings }) => {
  const plates = beginnings.filter((beginning) => beginning.startsWith('// The room '));
  expect(plates.map((plate) => plate.split(':')[0])).toEqual([`// The room ${path}`]);
});

test.each(rooms)('the guide to the rooms says what $path is', ({ path }) => {
  expect(guideOf('rooms.md')).toContain(`- \`${path}\``);
});

test.each(readdirSync(join(projectFolder, 'docs/design')).filter((name) => name.endsWith('.md')))(
  'the files that %s names are there',
  (name) => {
    const files = ['nodes', 'credentials', 'test', 'tools', 'demo'].flatMap((folder) =>
      readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `/${folder}/${path}`,
      ),
    );
    const named = [...guideOf(name).matchAll(/`([\w/.]+\.ts)`/g)].map(([, path]) => path);
    expect(named.filter((path) => !files.some((file) => file.endsWith(`/${path}`)))).toEqual([]);
  },
);
