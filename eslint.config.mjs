import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

import { layersRule } from './tools/lint/layers.mjs';

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

// The folders of operations. Of two layers the first counts: one that is not named imports what operations usually do.
const families = readdirSync(join(import.meta.dirname, 'nodes/CompanyScreening/operations'), {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
  .map(({ name }) => `operations/${name}`);

const layer = (name, below, packages = [], at = `^nodes/CompanyScreening/${name}/[^/]+$`) => ({
  name,
  below,
  packages,
  at: new RegExp(at),
});
const names = (text) => text.split(' ');

// The layers of the code, from the lowest to the highest: what their files may import besides each other. A layer imports those below
// it, never one above it. Without `n8n-workflow`, it knows nothing of n8n, and can be read and tested alone.
const LAYERS = [
  layer('names', []),
  layer('flowControl', [], ['p-limit']),
  layer('service', names('flowControl names'), ['node:crypto', 'zod/v4']),
  layer('comparison', ['names'], [String.raw`i18n-iso-countries/.+\.json`, 'zod/v4']),
  layer('workbook', ['names'], ['fflate/browser']),
  layer('lists', ['names'], ['csv-parse/sync']),
  layer('lists/workbook', names('lists names'), ['fflate/browser', 'saxes']),
  layer('transport', names('flowControl service'), [
    'content-disposition',
    'n8n-workflow',
    'node:crypto',
    'zod/v4',
  ]),
  layer('register/port', []),
  layer('register/dataTables', ['register/port'], ['n8n-workflow', 'zod/v4']),
  layer('register/rows', names('names register/port service'), ['fflate/browser', 'node:crypto', 'zod/v4']),
  layer('register/facts', names('flowControl names register/port register/rows service')),
  layer('register/archive', names('names register/facts register/port register/rows service')),
  layer('register/cases', names('flowControl names register/facts register/rows')),
  layer(
    'register/companies',
    names('flowControl names register/cases register/facts register/port register/rows service'),
  ),
  layer(
    'register/decisions',
    names('names register/cases register/companies register/facts register/port register/rows'),
  ),
  layer(
    'register/removal',
    names(
      'flowControl names register/archive register/cases register/companies register/facts register/port register/rows service',
    ),
  ),
  layer('register/watch', names('flowControl names register/companies register/facts register/rows')),
  layer(
    'register/protocol',
    names(
      'flowControl register/archive register/companies register/facts register/port register/rows service',
    ),
    ['node:crypto'],
  ),
  layer(
    'operations/shared',
    names(
      'flowControl names register/cases register/companies register/facts register/port register/rows service',
    ),
    ['n8n-workflow', 'node:crypto', 'zod/v4'],
  ),
  layer(
    'run/state',
    names('flowControl names operations/shared register/companies register/facts register/rows service'),
    ['n8n-workflow', 'zod/v4'],
  ),
  // What a run asks of a register.
  layer(
    'run/register',
    names(
      'flowControl names operations/shared register/cases register/companies register/facts register/port register/protocol register/rows run/state service',
    ),
    ['n8n-workflow', 'node:crypto', 'zod/v4'],
  ),
  layer(
    'run',
    names(
      'flowControl names operations/shared register/facts register/port register/protocol run/register run/state service transport',
    ),
    ['n8n-workflow', String.raw`package\.json`, 'zod/v4'],
  ),
  layer('output', names('flowControl names operations/shared run run/register run/state service'), [
    'n8n-workflow',
    'zod/v4',
  ]),
  layer(
    'operations/annualReturns',
    names('names operations/shared register/cases register/companies register/rows service'),
    ['n8n-workflow', 'node:crypto', 'zod/v4'],
  ),
  layer(
    'operations/screening',
    names(
      'comparison names operations/shared register/cases register/companies register/facts register/rows service',
    ),
    ['n8n-workflow', 'node:crypto', 'zod/v4'],
  ),
  layer('operations/lists', names('lists lists/workbook names operations/shared'), [
    'n8n-workflow',
    'zod/v4',
  ]),
  layer(
    'operations/workbook',
    names('names operations/screening operations/shared output service workbook'),
    ['n8n-workflow', String.raw`package\.json`, 'zod/v4'],
  ),
  layer(
    'operations/testScreening',
    names('comparison names operations/screening operations/shared register/port register/rows service'),
    ['n8n-workflow', 'node:crypto', 'zod/v4'],
  ),
  layer(
    'operations/desk',
    names(
      'flowControl names operations/screening operations/shared register/cases register/companies register/decisions register/facts register/port register/rows',
    ),
    ['n8n-workflow', 'node:crypto', 'zod/v4'],
  ),
  layer(
    'operations/upkeep',
    names('flowControl names operations/desk operations/shared register/port register/removal register/rows'),
    ['node:crypto', 'zod/v4'],
  ),
  layer(
    'operations/reports',
    names(
      'flowControl names operations/annualReturns operations/desk operations/screening operations/shared operations/upkeep register/archive register/cases register/companies register/decisions register/facts register/port register/rows register/watch',
    ),
    ['n8n-workflow', 'node:crypto', 'zod/v4'],
  ),
  ...families.map((family) =>
    layer(
      family,
      names(
        'names operations/shared register/cases register/companies register/facts register/port register/rows service',
      ),
      ['n8n-workflow', 'node:crypto', 'zod/v4'],
    ),
  ),
  layer('operations', ['operations/shared', ...families], ['n8n-workflow']),
  layer(
    'the node',
    names('flowControl operations operations/shared output register/dataTables register/rows run run/state'),
    ['n8n-workflow'],
    '^nodes/CompanyScreening/[^/]+$',
  ),
  layer('credentials', names('flowControl service transport'), ['n8n-workflow', 'zod/v4'], '^credentials/'),
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
  { ...n8nWarnings, files: ['nodes/**/*.ts', 'credentials/**/*.ts'] },
  {
    ...n8nWarnings,
    files: ['package.json'],
    languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
  },
  {
    files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
    plugins: { layers: { rules: { down: layersRule(import.meta.dirname, LAYERS) } }, regexp },
    rules: {
      'layers/down': 'error',
      // A pattern meets texts from outside: twice the text may take twice the time, and no more.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
      // All lines count: a page is a page. What is longer has a part that deserves a name.
      'max-lines-per-function': ['error', { max: 70 }],
      'max-lines': ['error', { max: 300 }],
    },
  },
);
