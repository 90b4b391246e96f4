// An outage of the authorization server, as one run sees it. It costs a bounded number of exchanges.

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 4000;
/** This many in a row take about half a minute. After that the run ends. */
export const MAX_FAILED_EXCHANGES = 10;

export class TokenOutage {
  // Many requests share one exchange, and so the error that it ended in.
  private readonly seen = new WeakSet();
  private failedExchanges = 0;

  /** Counts the exchange that ended in this error. Returns how long to wait before the next one, or null for no more. */
  count(error: object): number | null {
    if (!this.seen.has(error)) this.failedExchanges += 1;
    this.seen.add(error);
    if (this.failedExchanges >= MAX_FAILED_EXCHANGES) return null;
    return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.failedExchanges - 1));
  }

  /** A request was answered, so it had a token. */
  end(): void {
    this.failedExchanges = 0;
  }
}
