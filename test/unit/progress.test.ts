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

test('a run that waits for another one says so, for how many companies, and until when at most', () => {
  const [line] = linesOf(screenCompany, (progress) => {
    progress.waits({ companies: 4, atMostMs: 600_000 });
    progress.waits({ companies: 4, atMostMs: 598_000 });
  });
  expect(line).toMatch(
    /^Company Screening: waits for the answers of another run, which holds 4 of these companies, until [\d:]+ UTC at the latest\. If that run was killed, it counts as dead after 2 minutes$/,
  );
});

test('a line is not told again at once', () => {
  const lines = linesOf(screenCompany, (progress) => {
    progress.waits({ companies: 4, atMostMs: 600_000 });
    progress.waits({ companies: 4, atMostMs: 598_000 });
    progress.count('answered', 2);
  });
  expect(lines).toHaveLength(1);
});

test('a log that fails does not fail the run', () => {
  const progress = afterSixSeconds({} as unknown as IExecuteFunctions, screenCompany);
  expect(() => {
    progress.count('answered', 1);
  }).not.toThrow();
});
