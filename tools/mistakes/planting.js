// Jest's transform while a mistake is planted: the tests load its file with the mistake in it. The file itself is never written.
const swc = require('@swc/jest');
const { join } = require('node:path');

const { createTransformer } = swc.default ?? swc;

/** The mistake, as JSON; none while the tests are tried without any. */
const { file, from, to } = JSON.parse(process.env.MISTAKE ?? '{}');
const path = file && join(__dirname, '../..', file);
const planted = (text, name) => (name === path ? text.replace(from, () => to) : text);

module.exports = {
  createTransformer(options) {
    const transformer = createTransformer(options);
    return {
      ...transformer,
      process: (text, name, more) => transformer.process(planted(text, name), name, more),
      getCacheKey: (text, name, more) => transformer.getCacheKey(planted(text, name), name, more),
    };
  },
};
