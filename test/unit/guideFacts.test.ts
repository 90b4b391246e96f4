// What the guides name and count is so in the program: labels in bold, and figures.
//
// A text in bold is a label of the screen, unless it ends like a sentence or a heading (with a full stop, a comma, a colon or a question
// mark). Other emphasis is in italics.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import * as z from 'zod/v4';

import { CompanyScreeningApi } from '../../credentials/CompanyScreeningApi.credentials';
import { CompanyScreening } from '../../nodes/CompanyScreening/CompanyScreening.node';
import { OPERATIONS } from '../../nodes/CompanyScreening/operations';
import { MAX_REASON } from '../../nodes/CompanyScreening/operations/register/registerOperationFields';
import { YEAR_MS } from '../../nodes/CompanyScreening/register/decisions/steps';
import { TABLE_NAMES } from '../../nodes/CompanyScreening/register/tables';
import { ONE_DAY_MS } from '../../nodes/CompanyScreening/batch/time';
import { PROBE_TIMEOUT_MS } from '../../credentials/companyScreeningApi/credentialTest';
import { markdownIn, readPage, root } from '../support/pages';
import { N8N_SIZE } from '../support/n8n/install';

const guides = ['README.md', ...markdownIn('docs'), 'examples/README.md'];
/** A page as one line, without its blocks of code. */
const textOf = (page: string) =>
  readPage(page)
    .replaceAll(/^[ >]*```[^]*?^[ >]*```/gm, '')
    .replaceAll(/\n[ >]*/g, ' ');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every record in a value, however deep. */
function recordsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  if (!isRecord(value)) return [];
  return [value, ...Object.values(value).flatMap(recordsIn)];
}

const fields = [
  new CompanyScreening().description,
  new CompanyScreeningApi(),
  OPERATIONS.map(({ splitOutputs }) => splitOutputs),
].flatMap(recordsIn);

/** What the node and its credential show: fields, choices, actions, outputs, buttons of collections. */
const shownByTheNode = fields.flatMap(({ displayName, name, value, placeholder, action, items }) => [
  displayName,
  // Of a field, the name is not shown; of a choice, it is. An output has items and a name.
  ...(value !== undefined || items !== undefined || displayName === undefined ? [name] : []),
  placeholder,
  action,
]);

const exampleSchema = z.object({
  nodes: z.array(
    z.looseObject({ name: z.string(), type: z.string(), parameters: z.record(z.string(), z.unknown()) }),
  ),
});
const examples = new Map(
  readdirSync(join(root, 'examples'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => [
      basename(name, '.json'),
      exampleSchema.parse(JSON.parse(readPage(join('examples', name)))).nodes,
    ]),
);
/** The nodes of the examples, the fields and buttons of their forms, and what an assistant fills in. */
const shownByTheExamples = [...examples.values()]
  .flat()
  .flatMap(({ name, parameters }) => [
    name,
    ...recordsIn(parameters).flatMap(({ fieldLabel, buttonLabel, name: input }) => [
      fieldLabel,
      buttonLabel,
      input,
    ]),
  ]);

const sourceOf = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readPage(join(folder, name)))
    .join('\n');

/** The sheets of a workbook, and the buttons and headings of pages. */
const shownInFiles = [
  ...['createWorkbook', 'register'].flatMap((room) => [
    ...sourceOf(`nodes/CompanyScreening/operations/${room}`).matchAll(/'([A-Z][^'\n]*)'/g),
  ]),
].map(([, text]) => text);

/** The words of n8n 2.41 itself, of GitHub, and keys. The end-to-end tests in the browser click most of them. */
const SHOWN_BY_N8N = [
  ...[
    '⋯',
    '+',
    'N',
    'Allow access',
    'Authentication',
    'Available in MCP',
    'Build a workflow',
    'Code',
    'Community nodes',
    'Continue',
  ],
  ...['Continue (using error output)', 'Create invite link', 'Credential'],
  ...['Connect to Company Screening', 'Connect to Header Auth', 'Custom Email Rules', 'Data tables'],
  'Binary',
  ...['Define Form', 'Download', 'Download ZIP', 'Error workflow', 'Exact match', 'Execute previous nodes'],
  ...[
    'Execute step',
    'Execute workflow',
    'Executions',
    'File Path and Name',
    'File(s) Selector',
    'From Email',
  ],
  ...['From file', 'HTTP Request', 'Header Auth', 'Highlighted data', 'Import', 'Install', 'Invite'],
  ...['Install a community node', 'Install this node to use it', 'Instance-level MCP', 'Limit Wait Time'],
  ...[
    'Loop Over Items',
    'Message',
    'Migration report',
    'More details',
    'Name',
    'On Error',
    'Predefined Credential Type',
  ],
  ...[
    'Production URL',
    'Publish',
    'Read/Write Files from Disk',
    'Require Workflow Execute Permission',
    'Retry',
  ],
  ...[
    'Retry On Fail',
    'Save',
    'Settings',
    'Timeout Workflow',
    'URL',
    'Update',
    'Users',
    'Using JSON',
    'Value',
  ],
  ...['Write File to Disk', 'n8n API', 'n8n User Auth', 'npm Package Name', 'Input Binary Field'],
];

