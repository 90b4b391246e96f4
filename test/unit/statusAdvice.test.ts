// What an HTTP status says about the work: whether it may be sent again, and whether it may have been paid for.
import { SCREENING_ERRORS } from '../../nodes/CompanyScreening/service/errorCatalogs';
import { statusAdvice, workStateOf } from '../../nodes/CompanyScreening/service/statusAdvice';

const pays = { operation: 'Screen Company', catalog: SCREENING_ERRORS };
const asks = { ...pays, onlyAsks: true };
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a request that may be paid for', () => {
  test.each([429, 503])('was not done under %i', (status) => {
    expect(workStateOf(status, pays)).toBe('safe');
  });

  test.each([500, 502, 504])('may be done under %i, which a second attempt often gets past', (status) => {
    expect(workStateOf(status, pays)).toBe('uncertain');
  });

  test.each([408, 499, 501, ...range(505, 527), 599])('may be done under %i', (status) => {
    expect(workStateOf(status, pays)).toBe('unclear');
  });

  test.each([100, 301, 308, ...range(400, 407), ...range(409, 428), ...range(430, 498)])(
    'was refused under %i',
    (status) => {
      expect(workStateOf(status, pays)).toBe('refused');
    },
  );
});

describe('a request that only asks', () => {
  test.each([429, 500, 502, 503, 504])('may always be sent again under %i', (status) => {
    expect(workStateOf(status, asks)).toBe('safe');
  });

  test.each([400, 404, 408, 499, 501, ...range(505, 527)])('pays for nothing under %i', (status) => {
    expect(workStateOf(status, asks)).toBe('refused');
  });
});

describe('the advice', () => {
  test.each([100, 301, 400, 401, 403, 404, 408, 418, 429, 499, 500, 503, 520, 527])(
    'for %i is what happened, as the end of a sentence, and what to do, as a sentence',
    (status) => {
      const { what, todo } = statusAdvice(status);
      expect(what).toMatch(/^the service.*[^.]$/);
      expect(todo).toMatch(/^[A-Z].*\.$/);
    },
  );

  test.each(range(500, 527).filter((status) => status !== 503))(
    'for %i says that the service failed',
    (status) => {
      expect(statusAdvice(status).what).toBe('the service failed');
    },
  );

  test('ends the run for 401 only', () => {
    const ending = range(100, 599).filter((status) => statusAdvice(status).endsRun);
    expect(ending).toEqual([401]);
  });
});
