// The pages that people read agree with the code, and their links lead somewhere.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

import * as z from 'zod/v4';

import { credentialTest } from '../../credentials/companyScreeningApi/credentialTest';
import { ERROR_KEYS } from '../../nodes/CompanyScreening/output/errors';
import { OPERATIONS } from '../../nodes/CompanyScreening/operations';
import type { Operation } from '../../nodes/CompanyScreening/operations/operation';
import {
  optionsField,
  outputField,
  runOptions,
  runOutput,
} from '../../nodes/CompanyScreening/operations/options';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screenCompany/screenCompany';
import {
  COMPANY_KEYS,
  COMPANY_MATCH_KEYS,
  HIT_KEYS,
  MATCH_KEYS,
} from '../../nodes/CompanyScreening/operations/screenCompany/keys';
import * as errorCatalogs from '../../nodes/CompanyScreening/service/errorCatalogs';
import { alteredName, ALTERATIONS } from '../../nodes/CompanyScreening/names/alterations';
import { ALTERATION_NAMES } from '../../nodes/CompanyScreening/operations/testScreening/testScreeningFields';
import { EXPLANATIONS } from '../../nodes/CompanyScreening/operations/screenCompany/verdict';
import { listKinds } from '../support/listKinds';
import { markdownIn, readPage, root } from '../support/pages';
import { N8N_SIZE } from '../support/n8n/install';

const pages = ['.', 'docs', 'docs/design', 'docs/queue-mode', 'docs/speed', 'examples'].flatMap(markdownIn);

const withoutCode = (text: string) => text.replaceAll(/^ *```[^]*?^ *```/gm, '');

/** The anchors of the headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...withoutCode(readPage(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const links = pages.flatMap((page) =>
  [...withoutCode(readPage(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => ({ page, target }))
    .filter(({ target }) => !/^\w+:/.test(target)),
);

test.each(links)('$page leads to $target', ({ page, target }) => {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : relative(root, join(root, dirname(page), path));
  expect(existsSync(join(root, file))).toBe(true);
  if (anchor !== undefined) expect(anchorsOf(file)).toContain(anchor);
});

/** The first cells of the rows of every table on a page. */
function firstCells(page: string): string[] {
  return readPage(page)
    .split('\n')
    .flatMap((line) => /^\| (.*?) +\|/.exec(line)?.[1] ?? []);
}

test('the guide says of each kind of list what becomes of it, as it is tested', () => {
  const tables = readPage('docs/design/kinds-of-lists.md') + readPage('docs/design/kinds-of-workbooks.md');
  const said = [...tables.matchAll(/^\| (.+?) +\| (\S.*?) +\|$/gm)].map(([, kind, what]) => [kind, what]);
  const tested = listKinds.map(({ kind, stops, errors = [] }) => [
    kind,
    stops !== undefined ? 'stops' : errors.length > 0 ? 'read; the row is an error' : 'read',
  ]);
  expect(said.filter(([kind = '']) => !/^(the file|-+)$/.test(kind)).sort()).toEqual(tested.sort());
});

test('the README explains every outcome, and the page on reasons every reason', () => {
  const asCode = (words: string[]) => words.map((word) => `\`${word}\``);
  expect(firstCells('README.md')).toEqual(
    expect.arrayContaining(asCode(['hit', 'clear', 'review', 'error'])),
  );
  expect(firstCells('docs/reasons.md')).toEqual(expect.arrayContaining(asCode(Object.keys(EXPLANATIONS))));
});

/** The shown names of all that an operation's user can set; those in a collection stand for the collection. */
function namesIn(operation: Pick<Operation, 'fields' | 'options' | 'output'>): string[] {
  const fields = [...operation.fields, outputField(operation.output), optionsField(operation.options)].filter(
    ({ type }) => type !== 'notice' && type !== 'hidden',
  );
  return fields.flatMap(({ type, displayName, options = [] }) =>
    type === 'collection' ? options.map(shownName) : [displayName],
  );
}
const shownName = (option: object) => z.object({ displayName: z.string() }).parse(option).displayName;

test('the page on parameters names every parameter and option of Screen Company', () => {
  const names = [
    ...namesIn(screenCompany),
    ...namesIn({ fields: [], options: [runOptions], output: [runOutput] }),
  ];
  expect(names.length).toBeGreaterThan(10);
  const page = readPage('docs/parameters.md');
  expect(names.filter((name) => !page.includes(`**${name}**`))).toEqual([]);
});

test.each(OPERATIONS)('a page names $choice.name with every parameter and option of it', (operation) => {
  const names = [operation.choice.name, ...namesIn(operation).map((name) => name.replace(/ \(.*\)$/, ''))];
  const missing = pages.map((page) => names.filter((name) => !readPage(page).includes(name)));
  // The page that lacks the fewest.
  expect(missing.toSorted((one, other) => one.length - other.length)[0]).toEqual([]);
});

test('the page on Test Screening shows each spelling as it is', () => {
  const shown = Object.entries(ALTERATION_NAMES).map(([alteration, name]) => [
    name,
    alteredName('Nebelwald Präzisions GmbH', z.enum(ALTERATIONS).parse(alteration)),
  ]);
  const table = [...readPage('docs/test-screening.md').matchAll(/^\| (.+?) +\| `(.+?)` +\|$/gm)];
  expect(table.map(([, name, text]) => [name, text])).toEqual(expect.arrayContaining(shown));
});

