// The service's own rate limit: so many requests a second, and a burst of as many as a second allows.

export class RateLimit {
  /** When the allowance is whole again, in milliseconds of the monotonic clock. */
  private restoredAt = 0;

  /** @param requestsPerSecond 0: no limit */
  constructor(private readonly requestsPerSecond = 0) {}

  /** Takes a request in and gives 0, or refuses it and gives the seconds to wait. */
  secondsToWait(): number {
    if (this.requestsPerSecond === 0) return 0;
    const now = performance.now();
    const interval = 1000 / this.requestsPerSecond;
    const burst = Math.max(1, Math.floor(this.requestsPerSecond));
    const restoredAt = Math.max(this.restoredAt, now) + interval;
    const waitMs = restoredAt - now - burst * interval;
    // Less than this is the rounding of the clock.
    if (waitMs > 0.01) return Math.ceil(waitMs / 1000);
    this.restoredAt = restoredAt;
    return 0;
  }
}
