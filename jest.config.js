// Unit, model and integration run in `npm test`; e2e needs a real n8n (`npm run test:e2e`).
const { availableParallelism } = require('node:os');

const base = {
  transform: { '^.+\\.[jt]s$': '@swc/jest' },
  // These ship as ES modules only; jest loads CommonJS.
  transformIgnorePatterns: ['/node_modules/(?!(p-limit|yocto-queue)/)'],
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/.n8n/',
    '<rootDir>/.tools/',
    '<rootDir>/.stryker/',
    '<rootDir>/.sandbox/',
  ],
};

/** @type {import('jest').Config} */
module.exports = {
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/zone.js',
      testPathIgnorePatterns: ['/register/model'],
    },
    {
      ...base,
      displayName: 'model',
      testMatch: ['<rootDir>/test/unit/register/model.test.ts'],
    },
    {
      ...base,
      displayName: 'integration',
      testMatch: ['<rootDir>/test/integration/*.test.ts'],
      setupFilesAfterEnv: ['<rootDir>/test/integration/setup.js'],
    },
    // The same tests, as `npm test` runs them.
    {
      ...base,
      displayName: 'unitTogether',
      testMatch: ['<rootDir>/test/together/unit*.test.ts'],
      globalSetup: '<rootDir>/test/support/zone.js',
    },
    {
      ...base,
      displayName: 'integrationTogether',
      testMatch: ['<rootDir>/test/together/integration*.test.ts'],
      setupFilesAfterEnv: ['<rootDir>/test/integration/setup.js'],
    },
    {
      ...base,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
      globalSetup: '<rootDir>/test/e2e/globalSetup.ts',
      setupFilesAfterEnv: ['<rootDir>/test/e2e/everyTest.ts'],
    },
  ],
  collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
  coverageReporters: ['text'],
  // `npm run coverage`. Of the unit tests only: integration tests mostly run the built bundle.
  coverageThreshold: { global: { statements: 87, branches: 81, functions: 84, lines: 88 } },
  // What waits has a deadline of its own; this one is for a machine with much else to do.
  testTimeout: 5 * 60_000,
  testSequencer: '<rootDir>/test/e2e/longestFirst.js',
  // Many tests wait for a service on loopback, and meanwhile others can run.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
};
