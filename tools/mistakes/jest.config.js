// The unit tests, with a mistake planted in a source that they load.
const {
  projects: [unit],
} = require('../../jest.config.js');

module.exports = {
  ...unit,
  rootDir: '../..',
  // The files that jest lists before it begins.
  roots: ['<rootDir>/test'],
  transform: { '^.+\\.[jt]s$': '<rootDir>/tools/mistakes/planting.js' },
  reporters: ['<rootDir>/tools/mistakes/reporter.js'],
  testTimeout: 20_000,
};