const known = new Set<unknown>(
  [...shownByTheNode, ...shownByTheExamples, ...shownInFiles, ...SHOWN_BY_N8N].filter(
    (text) => typeof text === 'string' && text !== '',
  ),
);
/** "Screen Again After" stands for "Screen Again After (Days)". */
const withoutUnit = new Set([...known].map((text) => String(text).replace(/ \([^)]*\)$/, '')));

const labelsOn = (page: string): string[] =>
  [
    ...textOf(page)
      .replaceAll(/`[^`]*`/g, '`…`')
      .matchAll(/\*\*((?:(?!\*\*).)+)\*\*/g),
  ]
    .map(([, text = '']) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim())
    .filter((text) => !/[.,:?]$/.test(text));

const isShown = (label: string) =>
  known.has(label) ||
  withoutUnit.has(label) ||
  // "Mark as reported …" stands for several nodes, "… runs" for a table.
  (label.endsWith(' …') && [...known].some((text) => String(text).startsWith(label.slice(0, -1)))) ||
  (label.startsWith('… ') && TABLE_NAMES.some((table) => `… ${table}` === label));

test.each(guides)(
  'each label that %s names is shown by the node, its credential, an example or n8n',
  (page) => {
    const parts = labelsOn(page).flatMap((label) => label.split(' > '));
    expect(parts.filter((label) => !isShown(label))).toEqual([]);
  },
);

test('a label that is nowhere would be found', () => {
  expect(
    ['Screen Again After (Hours)', 'Company Number Key', 'Mark as sent …', '… answer'].filter(isShown),
  ).toEqual([]);
  expect(labelsOn('docs/parameters.md')).toContain('Screen Again After (Days)');
});

/** "**Batch Size** (100)": the default of a field. */
test.each(guides)('each default that %s gives behind a label is that of a field with this name', (page) => {
  const said = [...textOf(page).matchAll(/\*\*([^*]+)\*\* \((\d[\d,]*|on|off|`\w+`)[,)]/g)];
  const wrong = said.filter(([, label = '', figure = '']) => {
    const value = figure === 'on' ? true : figure === 'off' ? false : figure.replaceAll(/[,`]/g, '');
    return !fields.some(
      ({ displayName, default: initial }) =>
        (displayName === label || String(displayName).replace(/ \([^)]*\)$/, '') === label) &&
        (initial === value || String(initial) === value),
    );
  });
  expect(wrong.map(([text]) => text)).toEqual([]);
});

/** A whole number that a source file gives a name; of a product such as `3 * ONE_HOUR_MS`, its first factor. */
function constantIn(file: string, name: string): number {
  const [, digits] =
    new RegExp(`const ${name} = ([\\d_]+)\\b`).exec(readPage(join('nodes/CompanyScreening', file))) ?? [];
  if (digits === undefined) throw new Error(`${file} has no ${name}.`);
  return Number(digits.replaceAll('_', ''));
}

/** A parameter of a node of an example, wherever in the node it is. */
function setIn(example: string, node: string, parameter: string): number {
  const found = examples.get(example)?.find(({ name }) => name === node);
  const [value] = recordsIn(found?.parameters).flatMap((record) =>
    parameter in record ? [record[parameter]] : [],
  );
  return z.number().parse(value);
}

const defaultOf = (label: string): number =>
  z.number().parse(fields.find(({ displayName }) => displayName === label)?.['default']);
const highestOf = (label: string): number =>
  z
    .looseObject({ maxValue: z.number() })
    .parse(fields.find(({ displayName }) => displayName === label)?.['typeOptions']).maxValue;

