// The order of the test files: those that take longest begin first, so that none of them is left alone at the end. Of the end-to-end
// tests, some mostly wait, until a run that stands still counts as dead: these and those that keep n8n busy take turns, so that the
// processors always have work. A fresh checkout knows no durations.
const { default: Sequencer } = require('@jest/test-sequencer');

const LONGEST = [
  'unit/register/model',
  ...[
    'keepInRegister/register',
    'examples/examples',
    'queue/fanOut',
    'examples/arriving',
    'queue/workers',
    'dataTables/dataTables',
    'examples/everyOutcome',
    'browser/editor',
    'monitoring/desk',
    'browser/register',
    'install/byHand',
    'keepInRegister/storage',
    'monitoring/nights',
    'monitoring/clock',
    'install/communityNodes',
    'keepInRegister/callers',
    'companyScreening',
    'demo',
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
