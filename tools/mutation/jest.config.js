// The unit tests; `npm run mutate` says which of them.
const { projects } = require('../../jest.config');

const { displayName, ...unit } = projects[0];

/** @type {import('jest').Config} */
module.exports = { ...unit, rootDir: '../..' };
