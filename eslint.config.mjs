import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

// eslint-plugin-n8n-nodes-base exports its sets in the old format; only the rules are needed.
const base = { plugins: { 'n8n-nodes-base': n8nNodesBase } };

// Rooms of nodes/CompanyScreening that know nothing of n8n, and what their files may import besides each other. What must be right
// can then be read and tested alone. (The module that keeps the register in n8n's tables is no part of this.)
const PURE_ROOMS = {
  names: { rooms: [], packages: ['zod/v4'] },
  batch: { rooms: [], packages: ['p-limit'] },
  service: { rooms: ['names'], packages: ['node:crypto', 'zod/v4'] },
  comparison: { rooms: ['names'], packages: [String.raw`i18n-iso-countries/.+\.json`, 'zod/v4'] },
  lists: { rooms: ['names'], packages: ['csv-parse/sync', 'fflate/browser', 'zod/v4'] },
  register: { rooms: ['names', 'service'], packages: ['node:crypto', 'zod/v4'], except: ['dataTables'] },
};

/** The rules for one of them: for its files, and for those in a folder of its own. */
function boundariesOf([room, { rooms, packages, except = [] }]) {
  const folder = `nodes/CompanyScreening/${room}`;
  const message = `The files of ${room}/ may import each other and: ${[...rooms.map((other) => `${other}/`), ...packages].join(', ') || 'nothing'}.`;
  const rulesAt = (up) => {
    // A path that climbs out of the room names another room, and climbs no further.
    const own = up === '../' ? [String.raw`\./`] : [String.raw`\./`, String.raw`\.\./`];
    const paths = [...own, ...rooms.map((other) => `${up.replaceAll('.', String.raw`\.`)}${other}/`)];
    const allowed = [
      ...paths.map((path) => String.raw`${path}(?!.*\.\.)`),
      ...packages.map((name) => `${name}$`),
    ];
    return {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ regex: `^(?!${allowed.join('|')})`, message }] },
      ],
      'no-restricted-syntax': [
        'error',
        ...['ImportExpression', 'TSImportType', 'CallExpression[callee.name="require"]'].map((selector) => ({
          selector,
          message,
        })),
      ],
    };
  };
  const ignores = except.map((inner) => `${folder}/${inner}/**`);
  return [
    { files: [`${folder}/*.ts`], ignores, rules: rulesAt('../') },
    { files: [`${folder}/*/**/*.ts`], ignores, rules: rulesAt('../../') },
  ];
}

// The rules of n8n and of this project. Types and the rules that need them are in `oxlint.config.mjs`.
// Every warning of n8n's sets counts as an error here: `npm run lint` runs with --max-warnings 0.
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
  {
    files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
    extends: [n8nCommunityNodesPlugin.configs.recommended],
    // Judges by the name whether a field is a secret, and does not know that a subscription key is one. It is a warning.
    rules: { '@n8n/community-nodes/credential-unnecessary-password': 'off' },
  },
  {
    files: ['package.json'],
    extends: [n8nCommunityNodesPlugin.configs.recommended],
    languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
  },
  { ...base, files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
  {
    ...base,
    files: ['credentials/**/*.ts'],
    rules: {
      ...n8nNodesBase.configs.credentials.rules,
      // For credentials inside n8n, whose documentation is a page name; elsewhere it must be an address, which
      // two other rules of these sets check.
      'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
    },
  },
  {
    ...base,
    files: ['nodes/**/*.ts'],
    rules: {
      ...n8nNodesBase.configs.nodes.rules,
      // Asks for the literal 'main', which n8n's newer set forbids (node-connection-type-literal).
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
    },
  },
  ...Object.entries(PURE_ROOMS).flatMap(boundariesOf),
);
