// The place where the node is installed: which n8n is meant, and whether the node works in it. Pure.
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { name as packageName } from '../../package.json';
import { PlainError } from '../../test/support/report';

/** The n8n that is meant: the folder in which it keeps its data, or a container in which it runs. */
export type Target = { kind: 'folder'; dataFolder: string } | { kind: 'container'; name: string };

/** The order on the command line. */
export interface InstallOrder {
  action: 'install' | 'remove' | 'help';
  target: Target;
  /** The packed node; without one, this copy of the repository is packed. */
  file: string | undefined;
}

export const HELP = `npm run install:n8n                          installs the node into the n8n of this machine
npm run install:n8n -- --folder <path>       into the n8n that keeps its data in this folder
npm run install:n8n -- --container <name>    into a running Docker container
npm run install:n8n -- --file <path>         takes the node from a file that npm pack made; goes with both of these
npm run install:n8n -- --remove              takes it out again; goes with --folder and --container

Without --folder, n8n's folder is the one that N8N_USER_FOLDER names, else your home folder. Only the folder nodes in it is touched.`;

/**
 * Reads the command line.
 * @param env n8n itself reads `N8N_USER_FOLDER`: the folder that holds its folder `.n8n`
 * @throws {PlainError} an option that does not exist, two places at once, or a file of another name than a packed node has
 */
export function readOrder(args: string[], env: NodeJS.ProcessEnv, home: string): InstallOrder {
  const { folder, container, remove, help, file: named } = parse(args);
  if (folder !== undefined && container !== undefined)
    throw new PlainError('Use either --folder or --container: the node is installed in one place at a time.');
  const action = help ? 'help' : remove ? 'remove' : 'install';
  if (remove && named !== undefined) throw new PlainError('Use either --file or --remove.');
  const file = named === undefined ? undefined : packedNode(named);
  if (container !== undefined)
    return { action, target: { kind: 'container', name: nameOf(container) }, file };
  return {
    action,
    target: { kind: 'folder', dataFolder: dataFolderIn(folder ?? env['N8N_USER_FOLDER'] ?? home) },
    file,
  };
}

// The name is required because npm would install any package from any file.
function packedNode(path: string): string {
  if (new RegExp(`^${packageName}-\\d+\\.\\d+\\.\\d+\\S*\\.tgz$`).test(basename(path))) return path;
  throw new PlainError(
    `${path} is not a packed node. Its name has to be ${packageName}-<version>.tgz, as npm pack calls it.`,
  );
}

/**
 * Judges the version of n8n, such as `2.41.1`.
 * @returns a sentence to show, empty if there is nothing to say
 * @throws {PlainError} the node does not work in it
 */
export function judgeVersion(version: string | undefined): string {
  const [, major, minor] = /^\D*(\d+)\.(\d+)\./.exec(version ?? '') ?? [];
  if (major === undefined || minor === undefined)
    return 'The version of this n8n could not be determined: it is at the bottom of Settings. The node needs n8n 1.123 or newer, and 2.41 for Keep in Register.';
  const isAtLeast = ([wantedMajor, wantedMinor]: readonly [number, number]): boolean =>
    Number(major) > wantedMajor || (Number(major) === wantedMajor && Number(minor) >= wantedMinor);
  if (!isAtLeast(OLDEST))
    throw new PlainError(
      `This n8n is version ${major}.${minor}. The node needs 1.123 or newer. Update n8n first, then run this again.`,
    );
  return isAtLeast(OLDEST_WITH_REGISTER)
    ? ''
    : `This n8n is version ${major}.${minor}. The node works in it, but Keep in Register needs 2.41 or newer.`;
}

/** The oldest versions that were tested: `docs/start.md`. */
const OLDEST = [1, 123] as const;
const OLDEST_WITH_REGISTER = [2, 41] as const;

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        folder: { type: 'string' },
        container: { type: 'string' },
        file: { type: 'string' },
        remove: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new PlainError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}

// People name either folder: the one that holds .n8n, or .n8n itself.
function dataFolderIn(folder: string): string {
  return basename(folder) === DATA_FOLDER ? folder : join(folder, DATA_FOLDER);
}

const DATA_FOLDER = '.n8n';

// Docker's own rule for names, so that a name is never read as an option.
function nameOf(container: string): string {
  if (/^[a-zA-Z0-9][a-zA-Z0-9_.-]*$/.test(container)) return container;
  throw new PlainError(`"${container}" is not the name of a container. docker ps shows the names.`);
}
