// Each folder of the code is a room: one of its files says what lives there and what may not, and the guide for contributors names it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, type Read, root } from './pages';

export function roomProblems(read: Read): string[] {
  const rooms = [
    ...roomsIn(read, 'nodes/CompanyScreening', 'CompanyScreening/'),
    ...roomsIn(read, 'credentials', 'credentials/'),
  ];
  const guide = read('docs/design/rooms.md');
  return [
    ...rooms.flatMap(({ path, beginnings }) =>
      beginnings.join() === `// The room ${path}`
        ? []
        : [
            `${path}: one of its files has to begin with "// The room ${path}: …", and no file with another one.`,
          ],
    ),
    ...rooms.flatMap(({ path }) =>
      guide.includes(`- \`${path}\``) ? [] : [`docs/design/rooms.md: it does not say what ${path} is.`],
    ),
    ...missingFiles(read),
  ];
}

interface Room {
  /** From the folder of the node on, or from the project's root. */
  path: string;
  /** What its files say first of a room, up to the colon. */
  beginnings: string[];
}

function roomsIn(read: Read, folder: string, path: string): Room[] {
  const beginnings = filesIn(folder, '.ts')
    .map((file) => read(file).split(':')[0] ?? '')
    .filter((beginning) => beginning.startsWith('// The room '));
  const above = path === 'CompanyScreening/' ? '' : path;
  const inside = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return [
    { path, beginnings },
    ...inside.flatMap(({ name }) => roomsIn(read, join(folder, name), `${above}${name}/`)),
  ];
}

/** The design notes name files by the end of their paths. */
function missingFiles(read: Read): string[] {
  const files = ['nodes', 'credentials', 'test', 'tools', 'demo'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `/${folder}/${path}`,
    ),
  );
  return filesIn('docs/design', '.md').flatMap((page) =>
    [...read(page).matchAll(/`([\w/.]+\.ts)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !files.some((file) => file.endsWith(`/${path}`)))
      .map((path) => `${page}: there is no file ${path}.`),
  );
}
