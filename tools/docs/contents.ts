// Pages that list something have all of it: the examples, the promises to auditors, the figures of the demo, the pictures.
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promiseProblems } from '../promises/promises';
import { N8N_SIZE } from '../../test/support/n8n/install';
import { exampleFiles, filesIn, isNote, nodesOf, pages, type Read, root, rowsOf } from './pages';

export function contentsProblems(read: Read): string[] {
  return [
    ...exampleProblems(read),
    ...promiseProblems(read),
    ...demoProblems(read),
    ...pictureProblems(read),
  ];
}

/** The table of examples names each of them with the number of its nodes, and each has a section with its file. */
function exampleProblems(read: Read): string[] {
  const page = 'examples/README.md';
  const listed = rowsOf(read(page)).flatMap(([, , link = '', count]) => {
    const [, name] = /^\[([\w-]+)\]\(#/.exec(link) ?? [];
    return name === undefined ? [] : [`${name}.json, ${count ?? ''} nodes`];
  });
  const counted = exampleFiles.map(
    (file) => `${basename(file)}, ${nodesOf(read, file).filter((node) => !isNote(node)).length} nodes`,
  );
  return [
    ...counted.filter((row) => !listed.includes(row)).map((row) => `${page}: the table lacks ${row}.`),
    ...listed.filter((row) => !counted.includes(row)).map((row) => `${page}: the table has ${row}.`),
    ...(listed[0]?.startsWith('register-from-a-list.json') === true
      ? []
      : [`${page}: the register comes first.`]),
    ...exampleFiles.flatMap((file) => {
      const name = basename(file, '.json');
      const [, section = ''] = read(page).split(`\n## ${name}\n`);
      const [text = ''] = section.split('\n## ');
      return text.includes(`(${name}.json)`) ? [] : [`${page}: the section about ${name} lacks its file.`];
    }),
  ];
}

/** README and CONTRIBUTING say the same of the demo and of the tests. */
const demoProblems = (read: Read): string[] =>
  ['README.md', 'CONTRIBUTING.md'].flatMap((page) =>
    ['about 4 minutes', N8N_SIZE, 'about 3 minutes', '15 seconds']
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
