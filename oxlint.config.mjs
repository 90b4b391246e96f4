import tseslint from 'typescript-eslint';

// Checks the types, and the strictest set of typescript-eslint, with the native compiler: seconds, where ESLint took a minute.
// The rules of this project are in `eslint.config.mjs`.
const strict = tseslint.configs.strictTypeChecked
  .flatMap(({ rules = {} }) => Object.entries(rules))
  .filter(([, severity]) => severity !== 'off');

// Rules that oxlint does not have yet.
const missing = [
  '@typescript-eslint/no-unsafe-class-instance-assignment',
  '@typescript-eslint/no-unsafe-enum-assignment',
];

export default {
  plugins: ['jest', 'typescript'],
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'off' },
  rules: {
    ...Object.fromEntries(strict.filter(([name]) => !missing.includes(name))),
    // Counts stand in most of our sentences, and a number prints as one expects.
    // One that is left in a file has all other tests of its part skipped.
    'jest/no-focused-tests': 'error',
    '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  },
  // What git ignores is left out anyway.
  ignorePatterns: ['**/*.{js,mjs}'],
};