const WORDS: Readonly<Record<number, string>> = { 3: 'three', 5: 'five', 8: 'eight', 20: 'twenty' };
const figure = (value: number) => value.toLocaleString('en-US');
const inWords = (value: number) => WORDS[value] ?? figure(value);

test.each<[string, string]>([
  ['README.md', `${N8N_SIZE} of disk space`],
  [
    'docs/parameters.md',
    `more than ${figure(constantIn('names/companyName.ts', 'MAX_CHARACTERS'))} characters`,
  ],
  ['docs/parameters.md', `from 1 to ${highestOf('Concurrency')},`],
  ['docs/names-and-comparison.md', `can have ${constantIn('names/otherNames.ts', 'MAX_NAMES')} other names`],
  [
    'docs/names-and-comparison.md',
    `fewer than ${inWords(constantIn('comparison/matches.ts', 'MIN_WORDS'))} words`,
  ],
  ['docs/decisions.md', `a false positive for ${YEAR_MS / ONE_DAY_MS} days`],
  ['docs/decisions.md', `${figure(MAX_REASON)} characters at most`],
  [
    'docs/output.md',
    `(${constantIn('operations/screenCompany/alert.ts', 'NAMES_SHOWN') === 10 ? 'ten' : ''} by name)`,
  ],
  [
    'docs/keeping-and-deleting.md',
    `at least ${constantIn('operations/register/pruneRegister.ts', 'YOUNGEST_DAYS')} days ago`,
  ],
  ['docs/keeping-and-deleting.md', `n8n allows ${defaultOf('Data Tables Limit (MB)')} MB`],
  [
    'docs/register-in-the-node.md',
    `within ${inWords(constantIn('register/dueness.ts', 'SHORTEST_MS'))} hours`,
  ],
  ['docs/backup-and-removal.md', `all ${inWords(TABLE_NAMES.length)} of its tables`],
  ['docs/troubleshooting.md', `within ${PROBE_TIMEOUT_MS / 1000} seconds`],
  [
    'docs/workbook.md',
    `more than ${figure(constantIn('workbook/xmlText.ts', 'MOST_CHARACTERS'))} characters`,
  ],
  [
    'docs/monitoring.md',
    `${inWords(constantIn('output/receiptSections.ts', 'ENTRIES_SHOWN'))} companies without a verdict`,
  ],
  [
    'docs/monitoring.md',
    `**Max Companies per Run** is ${figure(setIn('nightly-rescreening', 'Company Screening', 'maxCompanies'))}.`,
  ],
  [
    'docs/monitoring.md',
    `every night at ${setIn('nightly-rescreening', 'Every night at 2', 'triggerAtHour')}`,
  ],
  ['docs/monitoring.md', `the last ${defaultOf('Expected Within (Hours)')} hours`],
  ['docs/monitoring.md', `for ${inWords(defaultOf('Open Cases Older Than (Days)'))} days`],
  [
    'docs/where-lists-come-from.md',
    `more than ${setIn('form-for-colleagues', 'Company Screening', 'maxCompanies')} companies`,
  ],
  [
    'docs/where-lists-come-from.md',
    `more than ${setIn('email-with-a-list', 'Company Screening', 'maxCompanies')} companies`,
  ],
  [
    'docs/queue-mode.md',
    `in parts of ${setIn('fan-out-over-workers', 'Part after part', 'batchSize')} companies`,
  ],
  ['docs/queue-mode.md', `(up to ${highestOf('Concurrency')})`],
  ['docs/annual-returns.md', `**Poll Interval** (${defaultOf('Poll Interval (Seconds)')} seconds`],
  [
    'docs/annual-returns.md',
    `growing to ${constantIn('operations/waitBeforeNext.ts', 'MAX_INTERVAL_SECONDS')})`,
  ],
  ['docs/annual-returns.md', `**Max Wait** (${defaultOf('Max Wait (Seconds)')} seconds)`],
  ['docs/annual-returns.md', `**Max File Size** (${defaultOf('Max File Size (MB)')} MB)`],
  ['docs/annual-returns.md', `of ${constantIn('names/registrationNumber.ts', 'DIGITS')} digits`],
  ['docs/glossary.md', `${defaultOf('Batch Size')} unless you change it`],
])('%s says "%s", as the program has it', (page, said) => {
  expect(textOf(page).replaceAll(/\s+/g, ' ')).toContain(said);
});
