// The order of the end-to-end files: those that take longest begin first, so that none of them is left alone at the end. A fresh
// checkout knows no durations.
const { default: Sequencer } = require('@jest/test-sequencer');

const LONGEST = [
  'queue/fanOut',
  'queue/standsStill',
  'keepInRegister/sqlite',
  'keepInRegister/postgres',
  'keepInRegister/storage',
  'dataTables/dataTables',
  'browser/register',
  'browser/editor',
].map((name) => `/test/e2e/${name}.test.ts`);

module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    const placeOf = ({ path }) => {
      const place = LONGEST.findIndex((end) => path.endsWith(end));
      return place === -1 ? LONGEST.length : place;
    };
    return [...(await super.sort(tests))].sort((one, other) => placeOf(one) - placeOf(other));
  }
};
