// Writes the result of the tests as one line. Jest's own report is cut off where it ends with the first file that fails.
const { writeSync } = require('node:fs');

module.exports = class {
  isDone = false;

  // Jest calls it twice after a failure of the last file.
  onRunComplete(_, { numPassedTests, testResults }) {
    if (this.isDone) return;
    this.isDone = true;
    const broken = testResults.find(({ testExecError }) => testExecError);
    const failed = testResults.flatMap((file) => file.testResults).find(({ status }) => status === 'failed');
    const report = {
      passed: numPassedTests,
      failed: failed?.fullName ?? null,
      broken: broken?.failureMessage?.slice(0, 1_000) ?? null,
    };
    writeSync(1, JSON.stringify(report));
  }
};
