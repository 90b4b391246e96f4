// Every link between the pages leads to a file and a heading that are there.
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pages, type Read, root, withoutCode } from './pages';

export function brokenLinks(read: Read): string[] {
  return pages.flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^\w+:/.test(target) && !leadsSomewhere(read, page, target))
      .map((target) => `${page}: the link to ${target} leads nowhere.`),
  );
}

function leadsSomewhere(read: Read, page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : relative(root, join(root, dirname(page), path));
  return existsSync(join(root, file)) && (anchor === undefined || anchorsOf(read(file)).includes(anchor));
}

/** The anchors of the headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  );
}
