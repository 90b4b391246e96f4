// The first file of each folder of the code says what lives there and what may not. The guide for contributors names the folder.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, type Read, root } from './pages';

export function folderProblems(read: Read): string[] {
  const folders = [
    ...foldersIn('nodes/CompanyScreening', 'CompanyScreening/'),
    ...foldersIn('credentials', 'credentials/'),
  ];
  const guide = read('docs/design/architecture.md');
  return [
    ...folders.flatMap(({ path, firstFile }) =>
      firstFile === undefined || read(firstFile).startsWith(`// ${path}: `)
        ? []
        : [`${firstFile}: the first file of a folder has to begin with "// ${path}: …".`],
    ),
    ...folders.flatMap(({ path }) =>
      // The first file of a family of operations says it.
      /^operations\/(?!shared\/)./.test(path) || guide.includes(`- \`${path}\``)
        ? []
        : [`docs/design/architecture.md: it does not say what ${path} is.`],
    ),
    ...missingFiles(read),
  ];
}

interface Folder {
  /** The path from the folder of the node on, or from the project's root. */
  path: string;
  /** Undefined if it has only folders. */
  firstFile: string | undefined;
}

function foldersIn(folder: string, path: string): Folder[] {
  const above = path === 'CompanyScreening/' ? '' : path;
  const inside = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return [
    { path, firstFile: filesIn(folder, '.ts').toSorted()[0] },
    ...inside.flatMap(({ name }) => foldersIn(join(folder, name), `${above}${name}/`)),
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
