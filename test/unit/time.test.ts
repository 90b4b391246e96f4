// The clocks of this machine.
import { systemClock } from '../../nodes/CompanyScreening/flowControl/time';

test('the time of day is that of this machine', () => {
  const before = Date.now();
  expect(systemClock.epochMs()).toBeGreaterThanOrEqual(before);
  expect(systemClock.epochMs()).toBeLessThanOrEqual(Date.now());
});

test('the other clock never goes back', () => {
  const before = performance.now();
  expect(systemClock.monotonicMs()).toBeGreaterThanOrEqual(before);
  expect(systemClock.monotonicMs()).toBeLessThanOrEqual(performance.now());
});

test('a deadline passes after its time', async () => {
  const signal = systemClock.timeout(1);
  if (!signal.aborted) await new Promise((resolve) => (signal.onabort = resolve));
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  expect(systemClock.timeout(60_000).aborted).toBe(false);
});
