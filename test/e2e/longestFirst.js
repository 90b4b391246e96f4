// The order of the test files: those that take longest begin first, so that none of them is left alone at the end. Of the end-to-end
// tests, some mostly wait, until a run that stands still counts as dead: these and those that keep n8n busy take turns, so that the
// processors always have work. A fresh checkout knows no durations.
const { default: Sequencer } = require('@jest/test-sequencer');

const LONGEST = [
  'unit/register/model',
  ...[
    'keepInRegister/sqlite',
    'examples/everyOutcome',
    'queue/standsStill',
    'examples/examples',
    'keepInRegister/postgres',
    'queue/fanOut',
    'dataTables/dataTables',
    'browser/editor',
    'keepInRegister/annualReturns',
    'browser/register',
    'monitoring/clock',
    'monitoring/nights',
    'queue/crashes',
    'keepInRegister/storage',
    'monitoring/desk',
    'keepInRegister/callers',
    'queue/workers',
    'install/communityNodes',
    'install/byHand',
    'examples/arriving',
    'demo',
    'examples/lists',
    'examples/emails',
  ].map((name) => `e2e/${name}`),
].map((name) => `/test/${name}.test.ts`);

module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    const placeOf = ({ path }) => {
      const place = LONGEST.findIndex((end) => path.endsWith(end));
      return place === -1 ? LONGEST.length : place;
    };
    return [...(await super.sort(tests))].sort((one, other) => placeOf(one) - placeOf(other));
  }
};
