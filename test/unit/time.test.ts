// The clocks of this machine.
import { systemClock } from '../../nodes/CompanyScreening/flowControl/time';

test.each([
  ['the time of day is that of this machine', systemClock.epochMs, () => Date.now()],
  ['the other clock never goes back', systemClock.monotonicMs, () => performance.now()],
])('%s', (_, now, ofThisMachine) => {
  const before = ofThisMachine();
  expect(now()).toBeGreaterThanOrEqual(before);
  expect(now()).toBeLessThanOrEqual(ofThisMachine());
});

test('a deadline passes after its time', async () => {
  const signal = systemClock.timeout(1);
  if (!signal.aborted) await new Promise((resolve) => (signal.onabort = resolve));
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  expect(systemClock.timeout(60_000).aborted).toBe(false);
});
