// The words for an HTTP status.
import { statusAdvice } from '../../nodes/CompanyScreening/service/reply';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

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
