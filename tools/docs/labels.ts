// Labels in the guides are shown on a screen: texts in bold, with the defaults behind them.
//
// A text in bold is a label of the screen, unless it ends like a sentence or a heading (with a full stop, a comma, a colon or a question mark).
// Other emphasis is in italics.
import * as z from 'zod/v4';

import { CompanyScreeningApi } from '../../credentials/CompanyScreeningApi.credentials';
import { CompanyScreening } from '../../nodes/CompanyScreening/CompanyScreening.node.ts';
import { OPERATIONS } from '../../nodes/CompanyScreening/operations';
import { optionField } from '../../nodes/CompanyScreening/operations/shared/optionKinds';
import { runOptions, runOutput } from '../../nodes/CompanyScreening/operations/shared/options';
import { TABLE_NAMES } from '../../nodes/CompanyScreening/register/port/tables';
import { exampleFiles, filesIn, guides, nodesOf, type Read, withoutCode } from './pages';

export function unknownLabels(read: Read): string[] {
  const isShown = shownBy(read);
  return guides.flatMap((page) =>
    labelsOn(oneLine(read(page)))
      .flatMap((label) => label.split(' > '))
      .filter((label) => !isShown(label))
      .map((label) => `${page}: no node, example or page of n8n shows "${label}".`),
  );
}

/** "**Batch Size** (100)": the default of a field. */
export function wrongDefaults(read: Read): string[] {
  return guides.flatMap((page) =>
    [...oneLine(read(page)).matchAll(/\*\*([^*]+)\*\* \((\d[\d,]*|on|off|`\w+`)[,)]/g)]
      .filter(([, label = '', figure = '']) => {
        const value = figure === 'on' ? true : figure === 'off' ? false : figure.replaceAll(/[,`]/g, '');
        if (label in notAdded) return notAdded[label] !== value;
        return !shownFields.some(
          ({ displayName, default: initial }) =>
            (displayName === label || withoutUnit(String(displayName)) === label) &&
            (initial === value || String(initial) === value),
        );
      })
      .map(([text]) => `${page}: no field has this default: ${text}`),
  );
}

/** The values of switches that nobody has added: n8n shows the value of an added one. */
const notAdded: Readonly<Record<string, unknown>> = Object.fromEntries(
  [runOptions, runOutput, ...OPERATIONS.flatMap(({ options, output }) => [...options, ...output])]
    .flatMap(({ shape }) => Object.values(shape))
    .flatMap((schema) => {
      const field = optionField(schema);
      return field?.type === 'boolean' ? [[field.displayName, z.parse(schema, undefined)] as const] : [];
    }),
);

/** A page as one line, without its blocks of code. */
export const oneLine = (text: string): string => withoutCode(text).replaceAll(/\n[ >]*/g, ' ');

/** "Screen Again After" stands for "Screen Again After (Days)". */
const withoutUnit = (label: string): string => label.replace(/ \([^)]*\)$/, '');

function labelsOn(text: string): string[] {
  return [...text.replaceAll(/`[^`]*`/g, '`…`').matchAll(/\*\*((?:(?!\*\*).)+)\*\*/g)]
    .map(([, label = '']) => label.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim())
    .filter((label) => !/[.,:?]$/.test(label));
}

function shownBy(read: Read): (label: string) => boolean {
  const known = [
    ...shownByTheNode,
    ...shownByTheExamples(read),
    ...shownInFiles(read),
    ...SHOWN_BY_N8N,
  ].filter((text): text is string => typeof text === 'string' && text !== '');
  const exact = new Set([...known, ...known.map(withoutUnit)]);
  return (label) =>
    exact.has(label) ||
    // "Mark as reported …" stands for several nodes, "… runs" for a table.
    (label.endsWith(' …') && known.some((text) => text.startsWith(label.slice(0, -1)))) ||
    (label.startsWith('… ') && TABLE_NAMES.some((table) => `… ${table}` === label));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every record in a value, however deep. */
export function recordsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  if (!isRecord(value)) return [];
  return [value, ...Object.values(value).flatMap(recordsIn)];
}

/** The fields, choices and outputs of the node and its credential. */
export const shownFields = [
  new CompanyScreening().description,
  new CompanyScreeningApi(),
  OPERATIONS.map(({ splitOutputs }) => splitOutputs),
].flatMap(recordsIn);

const shownByTheNode = shownFields.flatMap(({ displayName, name, value, placeholder, action, items }) => [
  displayName,
  // The name of a choice is shown; that of a field is not. An output has items and a name.
  ...(value !== undefined || items !== undefined || displayName === undefined ? [name] : []),
  placeholder,
  action,
]);

/** The nodes of the examples, the fields and buttons of their forms, and what an assistant fills in. */
const shownByTheExamples = (read: Read): unknown[] =>
  exampleFiles
    .flatMap((file) => nodesOf(read, file))
    .flatMap(({ name, parameters }) => [
      name,
      ...recordsIn(parameters).flatMap(({ fieldLabel, buttonLabel, name: input }) => [
        fieldLabel,
        buttonLabel,
        input,
      ]),
    ]);

/** The sheets of a workbook, and the buttons and headings of pages. */
const shownInFiles = (read: Read): unknown[] =>
  [
    'nodes/CompanyScreening/names/ownWorkbook.ts',
    ...['desk', 'reports', 'shared', 'upkeep', 'workbook'].flatMap((family) =>
      filesIn(`nodes/CompanyScreening/operations/${family}`, '.ts'),
    ),
  ].flatMap((file) => [...read(file).matchAll(/'([A-Z][^'\n]*)'/g)].map(([, text]) => text));

/** The words of n8n 2.41 itself, of GitHub, and keys. The end-to-end tests in the browser click most of them. */
const SHOWN_BY_N8N = [
  '⋯',
  '+',
  'N',
  'Allow access',
  'Allowed HTTP Request Domains',
  'Authentication',
  'Available in MCP',
  'Build a workflow',
  'Code',
  'Community nodes',
  'Continue',
  'Continue (using error output)',
  'Create invite link',
  'Credential',
  'Connect to Company Screening',
  'Connect to Header Auth',
  'Custom Email Rules',
  'Data tables',
  'Binary',
  'Define Form',
  'Download',
  'Download ZIP',
  'Edit description and tags',
  'Enable MCP access',
  'Error workflow',
  'Exact match',
  'Execute previous nodes',
  'Execute Once',
  'Execute step',
  'Execute workflow',
  'Executions',
  'Expression',
  'File Path and Name',
  'File(s) Selector',
  'Fixed',
  'From Email',
  'From file',
  'HTTP Request',
  'Header Auth',
  'Highlighted data',
  'Import',
  'Install',
  'Invite',
  'Install a community node',
  'Install this node to use it',
  'Instance-level MCP',
  'Limit Wait Time',
  'Loop Over Items',
  'Message',
  'Migration report',
  'More details',
  'Name',
  'On Error',
  'Predefined Credential Type',
  'Production URL',
  'Publish',
  'Read/Write Files from Disk',
  'Require Workflow Execute Permission',
  'Retry',
  'Retry On Fail',
  'Save',
  'Settings',
  'Timeout Workflow',
  'To Email',
  'URL',
  'Update',
  'Users',
  'Using JSON',
  'Value',
  'Write File to Disk',
  'n8n API',
  'n8n User Auth',
  'npm Package Name',
  'Input Binary Field',
];
