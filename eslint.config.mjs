import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

// eslint-plugin-n8n-nodes-base exports its sets in the old format; only the rules are needed.
const base = { plugins: { 'n8n-nodes-base': n8nNodesBase } };

// Every warning of n8n's sets counts as an error here: `npm run lint` runs with --max-warnings 0.
export default tseslint.config(
  { ignores: ['dist/', 'coverage/', '.n8n/', '.tools/', '.stryker/', '.demo/', 'node_modules/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    // Counts stand in most of our sentences, and a number prints as one expects.
    rules: { '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }] },
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
);
