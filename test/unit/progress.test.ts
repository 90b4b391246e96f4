// The lines about a long run: what they say, and that they never cost its answers.
import type { IExecuteFunctions } from 'n8n-workflow';

import { requestAnnualReturns } from '../../nodes/CompanyScreening/operations/annualReturns/requestAnnualReturns';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screenCompany/screenCompany';
import { createProgress } from '../../nodes/CompanyScreening/run/progress';
import { testTime } from '../support/testTime';

function linesOf(
  operation: typeof screenCompany,
  count: (progress: ReturnType<typeof createProgress>) => void,
) {
  const lines: string[] = [];
  const context = {
    getExecutionId: () => '1',
    logger: { info: (line: string) => lines.push(line) },
    sendMessageToUI: () => undefined,
  } as unknown as IExecuteFunctions;
  count(afterSixSeconds(context, operation));
  return lines;
}

/** The progress of ten items whose run began six seconds ago: long enough for a line. */
function afterSixSeconds(context: IExecuteFunctions, operation: typeof screenCompany) {
  const time = testTime();
  const progress = createProgress(context, operation, 10, time);
  time.later(6);
  return progress;
}

test('a line counts what is done, the hits and the failures', () => {
  const [line] = linesOf(screenCompany, (progress) => {
    progress.count('answered', 2);
  });
  expect(line).toMatch(
    /^Company Screening: 1 of 10 companies done, 2 hits, 0 failed; expected end [\d:]+ UTC$/,
  );
});

test('a line of an operation without hits does not mention any', () => {
  const [line] = linesOf(requestAnnualReturns, (progress) => {
    progress.count('failed');
  });
  expect(line).toMatch(/^Company Screening: 1 of 10 registration numbers done, 1 failed; expected end/);
});

test('a log that fails does not fail the run', () => {
  const progress = afterSixSeconds({} as unknown as IExecuteFunctions, screenCompany);
  expect(() => {
    progress.count('answered', 1);
  }).not.toThrow();
});
