// What a running sandbox knows and the control API changes: settings, faults and counters.
import type { AccessTokens } from './accessTokens';
import { Counters } from './counters';
import { FaultPlan } from './faults';
import type { Fault } from './faultSchema';
import type { PaidScreening, Reset, SandboxSettings } from './protocol';
import { RateLimit } from './rateLimit';
import type { WatchlistChange } from './watchlistSchema';
import { Watchlist } from './watchlistSearch';

/** A sample of the interface shows this life of a token. */
const TOKEN_LIFE_SECONDS = 300;
const PENDING_SECONDS = 2;

export class State {
  /** Every screening that was done since the start, whatever was reset. */
  readonly paid: PaidScreening[] = [];
  counters = new Counters();
  faults = new FaultPlan();
  watchlist = new Watchlist();
  rateLimit = new RateLimit();
  tokenLifeSeconds = TOKEN_LIFE_SECONDS;
  subscriptionKeyRejected = false;
  latencyMs = 0;
  annualReturnsPendingSeconds = PENDING_SECONDS;

  setFaults(faults: Fault[]): void {
    this.faults = new FaultPlan(faults);
  }

  setSettings(settings: SandboxSettings, tokens: AccessTokens): void {
    this.tokenLifeSeconds = settings.tokenLifeSeconds ?? this.tokenLifeSeconds;
    this.subscriptionKeyRejected = settings.rejectSubscriptionKey ?? this.subscriptionKeyRejected;
    this.latencyMs = settings.latencyMs ?? this.latencyMs;
    this.annualReturnsPendingSeconds =
      settings.annualReturnsPendingSeconds ?? this.annualReturnsPendingSeconds;
    tokens.requestsPerToken = settings.requestsPerToken ?? tokens.requestsPerToken;
    tokens.clockSkewSeconds = settings.clockSkewSeconds ?? tokens.clockSkewSeconds;
    if (settings.requestsPerSecond !== undefined) this.rateLimit = new RateLimit(settings.requestsPerSecond);
    if (settings.revokeTokens) tokens.revokeAll();
  }

  /** @throws Error where the change names what is not on the watchlist */
  changeWatchlist(change: WatchlistChange): void {
    this.watchlist = this.watchlist.changed(change);
  }

  /** Faults and counters go back to nothing; settings and watchlist too when asked. Revoked tokens stay revoked. */
  reset({ settings = false }: Reset, tokens: AccessTokens): void {
    this.setFaults([]);
    this.counters = new Counters();
    if (!settings) return;
    this.watchlist = new Watchlist();
    const atStart = {
      rejectSubscriptionKey: false,
      latencyMs: 0,
      requestsPerSecond: 0,
      requestsPerToken: 0,
      clockSkewSeconds: 0,
      annualReturnsPendingSeconds: PENDING_SECONDS,
    };
    this.setSettings({ tokenLifeSeconds: TOKEN_LIFE_SECONDS, ...atStart }, tokens);
  }
}
