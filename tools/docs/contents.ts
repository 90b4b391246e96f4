// Pages that list something have all of it: the examples, the promises to auditors, the figures of the demo.
import { basename } from 'node:path';
import { promiseProblems } from '../promises/promises';
import { N8N_SIZE } from '../../test/support/n8n/install';
import { exampleFiles, isNote, nodesOf, type Read, rowsOf } from './pages';

export function contentsProblems(read: Read): string[] {
  return [...exampleProblems(read), ...promiseProblems(read), ...demoProblems(read)];
}

/** The table of examples names each of them with the number of its nodes, and each has a section with its file and its canvas. */
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
      return [`(${name}.json)`, `(../docs/screenshots/example-${name}.png)`]
        .filter((link) => !text.includes(link))
        .map((link) => `${page}: the section about ${name} lacks ${link}.`);
    }),
  ];
}

/** README and CONTRIBUTING say the same of the demo and of the tests. */
const demoProblems = (read: Read): string[] =>
  ['README.md', 'CONTRIBUTING.md'].flatMap((page) =>
    ['about 4 minutes', N8N_SIZE, 'about 2 minutes', '15 seconds']
      .filter((words) => !read(page).includes(words))
      .map((words) => `${page}: it does not say "${words}" of the demo or the tests.`),
  );
