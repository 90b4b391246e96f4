// Pages that list something have all of it: the examples, the promises to auditors, the figures of the demo, the pictures.
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promiseProblems } from '../promises/promises';
import { exampleFiles, filesIn, pages, type Read, root } from './pages';

export function contentsProblems(read: Read): string[] {
  return [
    ...exampleProblems(read),
    ...promiseProblems(read),
    ...demoProblems(read),
    ...pictureProblems(read),
  ];
}

/** The page of examples lists each of them, with its file. */
function exampleProblems(read: Read): string[] {
  const page = 'examples/README.md';
  const listed = [...read(page).matchAll(/^- \[([\w-]+)\]\(\1\.json\)/gm)].map(
    ([, name = '']) => `${name}.json`,
  );
  return [
    ...exampleFiles
      .map((file) => basename(file))
      .filter((file) => !listed.includes(file))
      .map((file) => `${page}: it does not list ${file}.`),
    ...(listed[0] === 'register-from-a-list.json' ? [] : [`${page}: the register comes first.`]),
  ];
}

/** README and CONTRIBUTING say the same of the demo and of the tests. */
const demoProblems = (read: Read): string[] =>
  ['README.md', 'CONTRIBUTING.md'].flatMap((page) =>
    ['about 4 minutes', 'about 2 minutes', '15 seconds']
      .filter((words) => !read(page).includes(words))
      .map((words) => `${page}: it does not say "${words}" of the demo or the tests.`),
  );

const MAX_PICTURES = 20;
const MAX_PICTURE_BYTES = 3_000_000;

/** Each picture stands on a page, and they are few: everybody who copies the repository copies them. */
function pictureProblems(read: Read): string[] {
  const texts = pages.map(read).join('');
  const pictures = ['docs', 'docs/design', 'docs/screenshots', 'examples'].flatMap((folder) => [
    ...filesIn(folder, '.png'),
    ...filesIn(folder, '.svg'),
  ]);
  const bytes = pictures.reduce((sum, file) => sum + statSync(join(root, file)).size, 0);
  return [
    ...pictures
      .filter((file) => !['/', '('].some((before) => texts.includes(before + basename(file))))
      .map((file) => `${file}: no page shows it.`),
    ...(pictures.length > MAX_PICTURES
      ? [`There are ${pictures.length} pictures, ${MAX_PICTURES} at most.`]
      : []),
    ...(bytes > MAX_PICTURE_BYTES ? [`The pictures have ${bytes} bytes, ${MAX_PICTURE_BYTES} at most.`] : []),
  ];
}