test('the page on the output lists the fields of an item as they are, in order', () => {
  const text = readPage('docs/output.md');
  const [, hit = ''] = /```json\n([^]*?)```/.exec(text) ?? [];
  expect(Object.keys(z.looseObject({}).parse(JSON.parse(hit)))).toEqual(HIT_KEYS);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`\`${COMPANY_KEYS.join(', ')}\``);
});

test('the page on comparison has every field of it', () => {
  expect(firstCells('docs/names-and-comparison.md')).toEqual(
    expect.arrayContaining(MATCH_KEYS.map((key) => `\`${key}\``)),
  );
  for (const key of COMPANY_MATCH_KEYS)
    expect(readPage('docs/names-and-comparison.md')).toContain(`\`${key}\``);
});

test('the page on the service has every error code', () => {
  const text = readPage('docs/design/service.md');
  const catalogs = Object.values(errorCatalogs).filter((exported) => typeof exported === 'object');
  expect(catalogs.length).toBeGreaterThanOrEqual(2);
  for (const catalog of catalogs) {
    for (const [code, { name }] of Object.entries(catalog)) {
      expect(text).toMatch(new RegExp(`^\\| ${code} .*\`${name}\``, 'm'));
    }
  }
});

test('the page on troubleshooting has what the credential test says', () => {
  const messages = new Set((credentialTest.rules ?? []).map(({ properties }) => properties.message));
  expect(messages.size).toBe(3);
  const said = firstCells('docs/troubleshooting.md');
  for (const message of messages) {
    expect(said.some((cell) => message.startsWith(cell.replace(/ ?….*$/, '')))).toBe(true);
  }
});

/** The texts of the node, of its credential and of the examples. */
const saidSomewhere = ['nodes', 'credentials', 'examples']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((file) => /\.(ts|json)$/.test(file))
  .map(readPage)
  .join('\n')
  // The rule for names is told which field its errors name.
  .replaceAll('${field}', 'Company Name');
const SAID_BY_N8N = ['Workflow execution cannot start', 'No file(s) found'];

test('each error of a run on the page on troubleshooting is said by the node, an example or n8n', () => {
  const [, section = ''] = readPage('docs/troubleshooting.md').split('## Errors of a run');
  const [table = ''] = section.split('\n## ');
  const messages = [...table.matchAll(/^\| (\S.*?) +\|/gm)].map(([, message = '']) => message).slice(2);
  expect(messages.length).toBeGreaterThan(10);
  for (const message of messages.filter((text) => !SAID_BY_N8N.some((words) => text.startsWith(words)))) {
    const parts = message.split(/[…"/,;(]|\d+|\.(?: |$)/).filter((part) => part.trim().split(' ').length > 2);
    expect([message, parts.some((part) => saidSomewhere.includes(part.trim()))]).toEqual([message, true]);
  }
});

test('the page on troubleshooting has every field of an error item', () => {
  const text = readPage('docs/troubleshooting.md');
  for (const key of ERROR_KEYS) expect(text).toContain(`\`${key}\``);
});

/** The cells of the rows of every table on a page. */
const rowsOf = (page: string) =>
  readPage(page)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

test('the README says how long a list takes as the bench measured it, at the default concurrency', () => {
  const [, seconds = ''] = /1,000\s+companies in (\d+) seconds/.exec(readPage('README.md')) ?? [];
  const { concurrency } = runOptions.parse({});
  const row = rowsOf('docs/speed.md').find(([, atOnce]) => atOnce === `${concurrency}, the default`);
  expect(row?.[2]).toBe(`${seconds} s`);
});

test('README, CONTRIBUTING and the page on examples say the same of the demo and of the tests', () => {
  for (const said of ['about 4 minutes', N8N_SIZE, 'about 2 minutes', '15 seconds'])
    for (const page of ['README.md', 'CONTRIBUTING.md']) expect(readPage(page)).toContain(said);
});

const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));
const workflow = z.object({ nodes: z.array(z.object({ type: z.string() })) });

test('the table of examples names each of them with the number of its nodes, the register first', () => {
  const listed = rowsOf('examples/README.md').flatMap(([, , link = '', count]) => {
    const [, name] = /^\[([\w-]+)\]\(#/.exec(link) ?? [];
    return name === undefined ? [] : [[`${name}.json`, Number(count)]];
  });
  const counted = examples.map((name) => {
    const { nodes } = workflow.parse(JSON.parse(readPage(join('examples', name))));
    return [name, nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote').length];
  });
  expect(listed.toSorted()).toEqual(counted.toSorted());
  expect(listed[0]?.[0]).toBe('register-from-a-list.json');
});

test.each(examples)('the page on examples has a section about %s, with its file and its canvas', (name) => {
  const [, section = ''] = readPage('examples/README.md').split(`\n## ${basename(name, '.json')}\n`);
  const [text = ''] = section.split('\n## ');
  expect(text).toContain(`(${name})`);
  expect(text).toContain(`(../docs/screenshots/example-${basename(name, '.json')}.png)`);
});

const proofs = [...readPage('docs/for-auditors.md').matchAll(/\[([^\]]+)\]\((\.\.\/test\/[^)]+)\)/g)].map(
  ([, name = '', target = '']) => ({ name, file: join('docs', target) }),
);

test.each(proofs)('the test that auditors are told of is there: $name', ({ name, file }) => {
  expect(readPage(file)).toContain(`'${name}'`);
});

test('every promise to auditors has a test', () => {
  expect(proofs.length).toBeGreaterThan(20);
  for (const [, promise = '', test = ''] of rowsOf('docs/for-auditors.md'))
    if (!/^(promise|-+)$/.test(promise))
      expect([promise, test]).toEqual([promise, expect.stringContaining('](../test/')]);
});
