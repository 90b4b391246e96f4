// What an HTTP status says about the work: whether it may be sent again, and whether it may have been paid for.
import type { NetworkProblem } from '../../nodes/CompanyScreening/service/network';
import { onlyAsks, wasNeverSent, workStateAfter } from '../../nodes/CompanyScreening/service/workState';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a request that may be paid for', () => {
  test.each([429, 503])('was not done under %i', (status) => {
    expect(workStateAfter(status, false)).toBe('safe');
  });

  test.each([500, 502, 504])('may be done under %i, which a second attempt often gets past', (status) => {
    expect(workStateAfter(status, false)).toBe('uncertain');
  });

  test.each([408, 499, 501, ...range(505, 527), 599])('may be done under %i', (status) => {
    expect(workStateAfter(status, false)).toBe('unresolved');
  });

  test.each([100, 301, 308, ...range(400, 407), ...range(409, 428), ...range(430, 498)])(
    'was refused under %i',
    (status) => {
      expect(workStateAfter(status, false)).toBe('refused');
    },
  );
});

describe('a request that only asks', () => {
  test.each([429, 500, 502, 503, 504])('may always be sent again under %i', (status) => {
    expect(workStateAfter(status, true)).toBe('safe');
  });

  test.each([400, 404, 408, 499, 501, ...range(505, 527)])('pays for nothing under %i', (status) => {
    expect(workStateAfter(status, true)).toBe('refused');
  });
});

describe('a request without a reply', () => {
  test.each<NetworkProblem>([
    'blocked',
    'certificate',
    'connectionRefused',
    'encryption',
    'hostUnknown',
    'notHttps',
    'unreachable',
  ])('was never sent if the problem is "%s"', (problem) => {
    expect(wasNeverSent(problem)).toBe(true);
  });

  test.each<NetworkProblem>(['damaged', 'reset', 'timeout', 'unknown'])(
    'may have reached the service if the problem is "%s"',
    (problem) => {
      expect(wasNeverSent(problem)).toBe(false);
    },
  );
});

test('only a GET asks; a POST, and a request whose method nobody gave, may be paid for', () => {
  expect(onlyAsks({ method: 'GET' })).toBe(true);
  expect(onlyAsks({ method: 'POST' })).toBe(false);
  expect(onlyAsks({})).toBe(false);
});
