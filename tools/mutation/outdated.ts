// Tells whether the groups of sources name every one that there is.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../test/support/n8n/install';
import { GROUPS, NOT_JUDGED, SOURCES } from './groups';

/** Names in the groups that are not there, and files that are in no group. */
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
  ];
}
