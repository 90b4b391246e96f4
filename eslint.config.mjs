import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

import { roomsRule } from './tools/lint/rooms.mjs';

// n8n's rules are checked by n8n's own scanner (`npm run scan`), in the sources and in the tarball. It stops at errors only, so
// what n8n merely warns of is an error here.
const warnings = Object.entries(n8nCommunityNodesPlugin.configs.recommended.rules).filter(
  ([, severity]) => severity === 'warn',
);
const NOT_CHECKED = [
  // Judges by the name whether a field is a secret, and does not know that a subscription key is one.
  '@n8n/community-nodes/credential-unnecessary-password',
  // knip finds these.
  '@n8n/community-nodes/no-dead-files',
];
const n8nWarnings = {
  plugins: { '@n8n/community-nodes': n8nCommunityNodesPlugin },
  rules: Object.fromEntries(
    warnings.filter(([rule]) => !NOT_CHECKED.includes(rule)).map(([rule]) => [rule, 'error']),
  ),
};

const room = (name, rooms, packages = [], at = `^nodes/CompanyScreening/${name}/`) => ({
  name,
  rooms,
  packages,
  at: new RegExp(at),
});
const file = (name) => String.raw`^nodes/CompanyScreening/${name}\.ts$`;

// The rooms of the house, from the lowest to the highest: what their files may import besides each other. A room imports those
// below it, never one above it. Without `n8n-workflow`, it knows nothing of n8n, and can be read and tested alone.
const ROOMS = [
  room('names', []),
  room('batch', [], ['p-limit']),
  room('service', ['batch', 'names'], ['node:crypto', 'zod/v4']),
  room('comparison', ['names'], [String.raw`i18n-iso-countries/.+\.json`, 'zod/v4']),
  room('workbook', ['names'], ['fflate/browser']),
  room('lists', ['names'], ['csv-parse/sync', 'fflate/browser', 'saxes']),
  room('subWorkflow', [], ['n8n-workflow']),
  room('transport', ['batch', 'service'], ['content-disposition', 'n8n-workflow', 'node:crypto', 'zod/v4']),
  room('register', ['batch', 'names', 'service'], ['fflate/browser', 'node:crypto', 'zod/v4']),
  room('register/dataTables', ['register', 'subWorkflow'], ['n8n-workflow', 'zod/v4']),
  // What all operations have; each folder in it is a room of its own.
  room(
    'operations',
    ['batch', 'names', 'register', 'service'],
    ['n8n-workflow', 'node:crypto', 'zod/v4'],
    file('operations/[^/]+'),
  ),
  room(
    'run',
    ['batch', 'names', 'operations', 'register', 'service', 'transport'],
    ['n8n-workflow', 'node:crypto', String.raw`package\.json`, 'zod/v4'],
  ),
  room('output', ['batch', 'names', 'operations', 'run', 'service'], ['n8n-workflow', 'zod/v4']),
  room(
    'operations/annualReturns',
    ['names', 'operations', 'register', 'service'],
    ['n8n-workflow', 'node:crypto', 'zod/v4'],
  ),
  room(
    'operations/screenCompany',
    ['comparison', 'names', 'operations', 'register', 'service'],
    ['n8n-workflow', 'node:crypto', 'zod/v4'],
  ),
  room('operations/readCompanyList', ['lists', 'names', 'operations'], ['n8n-workflow', 'zod/v4']),
  room(
    'operations/createWorkbook',
    ['names', 'operations', 'operations/screenCompany', 'output', 'service', 'workbook'],
    ['n8n-workflow', String.raw`package\.json`, 'zod/v4'],
  ),
  room(
    'operations/register',
    [
      'batch',
      'names',
      'operations',
      'operations/annualReturns',
      'operations/screenCompany',
      'register',
      'service',
    ],
    ['n8n-workflow', 'node:crypto', 'zod/v4'],
  ),
  room(
    'operations/testScreening',
    [
      'comparison',
      'names',
      'operations',
      'operations/register',
      'operations/screenCompany',
      'register',
      'service',
    ],
    ['n8n-workflow', 'node:crypto', 'zod/v4'],
  ),
  room(
    'operations/index',
    [
      'operations',
      'operations/annualReturns',
      'operations/createWorkbook',
      'operations/readCompanyList',
      'operations/register',
      'operations/screenCompany',
      'operations/testScreening',
    ],
    ['n8n-workflow'],
    file('operations/index'),
  ),
  room(
    'the node',
    ['batch', 'operations', 'operations/index', 'output', 'register', 'register/dataTables', 'run'],
    ['n8n-workflow'],
    file('[^/]+'),
  ),
  room('credentials', ['batch', 'service', 'transport'], ['n8n-workflow', 'zod/v4'], '^credentials/'),
];

// The rules of this project. Types, and the rules of typescript-eslint, are in `oxlint.config.mjs`.
export default tseslint.config(
  {
    ignores: ['dist/', 'coverage/', '.n8n/', '.tools/', '.stryker/', '.demo/', '.sandbox/', 'node_modules/'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins: { '@typescript-eslint': tseslint.plugin },
  },
  {
    // A loop of its own that waits for something never ends if that does not come.
    files: ['test/e2e/**/*.ts', 'test/support/**/*.ts'],
    ignores: ['test/support/waiting.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches(WhileStatement, DoWhileStatement, ForStatement) CallExpression:matches([callee.name=pause], [callee.property.name=waitForTimeout])',
          message:
            'Wait with until() or untilFound() of test/support/waiting.ts, which have a deadline and say for what.',
        },
      ],
    },
  },
  {
    // One that is left in a file has all other tests of its part skipped.
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'describe', property: 'only' },
        { object: 'test', property: 'only' },
      ],
    },
  },
  { ...n8nWarnings, files: ['nodes/**/*.ts', 'credentials/**/*.ts'] },
  {
    ...n8nWarnings,
    files: ['package.json'],
    languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
  },
  {
    files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
    plugins: { rooms: { rules: { down: roomsRule(import.meta.dirname, ROOMS) } }, regexp },
    rules: {
      'rooms/down': 'error',
      // A pattern meets texts from outside: twice the text may take twice the time, and no more.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
      // All lines count: a page is a page. What is longer has a part that deserves a name.
      'max-lines-per-function': ['error', { max: 70 }],
      'max-lines': ['error', { max: 300 }],
    },
  },
);
