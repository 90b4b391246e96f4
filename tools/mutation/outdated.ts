// Tells whether the groups of sources name every one that there is, and whether explained changes are of code that is there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../test/support/n8n/install';
import { readExplanations } from './explained';
import { GROUPS, NOT_JUDGED, SOURCES } from './groups';

/** Names in the groups that are not there, files that are in no group, and explained changes of code that is not there. */
export function outdated(): string[] {
  const named = GROUPS.flatMap(({ sources, tests }) => [
    ...sources,
    ...tests.map((name) => `test/unit/${name}.test.ts`),
  ]);
  const ungrouped = SOURCES.filter((path) => !named.includes(path));
  return [
    ...named.filter((path) => !existsSync(join(projectFolder, path))).map((path) => `${path} is not there.`),
    ...ungrouped
      .filter((path) => !NOT_JUDGED.some((part) => path.includes(part)))
      .map((path) => `${path} is in no group.`),
    ...NOT_JUDGED.filter((part) => !ungrouped.some((path) => path.includes(part))).map(
      (part) => `${part} is not there, or in a group: it need not be among those that are not judged.`,
    ),
    ...readExplanations()
      .filter(({ file, from }) => !contentOf(file).includes(from))
      .map(({ file, from, to }) => `${file}: explained, but gone: ${from} → ${to}`),
  ];
}

function contentOf(path: string): string {
  const absolute = join(projectFolder, path);
  return existsSync(absolute) ? readFileSync(absolute, 'utf8') : '';
}
