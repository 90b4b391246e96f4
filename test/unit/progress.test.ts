// The lines about a long run: what they say, and that they never cost its answers.
import type { IExecuteFunctions } from 'n8n-workflow';

import { requestAnnualReturns } from '../../nodes/CompanyScreening/operations/annualReturns/requestAnnualReturns';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screenCompany/operation';
import { createProgress } from '../../nodes/CompanyScreening/progress';

const SIX_SECONDS_MS = 6000;

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
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
  const progress = createProgress(context, operation, 10);
  jest.advanceTimersByTime(SIX_SECONDS_MS);
  count(progress);
  jest.useRealTimers();
  return lines;
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
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
  const progress = createProgress({} as unknown as IExecuteFunctions, screenCompany, 10);
  jest.advanceTimersByTime(SIX_SECONDS_MS);
  expect(() => {
    progress.count('answered', 1);
  }).not.toThrow();
  jest.useRealTimers();
});
