// The lines about a long run: what they say, and that they never cost its answers.
import type { IExecuteFunctions } from 'n8n-workflow';

import { requestAnnualReturns } from '../../nodes/CompanyScreening/operations/annualReturns/requestAnnualReturns';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
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
    /^Company Screening: waits for the answers of another run, which is working on 4 of these companies, until [\d:]+ UTC at the latest\. If that run was killed, it counts as dead after 2 minutes$/,
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

describe('the lines of a run', () => {
  /** A run of ten items, whose clocks stand still unless told otherwise. */
  function aRun() {
    const told: [line: string, about: unknown][] = [];
    const shown: string[] = [];
    const context = {
      getExecutionId: () => '7',
      logger: { info: (line: string, about: unknown) => told.push([line, about]) },
      sendMessageToUI: (line: string) => shown.push(line),
    } as unknown as IExecuteFunctions;
    let now = Date.parse('2026-11-23T08:00:00Z');
    const clock = { ...testTime(), epochMs: () => now, monotonicMs: () => now };
    const progress = createProgress(context, screenCompany, 10, clock);
    return { told, shown, progress, later: (seconds: number) => (now += seconds * 1000) };
  }

  test('come every five seconds, in the log and in the browser, and say when the end is to be expected', () => {
    const { told, shown, progress, later } = aRun();
    later(4.999);
    progress.count('answered', 1);
    expect(told).toEqual([]);
    later(15.001);
    progress.count('answered', 2);
    progress.count('failed');
    later(20);
    progress.count('answered');
    expect(told).toEqual([
      [
        'Company Screening: 2 of 10 companies done, 3 hits, 0 failed; expected end 08:01:40 UTC',
        { executionId: '7' },
      ],
      [
        'Company Screening: 4 of 10 companies done, 3 hits, 1 failed; expected end 08:01:40 UTC',
        { executionId: '7' },
      ],
    ]);
    expect(shown).toEqual(told.map(([line]) => line));
  });

  test('begin after exactly five seconds', () => {
    const { told, progress, later } = aRun();
    later(5);
    progress.count('answered');
    expect(told).toHaveLength(1);
  });

  test('do not count what was not sent, and are not written at the very end', () => {
    const { told, progress, later } = aRun();
    later(6);
    progress.count('notSent');
    expect(told).toEqual([]);
    for (let item = 0; item < 9; item++) progress.count('answered');
    expect(told).toHaveLength(1);
    later(60);
    progress.count('answered');
    expect(told).toHaveLength(1);
  });

  test('tell until when a run waits at most', () => {
    const { told, progress, later } = aRun();
    progress.waits({ companies: 4, atMostMs: 600_000 });
    expect(told).toEqual([]);
    later(6);
    progress.waits({ companies: 4, atMostMs: 600_000 });
    expect(told.map(([line]) => /until ([\d:]+) UTC/.exec(line)?.[1])).toEqual(['08:10:06']);
  });
});
